"""What an EBS snapshot has of a disk, and what Windows finds on a disk that was made from one.

A snapshot holds one disk as it was at one moment. A pool's database, which lies on every member, names the others: on
another machine those that aren't there are missing, whatever they are. Members of two moments: see
[storage-pools#member-of-another-moment]. On the machine that the snapshot was taken of, such a disk has the place of
the one that it was copied from while that one is away; the original fits again where nothing was written meanwhile.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import datetime

from rehearsal.world.ec2.disks import AttachedDisk
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.content import DiskContent
from rehearsal.world.storage.state.device import Device
from rehearsal.world.storage.state.pool import Original, Pool
from rehearsal.world.storage.state.virtual_disk import VirtualDisk


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolImage:
    """A pool's database, and what its spaces hold. All disks of one moment share it; nobody changes it."""

    pool: Pool
    spaces: tuple[VirtualDisk, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskImage:
    """One disk. `device_id`: what the pool's database calls it. `machine`: of a root volume, what is installed."""

    moment: datetime
    device_id: str
    content: DiskContent
    pool: PoolImage | None
    machine: object | None = field(default=None, repr=False)


def taken(storage: StorageSpaces) -> dict[str, DiskImage]:
    """Of all EBS disks that are here, by serial number, at this moment."""
    storage.settle()
    moment = storage.world.clock.now()
    pools: dict[str, PoolImage] = {}
    for pool in storage.visible_pools():
        copied, spaces = deepcopy((pool, tuple(storage.spaces_of(pool))))
        pools[pool.unique_id] = PoolImage(pool=copied, spaces=spaces)
    return {
        device.serial: DiskImage(
            moment=moment,
            device_id=device.unique_id,
            content=deepcopy(device.content),
            pool=pools.get(device.pool_id) if device.pool_id is not None else None,
        )
        for device in storage.devices.values()
        if device.present and device.persistent
    }


def with_machine(image: DiskImage, machine: object) -> DiskImage:
    """The image of the root volume of a machine."""
    return replace(image, machine=machine)


def lay(storage: StorageSpaces, device: Device, image: DiskImage) -> None:
    """Windows sees the disk for the first time: its partitions, or a member of a pool."""
    if image.pool is None:
        device.content = _off(deepcopy(image.content))
        return
    device.pool_id = image.pool.pool.unique_id
    pool = storage.pools.get(device.pool_id)
    if pool is None:
        pool = _unfold(storage, image.pool, image.moment)
    place = pool.members.get(image.device_id)
    if place is None or place.present:
        return  # the pool is here already, with the disk that this one was copied from: its metadata isn't recognized
    fits = pool.as_of == image.moment
    if pool.as_of is None:
        # Nothing has been written since Windows went off.
        fits = not storage.running and storage.off_since is not None and image.moment >= storage.off_since
    if not fits and not storage.settings.member_of_another_moment_is_taken_in:
        return
    if pool.as_of is None:
        place.original = place.original or Original(device=place.device, since=storage.world.clock.now())
    for space in storage.spaces_of(pool):
        space.torn_by.discard(place.device.serial)
        if not fits and space.bytes_on(image.device_id):
            space.torn_by.add(device.serial)
    _bind(storage, pool, image.device_id, device)
    if place.original is not None:
        storage.devices[place.original.device.unique_id] = place.original.device


def back(storage: StorageSpaces, device: Device) -> None:
    """The disk is here: where a copy had its place in the pool and is away, it has it again."""
    for pool in storage.pools.values():
        for known, place in list(pool.members.items()):
            original = place.original
            if original is None or original.device is not device or place.present:
                continue
            copy = place.device
            for space in storage.spaces_of(pool):
                space.torn_by.discard(copy.serial)
                if space.bytes_on(known) and space.mounted_at is not None and space.mounted_at >= original.since:
                    space.torn_by.add(device.serial)
            place.original = None
            _bind(storage, pool, known, device)


def rename(storage: StorageSpaces, device: Device, attached: AttachedDisk) -> None:
    """The disk with all that is on it comes as another one to Windows."""
    renamed = Device(attached, storage.settings, device.device_id)
    renamed.content, renamed.pool_id = device.content, device.pool_id
    storage.devices[renamed.unique_id] = renamed
    pool = storage.pools.get(device.pool_id) if device.pool_id is not None else None
    if pool is not None and device.unique_id in pool.members:
        _bind(storage, pool, device.unique_id, renamed)
    else:
        del storage.devices[device.unique_id]


def _unfold(storage: StorageSpaces, image: PoolImage, moment: datetime) -> Pool:
    """The pool as its database tells it: no member is here yet, and an instance store's never will be."""
    copied = deepcopy(image)
    pool = copied.pool
    pool.as_of = moment
    for member in pool.members.values():
        member.device.present = False
        member.device.destroyed = member.device.destroyed or not member.device.persistent
        storage.devices[member.device.unique_id] = member.device
    for space in copied.spaces:
        space.attached, space.disk_number, space.known_here = False, None, False
        space.content = _off(space.content)
        space.content_lost = any(pool.members[device_id].device.destroyed for device_id in space.device_ids())
        storage.virtual_disks[space.unique_id] = space
    storage.pools[pool.unique_id] = pool
    return pool


def _off(content: DiskContent) -> DiskContent:
    for partition in content.partitions:
        partition.letter_in_force = False
    return content


def _bind(storage: StorageSpaces, pool: Pool, device_id: str, device: Device) -> None:
    """The disk is the member that the database calls `device_id`, whatever its serial number is now."""
    pool.members[device_id].device = device
    del storage.devices[device_id]
    pool.members = {device.unique_id if known == device_id else known: member for known, member in pool.members.items()}
    for space in storage.spaces_of(pool):
        space.extents = {
            (device.unique_id if known == device_id else known, kind): size
            for (known, kind), size in space.extents.items()
        }
