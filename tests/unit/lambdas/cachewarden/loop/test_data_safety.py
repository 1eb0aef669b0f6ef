"""No message says that the data is safe unless that was seen; checked for every code of the catalogue."""

import re

import pytest

from cachewarden.codes import CATALOGUE, Code
from cachewarden.loop.data_safety import OF_CODE, OF_OUTCOME, REFUSED_OF_CODE, data_safety
from cachewarden.procedures.decision import Outcome
from tests.in_one_test import in_one_test

IN_QUESTION = (
    Code.STORAGE_NOT_PLANNABLE,
    Code.STORAGE_NEEDS_PERSON,
    Code.STOPPED_BEHIND_OUR_BACK,
    Code.PARTNER_DOWN,
    Code.TARGET_NOT_READY,
    Code.NOT_OBSERVABLE,
    Code.NO_GOOD_COPY,
    Code.INSTANCE_GONE,
)
SEEN_WHOLE = {Code.SYSTEM_DATABASES_ON_CACHE}
"""Refused only after the storage was seen whole (stopping.storage_not_plannable), with nothing lost as it runs."""


@in_one_test("code", list(CATALOGUE))
def test_a_refusal_says_yes_only_when_the_storage_was_seen_whole(code):
    assert data_safety(Outcome.REFUSED, code).startswith("Yes") is (code in SEEN_WHOLE)


@in_one_test("code", list(CATALOGUE))
def test_an_end_that_needs_a_person_never_says_yes_or_that_nothing_was_destroyed(code):
    told = data_safety(Outcome.ATTENTION, code)

    assert not told.startswith("Yes") and "othing was destroyed" not in told


@pytest.mark.parametrize("outcome", [Outcome.REFUSED, Outcome.ATTENTION])
@pytest.mark.parametrize("code", IN_QUESTION)
def test_storage_and_copies_in_question_are_unknown(code, outcome):
    assert data_safety(outcome, code).startswith("Unknown: ")


@pytest.mark.parametrize("code", [Code.DATA_LOSS_SEEN, Code.CACHE_LOST_ON_BOTH])
def test_a_seen_loss_is_called_one(code):
    assert data_safety(Outcome.REFUSED, code).startswith("No")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            Code.CACHE_NOT_RESTORED,
            "The node runs, and its data volume can be written and read; writes are just slower.",
        ),
        (Code.LOST_DATABASE_NOT_RELEASED, "Not on this node: it has no copy of the database"),
        (Code.TOO_FEW_DATA_VOLUMES, "Not on this node yet: the other replicas' copies count"),
        (Code.DATABASE_NOT_OPENED, "Not for the database that the message names"),
        (Code.BOOT_WITHOUT_POOL_REFUSED, "Not on this node, as far as can be seen"),
        (Code.POOL_DETACHED, "Not on this node yet"),
        (Code.EVACUATION_FAILED, "Unknown until you have read the reason: where the move was undone"),
    ],
)
def test_an_end_that_needs_a_person_says_what_its_codes_page_says(code, told):
    assert data_safety(Outcome.ATTENTION, code) == CATALOGUE[code].data
    assert CATALOGUE[code].data.startswith(told)


@in_one_test("code", list(CATALOGUE))
def test_an_end_that_needs_a_person_says_of_nothing_done_that_it_was_not(code):
    """Whatever a code says of a refusal, an operation that had begun has changed something."""
    told = data_safety(Outcome.ATTENTION, code, acted=True)
    assert not re.search(r"[Nn]othing was (?:changed|begun)(?! but what)|no operation was|^As it was: ", told), told


def test_a_passed_preflight_promises_no_more_than_it_examined():
    assert data_safety(Outcome.GOAL, Code.PREFLIGHT_PASSED) != "Yes."
    assert data_safety(Outcome.GOAL, Code.GOAL_REACHED) == "Yes."


def test_every_outcome_has_an_answer_and_no_code_has_two():
    assert set(OF_OUTCOME) == set(Outcome)
    assert not set(OF_CODE) & set(REFUSED_OF_CODE)


@pytest.mark.parametrize(
    ("outcome", "code", "told"),
    [
        (
            Outcome.REFUSED,
            Code.WORK_WOULD_BE_CUT,
            "Nothing was changed by this request but what is listed as done. The",
        ),
        (
            Outcome.GOAL,
            Code.PREFLIGHT_PASSED,
            "Nothing was changed but what is listed as done, and stop protection is on.",
        ),
        (
            Outcome.GOAL,
            Code.STOPPED_UNEXAMINED,
            "Nothing was changed but what is listed as done, and stop protection is",
        ),
    ],
)
def test_nothing_is_called_unchanged_where_something_was_done(outcome, code, told):
    """A preflight puts stop protection on, too."""
    assert data_safety(outcome, code, acted=True).startswith(told)
    assert "but what is listed" not in data_safety(outcome, code)
