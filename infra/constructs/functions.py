"""All Lambda functions, each with just the permissions that its work needs."""

from collections.abc import Callable
from functools import partial

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from cachewarden.evidence.ebs import GP3, GP3_LARGEST_MIB
from cachewarden.evidence.volume_role import POOL_ROLES, ROLE_TAG, VolumeRole
from cachewarden.operation.act_documents import ACT_DOCUMENTS
from cachewarden.operation.policy import DISPOSABLE, MANAGED, NOTHING_LISTED
from infra.configuration import Configuration
from infra.constructs.handler_function import HandlerFunction, powertools_layer_arn
from infra.constructs.lease_table import LeaseTable
from infra.constructs.mode import MODE_PARAMETER, ModeParameter
from infra.constructs.notifications import Notifications
from infra.constructs.start_rights import start_rights, volume_key_rights
from infra.constructs.workflow import execution_arns, machine_arn

NodeRights = Callable[[Construct, str, list[str], str], list[iam.PolicyStatement]]

OBSERVE_DOCUMENT = "CacheWarden-Host-ObserveHost"
MAINTAIN_REPLICA = "cachewarden-maintain-replica"
RUN_DOCUMENT = "cachewarden-run-document"
DOCUMENT_LEASE = "document-lease"
ESTIMATE = "estimate"


