"""A host without a machine: files in memory, a clock that only sleeping moves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from rehearsal.engines.powershell.objects.host import CaseInsensitiveEnvironment, FileStat

START = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)


class MemoryFileSystem:
    """Windows paths; a value of None is a folder."""

    separator = "\\"
    case_sensitive = False
    temp_directory = "C:\\Windows\\Temp\\"
    home_directory = "C:\\Users\\Administrator"
    current_directory = "C:\\work"

    def __init__(self) -> None:
        self.entries: dict[str, bytes | None] = {}
        for folder in (
            "C:",
            "C:\\Windows",
            "C:\\Windows\\Temp",
            "C:\\Users",
            self.home_directory,
            self.current_directory,
        ):
            self.entries[folder.lower()] = None

    @staticmethod
    def _key(path: str) -> str:
        return path.rstrip("\\").lower()

    def drives(self) -> Sequence[str]:
        return ("C",)

    def exists(self, path: str) -> bool:
        return self._key(path) in self.entries

    def is_directory(self, path: str) -> bool:
        return self.entries.get(self._key(path), b"") is None

    def read_bytes(self, path: str) -> bytes:
        key = self._key(path)
        if key not in self.entries:
            raise FileNotFoundError(path)
        data = self.entries[key]
        if data is None:
            raise IsADirectoryError(path)
        return data

    def write_bytes(self, path: str, data: bytes) -> None:
        key = self._key(path)
        if self.entries.get(key.rpartition("\\")[0], b"") is not None:
            raise FileNotFoundError(path)
        if self.is_directory(path):
            raise IsADirectoryError(path)
        self.entries[key] = data

    def append_bytes(self, path: str, data: bytes) -> None:
        self.write_bytes(path, (self.read_bytes(path) if self.exists(path) else b"") + data)

    def remove(self, path: str) -> None:
        key = self._key(path)
        if key not in self.entries:
            raise FileNotFoundError(path)
        if any(known.startswith(key + "\\") for known in self.entries):
            raise OSError("directory not empty")
        del self.entries[key]

    def list(self, path: str) -> Sequence[str]:
        key = self._key(path) + "\\"
        return sorted(
            known[len(key) :] for known in self.entries if known.startswith(key) and "\\" not in known[len(key) :]
        )

    def make_directory(self, path: str) -> None:
        if self.exists(path):
            raise FileExistsError(path)
        self.entries[self._key(path)] = None

    def copy(self, source: str, destination: str) -> None:
        self.write_bytes(destination, self.read_bytes(source))

    def move(self, source: str, destination: str) -> None:
        if self.exists(destination):
            raise FileExistsError(destination)
        self.entries[self._key(destination)] = self.entries.pop(self._key(source))

    def replace(self, source: str, destination: str, backup: str | None) -> None:
        if backup is not None:
            self.copy(destination, backup)
        self.entries[self._key(destination)] = self.entries.pop(self._key(source))

    def stat(self, path: str) -> FileStat:
        key = self._key(path)
        if key not in self.entries:
            raise FileNotFoundError(path)
        data = self.entries[key]
        return FileStat(
            size_bytes=len(data or b""), is_directory=data is None, modified=START, created=START, accessed=START
        )

    def set_read_only(self, path: str, read_only: bool) -> None:
        return None

    def set_modified(self, path: str, modified: datetime) -> None:
        return None


class MemoryHost:
    """Everything a script can touch, and nothing real."""

    def __init__(self) -> None:
        self.environment = CaseInsensitiveEnvironment({"TEMP": "C:\\Windows\\Temp"})
        self.filesystem = MemoryFileSystem()
        self.machine_name = "SALES1"
        self.user_name = "SYSTEM"
        self.domain_name = "NT AUTHORITY"
        self.process_id = 4321
        self.random = random.Random(7)
        self.elapsed_s = 0.0
        self.statements = 0

    def now(self) -> datetime:
        return START + timedelta(seconds=self.elapsed_s)

    def utc_offset_s(self, at: datetime) -> int:
        return 0

    def monotonic(self) -> float:
        return self.elapsed_s

    def sleep(self, seconds: float) -> None:
        self.elapsed_s += seconds

    def after_statement(self, extent: Any) -> None:
        self.statements += 1
