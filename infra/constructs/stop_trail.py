"""A CloudTrail trail for an account that has none: through it EventBridge hears of refused stops."""

import aws_cdk as cdk
from aws_cdk import aws_cloudtrail as cloudtrail
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.configuration import Configuration


class StopTrail(Construct):
    """Logs the management write events of this region alone; the records stay in a bucket that outlives the stack."""

    def __init__(self, scope: Construct, construct_id: str, *, configuration: Configuration) -> None:
        super().__init__(scope, construct_id)
        bucket = s3.Bucket(
            self,
            "Records",
            encryption=s3.BucketEncryption.S3_MANAGED,
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            enforce_ssl=True,
            versioned=True,
            lifecycle_rules=[
                s3.LifecycleRule(
                    expiration=cdk.Duration.days(configuration.log_retention_days),
                    noncurrent_version_expiration=cdk.Duration.days(1),
                )
            ],
            removal_policy=cdk.RemovalPolicy.RETAIN,
        )
        cloudtrail.Trail(
            self,
            "Trail",
            bucket=bucket,
            is_multi_region_trail=False,
            include_global_service_events=False,
            enable_file_validation=True,
            management_events=cloudtrail.ReadWriteType.WRITE_ONLY,
        )
