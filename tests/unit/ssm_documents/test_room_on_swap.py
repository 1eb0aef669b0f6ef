"""A Swap volume that is accepted takes the cache: a disk is smaller once it is in a pool.

Each cache is tried with Swap volumes around the size that is demanded.
"""

from __future__ import annotations

from sales_scene import GIB, SalesScene, ebs

from rehearsal.world.storage import hardware
from tests.in_one_test import in_one_test

VOLUMES = {"DataVolumes": "vol-00000000000000202,vol-00000000000000203", "SwapVolume": "vol-00000000000000209"}
SIZES = [(cache, cache + more) for cache in (8, 49, 50, 51, 100, 150) for more in range(1, 8)]
"""Of cache and Swap volume, in GiB."""

NO_DATABASES = {
    "seenAt": "2026-02-03T04:00:00.000Z", "bootId": "", "systemDatabases": 0, "userDatabases": 0, "tempdb": [],
    "disks": [], "writeTimes": None,
}  # fmt: skip
"""What SQL Server said last, of which these scenes have only the service."""


def needed_gib(cache_gib: int) -> float:
    """What a move demands of a disk."""
    return cache_gib + max(1.0, cache_gib / 50)


def built(cache_gib: int, swap_gib: int) -> tuple[SalesScene, str]:
    scene = SalesScene(build=False, install=False)
    scene.extra[2].append(ebs(2, 9, swap_gib, "xvdj"))
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    answer = scene.run(scene.second, "initialize_storage", CacheGiB=str(cache_gib), **VOLUMES)
    return scene, answer.code


@in_one_test("sizes", SIZES)
def test_what_can_be_built_can_be_evacuated(sizes):
    cache_gib, swap_gib = sizes
    scene, code = built(cache_gib, swap_gib)
    assert code == ("CW1007" if swap_gib >= needed_gib(cache_gib) + 2 else "CW1043")
    if code == "CW1007":
        assert scene.storage(scene.second)["moveObstacle"] is None
        assert scene.install(scene.second).exit_code == 0
        scene.write_state(scene.second, "files", NO_DATABASES)
        assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
        assert scene.wait_for_worker(scene.second)["state"] == "succeeded"


def test_a_swap_volume_that_was_accepted_before_is_told_as_an_obstacle():
    """A node that was built when exactly the size of the move was demanded."""
    scene = SalesScene(cache_bytes=147 * GIB)
    assert needed_gib(147) < 150
    obstacle = scene.storage(scene.second)["moveObstacle"]
    assert obstacle["code"] == "CW1031" and "160" in obstacle["message"], obstacle
    scene.run(scene.second, "stop_sql_server")
    assert scene.run(scene.second, "evacuate_cache").code == "CW1031"
