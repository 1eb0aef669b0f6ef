"""docs/storage-growth.md: what its reader types is executed and taken in, and the node stopped and started."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.settings import Settings
from rehearsal.world.storage.settings import StorageSettings
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.commands_of_pages import aws, commands, on_node, with_ids
from tests.scenarios.steps_of_people import (
    cache_on_nvme,
    data_disk,
    document,
    new_volumes,
    on_new_volumes,
    put_aside,
    stop_and_start,
)

PAGE = "storage-growth.md"
NODE = "SALES2"
GIB = 1 << 30


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def typed(place: str, volumes: list[str]) -> str:
    (block,) = commands(PAGE, place)
    return with_ids(block, {f"vol-0123456789abcdef{number}": volume for number, volume in enumerate(volumes)})


def drive_bytes(scene: Attacked) -> int:
    (volume,) = data_disk(scene, NODE).content.volumes
    return volume.size_bytes


def stop_and_return(scene: Attacked) -> None:
    stop_and_start(scene, NODE)
    assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Goal")], scene.messages[-2:]
    assert cache_on_nvme(scene, NODE) and scene.cluster.instances[NODE].stop_protected
    assert scene.cluster.synchronized() and not scene.cluster.changed_modes()


def test_a_drive_grows_by_two_volumes_is_stopped_and_started_and_rebuilt_on_all_of_them(scene):
    before = drive_bytes(scene)
    volumes = new_volumes(scene, NODE, "xvdm", "xvdn")
    told = on_node(scene, NODE, typed("on the node: grow", volumes))
    grown = drive_bytes(scene)
    assert int(told) == grown >= before + 2 * 497 * GIB
    assert int(on_node(scene, NODE, typed("on the node: grow", volumes))) == grown, "done twice it is as done once"

    document(scene, "Preflight", NODE)
    assert scene.outcomes[-1] == ("Preflight", "Refused") and "2 members are not in the inventory" in scene.messages[-1]
    assert document(scene, "AdoptStorage", NODE, Write="yes").status.value == "Success"
    document(scene, "Preflight", NODE)
    assert scene.outcomes[-1] == ("Preflight", "Goal"), scene.messages[-1]
    stop_and_return(scene)

    scene.perform(StepKind.SHUT_DOWN, NODE)
    scene.settle()
    scene.perform(StepKind.START, NODE)
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal") and "RebuildStorage" in scene.entered
    assert cache_on_nvme(scene, NODE) and drive_bytes(scene) >= grown
    assert not scene.watch.violations


def cut_off(text: str) -> Iterator[str]:
    """The commands up to each statement but the first, in their order."""
    lines = text.splitlines()
    yield from ("\n".join(lines[:end]) for end in range(1, len(lines)) if lines[end][:1] not in ("", " ", "}"))


def test_the_commands_that_grow_it_may_end_after_each_statement_and_are_run_again(scene):
    before = drive_bytes(scene)
    volumes = new_volumes(scene, NODE, "xvdm", "xvdn")
    for begun in cut_off(typed("on the node: grow", volumes)):
        on_node(scene, NODE, begun)
    document(scene, "Preflight", NODE)
    assert scene.outcomes[-1] == ("Preflight", "Refused") and "CW6108" in scene.messages[-1], "nothing is adopted"
    on_node(scene, NODE, typed("on the node: grow", volumes))
    assert drive_bytes(scene) >= before + 2 * 497 * GIB
    assert document(scene, "AdoptStorage", NODE, Write="yes").status.value == "Success"
    stop_and_return(scene)
    assert not scene.watch.violations


def test_where_windows_refuses_to_grow_it_the_disks_go_out_again_and_nothing_has_changed(synthesized):
    with attacked(synthesized, settings=Settings([StorageSettings(cached_space_grows=False)])) as scene:
        before = drive_bytes(scene)
        volumes = new_volumes(scene, NODE, "xvdm", "xvdn")
        with pytest.raises(AssertionError, match="StorageWMI 1,Resize-VirtualDisk"):
            on_node(scene, NODE, typed("on the node: grow", volumes))
        on_node(scene, NODE, typed("on the node: take out", volumes))
        assert drive_bytes(scene) == before
        document(scene, "Preflight", NODE)
        assert scene.outcomes[-1] == ("Preflight", "Goal"), scene.messages[-1]
        assert not scene.watch.violations


def test_another_swap_volume_takes_the_cache_at_the_next_stop(scene):
    storage = scene.cluster.hosts[NODE].storage
    (former,) = [each for each in scene.cluster.instances[NODE].volumes if each.device == "xvdh"]
    (volume,) = new_volumes(scene, NODE, "xvdm")
    on_node(scene, NODE, typed("on the node: swap", [volume, former.id]))
    on_node(scene, NODE, typed("on the node: swap", [volume, former.id]))
    assert document(scene, "AdoptStorage", NODE, Write="yes", SwapVolume=volume).status.value == "Success"
    document(scene, "Preflight", NODE)
    assert scene.outcomes[-1] == ("Preflight", "Goal"), scene.messages[-1]
    assert storage.pool_of(storage.device_by_serial(former.serial)) is None
    stop_and_return(scene)
    assert not scene.watch.violations


@pytest.mark.parametrize(
    "statement", ["Get-PhysicalDisk -StoragePool $pool | Where-Object", "    Remove-PhysicalDisk", "    Start-Sleep"]
)
@pytest.mark.campaign(suite=1)
def test_the_swap_commands_that_ended_half_way_are_run_again(scene, statement):
    storage = scene.cluster.hosts[NODE].storage
    (former,) = [each for each in scene.cluster.instances[NODE].volumes if each.device == "xvdh"]
    (volume,) = new_volumes(scene, NODE, "xvdm")
    text = typed("on the node: swap", [volume, former.id])
    begun, found, _ = text.partition(f"\n{statement}")
    assert found
    on_node(scene, NODE, begun if begun.count("{") == begun.count("}") else f"{begun}\n}}")
    scene.sleep(60)
    on_node(scene, NODE, text)
    assert storage.pool_of(storage.device_by_serial(former.serial)) is None
    assert document(scene, "AdoptStorage", NODE, Write="yes", SwapVolume=volume).status.value == "Success"
    document(scene, "Preflight", NODE)
    assert scene.outcomes[-1] == ("Preflight", "Goal"), scene.messages[-1]


@pytest.mark.parametrize("built", [False, True])
@pytest.mark.campaign(suite=1)
def test_a_node_goes_back_to_its_former_volumes_without_a_reseed(scene, built):
    instance = scene.cluster.instances[NODE]
    instance.tags["cachewarden:snooze-until"] = "2026-02-05T00:00:00Z"
    document(scene, "StopInstance", NODE)
    devices = {each.id: each.device for each in instance.volumes}
    former, named = on_new_volumes(scene, NODE)
    (set_aside,) = commands(PAGE, "on the node: set aside")
    on_node(scene, NODE, set_aside)
    if built:
        assert document(scene, "InitializeStorage", NODE, CacheGiB="180", **named).status.value == "Success"

    document(scene, "StopInstance", NODE)
    assert scene.outcomes[-1] == ("Stopped", "Goal"), scene.messages[-1]
    put_aside(scene, NODE, [*named["DataVolumes"].split(","), named["SwapVolume"]])
    (again,) = commands(PAGE, "aws: back again")
    for volume in former:
        ids = {"vol-0123456789abcdef0": volume.id, "i-0123456789abcdef0": instance.id, "xvdf": devices[volume.id]}
        aws(scene, with_ids(again, ids))
    scene.sleep(60)
    (start,) = commands(PAGE, "aws: start")
    aws(scene, with_ids(start, {"i-0123456789abcdef0": instance.id}))
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Attention"), scene.messages[-1]
    (put_back,) = commands(PAGE, "on the node: put back")
    on_node(scene, NODE, put_back)
    on_node(scene, NODE, put_back)
    document(scene, "StartInstance", NODE)
    assert scene.outcomes[-1] == ("InService", "Goal"), scene.messages[-1]
    assert "ReseedDatabases" not in scene.entered and "RebuildStorage" not in scene.entered
    assert data_disk(scene, NODE).write_cache_bytes == 100 * GIB
    del instance.tags["cachewarden:snooze-until"]
    document(scene, "Preflight", NODE)
    assert scene.outcomes[-1] == ("Preflight", "Goal"), scene.messages[-1]
    stop_and_return(scene)
    assert not scene.watch.violations


def test_a_node_built_anew_has_another_cache_and_its_former_volumes_lie_aside_whole(scene):
    instance = scene.cluster.instances[NODE]
    instance.tags["cachewarden:snooze-until"] = "2026-02-05T00:00:00Z"
    document(scene, "StopInstance", NODE)
    assert scene.outcomes[-1] == ("Stopped", "Goal"), scene.messages[-1]
    former, named = on_new_volumes(scene, NODE)
    assert scene.outcomes[-1] == ("InService", "Attention")
    assert any("CW6206" in each and "EBS_MISSING" in each for each in scene.messages[-2:])

    (set_aside,) = commands(PAGE, "on the node: set aside")
    on_node(scene, NODE, set_aside)
    on_node(scene, NODE, set_aside)
    assert document(scene, "InitializeStorage", NODE, CacheGiB="180", **named).status.value == "Success"
    document(scene, "StartInstance", NODE)
    assert scene.outcomes[-1] == ("InService", "Goal") and "ReseedDatabases" in scene.entered
    assert data_disk(scene, NODE).write_cache_bytes == 180 * GIB
    with pytest.raises(AssertionError, match="The data drive D: is there"):
        on_node(scene, NODE, set_aside)
    del instance.tags["cachewarden:snooze-until"]
    document(scene, "Preflight", NODE)
    assert scene.outcomes[-1] == ("Preflight", "Goal"), scene.messages[-1]
    stop_and_return(scene)
    assert not scene.watch.violations
    assert all(not each.instance_id for each in former)
