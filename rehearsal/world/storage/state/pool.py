"""Storage pools and what their metadata says of each member [storage-pools#quorum]."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from rehearsal.world.storage.enumerations import Health, Media, Operational, ReadOnlyReason, Usage
from rehearsal.world.storage.settings import QuorumCount, StorageSettings
from rehearsal.world.storage.state.device import Device

GIB = 1 << 30


COPIES_MAX = 5
"""Larger pools keep their database on so many disks."""


def has_quorum(present: int, total: int, *, tie_keeps: bool) -> bool:
    """More than half of what counts is there; exactly half only under `tie_keeps` [storage-pools#quorum-tie]."""
    return present * 2 > total or (tie_keeps and present * 2 == total and present > 0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Original:
    """The disk whose place a copy of it has had since then."""

    device: Device
    since: datetime


@dataclass(slots=True, kw_only=True, eq=False)
class Member:
    """A disk's place in a pool, kept in the pool's metadata: it outlives the disk's absence."""

    device: Device
    usage: Usage = Usage.AUTO_SELECT
    media: Media | None = None
    friendly_name: str | None = None
    description: str | None = None
    has_copy: bool = True
    """Of the pool's database. A Retired disk that a repair has emptied has none."""
    leaving: bool = False
    """Being emptied by Remove-PhysicalDisk [write-cache#remove-with-extents]."""
    original: Original | None = None
    """Set while `device` is a copy, from a snapshot, of a disk of this machine."""

    @property
    def present(self) -> bool:
        return self.device.present

    @property
    def shown_media(self) -> Media:
        return self.device.known_media if self.media is None else self.media

    @property
    def shown_name(self) -> str:
        return self.friendly_name or self.device.hardware_name


@dataclass(slots=True, kw_only=True, eq=False)
class Pool:
    """A concrete pool. `members` keeps the order in which disks joined."""

    unique_id: str
    friendly_name: str
    members: dict[str, Member] = field(default_factory=dict)
    virtual_disk_ids: list[str] = field(default_factory=list)
    read_only_by_policy: bool = False
    read_only_after_loss: bool = False
    """Quorum was lost once; stays until the disks are back and a script (or the setting) clears it."""
    is_clustered: bool = False
    is_power_protected: bool = False
    retire_missing: int = 1
    repair_policy: int = 3
    write_cache_default: int | None = None
    resiliency_default: str = "Mirror"
    provisioning_default: int = 2
    logical_sector_bytes: int = 512
    starting: bool = False
    as_of: datetime | None = None
    """The moment of the snapshots that its disks were made from; None for a pool that was made here."""

    @property
    def present_members(self) -> list[Member]:
        return [member for member in self.members.values() if member.present]

    @property
    def lost_members(self) -> list[Member]:
        return [member for member in self.members.values() if not member.present]

    @property
    def is_visible(self) -> bool:
        """At least one copy of its metadata is there to be read."""
        return any(member.present for member in self.members.values())

    def quorate(self, settings: StorageSettings) -> bool:
        """Enough members are present for the configuration to be written."""
        counting = self._counting(settings)
        present = [member for member in counting if member.present]
        return has_quorum(len(present), len(counting), tie_keeps=settings.quorum_tie_keeps_pool)

    def _counting(self, settings: StorageSettings) -> list[Member]:
        if settings.quorum_count is QuorumCount.DISKS:
            return list(self.members.values())
        return [member for member in self.members.values() if member.has_copy][:COPIES_MAX]

    def is_read_only(self, settings: StorageSettings) -> bool:
        """The CONFIGURATION is read-only; user data may still be writable."""
        return self.read_only_by_policy or self.read_only_after_loss or self.starting or not self.quorate(settings)

    def read_only_reason(self, settings: StorageSettings) -> ReadOnlyReason:
        if self.read_only_by_policy:
            return ReadOnlyReason.BY_POLICY
        if self.starting:
            return ReadOnlyReason.STARTING
        if self.read_only_after_loss or not self.quorate(settings):
            return ReadOnlyReason.MAJORITY_DISKS_UNHEALTHY
        return ReadOnlyReason.NONE

    def health(self, settings: StorageSettings) -> tuple[Health, tuple[Operational, ...]]:
        """All members present → Healthy/OK, a majority → Warning/Degraded, else Unknown/Read-only
        [storage-pools#quorum]."""
        if self.starting:
            return Health.UNKNOWN, (Operational.STARTING,)
        if not self.quorate(settings) or self.read_only_after_loss:
            return Health.UNKNOWN, (Operational.READ_ONLY, Operational.POOL_INCOMPLETE)
        if self.read_only_by_policy:
            return Health.UNKNOWN, (Operational.READ_ONLY,)
        if self.lost_members:
            return Health.WARNING, (Operational.DEGRADED,)
        return Health.HEALTHY, (Operational.OK,)
