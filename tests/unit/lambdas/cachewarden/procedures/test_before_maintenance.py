"""Which maintenance keeps a cache on the Swap volume on a way back."""

from datetime import timedelta
from typing import Any

import pytest

from cachewarden.procedures.before_maintenance import held_for_maintenance
from cachewarden.procedures.decision import Wait
from tests.unit.lambdas.sales_cluster import Sales, iso
from tests.unit.lambdas.situations import set_node, situation

DUE_H = 20.0


def held(*, code: str = "instance-retirement", hours: float | None = DUE_H, own: bool = True, **node: Any) -> Any:
    def change(sales: Sales) -> None:
        at = None if hours is None else iso(sales.now + timedelta(hours=hours))
        sales.maintenance = [
            {
                "instanceId": (sales.one if own else sales.two).instance_id,
                "eventId": "instance-event-1",
                "code": code,
                "description": "",
                "notBefore": at,
                "notBeforeDeadline": None,
                "notAfter": None,
            }
        ]
        if "launched_h" in node:
            sales.one.launched = sales.now - timedelta(hours=node.pop("launched_h"))
        set_node(0, **{"classification": "EVACUATED", "free_nvme": ("AWS9",), **node})(sales)

    return held_for_maintenance(situation(change, goal="InService"))


@pytest.mark.parametrize(
    ("given", "holds"),
    [
        ({}, True),
        ({"code": "instance-stop"}, True),
        ({"hours": -1.0}, True),
        ({"hours": None}, True),
        ({"hours": 25.0}, False),
        ({"code": "system-maintenance"}, False),
        ({"code": "system-reboot"}, False),
        ({"own": False}, False),
        ({"launched_h": 1.9}, False),
        ({"launched_h": 2.1}, True),
        ({"classification": "MOVING"}, False),
        ({"free_nvme": ()}, False),
    ],
)
def test_only_a_stop_of_this_run_of_this_instance_holds_a_cache_that_could_move(given, holds):
    assert isinstance(held(**given), str) is holds


def test_what_ec2_did_not_say_is_asked_for():
    def change(sales: Sales) -> None:
        sales.maintenance = None
        set_node(0, classification="EVACUATED", free_nvme=("AWS9",))(sales)

    assert isinstance(held_for_maintenance(situation(change, goal="InService")), Wait)
