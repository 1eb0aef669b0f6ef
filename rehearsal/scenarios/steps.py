"""Performs a story's steps: what people and AWS do from outside, one after the other or in the middle of things."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError

from rehearsal.aws.api.principal import PrincipalKind
from rehearsal.aws.ec2 import health
from rehearsal.aws.stepfunctions.execution_record import ExecutionRecord
from rehearsal.engines.asl.history import Event
from rehearsal.scenarios.cluster import OPT_IN_TAG, Cluster
from rehearsal.scenarios.host_installation import DATA_FOLDER, sealed_state
from rehearsal.scenarios.launched import data_volumes_of, swap_volume_of
from rehearsal.scenarios.story import Step, StepKind, StoryError
from rehearsal.world.storage.enumerations import Usage
from rehearsal.world.storage.pools import repair
from rehearsal.world.windows.system.services import StartMode

DOCS = Path(__file__).resolve().parents[2] / "docs"
FOREVER = "2099-01-01T00:00:00.000Z"
LOOKS_FOR_MAIL_S = 30
"""An approver answers a message: before it is sent there is nothing to answer."""


def perform(cluster: Cluster, step: Step) -> None:
    """A person does something; what they get to see, a refusal or a lost connection too, is in the trace."""
    for node in (step.node, *step.and_also):
        try:
            _perform_on(cluster, step, node)
        except ClientError as error:
            said = error.response["Error"]
            _refused(cluster, node, f"AWS refuses: {said['Code']}", said["Message"])
        except BotoCoreError as error:
            _refused(cluster, node, f"{step.by} gets no answer: {type(error).__name__}", str(error))


def _perform_on(cluster: Cluster, step: Step, node: str) -> None:
    world, instance = cluster.world, cluster.instance(node)
    person = cluster.account.person(step.by)
    ec2 = cluster.account.client("ec2", person)
    match step.kind:
        case StepKind.STOP:
            world.trace.record("person", "asks-stop", f"{step.by} asks EC2 to stop {node}", node=node)
            try:
                ec2.stop_instances(InstanceIds=[instance.id])
            except ClientError as error:
                said = error.response["Error"]
                _refused(cluster, node, f"EC2 refuses: {said['Code']}", said["Message"])
        case StepKind.START if instance.state.api_name != "stopped":
            pass  # it never stopped, or a person has started it already
        case StepKind.START:
            world.trace.record("person", "asks-start", f"{step.by} asks EC2 to start {node}", node=node)
            ec2.start_instances(InstanceIds=[instance.id])
        case StepKind.AUTOMATION:
            text = f"{step.by} starts {step.document} for {node}"
            world.trace.record("person", "starts-automation", text, node=node)
            given = {name: [value_of(cluster, value)] for name, value in step.parameters.items()}
            cluster.account.client("ssm", person).start_automation_execution(
                DocumentName=step.document, Parameters={"InstanceId": [instance.id], **given}
            )
        case StepKind.CHANGE_REQUEST:
            text = f"{step.by} files a change request for {step.document} for {node}"
            world.trace.record("person", "asks-change", text, node=node)
            given = {name: [value_of(cluster, value)] for name, value in step.parameters.items()}
            cluster.account.client("ssm", person).start_change_request_execution(
                DocumentName=step.template,
                ChangeRequestName=f"{step.document} for {node}",
                Runbooks=[{"DocumentName": step.document, "Parameters": {"InstanceId": [instance.id], **given}}],
            )
        case StepKind.MAINTENANCE_WINDOW if node != step.node:
            pass  # one window has them all for its targets
        case StepKind.MAINTENANCE_WINDOW:
            assert step.cutoff_minutes is not None, step
            cluster.account.maintenance_windows.open(
                json.loads((DOCS / "maintenance-window-task.json").read_text("utf-8")),
                targets=[cluster.instance(each).id for each in (step.node, *step.and_also)],
                role=cluster.account.person(
                    "window", json.loads((DOCS / "maintenance-window-policy.json").read_text("utf-8"))
                ),
                cutoff_s=60 * step.cutoff_minutes,
            )
        case StepKind.CANCEL:
            world.trace.record("person", "cancels", f"{step.by} cancels what runs for {node}", node=node)
            for execution in _running_for(cluster, instance.id):
                ssm = cluster.account.client("ssm", person)
                ssm.stop_automation_execution(AutomationExecutionId=execution)
        case StepKind.APPROVE | StepKind.REJECT:
            signal = "Approve" if step.kind is StepKind.APPROVE else "Reject"
            text = f"{step.by} answers {signal} to what is asked for {node}"
            world.trace.record("person", "answers", text, node=node)
            running = _running_for(cluster, instance.id)
            ssm = cluster.account.client("ssm", person)
            for request in _changes_waiting_for(cluster, instance.id):
                ssm.send_automation_signal(AutomationExecutionId=request, SignalType=signal)
            for execution in running:
                while cluster.account.automations.is_about_to_ask(execution):
                    world.clock.sleep(LOOKS_FOR_MAIL_S)
                ssm.send_automation_signal(AutomationExecutionId=execution, SignalType=signal)
        case StepKind.OPT_IN:
            world.trace.record("person", "opts-in", f"{step.by} opts {node} in", node=node)
            ec2.create_tags(Resources=[instance.id], Tags=[{"Key": OPT_IN_TAG, "Value": "true"}])
        case StepKind.SET_TAGS:
            assert step.tags is not None, step
            told = ", ".join(f"{key}={value}" for key, value in step.tags.items())
            world.trace.record("person", "sets-tags", f"{step.by} sets {told} on {node}", node=node)
            ec2.create_tags(Resources=[instance.id], Tags=[{"Key": k, "Value": v} for k, v in step.tags.items()])
        case StepKind.CACHE_DISK_DIES:
            text = f"the NVMe disk with the write cache of {node} dies"
            world.trace.record("fault", "disk-dies", text, node=node)
            storage = cluster.hosts[node].storage
            members = [member for pool in storage.pools.values() for member in pool.members.values()]
            (cache,) = (member.device for member in members if member.usage is Usage.JOURNAL)
            dying = world.clock.spawn(f"{node} disk", lambda: repair.lose(storage, cache, destroyed=True))
            world.clock.run_until(lambda: not dying.alive)
            dying.join()
        case StepKind.HEALTH_NOTICE:
            assert step.notice is not None, step
            ahead = health.AHEAD if step.ahead_hours is None else timedelta(hours=step.ahead_hours)
            health.announce(world, instance, step.notice, ahead=ahead)
        case StepKind.TERMINATE:
            world.trace.record("ec2", "terminates", f"{node} is terminated", node=node)
            instance.terminate()
        case StepKind.RESIZE:
            text = f"{step.by} asks EC2 to make {node} an {step.instance_type}"
            world.trace.record("person", "asks-type", text, node=node)
            ec2.modify_instance_attribute(InstanceId=instance.id, InstanceType={"Value": step.instance_type})
        case StepKind.EVICT:
            cluster.failover_cluster.evict(node)
        case StepKind.SHUT_DOWN if not cluster.hosts[node].up:
            pass  # Windows doesn't run
        case StepKind.SHUT_DOWN:
            text = f"a person shuts Windows down on {node}"
            world.trace.record("person", "shuts-down", text, node=node)
            cluster.hosts[node].shut_down_from_inside()
        case StepKind.REBOOT if not cluster.hosts[node].up:
            pass
        case StepKind.REBOOT:
            world.trace.record("person", "reboots", f"Windows restarts on {node}", node=node)
            cluster.hosts[node].reboot()
        case StepKind.DISABLE_SQL_SERVER:
            text = f"{step.by} disables SQL Server on {node}"
            world.trace.record("person", "disables-sql-server", text, node=node)
            services = cluster.hosts[node].services
            stopping = world.clock.spawn(f"{node} sql", lambda: services.stop(services["MSSQLSERVER"], force=True))
            world.clock.run_until(lambda: not stopping.alive)
            stopping.join()
            for name in ("MSSQLSERVER", "SQLSERVERAGENT"):
                services[name].start_mode = StartMode.DISABLED
        case StepKind.SEND_COMMAND:
            text = f"{step.by} sends {step.document} to {node}"
            world.trace.record("person", "sends-command", text, node=node)
            cluster.account.client("ssm", person).send_command(
                DocumentName=step.document,
                InstanceIds=[instance.id],
                Parameters=_given(cluster, step),
            )
        case StepKind.SET_CLOCK:
            assert step.minutes_fast is not None, step
            cluster.hosts[node].set_clock_behind(-60.0 * step.minutes_fast)
        case StepKind.FORGE_TOKEN:
            text = f"an administrator of {node} writes token {step.token} into its record"
            world.trace.record("person", "forges-token", text, node=node)
            record: dict[str, object] = {
                "v": 1,
                "highest": step.token,
                "clusterKey": None,
                "operationUntil": FOREVER,
                "actions": [],
            }
            cluster.hosts[node].files.write_bytes(DATA_FOLDER + r"\token.json", sealed_state(record))


def value_of(cluster: Cluster, text: str) -> str:
    """What a person gives a document: ids, which no story can know, are looked up as a person does it.

    Raises `StoryError` for words in braces that stand for nothing, or for a node that isn't there.
    """
    if text in cluster.instances or text in cluster.launched:
        return cluster.instance(text).id
    found = _STANDS_FOR.fullmatch(text)
    if found is None:
        return text
    words = found[1]
    if words in OF_ALL:
        return OF_ALL[words](cluster)
    of_one, _, node = words.rpartition(" ")
    if of_one not in OF_ONE or not (node in cluster.instances or node in cluster.launched):
        known = ", ".join((*(f"{{{each}}}" for each in OF_ALL), *(f"{{{each} <node>}}" for each in OF_ONE)))
        raise StoryError(f"{text} stands for nothing here; expected one of {known}, with a node of the story")
    return OF_ONE[of_one](cluster, node)


def _groups(cluster: Cluster) -> str:
    return ",".join(group.id for group in cluster.failover_cluster.groups.values())


def _replicas(cluster: Cluster) -> str:
    groups = cluster.failover_cluster.groups.values()
    return ",".join(replica.id for group in groups for replica in group.replicas.values())


def _automatic_modes(cluster: Cluster) -> str:
    return ",".join(
        f"{group.id}/{replica.id}/{replica.availability_mode.value}/0"
        for group in cluster.failover_cluster.groups.values()
        for replica in group.replicas.values()
    )


def _databases(cluster: Cluster) -> str:
    groups = cluster.failover_cluster.groups.values()
    return ",".join(f"{group.id}/{database.id}" for group in groups for database in group.databases.values())


def _replicas_on(cluster: Cluster, node: str) -> str:
    found = [replica for group in cluster.failover_cluster.groups.values() for replica in group.replicas.values()]
    return ",".join(each.id for each in found if cluster.failover_cluster.node_of(each.server) == node)


_STANDS_FOR = re.compile(r"\{([^{}]+)\}")
OF_ALL: Mapping[str, Callable[[Cluster], str]] = {
    "groups": _groups,
    "replicas": _replicas,
    "automatic modes": _automatic_modes,
    "databases": _databases,
}
"""Words in braces that stand for the ids of all of them in the cluster, with commas between."""
OF_ONE: Mapping[str, Callable[[Cluster, str], str]] = {
    "replicas on": _replicas_on,
    "data volumes of": lambda cluster, node: data_volumes_of(cluster.instance(node)),
    "Swap volume of": lambda cluster, node: swap_volume_of(cluster.instance(node)),
}
"""Words in braces before the name of a node: the ids of its own."""


def _running_for(cluster: Cluster, instance_id: str) -> list[str]:
    """Ids of the Automations that people started for the instance and that haven't ended."""
    return [
        execution.id
        for execution in cluster.account.automations.executions.values()
        if execution.ended is None
        and execution.caller.kind is PrincipalKind.USER
        and execution.given.get("InstanceId") == [instance_id]
    ]


