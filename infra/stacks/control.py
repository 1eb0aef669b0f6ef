"""What watches, decides and acts."""

from collections.abc import Collection, Iterable, Mapping

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from constructs import Construct

from cachewarden.operation.act_documents import ACT_DOCUMENTS, WITHOUT_LEASE
from cachewarden.operation.actions import HOST_ACTIONS
from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.document_hash import document_hash
from cachewarden.operation.host_commands import ACT_MACHINE, OBSERVE_DOCUMENT, documents_of
from infra.configuration import Configuration
from infra.constructs.automations import Automations
from infra.constructs.change_templates import ChangeTemplates
from infra.constructs.functions import DOCUMENT_LEASE, Functions
from infra.constructs.iam_names import assume_role_arn
from infra.constructs.lease_table import LeaseTable
from infra.constructs.notifications import Notifications, topic_arn
from infra.constructs.operation_alarms import OperationAlarms
from infra.constructs.ops_items import OpsItems
from infra.constructs.people_policies import PeoplePolicies
from infra.constructs.queue_alarms import QueueAlarms, queues_in
from infra.constructs.rights.nodes import document_arns, on_managed_nodes
from infra.constructs.rules import SWEEP_MINUTES, Rules
from infra.constructs.stop_trail import StopTrail
from infra.constructs.workflow import MAINTAIN_REPLICA, Workflow, execution_arns, machine_arn
from infra.documents.builder import BuiltDocument, build_documents
from infra.documents.change_templates import build_change_templates
from infra.documents.names import function_name

INSTALL_HOST = "CacheWarden-InstallHost"
"""People's document whose commands the workflow runs, too: on a node that has another version's bundle."""


