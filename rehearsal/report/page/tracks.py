"""The picture's rows: for every node and for the cluster, what held from when to when, and what to call it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rehearsal.report.page.axis import Axis, duration_text
from rehearsal.report.page.labels import labels_of
from rehearsal.report.page.worker_progress import WorkerProgress
from rehearsal.simulation.recorder import Aspect, NodeHistory

ROW_TITLES = {
    Aspect.INSTANCE: "Instance",
    Aspect.WINDOWS: "Windows",
    Aspect.SQL: "SQL Server",
    Aspect.ROLE: "AG role",
    Aspect.CACHE: "Write cache",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """One state from `from_s` to `to_s` (virtual seconds). `detail` is a stable name as `state` is; `labels`: the
    longest first, the bar shows the first that it has room for; `title` says it in full. Of the cache only: `shape`,
    (percent of the segment, percent on Swap) while it moves; `reported`, (percent of the segment, percent moved)
    as the worker reported meanwhile; `share_on_swap`, percent, when it lies in both places."""

    from_s: float
    to_s: float
    state: str
    detail: str
    labels: tuple[str, ...]
    title: str
    shape: tuple[tuple[float, float], ...] = ()
    reported: tuple[tuple[float, int], ...] = ()
    share_on_swap: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of segments that cover the whole span without a gap. `note`: one figure under the title."""

    name: str
    title: str
    note: str
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """The rows of one node, or of the cluster."""

    name: str
    title: str
    note: str
    rows: tuple[Row, ...]


def node_track(name: str, note: str, history: NodeHistory, axis: Axis, reports: Sequence[WorkerProgress] = ()) -> Track:
    """A node's track from what the recorder kept and what its worker reported of its progress."""
    rows = []
    for aspect in Aspect:
        segments = tuple(_segments(aspect, history, axis, reports))
        rows.append(Row(name=aspect.value, title=ROW_TITLES[aspect], note="", segments=segments))
    return Track(name=name, title=name, note=note, rows=tuple(rows))


def _segments(aspect: Aspect, history: NodeHistory, axis: Axis, reports: Sequence[WorkerProgress]) -> Iterable[Segment]:
    changes = history.changes[aspect]
    for number, change in enumerate(changes):
        end_s = changes[number + 1].at_s if number + 1 < len(changes) else axis.to_s
        from_s, to_s = max(change.at_s, axis.from_s), min(end_s, axis.to_s)
        if to_s <= from_s:
            continue
        shape: tuple[tuple[float, float], ...] = ()
        reported: tuple[tuple[float, int], ...] = ()
        if change.state == "moving":
            shape = _shape(history.samples, from_s, to_s)
            reported = tuple(
                (round((one.at_s - from_s) / (to_s - from_s) * 100, 2), one.percent)
                for one in reports
                if from_s <= one.at_s <= to_s
            )
        labels, title = labels_of(aspect, change, shape)
        lasted = duration_text(to_s - from_s)
        yield Segment(
            from_s=from_s, to_s=to_s, state=change.state, detail=change.detail, labels=labels,
            title=f"{title} ({lasted})", shape=shape,
            reported=reported,
            share_on_swap=0.0 if change.cache is None else round(change.cache.share_on_swap * 100, 2),
        )  # fmt: skip


def _shape(samples: Sequence[tuple[float, float]], from_s: float, to_s: float) -> tuple[tuple[float, float], ...]:
    """What was measured within the segment, its edges included (interpolated: a job moves at an even pace)."""
    inner = [(at_s, share) for at_s, share in samples if from_s < at_s < to_s]
    points = [(from_s, _share_at(samples, from_s)), *inner, (to_s, _share_at(samples, to_s))]
    return tuple((round((at_s - from_s) / (to_s - from_s) * 100, 2), round(share * 100, 2)) for at_s, share in points)


def _share_at(samples: Sequence[tuple[float, float]], at_s: float) -> float:
    before = max((sample for sample in samples if sample[0] <= at_s), default=samples[0])
    after = min((sample for sample in samples if sample[0] >= at_s), default=samples[-1])
    if after[0] <= before[0]:
        return before[1]
    return before[1] + (after[1] - before[1]) * (at_s - before[0]) / (after[0] - before[0])


def interval_row(
    name: str,
    title: str,
    intervals: Iterable[tuple[float, float | None, str]],
    axis: Axis,
    *,
    counted_to_s: float,
    good: str,
    bad: str,
) -> Row:
    """A row of the cluster: `bad` in the intervals (start, end or None while it lasts, why), else `good`.

    The segment after a bad one says how long that was: it is often too short to hold words itself. The row's note is
    their sum up to `counted_to_s`, where the measuring ends.
    """
    segments: list[Segment] = []
    total, at_s, last = 0.0, axis.from_s, 0.0
    for start, end, why in intervals:
        from_s, to_s = max(start, axis.from_s), min(axis.to_s if end is None else end, axis.to_s)
        if to_s <= from_s:
            continue
        if from_s > at_s:
            segments.append(_good(at_s, from_s, good, bad, last))
        last = min(to_s, counted_to_s) - from_s if from_s < counted_to_s else to_s - from_s
        total += last if from_s < counted_to_s else 0.0
        text = f"{bad} for {duration_text(last)}"
        segments.append(
            Segment(
                from_s=from_s,
                to_s=to_s,
                state="bad",
                detail="",
                labels=(text, duration_text(last)),
                title=f"{text}: {why}" if why else text,
            )
        )
        at_s = to_s
    if at_s < axis.to_s:
        segments.append(_good(at_s, axis.to_s, good, bad, last))
    note = duration_text(total) if total else "never"
    return Row(name=name, title=title, note=note, segments=tuple(segments))


def _good(from_s: float, to_s: float, good: str, bad: str, last: float) -> Segment:
    before = f"◂ {bad} for {duration_text(last)}"
    labels = (f"{before}; {good}", before, f"◂ {duration_text(last)}") if last else (good, "good")
    return Segment(from_s=from_s, to_s=to_s, state="good", detail="", labels=labels, title=good)
