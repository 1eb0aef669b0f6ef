"""What happened at an instant and wasn't the workflow's doing: people's deeds, faults, notices, broken rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rehearsal.kernel.trace import TraceEvent
from rehearsal.report.page.axis import Axis
from rehearsal.simulation.workflow_log import WORKFLOW

MARK_PX = 26
"""Room that one mark needs; the next one that is nearer goes a track lower."""
COMPLETED = 7
"""MSFT_StorageJob.JobState of a repair that went through."""


class MomentKind(StrEnum):
    """Who or what; each has a colour and letters of its own."""

    PERSON = "person"
    FAULT = "fault"
    EVENT = "event"
    NOTICE = "notice"
    VIOLATION = "violation"


PREFIXES = {
    MomentKind.PERSON: "P",
    MomentKind.FAULT: "F",
    MomentKind.EVENT: "E",
    MomentKind.NOTICE: "N",
    MomentKind.VIOLATION: "V",
}
KINDS = {
    ("ec2", "stop-refused"): MomentKind.EVENT,
    ("ec2", "hard-shutdown"): MomentKind.EVENT,
    ("health", "health-notice"): MomentKind.EVENT,
    ("host", "crash"): MomentKind.EVENT,
    ("storage", "data-lost"): MomentKind.EVENT,
    ("storage", "repair-ended"): MomentKind.EVENT,
    ("workflow", "execution-ended"): MomentKind.EVENT,
    ("story", "limit"): MomentKind.EVENT,
}
"""Of these sources only these kinds; persons, faults, notices and violations are shown all."""
WHOLE_SOURCES = {
    "person": MomentKind.PERSON,
    "fault": MomentKind.FAULT,
    "sns": MomentKind.NOTICE,
    "invariant": MomentKind.VIOLATION,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One mark on the chart and one line in the list. `sign`: what connects the two; `track`: which line of marks."""

    at_s: float
    kind: MomentKind
    sign: str
    node: str
    text: str
    why: str
    track: int


def moments(events: Iterable[TraceEvent], axis: Axis) -> tuple[Moment, ...]:
    """All of them, in order, each on the highest track that has room."""
    found: list[Moment] = []
    ends: list[float] = []
    counts: dict[MomentKind, int] = {}
    for event in events:
        kind = kind_of(event)
        if kind is None:
            continue
        at_s = (event.at - axis.zero).total_seconds()
        counts[kind] = counts.get(kind, 0) + 1
        found.append(
            Moment(
                at_s=at_s, kind=kind, sign=f"{PREFIXES[kind]}{counts[kind]}", node=event.node or "",
                text=event.text, why=event.why or "", track=place(ends, axis.pixels(at_s), MARK_PX),
            )
        )  # fmt: skip
    return tuple(found)


def kind_of(event: TraceEvent) -> MomentKind | None:
    """None: not for this list. Repairs and executions that end well show in the rows and the list of actions."""
    if event.kind == "repair-ended" and event.facts["state"] == COMPLETED:
        return None
    if event.kind == "execution-ended" and (event.facts["status"] == "SUCCEEDED" or WORKFLOW not in event.text):
        return None
    return WHOLE_SOURCES.get(event.source) or KINDS.get((event.source, event.kind))


def place(ends: list[float], left: float, width: float) -> int:
    """The first track that is free at `left`; takes it up to `left + width`. A new track when none is."""
    for track, end in enumerate(ends):
        if left >= end:
            ends[track] = left + width
            return track
    ends.append(left + width)
    return len(ends) - 1


def tracks(found: Sequence[Moment]) -> int:
    """How many lines of marks there are."""
    return max((moment.track for moment in found), default=-1) + 1
