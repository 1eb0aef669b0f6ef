"""The node in its failover cluster: drained before its SQL Server stops, resumed as soon as that runs again."""

from cachewarden.operation.actions import Action
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.worker_watch import moves_cache

DRAINS_TRIED = 2
"""A drain is a courtesy to the cluster, and no stop fails for want of it."""


def drain_cluster_node(situation: Situation) -> Decision | None:
    """Where its owner wants it, the node is drained before SQL Server stops: tried twice, no stop fails for it."""
    sql = situation.host.sql
    if not situation.policy.drain or situation.host.drained or not situation.node_groups:
        return None
    if sql is None or sql.all_stopped or situation.led_groups:
        return None
    tried = situation.operation.attempts.get(Action.DRAIN_CLUSTER_NODE, 0)
    if tried >= DRAINS_TRIED:
        return None
    return situation.attempt(
        Execute(
            action=Action.DRAIN_CLUSTER_NODE,
            node=situation.node.instance_id,
            sentence=f"{situation.node.name} leads no Availability Group any more; the cluster's own roles leave it, "
            "and none comes back",
        )
    )


def resume_cluster_node(situation: Situation) -> Decision | None:
    """A node that we drained takes roles again, without failback, once SQL Server runs and no cache moves.

    Nothing fails over to it before it is SYNCHRONIZED and its saved modes are put back; a host that moves its cache
    takes no other act meanwhile. One that can't tell is asked, too: one that isn't paused needs nothing done.
    """
    if situation.host.drained is False or moves_cache(situation):
        return None
    return situation.attempt(
        Execute(
            action=Action.RESUME_CLUSTER_NODE,
            node=situation.node.instance_id,
            sentence=f"{situation.node.name} is up and takes roles of its failover cluster again; none is moved back",
        )
    )
