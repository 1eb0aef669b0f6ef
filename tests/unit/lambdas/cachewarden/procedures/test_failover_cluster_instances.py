"""Failover cluster instances are their cluster's: no planned stop where one is, whether it runs there or not."""

from typing import Any

import pytest

from cachewarden.procedures.decision import Execute, Refuse
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import LEASED, decided, host

CLUSTERED = {"name": "FCI", "service": 1, "agent": 1, "startMode": "Manual", "clustered": True}


def beside(**how: Any):
    def edit(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["sql"]["instances"].append({**CLUSTERED, **how})

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
