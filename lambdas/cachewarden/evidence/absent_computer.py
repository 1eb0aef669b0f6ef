"""A computer of the failover cluster that no instance answers for, and what became of the instance that it was."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from cachewarden.evidence.instance import InstanceState
from cachewarden.json_reader import Json, JsonReader

NOT_FOUND_AFTER = timedelta(hours=2)
"""So long after an instance was last seen to run, EC2's not knowing it any more says that it is gone: a terminated one
is usually shown for less than an hour [ec2#terminated-instances]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsentComputer:
    """`computer`: its name in small letters. `instance_id`: what it was when it last answered, by our own record; None
    where nobody wrote that down. `gone`: EC2 says that this instance never comes back. `why`: for sentences.
    """

    computer: str
    instance_id: str | None
    gone: bool
    why: str


def absent_computer(
    computer: str, *, instance_id: str, last_seen: datetime, state: InstanceState | None, seen_up: bool, now: datetime
) -> AbsentComputer:
    """What EC2's answer means. `state` None: EC2 doesn't know the instance. That it doesn't answer proves nothing.

    `seen_up`: the other nodes see the computer all the same, so that another instance has its name.
    """
    if seen_up:
        gone, why = False, f"the other nodes see it, though it isn't {instance_id} that answers"
    elif state is InstanceState.TERMINATED:
        gone, why = True, f"its instance {instance_id} is terminated"
    elif state is not None:
        gone, why = False, f"its instance {instance_id} is {state.value}"
    else:
        gone = now - last_seen >= NOT_FOUND_AFTER
        why = f"EC2 doesn't know its instance {instance_id} any more, which last answered at {last_seen:%Y-%m-%d %H:%M}"
    return AbsentComputer(computer=computer, instance_id=instance_id, gone=gone, why=why)


def unrecorded(computer: str) -> AbsentComputer:
    """One of which nobody wrote down which instance it was."""
    why = "which instance it was is written down nowhere"
    return AbsentComputer(computer=computer, instance_id=None, gone=False, why=why)


def parse_absent(source: JsonReader) -> AbsentComputer:
    """As evidence keeps it; raises `UnexpectedJsonError`."""
    return AbsentComputer(
        computer=source.text("computer"),
        instance_id=source.optional("instanceId", source.text),
        gone=source.flag("gone"),
        why=source.text("why"),
    )


def absent_to_json(absent: Iterable[AbsentComputer]) -> list[Json]:
    """What `parse_absent` reads back unchanged, each."""
    return [
        {"computer": each.computer, "instanceId": each.instance_id, "gone": each.gone, "why": each.why}
        for each in absent
    ]
