"""Runs the checks one after the other and says what each found and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from checks.check import Check, Finding
from checks.deployment import Deployment


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One check's answer."""

    check: Check
    findings: tuple[Finding, ...]
    seconds: float

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def run(
    checks: Iterable[Check], deployment: Deployment, *, begins: Callable[[Check], None] | None = None
) -> Iterator[Checked]:
    """Answers in the order of the checks; `begins` is called before each. All work ahead starts at once."""
    wanted = tuple(checks)
    for check in wanted:
        if check.ahead is not None:
            check.ahead(deployment)
    for check in wanted:
        if begins is not None:
            begins(check)
        began = time.perf_counter()
        findings = _found(check, deployment)
        yield Checked(check=check, findings=findings, seconds=time.perf_counter() - began)


def _found(check: Check, deployment: Deployment) -> tuple[Finding, ...]:
    """What the check found; a deployment so broken that the check couldn't run is a finding, too."""
    try:
        return check.run(deployment)
    except Exception as error:
        return (
            Finding(
                check=check.name,
                where="checks",
                problem=f"the check couldn't run: {type(error).__name__}: {error}",
                remedy="Correct what the other checks found; if it stays, correct the check.",
            ),
        )


def as_json(checked: Iterable[Checked], *, seconds: float) -> dict[str, Any]:
    """The whole answer for programs."""
    answers = tuple(checked)
    return {
        "clean": all(answer.clean for answer in answers),
        "wall_seconds": round(seconds, 3),
        "checks": [
            {
                "check": answer.check.name,
                "proves": answer.check.proves,
                "seconds": round(answer.seconds, 3),
                "findings": [
                    {"where": finding.where, "problem": finding.problem, "remedy": finding.remedy}
                    for finding in answer.findings
                ],
            }
            for answer in answers
        ],
    }
