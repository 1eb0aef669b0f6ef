"""The value of the tag `cachewarden:last-operation`: the goal, the request's id, and how it ended."""

from cachewarden.operation.goal import Goal
from cachewarden.operation.operation import Operation


def tag_value(operation: Operation, state: str) -> str:
    """At most 256 characters out of those that tags allow (EC2 user guide, Tag restrictions)."""
    text = f"{operation.goal.value} {operation.request_id} {state}"
    return "".join(letter if letter.isalnum() or letter in " _.:/=+-@" else "-" for letter in text)[:256]


def goal_of_tag(value: str | None) -> Goal | None:
    """The goal in a value that `tag_value` made; None in any other: who may set tags may write anything there."""
    if value is None:
        return None
    goal = value.partition(" ")[0]
    return Goal(goal) if goal in set(Goal) else None
