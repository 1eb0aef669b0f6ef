"""The machine this process runs on, as a Host: what `python -m rehearsal.engines.powershell FILE.ps1` uses."""

from __future__ import annotations

import getpass
import os
import random
import shutil
import socket
import tempfile
import time
from collections.abc import MutableMapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rehearsal.engines.powershell.objects.host import FileStat, FileSystem


class RealFileSystem:
    """Files of this machine."""

    separator = os.sep
    case_sensitive = os.name != "nt"

    def __init__(self) -> None:
        self.temp_directory = tempfile.gettempdir().rstrip(os.sep) + os.sep
        self.home_directory = str(Path.home())
        self.current_directory = str(Path.cwd())

    def drives(self) -> Sequence[str]:
        return ("/",)

    def exists(self, path: str) -> bool:
        return os.path.lexists(path)

    def is_directory(self, path: str) -> bool:
        return Path(path).is_dir()

    def read_bytes(self, path: str) -> bytes:
        return Path(path).read_bytes()

    def write_bytes(self, path: str, data: bytes) -> None:
        Path(path).write_bytes(data)

    def append_bytes(self, path: str, data: bytes) -> None:
        with Path(path).open("ab") as file:
            file.write(data)

    def remove(self, path: str) -> None:
        target = Path(path)
        if target.is_dir() and not target.is_symlink():
            target.rmdir()
        else:
            target.unlink()

    def list(self, path: str) -> Sequence[str]:
        return sorted(os.listdir(path), key=lambda name: (name.lower(), name))  # noqa: PTH208 - names, not paths

    def make_directory(self, path: str) -> None:
        Path(path).mkdir()

    def copy(self, source: str, destination: str) -> None:
        shutil.copyfile(source, destination)

    def move(self, source: str, destination: str) -> None:
        if Path(destination).exists():
            raise FileExistsError(destination)
        shutil.move(source, destination)

    def replace(self, source: str, destination: str, backup: str | None) -> None:
        if backup is not None:
            shutil.copyfile(destination, backup)
        Path(source).replace(destination)

    def stat(self, path: str) -> FileStat:
        target = Path(path)
        found = target.stat()
        return FileStat(
            size_bytes=found.st_size,
            is_directory=target.is_dir(),
            modified=datetime.fromtimestamp(found.st_mtime, UTC),
            created=datetime.fromtimestamp(found.st_ctime, UTC),
            accessed=datetime.fromtimestamp(found.st_atime, UTC),
            read_only=not os.access(path, os.W_OK),
            hidden=target.name.startswith("."),
        )

    def set_read_only(self, path: str, read_only: bool) -> None:
        mode = Path(path).stat().st_mode
        Path(path).chmod(mode & ~0o222 if read_only else mode | 0o200)

    def set_modified(self, path: str, modified: datetime) -> None:
        stamp = modified.timestamp()
        os.utime(path, (stamp, stamp))


class RealHost:
    """Real clock, sleep, files and environment."""

    def __init__(self) -> None:
        self.environment: MutableMapping[str, str] = dict(os.environ)
        self.filesystem: FileSystem = RealFileSystem()
        self.machine_name = socket.gethostname()
        self.user_name = getpass.getuser()
        self.domain_name = self.machine_name
        self.process_id = os.getpid()
        self.random = random.Random()

    def now(self) -> datetime:
        return datetime.now(UTC)

    def utc_offset_s(self, at: datetime) -> int:
        offset = at.astimezone().utcoffset()
        return int(offset.total_seconds()) if offset else 0

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def after_statement(self, extent: Any) -> None:
        return None
