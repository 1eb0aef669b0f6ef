"""Objects of Get-Disk, Get-Partition, Get-Volume, and what every object of the storage provider has."""

from __future__ import annotations

from typing import Any

from rehearsal.world.storage.enumerations import Bus, DiskStatus, Health, Operational
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.content import BASIC_DATA, EFI_SYSTEM, MICROSOFT_RESERVED, Partition, Volume
from rehearsal.world.storage.state.device import digest, guid
from rehearsal.world.storage.state.os_disk import OsDisk
from rehearsal.world.windows.cim import cim
from rehearsal.world.windows.cim.cim import CimObject, View
from rehearsal.world.windows.cim.cim_text import Language

_FILE_SYSTEM_TYPES = {"NTFS": 14, "FAT32": 6, "ReFS": 15}
_PARTITION_TYPES = {BASIC_DATA: "Basic", EFI_SYSTEM: "System", MICROSOFT_RESERVED: "Reserved"}


class DiskObjects:
    """Makes the objects of one host's storage for one session (`with_text`: the Storage module is loaded there)."""

    def __init__(self, storage: StorageSpaces, *, with_text: bool = True) -> None:
        self.storage = storage
        self.with_text = with_text
        self._provider = rf"\\{storage.node}\root/Microsoft/Windows/Storage/Providers_v2\SPACES_"

    def _view(self, name: str) -> View:
        settings = self.storage.settings
        language = settings.language if self.with_text else Language.ENGLISH
        return cim.view(
            name, with_text=self.with_text, schema_23h2=settings.schema_23h2,
            unconfirmed_as_text=settings.unconfirmed_as_text, language=language,
        )  # fmt: skip

    def _make(self, name: str, kind: str, identifier: str, values: dict[str, Any]) -> CimObject:
        return self._view(name).make((self.storage.node, kind, identifier), values)

    def _object_id(self, kind: str, identifier: str) -> str:
        return f'{{1}}{self._provider}{kind}.ObjectId="{self.storage.subsystem_id}:{kind[:2].upper()}:{identifier}"'

    def disk(self, disk: OsDisk) -> CimObject:
        space, device = disk.space, disk.device
        healthy = space is None or self.storage.is_readable(space)
        model = "Storage Space" if space else (device.hardware_name.removeprefix("NVMe ") if device else "")
        unique, path = _disk_identity(self.storage.node, disk)
        content = disk.content
        return self._make(
            "MSFT_Disk", "disk", unique,
            {
                "ObjectId": f'{{1}}{self._provider}Disk.ObjectId="{unique}"', "UniqueId": unique,
                "UniqueIdFormat": 0 if space else 2, "Path": path, "Number": disk.number,
                "FriendlyName": space.friendly_name if space else (device.hardware_name if device else ""),
                "Manufacturer": "Msft" if space else "NVMe", "Model": model,
                "SerialNumber": space.unique_id if space else (device.serial if device else ""),
                "BusType": Bus.SPACES if space else Bus.NVME,
                "HealthStatus": Health.HEALTHY if healthy else Health.UNHEALTHY,
                "OperationalStatus": (DiskStatus.OFFLINE if disk.owner.offline else DiskStatus.ONLINE,),
                "OfflineReason": 1 if disk.owner.offline else None, "IsOffline": disk.owner.offline,
                "IsReadOnly": disk.owner.read_only, "IsBoot": disk.is_system, "IsSystem": disk.is_system,
                "BootFromDisk": disk.is_system, "IsClustered": False, "IsHighlyAvailable": False, "IsScaleOut": False,
                "PartitionStyle": content.style, "Guid": content.guid, "NumberOfPartitions": len(content.partitions),
                "Size": disk.size_bytes, "AllocatedSize": disk.allocated_bytes if content.is_initialized else 0,
                "LargestFreeExtent": disk.largest_free_bytes, "LogicalSectorSize": 512, "PhysicalSectorSize": 4096,
                "ProvisioningType": 2, "FirmwareVersion": "0.1" if space else "1.0", "Location": "Integrated",
            },
        )  # fmt: skip

    def partition(self, disk: OsDisk, partition: Partition) -> CimObject:
        unique, path = _disk_identity(self.storage.node, disk)
        letter = partition.letter if partition.letter_in_force else None
        paths = ([f"{letter}:\\"] if letter else []) + ([partition.volume.path] if partition.volume else [])
        return self._make(
            "MSFT_Partition", "partition", partition.guid,
            {
                "Type": _PARTITION_TYPES.get(partition.gpt_type, "Unknown"),
                "ObjectId": f'{{1}}{self._provider}Partition.ObjectId="{partition.guid}"',
                "UniqueId": "{00000000-0000-0000-0000-000000000000}" + unique,
                "AccessPaths": (*paths, *partition.access_paths),
                "DiskId": path, "DiskNumber": disk.number, "DriveLetter": letter or "\0", "GptType": partition.gpt_type,
                "Guid": partition.guid, "IsActive": False, "IsBoot": letter == "C", "IsDAX": False,
                "IsHidden": partition.gpt_type == MICROSOFT_RESERVED, "IsOffline": disk.owner.offline,
                "IsReadOnly": disk.owner.read_only, "IsShadowCopy": False, "IsSystem": partition.gpt_type == EFI_SYSTEM,
                "NoDefaultDriveLetter": partition.no_default_letter, "Offset": partition.offset, "OperationalStatus": 1,
                "PartitionNumber": partition.number, "Size": partition.size_bytes, "TransitionState": 1,
            },
        )  # fmt: skip

    def volume(self, disk: OsDisk, partition: Partition, volume: Volume) -> CimObject:
        letter = partition.letter if partition.letter_in_force else None
        readable = disk.space is None or self.storage.is_readable(disk.space)
        formatted = volume.is_formatted and self._shows_file_system(volume)
        return self._make(
            "MSFT_Volume", "volume", volume.guid,
            {
                "ObjectId": f'{{1}}{self._provider}Volume.ObjectId="{volume.path}"', "UniqueId": volume.path,
                "Path": volume.path, "DriveLetter": letter, "DriveType": 3,
                "FileSystem": volume.file_system if formatted else "",
                "FileSystemLabel": volume.label if formatted else "",
                "FileSystemType": _FILE_SYSTEM_TYPES.get(volume.file_system, 0) if formatted else 0,
                "HealthStatus": Health.HEALTHY if readable else Health.UNHEALTHY,
                "OperationalStatus": (Operational.OK if formatted and readable else Operational.UNKNOWN,),
                "AllocationUnitSize": volume.allocation_unit_bytes if formatted else 0, "DedupMode": 4,
                "Size": volume.size_bytes if formatted else 0, "SizeRemaining": volume.free_bytes if formatted else 0,
            },
        )  # fmt: skip

    def _shows_file_system(self, volume: Volume) -> bool:
        settings = self.storage.settings
        if volume.online_since_s is None or not settings.file_system_shown_late:
            return True
        return self.storage.world.clock.monotonic() - volume.online_since_s >= settings.file_system_shown_s


def _disk_identity(node: str, disk: OsDisk) -> tuple[str, str]:
    """UniqueId and Path of a disk."""
    if disk.space is not None:
        unique = disk.space.unique_id
        return unique, rf"\\?\storage#disk#{{{guid(node, 'disk', unique)}}}#{{53f56307-b6bf-11d0-94f2-00a0c91efb8b}}"
    assert disk.device is not None
    product = "prod_amazon_elastic_b" if disk.device.persistent else "prod_amazon_ec2_nvme"
    unique = disk.device.unique_id
    where = digest(node, "path", unique)[:8]
    return unique, rf"\\?\scsi#disk&ven_nvme&{product}#{where}#{{53f56307-b6bf-11d0-94f2-00a0c91efb8b}}"
