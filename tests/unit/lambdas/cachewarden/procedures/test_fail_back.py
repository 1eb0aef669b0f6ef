"""Failing back: only where the owner asked for it, only what the node led, only when it is whole and ready."""

from collections.abc import Callable
from typing import Any

import pytest

from cachewarden.procedures.decision import Complete, Decision, Execute
from tests.unit.lambdas.sales_cluster import GROUP, Sales
from tests.unit.lambdas.situations import LEASED, SAVED_MODES, decided

LED = [{**SAVED_MODES[0], "led": True}]


def back(
    change: Callable[[Sales], Any] = lambda sales: None,
    *,
    tag: str | None = "true",
    saved: list[dict[str, Any]] | None = LED,
) -> Decision:
    """Node one is in service again as a secondary; what it led is led by node two."""

    def whole(sales: Sales) -> None:
        sales.primary = sales.two
        if tag is not None:
            sales.one.tags["cachewarden:failback"] = tag
        change(sales)

    return decided(whole, goal="InService", **LEASED, savedModes=saved)


def test_what_the_node_led_comes_back_to_it():
    decision = back()
    assert isinstance(decision, Execute) and decision.action == "FailOverAvailabilityGroups"
    assert decision.node == Sales().one.instance_id
    assert decision.parameters == {"AvailabilityGroups": GROUP, "MaxRedoSeconds": "60"}


@pytest.mark.parametrize(
    "asked",
    [
        {"tag": None},
        {"tag": "yes"},
        {"saved": [{**LED[0], "led": False}]},
        {"saved": SAVED_MODES},
        {"saved": [{**LED[0], "replica": "another"}]},
    ],
)
def test_nothing_else_is_failed_back(asked):
    decision = back(**asked)
    assert isinstance(decision, Execute) and decision.action == "ForgetModes", decision


def test_the_cache_comes_first():
    def on_swap(sales: Sales) -> None:
        sales.one.classification, sales.one.free_nvme = "EVACUATED", ("AWS1",)

    decision = back(on_swap)
    assert isinstance(decision, Execute) and decision.action == "RestoreCache"


def test_a_node_that_is_not_ready_stays_a_secondary_and_the_reason_is_told():
    def redoes(sales: Sales) -> None:
        sales.one.redo_queue_kb = 500_000

    decision = back(redoes)
    assert isinstance(decision, Execute) and decision.action == "ForgetModes"
    assert "sales-ag isn't failed back" in decision.sentence and "500 s" in decision.sentence


def test_without_nvme_it_stays_a_secondary():
    def on_swap(sales: Sales) -> None:
        sales.one.classification, sales.one.free_nvme = "EVACUATED", ()

    decision = back(on_swap)
    assert isinstance(decision, Execute) and decision.action == "ForgetModes", decision


def test_once_it_leads_again_the_operation_ends():
    decision = back(lambda sales: setattr(sales, "primary", sales.one), saved=None)
    assert isinstance(decision, Complete)
