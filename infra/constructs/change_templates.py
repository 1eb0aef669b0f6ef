"""The change templates, where the deployment has any."""

from collections.abc import Mapping

import aws_cdk as cdk
from aws_cdk import aws_ssm as ssm
from constructs import Construct


class ChangeTemplates(Construct):
    """Documents of the type Automation.ChangeTemplate; new customers can't have one [change-management#closed]."""

    def __init__(self, scope: Construct, construct_id: str, *, templates: Mapping[str, Mapping[str, object]]) -> None:
        super().__init__(scope, construct_id)
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
