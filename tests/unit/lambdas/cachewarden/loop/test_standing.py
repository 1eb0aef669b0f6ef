"""What a message says holds while a node is stopped: only what the last evidence shows."""

from dataclasses import replace

import pytest

from cachewarden.evidence.cluster import parse_evidence
from cachewarden.loop.standing import NO_FAILOVER_BY_ITSELF, standing
from rehearsal.simulation.invariants.group_claims import wrong_about_group
from rehearsal.simulation.invariants.instant import GroupFacts
from tests.unit.lambdas.sales_cluster import Node, Sales


@pytest.fixture
def stopped() -> Sales:
    """SALES1 is stopped and SALES2 primary; no replica fails over by itself."""
    sales = Sales()
    sales.primary, sales.one.state = sales.two, "stopped"
    sales.one.sql_running = sales.one.synchronized = sales.one.online = False
    sales.one.failover_mode = sales.two.failover_mode = 1
    return sales


def said(sales: Sales) -> str:
    (text,) = standing(parse_evidence(sales.evidence(sales.one)), "SALES1 (i-1)")
    return text


def test_the_last_current_copy_is_named(stopped):
    text = said(stopped)

    assert "SALES2 serves and holds the only current copy until SALES1 (i-1) is back." in text
    assert NO_FAILOVER_BY_ITSELF in text and "transaction log" in text


@pytest.mark.parametrize(("two", "three", "denied"), [(0, 0, False), (0, 1, True), (1, 0, True)])
def test_a_failover_comes_by_itself_only_between_two_that_are_left_and_have_it(stopped, two, three, denied):
    third = Node(instance_id="i-0ccccccccccccccc3", computer="SALES3", zone="eu-central-1c", replica_id="r3")
    stopped.nodes[third.instance_id] = third
    stopped.two.failover_mode, third.failover_mode = two, three

    text = said(stopped)

    assert "SALES2 serves, and SALES3 has every commit." in text
    assert (NO_FAILOVER_BY_ITSELF in text) is denied


def test_the_last_replica_that_is_left_has_nobody_to_fail_over_to(stopped):
    stopped.two.failover_mode = 0

    assert NO_FAILOVER_BY_ITSELF in said(stopped)


@pytest.mark.parametrize("third", [False, True])
def test_the_invariant_on_messages_understands_what_it_says(stopped, third):
    if third:
        stopped.nodes["i-3"] = Node(instance_id="i-3", computer="SALES3", zone="eu-central-1c", replica_id="r3")
    current = ("SALES3",) if third else ()
    true = GroupFacts(
        primary="SALES2",
        serving=True,
        replicas=frozenset({"SALES1", "SALES2", *current}),
        current=current,
        automatic=frozenset(),
        required=0,
    )

    def wrong(facts: GroupFacts) -> list[str]:
        return list(wrong_about_group("sales-ag", f"Now:   {said(stopped)}", facts))

    assert wrong(true) == []
    assert wrong(replace(true, primary="SALES9")) == ["named another primary of sales-ag than SALES9"]
    assert wrong(replace(true, serving=False)) == [
        "said that SALES2 serves sales-ag, and not every database took commits there"
    ]
    lost = wrong(replace(true, current=()))
    assert ("said that SALES3 has every commit of sales-ag, and it hadn't" in lost) is third


def test_a_primary_that_no_host_reports_is_unknown(stopped):
    stopped.primary = None

    assert said(stopped).startswith(
        "sales-ag: which replica serves its databases isn't known. SALES2 was last seen with"
    )


def test_without_a_replica_that_has_all_commits_nothing_is_advised_but_the_former_primary(stopped):
    stopped.primary, stopped.two.synchronized = None, False

    assert said(stopped).endswith("bring the former primary back first.")


def test_a_node_that_runs_needs_no_such_sentence():
    sales = Sales()

    assert standing(parse_evidence(sales.evidence(sales.one)), "SALES1 (i-1)") == ()
