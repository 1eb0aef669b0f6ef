"""Whether a disk may join a pool [storage-pools#cannot-pool]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rehearsal.world.storage.disks.device import MINIMUM_POOLABLE_BYTES, Device
from rehearsal.world.storage.enumerations import CannotPool

if TYPE_CHECKING:
    from rehearsal.world.storage.spaces import StorageSpaces


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
