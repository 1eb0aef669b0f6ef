"""Before a way back ends in a refusal replicas that lack nothing get their saved modes again; held ones are named."""

from __future__ import annotations

from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.loop.reconcile import reconcile
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute, Refuse, Wait
from tests.unit.lambdas.sales_cluster import GROUP, Sales, iso
from tests.unit.lambdas.situations import LEASED, decided, host, situation

OTHER = GROUP[:-1] + "2"
SAVED = [
    {"ag": group, "replica": replica, "server": "SALES1", "availabilityMode": 1, "failoverMode": 0}
    for group, replica in ((GROUP, "r1"), (OTHER, "r1-second"))
]


def held(sales: Sales) -> None:
    """SALES1 is back as a secondary of both groups, which SALES2 leads; its modes are held."""
    sales.primary = sales.two
    sales.one.failover_mode = 1


def two_groups(evidence: dict[str, Any]) -> None:
    """`sales-ag` and `second-ag`; a database of the second one is suspended on SALES1."""
    for index in (0, 1):
        groups = host(evidence, index)["sql"]["availabilityGroups"]
        second = deepcopy(groups[0]) | {"id": OTHER, "name": "second-ag"}
        for replica in second["replicas"]:
            replica["id"] += "-second"
            if replica["server"] == "SALES1":
                replica["databases"] |= {"suspended": 1, "synchronized": 1, "failoverReady": 1}
                replica["health"] = 0
        groups.append(second)


def waited(hours: float = 5) -> dict[str, Any]:
    return {"topic": "synchronization", "since": iso(Sales().now - timedelta(hours=hours))}


def back(change: Any = held, edit: Any = two_groups, **operation: Any) -> Decision:
    return decided(
        change, goal="InService", edit=edit, **{**LEASED, "savedModes": SAVED, "waiting": waited()} | operation
    )


def test_the_replica_that_lacks_nothing_gets_its_modes_before_the_refusal_for_the_other():
    decision = back()

    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes"
    assert decision.parameters["Modes"] == f"{GROUP}/r1/1/0"


def test_the_refusal_is_due_right_after_it():
    seen = situation(held, goal="InService", edit=two_groups, **LEASED, savedModes=SAVED, waiting=waited())

    step = reconcile(seen.evidence, seen.operation, None, seen.now)

    assert isinstance(step.decision, Execute)
    assert step.following.waited_s(WaitReason.SYNCHRONIZATION, seen.now) == seen.operation.waited_s(
        WaitReason.SYNCHRONIZATION, seen.now
    )


def restored(evidence: dict[str, Any]) -> None:
    two_groups(evidence)
    for index in (0, 1):
        for replica in host(evidence, index)["sql"]["availabilityGroups"][0]["replicas"]:
            replica["failoverMode"] = 0


def test_then_it_names_what_stays_held():
    decision = back(edit=restored)

    assert isinstance(decision, Refuse) and decision.code is Code.NOT_SYNCHRONIZED_IN_TIME
    assert "The modes of SALES1 in second-ag stay held, without automatic failover, until" in decision.sentence
    assert "sales-ag" not in decision.sentence


def test_what_was_never_saved_is_neither_put_back_nor_named():
    decision = back(savedModes=SAVED[1:])

    assert isinstance(decision, Refuse) and "of SALES1 in second-ag stay held" in decision.sentence
    assert "stay held" not in back(savedModes=[]).sentence


@pytest.mark.parametrize("connected", [0, None])
def test_a_replica_that_is_not_connected_lacks_something(connected):
    def edit(evidence: dict[str, Any]) -> None:
        two_groups(evidence)
        for replica in host(evidence, 1)["sql"]["availabilityGroups"][0]["replicas"]:
            if replica["server"] == "SALES1":
                replica["connected"] = connected

    decision = back(edit=edit)

    assert isinstance(decision, Refuse) and "of SALES1 in sales-ag, second-ag stay held" in decision.sentence


