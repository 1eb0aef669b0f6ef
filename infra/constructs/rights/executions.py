"""What is allowed on executions of the workflow, on Automations and on commands."""

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from constructs import Construct

from cachewarden.operation.act_documents import ACT_DOCUMENTS
from cachewarden.operation.host_commands import ACT_MACHINE, OBSERVE_DOCUMENT
from infra.constructs.rights.nodes import document_arns
from infra.constructs.workflow import MAINTAIN_REPLICA, execution_arns, machine_arn


def see_owner(scope: Construct) -> iam.PolicyStatement:
    """Whether the execution that claims a lease is there, what it is about, and whether it runs."""
    return iam.PolicyStatement(
        sid="SeeOwner", actions=["states:DescribeExecution"], resources=[execution_arns(scope, MAINTAIN_REPLICA)]
    )


def see_calls(scope: Construct) -> iam.PolicyStatement:
    """As `see_owner`, and whether the execution makes the very call that claims to come from it."""
    return iam.PolicyStatement(
        sid="SeeCalls",
        actions=["states:DescribeExecution", "states:GetExecutionHistory"],
        resources=[execution_arns(scope, MAINTAIN_REPLICA)],
    )


def see_owners(scope: Construct) -> iam.PolicyStatement:
    """Whether the execution that owns a lease still runs, and which call it had under way."""
    return iam.PolicyStatement(
        sid="SeeOwners",
        actions=["states:DescribeExecution", "states:GetExecutionHistory"],
        resources=[execution_arns(scope, MAINTAIN_REPLICA)],
    )


def read_proofs(scope: Construct) -> list[iam.PolicyStatement]:
    """What one command reported, when it was sent, and what the document said that it ran."""
    return [
        iam.PolicyStatement(
            sid="ReadProofs", actions=["ssm:GetCommandInvocation", "ssm:ListCommandInvocations"], resources=["*"]
        ),
        iam.PolicyStatement(
            sid="ReadObserveDocument",
            actions=["ssm:GetDocument"],
            resources=document_arns(scope, [OBSERVE_DOCUMENT]),
        ),
    ]


def read_document_runs(scope: Construct) -> iam.PolicyStatement:
    """Which document a person started, when and for which instance: what consents follow from."""
    stack = cdk.Stack.of(scope)
    return iam.PolicyStatement(
        sid="ReadDocumentRuns",
        actions=["ssm:GetAutomationExecution"],
        resources=[stack.format_arn(service="ssm", resource="automation-execution", resource_name="*")],
    )


def find_document_runs() -> iam.PolicyStatement:
    """Which documents run now. IAM knows no resource for it."""
    return iam.PolicyStatement(sid="FindDocumentRuns", actions=["ssm:DescribeAutomationExecutions"], resources=["*"])


def read_versions(scope: Construct) -> iam.PolicyStatement:
    """Which version of a document for a single act is deployed."""
    return iam.PolicyStatement(
        sid="ReadVersions", actions=["ssm:DescribeDocument"], resources=document_arns(scope, ACT_DOCUMENTS)
    )


def end_host_work(scope: Construct) -> list[iam.PolicyStatement]:
    """Permission to end acts and commands that an ended execution left behind."""
    return [
        iam.PolicyStatement(
            sid="FindActs", actions=["states:ListExecutions"], resources=[machine_arn(scope, ACT_MACHINE)]
        ),
        iam.PolicyStatement(
            sid="EndActs", actions=["states:StopExecution"], resources=[execution_arns(scope, ACT_MACHINE)]
        ),
        iam.PolicyStatement(sid="EndCommands", actions=["ssm:ListCommands", "ssm:CancelCommand"], resources=["*"]),
    ]
