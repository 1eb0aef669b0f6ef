"""`cachewarden check` as part of `make test`: the tree as it is gives no finding."""

from __future__ import annotations

import pytest

from rehearsal.check.catalogue import CHECKS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_nothing_is_found(shipped, check):
    assert [f"{finding.where}: {finding.problem}" for finding in check.run(shipped)] == []


def test_each_check_has_a_name_of_its_own_and_says_in_one_sentence_what_it_proves():
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    for check in CHECKS:
        assert check.proves.endswith(".") and len(check.proves) <= 120, check.name
