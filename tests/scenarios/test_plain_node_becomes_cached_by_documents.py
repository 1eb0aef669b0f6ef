"""README.md: the node of a secondary whose data drive is plain EBS gets a cached one, from the console."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.commands_of_pages import on_node
from tests.scenarios.test_storage_growth import cache_on_nvme, new_volumes

NODE = "SALES2"
SNOOZE = "cachewarden:snooze-until"
TAKES_TASK_OFF = "Unregister-ScheduledTask -TaskName 'Prepare tempdb' -Confirm:$false"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized, story="uncached-tempdb") as cluster:
        yield cluster


def done(scene: Attacked, act: str, **parameters: str) -> None:
    scene.perform(StepKind.AUTOMATION, NODE, document=f"CacheWarden-{act}", parameters=parameters)
    scene.settle()
    execution: Any = list(scene.cluster.account.automations.executions.values())[-1]
    assert execution.status.value == "Success", (act, execution.run.message)


def cached(scene: Attacked) -> None:
    """Steps 1 to 6; the last but the owner's start-up task, and the preflight."""
    cluster = scene.cluster
    (group,) = cluster.failover_cluster.groups.values()
    *data, swap = new_volumes(scene, "xvdm", "xvdn", "xvdo")
    cluster.instances[NODE].tags[SNOOZE] = "2026-02-05T00:00:00Z"
    done(scene, "StopSqlServer")
    on_node(scene, NODE, "Get-Partition -DriveLetter D | Set-Partition -NewDriveLetter O")
    named = {"DataVolumes": ",".join(data), "SwapVolume": swap, "CacheGiB": "100", "TempdbLetter": "none"}
    done(scene, "InitializeStorage", **named)
    done(scene, "StartSqlServer")
    databases = ",".join(f"{group.id}/{each.id}" for each in group.databases.values())
    done(scene, "ReseedDatabases", PrimaryInstanceId=scene.instance_id("SALES1"), Databases=databases)
    scene.run_until(cluster.synchronized)
    done(scene, "AdoptStorage", Write="yes")
    del cluster.instances[NODE].tags[SNOOZE]


def stopped_and_started(scene: Attacked) -> None:
    for kind in (StepKind.STOP, StepKind.START):
        scene.perform(kind, NODE)
        scene.settle()


def test_step_by_step_it_becomes_a_node_like_any_other(scene):
    cached(scene)
    on_node(scene, NODE, TAKES_TASK_OFF)
    done(scene, "Preflight")
    assert scene.outcomes[-1] == ("Preflight", "Goal"), scene.messages[-1]
    stopped_and_started(scene)
    assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Goal")], scene.messages[-1]
    assert cache_on_nvme(scene) and scene.cluster.instances[NODE].stop_protected
    assert scene.cluster.synchronized() and scene.cluster.fails_over_automatically() and not scene.watch.violations


@pytest.mark.campaign
def test_a_start_up_task_that_stays_may_take_the_caches_disk_and_nothing_is_lost(scene):
    cached(scene)
    stopped_and_started(scene)
    assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Attention")]
    assert "CW6211" in scene.messages[-1] and not cache_on_nvme(scene)
    assert scene.cluster.synchronized() and not scene.watch.violations
