"""A node whose Windows never comes up: when it is stopped, and what becomes of the volumes that were taken off it."""

from datetime import timedelta
from typing import Any

import pytest

from cachewarden.procedures.decision import Complete, Execute, Refuse, Wait
from tests.unit.lambdas.cachewarden.procedures.test_rules import (
    NEVER_BOOTED,
    SECONDARY,
    consent_to,
    silent_secondary,
    started_s_ago,
    together,
    without_pool,
    without_report,
)
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import LEASED, decided, host

CONSENTED = {**LEASED, "consents": [consent_to("detached-pool", "InService")]}


def decide_after(*changes: Any, edit: Any = silent_secondary, **operation: Any) -> Any:
    def change(sales: Sales) -> None:
        for each in (*NEVER_BOOTED, *changes):
            each(sales)

    return decided(change, goal="InService", edit=edit, **(operation or CONSENTED))


def unknown_connection(evidence: dict[str, Any]) -> None:
    for replica in host(evidence, 1)["sql"]["availabilityGroups"][0]["replicas"]:
        replica["connected"] = None


def without_groups(evidence: dict[str, Any]) -> None:
    host(evidence, 1)["sql"]["availabilityGroups"] = []


def not_serving(evidence: dict[str, Any]) -> None:
    silent_secondary(evidence)
    host(evidence, 1)["sql"]["availabilityGroups"][0]["operational"] = 4


def nobody_else(evidence: dict[str, Any]) -> None:
    del evidence["replicas"][1]


def earlier_run(evidence: dict[str, Any]) -> None:
    """The volumes were taken off it before this start."""
    without_pool(attached=False)(evidence)
    evidence["replicas"][0]["ec2"]["detachedPool"]["launchTime"] = iso(Sales().now - timedelta(hours=9))


def test_by_consent_it_is_stopped():
    answer = decide_after()

    assert isinstance(answer, Execute) and answer.action.value == "StopNeverBootedInstance"
    assert "Windows never came up" in answer.sentence


def test_without_a_consent_it_is_left_alone():
    assert isinstance(decide_after(**LEASED), Wait)


def test_a_consent_for_another_node_counts_for_nothing():
    consent = {**consent_to("detached-pool", "InService"), "subject": "i-0fedcba9876543210"}

    assert isinstance(decide_after(**{**LEASED, "consents": [consent]}), Wait)


def test_a_boot_is_given_half_an_hour():
    answer = decide_after(started_s_ago(0, 1700))

    assert isinstance(answer, Wait) and "was started 1701 s ago" in answer.sentence


@pytest.mark.parametrize(
    ("changes", "edit", "told"),
    [
        ((), lambda evidence: None, "SALES1 is connected to the primary of"),
        ((), unknown_connection, "SALES1 may be connected to the primary of"),
        ((), without_groups, "no other node reports an Availability Group"),
        ((), not_serving, "has no primary online on another node"),
        ((SECONDARY,), silent_secondary, "no other node reports an Availability Group"),
        ((), nobody_else, "no other node reports an Availability Group"),
    ],
    ids=["connected", "connection unknown", "no group", "not serving", "no primary", "no partner"],
)
def test_what_other_nodes_say_may_refuse_it(changes, edit, told):
    answer = decide_after(*changes, edit=edit)

    assert isinstance(answer, Refuse) and answer.code.value == "CW6218"
    assert told in answer.sentence


def test_a_partner_that_does_not_answer_is_waited_for_and_then_refuses_it():
    waiting = {"topic": "partner", "since": iso(Sales().now - timedelta(minutes=4))}

    first = decide_after(edit=without_report(1))
    last = decide_after(edit=without_report(1), **CONSENTED, waiting=waiting)

    assert isinstance(first, Wait) and Sales().two.instance_id in first.sentence
    assert isinstance(last, Refuse) and "doesn't answer" in last.sentence


def test_old_evidence_of_other_nodes_is_renewed_first():
    def change(sales: Sales) -> None:
        for each in NEVER_BOOTED:
            each(sales)

    answer = decided(change, goal="InService", edit=silent_secondary, later_s=400, **CONSENTED)

    assert isinstance(answer, Wait) and answer.seconds == 0


def test_a_stop_that_was_begun_is_repeated_by_consent_only():
    begun = together(silent_secondary, without_pool())

    answer = decide_after(edit=begun)
    assert isinstance(answer, Execute) and answer.action.value == "StopNeverBootedInstance"
    assert isinstance(decide_after(edit=begun, **LEASED), Wait)


def test_where_windows_does_not_come_up_without_its_pool_either_the_volumes_are_named():
    answer = decide_after(edit=together(silent_secondary, earlier_run))

    assert isinstance(answer, Refuse) and answer.code.value == "CW6219"
    assert "vol-01 (xvdf)" in answer.sentence


def stopped(evidence: dict[str, Any]) -> None:
    evidence["replicas"][0]["ec2"]["state"] = "stopped"


def test_a_stopped_node_with_its_volumes_back_starts_with_them():
    """The record is of a former run, and nothing is detached."""

    def whole_again(evidence: dict[str, Any]) -> None:
        earlier_run(evidence)
        evidence["replicas"][0]["ec2"]["detachedPool"]["volumes"][0]["attached"] = True

    answer = decide_after(edit=together(whole_again, stopped))

    assert isinstance(answer, Execute) and answer.action.value == "StartInstance"


def test_a_stop_whose_record_was_cut_off_is_looked_up_again_by_consent_only():
    cut = together(without_pool(), stopped)

    answer = decide_after(edit=cut)
    assert isinstance(answer, Execute) and answer.action.value == "StopNeverBootedInstance"
    by_itself = decide_after(edit=cut, **LEASED)
    assert isinstance(by_itself, Execute) and by_itself.action.value == "StartInstance"


@pytest.mark.parametrize("proven", [True, False])
def test_volumes_leave_a_stopped_node_once_its_stop_is_recorded_or_one_has_left(proven):
    def edit(evidence: dict[str, Any]) -> None:
        together(without_pool(), stopped)(evidence)
        ec2 = evidence["replicas"][0]["ec2"]
        ec2["stopProven"] = proven
        if not proven:
            ec2["detachedPool"]["volumes"].append({"volume": "vol-02", "device": "xvdg", "attached": False})

    answer = decide_after(edit=edit, **LEASED)

    assert isinstance(answer, Execute) and answer.action.value == "DetachPoolVolumes"


def test_a_node_that_was_stopped_between_detaching_and_attaching_starts_without_its_volumes():
    answer = decide_after(edit=together(earlier_run, stopped))

    assert isinstance(answer, Execute) and answer.action.value == "StartInstance"


HELD = {"owner": "the sweep's", "subject": Sales().one.instance_id, "goal": "InService", "seenAt": iso(Sales().now)}


def test_a_return_that_brings_a_consent_waits_for_the_operation_that_has_none():
    consent = consent_to("detached-pool", "InService")

    waiting = decide_after(holder=HELD, consents=[consent])
    joining = decide_after(holder=HELD, consents=[{**consent, "subject": Sales().two.instance_id}])

    assert isinstance(waiting, Wait) and "this node comes next" in waiting.sentence
    assert isinstance(joining, Complete) and joining.code.value == "CW5002", joining
