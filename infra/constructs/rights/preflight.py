"""What preflight and the sweep read of an account: alarms that act on instances, maintenance, trails."""

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from constructs import Construct


def read_alarms(scope: Construct) -> iam.PolicyStatement:
    """Which alarms of the account act on instances; all alarms are read for it."""
    arn = cdk.Stack.of(scope).format_arn(
        service="cloudwatch", resource="alarm", resource_name="*", arn_format=cdk.ArnFormat.COLON_RESOURCE_NAME
    )
    return iam.PolicyStatement(sid="ReadAlarms", actions=["cloudwatch:DescribeAlarms"], resources=[arn])


def read_maintenance() -> iam.PolicyStatement:
    """Which events EC2 has scheduled for instances; IAM knows no resource of this action."""
    return iam.PolicyStatement(sid="ReadMaintenance", actions=["ec2:DescribeInstanceStatus"], resources=["*"])


def read_trails(scope: Construct) -> list[iam.PolicyStatement]:
    """Whether a trail logs refused stops; one of several regions or of the organization has another's ARN."""
    arn = cdk.Stack.of(scope).format_arn(
        service="cloudtrail", region="*", account="*", resource="trail", resource_name="*"
    )
    return [
        iam.PolicyStatement(sid="FindTrails", actions=["cloudtrail:DescribeTrails"], resources=["*"]),
        iam.PolicyStatement(
            sid="ReadTrails", actions=["cloudtrail:GetTrailStatus", "cloudtrail:GetEventSelectors"], resources=[arn]
        ),
    ]
