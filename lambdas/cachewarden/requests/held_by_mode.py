"""What becomes of a request while the brake is on: a message that says so, and how to have it done all the same."""

from cachewarden.codes import Code
from cachewarden.operation.goal import OF_CLUSTER, Goal, way_back
from cachewarden.operation.mode import Mode, may_begin
from cachewarden.requests.request import Notify, Request, StartExecution

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


def held_by_mode(request: Request, mode: Mode) -> Request:
    """The request itself where the mode lets it begin."""
    if not isinstance(request, StartExecution) or may_begin(mode, request.goal, by_event=True):
        return request
    return Notify(
        instance_id=request.instance_id,
        code=Code.HELD_BY_MODE,
        sentence=f"{request.goal.value} of {request.instance_id} was asked for by {request.requested_by} "
        f"({request.reason}); CacheWarden is set to {mode.value!r}, so nothing was begun. "
        f"{_remedy(request.goal, mode)}",
    )


def not_taken_up(instance_id: str, goal: Goal, how: str) -> Notify:
    """Says that an ended operation stays where it is, since CacheWarden is switched off."""
    return Notify(
        instance_id=instance_id,
        code=Code.HELD_BY_MODE,
        sentence=f"{how}. CacheWarden is set to 'off', so {goal.value} of {instance_id} isn't taken up again: "
        f"{'all nodes of its cluster stay' if goal in OF_CLUSTER else 'the node stays'} as it is, stop-protected, "
        "perhaps with SQL Server stopped or replica modes held. Start "
        f"{DOCUMENTS[way_back(goal)]} to bring it back into service",
    )


def _remedy(goal: Goal, mode: Mode) -> str:
    if may_begin(mode, goal, by_event=False):
        return f"Start {DOCUMENTS[goal]} to have it done"
    return "Set the parameter to notify or automatic first"
