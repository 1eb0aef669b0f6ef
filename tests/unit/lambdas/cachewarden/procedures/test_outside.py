"""Replicas and cluster nodes that aren't ours: the owner says so; their votes count, nothing is done to them."""

from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.procedures.decision import Decision, Execute, Refuse
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import BEGUN, decided, host

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
