"""Health and operational status of virtual disks and disks; whether a disk may join a pool [storage-pools#cannot-pool].

A pool's own health is in state/pool.py.
"""

from __future__ import annotations

from rehearsal.world.storage.enumerations import CannotPool, DetachedReason, Health, Operational
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.device import MINIMUM_POOLABLE_BYTES, Device
from rehearsal.world.storage.state.virtual_disk import VirtualDisk

Status = tuple[Health, tuple[Operational, ...]]


def space_health(storage: StorageSpaces, space: VirtualDisk) -> Status:
    """Retired members alone change nothing [write-cache#lost-cache-status]."""
    settings = storage.settings
    if not space.attached:
        for_loss = space.detached_reason in (DetachedReason.MAJORITY_DISKS_UNHEALTHY, DetachedReason.INCOMPLETE)
        unhealthy = for_loss and settings.detached_health_is_unhealthy
        return Health.UNHEALTHY if unhealthy else Health.UNKNOWN, (Operational.DETACHED,)
    if storage.lost_extents(space):
        if settings.lost_while_attached_is_no_redundancy:
            return Health.UNHEALTHY, (Operational.NO_REDUNDANCY,)
        return Health.UNHEALTHY, (Operational.DEGRADED, Operational.INCOMPLETE)
    if settings.repair_shows_in_service and storage.running_job(space) is not None:
        return Health.WARNING, (Operational.IN_SERVICE,)
    return Health.HEALTHY, (Operational.OK,)


def device_health(storage: StorageSpaces, device: Device) -> Status:
    """Absent → Lost Communication; with the metadata of a pool that is no more → Unrecognized Metadata."""
    if not device.present:
        return Health.WARNING, (Operational.LOST_COMMUNICATION,)
    pool = storage.pool_of(device)
    if pool is None and device.pool_id is not None:
        return Health.UNHEALTHY, (Operational.UNRECOGNIZED_METADATA,)
    if pool is not None and pool.members[device.unique_id].leaving:
        return Health.WARNING, (Operational.REMOVING_FROM_POOL,)
    if device.ailing is not None:
        return Health.WARNING, (device.ailing,)
    return Health.HEALTHY, (Operational.OK,)


def reasons_against(storage: StorageSpaces, device: Device) -> tuple[CannotPool, ...]:
    """Empty exactly when CanPool is true."""
    if storage.pool_of(device) is not None:
        return (CannotPool.IN_A_POOL,)
    reasons = []
    if not device.present or device.pool_id is not None:
        reasons.append(CannotPool.NOT_HEALTHY)
    if device.offline:
        reasons.append(CannotPool.OFFLINE)
    if device.content.data_partitions or device.size_bytes < MINIMUM_POOLABLE_BYTES:
        reasons.append(CannotPool.INSUFFICIENT_CAPACITY)
    return tuple(reasons)


def can_pool(storage: StorageSpaces, device: Device) -> bool:
    return not reasons_against(storage, device)
