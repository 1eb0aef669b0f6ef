"""A database as one instance has it: its files, its state, and what it was created with."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum

PAGE_KB = 8
SYSTEM_DATABASES = ("master", "tempdb", "model", "msdb")


class DatabaseState(IntEnum):
    """sys.databases.state."""

    ONLINE = 0
    RESTORING = 1
    RECOVERING = 2
    RECOVERY_PENDING = 3
    SUSPECT = 4
    EMERGENCY = 5
    OFFLINE = 6


class FileKind(IntEnum):
    ROWS = 0
    LOG = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseFile:
    """One file; the path decides on which volume it lives."""

    file_id: int
    kind: FileKind
    name: str
    path: str
    size_kb: int

    @property
    def letter(self) -> str:
        return self.path[0].upper()

    @property
    def folder(self) -> str:
        return self.path.rsplit("\\", 1)[0]


@dataclass(slots=True, kw_only=True, eq=False)
class Database:
    """`group_database_id` None: not in an Availability Group on this instance."""

    name: str
    id: int
    files: tuple[DatabaseFile, ...]
    created: datetime
    state: DatabaseState = DatabaseState.ONLINE
    owner: str = "sa"
    recovery_model: str = "FULL"
    group_database_id: str | None = None
    group: str | None = None
    encrypted: bool = False
    target_recovery_s: int = 60
    """0: automatic checkpoints instead of indirect ones."""
    restored_to_kb: float | None = None
    """While RESTORING: how far backups have been restored, on the group's log."""
    backups: list[BackupRecord] = field(default_factory=list)

    @property
    def is_system(self) -> bool:
        return self.id <= 4

    @property
    def size_bytes(self) -> int:
        return sum(file.size_kb for file in self.files) * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupRecord:
    """One row of msdb.dbo.backupset. `kind` is D or L."""

    database: str
    kind: str
    started: datetime
    finished: datetime
    first_kb: float
    last_kb: float
    copy_only: bool
    size_bytes: int
    path: str
