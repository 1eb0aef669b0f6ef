"""Snapshots of all volumes: on a young proof, with SQL Server stopped, and without ever stopping the instance."""

from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import TERMS, Consent
from cachewarden.operation.goal import Goal
from cachewarden.procedures.decision import Abandon, Complete, Execute, Refuse, Wait
from cachewarden.procedures.snapshot import SNAPSHOTTING
from cachewarden.procedures.stop import lift_protection, stop_instance
from tests.unit.lambdas.loop_driver import play, request
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import LEASED, SAVED_MODES, decided, host

BEGUN = {
    **LEASED,
    "attempts": {**LEASED["attempts"], "HoldReplicaModes": 1, "StopSqlServer": 1, "EvacuateCache": 1},
    "savedModes": SAVED_MODES,
}


def evacuated(*, edit: Any = lambda evidence: None, later_s: float = 1.0, **more: Any):
    def change(sales: Sales) -> None:
        sales.primary = sales.two
        one = sales.one
        one.classification, one.proof, one.sql_running, one.synchronized = "EVACUATED", True, False, False
        one.failover_mode = sales.two.failover_mode = 1
        one.token = LEASED["leaseToken"]

    return decided(change, goal="Snapshotted", edit=edit, later_s=later_s, **{**BEGUN, **more})


def test_the_whole_way_never_stops_the_instance_and_ends_in_service():
    sales = Sales()
    unprotected: list[str] = []

    def after(act: str) -> None:
        if not sales.one.protected or sales.one.state != "running":
            unprotected.append(act)

    played = play(sales, request(sales.one, "Snapshotted", sales), after=after)

    assert played.acts == [
        "AcquireLease", "MarkOperating", "SaveModes", "HoldReplicaModes", "FailOverAvailabilityGroups", "StopSqlServer",
        "EvacuateCache", "SnapshotNode", "StartSqlServer", "RestoreCache", "RestoreReplicaModes", "ForgetModes",
    ]  # fmt: skip
    assert unprotected == [] and sales.backups == ["SALES1"]
    assert played.last["outcome"] == "Goal"
    assert "3 snapshots, begun with its cache on EBS" in played.last["sentence"]
    assert "snap-7, snap-8, snap-9" in played.last["sentence"]
    assert sales.one.classification == "CACHE_ON_NVME" and sales.one.sql_running


def test_a_second_request_joins_nobody_whose_snapshots_may_have_begun():
    holder = {
        "owner": "o",
        "subject": Sales().one.instance_id,
        "goal": "Snapshotted",
        "seenAt": "2026-02-03T04:05:06.000Z",
    }
    decision = decided(goal="Snapshotted", holder=holder)
    assert isinstance(decision, Refuse) and decision.code is Code.CLUSTER_BUSY


def test_no_rule_on_the_way_can_stop_the_instance():
    assert not {lift_protection, stop_instance} & set(SNAPSHOTTING)


def test_snapshots_begin_only_on_a_proof_as_young_as_a_stop_needs():
    young = evacuated()
    assert isinstance(young, Execute) and young.action is Action.SNAPSHOT_NODE
    old = evacuated(later_s=70)
    assert isinstance(old, Wait) and old.seconds == 0, old


def test_an_acts_own_answer_is_no_proof():
    def unproven(evidence: dict[str, Any]) -> None:
        evidence["replicas"][0]["host"]["commandId"] = None
        evidence["replicas"][0]["host"]["storageCommand"] = None

    decision = evacuated(edit=unproven)
    assert isinstance(decision, Wait), decision


def test_a_proof_that_does_not_come_is_given_up():
    since = {"lookingSince": "2026-02-03T03:00:00.000Z"}
    decision = evacuated(later_s=70, **since)
    assert isinstance(decision, Abandon) and decision.code is Code.PROOF_NOT_OBTAINED, decision


def test_a_cache_that_is_given_up_by_consent_is_not_backed_up():
    assert Goal.SNAPSHOTTED not in TERMS[Consent.UNREADABLE_CACHE].goals


@pytest.mark.parametrize("state", ["stopping", "stopped"])
def test_a_node_that_does_not_run_is_refused_before_anything_is_changed(state):
    def change(sales: Sales) -> None:
        sales.primary = sales.two
        sales.one.state, sales.one.online = state, False

    decision = decided(change, goal="Snapshotted", **LEASED)
    assert isinstance(decision, Refuse) and decision.code.value == "CW6167"


def test_a_node_that_stops_meanwhile_is_brought_back():
    def change(sales: Sales) -> None:
        sales.primary = sales.two
        sales.one.state, sales.one.online = "stopped", False

    decision = decided(change, goal="Snapshotted", **BEGUN)
    assert isinstance(decision, Abandon) and decision.code.value == "CW6167"


def test_where_the_proof_is_gone_no_snapshot_is_taken():
    def unproven(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["storage"]["proof"]["evacuated"] = False

    decision = evacuated(edit=unproven)
    assert not isinstance(decision, Execute) or decision.action is not Action.SNAPSHOT_NODE


def test_with_snapshots_the_node_only_has_to_come_back():
    back = evacuated(nodeSnapshots=["snap-1"])
    assert isinstance(back, Execute) and back.action is Action.START_SQL_SERVER


def test_a_healthy_node_without_snapshots_is_not_at_its_goal():
    assert not isinstance(decided(goal="Snapshotted", **LEASED), Complete)
