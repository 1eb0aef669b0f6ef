"""What is on a disk: partition table, partitions, file systems. The same for a physical disk and for a space."""

from __future__ import annotations

from dataclasses import dataclass, field

from rehearsal.world.storage.enumerations import PartitionStyle
from rehearsal.world.storage.state.tree import FileTree

BASIC_DATA = "{ebd0a0a2-b9e5-4433-87c0-68b6b72699c7}"
MICROSOFT_RESERVED = "{e3c9e316-0b5c-4db8-817d-f92df00215ae}"
EFI_SYSTEM = "{c12a7328-f81f-11d2-ba4b-00a0c93ec93b}"
RESERVED_PARTITION_BYTES = 16 << 20
ALIGNMENT_BYTES = 1 << 20


@dataclass(slots=True, kw_only=True, eq=False)
class Volume:
    """A file system, or none yet (`file_system` empty, shown as RAW). `guid` is the mount manager's name for it."""

    guid: str
    size_bytes: int
    file_system: str = ""
    label: str = ""
    allocation_unit_bytes: int = 0
    tree: FileTree = field(default_factory=FileTree)
    online_since_s: float | None = None
    """When its disk came online under this file system; None for one that was made since."""

    @property
    def is_formatted(self) -> bool:
        return bool(self.file_system)

    @property
    def path(self) -> str:
        """`\\\\?\\Volume{…}\\`."""
        return f"\\\\?\\Volume{{{self.guid}}}\\"

    @property
    def free_bytes(self) -> int:
        overhead = min(self.size_bytes, 96 << 20) if self.is_formatted else 0
        return max(0, self.size_bytes - overhead - self.tree.total_bytes())


@dataclass(slots=True, kw_only=True, eq=False)
class Partition:
    """One partition. `letter` is what the mount manager remembers for it; whether it is in force depends on who else
    holds it (`letter_in_force`)."""

    number: int
    offset: int
    size_bytes: int
    guid: str
    gpt_type: str = BASIC_DATA
    letter: str | None = None
    letter_in_force: bool = False
    no_default_letter: bool = False
    access_paths: list[str] = field(default_factory=list)
    volume: Volume | None = None


@dataclass(slots=True, eq=False)
class DiskContent:
    """Partition style and partitions, in the order of their offsets."""

    style: PartitionStyle = PartitionStyle.RAW
    guid: str | None = None
    partitions: list[Partition] = field(default_factory=list)

    @property
    def is_initialized(self) -> bool:
        return self.style is not PartitionStyle.RAW

    @property
    def data_partitions(self) -> list[Partition]:
        """Partitions with somebody's data, as Clear-Disk counts them: all but the Microsoft reserved one."""
        return [partition for partition in self.partitions if partition.gpt_type != MICROSOFT_RESERVED]

    @property
    def volumes(self) -> list[Volume]:
        return [partition.volume for partition in self.partitions if partition.volume is not None]

    def come_online(self, now_s: float) -> None:
        """From now on Windows looks for the file systems of its volumes [storage-pools#file-system-shown-late]."""
        for volume in self.volumes:
            volume.online_since_s = now_s

    def end_of_last(self) -> int:
        """The first byte behind the last partition."""
        return max((p.offset + p.size_bytes for p in self.partitions), default=ALIGNMENT_BYTES)
