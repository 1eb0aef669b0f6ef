"""Get-, New-, Set-, Resize-, Remove-Partition, Get-PartitionSupportedSize, Add-PartitionAccessPath."""

from __future__ import annotations

from collections.abc import Callable

from rehearsal.engines.powershell.objects.numbers import UInt64
from rehearsal.engines.powershell.objects.values import PSCustomObject
from rehearsal.world.storage.commands.disks import by_lookup
from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.commands.table import changes, reads
from rehearsal.world.storage.disks import disk_operations, letters
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.state.content import BASIC_DATA, Partition
from rehearsal.world.storage.state.os_disk import OsDisk
from rehearsal.world.windows.cim.cim import CimObject

Place = tuple[OsDisk, Partition]


def all_places(session: Session) -> list[Place]:
    """Every partition of every disk, in their order."""
    return [(disk, partition) for disk in session.storage.os_disks() for partition in disk.content.partitions]


def place_of(session: Session, target: CimObject) -> Place:
    """Where the partition is that an object stood for."""
    session.mine(target)
    for disk, partition in all_places(session):
        if partition.guid == target.key[2]:
            return disk, partition
    raise StorageError(5, "the partition is gone")


def by_letter(session: Session, parameter: str, cim_class: str) -> list[Place] | None:
    """Partitions by drive letters of a parameter; a letter that is free is a look-up error."""
    wanted = session.texts(parameter)
    if wanted is None:
        return None
    found: list[Place] = []
    for letter in wanted:
        held = letters.holder(session.storage, letter)
        if held is None:
            session.not_found(cim_class, "DriveLetter", letter)
        else:
            found.append(held)
    return found


def _chosen(session: Session) -> list[Place]:
    """Targets by letter, disk and partition number, or disk path and offset."""
    places = by_letter(session, "DriveLetter", "MSFT_Partition")
    if places is not None:
        return places
    places = all_places(session)
    numbers_of: tuple[tuple[str, str, Callable[[Place], int]], ...] = (
        ("DiskNumber", "DiskNumber", lambda place: place[0].number),
        ("PartitionNumber", "PartitionNumber", lambda place: place[1].number),
        ("Offset", "Offset", lambda place: place[1].offset),
    )
    for parameter, cim_property, value_of in numbers_of:
        numbers = session.numbers(parameter)
        if numbers is not None:
            places = [place for place in places if value_of(place) in numbers]
            if not places:
                session.not_found("MSFT_Partition", cim_property, numbers[0])
                return []
    ids = session.texts("DiskId")
    if ids is not None:
        wanted = [text.lower() for text in ids]
        places = [p for p in places if str(session.show.disk(p[0]).raw["Path"]).lower() in wanted]
    return places


@reads(
    "Get-Partition", "DiskId", "Offset", "DiskNumber", "PartitionNumber", "DriveLetter", "Disk", "Volume",
    "StorageSubSystem",
)  # fmt: skip
def get_partition(session: Session) -> list[CimObject]:
    source = session.source(Disk="MSFT_Disk", Volume="MSFT_Volume", StorageSubSystem="MSFT_StorageSubSystem")
    if source is None:
        places = _chosen(session)
    elif source.cim_class == "MSFT_Disk":
        places = [place for place in all_places(session) if session.show.disk(place[0]).key == source.key]
    elif source.cim_class == "MSFT_Volume":
        places = [p for p in all_places(session) if p[1].volume is not None and p[1].volume.guid == source.key[2]]
    else:
        places = all_places(session) if source.key[1] == "subsystem" else []
    found = [session.show.partition(disk, partition) for disk, partition in places]
    return session.unless_empty("MSFT_Partition", found, "Disk", "Volume")


@changes(
    "New-Partition", "DiskId", "DiskPath", "DiskNumber", "InputObject", "Size", "UseMaximumSize", "Offset", "Alignment",
    "DriveLetter", "AssignDriveLetter", "GptType",
)  # fmt: skip
def new_partition(session: Session) -> list[CimObject]:
    targets = session.objects("InputObject")
    if not targets:
        targets = by_lookup(session, "DiskNumber") or _by_path(session)
    made: list[CimObject] = []
    for target in targets:
        if session.may(f"Disk {target.raw.get('Number')}"):
            disk = session.attempt("MSFT_Disk", lambda item: session.disk_of(item), target)
            if disk is None:
                continue
            partition = session.attempt("MSFT_Disk", lambda on: _create(session, on), disk)
            made.extend([session.show.partition(disk, partition)] if partition is not None else [])
    return made


