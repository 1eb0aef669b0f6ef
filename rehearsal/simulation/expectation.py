"""Whether a run ended as its story declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rehearsal.aws.api.principal import PrincipalKind
from rehearsal.scenarios.cluster import Stage
from rehearsal.scenarios.scenario import Expectation, NodeExpectation
from rehearsal.simulation.workflow_log import WorkflowLog
from rehearsal.world.sql.groups.replica import SyncState
from rehearsal.world.storage.facts import cache_places

NOTHING_RAN = "none"
"""The outcome of a story in which no workflow is to run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortfall:
    """Something that the story declares and that didn't come about."""

    what: str
    expected: object
    observed: object

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, observed {self.observed}"


def shortfalls(stage: Stage, log: WorkflowLog) -> Iterator[Shortfall]:
    """Compares what is with the story's expectation, one by one."""
    expect = stage.story.expect
    for event in stage.world.trace.of("limit"):
        yield Shortfall(what="end", expected="nothing under way", observed=event.text)
    for event in stage.world.trace.of("never-performed"):
        yield Shortfall(what="steps", expected="all performed", observed=event.text)
    yield from _outcome(expect, log)
    if expect.actions is not None and expect.actions != log.actions:
        yield Shortfall(what="order of actions", expected=list(expect.actions), observed=list(log.actions))
    if expect.notified and not stage.account.published:
        yield Shortfall(what="notification", expected="at least one message", observed="none")
    if expect.automations is not None:
        yield from _automations(stage, expect.automations)
    for name, node in expect.nodes.items():
        yield from _node(stage, name, node)
    if expect.synchronized is not None and _synchronized(stage) != expect.synchronized:
        yield Shortfall(
            what="all databases SYNCHRONIZED", expected=expect.synchronized, observed=not expect.synchronized
        )
    if expect.automatic_failover is not None and modes_automatic(stage) != expect.automatic_failover:
        yield Shortfall(
            what="automatic failover everywhere",
            expected=expect.automatic_failover,
            observed=not expect.automatic_failover,
        )


def _outcome(expect: Expectation, log: WorkflowLog) -> Iterator[Shortfall]:
    if not log.endings:
        if expect.outcome == NOTHING_RAN:
            return
        yield Shortfall(what="outcome", expected=expect.outcome, observed="no execution of the workflow")
        return
    last = log.endings[-1]
    output = last.output if isinstance(last.output, dict) else {}
    for what, wanted, seen in (
        ("outcome", expect.outcome, output.get("outcome", last.status)),
        ("goal", expect.goal, output.get("goal")),
        ("code", expect.code, output.get("code")),
    ):
        if wanted is not None and wanted != seen:
            yield Shortfall(what=what, expected=wanted, observed=seen)


def _automations(stage: Stage, wanted: str) -> Iterator[Shortfall]:
    started = [run for run in stage.account.automations.executions.values() if run.caller.kind is PrincipalKind.USER]
    if not started:
        yield Shortfall(what="Automations", expected=f"one at least, {wanted}", observed="nobody started one")
    for run in started:
        if run.status.value != wanted:
            yield Shortfall(what=f"Automation {run.document.name}", expected=wanted, observed=run.status.value)


def _node(stage: Stage, name: str, expected: NodeExpectation) -> Iterator[Shortfall]:
    instance, host = stage.instances[name], stage.hosts[name]
    observed = {
        "state": instance.state.api_name,
        "protected": instance.stop_protected,
        "role": role_of(stage, name),
        "cache": cache_of(stage, name),
        "sql": bool(host.up and host.sql is not None and host.sql.running),
    }
    for what, seen in observed.items():
        wanted = getattr(expected, what)
        if wanted is not None and wanted != seen:
            yield Shortfall(what=f"{name} {what}", expected=wanted, observed=seen)


def role_of(stage: Stage, name: str) -> str:
    """`primary` when any group's primary is on the node, else `secondary`."""
    primaries = [group.primary for group in stage.cluster.groups.values()]
    return "primary" if any(replica is not None and replica.server == name for replica in primaries) else "secondary"


def cache_of(stage: Stage, name: str) -> str:
    """Where the write cache of WCDB is: `nvme`, `swap`, `moving` (both), `lost`, `none`."""
    storage = stage.hosts[name].storage
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


def _synchronized(stage: Stage) -> bool:
    return all(
        group.sync_state(database, replica.server) is SyncState.SYNCHRONIZED
        for group in stage.cluster.groups.values()
        for database in group.databases.values()
        for replica in group.replicas.values()
    )


def modes_automatic(stage: Stage) -> bool:
    """Whether every replica is in automatic failover mode."""
    return all(
        replica.failover_mode.name == "AUTOMATIC"
        for group in stage.cluster.groups.values()
        for replica in group.replicas.values()
    )
