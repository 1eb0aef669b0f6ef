"""The cache's way back while SQL Server writes more than a move of extents bears: given up, and nothing moves on."""

import pytest
from sales_scene import SalesScene

from rehearsal.world.storage.settings import RepairAtLimit

HEAVY = {"log_write_kb_s": 20_000.0}
"""Of two databases: 80,000 KB/s on each volume. A move leaves 52,429."""
SLOW = {"repair_at_limit": RepairAtLimit.GOES_ON_SLOWLY, "repair_leaves": 0.05}
"""The move gets a twentieth of its speed, in either direction."""


def given_up(within_s: float, **storage: object) -> SalesScene:
    """SALES2 has come back, its cache was to move to NVMe, and it was given up in that time."""
    scene = SalesScene(sql=HEAVY, storage=storage)
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.run(scene.second, "restore_cache").code == "CW1006"
    begun = scene.clock.now()
    worker = scene.wait_for_worker(scene.second, limit_s=3 * within_s)
    assert worker["state"] == "failed", worker
    assert (scene.clock.now() - begun).total_seconds() < within_s
    assert scene.second.sql.running
    scene.pass_time(600)
    storage_now = scene.storage(scene.second)
    assert (storage_now["jobs"], storage_now["dataVolume"]["usable"]) == ([], True)
    return scene


@pytest.fixture
def between() -> SalesScene:
    """A part of the cache is on each disk."""
    scene = given_up(9000, **SLOW)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "MOVING"
    return scene


def test_without_progress_it_is_given_up_soon_and_the_cache_is_where_it_was():
    scene = given_up(900)
    assert scene.observe(scene.second)["worker"]["code"] == "CW1058"
    assert scene.storage(scene.second)["proof"]["evacuated"] is True
    assert "on the Swap volume as before" in scene.observe(scene.second)["worker"]["message"]


def test_from_between_the_disks_the_node_can_be_stopped_safely(between):
    worker = between.observe(between.second)["worker"]
    assert worker["code"] == "CW1058" and "between two disks" in worker["message"]
    between.evacuated(between.second)
    assert between.storage(between.second)["proof"]["evacuated"] is True


def test_from_between_the_disks_the_cache_gets_back_once_sql_server_has_stopped(between):
    assert between.run(between.second, "stop_sql_server").code == "CW2007"
    assert between.run(between.second, "restore_cache").code == "CW1006"
    assert between.wait_for_worker(between.second)["code"] == "CW1004"
    assert between.storage(between.second)["classification"] == "CACHE_ON_NVME"
    assert between.run(between.second, "start_sql_server").code == "CW2009"
