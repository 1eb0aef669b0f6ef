"""The run as lines that a DBA can follow: when, who, what, why, and how long until the next thing happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from cachewarden.operation.host_commands import ACT_MACHINE
from rehearsal.kernel.trace import TraceEvent
from rehearsal.simulation.run import Run

SHOWN = {
    "person": None,
    "decide": None,
    "invariant": None,
    "fault": None,
    "ec2": {"refused", "instance-state", "protection-on", "protection-off"},
    "host": {"up", "crash", "shutting-down"},
    "workflow": {"execution-started", "execution-ended"},
    "sns": None,
}
"""Which kinds of each source people want to see; None: all of them."""
COLOURS = {"person": "cyan", "decide": "bold", "invariant": "bold red", "fault": "magenta", "ec2": "yellow"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line: virtual seconds since the story began, and how long it took until the next line."""

    at_s: float
    source: str
    node: str
    what: str
    why: str
    lasted_s: float


def timeline(run: Run) -> list[Line]:
    """All lines, in order."""
    events = list(_shown(run))
    began = run.cluster.world.trace.events[run.begins_at].at
    lines = []
    for number, event in enumerate(events):
        following = events[number + 1].at if number + 1 < len(events) else event.at
        lines.append(
            Line(
                at_s=(event.at - began).total_seconds(),
                source=event.source,
                node=event.node or "",
                what=event.text,
                why="" if event.source == "sns" else event.why or "",
                lasted_s=(following - event.at).total_seconds(),
            )
        )
    return lines


def _shown(run: Run) -> Iterator[TraceEvent]:
    for event in run.cluster.world.trace.events[run.begins_at :]:
        kinds = SHOWN.get(event.source, set())
        if kinds is not None and event.kind not in kinds:
            continue
        if event.source == "workflow" and ACT_MACHINE in event.text:
            continue
        yield event


def clock_text(seconds: float) -> str:
    """`0:07:04`."""
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"


def print_timeline(console: Console, run: Run) -> None:
    """Prints the intent and every line."""
    console.print()
    console.print(Text(run.story.name, style="bold"), Text(f"  (seed {run.seed})"))
    console.print(run.story.intent)
    console.print()
    for line in timeline(run):
        text = Text()
        text.append(f"{clock_text(line.at_s)}  ", style="dim")
        text.append(f"{line.source:<9}", style=COLOURS.get(line.source, ""))
        text.append(f"{line.node:<8}")
        text.append(line.what, style=COLOURS.get(line.source, ""))
        if line.lasted_s >= 1:
            text.append(f"  ({_duration(line.lasted_s)})", style="dim")
        console.print(text)
        if line.why:
            console.print(Text(f"{'':26}{line.why}", style="dim"))


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
