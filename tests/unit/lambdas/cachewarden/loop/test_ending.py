"""How an operation ends that was refused: a person must come only where something was begun."""

from datetime import UTC, datetime, timedelta

import pytest

from cachewarden.codes import Code
from cachewarden.loop.ending import outcome_of
from cachewarden.operation.actions import Action
from cachewarden.operation.goal import Goal
from cachewarden.operation.operation import Operation
from cachewarden.procedures.decision import Outcome, Refuse
from tests.unit.lambdas.loop_driver import decide_next, request
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import LEASED


@pytest.mark.parametrize(
    ("last", "outcome"),
    [(Action.RAISE_SWAP_THROUGHPUT, Outcome.REFUSED), (Action.STOP_SQL_SERVER, Outcome.ATTENTION)],
)
def test_a_stop_that_was_refused_after_a_raise_of_the_swap_volume_alone_has_begun_nothing(last, outcome):
    operation = Operation(
        execution_arn="none",
        request_id="r",
        goal=Goal.STOPPED,
        node_id="i-1",
        requested_at=datetime(2026, 2, 3, 22, tzinfo=UTC),
        requested_by="dba",
        reason="test",
        attempts={Action.ACQUIRE_LEASE: 1, Action.MARK_OPERATING: 1, last: 1},
    )
    assert outcome_of(Refuse(code=Code.ATTEMPTS_EXHAUSTED, sentence="no"), operation) is outcome


def tags_after_a_refusal(
    state: str | None, *, marked: bool = False, seen: bool = True, failed: bool = False
) -> tuple[str, dict[str, str]]:
    """The outcome, and what is written on SALES1, whose stop got the lease and is refused: SALES2 is down.

    `marked`: the operation had marked the node before, when its state tag said `state`. `seen`: EC2 shows the mark.
    `failed`: no answer came to the call that marked it.
    """
    sales = Sales()
    sales.one.tags |= {"cachewarden:last-error": "CW6204", "cachewarden:last-operation": "InService earlier Attention"}
    if state is not None:
        sales.one.tags["cachewarden:state"] = state
    sales.two.state, sales.two.online, sales.primary = "stopped", False, sales.one
    asked = request(sales.one, "Stopped", sales, **{**LEASED, "attempts": {"AcquireLease": 2}})
    if marked:
        asked["attempts"] = {**asked["attempts"], "MarkOperating": 1}
        answer = {"error": "Sandbox.Timedout", "cause": "no answer"} if failed else {"result": {}}
        report = {"action": "MarkOperating", "node": sales.one.instance_id, "askedAt": iso(sales.now), **answer}
        asked = decide_next(sales.evidence(sales.one), asked, report, sales.now)["operation"]
        sales.one.tags["cachewarden:state"] = "operating" if seen else state
    if failed:
        assert decide_next(sales.evidence(sales.one), asked, None, sales.now)["decision"]["code"] == "CW6007"
        sales.now += timedelta(minutes=1)
    decision = decide_next(sales.evidence(sales.one), asked, None, sales.now)["decision"]
    assert decision["code"] == "CW6103" and decision["request"]["action"] == "WriteTags"
    return decision["outcome"], decision["request"]["tags"]


@pytest.mark.parametrize("state", [None, "attention", "in-service", "stopped"])
def test_a_refusal_under_the_lease_that_began_nothing_leaves_the_tags_of_the_operation_before(state):
    assert tags_after_a_refusal(state) == ("Refused", {})


def test_a_mark_that_an_operation_left_behind_is_taken_off_by_a_refusal_too():
    outcome, tags = tags_after_a_refusal("operating")
    assert outcome == "Refused" and tags["cachewarden:state"] == "in-service"
    assert tags["cachewarden:last-error"] == "CW6103"


@pytest.mark.parametrize("seen", [True, False])
def test_a_refusal_that_marked_a_node_which_needed_a_person_says_so_again(seen):
    outcome, tags = tags_after_a_refusal("attention", marked=True, seen=seen)
    assert outcome == "Refused" and tags["cachewarden:state"] == "attention" and "cachewarden:last-error" not in tags
    assert tags["cachewarden:last-operation"].startswith("Stopped req-Stopped Refused")


@pytest.mark.parametrize("failed", [False, True])
@pytest.mark.parametrize("state", ["attention", "stopped"])
def test_what_was_to_follow_for_a_node_still_is_after_a_refusal_that_marked_it(state, failed):
    outcome, tags = tags_after_a_refusal(state, marked=True, failed=failed)
    assert (outcome, tags["cachewarden:state"]) == ("Refused", state)


@pytest.mark.parametrize("state", ["in-service", None])
def test_a_refusal_that_marked_another_node_says_that_it_is_in_service(state):
    outcome, tags = tags_after_a_refusal(state, marked=True)
    assert outcome == "Refused" and tags["cachewarden:state"] == "in-service"


def test_a_node_is_marked_only_after_the_look_that_tells_what_the_leases_former_owner_left():
    sales = Sales()
    asked = request(sales.one, "Stopped", sales, **{**LEASED, "attempts": {"AcquireLease": 1}})
    late = {**asked, "lookAfter": iso(sales.now + timedelta(seconds=1))}
    decisions = [decide_next(sales.evidence(sales.one), each, None, sales.now)["decision"] for each in (asked, late)]
    assert [decision.get("action") for decision in decisions] == ["MarkOperating", None]
    assert decisions[1]["code"] == "CW6007"