def _changes_waiting_for(cluster: Cluster, instance_id: str) -> list[str]:
    """Ids of the unanswered change requests for the instance."""
    waiting = cluster.account.change_requests.waiting.values()
    return [each.id for each in waiting if each.parameters.get("InstanceId") == [instance_id]]


def _refused(cluster: Cluster, node: str, text: str, why: str) -> None:
    cluster.world.trace.record("ec2", "refused", text, node=node, why=why)


class Overlaps:
    """The steps that don't wait until nothing is under way: each comes at its own instant, once."""

    def __init__(self, cluster: Cluster, machine: str) -> None:
        self._cluster = cluster
        self._machine = machine
        self._waiting: list[Step] = []
        self._under_way = 0

    def plan(self, steps: Sequence[Step]) -> None:
        """The step before them is about to be performed. One whose `delay` is its only condition is timed from now."""
        self.end()
        for step in steps:
            if step.when is None:
                self._later(step)
            else:
                self._waiting.append(step)

    def observe(self, record: ExecutionRecord, event: Event) -> None:
        """Called for every history event of every execution."""
        if not self._waiting or record.machine.name != self._machine or not event.type.endswith("StateEntered"):
            return
        for step in [step for step in self._waiting if step.when == event.state]:
            self._waiting.remove(step)
            self._later(step)

    def waits(self) -> bool:
        """Whether a step is still to come at an instant that is fixed."""
        return self._under_way > 0

    def end(self) -> None:
        """What still waits for its state is never performed, and the trace says so."""
        for step in self._waiting:
            text = f"{step.kind} {step.node} was to come at {step.when}, which was never entered"
            self._cluster.world.trace.record("story", "never-performed", text, node=step.node)
        self._waiting.clear()

    def _later(self, step: Step) -> None:
        clock = self._cluster.world.clock
        self._under_way += 1

        def act() -> None:
            perform(self._cluster, step)
            self._under_way -= 1

        clock.call_later(step.delay or 0.0, lambda: clock.spawn(f"{step.by} ({step.kind})", act))


def _given(cluster: Cluster, step: Step) -> dict[str, list[str]]:
    """The step's parameters; a time that the host accepts where the document asks for one and the story names none."""
    document = cluster.account.documents.by_name[str(step.document)].versions[-1]
    until = cluster.world.clock.now() + timedelta(minutes=5)
    asked = {"NotAfter": until.strftime("%Y-%m-%dT%H:%M:%SZ")} if "NotAfter" in document.parameters else {}
    return {name: [value] for name, value in {**asked, **step.parameters}.items()}
