"""Replicas and cluster nodes that aren't ours: the owner says so; their votes count, nothing is done to them."""

from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.procedures.decision import Complete, Decision, Execute, Refuse
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import BEGUN, LEASED, decided, host

FAR = {"id": "r3", "server": "DR1", "local": False, "availabilityMode": 0, "failoverMode": 1, "role": 2}


def with_a_far_node(
    *, tag: str | None, state: int = 1, votes: int = 0, leads: bool = False, name: str = "DR1"
) -> Decision:
    """What is decided for SALES1, a secondary, when the failover cluster has a third node with a replica."""

    def change(sales: Sales) -> None:
        sales.primary = None if leads else sales.two
        if tag is not None:
            sales.one.tags["cachewarden:outside"] = tag

    def edit(evidence: dict[str, Any]) -> None:
        for index in (0, 1):
            sql = host(evidence, index)["sql"]
            sql["cluster"]["members"].append({"name": name, "type": 0, "state": state, "votes": votes})
            for group in sql["availabilityGroups"]:
                group["replicas"].append(FAR | {"connected": 1, "health": 2, "databases": None, "worst": []})
                if leads:
                    group["primary"] = name

    return decided(change, edit=edit, **BEGUN)


@pytest.mark.parametrize("tag", [None, "DR2", "DR"])
def test_a_node_that_nobody_answers_for_keeps_every_stop_back(tag):
    decision = with_a_far_node(tag=tag)

    assert not isinstance(decision, Execute) and decision.code == Code.REPLICA_UNKNOWN


@pytest.mark.parametrize(("tag", "state"), [("DR1", 1), ("other dr1", 1), ("DR1", 0)])
def test_one_that_the_owner_calls_outside_holds_nothing_up_be_it_up_or_down(tag, state):
    assert isinstance(with_a_far_node(tag=tag, state=state), Execute)


def test_its_votes_count():
    decision = with_a_far_node(tag="DR1", state=0, votes=1)

    assert not isinstance(decision, Execute) and decision.code == Code.QUORUM_MARGIN


def test_while_it_leads_a_group_no_node_with_a_replica_is_stopped():
    decision = with_a_far_node(tag="DR1", leads=True)

    assert not isinstance(decision, Execute) and decision.code == Code.PRIMARY_OUTSIDE


def brought_back(*, suspended: int = 0, saved: bool = False) -> Decision:
    """What is decided for SALES1, which is up again, while DR1 leads its group."""

    def change(sales: Sales) -> None:
        sales.primary = None
        sales.one.suspended = suspended
        sales.one.tags["cachewarden:outside"] = "DR1"
        sales.one.failover_mode = 1

    def edit(evidence: dict[str, Any]) -> None:
        for index in (0, 1):
            for group in host(evidence, index)["sql"]["availabilityGroups"]:
                group["primary"] = "DR1"

    long_ago = {"topic": "synchronization", "since": "2026-02-03T02:00:00.000Z", "progress": None, "progressedAt": None}
    waited = {"waiting": long_ago} if suspended else {}
    return decided(change, goal="InService", edit=edit, **(BEGUN if saved else LEASED), **waited)


def test_a_node_that_is_in_step_with_a_primary_outside_is_in_service():
    assert isinstance(brought_back(), Complete)


def test_modes_that_are_written_down_wait_for_a_primary_of_ours_and_that_is_told():
    decision = brought_back(saved=True)

    assert isinstance(decision, Refuse) and decision.code == Code.PRIMARY_OUTSIDE
    assert "The modes of SALES1, which are written down, can't be put back from there" in decision.sentence


def test_whoever_may_have_commits_that_the_primary_outside_lacks_is_not_told_to_resume_at_once():
    decision = brought_back(suspended=2)

    assert isinstance(decision, Refuse) and decision.code == Code.PRIMARY_OUTSIDE
    assert "sales-ag is led by DR1" in decision.sentence and "SUSPEND_FROM_PARTNER" in decision.sentence


def test_a_lost_cache_is_not_rebuilt_from_a_primary_outside():
    def change(sales: Sales) -> None:
        sales.one.tags["cachewarden:outside"] = "DR1"
        sales.one.classification, sales.one.readable, sales.one.sql_running = "CACHE_LOST", False, False
        sales.primary = None

    def edit(evidence: dict[str, Any]) -> None:
        for group in host(evidence, 1)["sql"]["availabilityGroups"]:
            group["primary"] = "DR1"
            group["replicas"].append(FAR | {"id": "r1", "server": "SALES1", "databases": None, "worst": []})

    decision = decided(change, goal="InService", edit=edit, **LEASED)

    assert isinstance(decision, Refuse) and decision.code == Code.NO_GOOD_COPY
    assert "It is led by DR1, which cachewarden:outside names" in decision.sentence


def test_a_node_of_ours_that_is_down_is_not_outside_by_its_name():
    def change(sales: Sales) -> None:
        sales.one.tags["cachewarden:outside"] = "SALES2"
        sales.two.state = "stopped"

    decision = decided(change)

    assert isinstance(decision, Refuse) and decision.code == Code.PARTNER_DOWN


def test_a_node_of_ours_that_left_the_failover_cluster_is_not_excused_by_its_name():
    def change(sales: Sales) -> None:
        sales.one.tags["cachewarden:outside"] = "SALES2"

    def leave(evidence: dict[str, Any]) -> None:
        for index in (0, 1):
            for member in host(evidence, index)["sql"]["cluster"]["members"]:
                if member["name"] == "SALES2":
                    member["state"] = 0

    decision = decided(change, edit=leave, **BEGUN)

    assert not isinstance(decision, Execute) and decision.code == Code.PARTNER_DOWN
