"""The node in its failover cluster: drained before its SQL Server stops, resumed as soon as that runs again."""

import math

from cachewarden.codes import Code
from cachewarden.operation.actions import Action
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute, Look, Refuse, Wait
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.worker_watch import moves_cache

DRAINS_TRIED = 2
"""A drain is a courtesy to the cluster, and no stop fails for want of it."""

RESUMES_BEFORE_THE_REST = 3
"""No cache stays on the Swap volume, and no mode stays away, for a cluster service that doesn't resume its node."""

RESUMES_TRIED = 6
RESUME_PAUSE_S = 60.0
"""Once all else is done, the cluster service has had minutes, and gets some more."""


def drain_cluster_node(situation: Situation) -> Decision | None:
    """Where its owner wants it, the node is drained before SQL Server stops: tried twice, no stop fails for it.

    That the host remembers a drain doesn't say that one came about: it writes that down before it pauses the node.
    """
    sql = situation.host.sql
    if not situation.policy.drain or not situation.node_groups:
        return None
    if sql is None or sql.all_stopped or situation.led_groups:
        return None
    tried = situation.operation.attempts.get(Action.DRAIN_CLUSTER_NODE, 0)
    failures = situation.operation.failures.get(Action.DRAIN_CLUSTER_NODE, 0)
    if tried >= DRAINS_TRIED or (situation.host.drained and tried and not failures):
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
    """A node that we drained takes roles again, without failback, once SQL Server runs: tried thrice, then it waits.

    Nothing fails over to it before it is SYNCHRONIZED and its saved modes are put back; a host that moves its cache
    takes no other act meanwhile. One that can't tell is asked, too: one that isn't paused needs nothing done.
    """
    if situation.host.drained is False or moves_cache(situation):
        return None
    if _resumes(situation) >= RESUMES_BEFORE_THE_REST:
        return None
    return situation.attempt(_resume(situation))


def cluster_node_stays_paused(situation: Situation) -> Decision | None:
    """In service, but still paused in its failover cluster: resumed once more, then a person has to look."""
    if situation.host.drained is False:
        return None
    last = situation.operation.last_failure
    failed = last if last is not None and last.action is Action.RESUME_CLUSTER_NODE else None
    told = f"{failed.code.value} {failed.message}" if failed is not None else ""
    if _resumes(situation) < RESUMES_TRIED:
        if failed is None or situation.age_s(failed.at) >= RESUME_PAUSE_S:
            return _resume(situation)
        return Wait(
            seconds=math.ceil(RESUME_PAUSE_S - situation.age_s(failed.at)),
            look=Look.ALL,
            reason=WaitReason.RETRY,
            sentence=f"{situation.node.name} wasn't resumed in its failover cluster ({told}); it is tried again",
        )
    paused = "is still paused in its failover cluster" if situation.host.drained else "can't tell whether it is paused"
    return Refuse(
        code=Code.CLUSTER_NODE_PAUSED,
        sentence=f"{situation.node.name} is in service, but {paused}: ResumeClusterNode was done "
        f"{_resumes(situation)} times{', last ' if told else ''}{told}",
    )


def _resume(situation: Situation) -> Execute:
    return Execute(
        action=Action.RESUME_CLUSTER_NODE,
        node=situation.node.instance_id,
        sentence=f"{situation.node.name} is up and takes roles of its failover cluster again; none is moved back",
    )


def _resumes(situation: Situation) -> int:
    return situation.operation.attempts.get(Action.RESUME_CLUSTER_NODE, 0)
