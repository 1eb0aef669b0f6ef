"""Whether a run came to rest where every run must: at its goal, back in service, or at a clear Attention.

The story's own expectation is another question (`ending.py`): with a fault in it a story may end otherwise than it
declares, but never anywhere else than here. Leases, stop protection and running executions are the invariant
`safe-ending`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rehearsal.scenarios.cluster import Stage
from rehearsal.simulation.expectation import Shortfall, modes_automatic
from rehearsal.simulation.invariants.safe_ending import GOOD_OUTCOMES
from rehearsal.simulation.workflow_log import Ended, WorkflowLog


def unsettled(stage: Stage, log: WorkflowLog) -> Iterator[Shortfall]:
    """What is left that nobody takes care of."""
    for event in stage.world.trace.of("limit"):
        yield Shortfall(what="end", expected="nothing under way", observed=event.why or event.text)
    last = log.endings[-1] if log.endings else None
    outcome = _output(last).get("outcome")
    broke_off = last is not None and (last.status != "SUCCEEDED" or outcome not in GOOD_OUTCOMES)
    if last is not None and broke_off:
        if _told_since(stage, last.at_s):
            return
        if not _in_service(stage):
            observed = outcome if last.status == "SUCCEEDED" else last.status
            yield Shortfall(what="last execution", expected="goal, service, refusal or Attention", observed=observed)
    if outcome == "Attention":
        if not stage.account.published:
            yield Shortfall(what="Attention", expected="a message", observed="none")
        return
    for node in stage.instances:
        yield from _node(stage, node, _output(last))
    if _in_service(stage) and not modes_automatic(stage):
        yield Shortfall(what="replica modes", expected="as before", observed="a replica is still held")


def _told_since(stage: Stage, at_s: float) -> bool:
    """Whether a message went out after that: an execution that broke off leaves its node to a person, who is told."""
    now = stage.world.clock.now()
    since = stage.world.clock.monotonic() - at_s
    return any((now - event.at).total_seconds() <= since for event in stage.world.trace.of("published"))


def _output(ended: Ended | None) -> dict[str, Any]:
    return ended.output if ended is not None and isinstance(ended.output, dict) else {}


def _node(stage: Stage, node: str, output: dict[str, Any]) -> Iterator[Shortfall]:
    """A running node serves; one that is down was meant to be, or somebody was told."""
    instance, host = stage.instances[node], stage.hosts[node]
    if instance.state.api_name == "running":
        if not (host.up and host.sql is not None and host.sql.running):
            observed = "SQL Server is down" if host.up else "Windows is down"
            yield Shortfall(what=node, expected="in service, or Attention", observed=observed)
        return
    if output.get("outcome") == "Goal" and output.get("goal") == "Stopped":
        return
    if any(event.node == node for event in stage.world.trace.of("shuts-down")):
        return
    told = [f"{message['subject']} {message['message']}" for message in stage.account.published]
    if not any(node in text or instance.id in text for text in told):
        yield Shortfall(what=node, expected="somebody is told that it is down", observed=instance.state.api_name)


def _in_service(stage: Stage) -> bool:
    return all(
        stage.instances[node].state.api_name == "running" and host.up and host.sql is not None and host.sql.running
        for node, host in stage.hosts.items()
    )
