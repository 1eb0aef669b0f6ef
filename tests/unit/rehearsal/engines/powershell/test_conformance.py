"""The recorded corpus: no case is answered wrongly, and nearly all are answered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.unit.rehearsal.engines.powershell.conformance_summary import PROPERTY
from tests.unit.rehearsal.engines.powershell.corpus import CASES, outcome


@pytest.mark.parametrize("case", CASES)
def test_answers_as_recorded_or_refuses(case: str, record_property: Callable[[str, object], None]) -> None:
    found = outcome(case)
    record_property(PROPERTY, found.verdict)
    assert found.verdict != "wrong", found.detail


def test_at_least_97_percent_of_the_cases_are_answered() -> None:
    refused = {case: outcome(case).detail for case in CASES if outcome(case).verdict == "refused"}
    assert len(CASES) > 200
    assert len(refused) <= 0.03 * len(CASES), refused
