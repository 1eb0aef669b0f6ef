"""A node that comes back to a group without a primary: a person has to end the outage, and is told who could lead."""

from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.procedures.decision import Decision, Refuse
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import LEASED, decided, host

LONG_AGO = {"topic": "synchronization", "since": "2026-02-03T02:00:00.000Z", "progress": None, "progressedAt": None}


def without_primary(*, ready: int) -> Decision:
    """SALES1 runs; SALES2, which led, is stopped. `ready`: SALES1's databases that are marked as failover-ready."""

    def change(sales: Sales) -> None:
        sales.primary, sales.two.state = None, "stopped"

    def edit(evidence: dict[str, Any]) -> None:
        (group,) = host(evidence, 0)["sql"]["availabilityGroups"]
        group["primary"] = "SALES2"
        (replica,) = group["replicas"]
        replica["databases"] |= {"count": 2, "joined": 2, "synchronized": 0, "failoverReady": ready}

    return decided(change, goal="InService", edit=edit, **LEASED, waiting=LONG_AGO)


def test_a_replica_that_has_all_commits_is_named_with_what_a_dba_runs_there():
    decision = without_primary(ready=2)

    assert isinstance(decision, Refuse) and decision.code is Code.NOT_SYNCHRONIZED_IN_TIME
    assert "SALES1 was last seen with all commits (is_failover_ready)" in decision.sentence
    assert "FAILOVER there: it loses nothing" in decision.sentence and "FORCE" not in decision.sentence


@pytest.mark.parametrize("ready", [0, 1])
def test_where_none_is_marked_so_the_former_primary_comes_first(ready):
    decision = without_primary(ready=ready)

    assert isinstance(decision, Refuse)
    assert "bring the former primary SALES2 back first" in decision.sentence
    assert "run ALTER" not in decision.sentence
