"""What hardware does to storage: power, boots, disks that come and go.

Fault point `storage.attach` for each disk but the system's at every power-on (context node, serial, volume,
device, which an EBS volume alone has): LATE, it shows up `seconds` after power-on; LOST, it doesn't show up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rehearsal.kernel.faults import FaultKind
from rehearsal.world.ec2.disks import AttachedDisk
from rehearsal.world.storage import images
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.disks.system_disk import system_content
from rehearsal.world.storage.enumerations import DetachedReason
from rehearsal.world.storage.pools import attachment, repair
from rehearsal.world.storage.settings import LateDiskRecovery, SpaceDisk
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.device import Device, guid
from rehearsal.world.storage.state.pool import Pool


def plug_in(storage: StorageSpaces, disks: Iterable[AttachedDisk], *, cold: bool) -> None:
    """The disks that are there at power-on. `cold`: after a stop, which blanked the whole instance store
    [ec2#instance-store-lifetime]. A restart of Windows on the same host revives no disk that died."""
    dead: set[str] = set()
    if cold:
        instance_store_lost(storage)
    else:
        dead = {device.serial for device in storage.devices.values() if device.destroyed}
        dead -= {device.serial for device in storage.devices.values() if not device.destroyed}
    wanted = {disk.serial: disk for disk in disks if disk.serial not in dead}
    for device in storage.devices.values():
        if not device.destroyed:
            device.present = device.serial in wanted
    for device in [each for each in storage.devices.values() if each.present]:
        images.back(storage, device)
    known = {device.serial for device in storage.devices.values() if not device.destroyed}
    for disk in wanted.values():
        if disk.serial not in known:
            _add_device(storage, disk)
    for device in list(storage.devices.values()):
        if device.present and not device.is_system:
            _maybe_late(storage, device, wanted[device.serial].device or "")


def instance_store_lost(storage: StorageSpaces) -> None:
    """A stop, or the failure of the physical host, blanks the instance store: its extents and pools are no more."""
    for device in storage.devices.values():
        if not device.persistent and not device.destroyed:
            device.present = False
            repair.destroy(storage, device)
    for pool in list(storage.pools.values()):
        if all(member.device.destroyed for member in pool.members.values()):
            _forget_pool(storage, pool)


def rename(storage: StorageSpaces, serials: Mapping[str, str]) -> None:
    """The same disks with their data under other serial numbers, former to present: Windows takes them for others, and
    Storage Spaces knows them by the pool's metadata on them."""
    for device in [each for each in storage.devices.values() if each.present and each.serial in serials]:
        images.rename(storage, device, replace(device.attached, serial=serials[device.serial]))


def _forget_pool(storage: StorageSpaces, pool: Pool) -> None:
    for space in storage.spaces_of(pool):
        del storage.virtual_disks[space.unique_id]
    del storage.pools[pool.unique_id]
    storage.record("pool-vanished", f"pool {pool.friendly_name} went with its disks", pool=pool.unique_id)


def _add_device(storage: StorageSpaces, disk: AttachedDisk) -> Device:
    device = Device(disk, storage.settings, _free_number(storage))
    if device.unique_id in storage.devices:  # the same serial again on a new, blank disk
        device.unique_id = f"{device.unique_id}_{len(storage.devices)}"
    storage.devices[device.unique_id] = device
    if isinstance(disk.image, images.DiskImage):
        images.lay(storage, device, disk.image)
    elif device.is_system:
        device.content = system_content(storage, device.size_bytes)
    return device


def _free_number(storage: StorageSpaces) -> int:
    taken = {device.device_id for device in storage.devices.values() if device.present}
    taken |= {space.disk_number for space in storage.virtual_disks.values() if space.disk_number is not None}
    return next(number for number in range(len(taken) + 1) if number not in taken)


def _maybe_late(storage: StorageSpaces, device: Device, name: str) -> None:
    if storage.being_built:
        return
    fault = storage.world.fault(
        "storage.attach", node=storage.node, serial=device.serial, volume=device.volume_id, device=name
    )
    if fault is None:
        return
    device.present = False
    if fault.kind is FaultKind.LATE:
        storage.world.clock.call_later(fault.seconds, lambda: came_back(storage, device))


def boot(storage: StorageSpaces) -> None:
    """Windows has found its disks: numbers are given out anew, spaces attach by themselves where they can."""
    storage.running = True
    storage.boots += 1
    storage.jobs.clear()
    storage.listed_still.clear()
    _renumber(storage)
    for pool in storage.visible_pools():
        if pool.lost_members and storage.settings.pool_starting_s:
            _hold_in_starting(storage, pool)
        else:
            attachment.assess(storage, pool)
    letters.assign(storage)
    interrupted, storage.interrupted_repairs = storage.interrupted_repairs, set()
    if storage.settings.repair_resumes_after_boot:
        for space_id in sorted(interrupted):
            space = storage.virtual_disks.get(space_id)
            if space is not None and space.attached:
                repair.start(storage, space, background=True)
    serials = [device.serial for device in storage.devices.values() if device.present]
    storage.record("disks-found", f"{len(serials)} disks", serials=serials)


def _renumber(storage: StorageSpaces) -> None:
    # Disk.Number isn't stable over reboots: the system disk stays 0, the others come in an order of this boot's own
    here = [device for device in storage.devices.values() if device.present]
    here.sort(key=lambda device: (not device.is_system, guid(storage.node, "boot", storage.boots, device.serial)))
    for number, device in enumerate(here):
        device.device_id = number
    for space in storage.virtual_disks.values():
        space.disk_number = None


def _hold_in_starting(storage: StorageSpaces, pool: Pool) -> None:
    pool.starting = True
    for space in storage.spaces_of(pool):
        space.attached, space.detached_reason = False, DetachedReason.TIMEOUT
    boot_number = storage.boots

    def over() -> None:
        if storage.running and storage.boots == boot_number and pool.unique_id in storage.pools:
            pool.starting = False
            attachment.assess(storage, pool)
            letters.assign(storage)

    storage.world.clock.call_later(storage.settings.pool_starting_s, over)


def power_lost(storage: StorageSpaces) -> None:
    """Windows is off: jobs end where they are, nothing is attached, nothing is cleaned up."""
    storage.settle()
    storage.interrupted_repairs = {job.virtual_disk_id for job in storage.jobs.values() if not job.is_over}
    for job in storage.jobs.values():
        job.limit_bytes = job.done_bytes
    storage.jobs.clear()
    storage.contention.move(False)
    storage.running = False
    storage.off_since = storage.world.clock.now()
    for pool in storage.pools.values():
        pool.starting = False
    for space in storage.virtual_disks.values():
        space.attached = False
        space.disk_number = None
        if storage.settings.space_disk is SpaceDisk.OFFLINE_AT_EVERY_START:
            space.known_here = False
    letters.forget(storage)
    storage.job_ended.notify()


def plug(storage: StorageSpaces, disk: AttachedDisk) -> None:
    """AttachVolume: the disk appears now, or is there at the next boot when Windows is off."""
    device = storage.device_by_serial(disk.serial)
    if device is None or device.destroyed:
        device = _add_device(storage, disk)
        device.present = False
    came_back(storage, device)


def unplug(storage: StorageSpaces, serial: str) -> None:
    """DetachVolume: whatever has extents there can't be read until it is back."""
    device = storage.device_by_serial(serial)
    if device is not None and device.present:
        repair.lose(storage, device)


def came_back(storage: StorageSpaces, device: Device) -> None:
    """A missing disk answers again; its spaces return by themselves or after Connect-VirtualDisk (a setting)."""
    if device.destroyed or device.present:
        return
    if not storage.running:
        device.present = True
        images.back(storage, device)
        return
    device.device_id = _free_number(storage)
    device.present = True
    images.back(storage, device)
    pool = storage.pool_of(device)
    if pool is not None:
        if not storage.settings.read_only_needs_clearing and pool.quorate(storage.settings):
            pool.read_only_after_loss = False
        if storage.settings.late_disk_recovery is LateDiskRecovery.BY_ITSELF:
            attachment.assess(storage, pool)
    letters.assign(storage)
    storage.record("disk-found", f"{device.serial} is there", serial=device.serial)
