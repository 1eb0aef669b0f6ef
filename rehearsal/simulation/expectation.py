"""Whether a run ended as its story declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rehearsal.aws.api.principal import PrincipalKind
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import Expectation, NodeExpectation
from rehearsal.simulation.workflow_log import WorkflowLog
from rehearsal.world.sql.groups.replica import SyncState
from rehearsal.world.storage.facts import cache_places

NOTHING_RAN = "none"
"""The outcome of a story in which no workflow is to run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """Something that the story declares and that didn't come about."""

    what: str
    expected: object
    observed: object

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, observed {self.observed}"


def mismatches(cluster: Cluster, log: WorkflowLog) -> Iterator[Mismatch]:
    """Compares what is with the story's expectation, one by one."""
    expect = cluster.story.expect
    for event in cluster.world.trace.of("limit"):
        yield Mismatch(what="end", expected="nothing under way", observed=event.text)
    for event in cluster.world.trace.of("never-performed"):
        yield Mismatch(what="steps", expected="all performed", observed=event.text)
    yield from _outcome(expect, log)
    if expect.actions is not None and expect.actions != log.actions:
        yield Mismatch(what="order of actions", expected=list(expect.actions), observed=list(log.actions))
    if expect.notified and not cluster.account.published:
        yield Mismatch(what="notification", expected="at least one message", observed="none")
    if expect.automations is not None:
        yield from _automations(cluster, expect.automations)
    for name, node in expect.nodes.items():
        yield from _node(cluster, name, node)
    if expect.synchronized is not None and _synchronized(cluster) != expect.synchronized:
        yield Mismatch(
            what="all databases SYNCHRONIZED", expected=expect.synchronized, observed=not expect.synchronized
        )
    if expect.automatic_failover is not None and modes_automatic(cluster) != expect.automatic_failover:
        yield Mismatch(
            what="automatic failover everywhere",
            expected=expect.automatic_failover,
            observed=not expect.automatic_failover,
        )


def _outcome(expect: Expectation, log: WorkflowLog) -> Iterator[Mismatch]:
    if not log.endings:
        if expect.outcome == NOTHING_RAN:
            return
        yield Mismatch(what="outcome", expected=expect.outcome, observed="no execution of the workflow")
        return
    last = log.endings[-1]
    output = last.output if isinstance(last.output, dict) else {}
    for what, wanted, seen in (
        ("outcome", expect.outcome, output.get("outcome", last.status)),
        ("goal", expect.goal, output.get("goal")),
        ("code", expect.code, output.get("code")),
    ):
        if wanted is not None and wanted != seen:
            yield Mismatch(what=what, expected=wanted, observed=seen)


def _automations(cluster: Cluster, wanted: str) -> Iterator[Mismatch]:
    started = [run for run in cluster.account.automations.executions.values() if run.caller.kind is PrincipalKind.USER]
    if not started:
        yield Mismatch(what="Automations", expected=f"one at least, {wanted}", observed="nobody started one")
    for run in started:
        if run.status.value != wanted:
            yield Mismatch(what=f"Automation {run.document.name}", expected=wanted, observed=run.status.value)


def _node(cluster: Cluster, name: str, expected: NodeExpectation) -> Iterator[Mismatch]:
    instance, host = cluster.instances[name], cluster.hosts[name]
    observed = {
        "state": instance.state.api_name,
        "protected": instance.stop_protected,
        "role": role_of(cluster, name),
        "cache": cache_of(cluster, name),
        "sql": bool(host.up and host.sql is not None and host.sql.running),
    }
    for what, seen in observed.items():
        wanted = getattr(expected, what)
        if wanted is not None and wanted != seen:
            yield Mismatch(what=f"{name} {what}", expected=wanted, observed=seen)


def role_of(cluster: Cluster, name: str) -> str:
    """`primary` when any group's primary is on the node, else `secondary`."""
    primaries = [group.primary for group in cluster.failover_cluster.groups.values()]
    return "primary" if any(replica is not None and replica.server == name for replica in primaries) else "secondary"


def cache_of(cluster: Cluster, name: str) -> str:
    """Where the write cache of WCDB is: `nvme`, `swap`, `moving` (both), `lost`, `none`."""
    storage = cluster.hosts[name].storage
    places = [
        place
        for space in storage.virtual_disks.values()
        if space.friendly_name == "WCDB"
        for place in cache_places(storage, space)
    ]
    if not places:
        return "none"
    if any(place.destroyed for place in places):
        return "lost"
    kinds = {"swap" if place.persistent else "nvme" for place in places}
    return "moving" if len(kinds) > 1 else kinds.pop()


def _synchronized(cluster: Cluster) -> bool:
    return all(
        group.sync_state(database, replica.server) is SyncState.SYNCHRONIZED
        for group in cluster.failover_cluster.groups.values()
        for database in group.databases.values()
        for replica in group.replicas.values()
    )


def modes_automatic(cluster: Cluster) -> bool:
    """Whether every replica is in automatic failover mode."""
    return all(
        replica.failover_mode.name == "AUTOMATIC"
        for group in cluster.failover_cluster.groups.values()
        for replica in group.replicas.values()
    )
