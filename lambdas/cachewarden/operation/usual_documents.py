"""Which Command documents an operation usually sends, by its goal."""

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
_USUAL: Mapping[Goal, tuple[Action, ...]] = {
    Goal.PREFLIGHT: _STOPPING,
    Goal.STOPPED: _STOPPING,
    Goal.IN_SERVICE: _RETURNING,
    Goal.CYCLED: (*_STOPPING, *_RETURNING),
    Goal.RESIZED: (*_STOPPING, *_RETURNING),
    Goal.SNAPSHOTTED: (*_STOPPING, *_RETURNING),
    Goal.CLUSTER_STOPPED: _STOPPING,
    Goal.CLUSTER_IN_SERVICE: _RETURNING,
}


def usual_documents(goal: Goal) -> tuple[str, ...]:
    """The Command documents that an operation with this goal usually sends.

    The first look finds their deployed versions; any other document is looked up when it is due, which costs a short
    look.
    """
    return tuple(document for action in _USUAL[goal] for document in documents_of(action))
