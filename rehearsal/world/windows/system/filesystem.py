"""The files of a Windows host: whatever volume holds the letter now, C: from the root volume.

A path on a letter that no usable volume holds doesn't exist; on a volume whose space lost extents every access fails
with an I/O error, as Windows reports it. Fault point `files.write` (context node, path): FAIL, the disk is full.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Protocol

from rehearsal.engines.powershell.objects.host import FileStat
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.tree import Entry, FileTree
from rehearsal.world.windows.system.machine import Machine

BASE_FOLDERS = (
    r"C:\Windows\System32\WindowsPowerShell\v1.0",
    r"C:\Windows\Temp",
    r"C:\Windows\System32\config\systemprofile",
    r"C:\ProgramData\Amazon\SSM",
    r"C:\Program Files\Amazon\SSM",
    r"C:\Program Files\Microsoft SQL Server",
    r"C:\Users\Administrator",
)
POWERSHELL = r"C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe"


@lru_cache(maxsize=4096)
def split(path: str) -> tuple[str, tuple[str, ...]]:
    """Letter and names of a full path; `.` and `..` are resolved. Raises FileNotFoundError for anything else."""
    text = path.replace("/", "\\")
    if text.startswith("\\\\?\\"):
        text = text[4:]
    if len(text) < 2 or text[1] != ":" or not text[0].isalpha():
        raise FileNotFoundError(errno.ENOENT, "no such path", path)
    parts: list[str] = []
    for part in text[2:].split("\\"):
        if part in ("", "."):
            continue
        if part == "..":
            if parts:
                parts.pop()
        else:
            parts.append(part.rstrip(" .") or part)
    return text[0].upper(), tuple(parts)


class DiskMachine(Machine, Protocol):
    """What the files need of their machine."""

    storage: StorageSpaces


class WindowsFileSystem:
    """Answers the engine's FileSystem protocol, and the model's own questions (`entry`, `claim`)."""

    separator = "\\"
    case_sensitive = False
    temp_directory = r"C:\Windows\Temp"
    home_directory = r"C:\Windows\System32\config\systemprofile"
    current_directory = r"C:\Windows\System32"

    def __init__(self, machine: DiskMachine) -> None:
        self._machine = machine

    # -- volumes ------------------------------------------------------------------------------------------------------

    def _tree(self, letter: str, path: str) -> FileTree:
        storage = self._machine.storage
        volume = letters.volume_at(storage, letter)
        if volume is None:
            raise FileNotFoundError(errno.ENOENT, f"drive {letter}: doesn't exist", path)
        if not letters.is_readable(storage, letter):
            raise OSError(errno.EIO, "The request could not be performed because of an I/O device error.", path)
        return volume.tree

    def entry(self, path: str) -> Entry | None:
        """The file or folder, None where there is none or its drive can't be read."""
        try:
            letter, parts = split(path)
            return self._tree(letter, path).find(parts)
        except OSError:
            return None

    def _existing(self, path: str) -> Entry:
        letter, parts = split(path)
        found = self._tree(letter, path).find(parts)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, "no such file or directory", path)
        return found

    def _parent(self, path: str) -> tuple[Entry, str]:
        letter, parts = split(path)
        tree = self._tree(letter, path)
        if not parts:
            raise IsADirectoryError(errno.EISDIR, "a drive's root", path)
        parent = tree.find(parts[:-1])
        if parent is None:
            raise FileNotFoundError(errno.ENOENT, "no such directory", path)
        if not parent.is_directory:
            raise NotADirectoryError(errno.ENOTDIR, "not a directory", path)
        return parent, parts[-1]

    def drives(self) -> Sequence[str]:
        """Letters of formatted volumes, in the order of the alphabet."""
        partitions = letters.mounted(self._machine.storage)
        held = (part.letter for part in partitions if part.volume and part.volume.is_formatted)
        return sorted({letter for letter in held if letter} | self._machine.storage.foreign_letters)

    # -- reading ------------------------------------------------------------------------------------------------------

    def exists(self, path: str) -> bool:
        return self.entry(path) is not None or self._is_foreign_root(path)

    def _is_foreign_root(self, path: str) -> bool:
        letter, rest = path[:1].upper(), path[1:].replace("/", "\\")
        return letter in self._machine.storage.foreign_letters and rest in (":", ":\\")

    def is_directory(self, path: str) -> bool:
        found = self.entry(path)
        return self._is_foreign_root(path) if found is None else found.is_directory

    def read_bytes(self, path: str) -> bytes:
        found = self._existing(path)
        if found.data is None:
            raise IsADirectoryError(errno.EISDIR, "is a directory", path)
        return found.data

    def read_text(self, path: str) -> str:
        """A script's text: UTF-8 with or without byte order mark, UTF-16 with one."""
        data = self.read_bytes(path)
        if data[:2] == b"\xff\xfe":
            return data[2:].decode("utf-16-le")
        return data.decode("utf-8-sig")

    def list(self, path: str) -> Sequence[str]:
        found = self._existing(path)
        if not found.is_directory:
            raise NotADirectoryError(errno.ENOTDIR, "not a directory", path)
        return [found.children[key].name for key in sorted(found.children)]

    def stat(self, path: str) -> FileStat:
        found = self._existing(path)
        return FileStat(
            size_bytes=found.size_bytes, is_directory=found.is_directory, modified=found.modified,
            created=found.created,
            accessed=found.modified, read_only=found.read_only,
        )  # fmt: skip

    # -- writing ------------------------------------------------------------------------------------------------------

    def _check_room(self, path: str) -> None:
        if self._machine.world.fault("files.write", node=self._machine.name, path=path) is not None:
            raise OSError(errno.ENOSPC, "There is not enough space on the disk.", path)

    def write_bytes(self, path: str, data: bytes) -> None:
        self._check_room(path)
        self._put(path, data)

    def _put(self, path: str, data: bytes) -> None:
        parent, name = self._parent(path)
        now = self._machine.now()
        found = parent.children.get(name.lower())
        if found is None:
            parent.children[name.lower()] = Entry(name, data, created=now, modified=now)
            return
        if found.is_directory or found.read_only:
            raise PermissionError(errno.EACCES, "Access to the path is denied.", path)
        found.data, found.modified, found.bytes_claimed = data, now, None

    def append_bytes(self, path: str, data: bytes) -> None:
        found = self.entry(path)
        self.write_bytes(path, (found.data or b"") + data if found is not None else data)

    def claim(self, path: str, size_bytes: int) -> None:
        """A file whose content isn't kept, only its size: a database file. Its folder must exist."""
        self._put(path, b"")
        self._existing(path).bytes_claimed = size_bytes

    def remove(self, path: str) -> None:
        parent, name = self._parent(path)
        found = parent.children.get(name.lower())
        if found is None:
            raise FileNotFoundError(errno.ENOENT, "no such file or directory", path)
        if found.read_only:
            raise PermissionError(errno.EACCES, "Access to the path is denied.", path)
        if found.children:
            raise OSError(errno.ENOTEMPTY, "The directory is not empty.", path)
        del parent.children[name.lower()]

    def make_directory(self, path: str) -> None:
        parent, name = self._parent(path)
        if name.lower() in parent.children:
            raise FileExistsError(errno.EEXIST, "exists already", path)
        now = self._machine.now()
        parent.children[name.lower()] = Entry(name, None, created=now, modified=now)

    def make_directories(self, path: str) -> None:
        """The folder with all folders above it, where they don't exist yet."""
        letter, parts = split(path)
        for length in range(1, len(parts) + 1):
            step = f"{letter}:\\" + "\\".join(parts[:length])
            if not self.exists(step):
                self.make_directory(step)

    def copy(self, source: str, destination: str) -> None:
        self.write_bytes(destination, self.read_bytes(source))

    def move(self, source: str, destination: str) -> None:
        parent, name = self._parent(source)
        found = parent.children.get(name.lower())
        if found is None:
            raise FileNotFoundError(errno.ENOENT, "no such file or directory", source)
        target, new_name = self._parent(destination)
        same = target is parent and new_name.lower() == name.lower()
        if new_name.lower() in target.children and not same:
            raise FileExistsError(errno.EEXIST, "exists already", destination)
        del parent.children[name.lower()]
        found.name = new_name
        target.children[new_name.lower()] = found

    def set_read_only(self, path: str, read_only: bool) -> None:
        self._existing(path).read_only = read_only

    def set_modified(self, path: str, modified: datetime) -> None:
        self._existing(path).modified = modified

    def prepare_system_drive(self) -> None:
        """The folders that every Windows has; called once, when the root volume is new."""
        for folder in BASE_FOLDERS:
            self.make_directories(folder)
        if not self.exists(POWERSHELL):
            self.write_bytes(POWERSHELL, b"MZ")
