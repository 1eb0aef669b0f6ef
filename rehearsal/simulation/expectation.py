"""Where the end of a run differs from what its story declares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rehearsal.aws.api.principal import PrincipalKind
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import Expectation, NodeExpectation
from rehearsal.simulation.cache_location import locate_cache
from rehearsal.simulation.outcome import Mismatch
from rehearsal.simulation.workflow_log import WorkflowLog

NOTHING_RAN = "none"
"""The outcome of a story in which no workflow is to run."""


def mismatches(cluster: Cluster, log: WorkflowLog) -> Iterator[Mismatch]:
    """Every part of the expectation that doesn't hold."""
    expect = cluster.story.expect
    for event in cluster.world.trace.of("limit"):
        yield Mismatch(what="end", expected="nothing under way", observed=event.text)
    for event in cluster.world.trace.of("never-performed"):
        yield Mismatch(what="steps", expected="all performed", observed=event.text)
    yield from _outcome(expect, log)
    if expect.actions is not None and expect.actions != log.actions:
        yield Mismatch(what="order of actions", expected=list(expect.actions), observed=list(log.actions))
    if expect.told and not any(_tells(message, expect.told) for message in cluster.account.published):
        yield Mismatch(what="message", expected=f"one with {', '.join(expect.told)}", observed="none")
    if expect.notified and not cluster.account.published:
        yield Mismatch(what="notification", expected="at least one message", observed="none")
    if expect.automations is not None:
        yield from _automations(cluster, expect.automations)
    if expect.outage_max_s is not None:
        now = cluster.world.clock.monotonic()
        outage_s = sum(outage.length(now) for outage in cluster.failover_cluster.write_outage_intervals())
        if outage_s > expect.outage_max_s:
            yield Mismatch(what="seconds without commits", expected=expect.outage_max_s, observed=round(outage_s, 1))
    for name, node in expect.nodes.items():
        yield from _node(cluster, name, node)
    for what, wanted, observed in (
        ("all databases SYNCHRONIZED", expect.synchronized, cluster.synchronized()),
        ("automatic failover everywhere", expect.automatic_failover, cluster.fails_over_automatically()),
    ):
        if wanted is not None and wanted != observed:
            yield Mismatch(what=what, expected=wanted, observed=observed)


def _tells(message: Mapping[str, Any], words: Sequence[str]) -> bool:
    return all(word in f"{message['subject']} {message['message']}" for word in words)


def _outcome(expect: Expectation, log: WorkflowLog) -> Iterator[Mismatch]:
    if log.last is None:
        if expect.outcome != NOTHING_RAN:
            yield Mismatch(what="outcome", expected=expect.outcome, observed="no execution of the workflow")
        return
    for what, wanted, observed in (
        ("outcome", expect.outcome, log.last.outcome),
        ("goal", expect.goal, log.last.output.get("goal")),
        ("code", expect.code, log.last.output.get("code")),
    ):
        if wanted is not None and wanted != observed:
            yield Mismatch(what=what, expected=wanted, observed=observed)


def _automations(cluster: Cluster, expected: str | Mapping[str, str]) -> Iterator[Mismatch]:
    executions = cluster.account.automations.executions.values()
    started = [execution for execution in executions if execution.caller.kind is PrincipalKind.USER]
    if not started:
        yield Mismatch(what="Automations", expected=f"one at least, {expected}", observed="none was started")
    for execution in started:
        name, status = execution.document.name, execution.status.value
        wanted = expected if isinstance(expected, str) else expected.get(name)
        if status != wanted:
            yield Mismatch(what=f"Automation {name}", expected=wanted, observed=status)


def _node(cluster: Cluster, name: str, expected: NodeExpectation) -> Iterator[Mismatch]:
    observed = {
        "state": cluster.instances[name].state.api_name,
        "protected": cluster.instances[name].stop_protected,
        "role": role_of(cluster, name),
        "cache": cache_of(cluster, name),
        "sql": cluster.sql_runs(name),
    }
    for what, seen in observed.items():
        wanted = getattr(expected, what)
        if wanted is not None and wanted != seen:
            yield Mismatch(what=f"{name} {what}", expected=wanted, observed=seen)


def role_of(cluster: Cluster, name: str) -> str:
    """`primary` when any group's primary is on the node, else `secondary`."""
    failover_cluster = cluster.failover_cluster
    leaders = [group.primary for group in failover_cluster.groups.values()]
    leads = any(one is not None and failover_cluster.node_of(one.server) == name for one in leaders)
    return "primary" if leads else "secondary"


def cache_of(cluster: Cluster, name: str) -> str:
    """Where the node's write cache is: `nvme`, `swap`, `moving` (both), `lost`, `none`."""
    return locate_cache(cluster.hosts[name].storage, instance_store_gone=False).place
