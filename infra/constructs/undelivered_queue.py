"""The queue of events and calls that no function took."""

import aws_cdk as cdk
from aws_cdk import aws_sqs as sqs
from constructs import Construct

RETENTION_DAYS = 14
"""The longest that SQS keeps a message."""


def undelivered_queue(scope: Construct, construct_id: str) -> sqs.Queue:
    """An encrypted queue that accepts TLS only; `infra.constructs.queue_alarms` gives it an alarm."""
    return sqs.Queue(
        scope,
        construct_id,
        retention_period=cdk.Duration.days(RETENTION_DAYS),
        encryption=sqs.QueueEncryption.SQS_MANAGED,
        enforce_ssl=True,
    )
