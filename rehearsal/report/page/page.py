"""The view of a run as one HTML page that needs nothing else: no network, no second file, no font."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from rehearsal.report.page.annotations import MARK_PX, AnnotationKind, levels, place
from rehearsal.report.page.axis import FINER, NARROWEST_PLOT_PX, Axis, duration_text
from rehearsal.report.page.view import Report
from rehearsal.report.page.workflow_steps import WorkflowStep

TEMPLATE = "report.html.j2"
WIDE_PX, NARROW_PX, PADDING_PX = 9.0, 7.1, 13.0
"""Signs of the page's bars at 12 px, in the widest of its fonts."""
KIND_LABELS = {
    AnnotationKind.PERSON: "a person",
    AnnotationKind.FAULT: "a fault of the story",
    AnnotationKind.EVENT: "an event",
    AnnotationKind.NOTICE: "a notice to people",
    AnnotationKind.VIOLATION: "a broken invariant",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the list under the chart. `folded`: only its first line is shown until it is opened."""

    at_s: float
    kind: str
    sign: str
    anchor: str
    elapsed: str
    took: str
    node: str
    what: str
    why: str
    code: str
    folded: bool


def render(report: Report) -> str:
    """The page; the same for the same report, byte for byte."""
    axis = report.axis
    numbers, step_levels = _numbers(report.steps, axis)
    kinds = {annotation.kind for annotation in report.annotations}
    return _template().render(
        report=report,
        hash=report.content_hash(),
        axis=axis,
        rooms=_rooms(report),
        plot_px=NARROWEST_PLOT_PX,
        finer=FINER,
        elapsed=axis.elapsed_ticks(),
        clock=axis.clock_ticks(),
        kinds=[(kind.value, KIND_LABELS[kind]) for kind in AnnotationKind if kind in kinds],
        lost=any(segment.state == "lost" for track in report.nodes for row in track.rows for segment in row.segments),
        annotation_levels=levels(report.annotations),
        numbers=numbers,
        step_levels=step_levels,
        execution_levels=max((step.level for step in report.steps), default=-1) + 1,
        lines=_lines(report),
    )


@cache
def _template() -> Template:
    loader = FileSystemLoader(Path(__file__).parent)
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(room=room_px, labels=step_labels)
    return environment.get_template(TEMPLATE)


def room_px(text: str) -> int:
    """Width that a bar needs to show this text; rather too much, since fonts differ."""
    return math.ceil(PADDING_PX + sum(WIDE_PX if sign.isupper() or sign in "→◂%mw" else NARROW_PX for sign in text))


def step_labels(step: WorkflowStep) -> tuple[str, ...]:
    """What a bar of the workflow says, the longest first."""
    if step.kind == "wait":
        return ("waits",)
    return (step.name,) if step.number is None else (f"{step.number} {step.name}", str(step.number))


def _rooms(report: Report) -> list[int]:
    rows = [row for track in (report.cluster, *report.nodes) for row in track.rows]
    texts = {label for row in rows for segment in row.segments for label in segment.labels}
    texts.update(label for step in report.steps for label in step_labels(step))
    return sorted({room_px(text) for text in texts})


def _numbers(steps: tuple[WorkflowStep, ...], axis: Axis) -> tuple[list[tuple[WorkflowStep, int]], int]:
    ends: list[float] = []
    found = [(step, place(ends, axis.pixels(step.from_s), MARK_PX)) for step in steps if step.number is not None]
    return found, len(ends)


def _lines(report: Report) -> list[Line]:
    return sorted([*_step_lines(report), *_annotation_lines(report)], key=lambda line: line.at_s)


def _step_lines(report: Report) -> list[Line]:
    lines = []
    for step in report.steps:
        what = step.name if step.kind != "wait" else "waits" if step.times == 1 else f"waits, {step.times} times"
        lines.append(
            Line(
                at_s=step.from_s, kind=step.kind, sign="" if step.number is None else str(step.number),
                anchor="" if step.number is None else f"S{step.number}", elapsed=_elapsed(report, step.from_s),
                took=duration_text(step.to_s - step.from_s) if step.to_s > step.from_s else "",
                node=step.node, what=what, why=step.sentence, code=step.code, folded=False,
            )
        )  # fmt: skip
    return lines


def _annotation_lines(report: Report) -> list[Line]:
    return [
        Line(
            at_s=annotation.at_s, kind=annotation.kind.value, sign=annotation.sign, anchor=annotation.sign,
            elapsed=_elapsed(report, annotation.at_s), took="", node=annotation.node,
            what=annotation.text, why=annotation.why,
            code="", folded=len(annotation.why.strip().splitlines()) > 1,
        )
        for annotation in report.annotations
    ]  # fmt: skip


def _elapsed(report: Report, at_s: float) -> str:
    whole = round(at_s - report.axis.from_s)
    return f"+{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"
