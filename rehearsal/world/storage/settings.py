"""The facts about Storage Spaces that nobody has confirmed, each a named setting with both its values.

The procedure must be right under either value; V1..V13 are the numbers of windows-storage-and-sql-ag.md §8.
Durations are in seconds, sizes in bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

GIB = 1 << 30
MIB = 1 << 20


class RepairReturns(StrEnum):
    """V2: when Repair-VirtualDisk comes back."""

    WHEN_DONE = "when done"
    AT_ONCE = "at once"


class RemovalWithExtents(StrEnum):
    """V3: what Remove-PhysicalDisk does with a disk that still holds extents."""

    REFUSED = "refused"
    MIGRATES = "migrates"


class DeviceNames(StrEnum):
    """V4: how the NVMe driver writes FriendlyName and Model."""

    SCSI_STYLE = "scsi style"
    NVME_STYLE = "nvme style"


class LateDiskRecovery(StrEnum):
    """R12: what brings a space back after a missing disk has returned."""

    BY_ITSELF = "by itself"
    AFTER_CONNECT = "after connect"


class FormatInUse(StrEnum):
    """V10: Format-Volume on a volume that holds data, without -Force."""

    REFUSED = "refused"
    FORMATS = "formats"


class ClusterView(StrEnum):
    """V11: what the clustered subsystem of a WSFC node shows besides its own primordial pool."""

    NOTHING = "nothing"
    ALL_NODES = "disks and pools of all nodes"


class Language(StrEnum):
    """The display language of Windows: script properties of the Storage module and error texts follow it."""

    ENGLISH = "en"
    GERMAN = "de"


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageSettings:
    """Storage Spaces as the model plays it; the defaults are what the reference holds most likely."""

    lost_reason_is_incomplete: bool = False
    """V1: DetachedReason of a space with a lost extent: Incomplete (4), else Majority Disks Unhealthy (3)."""
    detached_health_is_unhealthy: bool = False
    """V1: HealthStatus of such a space: Unhealthy (2, older pages), else Unknown (5)."""
    lost_while_attached_is_no_redundancy: bool = True
    """V1: status of an attached space that lost a disk: No Redundancy, else {Degraded, Incomplete}."""

    repair_returns: RepairReturns = RepairReturns.WHEN_DONE
    repair_job_name: str = "Repair"
    """V2: Repair or Regeneration."""
    repair_shows_in_service: bool = True
    """While extents move: Warning/InService, else Healthy/OK as if nothing went on."""
    repair_resumes_after_boot: bool = False
    """A repair cut off by a reboot goes on by itself, else somebody must call Repair-VirtualDisk again."""
    job_lingers_s: float = 10.0
    """How long a job that ended is still listed."""

    removal_with_extents: RemovalWithExtents = RemovalWithExtents.REFUSED

    device_names: DeviceNames = DeviceNames.SCSI_STYLE
    lost_member_keeps_serial: bool = True
    """V4: a Lost Communication member still shows its SerialNumber, else it is blank."""
    ebs_media_is_ssd: bool = True
    """EBS volumes report MediaType SSD, else Unspecified."""

    write_cache_too_large_error: int = 50005
    """V5: 50005 or 40000."""
    journal_qualifies_whatever_media: bool = True
    """V5: a disk with Usage Journal can hold cache whatever its MediaType, else only when that is SSD."""

    quorum_tie_keeps_pool: bool = False
    """V6: exactly half of the members present is enough."""
    read_only_needs_clearing: bool = True
    """A pool that lost quorum stays read-only after the disks return until Set-StoragePool -IsReadOnly $false."""

    missing_disks_are_retired: bool = False
    """A member that is missing at boot gets Usage Retired by itself (RetireMissingPhysicalDisks Auto)."""

    leaving_reverts_names: bool = True
    """V7: FriendlyName and MediaType go back to the hardware's values when a disk leaves its pool."""

    format_in_use: FormatInUse = FormatInUse.REFUSED
    cluster_view: ClusterView = ClusterView.NOTHING
    automatic_clustering: bool = False
    """V11: new pools on a cluster node join the cluster, their virtual disks come up detached."""

    disconnect_sets_manual_attach: bool = False
    """V12: Disconnect-VirtualDisk leaves IsManualAttach set."""
    failed_attach_sets_manual_attach: bool = False
    """V12: a space that could not be attached at boot isn't tried at later boots."""

    footprint_counts_cache: bool = True
    """V13: VirtualDiskFootprint, -HasAllocations and extents count write-back cache."""

    late_disk_recovery: LateDiskRecovery = LateDiskRecovery.BY_ITSELF
    new_disk_offline: bool = False
    """SAN policy: the disk of a space that this Windows sees for the first time comes up offline and read-only."""
    schema_23h2: bool = False
    """Objects carry the members that only the 23H2 schema has (MaxIops, WriteCacheReserveSize …)."""
    empty_query_is_error: bool = False
    """A Get-* that is narrowed by an object or a filter and finds nothing reports CmdletizationQuery_NotFound; else it
    is silent (the module's ErrorOnNoMatch attributes weren't found)."""
    unconfirmed_as_text: bool = True
    """Enumerations whose printed form is unconfirmed (ReadOnlyReason, RepairPolicy …) show as text, else as numbers."""
    language: Language = Language.ENGLISH

    slab_bytes: int = 256 * MIB
    disk_metadata_bytes: int = 1 * GIB
    """Of each pool member, not available to virtual disks."""
    copy_s_per_gib: float = 4.0
    """AWS paper, r5d.4xlarge: 4 s per GB of configured cache, since the whole cache is copied."""
    query_s: float = 0.25
    """What one Storage cmdlet that reads takes."""
    change_s: float = 1.5
    """What one Storage cmdlet that changes something takes."""
    refresh_s: float = 4.0
    """Update-StorageProviderCache and Update-HostStorageCache."""
    format_s: float = 8.0
    flush_s: float = 3.0
    pool_starting_s: float = 0.0
    """After a boot with missing members the pool says Starting for so long."""


def alternatives() -> dict[str, tuple[object, ...]]:
    """Every uncertain fact by name, with all its values, the default first: what a randomized run may turn."""
    known: dict[str, tuple[object, ...]] = {
        "write_cache_too_large_error": (50005, 40000),
        "repair_job_name": ("Repair", "Regeneration"),
    }
    for entry in fields(StorageSettings):
        default = entry.default
        if isinstance(default, bool):
            known[entry.name] = (default, not default)
        elif isinstance(default, StrEnum):
            known[entry.name] = (default, *(other for other in type(default) if other is not default))
    return known