def test_an_act_that_fails_or_was_not_deployed_hides_no_refusal():
    failed = back(failures={"RestoreReplicaModes": 3})
    assert isinstance(failed, Refuse) and failed.code is Code.NOT_SYNCHRONIZED_IN_TIME
    assert "of SALES1 in sales-ag, second-ag stay held" in failed.sentence

    def edit(evidence: dict[str, Any]) -> None:
        two_groups(evidence)
        name = "CacheWarden-Host-RestoreReplicaModes"
        del evidence["documents"]["versions"][name]
        evidence["documents"]["missing"] = [name]

    looking = back(edit=edit)
    assert isinstance(looking, Wait) and looking.reason is WaitReason.LOOK
    told = back(edit=edit, lookingSince=iso(Sales().now - timedelta(minutes=6)))
    assert isinstance(told, Refuse) and told.code is Code.NOT_SYNCHRONIZED_IN_TIME


def test_a_failure_is_tried_again_without_waiting_anew_for_what_is_refused():
    failure = {"action": "RestoreReplicaModes", "code": "CW2047", "message": "busy", "at": iso(Sales().now)}
    decision = back(failures={"RestoreReplicaModes": 1}, lastFailure=failure)

    assert isinstance(decision, Wait) and decision.reason is WaitReason.LOOK, decision


def unleased(**tags: str) -> Decision:
    def change(sales: Sales) -> None:
        held(sales)
        sales.one.tags |= tags

    def contained(evidence: dict[str, Any]) -> None:
        two_groups(evidence)
        for index in (0, 1):
            second = host(evidence, index)["sql"]["availabilityGroups"][1]
            second["contained"] = True
            for replica in second["replicas"]:
                if replica["server"] == "SALES1":
                    replica["worst"] = [{"id": "db-9", "name": "second-ag_master", "state": 3}]

    return decided(change, goal="InService", edit=contained, attempts={})


def test_a_later_request_takes_the_lease_for_the_modes_of_a_replica_that_has_become_synchronized():
    decision = unleased(**{"cachewarden:state": "attention"})
    assert isinstance(decision, Execute) and decision.action == "AcquireLease", decision


def test_a_node_that_is_in_service_needs_none():
    decision = unleased(**{"cachewarden:state": "in-service"})
    assert isinstance(decision, Refuse) and decision.code is Code.RESTORE_BY_HAND


def test_nothing_is_put_back_for_who_may_not_ask():
    def opted_out(sales: Sales) -> None:
        held(sales)
        sales.one.tags = {key: value for key, value in sales.one.tags.items() if key != "cachewarden:managed"}

    decision = decided(opted_out, goal="InService", edit=two_groups, attempts={})
    assert isinstance(decision, Refuse) and decision.code is Code.OPTED_OUT


def test_a_node_that_a_start_of_the_whole_cluster_leaves_behind_gets_them_before():
    decision = decided(held, goal="ClusterInService", edit=two_groups, **LEASED, savedModes=SAVED, waiting=waited())
    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes", decision

    after = decided(held, goal="ClusterInService", edit=restored, **LEASED, savedModes=SAVED, waiting=waited())
    assert isinstance(after, Execute) and after.action == "TurnToNode"
    assert "The modes of SALES1 in second-ag stay held, without automatic failover, until" in after.sentence


def contained(evidence: dict[str, Any]) -> None:
    """As `two_groups`, contained: what is lost of the second one is a person's."""
    two_groups(evidence)
    for index in (0, 1):
        host(evidence, index)["sql"]["availabilityGroups"][1]["contained"] = True


@pytest.mark.parametrize(("commits", "asked_for"), [(1, True), (0, False)])
def test_the_lease_is_asked_for_first_where_a_synchronous_replica_may_be_held(commits, asked_for):
    def one_mode(evidence: dict[str, Any]) -> None:
        contained(evidence)
        for replica in host(evidence, 1)["sql"]["availabilityGroups"][0]["replicas"]:
            replica["availabilityMode"] = commits

    decision = decided(held_in_attention, goal="InService", edit=one_mode, waiting=waited())
    assert isinstance(decision, Execute if asked_for else Refuse), decision
    assert not asked_for or decision.action == "AcquireLease"


