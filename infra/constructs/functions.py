"""All Lambda functions, each with just the permissions that its work needs."""

from functools import partial

from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.host_commands import OBSERVE_DOCUMENT
from cachewarden.operation.policy import NOTHING_LISTED
from infra.configuration import Configuration
from infra.constructs.handler_function import HandlerFunction, powertools_layer_arn
from infra.constructs.lease_table import LeaseTable
from infra.constructs.mode import MODE_PARAMETER, ModeParameter
from infra.constructs.notifications import Notifications
from infra.constructs.rights.executions import (
    end_host_work,
    find_document_runs,
    read_document_runs,
    read_proofs,
    read_versions,
    see_calls,
    see_owner,
    see_owners,
)
from infra.constructs.rights.nodes import (
    change_instance_type,
    change_protection,
    observe_hosts,
    on_managed_nodes,
    operate_instances,
    put_maintenance_off,
    read_agents,
    read_calendars,
    read_command_documents,
    read_instances,
    read_protection,
    read_sent_documents,
    read_wanted_types,
)
from infra.constructs.rights.preflight import read_alarms, read_maintenance, read_trails
from infra.constructs.rights.start import (
    read_start_needs,
    start_rights,
    volume_key_rights,
)
from infra.constructs.rights.volumes import (
    delete_rebuild_snapshots,
    mark_swap_volumes,
    modify_swap_volumes,
    move_pool_volumes,
    read_ebs,
    read_snapshots,
    read_volumes,
    snapshot_data_volumes,
)
from infra.constructs.workflow import MAINTAIN_REPLICA, machine_arn

DEPLOYED = "DEPLOYED_DOCUMENTS"
DOCUMENT_LEASE = "document-lease"
ESTIMATE = "estimate"