class ControlStack(cdk.Stack):
    """Functions, machines, Automation documents and rules; the lease table and the topic that they share."""

    def __init__(self, scope: Construct, construct_id: str, *, description: str, configuration: Configuration) -> None:
        # Without CacheWarden a refused stop stays refused and nobody is told: it isn't taken off by mistake.
        super().__init__(scope, construct_id, description=description, termination_protection=True)
        arn = configuration.at_rest_key_arn
        # The key's policy is its owner's: no deployment writes it (docs/key-policy.json).
        key = None if arn is None else kms.Key.from_key_arn(self, "AtRestKey", arn)
        leases = LeaseTable(self, "Leases", kept=configuration.keeps_lease_table, key=key)
        notifications = Notifications(self, "Notifications", configuration=configuration, key=key)
        documents = build_documents(
            {
                "MAINTAIN_REPLICA_ARN": machine_arn(self, MAINTAIN_REPLICA),
                "DOCUMENT_LEASE_FUNCTION": function_name(DOCUMENT_LEASE),
                "TOPIC_ARN": topic_arn(self),
                "APPROVERS": list(configuration.consent_approvers),
                "ASSUME_ROLE_ARN": assume_role_arn,
                "DOCS_URL": configuration.docs_url,
            }
        )
        installing = _commands_of(documents[INSTALL_HOST])
        acts = {command for action in HOST_ACTIONS for command in documents_of(action)}
        by_people = {command for name in (*ACT_DOCUMENTS, *WITHOUT_LEASE) for command in _commands_of(documents[name])}
        functions = Functions(
            self,
            "Functions",
            configuration=configuration,
            key=key,
            leases=leases,
            notifications=notifications,
            sent=_deployed(documents, {OBSERVE_DOCUMENT, *acts, *installing}),
            by_people=_deployed(documents, {OBSERVE_DOCUMENT, *by_people}),
        )
        self.breaking_glass = [document for document in documents.values() if document.breaks_glass]
        """For a stack of their own, which comes after this one."""
        kept = [document for document in documents.values() if not document.breaks_glass]
        automations = Automations(self, "Automations", documents=kept)
        act_on_host = Workflow(
            self,
            "ActOnHost",
            stem="act_on_host",
            description="Runs the commands of one act on hosts and gives back what they answered",
            substitutions={},
            statements=self._send_commands({*acts, *installing}),
            configuration=configuration,
        )
        # During a deployment decide says which version is sent before the machine expects to be told.
        act_on_host.node.add_dependency(functions.decide.function, functions.observe.function)
        maintain_replica = Workflow(
            self,
            "MaintainReplica",
            stem="maintain_replica",
            description="Observe, decide, act, until the goal is reached or a person is needed",
            substitutions={
                "ObserveFunctionArn": functions.observe.function.function_arn,
                "DecideFunctionArn": functions.decide.function.function_arn,
                "OperateInstanceFunctionArn": functions.operate_instance.function.function_arn,
                "PoolVolumesFunctionArn": functions.pool_volumes.function.function_arn,
                "InstanceTypeFunctionArn": functions.instance_type.function.function_arn,
                "SwapThroughputFunctionArn": functions.swap_throughput.function.function_arn,
                "LeaseFunctionArn": functions.lease.function.function_arn,
                "ActOnHostStateMachineArn": act_on_host.arn,
                "InstallHostDocuments": " ".join(installing),
                "TopicArn": notifications.topic.topic_arn,
                "DocsUrl": configuration.docs_url,
            },
            statements=[
                iam.PolicyStatement(
                    sid="CallFunctions",
                    actions=["lambda:InvokeFunction"],
                    resources=[
                        handler.function.function_arn
                        for handler in (
                            functions.observe,
                            functions.decide,
                            functions.operate_instance,
                            functions.pool_volumes,
                            functions.instance_type,
                            functions.swap_throughput,
                            functions.lease,
                        )
                    ],
                ),
                *self._run_children(act_on_host),
                *notifications.tell_statements(),
            ],
            configuration=configuration,
        )
        if configuration.people_policies:
            PeoplePolicies(self, "People", documents=documents.values(), leases=leases)
        changes = (
            build_change_templates(documents.values(), configuration.change_approvers, notifications.topic.topic_arn)
            if configuration.change_approvers
            else {}
        )
        ChangeTemplates(self, "ChangeTemplates", templates=changes, topic=notifications.topic)
        Rules(
            self,
            "Rules",
            functions=functions,
            documents=[*automations.single_acts, *automations.approvals],
            change_templates=list(changes),
            key=key,
        )
        if configuration.ops_items:
            OpsItems(self, "OpsItems")
        if configuration.create_trail:
            StopTrail(self, "StopTrail", configuration=configuration)
        QueueAlarms(self, "Unhandled", topic=notifications.topic, queues=queues_in(self))
        OperationAlarms(
            self,
            "Operations",
            topic=notifications.topic,
            workflow=maintain_replica.machine,
            functions=functions.all,
            sweep_minutes=SWEEP_MINUTES,
        )
        cdk.CfnOutput(
            self, "TopicArn", value=notifications.topic.topic_arn, description="Subscribe here to learn what happened"
        )
        cdk.CfnOutput(
            self,
            "TrailProof",
            value=f"aws lambda invoke --function-name {function_name('sweep')} "
            """--cli-binary-format raw-in-base64-out --payload '{"look": "trails"}' /dev/stdout""",
            description="Says whether a CloudTrail trail logs refused stops, without which they begin nothing",
        )

    def _send_commands(self, sent: Collection[str]) -> list[iam.PolicyStatement]:
        """Every act on every managed node [security#act-on-host]."""
        return [
            iam.PolicyStatement(
                sid="SendHostCommand", actions=["ssm:SendCommand"], resources=document_arns(self, sent)
            ),
            *on_managed_nodes(self, "Nodes", ["ssm:SendCommand"], "ssm:resourceTag"),
            iam.PolicyStatement(
                sid="FollowCommand", actions=["ssm:GetCommandInvocation", "ssm:ListCommands"], resources=["*"]
            ),
        ]

    def _run_children(self, child: Workflow) -> list[iam.PolicyStatement]:
        return [
            iam.PolicyStatement(sid="StartChild", actions=["states:StartExecution"], resources=[child.arn]),
            iam.PolicyStatement(
                sid="FollowChild",
                actions=["states:DescribeExecution", "states:StopExecution"],
                resources=[execution_arns(self, ACT_MACHINE)],
            ),
            iam.PolicyStatement(
                sid="WatchChild",  # how .sync waits: a managed rule of that name (Step Functions developer guide)
                actions=["events:PutTargets", "events:PutRule", "events:DescribeRule"],
                resources=[
                    self.format_arn(
                        service="events",
                        resource="rule",
                        resource_name="StepFunctionsGetEventsForStepFunctionsExecutionRule",
                    )
                ],
            ),
        ]


def _deployed(documents: Mapping[str, BuiltDocument], names: Iterable[str]) -> DeployedDocuments:
    return DeployedDocuments(hashes={name: document_hash(documents[name].content) for name in names})


def _commands_of(document: BuiltDocument) -> list[str]:
    """The Command documents that an Automation document runs, in its order."""
    return [
        step["inputs"]["DocumentName"] for step in document.content["mainSteps"] if step["action"] == "aws:runCommand"
    ]
