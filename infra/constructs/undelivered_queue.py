"""The queue of events and calls that no function took."""

import aws_cdk as cdk
from aws_cdk import aws_kms as kms
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.constructs.encrypted_queue import encrypted_queue

RETENTION_DAYS = 14
"""The longest that SQS keeps a message."""


def undelivered_queue(scope: Construct, construct_id: str, *, key: kms.IKey | None) -> sqs.Queue:
    """An encrypted queue; `infra.constructs.queue_alarms` gives it an alarm."""
    return encrypted_queue(scope, construct_id, key=key, retention_period=cdk.Duration.days(RETENTION_DAYS))
