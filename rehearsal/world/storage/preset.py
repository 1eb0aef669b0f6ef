"""A node's storage as the AWS paper builds it, put into the model without time or scripts: how a story's world begins.

Pool `SSD` on the first instance-store disk → S: for tempdb. Pool `Data`: the EBS data volumes (HDD, Auto-Select), one
EBS `Swap` (Retired), the second instance-store disk `NVME` as Journal → virtual disk WCDB, Simple, write-back cache →
D:.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rehearsal.world.storage.disks import disk_operations
from rehearsal.world.storage.enumerations import Media, PartitionStyle, Usage
from rehearsal.world.storage.pools import pool_operations, virtual_disk_operations
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.device import Device
from rehearsal.world.storage.state.pool import Pool
from rehearsal.world.storage.state.virtual_disk import VirtualDisk

GIB = 1 << 30
ALLOCATION_UNIT_BYTES = 64 << 10
INTERLEAVE_BYTES = 64 << 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Which disk is what. `tempdb` None: no tempdb drive; `cache` None: WCDB without write-back cache.

    `plain_tempdb`: S: is a partition of its disk, in no pool, as somebody's own script leaves it.
    """

    data: tuple[Device, ...]
    swap: Device | None
    cache: Device | None
    tempdb: Device | None
    plain_tempdb: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeStorage:
    """What was built."""

    roles: Roles
    data_pool: Pool
    data_disk: VirtualDisk
    tempdb_pool: Pool | None
    tempdb_disk: VirtualDisk | None


def roles_of(storage: StorageSpaces) -> Roles:
    """The paper's own rule: the smallest EBS volume is the swap, the rest data; first NVMe tempdb, second cache.

    With a single instance-store disk that one is the cache. Disks are taken in the order in which EC2 lists them.
    """
    devices = [device for device in storage.devices.values() if device.present and not device.is_system]
    ebs = [device for device in devices if device.persistent]
    nvme = [device for device in devices if not device.persistent]
    swap = min(ebs, key=lambda device: device.size_bytes) if len(ebs) > 1 else None
    return Roles(
        data=tuple(device for device in ebs if device is not swap), swap=swap, cache=nvme[-1] if nvme else None,
        tempdb=nvme[0] if len(nvme) > 1 else None,
    )  # fmt: skip


def build(
    storage: StorageSpaces,
    roles: Roles | None = None,
    *,
    cache_bytes: int = 100 * GIB,
    tempdb_folders: Sequence[str] = ("tempdb",),
) -> NodeStorage:
    """Builds it; the host is up. The folders on S: are made, without access rules of their own."""
    with storage.building():
        return _build(storage, roles or roles_of(storage), cache_bytes, tempdb_folders)


def _build(storage: StorageSpaces, chosen: Roles, cache_bytes: int, tempdb_folders: Sequence[str]) -> NodeStorage:
    tempdb_pool = tempdb_disk = None
    if chosen.tempdb is not None and chosen.plain_tempdb:
        _volume_on(storage, chosen.tempdb, "S", "SSD", tempdb_folders)
    elif chosen.tempdb is not None:
        tempdb_pool = pool_operations.create(storage, "SSD", [chosen.tempdb])
        tempdb_disk = virtual_disk_operations.create(
            storage, tempdb_pool, "SSD", size=None, use_maximum=True, resiliency="Simple", write_cache=0
        )
        _volume_on(storage, tempdb_disk, "S", "SSD", tempdb_folders)
    everything = [*chosen.data, *(d for d in (chosen.swap, chosen.cache) if d is not None)]
    pool = pool_operations.create(storage, "Data", everything)
    for device in chosen.data:
        pool_operations.set_disk(storage, device, media=Media.HDD, friendly_name="Data")
    if chosen.swap is not None:
        pool_operations.set_disk(storage, chosen.swap, usage=Usage.RETIRED, media=Media.SSD, friendly_name="Swap")
    if chosen.cache is not None:
        pool_operations.set_disk(storage, chosen.cache, usage=Usage.JOURNAL, media=Media.SSD, friendly_name="NVME")
    space = virtual_disk_operations.create(
        storage, pool, "WCDB", size=None, use_maximum=True, resiliency="Simple", columns=len(chosen.data),
        interleave=INTERLEAVE_BYTES, write_cache=cache_bytes if chosen.cache is not None else 0,
    )  # fmt: skip
    _volume_on(storage, space, "D", "WCDB", ())
    return NodeStorage(roles=chosen, data_pool=pool, data_disk=space, tempdb_pool=tempdb_pool, tempdb_disk=tempdb_disk)


def build_plain(storage: StorageSpaces, data: Device, tempdb: Device | None) -> None:
    """A node without a pool: D: on one EBS volume, and S: with a folder for tempdb where there is a disk for it."""
    with storage.building():
        _volume_on(storage, data, "D", "Data", ())
        if tempdb is not None:
            _volume_on(storage, tempdb, "S", "Tempdb", ("tempdb",))


def _volume_on(
    storage: StorageSpaces, owner: VirtualDisk | Device, letter: str, label: str, folders: Sequence[str]
) -> None:
    disk = next(disk for disk in storage.os_disks() if disk.owner is owner)
    if disk.owner.offline or disk.owner.read_only:
        disk_operations.set_offline(storage, disk, False)
        disk_operations.set_read_only(storage, disk, False)
    disk_operations.initialize(storage, disk, PartitionStyle.GPT)
    partition = disk_operations.new_partition(storage, disk, size=None, use_maximum=True, letter=letter)
    volume = disk_operations.format_volume(
        storage, disk, partition, file_system="NTFS", label=label, allocation_unit=ALLOCATION_UNIT_BYTES, force=False
    )
    for folder in folders:
        volume.tree.make_directories(tuple(folder.split("\\")), storage.world.clock.now())
