"""boto3 clients, made when first needed and kept: region and credentials are the function's own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import boto3
from botocore.config import Config

if TYPE_CHECKING:
    from types_boto3_cloudwatch import CloudWatchClient
    from types_boto3_dynamodb import DynamoDBClient
    from types_boto3_ec2 import EC2Client
    from types_boto3_events import EventBridgeClient
    from types_boto3_lambda import LambdaClient
    from types_boto3_sns import SNSClient
    from types_boto3_ssm import SSMClient
    from types_boto3_stepfunctions import SFNClient


BRIEFLY = Config(connect_timeout=2, read_timeout=3, retries={"total_max_attempts": 2})
"""For what only informs people: where such a service hangs, no operation, protection or sweep may wait for it."""


@cache
def cloudtrail(region: str | None = None) -> Any:
    """AWS CloudTrail, here or in the region in which a trail was made; no stubs of it are installed."""
    return boto3.client("cloudtrail", region_name=region, config=BRIEFLY)


@cache
def cloudwatch() -> CloudWatchClient:
    """Amazon CloudWatch."""
    return boto3.client("cloudwatch", config=BRIEFLY)


@cache
def kms() -> Any:
    """AWS Key Management Service; no stubs of it are installed."""
    return boto3.client("kms", config=BRIEFLY)


@cache
def service_quotas() -> Any:
    """Service Quotas; no stubs of it are installed."""
    return boto3.client("service-quotas", config=BRIEFLY)


@cache
def ec2() -> EC2Client:
    """Amazon EC2."""
    return boto3.client("ec2")


@cache
def events() -> EventBridgeClient:
    """Amazon EventBridge, for CacheWarden's own events."""
    return boto3.client("events", config=BRIEFLY)


@cache
def ssm() -> SSMClient:
    """AWS Systems Manager."""
    return boto3.client("ssm")


@cache
def dynamodb() -> DynamoDBClient:
    """Amazon DynamoDB."""
    return boto3.client("dynamodb")


@cache
def stepfunctions() -> SFNClient:
    """AWS Step Functions."""
    return boto3.client("stepfunctions")


@cache
def lambda_() -> LambdaClient:
    """AWS Lambda."""
    return boto3.client("lambda")


@cache
def sns() -> SNSClient:
    """Amazon SNS."""
    return boto3.client("sns")
