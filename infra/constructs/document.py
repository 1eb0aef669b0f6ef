"""An SSM document that keeps its versions."""

from collections.abc import Mapping

import aws_cdk as cdk
from aws_cdk import aws_ssm as ssm
from constructs import Construct


class Document(Construct):
    """One document under a fixed name.

    UpdateMethod NewVersion: CloudFormation's default, Replace, would delete a document that may be running and
    lose its history (CloudFormation resource schema of AWS::SSM::Document).
    """

    def __init__(
        self, scope: Construct, construct_id: str, *, name: str, kind: str, content: Mapping[str, object]
    ) -> None:
        """`kind` is SSM's DocumentType, Command or Automation; `content` is the document as an object."""
        super().__init__(scope, construct_id)
        self.name = name
        self.resource = ssm.CfnDocument(
            self,
            "Resource",
            name=name,
            document_type=kind,
            document_format="JSON",
            content=dict(content),
            update_method="NewVersion",
            target_type="/AWS::EC2::Instance",
        )
        cdk.Tags.of(self.resource).add("cachewarden:product", "CacheWarden")