class Functions(Construct):
    """All of them: ingest, observe, decide, estimate, operate-instance, pool-volumes, swap-throughput, lease,
    document-lease, janitor and sweep."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        configuration: Configuration,
        leases: LeaseTable,
        notifications: Notifications,
        observe_document_hash: str,
    ) -> None:
        """`observe_document_hash`: of the observe document that is deployed along; no other proves an evacuation."""
        super().__init__(scope, construct_id)
        layer = lambda_.LayerVersion.from_layer_version_arn(
            self, "Powertools", powertools_layer_arn(self, configuration)
        )
        maintain_arn = machine_arn(self, MAINTAIN_REPLICA)
        mode = ModeParameter(self, "Mode")
        approvers = ",".join(configuration.consent_approvers) or NOTHING_LISTED

        function = partial(HandlerFunction, self, layer=layer, configuration=configuration)

        self.observe = function(
            "Observe",
            name="observe",
            description="Asks EC2 and every node of the cluster what is true now; changes nothing",
            environment={
                "OBSERVE_DOCUMENT": OBSERVE_DOCUMENT,
                "LEASE_TABLE": leases.table.table_name,
                "ONLINE_BUILDS": ",".join(configuration.online_builds) or NOTHING_LISTED,
                "APPROVERS": approvers,
            },
            statements=[
                read_instances(),
                read_protection(self),
                leases.read_stops_and_consents_statement(),
                read_agents(),
                *observe_hosts(self, opted_out_meanwhile=True),
                read_document_runs(self),
                read_snapshots(),
                read_volumes(),
            ],
            timeout_seconds=150,
        )
        self.decide = function(
            "Decide",
            name="decide",
            description="Evidence and goal to the next step, with a sentence that says why; calls nothing",
            environment={"DOCS_URL": configuration.docs_url},
            statements=[],
            timeout_seconds=30,
        )
        self.estimate = function(
            "Estimate",
            name=ESTIMATE,
            description="How long evacuation, stop and return of a node take, and what limits them; changes nothing",
            environment={"OBSERVE_DOCUMENT": OBSERVE_DOCUMENT, "LEASE_TABLE": leases.table.table_name},
            statements=[read_instances(), read_ebs(), leases.read_volumes_statement(), *observe_hosts(self)],
            timeout_seconds=150,
        )
        self.operate_instance = function(
            "OperateInstance",
            name="operate-instance",
            description="EC2's mutating calls on one opted-in instance, errors under their AWS code",
            environment={
                "LEASE_TABLE": leases.table.table_name,
                "STATE_MACHINE_ARN": maintain_arn,
                "OBSERVE_DOCUMENT": OBSERVE_DOCUMENT,
                "OBSERVE_DOCUMENT_HASH": observe_document_hash,
                "TOPIC_ARN": notifications.topic.topic_arn,
                "DOCS_URL": configuration.docs_url,
            },
            statements=[
                read_instances(),
                read_protection(self),
                leases.read_one_statement(),
                see_owner(self),
                *read_proofs(self),
                *operate_instances(self),
                *start_rights(configuration),
                *snapshot_data_volumes(self),
                leases.record_stops_statement(),
                notifications.publish_statement(),
            ],
            timeout_seconds=60,
        )
        self.pool_volumes = function(
            "PoolVolumes",
            name="pool-volumes",
            description="Takes the pool's EBS volumes off a node whose Windows never comes up, and brings them back",
            environment={
                "LEASE_TABLE": leases.table.table_name,
                "STATE_MACHINE_ARN": maintain_arn,
                "TOPIC_ARN": notifications.topic.topic_arn,
                "DOCS_URL": configuration.docs_url,
                "APPROVERS": approvers,
            },
            statements=[
                read_instances(),
                iam.PolicyStatement(
                    sid="ReadStatusAndVolumes",
                    actions=["ec2:DescribeInstanceStatus", "ec2:DescribeVolumes"],
                    resources=["*"],
                ),
                read_agents(),
                read_document_runs(self),
                leases.read_one_statement(),
                see_calls(self),
                *change_protection(self, "Protect", on_only=False),
                *on_managed_nodes(self, "Stop", ["ec2:StopInstances"], "ec2:ResourceTag"),
                *move_pool_volumes(self),
                *volume_key_rights(configuration),
                leases.record_stops_statement(),
                notifications.publish_statement(),
            ],
            timeout_seconds=60,
        )
        self.swap_throughput = function(
            "SwapThroughput",
            name="swap-throughput",
            description="Raises a Swap volume's throughput for the move of a cache, and puts it back later",
            environment={
                "LEASE_TABLE": leases.table.table_name,
                "STATE_MACHINE_ARN": maintain_arn,
                "TOPIC_ARN": notifications.topic.topic_arn,
                "DOCS_URL": configuration.docs_url,
            },
            statements=[
                read_instances(),
                read_ebs(),
                leases.read_statement(),
                leases.read_one_statement(),
                see_calls(self),
                modify_swap_volumes(self),
                leases.record_volumes_statement(),
                notifications.publish_statement(),
            ],
            timeout_seconds=30,
            asynchronous=True,
        )
        self.ingest = function(
            "Ingest",
            name="ingest",
            description="Turns an AWS event into at most one maintain-replica execution",
            environment={
                "STATE_MACHINE_ARN": maintain_arn,
                "TOPIC_ARN": notifications.topic.topic_arn,
                "DOCS_URL": configuration.docs_url,
                "LEASE_TABLE": leases.table.table_name,
                "OWN_ROLE_ARNS": f"{self.operate_instance.role.role_arn},{self.pool_volumes.role.role_arn}",
                "MODE_PARAMETER": MODE_PARAMETER,
            },
            statements=[
                mode.read_statement(),
                leases.record_told_statement(),
                read_instances(),
                read_protection(self),
                leases.read_statement(),
                leases.read_stops_statement(),
                iam.PolicyStatement(sid="StartWorkflow", actions=["states:StartExecution"], resources=[maintain_arn]),
                notifications.publish_statement(),
            ],
            timeout_seconds=60,
            asynchronous=True,
        )
        self.lease = function(
            "Lease",
            name="lease",
            description="One lease per cluster with a fencing token; saved replica modes live beside it",
            environment={
                "LEASE_TABLE": leases.table.table_name,
                "STATE_MACHINE_ARN": maintain_arn,
                "MODE_PARAMETER": MODE_PARAMETER,
            },
            statements=[
                mode.read_statement(),
                leases.use_statement(),
                leases.read_statement(),
                see_owners(self),
                *end_host_work(self),
            ],
            timeout_seconds=120,
        )
        self.document_lease = function(
            "DocumentLease",
            name=DOCUMENT_LEASE,
            description="The lease for a document that a person started for a single act, while that runs",
            environment={
                "LEASE_TABLE": leases.table.table_name,
                "STATE_MACHINE_ARN": maintain_arn,
                "OBSERVE_DOCUMENT": OBSERVE_DOCUMENT,
                "MODE_PARAMETER": MODE_PARAMETER,
            },
            statements=[
                mode.read_statement(),
                read_versions(self),
                leases.use_statement(),
                leases.read_statement(),
                leases.read_stops_and_computers_statement(),
                see_owners(self),
                *end_host_work(self),
                read_instances(),
                read_volumes(),
                read_protection(self),
                read_agents(),
                *observe_hosts(self),
            ],
            timeout_seconds=180,
        )
        self.janitor = function(
            "Janitor",
            name="janitor",
            description="Cleans up behind an execution that ended without releasing its lease",
            environment={
                "LEASE_TABLE": leases.table.table_name,
                "STATE_MACHINE_ARN": maintain_arn,
                "TOPIC_ARN": notifications.topic.topic_arn,
                "DOCS_URL": configuration.docs_url,
                "MODE_PARAMETER": MODE_PARAMETER,
                "OBSERVE_DOCUMENT": OBSERVE_DOCUMENT,
                "APPROVERS": approvers,
            },
            statements=[
                mode.read_statement(),
                leases.release_statement(),
                leases.record_ended_statement(),
                leases.read_consents_statement(),
                leases.read_statement(),
                read_instances(),
                read_protection(self),
                *change_protection(self, "Protect", on_only=True),
                notifications.publish_statement(),
                iam.PolicyStatement(sid="StartWorkflow", actions=["states:StartExecution"], resources=[maintain_arn]),
                see_owners(self),
                *end_host_work(self),
                *observe_hosts(self),
            ],
            timeout_seconds=300,
            asynchronous=True,
        )
        self.sweep = function(
            "Sweep",
            name="sweep",
            description="Looks at every node and lease every 15 minutes, whatever events got lost",
            environment={
                "LEASE_TABLE": leases.table.table_name,
                "STATE_MACHINE_ARN": maintain_arn,
                "TOPIC_ARN": notifications.topic.topic_arn,
                "DOCS_URL": configuration.docs_url,
                "OBSERVE_DOCUMENT": OBSERVE_DOCUMENT,
                "JANITOR_FUNCTION": self.janitor.function.function_name,
                "SWAP_THROUGHPUT_FUNCTION": self.swap_throughput.function.function_name,
                "MODE_PARAMETER": MODE_PARAMETER,
            },
            statements=[
                mode.read_statement(),
                leases.read_statement(),
                leases.read_records_statement(),
                leases.record_told_statement(),
                leases.record_away_statement(),
                read_instances(),
                read_protection(self),
                iam.PolicyStatement(sid="ReadMaintenance", actions=["ec2:DescribeInstanceStatus"], resources=["*"]),
                change_protection(self, "Protect", on_only=True)[0],
                read_agents(),
                *observe_hosts(self, opted_out_meanwhile=True),
                iam.PolicyStatement(sid="StartWorkflow", actions=["states:StartExecution"], resources=[maintain_arn]),
                iam.PolicyStatement(sid="FindBadEnds", actions=["states:ListExecutions"], resources=[maintain_arn]),
                see_owner(self),
                iam.PolicyStatement(
                    sid="CallJanitorAndSwapThroughput",
                    actions=["lambda:InvokeFunction"],
                    resources=[self.janitor.function.function_arn, self.swap_throughput.function.function_arn],
                ),
                notifications.publish_statement(),
            ],
            timeout_seconds=600,
            asynchronous=True,
        )

    @property
    def all(self) -> tuple[lambda_.Function, ...]:
        """Every function, for alarms."""
        handlers = (
            self.observe, self.decide, self.estimate, self.operate_instance, self.pool_volumes, self.swap_throughput,
            self.ingest, self.lease, self.document_lease, self.janitor, self.sweep,
        )  # fmt: skip
        return tuple(handler.function for handler in handlers)


def read_instances() -> iam.PolicyStatement:
    """A describing call of EC2 that knows no resource (Service Authorization Reference)."""
    return iam.PolicyStatement(sid="ReadInstances", actions=["ec2:DescribeInstances"], resources=["*"])


def read_ebs() -> iam.PolicyStatement:
    """How fast volumes and instance types are, and how volumes are being modified; no call knows a resource."""
    return iam.PolicyStatement(
        sid="ReadEbs",
        actions=["ec2:DescribeInstanceTypes", "ec2:DescribeVolumes", "ec2:DescribeVolumesModifications"],
        resources=["*"],
    )


def read_agents() -> iam.PolicyStatement:
    """Whether the nodes' agents answer; knows no resource either."""
    return iam.PolicyStatement(sid="ReadAgents", actions=["ssm:DescribeInstanceInformation"], resources=["*"])


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


