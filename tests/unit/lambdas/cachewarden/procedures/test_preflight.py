"""What Preflight says besides the guards of a stop."""

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
