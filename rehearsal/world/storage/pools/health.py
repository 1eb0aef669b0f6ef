"""Health and operational status of spaces and disks; the pool's own is in pool.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rehearsal.world.storage.disks.device import Device
from rehearsal.world.storage.enumerations import DetachedReason, Health, Operational
from rehearsal.world.storage.pools.virtual_disk import VirtualDisk

if TYPE_CHECKING:
    from rehearsal.world.storage.spaces import StorageSpaces

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
    return Health.HEALTHY, (Operational.OK,)