def _by_path(session: Session) -> list[CimObject]:
    wanted = session.texts("DiskPath") or session.texts("DiskId") or []
    disks = [session.show.disk(disk) for disk in session.storage.os_disks()]
    return [item for item in disks if str(item.raw["Path"]).lower() in [text.lower() for text in wanted]]


def _create(session: Session, disk: OsDisk) -> Partition:
    letter = session.text("DriveLetter")
    return disk_operations.new_partition(
        session.storage, disk, size=session.number("Size"), use_maximum=bool(session.flag("UseMaximumSize")),
        letter=letter if letter and letter != "\0" else None, assign_letter=bool(session.flag("AssignDriveLetter")),
        offset=session.number("Offset"), alignment=session.number("Alignment"),
        gpt_type=session.text("GptType") or BASIC_DATA,
    )  # fmt: skip


def _acted_on(session: Session) -> list[Place]:
    found: list[Place] = []
    for target in session.objects("InputObject"):
        place = session.attempt("MSFT_Partition", lambda item: place_of(session, item), target)
        found.extend([place] if place is not None else [])
    return found or _chosen(session)


@changes(
    "Set-Partition", "InputObject", "DiskId", "Offset", "DriveLetter", "DiskNumber", "PartitionNumber",
    "NewDriveLetter",
    "NoDefaultDriveLetter",
)  # fmt: skip
def set_partition(session: Session) -> None:
    letter, no_default = session.text("NewDriveLetter"), session.flag("NoDefaultDriveLetter")
    for _, partition in _acted_on(session):
        if not session.may(f"Partition {partition.number}"):
            continue
        if letter is not None:
            session.attempt(
                "MSFT_Partition", lambda part: disk_operations.set_letter(session.storage, part, letter), partition
            )
        if no_default is not None:
            partition.no_default_letter = no_default


@reads("Get-PartitionSupportedSize", "DiskId", "Offset", "DiskNumber", "PartitionNumber", "DriveLetter", "InputObject")
def get_partition_supported_size(session: Session) -> list[PSCustomObject]:
    """What the method's out parameters SizeMin and SizeMax say of each partition."""
    found: list[PSCustomObject] = []
    for disk, partition in _acted_on(session):
        sizes = session.attempt(
            "MSFT_Partition",
            lambda on, part: disk_operations.supported_sizes(session.storage, on, part),
            disk,
            partition,
        )
        if sizes is not None:
            found.append(PSCustomObject({"SizeMin": UInt64(sizes[0]), "SizeMax": UInt64(sizes[1])}))
    return found


@changes(
    "Resize-Partition", "DiskId", "Offset", "DiskNumber", "PartitionNumber", "DriveLetter", "InputObject", "Size",
    "PassThru",
)  # fmt: skip
def resize_partition(session: Session) -> list[CimObject]:
    size = session.number("Size") or 0
    for disk, partition in _acted_on(session):
        if session.may(f"Partition {partition.number}"):
            session.attempt(
                "MSFT_Partition",
                lambda on, part: disk_operations.resize_partition(session.storage, on, part, size),
                disk,
                partition,
            )
    if not session.flag("PassThru"):
        return []
    return [session.show.partition(disk, partition) for disk, partition in _acted_on(session)]


@changes(
    "Remove-Partition", "DiskId", "Offset", "DiskNumber", "PartitionNumber", "DriveLetter", "InputObject", "PassThru"
)
def remove_partition(session: Session) -> None:
    for disk, partition in _acted_on(session):
        if session.may(f"Partition {partition.number}", dangerous=True):
            session.attempt(
                "MSFT_Partition",
                lambda on, part: disk_operations.remove_partition(session.storage, on, part),
                disk,
                partition,
            )


@changes(
    "Add-PartitionAccessPath", "DiskId", "Offset", "DiskNumber", "PartitionNumber", "DriveLetter", "InputObject",
    "AccessPath",
    "AssignDriveLetter", "PassThru",
)  # fmt: skip
def add_partition_access_path(session: Session) -> None:
    path = session.text("AccessPath")
    for _, partition in _acted_on(session):
        if session.may(f"Partition {partition.number}"):
            session.attempt("MSFT_Partition", lambda part: _add_path(session, part, path), partition)


def _add_path(session: Session, partition: Partition, path: str | None) -> None:
    if path is None:
        free = next(c for c in "DEFGHIJKLMNOPQRSTUVWXYZ" if not letters.is_taken(session.storage, c))
        disk_operations.set_letter(session.storage, partition, free)
    elif len(path.rstrip("\\")) == 2 and path[1] == ":":
        disk_operations.set_letter(session.storage, partition, path[0])
    else:
        raise StorageError(42009, "folders as mount points aren't modelled")
