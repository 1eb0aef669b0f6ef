"""`cachewarden check` as part of `make test`: the tree as it is gives no finding."""

from __future__ import annotations

from checks.catalogue import CHECKS
from checks.run import run
from rehearsal.scenarios.story import story_names
from tests.scenarios.undisturbed import SMALLER


def test_nothing_is_found(deployment, monkeypatch):
    """All checks in one process, since those on grants share what the stories asked for.

    Stories that the suite plays smaller are judged by `cachewarden check` and `make campaigns`.
    """
    played = tuple(name for name in story_names() if name not in SMALLER)
    monkeypatch.setattr("checks.policies.story_calls.story_names", lambda: played)
    found = [finding for checked in run(CHECKS, deployment) for finding in checked.findings]
    assert [f"{finding.check} {finding.where}: {finding.problem}" for finding in found] == []


def test_each_check_has_a_name_of_its_own_and_says_in_one_sentence_what_it_proves():
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    for check in CHECKS:
        assert check.proves[0].isupper() and check.proves.endswith(".") and len(check.proves) <= 120, check.name
