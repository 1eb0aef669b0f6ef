"""Databases that SQL Server couldn't open although files are there: one restart of a secondary, and no seeding."""

from collections.abc import Callable
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
    more: Callable[[dict[str, Any]], None] = lambda evidence: None,
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
        more(evidence)

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


def third_node(evidence: dict[str, Any], *, state: str, whole: bool) -> None:
    """A third node that doesn't answer; the others have a second group, whose copy on the node is `whole` or isn't."""
    error = {"code": "CW4101", "message": "its SSM agent isn't online"}
    first = evidence["replicas"][1]
    silent = {"instanceId": "i-0ccccccccccccccc3", "ec2": {**first["ec2"], "state": state}, "host": None}
    agent = {"ping": "ConnectionLost", "lastPingAt": None}
    evidence["replicas"].append({**silent, "agent": agent, "hostError": error})
    for index in (0, 1):
        groups = host(evidence, index)["sql"]["availabilityGroups"]
        second = deepcopy(groups[0]) | {"id": groups[0]["id"][:-1] + "2", "name": "second-ag"}
        for replica in second["replicas"]:
            replica["id"] += "-second"
            if whole:
                replica["databases"] |= {"synchronized": 2, "failoverReady": 2, "suspended": 0}
                replica |= {"worst": [], "health": 2}
        groups.append(second)


def test_whole_copies_are_not_closed_by_a_restart_while_a_third_node_is_stopped():
    decision = asked(more=lambda evidence: third_node(evidence, state="stopped", whole=True))
    assert isinstance(decision, Refuse) and decision.code == "CW6215"
    assert "i-0ccccccccccccccc3 is stopped. Bring i-0ccccccccccccccc3 into service first" in decision.sentence


def test_a_third_node_that_does_not_answer_is_waited_for_first():
    decision = asked(more=lambda evidence: third_node(evidence, state="running", whole=True))
    assert isinstance(decision, Wait) and "i-0ccccccccccccccc3 doesn't answer" in decision.sentence


def test_where_no_copy_is_whole_a_restart_takes_nothing_away():
    decision = asked(more=lambda evidence: third_node(evidence, state="stopped", whole=False))
    assert isinstance(decision, Execute) and decision.action == "StopSqlServer"


def test_a_restart_that_would_leave_one_copy_the_fewer_waits_for_the_node_that_is_named():
    decision = asked(needed=True)
    assert isinstance(decision, Refuse) and decision.code == "CW6215"
    assert "other Availability Groups are healthy on SALES1" in decision.sentence
    away = "i-0ccccccccccccccc3"
    assert f"{away} is stopped. Bring {away} into service first, then start CacheWarden-St" in decision.sentence


@pytest.mark.parametrize("why", [{"missing": 1}, {"stops": 1}, {"leads": True}])
def test_where_no_restart_is_due_none_is_promised(why):
    """It opens no copy that lacks a file, and none that a restart didn't open; a primary isn't restarted at all."""
    decision = asked(needed=True, **why)
    assert isinstance(decision, Refuse) and decision.code == "CW6215"
    assert "restarted" not in decision.sentence and "first" not in decision.sentence