def read_proofs(scope: Construct) -> list[iam.PolicyStatement]:
    """What one command reported, when it was sent, and what the document said that it ran."""
    document = cdk.Stack.of(scope).format_arn(service="ssm", resource="document", resource_name=OBSERVE_DOCUMENT)
    return [
        iam.PolicyStatement(
            sid="ReadProofs", actions=["ssm:GetCommandInvocation", "ssm:ListCommandInvocations"], resources=["*"]
        ),
        iam.PolicyStatement(sid="ReadObserveDocument", actions=["ssm:GetDocument"], resources=[document]),
    ]


def read_document_runs(scope: Construct) -> iam.PolicyStatement:
    """Which document a person started, when and for which instance: what consents follow from."""
    stack = cdk.Stack.of(scope)
    return iam.PolicyStatement(
        sid="ReadDocumentRuns",
        actions=["ssm:GetAutomationExecution"],
        resources=[stack.format_arn(service="ssm", resource="automation-execution", resource_name="*")],
    )


def read_versions(scope: Construct) -> iam.PolicyStatement:
    """Which version of a document for a single act is deployed."""
    stack = cdk.Stack.of(scope)
    return iam.PolicyStatement(
        sid="ReadVersions",
        actions=["ssm:DescribeDocument"],
        resources=[
            stack.format_arn(service="ssm", resource="document", resource_name=name) for name in sorted(ACT_DOCUMENTS)
        ],
    )


