"""Automation documents, each with an assume role of its own."""

from collections.abc import Iterable

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from constructs import Construct

from cachewarden.operation.act_documents import ACT_DOCUMENTS, CONFIRMING
from infra.constructs.depends_on_policy import create_after_policy
from infra.constructs.document import Document
from infra.constructs.iam_names import PRODUCT_PREFIX, assume_role_name, assume_role_path
from infra.constructs.notifications import publish_statement
from infra.constructs.rights.executions import read_document_runs
from infra.constructs.rights.nodes import (
    NodeRights,
    on_disposable_nodes,
    on_opted_in_nodes,
    opt_in,
    opt_out,
    read_documents,
)
from infra.constructs.workflow import MAINTAIN_REPLICA, execution_arns, machine_arn
from infra.documents.builder import BuiltDocument
from infra.documents.document_names import possible_names
from infra.documents.release import with_release

CALLS_API = "aws:executeAwsApi"
ASKS = "aws:approve"
RUNS_SCRIPT = "aws:executeScript"


class Automations(Construct):
    """The documents that people start."""

    def __init__(self, scope: Construct, construct_id: str, *, documents: Iterable[BuiltDocument]) -> None:
        """Of `documents` those that people start."""
        super().__init__(scope, construct_id)
        self.single_acts: list[str] = []
        """Names of those that people start for a single act: each takes a lease."""
        self.approvals: list[str] = []
        """Names of those that ask approvers."""
        for document in documents:
            if document.audience is None:
                continue
            short = document.name.removeprefix(PRODUCT_PREFIX)
            role = iam.Role(
                self,
                f"{short}Role",
                role_name=assume_role_name(document.name),
                path=assume_role_path(document.audience),
                description=f"What the Automation document {document.name} may do, and nothing else",
                assumed_by=iam.ServicePrincipal(
                    "ssm.amazonaws.com",
                    conditions={"StringEquals": {"aws:SourceAccount": cdk.Aws.ACCOUNT_ID}},
                ),
            )
            for statement in self._statements(document):
                role.add_to_policy(statement)
            content = with_release(cdk.Stack.of(self).resolve(document.content))
            resource = Document(self, short, name=document.name, kind="Automation", content=content)
            create_after_policy(resource, role)
            if document.name in ACT_DOCUMENTS:
                self.single_acts.append(document.name)
            elif ASKS in _actions(document):
                self.approvals.append(document.name)

    def _statements(self, document: BuiltDocument) -> list[iam.PolicyStatement]:
        actions = _actions(document)
        statements: list[iam.PolicyStatement] = []
        if "aws:runCommand" in actions:
            statements += self._run_command(document)
        if any(step["name"] == CONFIRMING and step["action"] == RUNS_SCRIPT for step in document.content["mainSteps"]):
            statements.append(read_documents(self, _commands(document)))
        functions = _functions(document)
        if functions:
            statements.append(
                iam.PolicyStatement(
                    sid="UseLease" if document.name in ACT_DOCUMENTS else "AskFunction",
                    actions=["lambda:InvokeFunction"],
                    resources=[
                        cdk.Stack.of(self).format_arn(
                            service="lambda",
                            resource="function",
                            resource_name=name,
                            arn_format=cdk.ArnFormat.COLON_RESOURCE_NAME,
                        )
                        for name in sorted(functions)
                    ],
                )
            )
        called = {step["inputs"]["Api"] for step in document.content["mainSteps"] if step["action"] == CALLS_API}
        if "GetAutomationExecution" in called:
            statements.append(read_document_runs(self))
        if "Publish" in called or ASKS in actions:
            statements.append(publish_statement(self))
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
        if "CreateTags" in called:
            statements += opt_in(self)
        if "DeleteTags" in called:
            statements += opt_out(self)
        if "aws:assertAwsResourceProperty" in actions or "DescribeInstances" in called:
            statements.append(iam.PolicyStatement(sid="SeeState", actions=["ec2:DescribeInstances"], resources=["*"]))
        return statements

    def _run_command(self, document: BuiltDocument) -> list[iam.PolicyStatement]:
        stack = cdk.Stack.of(self)
        commands = sorted(_commands(document))
        disposable = any(step["name"] == "ConfirmDisposable" for step in document.content["mainSteps"])
        nodes: NodeRights = on_disposable_nodes if disposable else on_opted_in_nodes
        return [
            iam.PolicyStatement(
                sid="SendHostCommand",
                actions=["ssm:SendCommand"],
                resources=[
                    stack.format_arn(service="ssm", resource="document", resource_name=name) for name in commands
                ],
            ),
            *nodes(self, "Nodes", ["ssm:SendCommand"], "ssm:resourceTag"),
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


def _commands(document: BuiltDocument) -> set[str]:
    """Names of the Command documents that it can send."""
    return {
        name
        for step in document.content["mainSteps"]
        if step["action"] == "aws:runCommand"
        for name in possible_names(str(step["inputs"]["DocumentName"]), document.content["parameters"])
    }


def _functions(document: BuiltDocument) -> set[str]:
    """Names of the functions that it invokes."""
    return {
        str(step["inputs"]["FunctionName"])
        for step in document.content["mainSteps"]
        if step["action"] == "aws:invokeLambdaFunction"
    }


def _actions(document: BuiltDocument) -> set[str]:
    return {str(step["action"]) for step in document.content["mainSteps"]}
