"""Puts transcripts of a real run into the docs: `python -m rehearsal.report.transcript`; a test holds them.

README.md gets the short one, what people and the workflow did; docs/stop-and-return.md all that `make rehearse` prints.
"""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from rehearsal.aws.cloudformation.synthesis import ROOT, templates
from rehearsal.report.outages import write_outages
from rehearsal.report.summary import print_summary
from rehearsal.report.timeline import Line, clock_text, print_timeline, timeline
from rehearsal.scenarios.story import DEFAULT_STORY, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.simulation.workflow_log import BOOKKEEPING

README = ROOT / "README.md"
LONG = ROOT / "docs" / "stop-and-return.md"
BEGINS = "<!-- transcript: python -m rehearsal.report.transcript -->\n"
ENDS = "<!-- end of transcript -->"
COLUMNS = 126


def transcripts() -> dict[Path, str]:
    """What each file shows of one run of the default story."""
    run = run_story(load_story(DEFAULT_STORY), seed=1, templates=templates(), progress=SilentProgress())
    return {README: short(run), LONG: whole(run)}


def whole(run: Run) -> str:
    """What `make rehearse` prints, without colours and without the real time it took."""
    written = io.StringIO()
    console = Console(file=written, width=COLUMNS, highlight=False, color_system=None)
    print_timeline(console, run)
    print_summary(console, run, wall_seconds=None)
    return "\n".join(line.rstrip() for line in written.getvalue().strip().splitlines())


def short(run: Run) -> str:
    """A line for each act of people and of the workflow, for each state of an instance and each message."""
    lines = [f"{clock_text(line.at_s)}  {line.node:<8}{line.what}" for line in timeline(run) if _is_shown(line)]
    verdict = (
        "as the story declares, and no invariant broke" if run.outcome.as_expected else "NOT as the story declares"
    )
    outage_s = sum(outage.length(run.ended_s) for outage in write_outages(run))
    return "\n".join([*lines, f"{'':17}{outage_s:.1f} s without commits; {verdict}"])


def _is_shown(line: Line) -> bool:
    match line.source:
        case "decide":
            return line.what not in BOOKKEEPING and not line.what.startswith(("Wait ", "Look again", "Complete"))
        case "ec2":
            return "→" in line.what or line.what.startswith("EC2 refuses")
        case source:
            return source in ("person", "sns")


def with_transcript(text: str, shown: str) -> str:
    """A file's text with the transcript between its marks."""
    head, _, rest = text.partition(BEGINS)
    _, _, tail = rest.partition(ENDS)
    return f"{head}{BEGINS}\n```text\n{shown}\n```\n\n{ENDS}{tail}"


def main() -> None:
    """Rewrites the files."""
    for path, shown in transcripts().items():
        path.write_text(with_transcript(path.read_text("utf-8"), shown), "utf-8")


if __name__ == "__main__":
    main()
