"""Whoever asked learns what, why, whether the data is safe, and what next."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cachewarden.codes import CATALOGUE, Code
from cachewarden.loop.as_of import Asked, AsOf
from cachewarden.loop.data_safety import data_safety
from cachewarden.loop.message_forms import CHAT_MAX
from cachewarden.loop.notification import AFTER, DID, KNOWN_BY, final_notification, next_step_after
from cachewarden.operation.goal import Goal
from cachewarden.operation.operation_json import parse_operation
from cachewarden.procedures.decision import Outcome
from tests.in_one_test import in_one_test
from tests.unit.lambdas.loop_driver import request
from tests.unit.lambdas.sales_cluster import Sales

ASKED = Asked(
    instance_id="i-2",
    name="SALES2 (i-2)",
    ec2_asked_at=datetime(2026, 2, 3, 22, 11, 1, tzinfo=UTC),
    node_asked_at=datetime(2026, 2, 3, 22, 11, 2, tzinfo=UTC),
)
AS_OF = AsOf(decided_at=datetime(2026, 2, 3, 22, 11, 5, tzinfo=UTC), asked=(ASKED, replace(ASKED, node_asked_at=None)))


GIVEN_UP = {"goal": "Stopped", "code": "CW6203", "message": "StopSqlServer failed", "cause": "CW2031"}


def message(outcome: Outcome, **operation: object):
    sales = Sales()
    asked = parse_operation(request(sales.one, "Stopped", sales, **operation))
    return final_notification(
        asked, outcome=outcome, who="DBA", code=Code.TARGET_NOT_READY, sentence="SALES2 is behind", as_of=AS_OF
    )


@pytest.mark.parametrize("outcome", list(Outcome))
def test_every_outcome_says_all_four_things(outcome):
    told = message(outcome)

    asked = "Asked: arn:aws:iam::111122223333:user/dana"
    for part in ("What:", asked, "CW6105 SALES2 is behind", "Next:", "Page:  docs/errors/CW6105.md\n"):
        assert part in told.message
    safe = data_safety(outcome, Code.TARGET_NOT_READY)
    if outcome is Outcome.GOAL:
        assert safe == "Yes."
        safe = KNOWN_BY[Goal.STOPPED]
    assert f"Is my data safe? {safe}\n" in told.message and f" {DID[outcome]}\n" in told.message


@pytest.mark.parametrize("outcome", list(Outcome))
def test_programs_read_whether_a_person_must_act_as_the_subject_says_it(outcome):
    told = message(outcome)
    assert json.loads(told.facts)["actionRequired"] is told.subject.startswith("ACTION REQUIRED")


def test_every_form_says_as_of_when_it_speaks():
    told = message(Outcome.GOAL)
    assert "\nAs of: 2026-02-03T22:11:05.000Z; what happened later isn't in this message\n" in told.message
    of_ec2 = "\nSeen:  SALES2 (i-2): EC2 asked at 2026-02-03T22:11:01.000Z"
    assert f"{of_ec2}, the node itself at 2026-02-03T22:11:02.000Z{of_ec2}\n" in told.message
    assert " As of 22:11:05 UTC. Next: " in told.chat and len(told.chat) <= CHAT_MAX
    facts = json.loads(told.facts)
    assert facts["asOf"] == "2026-02-03T22:11:05.000Z"
    assert [each["nodeAskedAt"] for each in facts["seen"]] == ["2026-02-03T22:11:02.000Z", None]
    assert {each["ec2AskedAt"] for each in facts["seen"]} == {"2026-02-03T22:11:01.000Z"}


def test_a_goal_that_was_given_up_is_told_with_its_first_reason():
    told = message(
        Outcome.IN_SERVICE, abandoned={"goal": "Stopped", "code": "CW6201", "message": "the job died at 60 %"}
    )

    assert "CW6201 the job died at 60 %" in told.message
    assert "Look at the Swap volume" in told.message


def test_safety_is_told_by_how_it_ended_not_by_the_goal_given_up_before():
    sales = Sales()
    given_up = {"goal": "Stopped", "code": "CW6201", "message": "the job died"}
    asked = parse_operation(request(sales.one, "Stopped", sales, abandoned=given_up))

    told = final_notification(
        asked, outcome=Outcome.ATTENTION, who="DBA", code=Code("CW6207"), sentence="the volume is gone", as_of=AS_OF
    )

    assert "Is my data safe? No" in told.message


def ended(code: Code, *, outcome: Outcome = Outcome.ATTENTION, cause: Code | None = None, **operation: object):
    sales = Sales()
    asked = parse_operation(request(sales.one, "InService", sales, **operation))
    return final_notification(
        asked, outcome=outcome, who="DBA", code=code, sentence="it failed", cause=cause, as_of=AS_OF
    )


def test_an_act_that_failed_too_often_leads_to_the_page_and_the_remedy_of_its_own_code():
    told = ended(Code.ATTEMPTS_EXHAUSTED, cause=Code.LOSS_NOT_PROVEN)

    assert told.page == "docs/errors/CW1091.md" and "CW6203 it failed" in told.why
    assert told.next_step == f"DBA: {CATALOGUE[Code.LOSS_NOT_PROVEN].remedy}"
    assert told.data_is_safe == data_safety(Outcome.ATTENTION, Code.LOSS_NOT_PROVEN)
    assert json.loads(told.facts)["code"] == "CW6203"


def test_where_that_remedy_does_not_lead_back_the_message_does():
    told = ended(Code.ATTEMPTS_EXHAUSTED, cause=Code.SQL_SERVER_START_FAILED)

    assert told.next_step.endswith(" Then start CacheWarden-StartInstance.")
    back = ended(Code.GOAL_REACHED, outcome=Outcome.IN_SERVICE, abandoned=GIVEN_UP)
    assert back.page == "docs/errors/CW2031.md" and "Then start CacheWarden-StartInstance" not in back.next_step


def test_where_a_person_is_needed_the_way_on_is_about_the_node_as_it_is_now():
    """The goal was given up for another reason, which the message keeps."""
    told = ended(Code.STORAGE_NEEDS_PERSON, abandoned=GIVEN_UP)

    assert "CW6203 StopSqlServer failed" in told.why and "Now: CW6206 it failed" in told.why
    assert told.page == "docs/errors/CW6206.md"
    assert told.next_step.endswith(CATALOGUE[Code.STORAGE_NEEDS_PERSON].remedy)
    assert f"Also:  CW2031 {CATALOGUE[Code.SQL_SERVER_STILL_STOPPING].sentence}" in told.message


def test_a_subject_fits_sns_whatever_the_node_is_called():
    sales = Sales()
    asked = parse_operation(request(sales.one, "Stopped", sales) | {"computer": "ü\n" * 200})
    told = final_notification(asked, outcome=Outcome.GOAL, who="DBA", code=Code.GOAL_REACHED, sentence="s", as_of=AS_OF)

    assert len(told.subject) <= 100 and told.subject.isascii() and "\n" not in told.subject
    assert f"Next:  {AFTER[Goal.STOPPED]}" in told.message


NOT_READY = CATALOGUE[Code.TARGET_NOT_READY].sentence


@in_one_test("code", list(Code))
def test_a_subject_in_plain_words_ends_with_a_whole_word_for_every_code(code):
    sales = Sales()
    asked = parse_operation(request(sales.one, "Stopped", sales))
    told = final_notification(asked, outcome=Outcome.ATTENTION, who="DBA", code=code, sentence="s", as_of=AS_OF).subject
    sentence = CATALOGUE[code].sentence
    said = told.removesuffix(" ...").partition(" failed: ")[2]
    assert len(told) < 100 and said and (sentence == said or sentence.startswith(f"{said} "))


@pytest.mark.parametrize(
    ("outcome", "subject"),
    [
        (Outcome.GOAL, "CacheWarden: SALES1 (i-1) is stopped, safely"),
        (Outcome.IN_SERVICE, "CacheWarden: SALES1 (i-1) is back in service, without the stop"),
        (Outcome.ATTENTION, f"ACTION REQUIRED: SALES1: stop failed: {NOT_READY}"),
        (Outcome.REFUSED, f"CacheWarden: stop of SALES1 refused: {NOT_READY}"),
        (Outcome.EXPIRED, "CacheWarden: stop of SALES1 (i-1) came too late, nothing done"),
        (Outcome.JOINED, "CacheWarden: stop of SALES1 (i-1) is under way already"),
    ],
)
def test_a_subject_says_node_and_outcome(outcome, subject):
    node = Sales().one.instance_id

    assert message(outcome, computer="SALES1").subject == subject.replace("i-1", node)


@in_one_test("code", list(Code))
def test_every_message_links_to_the_page_of_its_code(code):
    sales = Sales()
    asked = parse_operation(request(sales.one, "Stopped", sales))

    told = final_notification(
        asked,
        outcome=Outcome.REFUSED,
        who="DBA",
        code=code,
        sentence="s",
        as_of=AS_OF,
        docs="https://git.example.com/docs",
    )

    assert f"\nPage:  https://git.example.com/docs/errors/{code.value}.md\n" in told.message


def test_what_was_found_beside_has_its_own_page():
    sales = Sales()
    finding = {"code": "CW6145", "sentence": "the boot task is off"}
    asked = parse_operation(request(sales.one, "Stopped", sales) | {"findings": [finding]})

    told = final_notification(asked, outcome=Outcome.GOAL, who="DBA", code=Code.GOAL_REACHED, sentence="s", as_of=AS_OF)

    assert re.search(r"^Also:  CW6145 .* docs/errors/CW6145\.md$", told.message, re.MULTILINE)


def test_no_snapshot_is_told_to_stop_the_node_for_fewer_copies():
    """The consent's document stops the node, of which no snapshot can be taken then."""
    stop, snapshot = (
        next_step_after(goal, Outcome.REFUSED, Code.REQUIRED_SYNCHRONIZED, "DBA")
        for goal in (Goal.STOPPED, Goal.SNAPSHOTTED)
    )
    assert "AcceptFewerCopiesAndStopInstance" in stop and "AndStopInstance" not in snapshot
    assert snapshot.startswith("DBA: take the snapshots while enough other secondaries are SYNCHRONIZED")
    assert "no consent lowers it for snapshots" in snapshot


@pytest.mark.parametrize(
    ("attempts", "told"),
    [
        ({"AcquireLease": 1, "CheckRights": 1}, "Nothing was changed by this request. "),
        ({"AcquireLease": 1, "SetProtection": 1}, "Nothing was changed by this request but what is listed as done. "),
    ],
)
def test_nothing_is_called_unchanged_after_protection_was_put_on(attempts, told):
    assert message(Outcome.REFUSED, attempts=attempts).data_is_safe.endswith(told.strip()), attempts
