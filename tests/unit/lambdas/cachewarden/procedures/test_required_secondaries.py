"""REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT: lowered by consent, written down before, put back when it can be."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.loop.action_result import ActionResult, ModesKept, apply_result
from cachewarden.loop.sweep import lowered_numbers_told
from cachewarden.operation.actions import Action
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Complete, Decision, Execute, Refuse, Wait
from cachewarden.procedures.required_secondaries import (
    lowered_since,
    secondaries_without,
    stays_lower,
    still_lowered,
)
from cachewarden.procedures.stop import STOPPING
from tests.unit.lambdas.sales_cluster import GROUP, Sales, iso
from tests.unit.lambdas.situations import LEASED, decided, host, set_cluster, set_node, situation

MODE = {"ag": GROUP, "replica": "r1", "server": "SALES1", "availabilityMode": 1, "failoverMode": 1}
LOWERED = {**MODE, "requiredSynchronized": 1}


def consent(**other: Any) -> dict[str, Any]:
    now = Sales().now
    given = {
        "word": "fewer-copies", "by": "dana", "through": "a document", "subject": Sales().one.instance_id,
        "goals": ["Stopped"], "givenAt": iso(now), "expiresAt": iso(now + timedelta(hours=1)), "withdrawn": False,
    }  # fmt: skip
    return given | other


def demanding(sales: Sales) -> None:
    """SALES1 is a secondary with its modes held; its primary SALES2 demands a secondary for each commit."""
    sales.required_synchronized, sales.primary, sales.one.failover_mode = 1, sales.two, 1


def stop(**operation: Any) -> Decision:
    return decided(demanding, **{**LEASED, "consents": [consent()], "savedModes": [LOWERED]} | operation)


def back(*changes: Any, edit: Any = lambda evidence: None, **operation: Any) -> Decision:
    def change(sales: Sales) -> None:
        sales.primary, sales.one.failover_mode = sales.two, 1
        for each in changes:
            each(sales)

    return decided(change, goal="InService", edit=edit, **{**LEASED, "savedModes": [LOWERED]} | operation)


def test_without_the_consent_it_is_a_refusal_that_names_it():
    decision = stop(consents=[])
    assert isinstance(decision, Refuse) and decision.code is Code.REQUIRED_SYNCHRONIZED
    assert "1 synchronized secondaries for a commit; 0 would remain without SALES1" in decision.sentence
    assert "needs the consent 'fewer-copies'" in decision.sentence


def test_a_consent_that_counts_for_nothing_is_told():
    decision = stop(consents=[consent(withdrawn=True)])
    assert isinstance(decision, Refuse) and "counts for nothing: it was withdrawn" in decision.sentence


@pytest.mark.parametrize("saved", [None, [], [MODE]])
def test_what_the_group_demands_is_written_down_first(saved):
    decision = stop(savedModes=saved)
    assert isinstance(decision, Execute) and decision.action == "SaveModes", decision
    assert [(mode.server, mode.required_synchronized) for mode in decision.modes] == [("SALES1", 1)]


def test_what_an_earlier_operation_wrote_down_stays():
    decision = stop(savedModes=[{**LOWERED, "requiredSynchronized": 2}])
    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes"


def test_it_is_lowered_on_the_primary_no_further_than_needed_and_says_why():
    decision = stop()
    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes"
    assert decision.node == Sales().two.instance_id
    assert decision.parameters == {"Modes": "none", "RequiredSynchronized": f"{GROUP}/0"}
    assert "sales-ag demands 0 instead of 1" in decision.sentence and "given by dana" in decision.sentence


def test_a_node_that_leads_fails_over_first():
    decision = decided(set_cluster(required_synchronized=1), **LEASED, consents=[consent()], savedModes=[LOWERED])
    assert isinstance(decision, Execute) and decision.action == "HoldReplicaModes"
    held = decided(
        lambda sales: (set_cluster(required_synchronized=1)(sales), set_node(0, failover_mode=1)(sales)),
        **LEASED,
        consents=[consent()],
        savedModes=[LOWERED],
    )
    assert isinstance(held, Execute) and held.action == "FailOverAvailabilityGroups"


def test_nothing_is_lowered_or_written_down_where_enough_remain():
    decision = decided(
        lambda sales: (demanding(sales), set_cluster(required_synchronized=0)(sales)),
        **LEASED,
        consents=[consent()],
        savedModes=[MODE],
    )
    assert isinstance(decision, Execute) and decision.action == "StopSqlServer"


@pytest.mark.parametrize(("connected", "remaining"), [(1, 1), (0, 0), (None, 0)])
def test_a_secondary_that_is_not_seen_to_be_connected_does_not_remain(connected, remaining):
    def third(evidence: dict[str, Any]) -> None:
        replicas = host(evidence, 1)["sql"]["availabilityGroups"][0]["replicas"]
        own = next(replica for replica in replicas if replica["server"] == "SALES1")
        replicas.append(deepcopy(own) | {"id": "r3", "server": "SALES3", "connected": connected})

    seen = situation(demanding, edit=third)
    assert [secondaries_without(seen, view) for view in seen.node_groups] == [remaining]


@pytest.mark.parametrize(("goal", "named"), [("Stopped", True), ("Preflight", True), ("Snapshotted", False)])
def test_the_consent_is_named_only_where_the_goal_can_have_it(goal, named):
    decision = decided(demanding, goal=goal)
    assert isinstance(decision, Refuse) and decision.code is Code.REQUIRED_SYNCHRONIZED, decision
    assert ("Lowering that number needs the consent 'fewer-copies'" in decision.sentence) is named


def test_the_rule_that_lowers_it_stands_behind_the_failover_and_before_what_makes_a_commit_wait():
    names = [rule.__name__ for rule in STOPPING]
    lowers = names.index("lower_required_secondaries")
    assert names.index("save_modes") < names.index("former_primary_behind") < lowers
    assert lowers < min(names.index("make_asynchronous"), names.index("stop_sql_server"))


def test_once_the_node_is_synchronized_it_is_put_back_where_the_group_is_led_now():
    decision = back()
    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes"
    assert decision.node == Sales().two.instance_id
    assert decision.parameters == {"Modes": "none", "RequiredSynchronized": f"{GROUP}/1"}


def test_a_node_that_leads_again_puts_it_back_there():
    decision = back(lambda sales: set_cluster(primary=sales.one)(sales))
    assert isinstance(decision, Execute) and decision.node == Sales().one.instance_id
    assert decision.parameters["RequiredSynchronized"] == f"{GROUP}/1"


def test_while_the_cache_moves_no_commit_is_made_to_wait_for_the_node():
    """Not even where people are called because the move stands still."""
    running = {"work": "restore", "state": "running", "token": 7, "bytesDone": 5, "bytesTotal": 10}
    moves = set_node(0, classification="MOVING", worker=running)
    began = iso(Sales().now - timedelta(hours=9))
    waiting = {"topic": "worker", "since": began, "progress": 5, "progressedAt": began}

    decision = back(moves, waiting=waiting)
    assert isinstance(decision, Refuse) and decision.code is Code.ATTEMPTS_EXHAUSTED, decision
    assert "stays lowered (sales-ag 0, was 1)" in decision.sentence
    assert isinstance(back(moves, waiting=waiting | {"progress": 4}), Wait)


@pytest.mark.parametrize("now", [1, 2])
def test_the_saved_modes_are_dropped_once_it_is_back_or_more_is_demanded(now):
    decision = back(set_cluster(required_synchronized=now))
    assert isinstance(decision, Execute) and decision.action == "ForgetModes"


TWO = [{**LOWERED, "requiredSynchronized": 2}]
ONE_NOW = set_cluster(required_synchronized=1)


def third(*, synchronized: int = 0, **other: Any) -> Callable[[dict[str, Any]], None]:
    """SALES3, a synchronous replica, of whose 2 databases so many are SYNCHRONIZED."""

    def edit(evidence: dict[str, Any]) -> None:
        for index in (0, 1):
            replicas = host(evidence, index)["sql"]["availabilityGroups"][0]["replicas"]
            own = next(replica for replica in replicas if replica["server"] == "SALES1")
            added = deepcopy(own) | {"id": "r3", "server": "SALES3", "local": False} | other
            added["databases"] |= {"synchronized": synchronized, "failoverReady": synchronized}
            replicas.append(added)

    return edit


def test_as_long_as_too_few_are_synchronized_it_is_waited_for_and_then_a_person_is_called():
    waits = back(ONE_NOW, edit=third(), savedModes=TWO)
    assert isinstance(waits, Wait) and waits.reason is WaitReason.SYNCHRONIZATION
    assert "sales-ag has 1 SYNCHRONIZED secondaries; it demanded 2 before" in waits.sentence

    long = {"topic": "synchronization", "since": iso(Sales().now - timedelta(hours=1))}
    refused = back(ONE_NOW, edit=third(), savedModes=TWO, waiting=long)
    assert isinstance(refused, Refuse) and refused.code is Code.REQUIRED_STAYS_LOWERED
    assert "REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT stays lowered (sales-ag 1, was 2)" in refused.sentence


def test_it_is_raised_as_far_as_secondaries_are_synchronized():
    decision = back(edit=third(), savedModes=TWO)
    assert isinstance(decision, Execute) and decision.parameters["RequiredSynchronized"] == f"{GROUP}/1"
    assert "put back: sales-ag 1 of 2" in decision.sentence

    whole = back(ONE_NOW, edit=third(synchronized=2), savedModes=TWO)
    assert isinstance(whole, Execute) and whole.parameters["RequiredSynchronized"] == f"{GROUP}/2"
    assert whole.sentence.endswith("put back: sales-ag 2")


GONE = {**LOWERED, "replica": "r9", "server": "SALES9", "requiredSynchronized": 2}


@pytest.mark.parametrize(
    ("saved", "edit"),
    [
        pytest.param([MODE, GONE], lambda evidence: None, id="its replica was removed"),
        pytest.param([{**GONE, "replica": "r1"}], third(availabilityMode=0), id="its owner made another asynchronous"),
    ],
)
def test_no_more_is_demanded_than_the_group_has_synchronous_secondaries(saved, edit):
    raised = back(edit=edit, savedModes=saved)
    assert isinstance(raised, Execute) and raised.parameters["RequiredSynchronized"] == f"{GROUP}/1"

    dropped = back(ONE_NOW, edit=edit, savedModes=saved)
    assert isinstance(dropped, Execute) and dropped.action == "ForgetModes", dropped


FORGOTTEN = ActionResult(
    action=Action.FORGET_MODES,
    node=Sales().one.instance_id,
    answered_by=Sales().one.instance_id,
    asked_at=Sales().now,
    outcome=ModesKept(modes=None),
)


def test_what_stays_lower_than_before_is_told_when_the_saved_modes_are_dropped():
    def change(sales: Sales) -> None:
        sales.primary, sales.required_synchronized = sales.two, 1

    seen = situation(change, goal="InService", **LEASED, savedModes=[GONE])
    dropped, _ = apply_result(seen.operation, seen.evidence, FORGOTTEN, seen.now)
    (finding,) = dropped.findings
    assert dropped.saved_modes is None and finding.code is Code.REQUIRED_NOT_PUT_BACK
    assert "_TO_COMMIT of sales-ag is 1 and was 2; synchronous secondaries: 1" in finding.sentence

    as_before = replace(seen.operation, saved_modes=(replace(seen.operation.saved_modes[0], required_synchronized=1),))
    assert not apply_result(as_before, seen.evidence, FORGOTTEN, seen.now)[0].findings


def test_a_number_that_no_primary_tells_is_not_called_lowered():
    def change(sales: Sales) -> None:
        sales.primary, sales.required_synchronized = sales.two, 0

    def untold(evidence: dict[str, Any]) -> None:
        for index in (0, 1):
            host(evidence, index)["sql"]["availabilityGroups"][0]["requiredSynchronized"] = None

    seen = situation(change, goal="InService", **LEASED, savedModes=[GONE])
    assert [told for _, told in lowered_since(seen.groups, seen.operation.saved_modes)]
    unseen = situation(change, goal="InService", edit=untold, **LEASED, savedModes=[GONE])
    assert not [told for _, told in lowered_since(unseen.groups, unseen.operation.saved_modes)]
    (told,) = stays_lower(unseen.groups, unseen.operation.saved_modes)
    assert "of sales-ag isn't told by its primary and was 2" in told


def test_a_secondary_that_is_asynchronous_only_for_its_absence_counts_as_synchronous():
    """It is made synchronous again with its modes, so that what is demanded isn't dropped before."""
    its = {**MODE, "replica": "r3", "server": "SALES3"}
    decision = back(ONE_NOW, edit=third(availabilityMode=0), savedModes=[*TWO, its])
    assert isinstance(decision, Execute) and decision.parameters["Modes"].startswith(f"{GROUP}/r3/1/")
    waits = back(ONE_NOW, edit=third(availabilityMode=0), savedModes=[*TWO, its], failures={"RestoreReplicaModes": 3})
    assert "stays lowered (sales-ag 1, was 2)" in waits.sentence


