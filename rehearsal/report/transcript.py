"""Puts the transcript of a real run into README.md: `python -m rehearsal.report.transcript`; a test holds it."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from rehearsal.aws.cloudformation.synthesis import ROOT, templates
from rehearsal.report.summary import print_summary
from rehearsal.report.timeline import print_timeline
from rehearsal.scenarios.story import DEFAULT_STORY, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story

README = ROOT / "README.md"
BEGINS = "<!-- transcript: python -m rehearsal.report.transcript -->\n"
ENDS = "<!-- end of transcript -->"
COLUMNS = 126


def transcript() -> str:
    """What `make rehearse` prints about the default story, without colours and without the real time it took."""
    written = io.StringIO()
    console = Console(file=written, width=COLUMNS, highlight=False, color_system=None)
    run = run_story(load_story(DEFAULT_STORY), seed=1, templates=templates(), progress=SilentProgress())
    print_timeline(console, run)
    print_summary(console, run, wall_seconds=None)
    lines = [line.rstrip() for line in written.getvalue().strip().splitlines()]
    return "\n".join(lines)


def with_transcript(text: str, shown: str) -> str:
    """README's text with the transcript between its marks."""
    head, _, rest = text.partition(BEGINS)
    _, _, tail = rest.partition(ENDS)
    return f"{head}{BEGINS}\n```text\n{shown}\n```\n\n{ENDS}{tail}"


def main(readme: Path = README) -> None:
    """Rewrites the file."""
    readme.write_text(with_transcript(readme.read_text("utf-8"), transcript()), "utf-8")


if __name__ == "__main__":
    main()
