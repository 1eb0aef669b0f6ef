"""A queue that is encrypted, with the owner's key or with SQS's own, and accepts TLS only."""

import aws_cdk as cdk
from aws_cdk import aws_kms as kms
from aws_cdk import aws_sqs as sqs
from constructs import Construct


def encrypted_queue(
    scope: Construct,
    construct_id: str,
    *,
    key: kms.IKey | None,
    retention_period: cdk.Duration,
    visibility_timeout: cdk.Duration | None = None,
    dead_letter_queue: sqs.DeadLetterQueue | None = None,
) -> sqs.Queue:
    """`key`: the owner's; None leaves the queue to SQS's own."""
    return sqs.Queue(
        scope,
        construct_id,
        encryption=sqs.QueueEncryption.SQS_MANAGED if key is None else sqs.QueueEncryption.KMS,
        encryption_master_key=key,
        enforce_ssl=True,
        retention_period=retention_period,
        visibility_timeout=visibility_timeout,
        dead_letter_queue=dead_letter_queue,
    )
