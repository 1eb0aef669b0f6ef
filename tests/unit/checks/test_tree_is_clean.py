"""`cachewarden check` as part of `make test`: the tree as it is gives no finding."""

from __future__ import annotations

from checks.catalogue import CHECKS
from checks.run import run


def test_nothing_is_found(deployment):
    """All checks in one process, since those on grants share what the stories asked for."""
    found = [finding for checked in run(CHECKS, deployment) for finding in checked.findings]
    assert [f"{finding.check} {finding.where}: {finding.problem}" for finding in found] == []


def test_each_check_has_a_name_of_its_own_and_says_in_one_sentence_what_it_proves():
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    for check in CHECKS:
        assert check.proves[0].isupper() and check.proves.endswith(".") and len(check.proves) <= 120, check.name
