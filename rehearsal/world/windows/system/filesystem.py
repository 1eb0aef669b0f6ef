"""The files of a Windows host: whatever volume holds the letter now, C: from the root volume.

A path on a letter that no usable volume holds doesn't exist; on a volume whose space lost extents every access fails
with an I/O error, as Windows reports it. Fault point `files.write` (context node, path, letter): FAIL, the disk is
full.
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
from rehearsal.world.windows.files.access_lists import program_data_access
from rehearsal.world.windows.files.open_files import DELETE, READ, SHARE_ALL, WRITE, Holder, OpenFile, OpenFiles
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
PROGRAM_DATA = r"C:\ProgramData"
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


@lru_cache(maxsize=4096)
def _keys(path: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """What `split` gives, and the names as the folders' `children` have them."""
    letter, parts = split(path)
    return letter, parts, tuple(part.lower() for part in parts)


_UNABLE_TO_MOVE_REPLACEMENT_2 = 1177
_REPLACE_FAILED = {
    1175: "Unable to remove the file to be replaced.",
    1176: "Unable to move the replacement file to the file to be replaced. The file to be replaced has retained its "
    "original name.",
    1177: "Unable to move the replacement file to the file to be replaced. The file to be replaced has been renamed "
    "using the backup name.",
}
"""What ReplaceFile fails with, as Windows words it."""


_DISK_FULL, _DEVICE_FAILED, _WRITE_PROTECTED = 112, 1117, 19
_WINDOWS_ERRORS = {
    39: (errno.ENOSPC, "The disk is full."),
    _DISK_FULL: (errno.ENOSPC, "There is not enough space on the disk."),
    _DEVICE_FAILED: (errno.EIO, "The request could not be performed because of an I/O device error."),
    _WRITE_PROTECTED: (errno.EROFS, "The media is write protected."),
}
"""Windows' system errors of a drive: Python's number, Windows' words [windows#disk-full]."""


