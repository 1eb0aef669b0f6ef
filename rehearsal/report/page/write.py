"""Writes the report of a run to where people look for it."""

from __future__ import annotations

import re
from pathlib import Path

from rehearsal.report.page.page import render
from rehearsal.report.page.view import report_of
from rehearsal.simulation.run import Run

FILE_NAME = "report.html"


def write_report(run: Run, folder: Path) -> Path:
    """Writes `<folder>/<story>/report.html` (folder: `out/rehearsal`), replacing an older one; returns its path.

    A name that no folder can have loses its spaces and signs.
    """
    path = folder / re.sub(r"[^A-Za-z0-9.]+", "-", run.story.name).strip("-.") / FILE_NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render(report_of(run)), encoding="utf-8")
    return path
