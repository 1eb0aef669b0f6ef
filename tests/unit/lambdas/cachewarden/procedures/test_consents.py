"""A consent counts for its word, node, goal, operation and time; what doesn't fit counts for nothing, and says why."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.loop.reconcile import Step, reconcile
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import TERMS, Consent
from cachewarden.operation.policy import CONSENT
from cachewarden.procedures.decision import Execute, Refuse
from tests.unit.lambdas.loop_driver import started_document
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import LEASED, host, set_node, situation

OUTAGE = "CacheWarden-AcceptOutageAndStopInstance"
REBUILD = "CacheWarden-AcceptRebuildAndStartInstance"
REQUEST = "CacheWarden-RequestOutageAndStopInstance"
BOSS = "arn:aws:iam::111122223333:user/boss"
RUN = "0a1b2c3d-0000-4000-8000-000000000001"
OPERATION = {**LEASED, "executionArn": f"arn:aws:states:eu-central-1:111122223333:execution:m:{RUN}"}

Change = Callable[[Sales], Any]


def alone(evidence: dict[str, Any]) -> None:
    """The node has no Availability Group."""
    for index in (0, 1):
        host(evidence, index)["sql"]["availabilityGroups"] = []


def started(document: str, **more: Any) -> Change:
    """A person has started the document for node one."""

    def change(sales: Sales) -> None:
        ago_s = more.pop("ago_s", 0.0)
        sales.document_run = started_document(sales, document, node=sales.one, ago_s=ago_s, **more)

    return change


def approved(ago_s: float = 60.0, **changes: Any) -> Change:
    """Dana has started the document that asks; boss approved so long ago, an hour after it was asked."""

    def change(sales: Sales) -> None:
        at = iso(sales.now - timedelta(seconds=ago_s))
        decision = {"by": BOSS, "approves": True, "at": at}
        approval = {"granted": True, "ofDeployment": True, "endedAt": at, "decisions": [decision]}
        given = {**changes, "approval": {**approval, **changes.get("approval", {})}}
        sales.document_run = started_document(sales, REQUEST, node=sales.one, ago_s=ago_s + 3500, **given)

    return change


def decided(by: str, *, approves: bool = True, at: str | None = None) -> dict[str, Any]:
    return {"decisions": [{"by": by, "approves": approves, "at": at}]}


def tagged(value: str) -> Change:
    return lambda sales: sales.one.tags.update({CONSENT: value})


def nobody(sales: Sales) -> None:
    """No consent at all."""


def step(change: Change, *, goal: str = "Stopped", begun_s_ago: float | None = None, **operation: Any) -> Step:
    """One pass of the loop for a stand-alone node one."""
    given = {**OPERATION, "documentRun": RUN, **operation}
    seen = situation(change, goal=goal, edit=alone, **given)
    asked = seen.operation
    if begun_s_ago is not None:
        at = seen.now - timedelta(seconds=begun_s_ago)
        asked = replace(asked, first_begun={Action.STOP_SQL_SERVER: at})
    return reconcile(seen.evidence, asked, None, seen.now)


def first_step(change: Change, goal: str, **operation: Any) -> Step:
    """The first pass of the loop for a node of the group: the operation has no lease yet."""
    named = {"executionArn": OPERATION["executionArn"], "documentRun": RUN, **operation}
    seen = situation(change, goal=goal, **named)
    return reconcile(seen.evidence, seen.operation, None, seen.now)


def allowed(stepped: Step) -> bool:
    return isinstance(stepped.decision, Execute) and stepped.decision.action is Action.STOP_SQL_SERVER


def refused(stepped: Step) -> str:
    assert isinstance(stepped.decision, Refuse) and stepped.decision.code == "CW6111", stepped.decision
    return stepped.decision.sentence


def at(sales_offset: timedelta) -> str:
    return iso(Sales().now + sales_offset)


def test_without_a_consent_the_only_copy_stays():
    assert "needs the consent 'outage'" in refused(step(nobody, documentRun=None))


def test_the_document_of_the_consent_allows_the_outage_and_the_sentence_says_whose_it_is():
    stepped = step(started(OUTAGE))
    assert allowed(stepped)
    assert "given by arn:aws:iam::111122223333:user/dana through CacheWarden-AcceptOutageAndStopInstance" in (
        stepped.decision.sentence
    )
    (given,) = stepped.following.consents
    assert given.given_at is not None and given.expires_at - given.given_at == TERMS[Consent.OUTAGE].life


def test_the_host_is_told_the_word_the_token_and_the_end():
    stepped = step(started(OUTAGE))
    assert isinstance(stepped.decision, Execute)
    word, token, until = stepped.decision.parameters["Consent"].split("/")
    assert (word, token) == ("outage", "7")
    assert until == (Sales().now + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (started("CacheWarden-StopInstance"), ""),
        (started(REBUILD), ""),
        (started(OUTAGE, ago_s=3700), "counts for nothing: it ended"),
        (started(OUTAGE, cancelled=True), "counts for nothing: it was withdrawn"),
        (started(OUTAGE, instanceId="i-0bbbbbbbbbbbbbbb2"), "it is for i-0bbbbbbbbbbbbbbb2"),
        (started(OUTAGE, instanceId=None), "it is for no single instance"),
        (started(OUTAGE, id="another"), "Systems Manager knows no such run"),
        (nobody, "Systems Manager knows no such run"),
    ],
)
def test_what_else_a_run_says_counts_for_nothing(change, why):
    assert why in refused(step(change))


def test_a_run_speaks_for_the_execution_that_it_started_and_for_no_other():
    other = OPERATION["executionArn"].replace(RUN, "somebody-elses")
    assert "it started another operation" in refused(step(started(OUTAGE), executionArn=other))


def test_our_record_lets_a_run_speak_for_the_execution_that_goes_on_and_for_no_other():
    """The operation names no run; the observation found one for it in the lease table."""
    resumed = OPERATION["executionArn"].replace(RUN, "resumed")
    carried = started(OUTAGE, speaksFor="resumed")
    assert allowed(step(carried, executionArn=resumed, documentRun=None))
    assert "it started another operation" in refused(step(carried, executionArn=resumed + "-not", documentRun=None))
    assert "it started another operation" in refused(step(carried))
    late = started(OUTAGE, speaksFor="resumed", ago_s=3700)
    assert "it ended" in refused(step(late, executionArn=resumed, documentRun=None))


def test_a_run_that_the_operation_does_not_come_from_says_nothing():
    assert "dana" not in refused(step(started(OUTAGE), documentRun=None))


def test_a_consent_to_a_stop_is_none_to_a_cycle():
    assert "it is for the goal Stopped, not for Cycled" in refused(step(started(OUTAGE), goal="Cycled"))


def test_what_was_begun_with_a_consent_is_not_given_up_when_it_ends():
    """The outage was accepted and is there; going back half way would only lengthen it."""
    assert allowed(step(started(OUTAGE, ago_s=3700), begun_s_ago=3000))
    refused(step(started(OUTAGE, ago_s=3700), begun_s_ago=60))


@pytest.mark.parametrize("goal", ["Stopped", "Cycled"])
def test_the_tag_may_carry_an_outage_with_an_end(goal):
    stepped = step(tagged("outage/" + at(timedelta(hours=3))), goal=goal, documentRun=None)
    assert allowed(stepped)
    assert "given by whoever set the tag" in stepped.decision.sentence


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("outage", "it needs an end with its zone"),
        ("outage/", "it needs an end with its zone"),
        ("outage/tomorrow", "it needs an end with its zone"),
        ("outage/2026-02-03T23:00:00", "it needs an end with its zone"),
        ("outage/" + at(timedelta(days=8)), "more than 7 days ahead"),
        ("outage/" + at(-timedelta(seconds=1)), "it ended"),
        ("rebuild/" + at(timedelta(hours=1)), "rebuild can't be given by a tag"),
        ("OUTAGE/" + at(timedelta(hours=1)), "OUTAGE is no consent that is known"),
        ("everything/" + at(timedelta(hours=1)), "everything is no consent that is known"),
    ],
)
def test_a_tag_that_is_not_exact_counts_for_nothing(value, why):
    assert why in refused(step(tagged(value), documentRun=None))


def test_a_tag_that_is_taken_off_counts_no_longer():
    first = step(tagged("outage/" + at(timedelta(hours=3))), documentRun=None)
    seen = situation(nobody, edit=alone, **OPERATION)
    again = reconcile(seen.evidence, replace(first.following, attempts=seen.operation.attempts), None, seen.now)
    assert refused(again)
    assert again.following.consents == ()


def test_a_rebuild_by_consent_still_needs_a_good_copy_elsewhere():
    """A stand-alone node is never rebuilt, whatever anybody consents to."""
    lost = set_node(0, classification="CACHE_LOST", readable=False, sql_running=False, free_nvme=("AWS9",))

    def change(sales: Sales) -> None:
        lost(sales)
        started(REBUILD)(sales)

    stepped = step(change, goal="InService")
    assert isinstance(stepped.decision, Refuse) and stepped.decision.code == "CW6210"


def test_every_word_says_in_a_sentence_what_is_accepted_and_has_no_door_before_somebody_asks_for_it():
    assert set(TERMS) == set(Consent)
    for word, terms in TERMS.items():
        assert terms.accepts.endswith(".") and terms.goals and terms.life > timedelta(0), word
        assert bool(terms.documents or terms.by_tag) == bool(terms.checked_by), word
        assert set(terms.documents.values()) <= terms.goals, word


def test_who_asked_is_the_person_behind_the_run_and_nobody_who_only_names_it():
    dana = "arn:aws:iam::111122223333:user/dana through CacheWarden-AcceptOutageAndStopInstance"
    assert step(started(OUTAGE), requestedBy="ssm:1").following.requested_by == dana
    other = OPERATION["executionArn"].replace(RUN, "somebody-elses")
    assert step(started(OUTAGE), requestedBy="ssm:1", executionArn=other).following.requested_by == "ssm:1"


# --- by an approval ---


def test_an_approval_is_the_approvers_consent_and_lasts_from_when_it_was_given():
    stepped = step(approved())
    assert allowed(stepped)
    assert f"given by {BOSS} through {REQUEST} (run {RUN}, started by" in stepped.decision.sentence
    (given,) = stepped.following.consents
    assert given.given_at == Sales().now - timedelta(seconds=60)
    assert given.expires_at - given.given_at == TERMS[Consent.OUTAGE].life


def test_a_run_whose_first_hour_is_over_counts_from_the_approval():
    assert allowed(step(approved(ago_s=3500)))
    assert "it ended" in refused(step(approved(ago_s=3700)))


def test_a_later_time_in_the_record_prolongs_nothing_and_a_missing_one_is_the_steps_end():
    late = decided(BOSS, at=at(timedelta(hours=5)))
    assert "it ended" in refused(step(approved(ago_s=3700, approval=late)))
    assert allowed(step(approved(approval=decided(BOSS))))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (approved(cancelled=True), "it was withdrawn"),
        (approved(instanceId="i-0bbbbbbbbbbbbbbb2"), "it is for i-0bbbbbbbbbbbbbbb2"),
        (approved(speaksFor="another"), "it started another operation"),
    ],
)
def test_an_approval_that_was_withdrawn_or_is_of_another_operation_counts_for_nothing(change, why):
    assert why in refused(step(change))


NO_APPROVAL = [
    (started(REQUEST), "Systems Manager shows no approver's decision"),
    (approved(approval={"endedAt": None, "granted": False}), "Systems Manager shows no approver's decision"),
    (approved(approval={"granted": False, "succeeded": False}), "no approver approved it"),
    (approved(approval={"granted": False, "succeeded": True}), "whether it was approved can't be read"),
    (approved(approval={"ofDeployment": False}), "it asked others than the approvers of this deployment"),
    (approved(approval={"decisions": None}), "who approved it can't be read"),
    (approved(approval={"decisions": []}), "nobody approved it who can be told from whoever asked"),
    (approved(approval=decided(BOSS, approves=False)), "nobody approved it who can be told from whoever asked"),
    (approved(approval=decided("dana")), "nobody approved it who can be told from whoever asked"),
]


@pytest.mark.parametrize("of", ["Stopped", "Cycled", "InService"])
@pytest.mark.parametrize(("change", "why"), NO_APPROVAL)
def test_without_an_approval_that_counts_a_document_that_asks_does_nothing(change, why, of):
    """Not even what needs no consent: both nodes of the group are whole, the operation has not begun."""
    stepped = first_step(change, of)
    assert isinstance(stepped.decision, Refuse) and stepped.decision.code == "CW6156", stepped.decision
    assert why in stepped.decision.sentence and "Nothing was changed" in stepped.decision.sentence
    assert REQUEST in stepped.decision.sentence


def test_not_even_protection_is_put_on_without_an_approval():
    def change(sales: Sales) -> None:
        approved(approval=decided("dana"))(sales)
        sales.one.protected = False

    stepped = first_step(change, "Stopped")
    assert isinstance(stepped.decision, Refuse) and stepped.decision.code == "CW6156"


@pytest.mark.parametrize(
    "change",
    [
        approved(),
        approved(ago_s=3700),
        approved(id="another"),
        approved(speaksFor="another"),
        started("CacheWarden-StopInstance"),
    ],
    ids=["approved", "an hour ago", "not its run", "of another operation", "asks nobody"],
)
def test_whoever_asked_nobody_or_was_approved_begins(change):
    stepped = first_step(change, "Stopped")
    assert isinstance(stepped.decision, Execute) and stepped.decision.action is Action.ACQUIRE_LEASE


def test_an_operation_that_goes_on_in_the_place_of_another_needs_no_approval_anew():
    """What was begun must come to its end: our own record says for which run it goes on."""
    resumed = OPERATION["executionArn"].replace(RUN, "resumed")
    carried = approved(speaksFor="resumed", approval={"ofDeployment": False})
    stepped = first_step(carried, "InService", executionArn=resumed, documentRun=None)
    assert not isinstance(stepped.decision, Refuse)


def test_what_was_begun_is_not_refused_for_want_of_an_approval():
    begun = {**LEASED, "attempts": {**LEASED["attempts"], "StopSqlServer": 1}}
    change = approved(approval={"ofDeployment": False})
    seen = situation(change, **{**begun, "executionArn": OPERATION["executionArn"], "documentRun": RUN})
    decision = reconcile(seen.evidence, seen.operation, None, seen.now).decision
    assert getattr(decision, "code", None) != "CW6156"


def test_an_approval_for_another_goal_counts_for_nothing():
    stepped = step(approved(), goal="Cycled")
    assert "is for the goal Stopped, not for Cycled" in stepped.decision.sentence
