"""What becomes of an operation whose execution ended before its end."""

from cachewarden.operation import Goal

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
