"""Both ways to evacuate a node side by side, for docs/evacuation.md: `python -m rehearsal.report.evacuations`; a test
holds the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rehearsal.aws.cloudformation.synthesis import ROOT, templates
from rehearsal.report.metrics import Metrics, metrics_of
from rehearsal.report.timeline import clock_text
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story

PAGE: Path = ROOT / "docs" / "evacuation.md"
BEGINS = "<!-- table: python -m rehearsal.report.evacuations -->\n"
ENDS = "<!-- end of table -->"
STORIES = {"offline": "cycle", "online": "evacuate-online"}
"""A node is cycled by an operator's document, either way; nothing else differs."""

ALONE = "data on one copy only"
BOUND = "that stop, boot and redo need"
ABOVE = "above that"
ROWS: Mapping[str, Callable[[Metrics], str]] = {
    "commits couldn't be made": lambda metrics: f"{metrics.write_outage_seconds:.1f} s",
    ALONE: lambda metrics: clock_text(metrics.data_risk.alone_s - metrics.data_risk.at_rest_s),
    BOUND: lambda metrics: clock_text(metrics.data_risk.bound_s),
    ABOVE: lambda metrics: "–" if metrics.data_risk.above_bound is None else f"{metrics.data_risk.above_bound:.0%}",
    "the second copy trails": lambda metrics: clock_text(metrics.data_risk.trailing_s),
    "commits wait for a volume whose cache moves": lambda metrics: clock_text(metrics.slow_commit_seconds),
    "up to, each": lambda metrics: f"{metrics.slowest_commit_seconds:g} s",
    "the whole operation": lambda metrics: clock_text(metrics.waiting_seconds),
}


def measured() -> dict[str, Metrics]:
    """The metrics of either way, by its name."""
    return {way: metrics_of(played(way)) for way in STORIES}


def played(way: str, *, seed: int = 1) -> Run:
    """The story of one way."""
    return run_story(load_story(STORIES[way]), seed=seed, templates=templates(), progress=SilentProgress())


def other_way(story: str) -> tuple[str, str] | None:
    """For one of the two stories the other way, and what the page says of it; None for any other story."""
    own = next((way for way, name in STORIES.items() if name == story), None)
    if own is None:
        return None
    lines = PAGE.read_text("utf-8").partition(BEGINS)[2].partition(ENDS)[0].splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("|")]
    other = next(way for way in STORIES if way != own)
    said = {row[0]: row[rows[0].index(other)] for row in rows}
    return other, f"{said[ALONE]} on one copy only, {said[ABOVE]} above the {said[BOUND]} ({PAGE.relative_to(ROOT)})"


def table(ways: Mapping[str, Metrics]) -> str:
    """As Markdown, a column for each way."""
    lines = [f"| | {' | '.join(ways)} |", f"|---|{'---|' * len(ways)}"]
    lines += [f"| {what} | {' | '.join(told(metrics) for metrics in ways.values())} |" for what, told in ROWS.items()]
    return "\n".join(lines)


def page(ways: Mapping[str, Metrics]) -> str:
    """The page as it should be."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGINS)
    return f"{before}{BEGINS}\n{table(ways)}\n\n{ENDS}{rest.partition(ENDS)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(measured()), encoding="utf-8")
