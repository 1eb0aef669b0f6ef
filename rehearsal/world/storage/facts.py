"""What invariants and the report read of a host's storage: where the cache is, what can be read, what was destroyed."""

from __future__ import annotations

from dataclasses import dataclass

from rehearsal.world.storage.enumerations import ExtentKind
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.virtual_disk import VirtualDisk


@dataclass(frozen=True, slots=True, kw_only=True)
class CachePlace:
    """Write-back cache of one space on one disk."""

    serial: str
    size_bytes: int
    persistent: bool
    present: bool
    destroyed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """What was on a space or disk when it was destroyed."""

    files: tuple[str, ...]
    file_bytes: int
    cache_bytes: int
    readable: bool
    recoverable: bool
    """Nothing it needs was destroyed: it could be read now, or once a missing EBS volume is back."""
    unreadable_serials: tuple[str, ...]


def cache_places(storage: StorageSpaces, space: VirtualDisk) -> tuple[CachePlace, ...]:
    """Where the cache of a space lies, in the order of allocation."""
    storage.settle()
    places = []
    for device_id, size in space.where(ExtentKind.CACHE).items():
        device = storage.devices[device_id]
        places.append(
            CachePlace(
                serial=device.serial, size_bytes=size, persistent=device.persistent, present=device.present,
                destroyed=device.destroyed,
            )
        )  # fmt: skip
    return tuple(places)


def bytes_at_risk(storage: StorageSpaces) -> int:
    """Extents on instance store of spaces that also live on EBS: what a stop right now would destroy.

    A disk that died has nothing left to destroy.
    """
    storage.settle()
    risk = 0
    for space in storage.virtual_disks.values():
        pool = storage.pools[space.pool_id]
        if any(member.device.persistent for member in pool.members.values()):
            held = [(storage.devices[device_id], size) for (device_id, _), size in space.extents.items()]
            risk += sum(size for device, size in held if not device.persistent and not device.destroyed)
    return risk


def data_loss(storage: StorageSpaces) -> tuple[str, ...]:
    """Names of spaces on EBS whose content was lost with an instance-store disk.

    A pool whose disks were all put aside counts no more once the node has another one on EBS.
    """
    on_ebs = [pool for pool in storage.pools.values() if any(m.device.persistent for m in pool.members.values())]
    anew = any(pool.is_visible for pool in on_ebs)
    counted = [pool for pool in on_ebs if pool.is_visible or not anew]
    spaces = [storage.virtual_disks[each] for pool in counted for each in pool.virtual_disk_ids]
    return tuple(space.friendly_name for space in spaces if space.content_lost)


def holdings(storage: StorageSpaces, space: VirtualDisk) -> Holdings:
    """What removing, clearing or formatting this space takes away."""
    storage.settle()
    files = [(path, entry) for volume in space.content.volumes for path, entry in volume.tree.walk()]
    return Holdings(
        files=tuple(path for path, _ in files),
        file_bytes=sum(entry.size_bytes for _, entry in files),
        cache_bytes=space.write_cache_bytes,
        readable=storage.is_readable(space),
        recoverable=not space.content_lost and not storage.destroyed_extents(space),
        unreadable_serials=tuple(storage.devices[device_id].serial for device_id, _ in storage.lost_extents(space)),
    )


def instance_store_files(storage: StorageSpaces) -> tuple[str, ...]:
    """Files that a stop right now would destroy with their volumes: full paths, without a letter where it has none.

    Volumes of instance-store disks, and of spaces in pools of nothing else; `bytes_at_risk` is about the other pools.
    A disk that died, or a space that lost one, has nothing left to destroy.
    """
    storage.settle()
    lost = [device.content for device in storage.devices.values() if not device.persistent and not device.destroyed]
    for space in storage.virtual_disks.values():
        members = storage.pools[space.pool_id].members.values()
        if not any(member.device.persistent for member in members) and not storage.destroyed_extents(space):
            lost.append(space.content)
    return tuple(
        f"{partition.letter}:\\{path}" if partition.letter else path
        for content in lost
        for partition in content.partitions
        if partition.volume is not None
        for path, _ in partition.volume.tree.walk()
    )
