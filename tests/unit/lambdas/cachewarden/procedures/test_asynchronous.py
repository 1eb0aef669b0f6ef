"""An asynchronous replica takes over by consent alone: written down, made synchronous, waited for, and put back."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.operation.operation_json import saved_modes_to_json
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Complete, Decision, Execute, Refuse, Wait
from tests.unit.lambdas.sales_cluster import GROUP, Sales, iso
from tests.unit.lambdas.situations import LEASED, SAVED_MODES, decided

LENT = {"ag": GROUP, "replica": "r2", "server": "SALES2", "availabilityMode": 0, "failoverMode": 1, "seedingMode": 0}
SAVED = [{**SAVED_MODES[0], "led": True}, {**LENT, "led": False}]


def consent(**changed: Any) -> dict[str, Any]:
    sales = Sales()
    return {
        "word": "asynchronous", "by": "dana", "through": "a document", "subject": sales.one.instance_id,
        "goals": ["Stopped"], "givenAt": iso(sales.now), "expiresAt": iso(sales.now + timedelta(hours=1)),
        "withdrawn": False, **changed,
    }  # fmt: skip


def asked(
    change: Callable[[Sales], Any] = lambda sales: None,
    *,
    given: dict[str, Any] | None = None,
    saved: list[dict[str, Any]] | None = None,
    **operation: Any,
) -> Decision:
    """Node one leads, its automatic failover is held; the other replica commits asynchronously."""

    def asynchronous(sales: Sales) -> None:
        sales.one.failover_mode, sales.two.failover_mode = 1, 1
        sales.two.availability_mode, sales.two.synchronized = 0, False
        change(sales)

    consents = [] if given is None else [given]
    return decided(asynchronous, **{**LEASED, "consents": consents, "savedModes": saved, **operation})


def synchronous(sales: Sales) -> None:
    sales.two.availability_mode = 1


def ready(sales: Sales) -> None:
    sales.two.availability_mode, sales.two.synchronized = 1, True


def test_without_the_consent_it_takes_nothing_over():
    decision = asked()
    assert isinstance(decision, Refuse) and decision.code is Code.TARGET_NOT_READY


def test_a_consent_that_ended_counts_for_nothing_and_is_told():
    decision = asked(given=consent(withdrawn=True))
    assert isinstance(decision, Refuse) and decision.code is Code.TARGET_NOT_READY
    assert "was withdrawn" in decision.sentence


def test_its_modes_are_written_down_first():
    decision = asked(given=consent())
    assert isinstance(decision, Execute) and decision.action == "SaveModes", decision
    saved = {mode["replica"]: mode for mode in saved_modes_to_json(decision.modes)}
    assert (saved["r2"]["availabilityMode"], saved["r2"]["led"], saved["r1"]["led"]) == (0, False, True)


def test_then_it_is_made_synchronous_on_the_primary():
    decision = asked(given=consent(), saved=SAVED)
    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes", decision
    assert (decision.node, decision.parameters["Modes"]) == (Sales().one.instance_id, f"{GROUP}/r2/1/1")


def test_then_it_is_waited_for_and_takes_over():
    decision = asked(synchronous, given=consent(), saved=SAVED)
    assert isinstance(decision, Wait) and decision.reason is WaitReason.SYNCHRONIZATION, decision
    waiting = {"topic": "synchronization", "since": "2020-01-01T00:00:00.000Z"}
    late = asked(synchronous, given=consent(), saved=SAVED, waiting=waiting)
    assert getattr(late, "code", None) is Code.NOT_SYNCHRONIZED_IN_TIME
    decision = asked(ready, given=consent(), saved=SAVED)
    assert isinstance(decision, Execute) and decision.action == "FailOverAvailabilityGroups", decision


def test_one_that_was_synchronous_before_and_is_behind_is_no_matter_of_this_consent():
    decision = asked(synchronous, given=consent(), saved=SAVED[:1])
    assert getattr(decision, "code", None) is Code.TARGET_NOT_READY


def test_one_with_a_suspended_database_can_not_take_over():
    decision = asked(lambda sales: setattr(sales.two, "suspended", 1), given=consent())
    assert isinstance(decision, Refuse) and decision.code is Code.TARGET_NOT_READY


def test_on_the_way_back_the_node_leads_first_and_then_it_is_asynchronous_again():
    def led_by_the_other(sales: Sales) -> None:
        ready(sales)
        sales.primary, sales.one.failover_mode = sales.two, 0

    def leads_again(sales: Sales) -> None:
        ready(sales)
        sales.one.failover_mode = 0

    decision = asked(led_by_the_other, saved=SAVED, goal="InService")
    assert isinstance(decision, Execute) and decision.action == "FailOverAvailabilityGroups", decision
    assert decision.node == Sales().one.instance_id
    decision = asked(leads_again, saved=SAVED, goal="InService")
    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes", decision
    assert decision.parameters["Modes"] == f"{GROUP}/r2/0/1/0"


@pytest.mark.parametrize(("availability", "told"), [(0, True), (1, False)])
def test_a_node_that_leads_only_by_the_consent_is_called_in_service_with_that(availability, told):
    """It came back from a crash while the node for which it leads is still stopped."""

    def change(sales: Sales) -> None:
        sales.primary = sales.one
        sales.one.failover_mode = 1

    mode = {**LENT, "replica": "r1", "server": "SALES1", "availabilityMode": availability, "led": False}
    decision = decided(change, goal="InService", **{**LEASED, "savedModes": [mode]})
    if told:
        assert isinstance(decision, Complete), decision
        assert "The modes of SALES1 in sales-ag are put back once the group is led" in decision.sentence
    else:
        assert isinstance(decision, Execute), "nothing differs: the saved modes are dropped"
