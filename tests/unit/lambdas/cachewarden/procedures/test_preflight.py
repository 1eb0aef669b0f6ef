"""What Preflight says besides the guards of a stop."""

import pytest

from tests.unit.lambdas.loop_driver import play, request
from tests.unit.lambdas.sales_cluster import Node, Sales


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


def test_two_of_three_replicas_that_share_a_zone_are_told_by_their_nodes():
    sales = Sales()
    third = Node(instance_id="i-0ccccccccccccccc3", computer="SALES3", zone=sales.one.zone, replica_id="r3")
    sales.nodes[third.instance_id] = third
    told = said(sales)
    assert "All replicas" not in told
    assert "would be lost together with their Availability Zone: SALES1 (i-0aaaaaaaaaaaaaaa1) and SALES3" in told
    assert f"share {sales.one.zone}" in told and "SALES2" not in told.partition("lost together")[2]


@pytest.mark.parametrize("goal", ["Preflight", "Stopped"])
def test_another_pool_on_instance_store_is_refused_before_anything_stops(goal):
    sales = Sales()
    sales.one.not_evacuated = ('pool "Logs" (AWS1, vol2)',)

    ended = play(sales, request(sales.one, goal, sales)).last

    assert ended["code"] == "CW6108" and "Logs" in ended["sentence"], ended
    assert sales.one.sql_running and sales.primary is sales.one


def test_tags_that_do_not_tell_the_pool_are_named_while_windows_runs():
    sales = Sales()
    assert "CW6163" not in said(sales)
    sales.pool_not_told = "vol-1 (xvdf) has no tag cachewarden:role"
    told = said(sales)
    assert "could be stopped safely" in told and "CW6163" in told
    assert "vol-1 (xvdf) has no tag cachewarden:role" in told


@pytest.mark.parametrize(
    ("proven", "told"),
    [(True, "its message about that stop says"), (False, "has no proof of that stop")],
)
def test_a_stopped_node_passes_nothing_and_whether_its_stop_was_proven_is_told(proven, told):
    sales = Sales()
    sales.one.state = "stopped"
    sales.one.proven_run = sales.one.launched if proven else None
    driven = play(sales, request(sales.one, "Preflight", sales))
    assert (driven.last["outcome"], driven.last["code"]) == ("Goal", "CW6010") and told in driven.last["sentence"]
    assert driven.last["preflight"]["go"] is False
    assert [each["code"] for each in driven.last["preflight"]["findings"]] == ["CW6010"]
    assert "is stopped, so it wasn't examined" in driven.last["notification"]["subject"]
    assert "could be stopped safely now" not in driven.last["notification"]["message"]
