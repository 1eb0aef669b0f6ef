"""The last lines of a test run: what the corpus came to, and whether real PowerShell was asked.

tests/conftest.py names the hook, because with workers (-n) the process that prints the summary loads no other conftest.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.unit.rehearsal.engines.powershell.corpus import CASES, real_powershell

PROPERTY = "powershell-conformance"
"""What a test records as its verdict; it travels with the report from a worker."""
LANE = "rehearsal/engines/powershell/test_pwsh_lane.py"
NO_PWSH = "skipped: no pwsh"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Nothing unless tests of the engine ran."""
    reports = [
        report
        for reported in ("passed", "failed")
        for report in terminalreporter.stats.get(reported, ())
        if getattr(report, "when", None) == "call"
    ]
    verdicts = Counter(value for report in reports for name, value in report.user_properties if name == PROPERTY)
    if verdicts:
        terminalreporter.write_line(
            f"powershell conformance: {verdicts['pass']} of {len(CASES)} pass, {verdicts['refused']} refused, "
            f"{verdicts['wrong']} wrong"
        )
    if any(LANE in report.nodeid for report in reports):
        terminalreporter.write_line(f"powershell under pwsh: {'compared' if real_powershell() else NO_PWSH}")
