"""Disks made from snapshots, on another machine: what is in the set is there, and nothing else [ec2#create-volume]."""

from __future__ import annotations

from dataclasses import replace

import pytest
from storage_scene import DATA, GIB, SWAP, Scene, ebs, nvme

from rehearsal.world.ec2.disks import AttachedDisk
from rehearsal.world.storage import hardware, images
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.enumerations import DetachedReason, ExtentKind
from rehearsal.world.storage.settings import SpaceDisk
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.virtual_disk import VirtualDisk


def written(scene: Scene, name: str) -> None:
    (volume,) = scene.space.content.volumes
    volume.tree.make_directories((name,), scene.clock.now())


def made(number: int, original: AttachedDisk, image: object) -> AttachedDisk:
    """A volume from a snapshot of that disk: another id and serial number."""
    return replace(ebs(100 + number, original.size_bytes // GIB, original.device or ""), image=image)


def copy_of(scene: Scene, taken: list[tuple[AttachedDisk, object]]) -> StorageSpaces:
    """Another machine with these disks, and an instance store of its own, after its first boot."""
    storage = StorageSpaces(scene.world, "COPY")
    disks = [made(number, original, image) for number, (original, image) in enumerate(taken)]
    hardware.plug_in(storage, [*disks, nvme(90)], cold=True)
    hardware.boot(storage)
    return storage


def the_set(scene: Scene) -> list[tuple[AttachedDisk, object]]:
    taken = images.taken(scene.storage)
    return [(disk, taken[disk.serial]) for disk in (*DATA, SWAP)]


def space_of(storage: StorageSpaces) -> VirtualDisk:
    (space,) = storage.visible_virtual_disks()
    return space


def test_a_whole_set_is_the_pool_as_of_its_moment_under_new_serial_numbers():
    scene = Scene()
    written(scene, "before")
    scene.evacuate()
    taken = the_set(scene)
    written(scene, "after")
    storage = copy_of(scene, taken)
    space = space_of(storage)
    assert space.attached and not space.torn and storage.pools[space.pool_id].lost_members == []
    (volume,) = space.content.volumes
    assert set(volume.tree.root.children) == {"before"} and letters.is_readable(storage, "D")
    (cache,) = [storage.devices[each] for each in space.where(ExtentKind.CACHE)]
    assert cache.present and cache.serial not in {disk.serial for disk in (*DATA, SWAP)}
    # The original is as it was.
    assert set(scene.space.content.volumes[0].tree.root.children) == {"before", "after"} and scene.space.attached


@pytest.mark.parametrize("left_out", range(3))
def test_what_is_not_in_the_set_is_missing_and_the_space_stays_detached(left_out):
    scene = Scene()
    scene.evacuate()
    taken = the_set(scene)
    del taken[left_out]
    storage = copy_of(scene, taken)
    space = space_of(storage)
    assert not space.attached and len(storage.pools[space.pool_id].lost_members) == 1
    assert space.detached_reason is not DetachedReason.NONE and not letters.is_readable(storage, "D")


def test_disks_of_a_node_in_service_lack_its_cache_for_good():
    scene = Scene()
    storage = copy_of(scene, the_set(scene))
    space = space_of(storage)
    assert space.content_lost and not space.attached


@pytest.mark.parametrize("taken_in", [True, False])
def test_members_of_two_moments_are_torn_or_missing(taken_in):
    scene = Scene(member_of_another_moment_is_taken_in=taken_in)
    scene.evacuate()
    first = the_set(scene)
    scene.clock.call_later(3600, lambda: None)
    scene.clock.run_until(lambda: scene.clock.monotonic() >= 3600)
    second = the_set(scene)
    storage = copy_of(scene, [*first[:2], second[2]])
    space = space_of(storage)
    assert (space.attached, space.torn) == ((True, True) if taken_in else (False, False))


def test_a_disk_that_was_copied_from_a_member_which_is_here_joins_no_pool():
    scene = Scene()
    scene.evacuate()
    (disk, image), *_ = the_set(scene)
    scene.attached.append(replace(made(7, disk, image), device="xvdq"))
    scene.reboot()
    twin = scene.device(scene.attached[-1].serial)
    assert scene.storage.pool_of(twin) is None and scene.space.attached and not scene.space.torn


def exchanged(scene: Scene, disk: AttachedDisk, by: AttachedDisk) -> None:
    """A person takes one disk off while Windows is off, and attaches the other."""
    hardware.power_lost(scene.storage)
    scene.attached[scene.attached.index(disk)] = by
    hardware.plug_in(scene.storage, scene.disks(), cold=False)
    hardware.boot(scene.storage)


def an_hour_later(scene: Scene) -> None:
    until = scene.clock.monotonic() + 3600
    scene.clock.call_later(3600, lambda: None)
    scene.clock.run_until(lambda: scene.clock.monotonic() >= until)


@pytest.mark.parametrize("taken_in", [True, False])
def test_a_copy_of_yesterday_has_its_originals_place_on_the_same_machine(taken_in):
    scene = Scene(member_of_another_moment_is_taken_in=taken_in)
    scene.evacuate()
    (disk, image), *_ = the_set(scene)
    an_hour_later(scene)
    copy = made(7, disk, image)
    exchanged(scene, disk, copy)
    pool = scene.storage.pools[scene.space.pool_id]
    assert (scene.space.attached, scene.space.torn) == ((True, True) if taken_in else (False, False))
    assert [member.device.serial for member in pool.lost_members] == ([] if taken_in else [disk.serial])


@pytest.mark.parametrize("space_disk", [SpaceDisk.ONLINE, SpaceDisk.OFFLINE_AT_EVERY_START])
def test_the_original_fits_again_unless_its_copy_was_written_along_with(space_disk):
    scene = Scene(space_disk=space_disk)
    scene.evacuate()
    (disk, image), *_ = the_set(scene)
    an_hour_later(scene)
    copy = made(7, disk, image)
    exchanged(scene, disk, copy)
    assert scene.space.torn
    exchanged(scene, copy, disk)
    pool = scene.storage.pools[scene.space.pool_id]
    assert scene.space.attached and pool.lost_members == [] and scene.storage.pool_of(scene.device(disk.serial)) is pool
    assert scene.space.torn is (space_disk is SpaceDisk.ONLINE)


def test_a_copy_of_what_lies_still_fits():
    scene = Scene()
    scene.evacuate()
    hardware.power_lost(scene.storage)
    (disk, image), *_ = the_set(scene)
    an_hour_later(scene)
    scene.attached[scene.attached.index(disk)] = made(7, disk, image)
    hardware.plug_in(scene.storage, scene.disks(), cold=False)
    hardware.boot(scene.storage)
    assert scene.space.attached and not scene.space.torn
