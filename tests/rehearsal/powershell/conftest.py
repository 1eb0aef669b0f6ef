"""Prints what the corpus came to, and whether the lane with real PowerShell ran."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.rehearsal.powershell.corpus import CASES, outcome, real_powershell


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if not outcome.cache_info().currsize >= len(CASES):
        return
    counts = Counter(outcome(case).verdict for case in CASES)
    answered = f"{counts['pass']} of {len(CASES)} pass, {counts['refused']} refused, {counts['wrong']} wrong"
    terminalreporter.write_line(f"powershell conformance: {answered}")
    lane = "compared" if real_powershell() else "skipped: no pwsh"
    terminalreporter.write_line(f"powershell conformance under real PowerShell: {lane}")