class Functions(Construct):
    """All of them: ingest, observe, decide, estimate, operate-instance, pool-volumes, instance-type, swap-throughput,
    lease, document-lease, janitor and sweep."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        configuration: Configuration,
        key: kms.IKey | None,
        leases: LeaseTable,
        notifications: Notifications,
        sent: DeployedDocuments,
        by_people: DeployedDocuments,
    ) -> None:
        """Documents that are deployed along: `sent` by the workflow, `by_people` those of their single acts.

        No other version of them is sent or proves anything. Both have that by which hosts are observed.
        """
        super().__init__(scope, construct_id)
        layer = lambda_.LayerVersion.from_layer_version_arn(
            self, "Powertools", powertools_layer_arn(self, configuration)
        )
        maintain_arn = machine_arn(self, MAINTAIN_REPLICA)
        mode = ModeParameter(self, "Mode")
        approvers = ",".join(configuration.consent_approvers) or NOTHING_LISTED

        observing = {DEPLOYED: sent.only([OBSERVE_DOCUMENT]).text}

        function = partial(HandlerFunction, self, layer=layer, configuration=configuration, key=key)

        self.observe = function(
            "Observe",
            name="observe",
            description="Asks EC2 and every node of the cluster what is true now; changes nothing",
            environment={
                DEPLOYED: sent.text,
                "LEASE_TABLE": leases.table.table_name,
                "ONLINE_BUILDS": ",".join(configuration.online_builds) or NOTHING_LISTED,
                "APPROVERS": approvers,
                "KMS_KEYS": ",".join(configuration.kms_key_arns) or NOTHING_LISTED,
                "LICENCES": ",".join(configuration.license_configuration_arns) or NOTHING_LISTED,
            },
            statements=[
                read_instances(),
                read_protection(self),
                leases.read_stops_and_consents_statement(),
                read_agents(),
                *observe_hosts(self, opted_out_meanwhile=True),
                read_sent_documents(self, sent),
                read_document_runs(self),
                read_snapshots(),
                read_volumes(),
                read_wanted_types(),
                read_ebs(),
                read_alarms(self),
                read_maintenance(),
                *read_trails(self),
                *read_start_needs(self, configuration),
                leases.read_volumes_statement(),
            ],
            timeout_seconds=180,
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
            environment={
                **observing,
                "DOCS_URL": configuration.docs_url,
                "LEASE_TABLE": leases.table.table_name,
            },
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
                **observing,
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
                leases.record_snapshots_statement(),
                leases.record_stops_statement(),
                *notifications.tell_statements(),
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
                *notifications.tell_statements(),
            ],
            timeout_seconds=60,
        )
        self.instance_type = function(
            "InstanceType",
            name="instance-type",
            description="Gives a stopped node another instance type, and can change nothing else",
            environment={
                "LEASE_TABLE": leases.table.table_name,
                "STATE_MACHINE_ARN": maintain_arn,
                "TOPIC_ARN": notifications.topic.topic_arn,
                "DOCS_URL": configuration.docs_url,
            },
            statements=[
                read_instances(),
                read_protection(self),
                leases.read_one_statement(),
                see_calls(self),
                *change_instance_type(self),
                leases.record_refused_calls_statement(),
                *notifications.tell_statements(),
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
                mark_swap_volumes(self),
                leases.record_volumes_statement(),
                *notifications.tell_statements(),
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
                read_calendars(self),
                leases.record_told_statement(),
                read_instances(),
                read_protection(self),
                leases.read_statement(),
                leases.read_stops_statement(),
                see_owner(self),
                iam.PolicyStatement(sid="StartWorkflow", actions=["states:StartExecution"], resources=[maintain_arn]),
                *notifications.tell_statements(),
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
                read_document_runs(self),
                notifications.put_events_statement(),
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
                DEPLOYED: by_people.text,
                "MODE_PARAMETER": MODE_PARAMETER,
                "DOCS_URL": configuration.docs_url,
            },
            statements=[
                mode.read_statement(),
                read_versions(self),
                read_command_documents(self),
                leases.use_statement(),
                leases.read_statement(),
                leases.read_stops_and_computers_statement(),
                see_owners(self),
                *end_host_work(self),
                read_document_runs(self),
                read_instances(),
                read_volumes(),
                read_protection(self),
                read_agents(),
                *observe_hosts(self),
                *snapshot_data_volumes(self),
                leases.record_snapshots_statement(),
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
                **observing,
                "APPROVERS": approvers,
            },
            statements=[
                mode.read_statement(),
                leases.release_statement(),
                leases.record_ended_statement(),
                leases.record_told_statement(),
                leases.read_consents_statement(),
                leases.read_statement(),
                read_instances(),
                read_protection(self),
                *change_protection(self, "Protect", on_only=True),
                *notifications.tell_statements(),
                iam.PolicyStatement(sid="StartWorkflow", actions=["states:StartExecution"], resources=[maintain_arn]),
                see_owners(self),
                *end_host_work(self),
                read_document_runs(self),
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
                **observing,
                "JANITOR_FUNCTION": self.janitor.function.function_name,
                "SWAP_THROUGHPUT_FUNCTION": self.swap_throughput.function.function_name,
                "SNAPSHOTS_KEPT_DAYS": str(configuration.rebuild_snapshot_days),
                "MODE_PARAMETER": MODE_PARAMETER,
            },
            statements=[
                mode.read_statement(),
                read_calendars(self),
                leases.read_statement(),
                leases.read_records_statement(),
                leases.record_told_statement(),
                leases.record_away_statement(),
                leases.forget_snapshots_statement(),
                read_snapshots(),
                delete_rebuild_snapshots(self),
                read_instances(),
                read_volumes(),
                read_protection(self),
                read_maintenance(),
                *put_maintenance_off(self),
                change_protection(self, "Protect", on_only=True)[0],
                *read_trails(self),
                read_agents(),
                *observe_hosts(self, opted_out_meanwhile=True),
                iam.PolicyStatement(sid="StartWorkflow", actions=["states:StartExecution"], resources=[maintain_arn]),
                iam.PolicyStatement(sid="FindBadEnds", actions=["states:ListExecutions"], resources=[maintain_arn]),
                see_owner(self),
                find_document_runs(),
                read_document_runs(self),
                iam.PolicyStatement(
                    sid="CallJanitorAndSwapThroughput",
                    actions=["lambda:InvokeFunction"],
                    resources=[self.janitor.function.function_arn, self.swap_throughput.function.function_arn],
                ),
                *notifications.tell_statements(),
            ],
            timeout_seconds=600,
            asynchronous=True,
        )

    @property
    def all(self) -> tuple[lambda_.Function, ...]:
        """Every function, for alarms."""
        handlers = (
            self.observe, self.decide, self.estimate, self.operate_instance, self.pool_volumes, self.instance_type,
            self.swap_throughput, self.ingest, self.lease, self.document_lease, self.janitor, self.sweep,
        )  # fmt: skip
        return tuple(handler.function for handler in handlers)
