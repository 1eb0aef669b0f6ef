"""Writes the report of a run to where people look for it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from rehearsal.report.page.page import render
from rehearsal.report.page.view import report_of

if TYPE_CHECKING:
    from rehearsal.simulation.run import Run

FILE_NAME = "report.html"


def write_report(run: Run, folder: Path) -> Path:
    """Writes `<folder>/<story>/report.html` (folder: `out/rehearsal`), replacing an older one; returns its path.

    A variant's name (`killed-anywhere: EvacuateCache + 5 s`) becomes a folder name without spaces and signs.
    """
    path = folder / re.sub(r"[^A-Za-z0-9.]+", "-", run.story.name).strip("-.") / FILE_NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render(report_of(run)), encoding="utf-8")
    return path
