"""Everything the page shows, as plain frozen data: made from a finished run, drawn by the template, hashed for the
README's picture."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256

from rehearsal.kernel.trace import TraceEvent
from rehearsal.report.answers import answers
from rehearsal.report.metrics import metrics_of
from rehearsal.report.outages import few_copies, write_outages
from rehearsal.report.page.annotations import ANSWERED, Annotation, annotate
from rehearsal.report.page.axis import Axis, duration_text
from rehearsal.report.page.tracks import Track, interval_row, node_track
from rehearsal.report.page.worker_progress import worker_progress
from rehearsal.report.page.workflow_steps import WorkflowStep, workflow_steps
from rehearsal.report.redundancy import length_s
from rehearsal.simulation.run import Run
from rehearsal.world.sql.databases.ledger import Interval

AFTERMATH_SHARE = 0.02
AFTERMATH_S = 20.0
"""How much is shown after the end: the state that it led to."""

OUTCOME_LABELS = {
    "Goal": "reached",
    "InService": "given up, back in service",
    "Attention": "not reached, a person is needed",
    "Refused": "refused",
    "Expired": "expired before it was begun",
    "Joined": "joined the operation that runs",
}
"""What became of a goal, by the workflow's own outcomes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured value in words."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One run. `broken`: what wasn't as the story declares, empty when all was; `ended_s`: the end that is measured."""

    story: str
    intent: str
    seed: int
    outcome: str
    sentence: str
    broken: tuple[str, ...]
    figures: tuple[Figure, ...]
    axis: Axis
    ended_s: float
    cluster: Track
    nodes: tuple[Track, ...]
    annotations: tuple[Annotation, ...]
    steps: tuple[WorkflowStep, ...]

    def as_json(self) -> str:
        """The same text for the same run, byte for byte."""
        return json.dumps(asdict(self), sort_keys=True, ensure_ascii=False, default=_plain)

    def content_hash(self) -> str:
        """SHA-256 of all of it."""
        return sha256(self.as_json().encode()).hexdigest()


def _plain(value: object) -> str:
    assert isinstance(value, datetime), value
    return value.isoformat()


def report_of(run: Run) -> Report:
    """Reads the run's recorder, log, trace and world."""
    cluster = run.cluster
    trace = cluster.world.trace.events
    shown_to = run.ended_s + max(AFTERMATH_S, AFTERMATH_SHARE * run.virtual_seconds)
    axis = Axis(
        from_s=run.began_s,
        to_s=max(run.ended_s, min(shown_to, cluster.world.clock.monotonic())),
        zero=run.story.begins,
    )
    last = run.log.last
    output = {} if last is None else last.output
    reports = worker_progress(trace[run.begins_at :], axis.zero)
    outcome = "No workflow ran" if last is None else last.outcome
    goal = output.get("goal")
    return Report(
        story=run.story.name,
        intent=run.story.intent,
        seed=run.seed,
        outcome=f"{goal} {OUTCOME_LABELS.get(outcome, outcome)}" if goal else outcome,
        sentence=str(output.get("sentence") or ""),
        broken=tuple(_broken(run)),
        figures=tuple(_figures(run)),
        axis=axis,
        ended_s=run.ended_s,
        cluster=_cluster(run, axis),
        nodes=tuple(
            node_track(name, _node_note(run, name), history, axis, [one for one in reports if one.node == name])
            for name, history in run.recorder.nodes.items()
        ),
        annotations=annotate((event for event in _events(run) if _within(event.at, axis)), axis),
        steps=workflow_steps(run.log, axis),
    )


def _events(run: Run) -> list[TraceEvent]:
    """Those of the story, with the answers of documents that no workflow tells of, in the order of time."""
    answered = [
        TraceEvent(
            index=0, at=answer.ended, source=ANSWERED, kind="answered", text=answer.title, node=answer.node,
            why="\n".join(answer.lines),
        )
        for answer in answers(run)
    ]  # fmt: skip
    return sorted([*run.cluster.world.trace.events[run.begins_at :], *answered], key=lambda event: event.at)


def _within(at: datetime, axis: Axis) -> bool:
    return (at - axis.zero).total_seconds() <= axis.to_s


def _node_note(run: Run, name: str) -> str:
    instance = run.cluster.instances[name]
    return f"{instance.type.name}, {instance.zone}"


def _broken(run: Run) -> Iterable[str]:
    for violation in run.outcome.violations:
        yield f"{violation.invariant}: {violation.observed}"
    yield from map(str, run.outcome.unsafe_states)
    yield from map(str, run.outcome.mismatches)


def _figures(run: Run) -> Iterable[Figure]:
    metrics = metrics_of(run)
    yield Figure(name="Write outage", value=duration_text(metrics.write_outage_seconds))
    few = length_s(few_copies(run), run.began_s, run.ended_s)
    yield Figure(name="Fewer than two copies", value=duration_text(few))
    if metrics.waiting_seconds:
        took = duration_text(metrics.waiting_seconds)
        if metrics.lower_bound_seconds:
            took += f", {metrics.above_bound:.1%} above the physical bound"
        yield Figure(name="Operations took", value=took)
    yield Figure(name="State transitions", value=f"{metrics.transitions} ({metrics.price_usd * 100:.2f} US cents)")


def _cluster(run: Run, axis: Axis) -> Track:
    cluster = run.cluster.failover_cluster
    rows = (
        interval_row(
            "writes", "Writes", _intervals(write_outages(run)), axis, counted_to_s=run.ended_s,
            good="commits go on", bad="without commits",
        ),
        interval_row(
            "copies", "Copies", _intervals(few_copies(run)), axis, counted_to_s=run.ended_s,
            good="two copies hold every commit", bad="fewer than two copies",
        ),
    )  # fmt: skip
    return Track(name="cluster", title=cluster.name, note="cluster", rows=rows)


def _intervals(found: Iterable[Interval]) -> Iterable[tuple[float, float | None, str]]:
    for interval in found:
        yield interval.start, interval.end, f"{interval.database}: {interval.why}"
