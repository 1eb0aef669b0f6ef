"""What becomes of an operation whose execution ended before its end."""

from collections.abc import Mapping

from cachewarden.operation.operation import Goal
from cachewarden.operation.policy import STATE, NodeState

STOPPED_OR_STOPPING = frozenset({"stopped", "stopping"})


def resumed_goal(goal: Goal, instance_state: str) -> Goal:
    """The goal with which the node is taken up again.

    A stop that EC2 has begun is finished (protection goes on again), everything else goes back into service: whoever
    ended the execution may have wanted the node to stay.
    """
    if goal is Goal.STOPPED and instance_state in STOPPED_OR_STOPPING:
        return Goal.STOPPED
    if goal is Goal.PREFLIGHT:
        return Goal.PREFLIGHT
    return Goal.IN_SERVICE


def goes_on_without_a_lease(goal: Goal, *, resumes: int, tags: Mapping[str, str]) -> bool:
    """Whether an execution that ended before it had a lease leaves a node behind that somebody must bring on.

    One that was itself taken up from another, or whose node is still marked by an operation, has an unfinished act
    behind it; and nobody stands beside an event that asks for InService. Everything else had not begun.
    """
    if goal is Goal.PREFLIGHT:
        return False
    return resumes > 0 or goal is Goal.IN_SERVICE or tags.get(STATE) == NodeState.OPERATING.value
