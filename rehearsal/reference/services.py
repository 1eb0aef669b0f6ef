"""AWS's services that the rehearsed account answers, as boto3 names them."""

from typing import Final

SERVICES: Final = (
    "cloudtrail", "cloudwatch", "dynamodb", "ec2", "events", "kms", "lambda", "service-quotas", "sns", "sqs", "ssm",
    "stepfunctions",
)  # fmt: skip