def test_without_a_primary_what_was_demanded_counts_whole():
    """Whoever doesn't lead may see fewer replicas than there are."""
    seen = situation(lambda sales: set_cluster(primary=None)(sales), goal="InService", **LEASED, savedModes=TWO)
    assert [number for _, number in still_lowered(seen)] == [2]


@pytest.mark.parametrize(("number", "asked_for"), [(0, True), (1, False)])
def test_a_refusal_asks_for_the_lease_first_where_only_the_number_may_be_lowered(number, asked_for):
    def change(sales: Sales) -> None:
        sales.primary, sales.required_synchronized, sales.one.classification = sales.two, number, "AMBIGUOUS"

    decision = decided(change, goal="InService", attempts={})
    assert isinstance(decision, Execute if asked_for else Refuse), decision


def test_a_node_that_is_away_is_not_waited_for_with_the_lease_that_it_needs():
    def leads_alone(sales: Sales) -> None:
        sales.primary, sales.two.state, sales.two.online, sales.two.synchronized = sales.one, "stopped", False, False

    refused = back(leads_alone)
    assert isinstance(refused, Refuse) and f"{Sales().two.instance_id} is stopped" in refused.sentence
    assert "stays lowered (sales-ag 0, was 1)" in refused.sentence


def test_for_another_node_s_absence_it_stays_lowered_and_people_are_told():
    for_two = {**LOWERED, "replica": "r2", "server": "SALES2", "failoverMode": 0, "requiredSynchronized": 2}
    decision = back(ONE_NOW, edit=third(), savedModes=[for_two])
    assert isinstance(decision, Complete) and "stays lowered (sales-ag 1, was 2)" in decision.sentence


