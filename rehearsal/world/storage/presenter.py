"""From the model to the objects that the Storage cmdlets return: every property that the reference knows a value for.

Keys are (node, kind, id): by them a cmdlet finds again what a (possibly stale) object stood for.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import lru_cache
from typing import Any

from rehearsal.world.storage.disks.disk_objects import DiskObjects
from rehearsal.world.storage.enumerations import Bus, CannotPool, ExtentKind, Health, Media, Operational, Usage
from rehearsal.world.storage.pools import health
from rehearsal.world.storage.state.device import Device, guid
from rehearsal.world.storage.state.job import StorageJob
from rehearsal.world.storage.state.pool import Pool
from rehearsal.world.storage.state.virtual_disk import VirtualDisk
from rehearsal.world.windows.cim.cim import CimObject

SUPPORTED_USAGES = (1, 2, 3, 4, 5)
NO_LIMIT = (1 << 64) - 1 - (1 << 30)


class Presenter(DiskObjects):
    """All objects; those of disks, partitions and volumes come from DiskObjects."""

    # -- subsystems ---------------------------------------------------------------------------------------------------

    def subsystem(self, clustered: bool = False) -> CimObject:
        """The local subsystem, or the cluster's."""
        storage = self.storage
        name = (
            f"Clustered Windows Storage on {storage.cluster_name}"
            if clustered
            else f"Windows Storage on {storage.node}"
        )
        unique = f"{{{guid(storage.cluster_name or '', 'cluster subsystem')}}}" if clustered else storage.subsystem_id
        return self._make(
            "MSFT_StorageSubSystem", "cluster-subsystem" if clustered else "subsystem", unique,
            {
                "ObjectId": self._object_id("StorageSubSystem", unique), "UniqueId": unique, "FriendlyName": name,
                "Name": storage.cluster_name if clustered else storage.node, "HealthStatus": 0,
                "OperationalStatus": (2,),
                "Manufacturer": "Microsoft Corporation",
                "Model": "Clustered Windows Storage" if clustered else "Windows Storage",
                "AutomaticClusteringEnabled": storage.automatic_clustering if clustered else False,
                "FaultDomainAwarenessDefault": 1, "PhysicalDisksPerStoragePoolMin": 1, "NameFormat": 1,
                "SupportsStoragePoolCreation": True, "SupportsStoragePoolDeletion": True,
                "SupportsStoragePoolAddPhysicalDisk": True, "SupportsStoragePoolRemovePhysicalDisk": True,
                "SupportsVirtualDiskCreation": True, "SupportsVirtualDiskDeletion": True,
                "SupportsVirtualDiskModification": True, "SupportsVirtualDiskRepair": True,
                "SupportsStoragePoolFriendlyNameModification": True, "SupportsVolumeCreation": True,
            },
        )  # fmt: skip

    # -- pools --------------------------------------------------------------------------------------------------------

    def primordial(self, clustered: bool = False) -> CimObject:
        """The pool of all disks; each subsystem has one."""
        storage = self.storage
        devices = [] if clustered else [device for device in storage.devices.values() if device.present]
        unique = f"{{{guid(storage.node, 'primordial', int(clustered))}}}"
        return self._make(
            "MSFT_StoragePool", "cluster-primordial" if clustered else "primordial", unique,
            {
                "ObjectId": self._object_id("StoragePool", unique), "UniqueId": unique, "FriendlyName": "Primordial",
                "HealthStatus": 0, "OperationalStatus": (2,), "IsPrimordial": True,
                "IsReadOnly": False, "IsClustered": clustered, "ReadOnlyReason": 1, "Usage": 1,
                "OtherUsageDescription": "Primordial", "Size": sum(device.size_bytes for device in devices),
                "AllocatedSize": sum(device.size_bytes for device in devices if not device.is_blank),
                "IsPowerProtected": False, "SupportsDeduplication": False, "RetireMissingPhysicalDisks": 1,
                "RepairPolicy": 3, "ProvisioningTypeDefault": 2, "ResiliencySettingNameDefault": "Mirror",
                "FaultDomainAwarenessDefault": 1, "MediaTypeDefault": 0,
            },
        )  # fmt: skip

    def pool(self, pool: Pool) -> CimObject:
        storage, settings = self.storage, self.storage.settings
        state, operational = pool.health(settings)
        default = NO_LIMIT if pool.write_cache_default is None else pool.write_cache_default
        members = pool.members.values()
        metadata = settings.slab_bytes * len(pool.members)
        return self._make(
            "MSFT_StoragePool", "pool", pool.unique_id,
            {
                "ObjectId": self._object_id("StoragePool", pool.unique_id), "UniqueId": pool.unique_id,
                "FriendlyName": pool.friendly_name, "HealthStatus": state, "OperationalStatus": operational,
                "IsPrimordial": False, "IsReadOnly": pool.is_read_only(settings),
                "ReadOnlyReason": pool.read_only_reason(settings), "IsClustered": pool.is_clustered,
                "IsPowerProtected": pool.is_power_protected, "Usage": 1, "Version": 19,
                "Size": sum(storage.pooled_bytes(member) for member in members if member.present),
                "AllocatedSize": metadata + sum(storage.shown_allocated_bytes(device_id) for device_id in pool.members),
                "RetireMissingPhysicalDisks": pool.retire_missing, "RepairPolicy": pool.repair_policy,
                "ResiliencySettingNameDefault": pool.resiliency_default,
                "ProvisioningTypeDefault": pool.provisioning_default,
                "SupportedProvisioningTypes": (1, 2), "FaultDomainAwarenessDefault": 1, "MediaTypeDefault": 0,
                "LogicalSectorSize": pool.logical_sector_bytes, "PhysicalSectorSize": 4096, "ClearOnDeallocate": False,
                "EnclosureAwareDefault": False, "SupportsDeduplication": True, "ThinProvisioningAlertThresholds": (70,),
                "WriteCacheSizeDefault": default, "WriteCacheSizeMax": NO_LIMIT, "WriteCacheSizeMin": 0,
            },
        )  # fmt: skip

    # -- physical disks -----------------------------------------------------------------------------------------------

    def physical_disk(self, device: Device) -> CimObject:
        storage = self.storage
        pool = storage.pool_of(device)
        member = pool.members[device.unique_id] if pool is not None else None
        state, operational = health.device_health(storage, device)
        against = health.reasons_against(storage, device)
        if member is None and device.unique_id in storage.listed_still:
            pool, member = storage.listed_still[device.unique_id]
            against = (CannotPool.IN_A_POOL,)
            if member.leaving:
                state, operational = Health.WARNING, (Operational.REMOVING_FROM_POOL,)
        hidden = device.serial_hidden or not (device.present or storage.settings.lost_member_keeps_serial)
        return self._make(
            "MSFT_PhysicalDisk", "device", device.unique_id,
            {
                "ClassName": "MSFT_PhysicalDisk", "ObjectId": self._object_id("PhysicalDisk", device.unique_id),
                "UniqueId": device.unique_id, "UniqueIdFormat": 2,
                "FriendlyName": member.shown_name if member else device.hardware_name,
                "Description": member.description if member else None, "Manufacturer": "NVMe",
                "Model": device.hardware_name.removeprefix("NVMe "), "SerialNumber": "" if hidden else device.serial,
                "HealthStatus": state, "OperationalStatus": operational, "BusType": Bus.NVME,
                "MediaType": member.shown_media if member else device.known_media, "SpindleSpeed": 0,
                "Usage": member.usage if member else Usage.AUTO_SELECT, "SupportedUsages": SUPPORTED_USAGES,
                "Size": storage.pooled_bytes(member) if member else device.size_bytes,
                "AllocatedSize": self._allocated(device),
                "VirtualDiskFootprint": storage.footprint_bytes(device.unique_id),
                "CanPool": not against, "CannotPoolReason": against or None,
                "DeviceId": str(device.device_id) if device.present else None,
                "PhysicalLocation": "Integrated : Adapter " + str(device.device_id) if device.present else None,
                "FirmwareVersion": "1.0", "LogicalSectorSize": 512, "PhysicalSectorSize": 512, "IsPartial": False,
                "StoragePoolUniqueId": pool.unique_id if pool else None,
            },
        )  # fmt: skip

    def _allocated(self, device: Device) -> int:
        if self.storage.pool_of(device) is not None:  # the pool knows it of a disk that is gone, too
            return self.storage.settings.slab_bytes + self.storage.shown_allocated_bytes(device.unique_id)
        return sum(partition.size_bytes for partition in device.content.partitions)

    # -- virtual disks ------------------------------------------------------------------------------------------------

    def virtual_disk(self, space: VirtualDisk) -> CimObject:
        state, operational = health.space_health(self.storage, space)
        data = sum(space.where(ExtentKind.DATA).values())
        values: dict[str, Any] = {
            "ObjectId": self._object_id("VirtualDisk", space.unique_id), "UniqueId": space.unique_id,
            "UniqueIdFormat": 0,
            "UniqueIdFormatDescription": "", "FriendlyName": space.friendly_name, "Name": "", "NameFormat": None,
            "HealthStatus": state, "OperationalStatus": operational, "DetachedReason": space.detached_reason,
            "IsManualAttach": space.is_manual_attach, "Access": 3, "Usage": 1, "OtherUsageDescription": "",
            "ResiliencySettingName": space.resiliency, "ProvisioningType": space.provisioning, "Size": space.size_bytes,
            "AllocatedSize": data, "FootprintOnPool": sum(space.extents.values()), "AllocationUnitSize": 256 << 20,
            "NumberOfColumns": space.columns, "Interleave": space.interleave_bytes, "NumberOfDataCopies": 1,
            "PhysicalDiskRedundancy": 0, "NumberOfGroups": 1, "NumberOfAvailableCopies": 0,
            "WriteCacheSize": space.write_cache_bytes, "ReadCacheSize": 0, "MediaType": Media.UNSPECIFIED,
            "ColumnIsolation": 1, "FaultDomainAwareness": 1, "IsTiered": False, "IsSnapshot": False,
            "IsDeduplicationEnabled": False, "IsEnclosureAware": False, "RequestNoSinglePointOfFailure": False,
            "LogicalSectorSize": 512, "PhysicalSectorSize": 4096,
        }  # fmt: skip
        return self._make("MSFT_VirtualDisk", "space", space.unique_id, values)

    # -- jobs, settings, extents --------------------------------------------------------------------------------------

    def job(self, job: StorageJob) -> CimObject:
        storage = self.storage
        elapsed = (job.ended_s if job.ended_s is not None else storage.world.clock.monotonic()) - job.submitted_s
        return self._make(
            "MSFT_StorageJob", "job", job.unique_id,
            {
                "ObjectId": self._object_id("StorageJob", job.unique_id), "UniqueId": job.unique_id, "Name": job.name,
                "JobState": job.state, "PercentComplete": job.percent, "BytesProcessed": job.done_bytes,
                "BytesTotal": job.total_bytes, "IsBackgroundTask": job.is_background, "DeleteOnCompletion": True,
                "ElapsedTime": timedelta(seconds=round(elapsed)), "ErrorCode": job.error_code,
                "ErrorDescription": job.error_text, "JobStatus": job.status_text,
                "OperationalStatus": (2,),
                "LocalOrUtcTime": 1, "RecoveryAction": 2,
            },
        )  # fmt: skip

    def resiliency_setting(self, pool: Pool, name: str) -> CimObject:
        """Simple, Mirror or Parity of a pool; the model makes Simple spaces only."""
        least = {"Simple": 1, "Mirror": 2, "Parity": 3}[name]
        return self._make(
            "MSFT_ResiliencySetting", "resiliency", f"{pool.unique_id}:{name}",
            {
                "ObjectId": self._object_id("ResiliencySetting", name), "UniqueId": f"{pool.unique_id}:{name}",
                "Name": name,
                "Description": "", "NumberOfDataCopiesDefault": 2 if name == "Mirror" else 1,
                "PhysicalDiskRedundancyDefault": 0 if name == "Simple" else 1, "NumberOfColumnsDefault": 0,
                "NumberOfColumnsMin": least, "NumberOfColumnsMax": 0, "InterleaveDefault": 256 << 10,
                "InterleaveMin": 16 << 10, "InterleaveMax": 64 << 20, "NumberOfGroupsDefault": 1,
                "RequestNoSinglePointOfFailure": name != "Simple",
            },
        )  # fmt: skip

    def storage_setting(self) -> CimObject:
        return self._make(
            "MSFT_StorageSetting", "setting", "setting",
            {"NewDiskPolicy": self.storage.new_disk_policy, "ScrubPolicy": 1},
        )  # fmt: skip

    def storage_node(self) -> CimObject:
        node = self.storage.node
        return self._make(
            "MSFT_StorageNode", "node", node,
            {"ObjectId": self._object_id("StorageNode", node), "UniqueId": node, "Name": node, "OperationalStatus": 2},
        )  # fmt: skip

    def extents(
        self, space: VirtualDisk, device: Device, kind: ExtentKind, size_bytes: int, column: int
    ) -> list[CimObject]:
        """The slabs of a column on a disk, an object each."""
        settings = self.storage.settings
        status = Operational.OK if device.present else Operational.LOST_COMMUNICATION
        slabs = _slabs(
            space.unique_id, device.unique_id, kind, size_bytes, column, status, settings.slab_bytes,
            settings.disk_metadata_bytes,
        )  # fmt: skip
        node = self.storage.node
        rows = [((node, "extent", identifier), values) for identifier, values in slabs]
        return self._view("MSFT_PhysicalExtent").make_alike(rows)


@lru_cache(maxsize=64)
def _slabs(
    space_id: str, device_id: str, kind: ExtentKind, size_bytes: int, column: int, status: Operational,
    slab_bytes: int, metadata_bytes: int,
) -> tuple[tuple[tuple[str, str, int, int], Mapping[str, Any]], ...]:  # fmt: skip
    """Identifier and values of each slab. A node is looked at time and again, and has hundreds of them a disk."""
    return tuple(
        (
            (space_id, device_id, int(kind), index),
            {
                "ColumnNumber": column, "CopyNumber": 0, "Flags": 1 if kind is ExtentKind.CACHE else 0,
                "OperationalStatus": (status,), "PhysicalDiskOffset": metadata_bytes + index * slab_bytes,
                "PhysicalDiskUniqueId": device_id, "Size": slab_bytes, "StorageTierUniqueId": "",
                "VirtualDiskOffset": index * slab_bytes, "VirtualDiskUniqueId": space_id,
            },
        )
        for index in range(-(-size_bytes // slab_bytes))
    )  # fmt: skip
