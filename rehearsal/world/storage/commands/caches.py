"""Update-StorageProviderCache, Update-HostStorageCache, Update-Disk, Write-VolumeCache: what refreshes or flushes."""

from __future__ import annotations

from rehearsal.world.storage.commands.session import Session
from rehearsal.world.storage.commands.table import changes
from rehearsal.world.storage.commands.volumes import volume_targets
from rehearsal.world.storage.disks import disk_operations
from rehearsal.world.windows.cim.cim import CimObject


@changes("Update-StorageProviderCache", "DiscoveryLevel", "StorageSubSystem", "Name")
def update_storage_provider_cache(session: Session) -> None:
    session.choice("DiscoveryLevel", {"Level0": 0, "Level1": 1, "Level2": 2, "Level3": 3, "Full": 3})
    session.sleep(session.storage.settings.refresh_s)


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
