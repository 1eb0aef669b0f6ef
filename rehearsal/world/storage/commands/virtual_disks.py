"""Get-, New-, Set-, Resize-, Remove-, Repair-, Connect-, Disconnect-VirtualDisk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.world.storage.commands.pools import HEALTH, MEDIA, PROVISIONING, all_pools
from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.commands.table import changes, reads
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.pools import repair, virtual_disk_operations
from rehearsal.world.storage.settings import RepairReturns
from rehearsal.world.storage.state.virtual_disk import VirtualDisk
from rehearsal.world.windows.cim.cim import CimObject
from rehearsal.world.windows.system.background_jobs import JobFailedError
from rehearsal.world.windows.types.job import JobObject

_LOOKUP = (("UniqueId", "UniqueId"), ("FriendlyName", "FriendlyName"), ("Name", "Name"))


def all_virtual_disks(session: Session) -> list[CimObject]:
    """Of the visible pools; on a cluster node maybe of every node."""
    return [show.virtual_disk(space) for storage, show in session.views() for space in storage.visible_virtual_disks()]


def _related(session: Session, source: CimObject) -> list[CimObject]:
    storage = session.storage
    identifier = source.key[2]
    spaces = storage.visible_virtual_disks()
    match source.cim_class:
        case "MSFT_StoragePool":
            spaces = [space for space in spaces if space.pool_id == identifier]
        case "MSFT_PhysicalDisk":
            spaces = [space for space in spaces if space.bytes_on(identifier)]
        case "MSFT_Disk":
            spaces = [space for space in spaces if space.unique_id == identifier]
        case "MSFT_StorageJob":
            job = storage.jobs.get(identifier)
            spaces = [space for space in spaces if job is not None and space.unique_id == job.virtual_disk_id]
        case "MSFT_StorageSubSystem":
            clustered = source.key[1] == "cluster-subsystem"
            spaces = [space for space in spaces if storage.pools[space.pool_id].is_clustered is clustered]
    return [session.show.virtual_disk(space) for space in spaces]


@reads(
    "Get-VirtualDisk", "UniqueId", "FriendlyName", "Name", "HealthStatus", "StorageSubSystem", "StorageNode",
    "StoragePool",
    "PhysicalDisk", "Disk", "StorageJob",
)  # fmt: skip
def get_virtual_disk(session: Session) -> list[CimObject]:
    source = session.source(
        StoragePool="MSFT_StoragePool", PhysicalDisk="MSFT_PhysicalDisk", Disk="MSFT_Disk",
        StorageJob="MSFT_StorageJob",
        StorageSubSystem="MSFT_StorageSubSystem", StorageNode="MSFT_StorageNode",
    )  # fmt: skip
    if source is not None:
        found = _related(session, source)
    else:
        everything = all_virtual_disks(session)
        hits = session.search("MSFT_VirtualDisk", everything, _LOOKUP)
        found = everything if hits is None else hits
    health = session.choices("HealthStatus", HEALTH)
    if health is not None:
        found = [item for item in found if int(item.raw["HealthStatus"]) in health]
    return session.unless_empty("MSFT_VirtualDisk", found, "StorageSubSystem", "StoragePool", "PhysicalDisk", "Disk")


@changes(
    "New-VirtualDisk", "StoragePoolUniqueId", "StoragePoolFriendlyName", "StoragePoolName", "InputObject",
    "FriendlyName",
    "ResiliencySettingName", "Size", "UseMaximumSize", "ProvisioningType", "PhysicalDisksToUse",
    "PhysicalDiskRedundancy",
    "NumberOfDataCopies", "NumberOfColumns", "AutoNumberOfColumns", "Interleave", "WriteCacheSize",
    "AutoWriteCacheSize",
    "MediaType",
)  # fmt: skip
def new_virtual_disk(session: Session) -> list[CimObject]:
    by_name = (
        ("StoragePoolUniqueId", "UniqueId"), ("StoragePoolFriendlyName", "FriendlyName"), ("StoragePoolName", "Name"),
    )  # fmt: skip
    pools = session.objects("InputObject") or session.search("MSFT_StoragePool", all_pools(session), by_name) or []
    made: list[CimObject] = []
    for target in pools:
        if session.may(str(target.raw["FriendlyName"])):
            space = session.attempt("MSFT_StoragePool", lambda item: _create(session, item), target)
            made.extend([session.show.virtual_disk(space)] if space is not None else [])
    return made


def _create(session: Session, target: CimObject) -> VirtualDisk:
    pool = session.pool_of(target)
    session.choice("MediaType", MEDIA)
    disks = [session.device_of(item) for item in session.objects("PhysicalDisksToUse")]
    return virtual_disk_operations.create(
        session.storage, pool, session.text("FriendlyName") or "", size=session.number("Size"),
        use_maximum=bool(session.flag("UseMaximumSize")), columns=session.number("NumberOfColumns"),
        interleave=session.number("Interleave"), write_cache=session.number("WriteCacheSize"),
        resiliency=session.text("ResiliencySettingName"), provisioning=session.choice("ProvisioningType", PROVISIONING),
        data_copies=session.number("NumberOfDataCopies"), redundancy=session.number("PhysicalDiskRedundancy"),
        on=disks or None,
    )  # fmt: skip


def _targets(session: Session) -> list[CimObject]:
    return (
        session.objects("InputObject") or session.search("MSFT_VirtualDisk", all_virtual_disks(session), _LOOKUP) or []
    )


def _act(session: Session, action: Callable[[VirtualDisk], object], *, dangerous: bool = False) -> list[CimObject]:
    """Does it to each target; -PassThru gives back what it looks like afterwards."""
    passed: list[CimObject] = []
    for target in _targets(session):
        if not session.may(str(target.raw["FriendlyName"]), dangerous=dangerous):
            continue

        def act(item: CimObject = target) -> bool:
            action(session.space_of(item))
            return True

        if session.attempt("MSFT_VirtualDisk", act) and session.flag("PassThru"):
            space = session.storage.virtual_disks.get(target.key[2])
            passed.append(target if space is None else session.show.virtual_disk(space))
    return passed


@changes(
    "Set-VirtualDisk", "InputObject", "UniqueId", "FriendlyName", "Name", "NewFriendlyName", "IsManualAttach", "Access",
)  # fmt: skip
def set_virtual_disk(session: Session) -> None:
    manual, name = session.flag("IsManualAttach"), session.text("NewFriendlyName")

    def change(space: VirtualDisk) -> None:
        virtual_disk_operations.check_settable(session.storage, space)
        space.is_manual_attach = space.is_manual_attach if manual is None else manual
        space.friendly_name = name or space.friendly_name
        session.storage.record("virtual-disk-set", f"{space.friendly_name}: manual attach {space.is_manual_attach}")

    _act(session, change)


@changes("Resize-VirtualDisk", "UniqueId", "FriendlyName", "Name", "InputObject", "Size", "PassThru")
def resize_virtual_disk(session: Session) -> list[CimObject]:
    size = session.number("Size") or 0
    return _act(session, lambda space: virtual_disk_operations.resize(session.storage, space, size))


@changes("Remove-VirtualDisk", "UniqueId", "FriendlyName", "Name", "InputObject", "PassThru")
def remove_virtual_disk(session: Session) -> list[CimObject]:
    return _act(session, lambda space: virtual_disk_operations.remove(session.storage, space), dangerous=True)


@changes("Repair-VirtualDisk", "UniqueId", "FriendlyName", "Name", "InputObject", "PassThru", as_job=True)
def repair_virtual_disk(session: Session) -> list[Any]:
    """Comes back when the repair is over, or at once [write-cache#repair-returns]; the work goes on in a storage job in
    either case.

    -AsJob gives a job of PowerShell's that ends when the method would have come back.
    """

    def mend(space: VirtualDisk) -> None:
        job = repair.start(session.storage, space)
        if job is not None and session.storage.settings.repair_returns is RepairReturns.WHEN_DONE:
            repair.wait(session.storage, space, job)

    if session.flag("AsJob"):
        return [_mend_beside(session, mend)]
    return _act(session, mend)


def _mend_beside(session: Session, mend: Callable[[VirtualDisk], None]) -> JobObject:
    job = session.process.begin_job(session.windows, "Repair-VirtualDisk")
    targets = [target for target in _targets(session) if session.may(str(target.raw["FriendlyName"]))]

    def work() -> None:
        for target in targets:
            try:
                mend(session.space_of(target))
            except StorageError as error:
                record = session.record_of(error, "MSFT_VirtualDisk")
                record.origin = record.activity = "Repair-VirtualDisk"
                raise JobFailedError(record) from error

    job.run(work)
    return JobObject(job)


@changes("Connect-VirtualDisk", "UniqueId", "FriendlyName", "Name", "InputObject", "PassThru")
def connect_virtual_disk(session: Session) -> list[CimObject]:
    return _act(session, lambda space: virtual_disk_operations.connect(session.storage, space))


@changes("Disconnect-VirtualDisk", "UniqueId", "FriendlyName", "Name", "InputObject", "PassThru")
def disconnect_virtual_disk(session: Session) -> list[CimObject]:
    return _act(session, lambda space: virtual_disk_operations.disconnect(session.storage, space))
