"""A computer of the failover cluster that no instance answers for, and what became of the instance that it was."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from cachewarden.evidence.computer_note import MISSED_FOR, NOT_LISTED_FOR, ComputerNote
from cachewarden.evidence.instance import InstanceState
from cachewarden.json_reader import Json, JsonReader


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsentComputer:
    """`computer`: its name in small letters. `instance_id`: what it was when it last answered, by our own note; None
    where there is none. `gone`: proven never to come back. `why`: for sentences.
    """

    computer: str
    instance_id: str | None
    gone: bool
    why: str


def absent_computer(
    computer: str,
    note: ComputerNote,
    *,
    state: InstanceState | None,
    seen_up: bool,
    silent: Sequence[str],
    now: datetime,
) -> AbsentComputer:
    """What EC2's answer means. `state` None: EC2 doesn't know the instance. That it doesn't answer proves nothing.

    `seen_up`: the other nodes see the computer all the same, so that another instance has its name. `silent`: instances
    with the cluster's name that don't answer and aren't noted as another computer: any of them may be this one.
    """
    known = note.after(state, now)
    gone = False
    if seen_up:
        why = f"the other nodes see it, though it isn't {note.instance_id} that answers"
    elif silent:
        why = f"{', '.join(silent)} carries the cluster's name, doesn't answer and may be it"
    else:
        why = _what_ec2_says(known, state, now)
        gone = known.ended(now) and known.missed(now)
        if known.ended(now) and not gone:
            minutes = MISSED_FOR.total_seconds() / 60
            why += f", but the sweep hasn't missed the computer for {minutes:.0f} minutes; ask again in half an hour"
    return AbsentComputer(computer=computer, instance_id=note.instance_id, gone=gone, why=why)


def _what_ec2_says(note: ComputerNote, state: InstanceState | None, now: datetime) -> str:
    if note.terminated:
        return f"its instance {note.instance_id} is terminated"
    if state is not None:
        return f"its instance {note.instance_id} is {state.value}"
    told = (
        f"EC2 doesn't know its instance {note.instance_id} any more, which it listed at {note.known_at:%Y-%m-%d %H:%M}"
    )
    return told if note.ended(now) else f"{told}; that proves its end from {note.known_at + NOT_LISTED_FOR:%H:%M} on"


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
