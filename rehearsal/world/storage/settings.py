"""The unconfirmed facts about Storage Spaces, each a named setting with both its values.

The procedure must be right under either value; a setting cites its fact. Durations are in seconds, sizes in bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rehearsal.world.windows.cim.cim_text import Language

GIB = 1 << 30
MIB = 1 << 20


class RepairReturns(StrEnum):
    """When Repair-VirtualDisk comes back."""

    WHEN_DONE = "when done"
    AT_ONCE = "at once"


class RemovalWithExtents(StrEnum):
    """What Remove-PhysicalDisk does with a disk that still holds extents."""

    REFUSED = "refused"
    MIGRATES = "migrates"


class RepairAtLimit(StrEnum):
    """What becomes of a move of extents while more is written to its disks than it leaves."""

    STARTS_AGAIN = "starts again"
    GOES_ON_SLOWLY = "goes on slowly"


class DeviceNames(StrEnum):
    """How the NVMe driver writes FriendlyName and Model."""

    SCSI_STYLE = "scsi style"
    NVME_STYLE = "nvme style"


class LateDiskRecovery(StrEnum):
    """What brings a space back after a missing disk has returned."""

    BY_ITSELF = "by itself"
    AFTER_CONNECT = "after connect"


class QuorumCount(StrEnum):
    """What a pool needs more than half of."""

    COPIES = "copies of the pool's database"
    DISKS = "disks"


class SpaceDisk(StrEnum):
    """How the disk of a space comes up (SAN policy)."""

    OFFLINE_AT_EVERY_START = "offline at every start"
    OFFLINE_WHEN_NEW = "offline when new"
    ONLINE = "online"


class FormatInUse(StrEnum):
    """Format-Volume on a volume that holds data, without -Force."""

    REFUSED = "refused"
    FORMATS = "formats"


class ClusterView(StrEnum):
    """What the clustered subsystem of a WSFC node shows besides its own primordial pool."""

    NOTHING = "nothing"
    ALL_NODES = "disks and pools of all nodes"


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageSettings:
    """Storage Spaces as the model plays it. A default is the worst that was seen or documented; where neither value is
    worse, it is what the reference holds most likely."""

    lost_reason_is_incomplete: bool = False
    """DetachedReason of a space with a lost extent: Incomplete (4), else Majority Disks Unhealthy (3).
    [write-cache#lost-cache-status]"""
    detached_health_is_unhealthy: bool = False
    """HealthStatus of such a space: Unhealthy (2, older pages), else Unknown (5). [write-cache#lost-cache-status]"""
    lost_while_attached_is_no_redundancy: bool = True
    """Status of an attached space that lost a disk: No Redundancy, else {Degraded, Incomplete}.
    [write-cache#lost-cache-status]"""

    lost_attach_error: int = 50003
    """What Connect-VirtualDisk fails with where an extent is missing or lost: 50003, on which a lost pool may be
    rebuilt, or 48006. [storage-pools#lost-attach-error]"""

    repair_returns: RepairReturns = RepairReturns.WHEN_DONE
    """When Repair-VirtualDisk comes back. [write-cache#repair-returns]"""
    repair_job_name: str = "Repair"
    """Repair or Regeneration. [write-cache#repair-returns]"""
    repair_shows_in_service: bool = False
    """While extents move: Warning/InService, else Healthy/OK as if nothing went on.
    [write-cache#health-while-moving]"""
    retiring_moves: bool = True
    """Usage Retired alone starts the move, else only Repair-VirtualDisk does. Another usage doesn't end it.
    [write-cache#retired-moves]"""
    repair_resumes_after_boot: bool = False
    """A repair cut off by a reboot goes on by itself, else Repair-VirtualDisk must be called again.
    [write-cache#repair-after-reboot]"""
    repair_at_limit: RepairAtLimit = RepairAtLimit.STARTS_AGAIN
    """While more is written to the disks than a move of extents leaves, it begins again at 0 % and never ends, or goes
    on slowly. [write-cache#move-under-load]"""
    repair_starts_again_s: float = 120.0
    """How long each of its vain tries lasts."""
    repair_leaves: float = 0.2
    """Share of the disks' throughput that a move of extents leaves to writes."""
    write_while_moving_s: float = 0.05
    """How much longer a write takes while extents move. A gp3 volume's own is a few milliseconds."""
    write_at_limit_s: float = 15.0
    """The same while more is written than the move leaves: what SQL Server reports as message 833.
    [sql-server#slow-writes]"""
    lists_jobs: bool = True
    """Get-StorageJob lists a repair while it runs. [write-cache#repair-returns]"""
    job_stops_s: float = 20.0
    """From Stop-StorageJob to the job's end: Shutting Down until then. [storage-pools#jobs]"""
    job_lingers_s: float = 10.0
    """How long a job that ended is still listed."""

    removal_with_extents: RemovalWithExtents = RemovalWithExtents.REFUSED
    """What becomes of a removal while extents are left. [write-cache#remove-with-extents]"""
    removal_refused_error: int = 40000
    """40000 or 51004. [write-cache#remove-refused]"""
    removal_pending_s: float = 10.0
    """A disk that was taken out is still listed for so long, as Removing from pool. [write-cache#removal-pending]"""
    removed_disk_is_listed_until_refresh: bool = True
    """When it is out, the storage provider goes on listing it as a member until its cache is updated or Windows starts.
    [write-cache#removed-disk-listed]"""

    device_names: DeviceNames = DeviceNames.SCSI_STYLE
    """How the driver writes FriendlyName and Model. [windows#device-names]"""
    lost_member_keeps_serial: bool = True
    """A Lost Communication member still shows its SerialNumber, else it is blank. [windows#lost-member-serial]"""
    ebs_media_is_ssd: bool = True
    """EBS volumes report MediaType SSD, else Unspecified. [windows#ebs-media-type]"""

    write_cache_too_large_error: int = 50005
    """50005 or 40000. [storage-pools#cache-too-large-error]"""
    journal_qualifies_whatever_media: bool = True
    """A disk with Usage Journal can hold cache whatever its MediaType, else only when that is SSD.
    [write-cache#journal-media]"""

    cached_space_grows: bool = True
    """Resize-VirtualDisk makes a space with a write-back cache larger, else it is Not Supported (1).
    [storage-pools#resize-with-cache]"""

    quorum_count: QuorumCount = QuorumCount.COPIES
    """What a pool needs more than half of: copies of its database, which an emptied Retired disk has none of, or disks.
    [storage-pools#quorum]"""
    quorum_tie_keeps_pool: bool = False
    """Exactly half of the members present is enough. [storage-pools#quorum-tie]"""
    read_only_needs_clearing: bool = True
    """A pool that lost quorum stays read-only after the disks return until Set-StoragePool -IsReadOnly $false.
    [storage-pools#read-only-clears]"""

    member_of_another_moment_is_taken_in: bool = True
    """A disk that was made from a snapshot of another moment than the pool's other disks counts as its member, with
    whatever it holds, else it is refused and missing. [storage-pools#member-of-another-moment]"""

    missing_disks_are_retired: bool = False
    """A member that is missing at boot gets Usage Retired by itself (RetireMissingPhysicalDisks Auto).
    [storage-pools#missing-disk-retired]"""

    leaving_reverts_names: bool = True
    """FriendlyName and MediaType go back to the hardware's values when a disk leaves its pool.
    [storage-pools#names-after-leaving]"""

    format_in_use: FormatInUse = FormatInUse.FORMATS
    """Format-Volume without -Force on a volume that holds data. [storage-pools#format-in-use]"""
    file_system_shown_late: bool = True
    """For a while after its disk came online Get-Volume shows a volume without its file system, else it shows it at
    once. [storage-pools#file-system-shown-late]"""
    cluster_view: ClusterView = ClusterView.NOTHING
    """What the cluster's subsystem shows of the nodes' disks. [failover-cluster#clustered-view]"""
    automatic_clustering: bool = False
    """New pools on a cluster node join the cluster, their virtual disks come up detached.
    [failover-cluster#automatic-clustering]"""

    disconnect_sets_manual_attach: bool = False
    """Disconnect-VirtualDisk leaves IsManualAttach set. [storage-pools#manual-attach-set-by]"""
    failed_attach_sets_manual_attach: bool = False
    """A space that could not be attached at boot isn't tried at later boots. [storage-pools#manual-attach-set-by]"""

    footprint_counts_cache: bool = False
    """VirtualDiskFootprint and -HasAllocations count write-back cache. [write-cache#footprint]"""
    extents_list_cache: bool = True
    """Get-PhysicalExtent lists write-back cache. [write-cache#extents]"""
    allocated_counts_cache: bool = False
    """AllocatedSize of a pool and of its disks counts write-back cache. [write-cache#allocated]"""

    late_disk_recovery: LateDiskRecovery = LateDiskRecovery.BY_ITSELF
    """What brings a space back whose missing disk returned. [storage-pools#late-disk]"""
    space_disk: SpaceDisk = SpaceDisk.OFFLINE_AT_EVERY_START
    """SAN policy: the disk of a space comes up offline and read-only, at every start of Windows or when this Windows
    sees it for the first time, or it comes up online. [windows#space-disk-offline]"""
    schema_23h2: bool = False
    """Objects carry the members that only the 23H2 schema has (MaxIops, WriteCacheReserveSize …).
    [windows#storage-schema]"""
    empty_query_is_error: bool = False
    """A Get-* that is narrowed by an object or a filter and finds nothing reports CmdletizationQuery_NotFound; else it
    is silent (the module's ErrorOnNoMatch attributes weren't found). [windows#empty-query]"""
    unconfirmed_as_text: bool = True
    """Enumerations whose printed form is unconfirmed (ReadOnlyReason, RepairPolicy …) show as text, else as numbers.
    [windows#enumeration-text]"""
    language: Language = Language.ENGLISH
    """Language of texts and messages. [windows#translated-text]"""

    slab_bytes: int = 256 * MIB
    """Unit in which space is given. [storage-pools#slabs]"""
    pooled_disk_loss_bytes: int = 512 * MIB
    """By so much Windows shows a disk smaller once it is in a pool. [storage-pools#pooled-size]"""
    disk_metadata_bytes: int = 1 * GIB
    """Of what is left of each pool member, not available to virtual disks. [storage-pools#pooled-size]"""
    copy_s_per_gib: float = 4.0
    """On r5d.4xlarge; the whole cache is copied. [write-cache#copies-everything]"""
    query_s: float = 0.25
    """What one Storage cmdlet that reads takes."""
    change_s: float = 1.5
    """What one Storage cmdlet that changes something takes."""
    refresh_s: float = 4.0
    """Update-StorageProviderCache and Update-HostStorageCache."""
    file_system_shown_s: float = 5.0
    """How long a volume is shown without its file system, where it is."""
    format_s: float = 8.0
    flush_s: float = 3.0
    pool_starting_s: float = 0.0
    """After a boot with missing members the pool says Starting for so long."""