def see_owners(scope: Construct) -> iam.PolicyStatement:
    """Whether the execution that owns a lease still runs, and which call it had under way."""
    return iam.PolicyStatement(
        sid="SeeOwners",
        actions=["states:DescribeExecution", "states:GetExecutionHistory"],
        resources=[execution_arns(scope, MAINTAIN_REPLICA)],
    )


def instance_arns(scope: Construct) -> str:
    """ARN pattern of all instances of the stack's account and region."""
    return cdk.Stack.of(scope).format_arn(service="ec2", resource="instance", resource_name="*")


def read_protection(scope: Construct) -> iam.PolicyStatement:
    """Permission to read an instance's stop protection."""
    return iam.PolicyStatement(
        sid="ReadProtection", actions=["ec2:DescribeInstanceAttribute"], resources=[instance_arns(scope)]
    )


def observe_hosts(scope: Construct, *, opted_out_meanwhile: bool = False) -> list[iam.PolicyStatement]:
    """Permission to run the observing document, and no other, on opted-in nodes.

    `opted_out_meanwhile`: also on those that an operation still holds.
    """
    stack = cdk.Stack.of(scope)
    nodes = on_managed_nodes if opted_out_meanwhile else on_opted_in_nodes
    return [
        iam.PolicyStatement(
            sid="SendObserve",
            actions=["ssm:SendCommand"],
            resources=[stack.format_arn(service="ssm", resource="document", resource_name=OBSERVE_DOCUMENT)],
        ),
        *nodes(scope, "ObserveNodes", ["ssm:SendCommand"], "ssm:resourceTag"),
        iam.PolicyStatement(sid="ReadVerdicts", actions=["ssm:GetCommandInvocation"], resources=["*"]),
    ]


