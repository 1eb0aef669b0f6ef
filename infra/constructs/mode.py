"""The brake: one parameter that says what CacheWarden may begin."""

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from aws_cdk import aws_ssm as ssm
from constructs import Construct

MODE_PARAMETER = "/cachewarden/mode"


class ModeParameter(Construct):
    """`automatic`, `notify` or `off`; changed in Parameter Store, it holds from the next request on."""

    def __init__(self, scope: Construct, construct_id: str) -> None:
        super().__init__(scope, construct_id)
        ssm.CfnParameter(
            self,
            "Parameter",
            name=MODE_PARAMETER,
            type="String",
            value="automatic",
            allowed_pattern="^(automatic|notify|off)$",
            description="automatic: events and people begin operations; notify: only people do; off: nobody takes a "
            "node out of service. What was begun goes on to its safe end.",
        )

    def read_statement(self) -> iam.PolicyStatement:
        """Permission to read this parameter alone."""
        arn = cdk.Stack.of(self).format_arn(
            service="ssm", resource="parameter", resource_name=MODE_PARAMETER.removeprefix("/")
        )
        return iam.PolicyStatement(sid="ReadMode", actions=["ssm:GetParameter"], resources=[arn])
