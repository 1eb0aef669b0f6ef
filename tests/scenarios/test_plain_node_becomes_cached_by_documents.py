"""README.md: the node of a secondary whose data drive is plain EBS gets a cached one, from the console."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.commands_of_pages import on_node
from tests.scenarios.steps_of_people import cache_on_nvme, new_volumes, stop_and_start, succeeded

NODE = "SALES2"
SNOOZE = "cachewarden:snooze-until"
TAKES_TASK_OFF = "Unregister-ScheduledTask -TaskName 'Prepare tempdb' -Confirm:$false"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized, story="uncached-tempdb") as cluster:
        yield cluster


def cached(scene: Attacked) -> None:
    """Steps 1 to 6; the last but the owner's start-up task, and the preflight."""
    cluster = scene.cluster
    (group,) = cluster.failover_cluster.groups.values()
    *data, swap = new_volumes(scene, NODE, "xvdm", "xvdn", "xvdo")
    cluster.instances[NODE].tags[SNOOZE] = "2026-02-05T00:00:00Z"
    succeeded(scene, "StopSqlServer", NODE)
    on_node(scene, NODE, "Get-Partition -DriveLetter D | Set-Partition -NewDriveLetter O")
    named = {"DataVolumes": ",".join(data), "SwapVolume": swap, "CacheGiB": "100", "TempdbLetter": "none"}
    succeeded(scene, "InitializeStorage", NODE, **named)
    succeeded(scene, "StartSqlServer", NODE)
    databases = ",".join(f"{group.id}/{each.id}" for each in group.databases.values())
    succeeded(scene, "ReseedDatabases", NODE, PrimaryInstanceId=scene.instance_id("SALES1"), Databases=databases)
    scene.run_until(cluster.synchronized)
    succeeded(scene, "AdoptStorage", NODE, Write="yes")
    del cluster.instances[NODE].tags[SNOOZE]


def test_step_by_step_it_becomes_a_node_like_any_other(scene):
    cached(scene)
    on_node(scene, NODE, TAKES_TASK_OFF)
    succeeded(scene, "Preflight", NODE)
    assert scene.outcomes[-1] == ("Preflight", "Goal"), scene.messages[-1]
    stop_and_start(scene, NODE)
    assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Goal")], scene.messages[-1]
    assert cache_on_nvme(scene, NODE) and scene.cluster.instances[NODE].stop_protected
    assert scene.cluster.synchronized() and scene.cluster.fails_over_automatically() and not scene.watch.violations


@pytest.mark.campaign
def test_a_start_up_task_that_stays_may_take_the_caches_disk_and_nothing_is_lost(scene):
    cached(scene)
    stop_and_start(scene, NODE)
    assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Attention")]
    assert "CW6211" in scene.messages[-1] and not cache_on_nvme(scene, NODE)
    assert scene.cluster.synchronized() and not scene.watch.violations
