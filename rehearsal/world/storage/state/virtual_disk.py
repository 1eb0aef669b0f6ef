"""Virtual disks ("spaces") and where their extents lie."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from rehearsal.world.storage.enumerations import DetachedReason, ExtentKind
from rehearsal.world.storage.state.content import DiskContent


@dataclass(slots=True, kw_only=True, eq=False)
class VirtualDisk:
    """A Simple space: one copy of everything. `extents`: bytes by (member's unique id, kind), never zero.

    Invariant: per kind, the extents add up to what the space needs (`size_bytes`, `write_cache_bytes`).
    """

    unique_id: str
    friendly_name: str
    pool_id: str
    size_bytes: int
    columns: int
    interleave_bytes: int
    write_cache_bytes: int
    resiliency: str = "Simple"
    provisioning: int = 2
    description: str | None = None
    extents: dict[tuple[str, ExtentKind], int] = field(default_factory=dict)
    is_manual_attach: bool = False
    attached: bool = False
    detached_reason: DetachedReason = DetachedReason.NONE
    disk_number: int | None = None
    known_here: bool = False
    """This Windows has seen its disk before: SAN policy no longer applies."""
    offline: bool = False
    read_only: bool = False
    content: DiskContent = field(default_factory=DiskContent)
    torn_by: set[str] = field(default_factory=set)
    """Serial numbers of disks of another moment than the others: it is attached, and what it holds fits together
    nowhere."""
    mounted_at: datetime | None = None
    """When a volume on it got its letter last: from then on it is written to."""
    content_lost: bool = False
    """An extent was destroyed with its disk: what the volume held can't be read again, ever."""

    @property
    def torn(self) -> bool:
        """What it holds is of different moments."""
        return bool(self.torn_by)

    def bytes_on(self, device_id: str, kind: ExtentKind | None = None) -> int:
        """Bytes of this space on one member; of one kind, or of both."""
        if kind is not None:
            return self.extents.get((device_id, kind), 0)
        return self.extents.get((device_id, ExtentKind.DATA), 0) + self.extents.get((device_id, ExtentKind.CACHE), 0)

    def where(self, kind: ExtentKind) -> dict[str, int]:
        """Bytes of one kind by member."""
        return {device_id: size for (device_id, k), size in self.extents.items() if k is kind}

    def device_ids(self) -> list[str]:
        """Members that hold anything of it, in order of allocation."""
        return list(dict.fromkeys(device_id for device_id, _ in self.extents))

    def move(self, source: str, target: str, kind: ExtentKind, size: int) -> None:
        """Shifts bytes from one member to another; what doesn't lie on the source can't be moved."""
        left = self.extents[source, kind] - size
        assert left >= 0, (source, kind, size)
        if left:
            self.extents[source, kind] = left
        else:
            del self.extents[source, kind]
        self.extents[target, kind] = self.extents.get((target, kind), 0) + size
