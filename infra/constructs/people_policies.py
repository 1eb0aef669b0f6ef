"""Managed policies for people: each reaches the documents that its holders may start, and what they read besides.

Each document is in one of them; who needs several policies is given several, since one for all would be too long.
No policy here lets anybody send a command, start the workflow or invoke a function: a document is the only door.
"""

from collections.abc import Iterable, Sequence

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from constructs import Construct

from cachewarden.evidence.volume_role import ROLE_TAG
from cachewarden.operation.host_commands import ACT_MACHINE
from cachewarden.operation.policy import OWNER_TAGS
from infra.constructs.iam_names import PRODUCT_PREFIX, assume_role_path, managed_policy_name, role_arn
from infra.constructs.lease_table import LeaseTable
from infra.constructs.mode import MODE_PARAMETER
from infra.constructs.rights.nodes import instance_arns
from infra.constructs.workflow import MAINTAIN_REPLICA, execution_arns, machine_arn
from infra.documents.audience import Audience
from infra.documents.builder import BuiltDocument


class PeoplePolicies(Construct):
    """CacheWardenViewer, …Operator, …Approver and …Administrator; with approvers in the deployment also …Requester."""

    def __init__(
        self, scope: Construct, construct_id: str, *, documents: Iterable[BuiltDocument], leases: LeaseTable
    ) -> None:
        super().__init__(scope, construct_id)
        self._leases = leases
        self._documents = {document.name: document.audience for document in documents if document.audience is not None}
        self._policy("Viewer", "Reads CacheWarden's documents, their runs, operations, leases and the brake", [])
        self._policy(
            "Operator", "Starts the documents that stop and start nodes safely", self._starts(Audience.OPERATOR)
        )
        self._policy(
            "Approver",
            "Gives consents: starts the documents that are consents, answers documents that ask approvers",
            [*self._starts(Audience.APPROVER), self._answers()],
        )
        if Audience.REQUESTER in self._documents.values():
            self._policy("Requester", "Asks approvers", self._starts(Audience.REQUESTER))
        self._policy(
            "Administrator",
            "Sets nodes up, rebuilds, breaks the glass: documents, tags, the brake; ends an operation that hangs",
            [*self._starts(Audience.ADMINISTRATOR), *self._administers()],
        )

    def _policy(self, name: str, description: str, statements: Sequence[iam.PolicyStatement]) -> None:
        policy = iam.ManagedPolicy(
            self,
            name,
            managed_policy_name=managed_policy_name(name),
            description=description,
            statements=[*self._reads(), *statements],
        )
        cdk.CfnOutput(self, f"{name}PolicyArn", value=policy.managed_policy_arn, description=description)

    def _reads(self) -> list[iam.PolicyStatement]:
        """What everybody reads: nothing of it shows another team's commands or their output."""
        stack = cdk.Stack.of(self)
        return [
            iam.PolicyStatement(
                sid="FindNodesAndRuns",
                actions=[
                    "ec2:DescribeInstances",
                    "ssm:DescribeAutomationExecutions",
                    "ssm:DescribeInstanceInformation",
                    "ssm:ListDocuments",
                ],
                resources=["*"],
            ),
            iam.PolicyStatement(
                sid="ReadDocuments",
                actions=["ssm:DescribeDocument", "ssm:GetDocument"],
                resources=[
                    stack.format_arn(service="ssm", resource="document", resource_name=f"{PRODUCT_PREFIX}*"),
                ],
            ),
            iam.PolicyStatement(
                sid="ReadRuns",
                actions=["ssm:DescribeAutomationStepExecutions", "ssm:GetAutomationExecution"],
                resources=[self._runs()],
            ),
            iam.PolicyStatement(
                sid="FindOperations",
                actions=["states:DescribeStateMachine", "states:ListExecutions"],
                resources=[machine_arn(self, name) for name in (MAINTAIN_REPLICA, ACT_MACHINE)],
            ),
            iam.PolicyStatement(
                sid="ReadOperations",
                actions=["states:DescribeExecution", "states:GetExecutionHistory"],
                resources=[execution_arns(self, name) for name in (MAINTAIN_REPLICA, ACT_MACHINE)],
            ),
            iam.PolicyStatement(
                sid="ReadLeases",
                actions=["dynamodb:GetItem", "dynamodb:Scan"],
                resources=[self._leases.table.table_arn],
            ),
            iam.PolicyStatement(sid="ReadMode", actions=["ssm:GetParameter"], resources=[self._mode()]),
        ]

    def _starts(self, holder: Audience) -> list[iam.PolicyStatement]:
        """The documents, by both kinds of ARN under which IAM knows them, and their roles [iam#automation-start]."""
        stack = cdk.Stack.of(self)
        names = [name for name, audience in self._documents.items() if audience is holder]
        return [
            iam.PolicyStatement(
                sid="StartDocuments",
                actions=["ssm:StartAutomationExecution"],
                resources=[
                    *(stack.format_arn(service="ssm", resource="document", resource_name=name) for name in names),
                    *(
                        stack.format_arn(service="ssm", resource="automation-definition", resource_name=f"{name}:*")
                        for name in names
                    ),
                    self._runs(),
                ],
            ),
            iam.PolicyStatement(
                sid="PassAssumeRoles",
                actions=["iam:PassRole"],
                resources=[role_arn(f"{assume_role_path(holder)}*")],
                conditions={"StringEquals": {"iam:PassedToService": "ssm.amazonaws.com"}},
            ),
            # Which document a run is of, IAM doesn't see here; whoever can't cancel can't stop his own mistake either.
            iam.PolicyStatement(sid="CancelRuns", actions=["ssm:StopAutomationExecution"], resources=[self._runs()]),
        ]

    def _answers(self) -> iam.PolicyStatement:
        """Approving and rejecting. Systems Manager believes only the step's approvers; IAM sees no document here."""
        return iam.PolicyStatement(sid="Answer", actions=["ssm:SendAutomationSignal"], resources=[self._runs()])

    def _administers(self) -> list[iam.PolicyStatement]:
        """Tags that owners set and no other, the brake, and the end of an operation that hangs."""
        return [
            _may_tag("TagNodes", instance_arns(self), OWNER_TAGS),
            _may_tag(
                "TagVolumes",
                cdk.Stack.of(self).format_arn(service="ec2", resource="volume", resource_name="*"),
                [ROLE_TAG],
            ),
            iam.PolicyStatement(sid="SetMode", actions=["ssm:PutParameter"], resources=[self._mode()]),
            iam.PolicyStatement(
                sid="EndOperations",
                actions=["states:StopExecution"],
                resources=[execution_arns(self, MAINTAIN_REPLICA)],
            ),
        ]

    def _runs(self) -> str:
        return cdk.Stack.of(self).format_arn(service="ssm", resource="automation-execution", resource_name="*")

    def _mode(self) -> str:
        return cdk.Stack.of(self).format_arn(
            service="ssm", resource="parameter", resource_name=MODE_PARAMETER.removeprefix("/")
        )


def _may_tag(sid: str, resources: str, keys: Iterable[str]) -> iam.PolicyStatement:
    """Setting and taking off these tags, and no other."""
    return iam.PolicyStatement(
        sid=sid,
        actions=["ec2:CreateTags", "ec2:DeleteTags"],
        resources=[resources],
        conditions={
            "ForAllValues:StringEquals": {"aws:TagKeys": sorted(keys)},
            # Without it, a call without keys would fulfil the first condition: DeleteTags then takes all off.
            "Null": {"aws:TagKeys": "false"},
        },
    )
