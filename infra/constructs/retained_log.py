"""A log group that outlives the stack: what was done to a database must stay readable."""

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.configuration import Configuration


class RetainedLog(Construct):
    """A log group with the configured retention, kept when the stack goes.

    Its name ends in the stack's own id, so that one that an earlier deployment left isn't in the next one's way.
    """

    def __init__(self, scope: Construct, construct_id: str, *, name: str, configuration: Configuration) -> None:
        super().__init__(scope, construct_id)
        name = f"{name}-{cdk.Fn.select(2, cdk.Fn.split('/', cdk.Aws.STACK_ID))}"
        self.resource = logs.CfnLogGroup(
            self,
            "Group",
            log_group_name=name,
            retention_in_days=configuration.log_retention_days,
            kms_key_id=configuration.at_rest_key_arn,
        )
        self.resource.apply_removal_policy(cdk.RemovalPolicy.RETAIN)
        self.group = logs.LogGroup.from_log_group_name(self, "Reference", name)
        self._arn = cdk.Stack.of(self).format_arn(
            service="logs", resource="log-group", resource_name=name, arn_format=cdk.ArnFormat.COLON_RESOURCE_NAME
        )

    def write_statement(self) -> iam.PolicyStatement:
        """Permission to write entries into this group alone."""
        return iam.PolicyStatement(
            sid="WriteLog", actions=["logs:CreateLogStream", "logs:PutLogEvents"], resources=[f"{self._arn}:*"]
        )
