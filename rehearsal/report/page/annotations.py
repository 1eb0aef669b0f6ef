"""What happened at an instant, the workflow's own steps aside: acts of people, faults, notices, broken invariants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rehearsal.kernel.trace import TraceEvent
from rehearsal.report.page.axis import Axis
from rehearsal.simulation.workflow_log import WORKFLOW

MARK_PX = 26
"""Room that one mark needs; the next one that is nearer goes a level lower."""
COMPLETED = 7
"""MSFT_StorageJob.JobState of a repair that went through."""


class AnnotationKind(StrEnum):
    """Who or what; each has a colour and letters of its own."""

    PERSON = "person"
    FAULT = "fault"
    EVENT = "event"
    NOTICE = "notice"
    VIOLATION = "violation"


PREFIXES = {
    AnnotationKind.PERSON: "P",
    AnnotationKind.FAULT: "F",
    AnnotationKind.EVENT: "E",
    AnnotationKind.NOTICE: "N",
    AnnotationKind.VIOLATION: "V",
}
KINDS = {
    ("ec2", "stop-refused"): AnnotationKind.EVENT,
    ("ec2", "hard-shutdown"): AnnotationKind.EVENT,
    ("health", "health-notice"): AnnotationKind.EVENT,
    ("host", "crash"): AnnotationKind.EVENT,
    ("storage", "data-lost"): AnnotationKind.EVENT,
    ("storage", "repair-ended"): AnnotationKind.EVENT,
    ("workflow", "execution-ended"): AnnotationKind.EVENT,
    ("story", "limit"): AnnotationKind.EVENT,
}
"""Of these sources only these kinds; persons, faults, notices and violations are shown all."""
ANSWERED = "document"
"""Source of what documents answered that people started: on the page alone, not in the trace."""
WHOLE_SOURCES = {
    "person": AnnotationKind.PERSON,
    "fault": AnnotationKind.FAULT,
    "sns": AnnotationKind.NOTICE,
    ANSWERED: AnnotationKind.NOTICE,
    "invariant": AnnotationKind.VIOLATION,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """One mark on the chart and one line in the list. `sign`: what connects the two; `level`: which line of marks."""

    at_s: float
    kind: AnnotationKind
    sign: str
    node: str
    text: str
    why: str
    level: int


def annotate(events: Iterable[TraceEvent], axis: Axis) -> tuple[Annotation, ...]:
    """All of them, in order, each on the highest level that has room."""
    found: list[Annotation] = []
    ends: list[float] = []
    counts: dict[AnnotationKind, int] = {}
    for event in events:
        kind = kind_of(event)
        if kind is None:
            continue
        at_s = (event.at - axis.zero).total_seconds()
        counts[kind] = counts.get(kind, 0) + 1
        found.append(
            Annotation(
                at_s=at_s, kind=kind, sign=f"{PREFIXES[kind]}{counts[kind]}", node=event.node or "",
                text=event.text, why=event.why or "", level=place(ends, axis.pixels(at_s), MARK_PX),
            )
        )  # fmt: skip
    return tuple(found)


def kind_of(event: TraceEvent) -> AnnotationKind | None:
    """None: not for this list. Repairs and executions that end well show in the rows and the list of actions."""
    if event.kind == "repair-ended" and event.facts["state"] == COMPLETED:
        return None
    if event.kind == "execution-ended" and (event.facts["status"] == "SUCCEEDED" or WORKFLOW not in event.text):
        return None
    return WHOLE_SOURCES.get(event.source) or KINDS.get((event.source, event.kind))


def place(ends: list[float], left: float, width: float) -> int:
    """The first level that is free at `left`; takes it up to `left + width`. A new level when none is."""
    for level, end in enumerate(ends):
        if left >= end:
            ends[level] = left + width
            return level
    ends.append(left + width)
    return len(ends) - 1


def levels(found: Sequence[Annotation]) -> int:
    """How many lines of marks there are."""
    return max((annotation.level for annotation in found), default=-1) + 1
