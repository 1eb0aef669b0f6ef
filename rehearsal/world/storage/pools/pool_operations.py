"""New-, Set-, Remove-StoragePool; Add-, Remove-, Set-, Reset-PhysicalDisk.

Fault points (FAIL, `error` a StorageWMI number): `storage.new-pool`, `storage.remove-pool`, `storage.set-pool`,
`storage.add-physical-disk`, `storage.remove-physical-disk`, `storage.set-physical-disk`, `storage.reset-physical-disk`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rehearsal.world.storage import facts
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.enumerations import Media, Usage
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.pools import repair
from rehearsal.world.storage.pools.health import can_pool
from rehearsal.world.storage.settings import RemovalWithExtents
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.device import Device
from rehearsal.world.storage.state.pool import Member, Pool


def create(
    storage: StorageSpaces,
    name: str,
    devices: Sequence[Device],
    *,
    clustered: bool = False,
    write_cache_default: int | None = None,
    resiliency_default: str = "Mirror",
    provisioning_default: int = 2,
    logical_sector_bytes: int = 512,
    media: Media | None = None,
) -> Pool:
    """A new concrete pool of blank disks; every one joins as Auto-Select. FriendlyName need not be unique."""
    storage.check_fault("new-pool", name=name)
    if not devices:
        raise StorageError(51001)
    if refused := [device.serial for device in devices if not can_pool(storage, device)]:
        raise StorageError(51000, f"can't be pooled: {', '.join(refused)}")
    pool = Pool(
        unique_id=f"{{{storage.new_id('pool')}}}", friendly_name=name,
        is_clustered=clustered or (storage.cluster_name is not None and storage.automatic_clustering),
        write_cache_default=write_cache_default, resiliency_default=resiliency_default,
        provisioning_default=provisioning_default, logical_sector_bytes=logical_sector_bytes,
    )  # fmt: skip
    storage.pools[pool.unique_id] = pool
    for device in devices:
        _join(pool, device, Usage.AUTO_SELECT, media)
    storage.record(
        "pool-created", f"pool {name} of {len(devices)} disks", pool=pool.unique_id, name=name,
        serials=[device.serial for device in devices],
    )  # fmt: skip
    return pool


def _join(pool: Pool, device: Device, usage: Usage, media: Media | None) -> None:
    device.wipe()
    device.pool_id = pool.unique_id
    pool.members[device.unique_id] = Member(device=device, usage=usage, media=media)


def remove(storage: StorageSpaces, pool: Pool) -> None:
    """Deletes the pool; its disks return un-pooled and blank. 48008 while it has virtual disks, 48007 read-only."""
    storage.check_fault("remove-pool", pool=pool.friendly_name)
    storage.settle()
    if pool.virtual_disk_ids:
        raise StorageError(48008)
    _check_writable(storage, pool)
    del storage.pools[pool.unique_id]
    for member in pool.members.values():
        # a disk that isn't here keeps its stale metadata and comes back as Unrecognized Metadata
        if member.present:
            member.device.wipe()
    letters.assign(storage)
    storage.record(
        "pool-removed", f"pool {pool.friendly_name} removed", pool=pool.unique_id, name=pool.friendly_name,
        serials=[member.device.serial for member in pool.members.values()],
        absent=[member.device.serial for member in pool.lost_members],
    )  # fmt: skip


def set_read_only(storage: StorageSpaces, pool: Pool, read_only: bool) -> None:
    """`-IsReadOnly $false` clears both reasons, once most of the disks are back (48006 before)."""
    storage.check_fault("set-pool", pool=pool.friendly_name)
    if read_only:
        pool.read_only_by_policy = True
    else:
        if not pool.quorate(storage.settings):
            raise StorageError(48006)
        pool.read_only_by_policy = pool.read_only_after_loss = False
    storage.record("pool-set", f"pool {pool.friendly_name}: read-only {read_only}", pool=pool.unique_id)


def check_settable(storage: StorageSpaces, pool: Pool) -> None:
    """Before any other property of a pool is changed."""
    storage.check_fault("set-pool", pool=pool.friendly_name)
    _check_writable(storage, pool)


def _check_writable(storage: StorageSpaces, pool: Pool) -> None:
    if pool.is_read_only(storage.settings):
        raise StorageError(48007)


def add_disks(storage: StorageSpaces, pool: Pool, devices: Sequence[Device], usage: Usage = Usage.AUTO_SELECT) -> None:
    """All or none of them join, with this usage from the first moment."""
    storage.check_fault("add-physical-disk", pool=pool.friendly_name)
    _check_writable(storage, pool)
    if refused := [device.serial for device in devices if not can_pool(storage, device)]:
        raise StorageError(51000, f"can't be pooled: {', '.join(refused)}")
    for device in devices:
        storage.listed_still.pop(device.unique_id, None)
        letters.release(storage, device.content)
        _join(pool, device, usage, None)
    storage.record(
        "disk-added", f"{', '.join(d.serial for d in devices)} joined {pool.friendly_name} as {usage.name}",
        pool=pool.unique_id, serials=[device.serial for device in devices], usage=int(usage),
    )  # fmt: skip


def remove_disks(storage: StorageSpaces, pool: Pool, devices: Sequence[Device]) -> None:
    """A disk with extents stays (51004), or is emptied first [write-cache#remove-with-extents]; an empty one leaves."""
    storage.settle()
    _check_writable(storage, pool)
    for device in devices:
        storage.check_fault("remove-physical-disk", serial=device.serial)
        if device.unique_id not in pool.members:
            raise StorageError(51000, f"{device.serial} is no member of {pool.friendly_name}")
        if len(pool.members) == 1:
            raise StorageError(51004, "the last disk of a pool leaves only with the pool")
        if pool.members[device.unique_id].leaving:
            raise StorageError(51004, f"{device.serial} is leaving already")
        if not storage.allocated_bytes(device.unique_id):
            _leave_in_a_while(storage, pool, device)
        elif storage.settings.removal_with_extents is RemovalWithExtents.MIGRATES and device.present:
            _begin_leaving(storage, pool, device)
        else:
            number = storage.settings.removal_refused_error
            raise StorageError(number, f"{storage.allocated_bytes(device.unique_id)} bytes lie on {device.serial}")


def _leave_in_a_while(storage: StorageSpaces, pool: Pool, device: Device) -> None:
    """The disk is listed for some time yet; power that fails meanwhile leaves it out [write-cache#removal-pending]."""
    pending_s = storage.settings.removal_pending_s if device.present and not storage.being_built else 0.0
    if not pending_s:
        repair.leave(storage, pool, device)
        return
    pool.members[device.unique_id].leaving = True

    def gone() -> None:
        if pool.unique_id in storage.pools and device.unique_id in pool.members:
            repair.leave(storage, pool, device)

    storage.world.clock.call_later(pending_s, gone)


def _begin_leaving(storage: StorageSpaces, pool: Pool, device: Device) -> None:
    member = pool.members[device.unique_id]
    member.usage, member.leaving = Usage.RETIRED, True
    for space in storage.spaces_of(pool):
        if space.bytes_on(device.unique_id):
            repair.start(storage, space, background=True)


def set_disk(
    storage: StorageSpaces,
    device: Device,
    *,
    usage: Usage | None = None,
    media: Media | None = None,
    friendly_name: str | None = None,
    description: str | None = None,
) -> None:
    """Only for members of a concrete pool whose configuration can be written [storage-pools#set-only-members]."""
    storage.check_fault("set-physical-disk", serial=device.serial)
    storage.settle()
    pool = storage.pool_of(device)
    if pool is None:
        raise StorageError(1, "the disk is in no concrete pool")
    _check_writable(storage, pool)
    member = pool.members[device.unique_id]
    before = member.usage
    member.usage = before if usage is None else usage
    if member.usage is not Usage.RETIRED:
        member.has_copy = True
    member.media = member.media if media is None else media
    member.friendly_name = member.friendly_name if friendly_name is None else friendly_name
    member.description = member.description if description is None else description
    storage.record(
        "disk-set", f"{device.serial}: usage {before.name} → {member.usage.name}", pool=pool.unique_id,
        serial=device.serial, usage=int(member.usage), before=int(before),
    )  # fmt: skip
    if storage.settings.retiring_moves and member.usage is Usage.RETIRED and before is not Usage.RETIRED:
        _begin_moving(storage, pool, device)


def _begin_moving(storage: StorageSpaces, pool: Pool, device: Device) -> None:
    """Windows empties a Retired disk by itself where it can [write-cache#retired-moves]."""
    for space in storage.spaces_of(pool):
        if space.bytes_on(device.unique_id) and space.attached:
            try:
                repair.start(storage, space, background=True)
            except StorageError as error:
                storage.record("repair-refused", str(error), virtual_disk=space.unique_id, number=error.number)


def reset_disk(storage: StorageSpaces, device: Device) -> None:
    """Destroys what the disk holds, pool metadata included; a member becomes an empty member."""
    storage.check_fault("reset-physical-disk", serial=device.serial)
    storage.settle()
    if not device.present:
        raise StorageError(51000, "the disk isn't there")
    pool = storage.pool_of(device)
    if pool is not None:
        _check_writable(storage, pool)
    hit = [space for space in storage.virtual_disks.values() if space.bytes_on(device.unique_id)]
    held = [facts.holdings(storage, space) for space in hit]
    # an un-pooled disk's own partitions go, too
    loose = () if pool is not None else device.content.volumes
    taken = {
        "files": tuple(path for each in held for path in each.files)
        + tuple(path for volume in loose for path in volume.tree.file_names()),
        "recoverable": any(each.recoverable for each in held) or bool(loose),
    }
    for space in hit:
        space.content_lost = True
    if pool is None:
        letters.release(storage, device.content)
        device.wipe()
    storage.record(
        "disk-reset", f"{device.serial} wiped", serial=device.serial, volume=device.volume_id,
        destroyed=[space.friendly_name for space in hit], held=taken,
    )  # fmt: skip
