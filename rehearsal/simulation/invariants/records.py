"""What a message claims of an operation's own acts and records, and what it leaves out of them, as it leaves."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from rehearsal.aws.stepfunctions.execution_record import ExecutionRecord
from rehearsal.scenarios.cluster import Cluster
from rehearsal.simulation.workflow_log import DECIDED, WORKFLOW
from rehearsal.world.sql.groups.group import AvailabilityGroup

LEASES = "cachewarden-leases"
UNCHANGED = re.compile(
    r"^Is my data safe\? [^\n]*[Nn]othing was changed(?: by this request)?(?! but| by)|came too late, nothing done",
    re.MULTILINE,
)
CHANGE_NOTHING = frozenset({"AcquireLease", "CheckRights"})
"""Acts after which nothing is otherwise than before."""
IN_SERVICE = re.compile(r"\A[^\n]* is (?:back )?in service")
WANTED_TYPE = "with the instance type that was asked for"
SNAPSHOTS = re.compile(r"snapshots, begun with its cache on EBS, hold all its volumes: ([^\n]*)")
CONSENT = re.compile(
    r"^Consent: '[\w-]+', given by (\S+) through (CacheWarden-\w+) \(run ([\w-]+)(?:, started by ([^\s)]+))?\)",
    re.MULTILINE,
)
GOES_ON = re.compile(r"; goes on with goal (\w+) as ([\w-]+)")
IDLE = re.compile(r"(arn:\S+) ended \w+ and held no lease by then")
_EXECUTION = re.compile(r"^Execution: (arn:\S+)$", re.MULTILINE)
_DOCUMENT = re.compile(r"\bCacheWarden-[A-Z]\w*(?:-[A-Z]\w*)*")


def wrong_of_records(cluster: Cluster, text: str, nodes: Collection[str]) -> Iterator[str]:
    """All that the message says otherwise, or leaves out; `nodes` are those that its subject names."""
    for compare in COMPARED:
        yield from compare(cluster, text, nodes)


def _changed(cluster: Cluster, text: str, nodes: Collection[str]) -> Iterator[str]:
    """Acts of an operation that is said to have changed nothing."""
    record = _execution(cluster, text)
    if record is not None and UNCHANGED.search(text):
        acts = sorted(set(_acts(record)) - CHANGE_NOTHING)
        if acts:
            yield f"said that nothing was changed, after {', '.join(acts)}"


def _not_deployed(cluster: Cluster, text: str, nodes: Collection[str]) -> Iterator[str]:
    """Documents that people are told of and that nobody can start."""
    deployed = {one.physical_id for one in cluster.account.stacks.resources if one.type == "AWS::SSM::Document"}
    for name in sorted(set(_DOCUMENT.findall(text)) - deployed):
        yield f"named the document {name}, which isn't deployed"


def _of_another_type(cluster: Cluster, text: str, nodes: Collection[str]) -> Iterator[str]:
    record = _execution(cluster, text)
    if record is None or WANTED_TYPE not in text:
        return
    wanted = json.loads(record.input).get("instanceType")
    for node in nodes:
        if cluster.instances[node].type.name != wanted:
            yield f"said that {node} has the instance type that was asked for, {wanted}, and it hadn't"


def _snapshots_lacking(cluster: Cluster, text: str, nodes: Collection[str]) -> Iterator[str]:
    told = SNAPSHOTS.search(text)
    if told is None:
        return
    found = [cluster.world.snapshots[name] for name in told.group(1).split(", ") if name in cluster.world.snapshots]
    for node in nodes:
        lacking = {volume.id for volume in cluster.instances[node].volumes} - {each.volume_id for each in found}
        if lacking:
            yield f"said that snapshots hold all volumes of {node}, and {', '.join(sorted(lacking))} had none"


def _left_out(cluster: Cluster, text: str, nodes: Collection[str]) -> Iterator[str]:
    """Modes and numbers of required secondaries that are written down to be put back, and aren't, of a node that is
    called in service."""
    if not IN_SERVICE.search(text):
        return
    groups = {group.id.casefold(): group for group in cluster.failover_cluster.groups.values()}
    for item in cluster.account.items(LEASES):
        for mode in json.loads(item["savedModes"]["S"]) if "savedModes" in item else ():
            group = groups.get(mode["ag"].casefold())
            if group is not None:
                yield from _not_put_back(group, mode, text, cluster.failover_cluster.node_of(mode["server"]) in nodes)


def _not_put_back(group: AvailabilityGroup, mode: dict[str, Any], text: str, own: bool) -> Iterator[str]:
    """`own`: of a node that the message is about."""
    server, required = str(mode["server"]), mode.get("requiredSynchronized") or 0
    if own and _is_held(group, mode) and not re.search(rf"modes of [^\n]*{re.escape(server)}", text):
        yield f"left out that the modes of {server} in {group.name} are held"
    named = re.search(rf"REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT[^\n]*{re.escape(group.name)}", text)
    if group.required_synchronized < required and not named:
        yield f"left out that {group.name} demands fewer secondaries for a commit than before"


def _not_given(cluster: Cluster, text: str, nodes: Collection[str]) -> Iterator[str]:
    """Consents that nobody gave, or somebody else."""
    runs = cluster.account.automations.executions
    for by, document, run_id, started_by in CONSENT.findall(text):
        run = runs.get(run_id)
        if run is None or run.document.name != document:
            yield f"named a consent by the run {run_id} of {document}, which doesn't exist"
        elif run.caller.arn != (started_by or by):
            yield f"said that {started_by or by} started the run {run_id} of {document}, and {run.caller.arn} did"
        elif by == started_by:
            yield f"named a consent of {by} that is the approval of a request of {by}"


def _not_going_on(cluster: Cluster, text: str, nodes: Collection[str]) -> Iterator[str]:
    """What an ended operation is said to go on as, and one that is said to have had nothing under way."""
    records = {each.name: each for each in cluster.account.executions if each.machine.name == WORKFLOW}
    for goal, name in GOES_ON.findall(text):
        if name not in records or json.loads(records[name].input).get("goal") != goal:
            yield f"said that an operation goes on as {name} with goal {goal}, which nobody started"
    owners = {item["owner"]["S"] for item in cluster.account.items(LEASES) if "owner" in item}
    for arn in IDLE.findall(text):
        if arn in owners:
            yield f"said that {arn} held no lease, and it owns one"


def _is_held(group: AvailabilityGroup, mode: dict[str, Any]) -> bool:
    replica = group.replicas.get(str(mode["server"]))
    return replica is not None and (replica.availability_mode, replica.failover_mode) != (
        mode["availabilityMode"],
        mode["failoverMode"],
    )


def _execution(cluster: Cluster, text: str) -> ExecutionRecord | None:
    named = _EXECUTION.search(text)
    records = (each for each in cluster.account.executions if each.machine.name == WORKFLOW)
    return next((each for each in records if named is not None and each.arn == named.group(1)), None)


def _acts(record: ExecutionRecord) -> Iterator[str]:
    """What its decisions had done, in order."""
    for event in record.execution.history.events:
        if event.state == DECIDED and event.type == "TaskStateExited":
            decision = (event.facts.get("assigned") or {}).get("decision")
            if isinstance(decision, dict) and decision["kind"] == "Execute":
                yield str(decision["action"])


COMPARED: tuple[Callable[[Cluster, str, Collection[str]], Iterator[str]], ...] = (
    _changed,
    _not_deployed,
    _of_another_type,
    _snapshots_lacking,
    _left_out,
    _not_given,
    _not_going_on,
)
