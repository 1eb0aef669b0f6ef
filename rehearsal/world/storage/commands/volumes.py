"""Get-Volume, Format-Volume, and what refreshes or flushes caches.

A drive letter means whatever holds it at this moment [windows#letters-move].
"""

from __future__ import annotations

from rehearsal.world.storage.commands.partitions import Place, all_places, by_letter
from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.commands.table import changes, reads
from rehearsal.world.storage.disks import disk_operations
from rehearsal.world.storage.state.content import Partition, Volume
from rehearsal.world.storage.state.os_disk import OsDisk
from rehearsal.world.windows.cim.cim import CimObject


def _shown(session: Session, places: list[Place]) -> list[CimObject]:
    return [session.show.volume(disk, part, part.volume) for disk, part in places if part.volume is not None]


def _by_lookup(session: Session) -> list[Place] | None:
    places = by_letter(session, "DriveLetter", "MSFT_Volume")
    if places is not None:
        return places
    everything = [place for place in all_places(session) if place[1].volume is not None]
    pairs = list(zip(_shown(session, everything), everything, strict=True))
    for parameter in ("ObjectId", "UniqueId", "Path", "FileSystemLabel"):
        if session.given(parameter):
            hits = session.search("MSFT_Volume", [item for item, _ in pairs], ((parameter, parameter),)) or []
            keys = {item.key for item in hits}
            return [place for item, place in pairs if item.key in keys]
    return None


def volume_targets(session: Session) -> list[CimObject]:
    """Volumes that a command is about: piped, given, or looked up."""
    given = session.objects("InputObject")
    if given:
        return given
    places = _by_lookup(session)
    return _shown(session, places or [])


@reads(
    "Get-Volume", "ObjectId", "UniqueId", "Path", "FileSystemLabel", "DriveLetter", "Partition", "StorageSubSystem",
    "StoragePool",
)  # fmt: skip
def get_volume(session: Session) -> list[CimObject]:
    source = session.source(
        Partition="MSFT_Partition", StorageSubSystem="MSFT_StorageSubSystem", StoragePool="MSFT_StoragePool"
    )
    if source is None:
        found = _by_lookup(session)
        return _shown(session, all_places(session) if found is None else found)
    places = all_places(session)
    if source.cim_class == "MSFT_Partition":
        places = [place for place in places if place[1].guid == source.key[2]]
    elif source.cim_class == "MSFT_StoragePool":
        places = [place for place in places if place[0].space is not None and place[0].space.pool_id == source.key[2]]
    return session.unless_empty("MSFT_Volume", _shown(session, places), "Partition", "StorageSubSystem", "StoragePool")


@changes(
    "Format-Volume", "ObjectId", "Path", "FileSystemLabel", "DriveLetter", "Partition", "InputObject", "FileSystem",
    "NewFileSystemLabel", "AllocationUnitSize", "Full", "Force", "UseLargeFRS",
)  # fmt: skip
def format_volume(session: Session) -> list[CimObject]:
    source = session.piped() or next(iter(session.objects("Partition", "InputObject")), None)
    if source is None:
        places = _by_lookup(session) or []
    elif source.cim_class == "MSFT_Partition":
        places = [place for place in all_places(session) if place[1].guid == source.key[2]]
    else:
        places = [p for p in all_places(session) if p[1].volume is not None and p[1].volume.guid == source.key[2]]
    made: list[CimObject] = []
    for disk, partition in places:
        if session.may(f"{partition.letter or 'volume'}:", dangerous=True):
            volume = session.attempt("MSFT_Volume", lambda on, part: _format(session, on, part), disk, partition)
            made.extend([session.show.volume(disk, partition, volume)] if volume is not None else [])
    return made


def _format(session: Session, disk: OsDisk, partition: Partition) -> Volume:
    session.sleep(session.storage.settings.format_s)
    return disk_operations.format_volume(
        session.storage, disk, partition, file_system=session.text("FileSystem") or "NTFS",
        label=session.text("NewFileSystemLabel") or "", allocation_unit=session.number("AllocationUnitSize"),
        force=bool(session.flag("Force")),
    )  # fmt: skip


@changes("Update-StorageProviderCache", "DiscoveryLevel", "StorageSubSystem", "Name")
def update_storage_provider_cache(session: Session) -> None:
    session.choice("DiscoveryLevel", {"Level0": 0, "Level1": 1, "Level2": 2, "Level3": 3, "Full": 3})
    session.sleep(session.storage.settings.refresh_s)
    session.storage.listed_still.clear()


@changes("Update-HostStorageCache")
def update_host_storage_cache(session: Session) -> None:
    session.sleep(session.storage.settings.refresh_s)


@changes("Update-Disk", "UniqueId", "FriendlyName", "Path", "Number", "InputObject")
def update_disk(session: Session) -> None:
    return None


@changes("Write-VolumeCache", "ObjectId", "Path", "FileSystemLabel", "DriveLetter", "InputObject", "PassThru")
def write_volume_cache(session: Session) -> list[CimObject]:
    targets = volume_targets(session)
    for target in targets:
        letter = target.raw.get("DriveLetter")
        session.sleep(session.storage.settings.flush_s)
        session.attempt("MSFT_Volume", lambda drive: disk_operations.flush(session.storage, drive), letter)
    return targets if session.flag("PassThru") else []