def test_a_node_whose_own_number_is_met_does_not_wait_for_what_was_lowered_for_another_one():
    for_third = {**MODE, "replica": "r3", "server": "SALES3", "requiredSynchronized": 2}
    decision = back(ONE_NOW, edit=third(), savedModes=[LOWERED, for_third])
    assert isinstance(decision, Complete), decision


def test_it_is_put_back_before_another_refusal():
    odd = set_node(0, classification="AMBIGUOUS")
    decision = back(odd)
    assert isinstance(decision, Execute) and decision.parameters["RequiredSynchronized"] == f"{GROUP}/1"


def test_what_is_not_told_counts_as_not_put_back():
    def edit(evidence: dict[str, Any]) -> None:
        for index in (0, 1):
            host(evidence, index)["sql"]["availabilityGroups"][0]["requiredSynchronized"] = None

    decision = back(edit=edit)
    assert isinstance(decision, Execute) and decision.parameters["RequiredSynchronized"] == f"{GROUP}/1"


@pytest.mark.parametrize(
    ("number", "node", "away_h", "told"),
    [(0, 1, None, True), (0, 1, 25, True), (0, 1, 23, False), (0, 0, None, False), (1, 1, None, False)],
)
def test_the_sweep_tells_of_it_at_the_primary_but_not_on_the_first_day_of_an_absence(number, node, away_h, told):
    def change(sales: Sales) -> None:
        sales.primary, sales.required_synchronized = sales.two, number

    seen = situation(change, goal="InService", **LEASED, savedModes=[LOWERED])
    one, two = Sales().one.instance_id, Sales().two.instance_id
    away = {} if away_h is None else {one: seen.now - timedelta(hours=away_h)}
    evidence = replace(seen.evidence, node_id=(one, two)[node])
    saved = seen.operation.saved_modes
    assert saved is not None
    found = list(lowered_numbers_told(evidence, saved, (one, two), away_since=away, now=seen.now))
    assert [(group, each.code) for group, each in found] == ([(GROUP, Code.REQUIRED_STILL_LOWERED)] if told else [])
    assert all("is 0 and was 1 before SALES1 was stopped with the consent" in each.sentence for _, each in found)
