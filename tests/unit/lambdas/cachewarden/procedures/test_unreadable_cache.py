"""A cache whose disk died: given up only as a secondary's, proven, with a good copy elsewhere, and by consent."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from cachewarden.loop.consents import consents_in
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Abandon, Complete, Decision, Execute, Refuse
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import LEASED, SAVED_MODES, set_node, situation

HELD = {**LEASED, "savedModes": SAVED_MODES, "attempts": {**LEASED["attempts"], "StopSqlServer": 1}}


def dead(sales: Sales) -> None:
    """Node one is a secondary; Windows was restarted, its boot task gave up."""
    sales.primary = sales.two
    sales.one.sql_running, sales.one.synchronized = False, False
    sales.one.tempdb_drive = {"systemDatabases": 0, "foreignFiles": 0}
    sales.one.classification, sales.one.readable = "AMBIGUOUS", False
    sales.one.dead_cache, sales.one.unreadable = "AWS6AAE", True
    sales.one.failover_mode = sales.two.failover_mode = 1
    sales.one.token = LEASED["leaseToken"]
    until = sales.now + timedelta(hours=1)
    sales.one.tags["cachewarden:consent"] = f"unreadable-cache/{until:%Y-%m-%dT%H:%MZ}"


def after(*changes: Callable[[Sales], None], goal: str = "Stopped") -> Decision:
    def change(sales: Sales) -> None:
        for each in (dead, *changes):
            each(sales)

    seen = situation(change, goal=goal, **HELD)
    asked = replace(seen.operation, consents=consents_in(seen.evidence, seen.operation, seen.now))
    return decide(seen.evidence, asked, seen.policy, seen.now)


def without_consent(sales: Sales) -> None:
    del sales.one.tags["cachewarden:consent"]


def consent_is_over(sales: Sales) -> None:
    sales.one.tags["cachewarden:consent"] = f"unreadable-cache/{sales.now - timedelta(hours=1):%Y-%m-%dT%H:%MZ}"


def another_consent(sales: Sales) -> None:
    sales.one.tags["cachewarden:consent"] = f"outage/{sales.now + timedelta(hours=1):%Y-%m-%dT%H:%MZ}"


def not_restarted(sales: Sales) -> None:
    sales.one.unreadable = False


def partner_lost_its_cache_too(sales: Sales) -> None:
    sales.two.classification, sales.two.readable = "CACHE_LOST", False


def unknown_files(sales: Sales) -> None:
    sales.one.tempdb_drive = {"systemDatabases": 0, "foreignFiles": None}


def another_pool(sales: Sales) -> None:
    sales.one.classification, sales.one.not_evacuated = "CACHE_ON_NVME", ('pool "Logs"',)


@pytest.mark.parametrize("goal", ["Stopped", "Cycled"])
def test_protection_comes_off_without_an_evacuation(goal):
    decision = after(goal=goal)

    assert isinstance(decision, Execute) and decision.action == "LiftProtection", decision
    assert "AWS6AAE" in decision.sentence and "given by whoever set the tag" in decision.sentence


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (without_consent, "CW6151"),
        (consent_is_over, "CW6151"),
        (another_consent, "CW6151"),
        (not_restarted, "CW6151"),
        (partner_lost_its_cache_too, None),
        (unknown_files, "CW6117"),
        (another_pool, "CW6108"),
    ],
)
def test_whatever_lacks_keeps_the_node(change, code):
    decision = after(change)

    assert isinstance(decision, Refuse | Abandon), decision
    assert code is None or decision.code == code, decision


def test_a_primary_is_never_given_up():
    def leads(sales: Sales) -> None:
        sales.primary = sales.one
        sales.one.sql_running = True

    decision = after(leads)

    assert isinstance(decision, Refuse | Abandon), decision


def test_afterwards_nobody_is_told_that_the_data_is_safe_there():
    def stopped(sales: Sales) -> None:
        sales.one.state = "stopped"

    seen = situation(lambda sales: (dead(sales), stopped(sales)), **{**HELD, "attempts": {"StopInstance": 1}})
    asked = replace(seen.operation, consents=consents_in(seen.evidence, seen.operation, seen.now))
    decision = decide(seen.evidence, asked, seen.policy, seen.now)

    assert isinstance(decision, Complete) and decision.code == "CW6009", decision


def test_where_no_nvme_disk_answers_at_all_the_type_is_named_before_a_restart():
    told = after(set_node(0, unreadable=False, used_nvme=(), stopped_as="r5d.8xlarge"), goal="InService")
    assert isinstance(told, Refuse) and told.code == "CW6151"
    assert "No NVMe disk answers on it at all. Its instance type is r5d.4xlarge; it was r5d.8xlarge" in told.sentence
    assert told.sentence.index("change it back") < told.sentence.index("restart Windows")
    restarted = after(set_node(0, used_nvme=()), goal="InService")
    assert isinstance(restarted, Refuse) and "change it back" in restarted.sentence
    with_disks = after(set_node(0, unreadable=False), goal="InService")
    assert isinstance(with_disks, Refuse) and "change it back" not in with_disks.sentence
