"""Which Command documents an operation usually sends, by its goal, and an act with what undoes it."""

from collections.abc import Mapping

from cachewarden.operation.actions import Action
from cachewarden.operation.goal import Goal
from cachewarden.operation.host_commands import documents_of

_STOPPING = (
    Action.HOLD_REPLICA_MODES,
    Action.FAIL_OVER_AVAILABILITY_GROUPS,
    Action.STOP_SQL_SERVER,
    Action.EVACUATE_CACHE,
)
_RETURNING = (Action.RESTORE_CACHE, Action.RESTORE_REPLICA_MODES)
_UNDONE_BY: Mapping[Action, Action] = {
    Action.HOLD_REPLICA_MODES: Action.RESTORE_REPLICA_MODES,
    Action.DRAIN_CLUSTER_NODE: Action.RESUME_CLUSTER_NODE,
    Action.STOP_SQL_SERVER: Action.START_SQL_SERVER,
    Action.EVACUATE_CACHE: Action.RESTORE_CACHE,
}
_USUAL: Mapping[Goal, tuple[Action, ...]] = {
    Goal.PREFLIGHT: _STOPPING,
    Goal.STOPPED: _STOPPING,
    Goal.IN_SERVICE: _RETURNING,
    Goal.CYCLED: (*_STOPPING, *_RETURNING),
    Goal.RESIZED: (*_STOPPING, *_RETURNING),
    Goal.SNAPSHOTTED: (*_STOPPING, *_RETURNING),
    Goal.FAILED_OVER: (Action.FAIL_OVER_AVAILABILITY_GROUPS,),
    Goal.CLUSTER_STOPPED: _STOPPING,
    Goal.CLUSTER_IN_SERVICE: _RETURNING,
}


def usual_documents(goal: Goal) -> tuple[str, ...]:
    """The Command documents that an operation with this goal usually sends.

    The first look finds their deployed versions; any other document is looked up when it is due, which costs a short
    look.
    """
    return tuple(dict.fromkeys(document for action in _USUAL[goal] for document in documents_with_way_back(action)))


def documents_with_way_back(action: Action) -> tuple[str, ...]:
    """Those that the act sends, and those of the act that undoes it: what can't be undone isn't begun."""
    own = documents_of(action)
    return (*own, *documents_of(_UNDONE_BY[action])) if action in _UNDONE_BY else own
