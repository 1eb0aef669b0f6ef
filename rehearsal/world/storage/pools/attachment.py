"""When a space has a disk object: at boot where its extents can be read, later by Connect-VirtualDisk."""

from __future__ import annotations

from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.enumerations import DetachedReason, Usage
from rehearsal.world.storage.settings import SpaceDisk
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.pool import Pool
from rehearsal.world.storage.state.virtual_disk import VirtualDisk


def assess(storage: StorageSpaces, pool: Pool) -> None:
    """Takes note of the pool's quorum and attaches its spaces as the state of the disks allows."""
    if not pool.quorate(storage.settings):
        pool.read_only_after_loss = True
    elif not storage.settings.read_only_needs_clearing:
        pool.read_only_after_loss = False
    if storage.settings.missing_disks_are_retired and not pool.read_only_after_loss:
        for member in pool.lost_members:
            member.usage = Usage.RETIRED
    for space in storage.spaces_of(pool):
        if not space.attached:
            _try_attach(storage, pool, space)


def _try_attach(storage: StorageSpaces, pool: Pool, space: VirtualDisk) -> None:
    if space.is_manual_attach or pool.is_clustered:
        space.detached_reason = DetachedReason.BY_POLICY
    elif storage.lost_extents(space) or space.content_lost or not pool.quorate(storage.settings):
        space.detached_reason = _reason_of_loss(storage, pool)
        if storage.settings.failed_attach_sets_manual_attach:
            space.is_manual_attach = True
    else:
        attach(storage, space)


def _reason_of_loss(storage: StorageSpaces, pool: Pool) -> DetachedReason:
    # How a space says that it lost an extent [write-cache#lost-cache-status]; without quorum it is the majority.
    if storage.settings.lost_reason_is_incomplete and pool.quorate(storage.settings):
        return DetachedReason.INCOMPLETE
    return DetachedReason.MAJORITY_DISKS_UNHEALTHY


def attach(storage: StorageSpaces, space: VirtualDisk) -> None:
    """Gives the space a disk object under a new number. The caller has checked that it can be read."""
    space.attached = True
    space.detached_reason = DetachedReason.NONE
    space.disk_number = storage.next_disk_number()
    if not space.known_here:
        space.known_here = True
        space.offline = space.read_only = storage.settings.space_disk is not SpaceDisk.ONLINE
    if not space.offline:
        space.content.come_online(storage.world.clock.monotonic())


def detach(storage: StorageSpaces, space: VirtualDisk, reason: DetachedReason) -> None:
    """Takes the disk object away; volumes on it are gone for everybody."""
    letters.release(storage, space.content)
    space.attached = False
    space.detached_reason = reason
    space.disk_number = None
