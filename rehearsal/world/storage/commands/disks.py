"""Get-, Set-, Initialize-, Clear-Disk."""

from __future__ import annotations

from collections.abc import Callable

from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.commands.table import changes, reads
from rehearsal.world.storage.disks import disk_operations
from rehearsal.world.storage.enumerations import PartitionStyle
from rehearsal.world.storage.state.os_disk import OsDisk
from rehearsal.world.windows.cim.cim import CimObject

_LOOKUP = (
    ("UniqueId", "UniqueId"), ("FriendlyName", "FriendlyName"), ("Path", "Path"), ("SerialNumber", "SerialNumber"),
)  # fmt: skip
_STYLES = {"Unknown": 0, "MBR": 1, "GPT": 2}


def all_os_disks(session: Session) -> list[CimObject]:
    return [session.show.disk(disk) for disk in session.storage.os_disks()]


def by_lookup(session: Session, parameter: str = "Number") -> list[CimObject] | None:
    """Disks by number, name, id or path; None when no such parameter is given."""
    everything = all_os_disks(session)
    numbers = session.numbers(parameter)
    if numbers is None:
        return session.search("MSFT_Disk", everything, _LOOKUP)
    found = []
    for number in numbers:
        hits = [item for item in everything if item.raw["Number"] == number]
        if not hits:
            session.not_found("MSFT_Disk", "Number", number)
        found.extend(hits)
    return found


def _related(session: Session, source: CimObject) -> list[CimObject]:
    disks = session.storage.os_disks()
    match source.cim_class:
        case "MSFT_VirtualDisk":
            disks = [disk for disk in disks if disk.space is not None and disk.space.unique_id == source.key[2]]
        case "MSFT_Partition":
            disks = [disk for disk in disks if any(p.guid == source.key[2] for p in disk.content.partitions)]
        case "MSFT_StorageJob":
            job = session.storage.jobs.get(source.key[2])
            wanted = job.virtual_disk_id if job is not None else None
            disks = [disk for disk in disks if disk.space is not None and disk.space.unique_id == wanted]
        case "MSFT_StorageSubSystem" if source.key[1] == "cluster-subsystem":
            disks = []
    return [session.show.disk(disk) for disk in disks]


@reads(
    "Get-Disk", "UniqueId", "FriendlyName", "SerialNumber", "Path", "Number", "Partition", "VirtualDisk",
    "StorageSubSystem",
    "StorageNode", "StorageJob",
)  # fmt: skip
def get_disk(session: Session) -> list[CimObject]:
    source = session.source(
        VirtualDisk="MSFT_VirtualDisk", Partition="MSFT_Partition", StorageSubSystem="MSFT_StorageSubSystem",
        StorageNode="MSFT_StorageNode", StorageJob="MSFT_StorageJob",
    )  # fmt: skip
    if source is not None:
        return session.unless_empty("MSFT_Disk", _related(session, source), "VirtualDisk", "Partition")
    found = by_lookup(session)
    return all_os_disks(session) if found is None else found


def _act(session: Session, action: Callable[[OsDisk], object], *, dangerous: bool = False) -> list[CimObject]:
    source = session.piped()
    targets = session.objects("InputObject", "VirtualDisk")
    if source is not None and source.cim_class == "MSFT_VirtualDisk":
        targets = _related(session, source)
    elif source is not None:
        targets = [source]
    elif not targets:
        targets = by_lookup(session) or []
    passed: list[CimObject] = []
    for target in targets:
        if not session.may(f"Disk {target.raw.get('Number')}", dangerous=dangerous):
            continue

        def act(item: CimObject = target) -> bool:
            action(session.disk_of(item))
            return True

        if session.attempt("MSFT_Disk", act) and session.flag("PassThru"):
            passed.append(session.show.disk(session.disk_of(target)))
    return passed


@changes("Set-Disk", "InputObject", "UniqueId", "Path", "Number", "IsOffline", "IsReadOnly")
def set_disk(session: Session) -> None:
    offline, read_only = session.flag("IsOffline"), session.flag("IsReadOnly")

    def change(disk: OsDisk) -> None:
        if offline is not None:
            disk_operations.set_offline(session.storage, disk, offline)
        if read_only is not None:
            disk_operations.set_read_only(session.storage, disk, read_only)

    _act(session, change)


@changes(
    "Initialize-Disk",
    "UniqueId",
    "FriendlyName",
    "Path",
    "Number",
    "VirtualDisk",
    "InputObject",
    "PartitionStyle",
    "PassThru",
)
def initialize_disk(session: Session) -> list[CimObject]:
    style = PartitionStyle(session.choice("PartitionStyle", _STYLES) or 2)
    return _act(session, lambda disk: disk_operations.initialize(session.storage, disk, style))


@changes(
    "Clear-Disk", "UniqueId", "FriendlyName", "Path", "Number", "InputObject", "RemoveData", "RemoveOEM", "PassThru"
)
def clear_disk(session: Session) -> list[CimObject]:
    remove = bool(session.flag("RemoveData"))
    return _act(
        session, lambda disk: disk_operations.clear(session.storage, disk, remove_data=remove), dangerous=True
    )  # fmt: skip
