"""What becomes of a request while the brake is on: a message that says so, and how to have it done all the same."""

from collections.abc import Collection

from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import OF_CLUSTER, Goal, way_back
from cachewarden.operation.mode import Mode, may_begin
from cachewarden.requests.request import InstanceFacts, Notify, Request, StartExecution

DOCUMENTS = {
    Goal.STOPPED: "CacheWarden-StopInstance",
    Goal.IN_SERVICE: "CacheWarden-StartInstance",
    Goal.CYCLED: "CacheWarden-CycleInstance",
    Goal.RESIZED: "CacheWarden-ResizeInstance",
    Goal.SNAPSHOTTED: "CacheWarden-SnapshotNode",
    Goal.FAILED_OVER: "CacheWarden-FailOverAvailabilityGroups",
    Goal.CLUSTER_STOPPED: "CacheWarden-AcceptWholeClusterAndStopCluster",
    Goal.CLUSTER_IN_SERVICE: "CacheWarden-StartCluster",
}


PROTECTED_SOON = "the sweep puts it on within a quarter of an hour"
"""Of stop protection: what is left to the sweep while the brake keeps an operation from doing it at once."""


def held_by_mode(request: Request, mode: Mode, *, facts: InstanceFacts | None = None, works: bool = False) -> Request:
    """The request itself where the mode lets it begin.

    `facts`: of its instance, where they were asked for; `works`: whether the operation of the facts runs.
    """
    if not isinstance(request, StartExecution) or may_begin(mode, request.goal, by_event=True):
        return request
    operation = facts.operated_by if facts is not None and works else None
    already = f" {operation} works on it already and goes on to its end." if operation is not None else ""
    return Notify(
        instance_id=request.instance_id,
        code=Code.HELD_BY_MODE,
        sentence=f"{request.goal.value} of {request.instance_id} was asked for by {request.requested_by} "
        f"({request.reason}); CacheWarden {mode.told}, so nothing was begun.{already}"
        f"{_unprotected(facts)} {how_to_begin(request.goal, mode, now=operation is None)}",
    )


def not_taken_up(instance_id: str, goal: Goal, how: str, states: Collection[InstanceState | None]) -> Notify:
    """Says that an ended operation stays where it is, since CacheWarden is switched off.

    `states` of the nodes that it was about, after their stop protection was put on where EC2 lets it be.
    """
    all_of_them = goal in OF_CLUSTER
    if InstanceState.STOPPING in states:
        stands = (
            f"EC2 is stopping {'nodes of its cluster' if all_of_them else 'the node'}, as it was asked to before. Stop "
            f"protection is off until then: {PROTECTED_SOON}"
        )
    else:
        stands = (
            f"{'all nodes of its cluster stay' if all_of_them else 'the node stays'} as it is, stop-protected where "
            "EC2 allows it, perhaps with SQL Server stopped or replica modes held"
        )
    return Notify(
        instance_id=instance_id,
        code=Code.HELD_BY_MODE,
        sentence=f"{how}. CacheWarden {Mode.OFF.told}, so {goal.value} of {instance_id} isn't taken up again: {stands}"
        f". Start {DOCUMENTS[way_back(goal)]} to bring it back into service",
    )


def how_to_begin(goal: Goal, mode: Mode, *, now: bool) -> str:
    """How people have it done all the same, as a sentence without its end; `now`: nothing else is under way before."""
    if may_begin(mode, goal, by_event=False):
        where = " for the node that is to take over" if goal is Goal.FAILED_OVER else ""
        when = "to have it done" if now else "when that has ended, if more is to be done"
        return f"Start {DOCUMENTS[goal]}{where} {when}"
    wanted = "To have it done" if now else "If more is to be done when that has ended"
    return f"{wanted}, set the parameter /cachewarden/mode to notify or automatic first, and ask again"


def _unprotected(facts: InstanceFacts | None) -> str:
    """That the instance isn't stop-protected, where that was seen, as a sentence."""
    if facts is None or facts.stop_protected is not False:
        return ""
    return f" Its stop protection is off: {PROTECTED_SOON}."
