"""What the nodes' instance profile needs for CacheWarden: the SSM agent's own calls and its log."""

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from constructs import Construct

from infra.constructs.iam_names import managed_policy_name

AGENT_CHANNEL_ACTIONS = (
    "ssmmessages:CreateControlChannel",
    "ssmmessages:OpenControlChannel",
    "ec2messages:AcknowledgeMessage",
    "ec2messages:DeleteMessage",
    "ec2messages:FailMessage",
    "ec2messages:GetEndpoint",
    "ec2messages:GetMessages",
    "ec2messages:SendReply",
)
"""Commands come and are answered by the control channel, or by ec2messages when that can't be opened.

Source: SSM user guide, "Reference: ec2messages, ssmmessages, and other API operations"; the agent's mgsinteractor. Data
channels belong to Session Manager alone (the agent's sessionplugin): whoever uses it attaches AWS's own policy as well.
"""

AGENT_ACTIONS = (
    "ssm:UpdateInstanceInformation",
    "ssm:ListAssociations",
    "ssm:ListInstanceAssociations",
    "ssm:UpdateInstanceAssociationStatus",
    "ssm:DescribeDocument",
    "ssm:GetDocument",
    "ssm:GetManifest",
    "ssm:PutInventory",
    "ssm:PutComplianceItems",
    "ssm:PutConfigurePackageResult",
)
"""Subset of AmazonSSMManagedInstanceCore that Run Command and the agent's own upkeep use."""

HOST_LOG_GROUP = "/cachewarden/host"


class NodePolicy(Construct):
    """A managed policy to attach to the instance profile; the scripts themselves call no AWS API."""

    def __init__(self, scope: Construct, construct_id: str) -> None:
        super().__init__(scope, construct_id)
        log_group = cdk.Stack.of(self).format_arn(
            service="logs",
            resource="log-group",
            resource_name=HOST_LOG_GROUP,
            arn_format=cdk.ArnFormat.COLON_RESOURCE_NAME,
        )
        self.policy = iam.ManagedPolicy(
            self,
            "Policy",
            managed_policy_name=managed_policy_name("Node"),
            description="For the instance profile of SQL Server nodes that CacheWarden looks after",
            statements=[
                iam.PolicyStatement(
                    sid="AgentChannels",
                    actions=list(AGENT_CHANNEL_ACTIONS),
                    resources=["*"],
                ),
                iam.PolicyStatement(sid="Agent", actions=list(AGENT_ACTIONS), resources=["*"]),
                iam.PolicyStatement(sid="FindLogGroup", actions=["logs:DescribeLogGroups"], resources=["*"]),
                iam.PolicyStatement(
                    sid="WriteHostLog",
                    actions=["logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"],
                    resources=[log_group, f"{log_group}:*"],
                ),
            ],
        )
        cdk.CfnOutput(
            self,
            "PolicyArn",
            value=self.policy.managed_policy_arn,
            description="Attach this policy to the instance profile of every opted-in node",
        )
