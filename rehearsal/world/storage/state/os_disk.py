"""A disk as Get-Disk shows it: either a physical disk outside of any pool, or an attached space."""

from __future__ import annotations

from dataclasses import dataclass

from rehearsal.world.storage.state.content import ALIGNMENT_BYTES, RESERVED_PARTITION_BYTES, DiskContent
from rehearsal.world.storage.state.device import Device
from rehearsal.world.storage.state.virtual_disk import VirtualDisk


@dataclass(frozen=True, slots=True, kw_only=True)
class OsDisk:
    """A view: state lives in the owner."""

    number: int
    owner: Device | VirtualDisk

    @property
    def space(self) -> VirtualDisk | None:
        return self.owner if isinstance(self.owner, VirtualDisk) else None

    @property
    def device(self) -> Device | None:
        return self.owner if isinstance(self.owner, Device) else None

    @property
    def content(self) -> DiskContent:
        return self.owner.content

    @property
    def is_system(self) -> bool:
        return isinstance(self.owner, Device) and self.owner.is_system

    @property
    def size_bytes(self) -> int:
        return self.owner.size_bytes

    @property
    def allocated_bytes(self) -> int:
        """Bytes in partitions."""
        return sum(partition.size_bytes for partition in self.content.partitions)

    @property
    def largest_free_bytes(self) -> int:
        """Room behind the last partition; partitions are never made elsewhere here."""
        if not self.content.is_initialized:
            return 0
        return max(0, self.size_bytes - self.content.end_of_last() - ALIGNMENT_BYTES)

    @property
    def reserved_bytes(self) -> int:
        """Of the Microsoft reserved partition that initialising puts first."""
        return RESERVED_PARTITION_BYTES
