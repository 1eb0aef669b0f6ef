"""Automation documents, each with an assume role of its own."""

from collections.abc import Mapping

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from constructs import Construct

from infra.constructs.depends_on_policy import create_after_policy
from infra.constructs.document import Document
from infra.constructs.functions import MAINTAIN_REPLICA, on_managed_nodes
from infra.constructs.workflow import execution_arns, machine_arn
from infra.documents.builder import BuiltDocument

HOST_PREFIX = "CacheWarden-Host-"
PRODUCT_PREFIX = "CacheWarden-"


def assume_role_name(document: str) -> str:
    """The role's name for the Automation document called `document`; fixed, so that documents can name it."""
    return f"{document}-Automation"


class Automations(Construct):
    """The documents that operators and the workflow start."""

    def __init__(self, scope: Construct, construct_id: str, *, documents: Mapping[str, BuiltDocument]) -> None:
        super().__init__(scope, construct_id)
        self.role_arns: list[str] = []
        self.names: list[str] = []
        for document in documents.values():
            if document.kind != "Automation":
                continue
            short = document.name.removeprefix(PRODUCT_PREFIX)
            role = iam.Role(
                self,
                f"{short}Role",
                role_name=assume_role_name(document.name),
                description=f"What the Automation document {document.name} may do, and nothing else",
                assumed_by=iam.ServicePrincipal(
                    "ssm.amazonaws.com",
                    conditions={"StringEquals": {"aws:SourceAccount": cdk.Aws.ACCOUNT_ID}},
                ),
            )
            for statement in self._statements(document):
                role.add_to_policy(statement)
            resource = Document(self, short, name=document.name, kind="Automation", content=document.content)
            create_after_policy(resource, role)
            self.role_arns.append(role.role_arn)
            self.names.append(document.name)

    def _statements(self, document: BuiltDocument) -> list[iam.PolicyStatement]:
        actions = {str(step["action"]) for step in document.content["mainSteps"]}
        statements: list[iam.PolicyStatement] = []
        if "aws:runCommand" in actions:
            statements += self._run_command(document)
        if "aws:executeStateMachine" in actions:
            statements.append(
                iam.PolicyStatement(
                    sid="StartWorkflow",
                    actions=["states:StartExecution"],
                    resources=[machine_arn(self, MAINTAIN_REPLICA)],
                )
            )
            statements.append(
                iam.PolicyStatement(
                    sid="FollowWorkflow",
                    actions=["states:DescribeExecution", "states:StopExecution"],
                    resources=[execution_arns(self, MAINTAIN_REPLICA)],
                )
            )
        return statements

    def _run_command(self, document: BuiltDocument) -> list[iam.PolicyStatement]:
        stack = cdk.Stack.of(self)
        commands = sorted(
            {
                str(step["inputs"]["DocumentName"])
                for step in document.content["mainSteps"]
                if step["action"] == "aws:runCommand"
            }
        )
        return [
            iam.PolicyStatement(
                sid="SendHostCommand",
                actions=["ssm:SendCommand"],
                resources=[
                    stack.format_arn(service="ssm", resource="document", resource_name=name) for name in commands
                ],
            ),
            *on_managed_nodes(self, "Nodes", ["ssm:SendCommand"], "ssm:resourceTag"),
            iam.PolicyStatement(
                sid="FollowCommand",
                actions=[
                    "ssm:CancelCommand",
                    "ssm:ListCommands",
                    "ssm:ListCommandInvocations",
                    "ssm:GetCommandInvocation",
                ],
                resources=["*"],
            ),
        ]
