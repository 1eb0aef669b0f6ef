"""The recorded corpus: no case is answered wrongly, and nearly all are answered."""

from __future__ import annotations

import json

import pytest

from tests.rehearsal.powershell.corpus import CASES, CORPUS, outcome, real_powershell, run_real


@pytest.mark.parametrize("case", CASES)
def test_answers_as_recorded_or_refuses(case: str) -> None:
    found = outcome(case)
    assert found.verdict != "wrong", found.detail


def test_at_least_97_percent_of_the_cases_are_answered() -> None:
    refused = {case: outcome(case).detail for case in CASES if outcome(case).verdict == "refused"}
    assert len(CASES) > 200
    assert len(refused) <= 0.03 * len(CASES), refused


def test_recordings_hold_under_real_powershell_where_there_is_one() -> None:
    if real_powershell() is None:
        return
    differing = {}
    for case in CASES:
        script = CORPUS / case
        expected = json.loads(script.with_suffix(".expected.json").read_text(encoding="utf-8"))
        stdout, exit_code = run_real(script)
        if (stdout, exit_code) != (expected["stdout"].rstrip("\n"), expected["exit_code"]):
            differing[case] = stdout
    assert not differing
