"""A node without a write cache: what is proven is stopped, what isn't is refused, and Windows starts SQL Server."""

from typing import Any

import pytest

from cachewarden.operation.actions import Action
from cachewarden.procedures.decision import Abandon, Complete, Execute, Refuse, Wait
from tests.unit.lambdas.instance_types import wanted_type
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.lambdas.situations import ASKED, LEASED, decided, host

HELD = {**LEASED, "attempts": {**LEASED["attempts"], "HoldReplicaModes": 1}}
PROVEN: dict[str, Any] = {"evacuated": True, "why": "no pool, nothing there", "deadCache": None, "unreadable": False}
UNPROVEN = {**PROVEN, "evacuated": False, "why": "on instance store, which nothing evacuates: S:\\x.bak"}


def uncached(*, goal: str, proof: dict[str, Any] = PROVEN, running: bool = True, nvme: int = 0, **more: Any):
    def change(sales: Sales) -> None:
        sales.primary = sales.two
        sales.one.classification, sales.one.uncached, sales.one.token = "EMPTY", True, 0
        sales.one.sql_running = sales.one.synchronized = running
        sales.one.failover_mode = sales.two.failover_mode = 1
        sales.one.uptime_s = 86_400
        if goal == "Resized":
            sales.wanted_type = wanted_type(more["instanceType"])

    def edit(evidence: dict[str, Any]) -> None:
        storage = host(evidence, 0)["storage"]
        storage["proof"], storage["virtualDisk"] = proof, None
        storage["tempdbVolume"] = {"letter": None, "expected": False, "present": False}
        storage["instanceStore"] = [{"serial": f"AWS{each}", "sizeBytes": 300 * 10**9} for each in range(nvme)]
        storage["freeInstanceStore"] = []
        host(evidence, 0)["sql"]["filesOnCache"] = None

    asked = ASKED if goal == "Preflight" else {}
    return decided(change, goal=goal, edit=edit, **{**HELD, **asked, **more})


def test_what_is_proven_is_stopped_without_an_evacuation_and_with_sql_server_running():
    decision = uncached(goal="Stopped")
    assert isinstance(decision, Execute) and decision.action in (Action.SAVE_MODES, Action.LIFT_PROTECTION)
    assert isinstance(uncached(goal="Preflight"), Complete)


@pytest.mark.parametrize("goal", ["Stopped", "Preflight"])
def test_what_is_not_proven_is_refused_by_name(goal):
    decision = uncached(goal=goal, proof=UNPROVEN)
    assert "S:\\x.bak" in decision.sentence
    assert decision.code.value == "CW6166"


def test_it_comes_back_without_any_act_on_its_storage():
    decision = uncached(goal="InService", savedModes=None)
    assert isinstance(decision, Complete) and "no write cache" in decision.sentence


def test_windows_starts_sql_server_and_people_hear_where_it_does_not():
    assert isinstance(uncached(goal="InService", running=False), Wait)
    waited = {"topic": "boot task", "since": "2026-02-03T03:00:00.000Z"}
    decision = uncached(goal="InService", running=False, waiting=waited)
    assert isinstance(decision, Refuse) and decision.code.value == "CW6224"
    assert "not running 5 minutes after CacheWarden began to wait for it" in decision.sentence
    assert decision.sentence.endswith("No instance-store disk answers there")


@pytest.mark.parametrize(("nvme", "refused"), [(0, False), (1, True)])
def test_another_type_needs_as_many_disks_as_the_node_uses(nvme, refused):
    decision = uncached(goal="Resized", nvme=nvme, instanceType="r5.4xlarge")
    assert isinstance(decision, Refuse | Abandon) is refused
    assert not refused or decision.code.value == "CW6165"


@pytest.mark.parametrize(("wanted", "nvme", "refused"), [("r5d.large", 1, True), ("r6id.4xlarge", 1, False)])
def test_another_type_has_disks_as_large_as_those_that_the_node_uses(wanted, nvme, refused):
    decision = uncached(goal="Resized", nvme=nvme, instanceType=wanted)
    assert isinstance(decision, Refuse | Abandon) is refused
    if refused:
        assert decision.code.value == "CW6165"
        assert "its NVMe disks have 70 GiB, those that the node uses for tempdb 279" in decision.sentence
