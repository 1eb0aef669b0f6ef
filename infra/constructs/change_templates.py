"""The change templates, where the deployment has any."""

from collections.abc import Mapping

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from aws_cdk import aws_sns as sns
from aws_cdk import aws_ssm as ssm
from constructs import Construct


class ChangeTemplates(Construct):
    """Documents of the type Automation.ChangeTemplate; new customers can't have one [change-management#closed]."""

    def __init__(
        self, scope: Construct, construct_id: str, *, templates: Mapping[str, Mapping[str, object]], topic: sns.Topic
    ) -> None:
        """`topic`: through which approvers learn that a request waits."""
        super().__init__(scope, construct_id)
        if templates:
            topic.add_to_resource_policy(
                iam.PolicyStatement(
                    sid="ChangeRequestsTellApprovers",  # [change-management#topic]
                    principals=[iam.ServicePrincipal("ssm.amazonaws.com")],
                    actions=["sns:Publish"],
                    resources=[topic.topic_arn],
                    conditions={"StringEquals": {"aws:SourceAccount": cdk.Aws.ACCOUNT_ID}},
                )
            )
        self.names = tuple(templates)
        for name, content in templates.items():
            document = ssm.CfnDocument(
                self,
                name.rpartition("-")[2],
                name=name,
                document_type="Automation.ChangeTemplate",
                document_format="JSON",
                content=dict(content),
                update_method="NewVersion",
            )
            cdk.Tags.of(document).add("cachewarden:product", "CacheWarden")
