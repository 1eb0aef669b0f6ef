"""Evacuating while SQL Server runs: only where asked for and recorded, and what becomes of it when it doesn't work."""

import pytest

from tests.unit.lambdas.loop_driver import Leases, play, request
from tests.unit.lambdas.sales_cluster import Sales

ONLINE = [
    "AcquireLease",
    "MarkOperating",
    "SaveModes",
    "HoldReplicaModes",
    "FailOverAvailabilityGroups",
    "HoldReplicaModes",
    "EvacuateCache",
    "StopSqlServer",
    "LiftProtection",
    "StopInstance",
    "SetProtection",
]


@pytest.fixture
def sales() -> Sales:
    sales = Sales()
    sales.one.tags["cachewarden:evacuation"] = "online"
    sales.online_builds = ["17763", "20348"]
    return sales


def stopped(sales, **more):
    return play(sales, request(sales.one, "Stopped", sales), **more)


def stops_sql_server_first(played):
    return played.acts.index("StopSqlServer") < played.acts.index("EvacuateCache")


def test_the_cache_moves_before_sql_server_stops(sales):
    played = stopped(sales)
    assert played.acts == ONLINE
    assert played.last["outcome"] == "Goal"


def test_the_request_names_the_operations_token_and_ends(sales):
    played = stopped(sales)
    (evacuation,) = [one for one in played.decisions if one.get("action") == "EvacuateCache"]
    word, token, until = evacuation["commands"][0]["parameters"]["Consent"][0].split("/")
    assert (word, token) == ("online", evacuation["commands"][0]["parameters"]["Token"][0])
    assert until <= evacuation["commands"][0]["parameters"]["NotAfter"][0].split(".")[0] + "Z"


@pytest.mark.parametrize("value", ["offline", "On line", ""])
def test_whoever_doesnt_ask_gets_it_offline(sales, value):
    sales.one.tags["cachewarden:evacuation"] = value
    assert stops_sql_server_first(stopped(sales))


@pytest.mark.parametrize("recorded", [[], ["17763"], None])
def test_a_build_for_which_nothing_was_recorded_gets_it_offline(sales, recorded):
    sales.online_builds = recorded
    played = stopped(sales)
    assert stops_sql_server_first(played)
    assert played.last["outcome"] == "Goal"


def test_a_move_without_progress_goes_on_without_sql_server(sales):
    sales.one.stalls_under_load = True
    played = stopped(sales)
    assert played.acts[5:9] == ["HoldReplicaModes", "EvacuateCache", "StopSqlServer", "EvacuateCache"]
    assert played.last["outcome"] == "Goal"
    (stop,) = [one for one in played.decisions if one.get("action") == "StopSqlServer"]
    assert "made no progress" in stop["sentence"]


def test_one_that_fails_leaves_the_node_in_service(sales):
    sales.one.worker_fails_at = 60
    leases = Leases()
    played = stopped(sales, leases=leases)
    assert "StopSqlServer" not in played.acts and "StopInstance" not in played.acts
    assert played.last["outcome"] == "InService"
    assert (sales.one.availability_mode, sales.one.failover_mode) == (1, 0)
    assert sales.one.sql_running and sales.one.classification == "CACHE_ON_NVME" and sales.one.protected
    assert [record.owner for record in leases.records] == [None]


def test_on_the_way_back_it_is_synchronous_once_its_cache_is_back(sales):
    played = play(sales, request(sales.one, "Cycled", sales))
    assert played.last["outcome"] == "Goal"
    back = played.acts[played.acts.index("StartInstance") :]
    assert back[-3:] == ["RestoreCache", "RestoreReplicaModes", "ForgetModes"]
    words = [one["sentence"] for one in played.decisions]
    assert words.index(next(one for one in words if "modes of" in one and "are put back" in one)) > max(
        number for number, one in enumerate(words) if "is moving (restore)" in one
    )
    assert (sales.one.availability_mode, sales.one.failover_mode) == (1, 0)


@pytest.mark.parametrize(
    ("tag", "builds", "told"),
    [
        ("online", ["20348"], "moves before SQL Server stops"),
        ("online", [], "only after SQL Server has stopped: for its build of Windows, 20348, nobody"),
        ("online", None, "only after SQL Server has stopped: its build of Windows, or what was recorded, is unknown"),
        ("offline", ["20348"], "takes the tag cachewarden:evacuation=online"),
    ],
)
def test_preflight_says_which_way_it_would_be(sales, tag, builds, told):
    sales.one.tags["cachewarden:evacuation"], sales.online_builds = tag, builds
    assert told in play(sales, request(sales.one, "Preflight", sales)).last["sentence"]


def test_preflight_doesnt_offer_what_wasnt_recorded(sales):
    sales.one.tags["cachewarden:evacuation"], sales.online_builds = "offline", []
    assert "evacuation" not in play(sales, request(sales.one, "Preflight", sales)).last["sentence"]


@pytest.mark.parametrize(
    ("queue_kb", "first"), [(0, "RestoreCache"), (9_000, "RestoreCache"), (300_000, None), (1_000_000, "RestoreCache")]
)
def test_a_node_that_is_behind_catches_up_before_its_cache_moves_unless_that_takes_too_long(sales, queue_kb, first):
    one = sales.one
    sales.primary = sales.two
    one.classification, one.free_nvme, one.synchronized, one.send_queue_kb = "EVACUATED", ("AWS9",), False, queue_kb
    acts = play(
        sales, request(one, "InService", sales), until=lambda act: act == "RestoreCache", after=lambda act: None
    )
    assert "RestoreCache" in acts.acts
    waited = [each for each in acts.decisions if "catches up before its cache moves" in each["sentence"]]
    assert (waited == []) is (first is not None)
