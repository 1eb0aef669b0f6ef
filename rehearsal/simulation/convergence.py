"""Whether a run came to rest where every run must: at its goal, back in service, or at a clear Attention.

The story's own expectation is another question (`ending.py`): with a fault in it a story may end otherwise than it
declares, but never anywhere else than here. Leases, stop protection and running executions are the invariant
`safe-ending`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rehearsal.scenarios.cluster import Cluster
from rehearsal.simulation.expectation import Mismatch, modes_automatic
from rehearsal.simulation.invariants.safe_ending import GOOD_OUTCOMES
from rehearsal.simulation.workflow_log import Ended, WorkflowLog


def unsafe_states(cluster: Cluster, log: WorkflowLog) -> Iterator[Mismatch]:
    """What is left that nobody takes care of."""
    for event in cluster.world.trace.of("limit"):
        yield Mismatch(what="end", expected="nothing under way", observed=event.why or event.text)
    last = log.endings[-1] if log.endings else None
    outcome = _output(last).get("outcome")
    broke_off = last is not None and (last.status != "SUCCEEDED" or outcome not in GOOD_OUTCOMES)
    if last is not None and broke_off:
        if _told_since(cluster, last.at_s):
            return
        if not _in_service(cluster):
            observed = outcome if last.status == "SUCCEEDED" else last.status
            yield Mismatch(what="last execution", expected="goal, service, refusal or Attention", observed=observed)
    if outcome == "Attention":
        if not cluster.account.published:
            yield Mismatch(what="Attention", expected="a message", observed="none")
        return
    for node in cluster.instances:
        yield from _node(cluster, node, _output(last))
    if _in_service(cluster) and not modes_automatic(cluster):
        yield Mismatch(what="replica modes", expected="as before", observed="a replica is still held")


def _told_since(cluster: Cluster, at_s: float) -> bool:
    """Whether a message went out after that: an execution that broke off leaves its node to a person, who is told."""
    now = cluster.world.clock.now()
    since = cluster.world.clock.monotonic() - at_s
    return any((now - event.at).total_seconds() <= since for event in cluster.world.trace.of("published"))


def _output(ended: Ended | None) -> dict[str, Any]:
    return ended.output if ended is not None and isinstance(ended.output, dict) else {}


def _node(cluster: Cluster, node: str, output: dict[str, Any]) -> Iterator[Mismatch]:
    """A running node serves; one that is down was meant to be, or somebody was told."""
    instance, host = cluster.instances[node], cluster.hosts[node]
    if instance.state.api_name == "running":
        if not (host.up and host.sql is not None and host.sql.running):
            observed = "SQL Server is down" if host.up else "Windows is down"
            yield Mismatch(what=node, expected="in service, or Attention", observed=observed)
        return
    if output.get("outcome") == "Goal" and output.get("goal") == "Stopped":
        return
    if any(event.node == node for event in cluster.world.trace.of("shuts-down")):
        return
    told = [f"{message['subject']} {message['message']}" for message in cluster.account.published]
    if not any(node in text or instance.id in text for text in told):
        yield Mismatch(what=node, expected="somebody is told that it is down", observed=instance.state.api_name)


def _in_service(cluster: Cluster) -> bool:
    return all(
        cluster.instances[node].state.api_name == "running" and host.up and host.sql is not None and host.sql.running
        for node, host in cluster.hosts.items()
    )
