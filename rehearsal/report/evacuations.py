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
from rehearsal.simulation.run import run_story

PAGE: Path = ROOT / "docs" / "evacuation.md"
BEGINS = "<!-- table: python -m rehearsal.report.evacuations -->\n"
ENDS = "<!-- end of table -->"
STORIES = {"offline": "cycle", "online": "evacuate-online"}
"""A node is cycled by an operator's document, either way; nothing else differs."""

ROWS: Mapping[str, Callable[[Metrics], str]] = {
    "commits couldn't be made": lambda metrics: f"{metrics.write_outage_seconds:.1f} s",
    "data on one copy only": lambda metrics: clock_text(metrics.data_risk.alone_s - metrics.data_risk.at_rest_s),
    "that stop, boot and redo need": lambda metrics: clock_text(metrics.data_risk.bound_s),
    "above that": lambda metrics: f"{metrics.data_risk.above_bound or 0:.0%}",
    "the second copy trails": lambda metrics: clock_text(metrics.data_risk.trailing_s),
    "commits wait for a volume whose cache moves": lambda metrics: clock_text(metrics.slow_commit_seconds),
    "up to, each": lambda metrics: f"{metrics.slowest_commit_seconds:g} s",
    "the whole operation": lambda metrics: clock_text(metrics.waiting_seconds),
}


def measured() -> dict[str, Metrics]:
    """The metrics of either way, by its name."""
    return {way: metrics_of_way(way) for way in STORIES}


def metrics_of_way(way: str, *, seed: int = 1) -> Metrics:
    """The metrics of one way."""
    story = load_story(STORIES[way])
    return metrics_of(run_story(story, seed=seed, templates=templates(), progress=SilentProgress()))


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
