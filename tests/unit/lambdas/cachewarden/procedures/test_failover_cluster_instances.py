"""Failover cluster instances are their cluster's: no planned stop where one is, whether it runs there or not."""

from collections.abc import Callable
from typing import Any

import pytest

from cachewarden.evidence.instance import ReplicaEvidence
from cachewarden.evidence.sql import SqlEvidence
from cachewarden.procedures.decision import Execute, Refuse
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import LEASED, decided, host, situation

CLUSTERED = {"name": "FCI", "service": 1, "agent": 1, "startMode": "Manual", "clustered": True}


def beside(node: int = 0, **how: Any):
    def edit(evidence: dict[str, Any]) -> None:
        host(evidence, node)["sql"]["instances"].append({**CLUSTERED, **how})

    return edit


@pytest.mark.parametrize("goal", ["Stopped", "Preflight"])
def test_one_that_is_stopped_here_and_may_run_elsewhere_refuses_too(goal):
    decision = decided(goal=goal, edit=beside())

    assert isinstance(decision, Refuse) and decision.code == "CW6107", decision
    assert "FCI is a failover cluster instance" in decision.sentence


def down(sales: Sales) -> None:
    sales.primary = sales.two
    sales.one.sql_running = False


def test_the_nodes_own_instance_is_started_beside_it():
    decision = decided(down, goal="InService", edit=beside(), **LEASED)

    assert isinstance(decision, Execute) and decision.action == "StartSqlServer", decision


@pytest.mark.parametrize("clustered", [True, None])
def test_where_only_its_cluster_may_start_it_nothing_is_started(clustered):
    decision = decided(goal="InService", edit=beside(clustered=clustered), **LEASED)

    starts = isinstance(decision, Execute) and decision.action == "StartSqlServer"
    assert starts is (clustered is None), decision


def partner(change: Callable[[Sales], Any] = lambda sales: None, **how: Any) -> ReplicaEvidence:
    (seen,) = situation(change, edit=beside(1, **how)).partners
    return seen


def sql_of(seen: ReplicaEvidence) -> SqlEvidence:
    assert seen.host is not None and seen.host.sql is not None
    return seen.host.sql


def test_a_partner_is_no_worse_for_one_that_its_cluster_runs_elsewhere():
    assert (partner().why_busy, partner().why_not_serving) == (None, None)
    assert decided(edit=beside(1)) == decided()


def test_a_partners_own_instance_that_is_down_counts_whatever_its_cluster_runs_there():
    def two_is_down(sales: Sales) -> None:
        sales.two.sql_running = False

    seen = partner(two_is_down, service=4)
    assert seen.why_busy == seen.why_not_serving == "doesn't run all its SQL Server instances"
    assert partner(clustered=None).why_busy == "doesn't run all its SQL Server instances"


def test_where_there_is_no_other_instance_it_counts():
    """Nothing runs there that could carry anything."""

    def only_clustered(sales: Sales) -> None:
        sales.two.clustered, sales.two.sql_running = True, False

    (seen,) = situation(only_clustered).partners
    assert not sql_of(seen).all_running and seen.why_busy == "doesn't run all its SQL Server instances"


def test_what_it_would_say_is_not_known_while_it_is_stopped():
    sql = sql_of(partner())
    assert sql.all_running and not sql.all_told and not sql.seen_whole
    assert sql_of(partner(service=4)).seen_whole


def test_one_that_runs_keeps_a_node_from_being_all_stopped():
    def two_is_down(sales: Sales) -> None:
        sales.two.sql_running = False

    assert sql_of(partner(two_is_down)).all_stopped and not sql_of(partner(two_is_down, service=4)).all_stopped