class DriveError(OSError):
    """A system error of the drive: `number` is Windows' own."""

    def __init__(self, number: int, path: str) -> None:
        super().__init__(*_WINDOWS_ERRORS[number], path)
        self.number = number


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
        self._open = OpenFiles()

    def windows_starts(self) -> None:
        """Nothing is held open any more."""
        self._open = OpenFiles()

    # -- volumes ------------------------------------------------------------------------------------------------------

    def _tree(self, letter: str, path: str) -> FileTree:
        storage = self._machine.storage
        volume = letters.volume_at(storage, letter)
        if volume is None:
            raise FileNotFoundError(errno.ENOENT, f"drive {letter}: doesn't exist", path)
        if not letters.is_readable(storage, letter):
            raise DriveError(_DEVICE_FAILED, path)
        return volume.tree

    def is_torn(self, path: str) -> bool:
        """Whether what the file holds is of different moments."""
        return letters.is_torn(self._machine.storage, split(path)[0])

    def entry(self, path: str) -> Entry | None:
        """The file or folder, None where there is none or its drive can't be read."""
        try:
            return self._find(path)
        except OSError:
            return None

    def _find(self, path: str, *, through_last: bool = True) -> Entry | None:
        """Through junctions; with `through_last` False the last one itself."""
        letter, parts, keys = _keys(path)
        entry = self._tree(letter, path).root
        for position, key in enumerate(keys, start=1):
            child = entry.children.get(key)
            if child is None:
                return None
            if child.target is not None and (through_last or position < len(parts)):
                rest = "\\".join((child.target, *parts[position:]))
                return self._find(rest, through_last=through_last)
            entry = child
        return entry

    def chain(self, path: str) -> list[Entry]:
        """The drive's root, every folder on the way, and the entry itself, through junctions. Raises FileNotFoundError
        where there is none or its drive can't be read.
        """
        letter, parts, keys = _keys(path)
        try:
            found = [self._tree(letter, path).root]
            for position, key in enumerate(keys, start=1):
                child = found[-1].children.get(key)
                if child is not None and child.target is not None:
                    child = self._find(f"{letter}:\\" + "\\".join(parts[:position]))
                if child is None:
                    raise FileNotFoundError(errno.ENOENT, "no such file or directory", path)
                found.append(child)
        except OSError:
            raise FileNotFoundError(path) from None
        return found

    def _existing(self, path: str) -> Entry:
        found = self._find(path)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, "no such file or directory", path)
        return found

    def itself(self, path: str) -> Entry:
        """The entry of that name, a junction itself rather than where it leads. Raises FileNotFoundError."""
        found = self._find(path, through_last=False)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, "no such file or directory", path)
        return found

    def _parent(self, path: str) -> tuple[Entry, str]:
        letter, parts = split(path)
        if not parts:
            raise IsADirectoryError(errno.EISDIR, "a drive's root", path)
        parent = self._find(f"{letter}:\\" + "\\".join(parts[:-1]))
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

    def room(self, letter: str) -> int | None:
        """Free bytes of the volume behind a letter, None where there is none."""
        volume = letters.volume_at(self._machine.storage, letter)
        return None if volume is None else volume.free_bytes

    # -- reading ------------------------------------------------------------------------------------------------------

    def exists(self, path: str) -> bool:
        return self._named(path) is not None or self._is_foreign_root(path)

    def _named(self, path: str) -> Entry | None:
        """As GetFileAttributes answers: of a link its own entry, whether or not what it leads to is there."""
        try:
            return self._find(path, through_last=False)
        except OSError:
            return None

    def _is_foreign_root(self, path: str) -> bool:
        letter, rest = path[:1].upper(), path[1:].replace("/", "\\")
        return letter in self._machine.storage.foreign_letters and rest in (":", ":\\")

    def is_directory(self, path: str) -> bool:
        found = self._named(path)
        return self._is_foreign_root(path) if found is None else found.is_directory

    def read_bytes(self, path: str) -> bytes:
        found = self._existing(path)
        if found.data is None:
            raise IsADirectoryError(errno.EISDIR, "is a directory", path)
        self._open.check(found, path, access=READ, share=READ)
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
        found = self.itself(path)
        link = "Junction" if found.target is not None else "HardLink" if found.names > 1 else None
        return FileStat(
            size_bytes=found.size_bytes, is_directory=found.is_directory, modified=found.modified,
            created=found.created, accessed=found.modified, read_only=found.read_only, link_type=link,
        )  # fmt: skip

    # -- writing ------------------------------------------------------------------------------------------------------

    def _check_writable(self, path: str) -> None:
        if letters.is_read_only(self._machine.storage, split(path)[0]):
            raise DriveError(_WRITE_PROTECTED, path)

    def _check_room(self, path: str) -> None:
        self._check_writable(path)
        letter = split(path)[0]
        fault = self._machine.world.fault("files.write", node=self._machine.name, path=path, letter=letter)
        if fault is not None:
            raise DriveError(int(fault.error or _DISK_FULL), path)

    def hold(self, path: str, *, access: int = READ, share: int = READ, owner: Holder | None = None) -> OpenFile:
        """Opens it and keeps it open: access and share of READ, WRITE, DELETE. Raises `SharingViolationError`."""
        found = self._existing(path)
        if found.data is None:
            raise IsADirectoryError(errno.EISDIR, "is a directory", path)
        return self._open.open(found, path, access=access, share=share, owner=owner)

    def fill(self, path: str, entry: Entry, data: bytes) -> None:
        """Writes through a handle that is held already."""
        self._check_room(path)
        entry.data, entry.modified, entry.bytes_claimed = data, self._machine.now(), None

    def truncate(self, path: str, entry: Entry) -> None:
        """Empties what is held already, which needs no room."""
        self._check_writable(path)
        entry.data, entry.modified, entry.bytes_claimed = b"", self._machine.now(), None

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
        self._open.check(found, path, access=WRITE, share=READ)
        found.data, found.modified, found.bytes_claimed = data, now, None

    def append_bytes(self, path: str, data: bytes) -> None:
        found = self.entry(path)
        self.write_bytes(path, (found.data or b"") + data if found is not None else data)

    def claim(self, path: str, size_bytes: int) -> None:
        """A file whose content isn't kept, only its size: a database file. Its folder must exist."""
        self._put(path, b"")
        self._existing(path).bytes_claimed = size_bytes

    def remove(self, path: str) -> None:
        self._check_writable(path)
        parent, name = self._parent(path)
        found = parent.children.get(name.lower())
        if found is None:
            raise FileNotFoundError(errno.ENOENT, "no such file or directory", path)
        if found.read_only:
            raise PermissionError(errno.EACCES, "Access to the path is denied.", path)
        if found.children:
            raise OSError(errno.ENOTEMPTY, "The directory is not empty.", path)
        self._open.check(found, path, access=DELETE, share=SHARE_ALL)
        del parent.children[name.lower()]
        found.names -= 1

    def make_directory(self, path: str) -> None:
        self._check_writable(path)
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
        self._open.check(found, source, access=DELETE, share=SHARE_ALL)
        del parent.children[name.lower()]
        found.name = new_name
        target.children[new_name.lower()] = found

    def replace(self, source: str, destination: str, backup: str | None) -> None:
        """ReplaceFile: the destination takes the source's content, keeps its own rights, and leaves its former self as
        `backup`. Refused while anybody holds either without sharing deletion.

        Fault `files.replace`: error 1175 or 1176, nothing was changed; 1177, the former file has its backup's name and
        the new one still its own [windows#replace-file].
        """
        new, old = self._existing(source), self._existing(destination)
        self._open.check(new, source, access=READ | DELETE, share=SHARE_ALL)
        self._open.check(old, destination, access=READ | DELETE, share=SHARE_ALL)
        self._check_room(destination)
        fault = self._machine.world.fault("files.replace", node=self._machine.name, path=destination)
        if fault is not None:
            number = int(fault.error or _UNABLE_TO_MOVE_REPLACEMENT_2)
            if number == _UNABLE_TO_MOVE_REPLACEMENT_2:
                if backup is not None and self.exists(backup):
                    self.remove(backup)
                self.move(destination, backup or f"{destination}.~old")
            raise OSError(number, _REPLACE_FAILED[number], destination)
        if backup is not None:
            parent, name = self._parent(backup)
            former = parent.children.get(name.lower())
            if former is not None:
                self._open.check(former, backup, access=DELETE, share=SHARE_ALL)
            copy = Entry(name, old.data, created=old.created, modified=old.modified, access=old.access)
            parent.children[name.lower()] = copy
        parent, name = self._parent(destination)
        parent.children[name.lower()] = Entry(
            name, new.data, created=old.created, modified=new.modified, access=old.access
        )
        self.remove(source)

    def link(self, existing: str, path: str) -> None:
        """Another name for a file, in another folder (the model keeps one spelling for all names)."""
        found = self._existing(existing)
        parent, name = self._parent(path)
        if name.lower() != found.name.lower() or name.lower() in parent.children:
            raise ValueError(f"not as {path}")
        parent.children[name.lower()] = found
        found.names += 1

    def set_read_only(self, path: str, read_only: bool) -> None:
        self._existing(path).read_only = read_only

    def set_modified(self, path: str, modified: datetime) -> None:
        self._existing(path).modified = modified

    def prepare_system_drive(self) -> None:
        """The folders that every Windows has; called once, when the root volume is new."""
        for folder in BASE_FOLDERS:
            self.make_directories(folder)
        programs = self._existing(PROGRAM_DATA)
        if programs.access is None:
            programs.access = program_data_access()
        if not self.exists(POWERSHELL):
            self.write_bytes(POWERSHELL, b"MZ")
