"""docs/storage-growth.md#lost-between: an NVMe disk goes while the cache moves off it."""

from __future__ import annotations

import json

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.storage.pools.repair import lose
from rehearsal.world.storage.state.device import Device
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.commands_of_pages import aws, commands, on_node, with_ids
from tests.scenarios.steps_of_people import cache_on_nvme, data_disk, document, on_new_volumes, stop_and_start

PAGE = "storage-growth.md"
NODE = "SALES2"
WORKER = r"C:\ProgramData\CacheWarden\worker.json"
GIB = 1 << 30


def lost_between(scene: Attacked, *, destroyed: bool) -> Device:
    """The disk of the cache goes when a part of the cache has left it."""
    host = scene.cluster.hosts[NODE]
    (cache,) = [
        each
        for each in host.storage.devices.values()
        if not each.persistent and (pool := host.storage.pool_of(each)) and pool.friendly_name == "Data"
    ]

    def half_way() -> bool:
        if not host.files.exists(WORKER):
            return False
        told = json.loads(host.files.read_bytes(WORKER))["content"]
        return told["work"] == "evacuate" and told["bytesDone"] > 20 * GIB

    scene.perform(StepKind.AUTOMATION, NODE, document="CacheWarden-StopInstance", parameters={})
    scene.run_until(half_way)
    lose(host.storage, cache, destroyed=destroyed)
    scene.settle()
    return cache


@pytest.mark.parametrize("destroyed", [False, True])
def test_the_message_names_the_disk_and_the_way_on(synthesized, destroyed):
    with attacked(synthesized) as scene:
        serial = lost_between(scene, destroyed=destroyed).serial.split("_")[0]
        assert scene.outcomes == [("Stopped", "Attention")]
        assert serial in scene.messages[-1], scene.messages[-1]
        document(scene, "StartInstance", NODE)
        assert scene.outcomes[-1] == ("InService", "Attention")
        assert serial in scene.messages[-1] and f"docs/{PAGE}#lost-between" in scene.messages[-1]


def test_a_disk_that_answers_again_after_a_restart_of_windows_costs_nothing(synthesized):
    with attacked(synthesized) as scene:
        lost_between(scene, destroyed=False)
        scene.perform(StepKind.REBOOT, NODE)
        scene.settle()
        scene.sleep(1500)
        assert scene.outcomes[-1] == ("InService", "Goal"), scene.messages[-1]
        assert cache_on_nvme(scene, NODE) and scene.cluster.synchronized()
        assert "ReseedDatabases" not in scene.entered and not scene.watch.violations


def test_one_that_is_gone_for_good_has_the_node_built_anew_as_the_page_says(synthesized):
    with attacked(synthesized) as scene:
        lost_between(scene, destroyed=True)
        instance = scene.cluster.instances[NODE]
        scene.perform(StepKind.REBOOT, NODE)
        scene.settle()
        scene.sleep(1500)
        assert scene.outcomes[-1] == ("InService", "Attention") and "DETACHED" in scene.messages[-1]
        instance.tags["cachewarden:snooze-until"] = "2026-02-05T00:00:00Z"
        (stop,) = commands(PAGE, "aws: stop without its cache")
        for line in with_ids(stop, {"i-0123456789abcdef0": instance.id}).strip().splitlines():
            aws(scene, line)
        scene.settle()
        assert instance.state.name == "STOPPED"
        former, named = on_new_volumes(scene, NODE)
        assert scene.outcomes[-1] == ("InService", "Attention")
        assert any("EBS_MISSING" in each for each in scene.messages[-2:])

        (set_aside,) = commands(PAGE, "on the node: set aside")
        on_node(scene, NODE, set_aside)
        assert document(scene, "InitializeStorage", NODE, CacheGiB="100", **named).status.value == "Success"
        document(scene, "StartInstance", NODE)
        assert scene.outcomes[-1] == ("InService", "Goal") and "ReseedDatabases" in scene.entered
        assert data_disk(scene, NODE).write_cache_bytes == 100 * GIB
        del instance.tags["cachewarden:snooze-until"]
        stop_and_start(scene, NODE)
        assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Goal")], scene.messages[-2:]
        assert not scene.watch.violations and all(not each.instance_id for each in former)
