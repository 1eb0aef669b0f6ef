"""What Preflight says besides the guards of a stop."""

import pytest

from tests.unit.lambdas.loop_driver import play, request
from tests.unit.lambdas.sales_cluster import Sales


def said(sales: Sales) -> str:
    return play(sales, request(sales.one, "Preflight", sales)).last["sentence"]


def test_replicas_that_would_be_lost_with_one_zone_are_told():
    sales = Sales()
    assert sales.one.zone != sales.two.zone
    assert "Availability Zone" not in said(sales)
    sales.two.zone = sales.one.zone
    assert (
        f"All replicas of a group share an Availability Zone and would be lost with it: sales-ag in {sales.one.zone}"
        in said(sales)
    )


@pytest.mark.parametrize("goal", ["Preflight", "Stopped"])
def test_another_pool_on_instance_store_is_refused_before_anything_stops(goal):
    sales = Sales()
    sales.one.other_pools = ('pool "Logs" (AWS1, vol2)',)

    ended = play(sales, request(sales.one, goal, sales)).last

    assert ended["code"] == "CW6108" and "Logs" in ended["sentence"], ended
    assert sales.one.sql_running and sales.primary is sales.one
