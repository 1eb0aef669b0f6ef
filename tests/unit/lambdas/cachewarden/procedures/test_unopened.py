"""Databases that SQL Server couldn't open although files are there: one restart of a secondary, and no seeding."""

from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Decision, Execute, Refuse, Wait
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import LEASED, host, situation


def asked(
    *,
    missing: int = 0,
    waited_s: float = 60,
    stops: int = 0,
    leads: bool = False,
    abandoned: bool = False,
    needed: bool = False,
) -> Decision:
    """What is decided for a node whose database orders waits for files, `missing` of two of which are gone.

    `needed`: another group is healthy on the node, and a third node is stopped.
    """

    def change(sales: Sales) -> None:
        sales.primary = sales.one if leads else sales.two
        sales.one.synchronized, sales.one.lost_databases = needed, True

    def edit(evidence: dict[str, Any]) -> None:
        if needed:
            away = deepcopy(evidence["replicas"][1])
            away |= {"instanceId": "i-0ccccccccccccccc3", "host": None}
            away["ec2"]["state"] = "stopped"
            evidence["replicas"].append(away)
        state = {"name": "orders", "inGroup": True, "files": 2, "missing": missing}
        host(evidence, 0)["sql"]["unopened"] = [state]

    sales = Sales()
    stop = {"action": "StopSqlServer", "node": sales.one.instance_id, "at": iso(sales.now), "sentence": ""}
    behind: dict[str, Any] = {**LEASED, "actions": [stop] * stops}
    if abandoned:
        behind["abandoned"] = {"goal": "Stopped", "code": "CW6201", "message": "given up"}
    seen = situation(change, goal="Stopped" if abandoned else "InService", edit=edit, **behind)
    operation = seen.operation.waits_for(WaitReason.SYNCHRONIZATION, seen.now - timedelta(seconds=waited_s))
    return decide(seen.evidence, operation, seen.policy, seen.now)


def test_whole_files_are_opened_by_a_restart():
    decision = asked()
    assert isinstance(decision, Execute) and decision.action == "StopSqlServer"
    assert "orders" in decision.sentence and "their files are there" in decision.sentence


def test_a_database_that_may_just_be_opening_is_waited_for():
    assert isinstance(asked(waited_s=10), Wait)


def test_lost_files_are_seeded():
    decision = asked(missing=2)
    assert isinstance(decision, Execute) and decision.action == "ReseedDatabases"


@pytest.mark.parametrize("missing", [0, 1])
def test_a_second_restart_or_a_file_left_is_a_persons(missing):
    decision = asked(missing=missing, stops=1)
    assert isinstance(decision, Refuse) and decision.code == "CW6215"
    assert f"orders: {2 - missing} of 2 files are there" in decision.sentence


def test_a_goal_that_was_given_up_has_stopped_sql_server_already_and_that_is_no_restart():
    decision = asked(stops=1, abandoned=True)
    assert isinstance(decision, Execute) and decision.action == "StopSqlServer"
    assert isinstance(asked(stops=2, abandoned=True), Refuse)


def test_a_primary_is_not_restarted():
    decision = asked(leads=True)
    assert not (isinstance(decision, Execute) and decision.action == "StopSqlServer")


def test_a_restart_that_would_leave_one_copy_the_fewer_waits_for_the_node_that_is_named():
    decision = asked(needed=True)
    assert isinstance(decision, Refuse) and decision.code == "CW6215"
    assert "other Availability Groups are healthy on SALES1" in decision.sentence
    assert "i-0ccccccccccccccc3 is stopped. Start i-0ccccccccccccccc3 first, then CacheWarden-StartInstance" in (
        decision.sentence
    )


@pytest.mark.parametrize("why", [{"missing": 1}, {"stops": 1}, {"leads": True}])
def test_where_no_restart_is_due_none_is_promised(why):
    """It opens no copy that lacks a file, and none that a restart didn't open; a primary isn't restarted at all."""
    decision = asked(needed=True, **why)
    assert isinstance(decision, Refuse) and decision.code == "CW6215"
    assert "restarted" not in decision.sentence and "first" not in decision.sentence
