"""What no run may leave behind: each ends at its goal, back in service, or at a clear Attention with a message.

A story with a fault in it may end otherwise than it declares, but always so: no execution runs, no lease is owned, stop
protection is on (but of a node that was opted out with nothing on instance store), every node serves or a person knows
why not, the replicas have their modes back, and no node is left paused in its failover cluster.
"""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.aws.api.principal import PrincipalKind
from rehearsal.engines.automation.errors import Status
from rehearsal.scenarios.cluster import OPT_IN_TAG, Cluster
from rehearsal.simulation.outcome import Mismatch
from rehearsal.simulation.workflow_log import WORKFLOW, Ended, WorkflowLog
from rehearsal.world.storage.facts import bytes_at_risk

LEASES = "cachewarden-leases"
KNOWN_OUTCOMES = frozenset({"Goal", "InService", "Attention", "Refused", "Expired", "Joined"})


def unsafe_states(cluster: Cluster, log: WorkflowLog) -> Iterator[Mismatch]:
    """All that is found at the end of a run, in the order execution, lease, protection, node, replica."""
    for event in cluster.world.trace.of("limit"):
        observed = event.text if event.why is None else f"{event.text}: {event.why}"
        yield Mismatch(what="end", expected="nothing under way", observed=observed)
    yield from _executions(cluster)
    yield from leases_left_owned(cluster)
    for name, instance in cluster.instances.items():
        opted_out = OPT_IN_TAG not in instance.tags and not bytes_at_risk(cluster.hosts[name].storage)
        if not instance.stop_protected and not opted_out:
            yield Mismatch(what=f"stop protection of {name}", expected="on", observed="off")
    yield from _nodes_and_replicas(cluster, log)


def leases_left_owned(cluster: Cluster) -> Iterator[Mismatch]:
    """Leases that nobody has released."""
    for item in cluster.account.items(LEASES):
        if "owner" in item:
            yield Mismatch(what=f"lease of {item['cluster']['S']}", expected="released", observed=item["owner"]["S"])


def nodes_left_down(cluster: Cluster, log: WorkflowLog) -> Iterator[Mismatch]:
    """Nodes that don't serve though they weren't stopped on purpose, with no Attention and no message of it."""
    if log.last is not None and log.last.outcome == "Attention":
        return
    for node in cluster.instances:
        if not _document_failed(cluster, node):
            yield from _node(cluster, node, log.last)


def _document_failed(cluster: Cluster, node: str) -> bool:
    """Whether a person has seen that the newest document that was started for the node didn't do what it says."""
    ended = [
        execution
        for execution in cluster.account.automations.executions.values()
        if execution.caller.kind is PrincipalKind.USER
        and execution.given.get("InstanceId") == [cluster.instances[node].id]
        and execution.ended is not None
    ]
    return bool(ended) and max(ended, key=lambda each: each.started).status is not Status.SUCCESS


def _executions(cluster: Cluster) -> Iterator[Mismatch]:
    for record in cluster.account.executions:
        if record.status.value == "RUNNING":
            yield Mismatch(what=f"execution {record.name}", expected="ended", observed="RUNNING")
        if record.machine.name == WORKFLOW and record.status.value == "SUCCEEDED":
            output = (record.result.output or {}) if record.result is not None else {}
            if output.get("outcome") not in KNOWN_OUTCOMES:
                yield Mismatch(
                    what=f"outcome of {record.name}", expected="one that people know", observed=output.get("outcome")
                )


def _nodes_and_replicas(cluster: Cluster, log: WorkflowLog) -> Iterator[Mismatch]:
    last = log.last
    in_service = all(map(cluster.in_service, cluster.instances))
    if last is not None and (last.status != "SUCCEEDED" or last.outcome not in KNOWN_OUTCOMES):
        if _published_since(cluster, last.at_s):
            return  # it left its node to a person, who knows
        if not in_service:
            yield Mismatch(what="last execution", expected="goal, service, refusal or Attention", observed=last.outcome)
    if last is not None and last.outcome == "Attention":
        if not cluster.account.published:
            yield Mismatch(what="Attention", expected="a message", observed="none")
        return
    yield from nodes_left_down(cluster, log)
    if any(_document_failed(cluster, node) for node in cluster.instances):
        return
    if in_service and cluster.changed_modes():
        yield Mismatch(what="replica modes", expected="as before", observed="; ".join(cluster.changed_modes()))
    for name, member in cluster.failover_cluster.nodes.items():
        if in_service and member.paused:
            yield Mismatch(what=f"cluster node {name}", expected="takes roles", observed="paused")


def _published_since(cluster: Cluster, at_s: float) -> bool:
    now = cluster.world.clock.now()
    since = cluster.world.clock.monotonic() - at_s
    return any((now - event.at).total_seconds() <= since for event in cluster.world.trace.of("published"))


def _node(cluster: Cluster, node: str, last: Ended | None) -> Iterator[Mismatch]:
    """A running node serves; one that is down was stopped on purpose, or a message names it."""
    instance = cluster.instances[node]
    if instance.state.api_name == "running":
        if not cluster.sql_runs(node):
            observed = "SQL Server is down" if cluster.hosts[node].up else "Windows is down"
            yield Mismatch(what=node, expected="in service, or Attention", observed=observed)
        return
    if last is not None and last.outcome == "Goal" and last.output.get("goal") in ("Stopped", "ClusterStopped"):
        return
    if any(event.node == node for event in cluster.world.trace.of("shuts-down")):
        return
    texts = [f"{message['subject']} {message['message']}" for message in cluster.account.published]
    if not any(node in text or instance.id in text for text in texts):
        yield Mismatch(what=node, expected="a message that it is down", observed=instance.state.api_name)