def operate_instances(scope: Construct) -> list[iam.PolicyStatement]:
    """Protection, stop, start and our own tags, on opted-in nodes only."""
    return [
        *on_managed_nodes(
            scope,
            "Operate",
            ["ec2:StopInstances", "ec2:StartInstances"],
            "ec2:ResourceTag",
        ),
        *change_protection(scope, "Protect", on_only=False),
        *(
            _only_our_tags(statement)
            for statement in on_managed_nodes(scope, "Tag", ["ec2:CreateTags"], "ec2:ResourceTag")
        ),
    ]


def change_protection(scope: Construct, sid: str, *, on_only: bool) -> list[iam.PolicyStatement]:
    """Stop protection of opted-in nodes and no other attribute: user data is code [iam#modify-attribute-is-wide].

    The new value is compared only where EC2 supplies it: that it does for this attribute is concluded, not seen
    [iam#attribute-keys], and protection must go on either way.
    """
    statements = on_managed_nodes(scope, sid, ["ec2:ModifyInstanceAttribute"], "ec2:ResourceTag")
    for statement in statements:
        statement.add_condition("StringEqualsIgnoreCase", {"ec2:Attribute": "DisableApiStop"})
        if on_only:
            statement.add_condition("StringEqualsIgnoreCaseIfExists", {"ec2:Attribute/DisableApiStop": "true"})
    return statements


def _only_our_tags(statement: iam.PolicyStatement) -> iam.PolicyStatement:
    """The tags that we write and no other; none of them on a node that isn't opted in or in operation already."""
    statement.add_conditions(
        {
            "ForAllValues:StringEquals": {
                "aws:TagKeys": [
                    "cachewarden:state",
                    "cachewarden:last-operation",
                    "cachewarden:last-error",
                    "cachewarden:stop-proven",
                ]
            }
        }
    )
    return statement


def read_snapshots() -> iam.PolicyStatement:
    """IAM knows no resource of this action."""
    return iam.PolicyStatement(sid="FindSnapshots", actions=["ec2:DescribeSnapshots"], resources=["*"])


def read_volumes() -> iam.PolicyStatement:
    """What volumes there are, with their tags; EC2 can't narrow it down."""
    return iam.PolicyStatement(sid="ReadVolumes", actions=["ec2:DescribeVolumes"], resources=["*"])


def snapshot_data_volumes(scope: Construct) -> list[iam.PolicyStatement]:
    """Snapshots of an opted-in node's volumes before a rebuild; they carry our tags from the beginning."""
    stack = cdk.Stack.of(scope)
    snapshots = stack.format_arn(service="ec2", account="", resource="snapshot", resource_name="*")
    volumes = stack.format_arn(service="ec2", resource="volume", resource_name="*")
    return [
        read_snapshots(),
        *on_managed_nodes(scope, "Snapshot", ["ec2:CreateSnapshots"], "ec2:ResourceTag"),
        iam.PolicyStatement(sid="SnapshotVolumes", actions=["ec2:CreateSnapshots"], resources=[volumes, snapshots]),
        iam.PolicyStatement(
            sid="TagNewSnapshots",
            actions=["ec2:CreateTags"],
            resources=[snapshots],
            conditions={"StringEquals": {"ec2:CreateAction": "CreateSnapshots"}},
        ),
    ]


