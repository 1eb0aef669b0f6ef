"""A building that was cut off, and what somebody did on the node before it was continued."""

from __future__ import annotations

from sales_scene import DRIVES, GIB, Answer, SalesScene, ebs

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import hardware
from rehearsal.world.storage.commands import volumes
from rehearsal.world.storage.pools import pool_operations, virtual_disk_operations
from rehearsal.world.storage.state.content import Partition
from rehearsal.world.storage.state.device import Device
from rehearsal.world.storage.state.pool import Pool

PLAN = {
    "DataVolumes": "vol-00000000000000202,vol-00000000000000203", "SwapVolume": "vol-00000000000000204",
    "CacheGiB": "100", **DRIVES,
}  # fmt: skip


def build(scene: SalesScene) -> Answer:
    return scene.run(scene.second, "initialize_storage", **PLAN)


def cut_off(point: str) -> SalesScene:
    """Building failed at this call of Windows' storage; what was made before is there."""
    scene = SalesScene(Fault(point=point, kind=FaultKind.FAIL, error="4"), build=False, install=False)
    assert build(scene).code == "CW1050"
    return scene


def data_pool(scene: SalesScene) -> Pool:
    (pool,) = scene.second.storage.pools.values()
    return pool


def instance_store(scene: SalesScene) -> list[Device]:
    return [device for device in scene.second.storage.devices.values() if device.present and not device.persistent]


def is_refused(scene: SalesScene, code: str, told: str) -> None:
    answer = build(scene)
    assert (answer.code, answer.exit_code) == (code, 11), answer
    assert told in answer.message


def test_a_disk_that_somebody_put_into_the_half_made_pool_is_not_built_upon():
    scene = cut_off("storage.new-virtual-disk")
    scene.extra[2].append(ebs(2, 9, 500, "xvdj"))
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    theirs = scene.second.storage.device_by_serial("vol00000000000000209_00000001.")
    scene.play(pool_operations.add_disks, scene.second.storage, data_pool(scene), [theirs])
    is_refused(scene, "CW1028", "vol00000000000000209 is in the new pool, but not in the plan")
    assert not scene.second.storage.virtual_disks


def test_of_two_virtual_disks_in_the_half_made_pool_none_is_taken_and_none_is_made():
    scene = cut_off("storage.new-virtual-disk")
    storage = scene.second.storage
    for name in ("Scratch", "Backups"):
        size = {"size": 10 * GIB, "use_maximum": False, "resiliency": "Simple", "write_cache": 0}
        scene.play(lambda name=name, size=size: virtual_disk_operations.create(storage, data_pool(scene), name, **size))
    is_refused(scene, "CW1028", "2 virtual disks are in the pool of WCDB")
    assert sorted(space.friendly_name for space in storage.virtual_disks.values()) == ["Backups", "Scratch"]


def test_of_two_partitions_on_the_new_disk_none_is_formatted():
    """The second is that of somebody who looked at the new disk in Disk Management."""
    scene = cut_off("storage.format")
    (space,) = scene.second.storage.virtual_disks.values()
    (ours,) = space.content.data_partitions
    space.content.partitions.append(
        Partition(number=ours.number + 1, offset=ours.offset + ours.size_bytes, size_bytes=GIB, guid="theirs")
    )
    is_refused(scene, "CW1028", "has 2 data partitions, expected at most one")
    assert ours.volume is not None and not ours.volume.is_formatted


def test_a_partition_of_which_windows_shows_no_volume_is_not_formatted(monkeypatch):
    scene = cut_off("storage.format")
    (space,) = scene.second.storage.virtual_disks.values()
    (ours,) = space.content.data_partitions
    genuine = volumes._shown
    monkeypatch.setattr(
        volumes, "_shown", lambda session, places: genuine(session, [each for each in places if each[1] is not ours])
    )
    is_refused(scene, "CW1028", "The new partition shows 0 volumes")
    monkeypatch.undo()
    assert build(scene).code == "CW1007", "it was shown late"


def test_without_an_instance_store_disk_for_the_cache_no_virtual_disk_is_made():
    scene = cut_off("storage.new-pool")
    scene.play(pool_operations.create, scene.second.storage, "Somebody's", instance_store(scene))
    is_refused(scene, "CW1032", "None of the 0 blank instance-store disks has")
    assert not scene.second.storage.virtual_disks


def test_of_two_instance_store_disks_in_the_half_made_pool_none_becomes_the_cache():
    scene = cut_off("storage.new-virtual-disk")
    further = [disk for disk in instance_store(scene) if disk.pool_id is None]
    scene.play(pool_operations.add_disks, scene.second.storage, data_pool(scene), further)
    is_refused(scene, "CW1042", "2 data volumes and 2 instance-store disks are in the pool")
    assert not scene.second.storage.virtual_disks
