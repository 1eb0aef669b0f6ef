"""What Preflight says besides the guards of a stop."""

from datetime import timedelta

import pytest

from cachewarden.procedures.decision import Refuse, Wait
from tests.unit.lambdas.loop_driver import play, request
from tests.unit.lambdas.sales_cluster import Node, Sales, iso
from tests.unit.lambdas.situations import decided, host, set_node


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


OBSTACLE = {"code": "CW1031", "message": "The Swap volume vol4 has room for 1 bytes, the cache needs 2."}


@pytest.mark.parametrize("classification", ["CACHE_ON_NVME", "MOVING"])
@pytest.mark.parametrize("goal", ["Preflight", "Stopped", "Cycled", "Snapshotted"])
def test_what_the_host_would_refuse_its_evacuation_for_is_refused_before_anything_stops(goal, classification):
    sales = Sales()
    sales.one.move_obstacle, sales.one.classification = OBSTACLE, classification

    ended = play(sales, request(sales.one, goal, sales)).last

    assert ended["code"] == "CW6108" and "CW1031 The Swap volume vol4 has room" in ended["sentence"], ended
    assert sales.one.sql_running and sales.primary is sales.one
    assert sales.one.failover_mode == sales.two.failover_mode == 0, "no mode was held"


@pytest.mark.parametrize(("work", "refused"), [("evacuate", False), ("restore", True)])
def test_a_move_to_swap_that_runs_already_is_waited_for(work, refused):
    worker = {"work": work, "state": "running", "bytesDone": 5, "bytesTotal": 10}
    decision = decided(set_node(0, classification="MOVING", move_obstacle=OBSTACLE, worker=worker))
    assert isinstance(decision, Refuse if refused else Wait), decision


@pytest.mark.parametrize("goal", ["Preflight", "Stopped"])
def test_a_drive_that_can_not_be_read_keeps_a_node_with_its_cache_on_swap_from_being_stopped(goal):
    """Nothing is left to move; but the proof needs the drive, and SQL Server may not start on it again."""
    sales = Sales()
    sales.one.classification, sales.one.proof, sales.one.readable = "EVACUATED", False, False

    ended = play(sales, request(sales.one, goal, sales)).last

    assert ended["code"] == "CW6108" and "which can't be proven" in ended["sentence"], ended
    assert sales.one.sql_running and sales.primary is sales.one


def booted_60_s_ago(evidence):
    host(evidence, 0)["host"]["bootedAt"] = iso(Sales().now - timedelta(seconds=60))


@pytest.mark.parametrize("obstacle", [None, {"code": "CW1035", "message": "The data drive cannot be read."}])
def test_right_after_a_boot_the_drive_is_waited_for(obstacle):
    """Windows brings the disk of a virtual disk up offline; the boot task attaches it."""
    decision = decided(
        set_node(
            0, readable=False, move_obstacle=obstacle, tempdb=False,
            classification="CACHE_ON_NVME" if obstacle else "EVACUATED",
        ),
        edit=booted_60_s_ago,
    )  # fmt: skip
    assert isinstance(decision, Wait) and "boot task" in decision.sentence, decision


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