def move_pool_volumes(scope: Construct) -> list[iam.PolicyStatement]:
    """Volumes that their owner has tagged as the pool's, and no other, off opted-in nodes and back.

    EC2 asks for the volume and for the instance (Service Authorization Reference).
    """
    stack = cdk.Stack.of(scope)
    actions = ["ec2:AttachVolume", "ec2:DetachVolume"]
    return [
        *on_managed_nodes(scope, "MoveVolumes", actions, "ec2:ResourceTag"),
        iam.PolicyStatement(
            sid="MovePoolVolumes",
            actions=actions,
            resources=[stack.format_arn(service="ec2", resource="volume", resource_name="*")],
            conditions={"StringEquals": {f"ec2:ResourceTag/{ROLE_TAG}": sorted(POOL_ROLES)}},
        ),
    ]


def modify_swap_volumes(scope: Construct) -> iam.PolicyStatement:
    """Volumes that their owner has tagged as a Swap volume, as long as they are gp3.

    IAM's reference doesn't say whether type and throughput are the present or the wanted ones: both fit
    [iam#modify-volume-keys].
    """
    return iam.PolicyStatement(
        sid="ModifySwapVolumes",
        actions=["ec2:ModifyVolume"],
        resources=[cdk.Stack.of(scope).format_arn(service="ec2", resource="volume", resource_name="*")],
        conditions={
            "StringEquals": {f"ec2:ResourceTag/{ROLE_TAG}": VolumeRole.SWAP.value},
            "StringEqualsIfExists": {"ec2:VolumeType": GP3},
            "NumericLessThanEqualsIfExists": {"ec2:VolumeThroughput": str(GP3_LARGEST_MIB)},
        },
    )


def on_opted_in_nodes(scope: Construct, sid: str, actions: list[str], tag_key: str) -> list[iam.PolicyStatement]:
    """`actions` on instances that are opted in.

    `tag_key` is the service's condition key for tags of the resource, without the tag.
    """
    return [
        iam.PolicyStatement(
            sid=f"{sid}OptedIn",
            actions=actions,
            resources=[instance_arns(scope)],
            conditions={"StringEquals": {f"{tag_key}/cachewarden:managed": "true"}},
        )
    ]


def on_disposable_nodes(scope: Construct, sid: str, actions: list[str], tag_key: str) -> list[iam.PolicyStatement]:
    """`actions` on instances that are tagged as disposable and that nobody has opted in."""
    return [
        iam.PolicyStatement(
            sid=f"{sid}Disposable",
            actions=actions,
            resources=[instance_arns(scope)],
            conditions={
                "StringEquals": {f"{tag_key}/{DISPOSABLE}": "true"},
                "Null": {f"{tag_key}/{MANAGED}": "true"},
            },
        )
    ]


def on_managed_nodes(scope: Construct, sid: str, actions: list[str], tag_key: str) -> list[iam.PolicyStatement]:
    """`actions` on instances that are opted in, or that our running operation still holds [tags#state].

    `tag_key` as for `on_opted_in_nodes`.
    """
    return [
        *on_opted_in_nodes(scope, sid, actions, tag_key),
        iam.PolicyStatement(
            sid=f"{sid}InOperation",
            actions=actions,
            resources=[instance_arns(scope)],
            conditions={"StringEquals": {f"{tag_key}/cachewarden:state": "operating"}},
        ),
    ]


def end_host_work(scope: Construct) -> list[iam.PolicyStatement]:
    """Permission to end Automations and commands that an ended execution left behind."""
    stack = cdk.Stack.of(scope)
    return [
        iam.PolicyStatement(
            sid="EndAutomations",
            actions=["ssm:StopAutomationExecution", "ssm:GetAutomationExecution"],
            resources=[stack.format_arn(service="ssm", resource="automation-execution", resource_name="*")],
        ),
        iam.PolicyStatement(
            sid="EndCommands",
            actions=[
                "ssm:DescribeAutomationExecutions",
                "ssm:ListCommands",
                "ssm:CancelCommand",
            ],
            resources=["*"],
        ),
    ]