def test_where_another_operation_has_the_lease_people_hear_the_refusal_after_a_second_try():
    seen_at = iso(Sales().now - timedelta(seconds=70))
    holder = {"owner": "other", "subject": "i-0bbbbbbbbbbbbbbb2", "goal": "InService", "seenAt": seen_at}
    asked = {"goal": "InService", "edit": contained, "waiting": waited(), "holder": holder}
    once, twice = (decided(held_in_attention, **asked, attempts={"AcquireLease": times}) for times in (1, 2))
    assert isinstance(once, Execute) and once.action == "AcquireLease"
    assert isinstance(twice, Refuse), twice


def held_in_attention(sales: Sales) -> None:
    held(sales)
    sales.one.tags |= {"cachewarden:state": "attention"}


def waits(minutes: float = 3, edit: Any = two_groups, **operation: Any) -> Decision:
    """Of a database that is suspended for so long."""
    return back(edit=edit, waiting=waited(minutes / 60), **operation)


def test_while_another_group_is_waited_for_the_replica_that_lacks_nothing_gets_its_modes():
    decision = waits()
    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes", decision
    assert decision.parameters["Modes"] == f"{GROUP}/r1/1/0" and not decision.ends_wait

    then = waits(edit=restored)
    assert isinstance(then, Wait) and then.reason is WaitReason.SYNCHRONIZATION


def test_a_wait_that_is_short_is_not_made_longer_for_them():
    assert isinstance(waits(minutes=0.5), Wait)


@pytest.mark.parametrize("failing", ["RestoreReplicaModes", "ReseedDatabases"])
def test_no_act_that_failed_loses_a_try_by_it(failing):
    assert isinstance(waits(failures={failing: 1}), Wait)


def test_the_acts_at_the_end_keep_half_of_their_attempts():
    spent = {"AcquireLease": 1, "MarkOperating": 1, "RestoreReplicaModes": 40}
    assert isinstance(waits(attempts=spent), Wait)
    assert isinstance(waits(attempts=spent | {"RestoreReplicaModes": 39}), Execute)


def seeding(evidence: dict[str, Any]) -> None:
    """As `two_groups`; the database is being seeded."""
    two_groups(evidence)
    row = {"ag": OTHER, "database": "d2", "remote": "SALES1", "state": "SEEDING", "failure": None} | {
        "bytesDone": 2**30,
        "bytesTotal": 2**40,
        "bytesPerSecond": 2**20,
    }
    host(evidence, 1)["sql"]["seeding"] = [row]


def test_while_databases_of_another_group_are_seeded_it_gets_them_too():
    decision = back(edit=seeding, waiting=waited(hours=1) | {"topic": "seeding"})
    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes", decision
    assert decision.parameters["Modes"] == f"{GROUP}/r1/1/0"


def test_a_replica_that_is_to_catch_up_before_the_cache_moves_waits_for_its_modes():
    def before_the_move(sales: Sales) -> None:
        held(sales)
        sales.one.classification, sales.one.free_nvme = "EVACUATED", ("AWS1",)

    def behind(evidence: dict[str, Any]) -> None:
        two_groups(evidence)
        for replica in host(evidence, 1)["sql"]["availabilityGroups"][1]["replicas"]:
            if replica["server"] == "SALES1":
                replica["databases"] |= {"suspended": 0, "sendQueueKb": 600_000, "sendRateKb": 1000}

    decision = decided(
        before_the_move, goal="InService", edit=behind, **LEASED, savedModes=SAVED, waiting=waited(3 / 60)
    )
    assert isinstance(decision, Wait) and "catches up before its cache moves" in decision.sentence


def test_a_start_of_the_whole_cluster_puts_them_back_while_it_waits():
    waiting = waited(3 / 60)
    decision = decided(held, goal="ClusterInService", edit=two_groups, **LEASED, savedModes=SAVED, waiting=waiting)
    assert isinstance(decision, Execute) and decision.action == "RestoreReplicaModes", decision
