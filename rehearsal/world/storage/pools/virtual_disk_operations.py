"""New-, Set-, Resize-, Remove-, Connect-, Disconnect-VirtualDisk.

Fault points (FAIL, `error` a StorageWMI number): `storage.new-virtual-disk`, `storage.remove-virtual-disk`,
`storage.set-virtual-disk`, `storage.resize-virtual-disk`, `storage.connect`, `storage.disconnect`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from rehearsal.world.storage import facts
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.enumerations import DetachedReason, ExtentKind, Usage
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.pools import attachment, placement, repair
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.device import Device
from rehearsal.world.storage.state.pool import Member, Pool
from rehearsal.world.storage.state.virtual_disk import VirtualDisk

DEFAULT_INTERLEAVE_BYTES = 256 << 10
MINIMUM_INTERLEAVE_BYTES = 16 << 10


def create(
    storage: StorageSpaces,
    pool: Pool,
    name: str,
    *,
    size: int | None,
    use_maximum: bool,
    columns: int | None = None,
    interleave: int | None = None,
    write_cache: int | None = None,
    resiliency: str | None = None,
    provisioning: int | None = None,
    data_copies: int | None = None,
    redundancy: int | None = None,
    on: Sequence[Device] | None = None,
) -> VirtualDisk:
    """A Simple space. `write_cache` None: the pool's default. Other resiliency settings aren't modelled: 48002."""
    storage.check_fault("new-virtual-disk", name=name)
    storage.settle()
    settings = storage.settings
    if (size is None) is not use_maximum:
        raise StorageError(40005)
    if pool.is_read_only(settings):
        raise StorageError(48007)
    if (resiliency or pool.resiliency_default).lower() != "simple":
        raise StorageError(48002, "the model knows Simple spaces only")
    if redundancy not in (None, 0):
        raise StorageError(49002)
    if data_copies not in (None, 1):
        raise StorageError(49003)
    if interleave is not None and (interleave < MINIMUM_INTERLEAVE_BYTES or interleave & (interleave - 1)):
        raise StorageError(49005)

    asked = pool.write_cache_default if write_cache is None else write_cache
    cache = placement.place_cache(pool, asked, storage.free_bytes, settings)
    members = placement.data_members(pool)
    if on is not None:
        wanted = {device.unique_id for device in on}
        members = [
            m for m in pool.members.values()
            if m.device.unique_id in wanted and m.present and m.usage in (Usage.AUTO_SELECT, Usage.MANUAL_SELECT)
        ]  # fmt: skip

    def free(member: Member) -> int:
        return storage.free_bytes(member) - cache.get(member.device.unique_id, 0)

    data = placement.place_data(members, size, columns, free, settings)
    space = VirtualDisk(
        unique_id=storage.new_id("virtual disk").replace("-", "").upper(), friendly_name=name, pool_id=pool.unique_id,
        size_bytes=sum(data.values()), columns=placement.columns_on(members, columns),
        interleave_bytes=interleave or DEFAULT_INTERLEAVE_BYTES, write_cache_bytes=sum(cache.values()),
        provisioning=provisioning or pool.provisioning_default,
    )  # fmt: skip
    space.extents.update({(device_id, ExtentKind.DATA): each for device_id, each in data.items()})
    space.extents.update({(device_id, ExtentKind.CACHE): each for device_id, each in cache.items()})
    storage.virtual_disks[space.unique_id] = space
    pool.virtual_disk_ids.append(space.unique_id)
    if pool.is_clustered:
        space.detached_reason = DetachedReason.BY_POLICY
    else:
        attachment.attach(storage, space)
    storage.record(
        "virtual-disk-created", f"virtual disk {name}, {space.size_bytes} bytes", virtual_disk=space.unique_id,
        name=name, size_bytes=space.size_bytes, cache_bytes=space.write_cache_bytes,
        serials={storage.devices[i].serial: space.bytes_on(i) for i in space.device_ids()},
    )  # fmt: skip
    return space


def resize(storage: StorageSpaces, space: VirtualDisk, size: int) -> None:
    """Makes an attached space larger in place, rounded up to whole slabs on each column [storage-pools#resize-space].

    4097 for a size that isn't larger, 40000 without room, 48007 while the pool is read-only, 50003 for a space that
    can't be read, 1 where a write-back cache is in the way (a setting).
    """
    storage.check_fault("resize-virtual-disk", virtual_disk=space.friendly_name)
    storage.settle()
    pool = storage.pools[space.pool_id]
    if pool.is_read_only(storage.settings):
        raise StorageError(48007)
    if not storage.is_readable(space):
        raise StorageError(50003)
    if space.write_cache_bytes and not storage.settings.cached_space_grows:
        raise StorageError(1)
    if size <= space.size_bytes:
        raise StorageError(4097, f"it has {space.size_bytes} bytes")
    grown = placement.place_rows(
        placement.data_members(pool), size - space.size_bytes, space.columns, storage.free_bytes, storage.settings
    )
    before = space.size_bytes
    for device_id, more in grown.items():
        space.extents[device_id, ExtentKind.DATA] = space.bytes_on(device_id, ExtentKind.DATA) + more
    space.size_bytes += sum(grown.values())
    storage.record(
        "virtual-disk-resized", f"virtual disk {space.friendly_name}: {before} → {space.size_bytes} bytes",
        virtual_disk=space.unique_id, size_bytes=space.size_bytes, before=before,
        serials={storage.devices[device_id].serial: more for device_id, more in grown.items()},
    )  # fmt: skip


def remove(storage: StorageSpaces, space: VirtualDisk) -> None:
    """Frees its extents; disk, partitions and volumes are gone for good. The trace says what they held."""
    storage.check_fault("remove-virtual-disk", virtual_disk=space.friendly_name)
    storage.settle()
    pool = storage.pools[space.pool_id]
    if pool.is_read_only(storage.settings):
        raise StorageError(48007)
    held = facts.holdings(storage, space)
    repair.abandon(storage, space)
    attachment.detach(storage, space, DetachedReason.NONE)
    del storage.virtual_disks[space.unique_id]
    pool.virtual_disk_ids.remove(space.unique_id)
    storage.record(
        "virtual-disk-removed", f"virtual disk {space.friendly_name} removed with {len(held.files)} files",
        virtual_disk=space.unique_id, name=space.friendly_name, held=asdict(held),
    )  # fmt: skip


def check_settable(storage: StorageSpaces, space: VirtualDisk) -> None:
    """Before a property of a virtual disk is changed."""
    storage.check_fault("set-virtual-disk", virtual_disk=space.friendly_name)
    if storage.pools[space.pool_id].is_read_only(storage.settings):
        raise StorageError(48007)


def connect(storage: StorageSpaces, space: VirtualDisk) -> None:
    """Attaches what can be read; 48006 without quorum, 48007 of a read-only pool [storage-pools#attach-errors]; while
    an extent is missing or lost a number that isn't certain [storage-pools#lost-attach-error]."""
    storage.check_fault("connect", virtual_disk=space.friendly_name)
    storage.settle()
    if space.attached:
        return
    pool = storage.pools[space.pool_id]
    if pool.is_clustered:
        raise StorageError(50002)
    if not pool.quorate(storage.settings):
        raise StorageError(48006)
    if pool.is_read_only(storage.settings):
        raise StorageError(48007)
    if storage.lost_extents(space) or space.content_lost:
        raise StorageError(storage.settings.lost_attach_error)
    attachment.attach(storage, space)
    letters.assign(storage)
    storage.record("virtual-disk-attached", f"{space.friendly_name} attached", virtual_disk=space.unique_id)


def disconnect(storage: StorageSpaces, space: VirtualDisk) -> None:
    """Detached by policy; a later boot attaches it again unless IsManualAttach says no
    [storage-pools#manual-attach-set-by]."""
    storage.check_fault("disconnect", virtual_disk=space.friendly_name)
    storage.settle()
    if not space.attached:
        raise StorageError(50003)
    attachment.detach(storage, space, DetachedReason.BY_POLICY)
    if storage.settings.disconnect_sets_manual_attach:
        space.is_manual_attach = True
    storage.record("virtual-disk-detached", f"{space.friendly_name} detached", virtual_disk=space.unique_id)
