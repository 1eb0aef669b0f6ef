"""System.IO.FileInfo and DirectoryInfo: what Get-Item, Get-ChildItem and New-Item emit."""

from __future__ import annotations

from typing import Any, TypeVar

from rehearsal.engines.powershell.net_types.time.date_time import DateTime
from rehearsal.engines.powershell.objects.host import FileStat
from rehearsal.engines.powershell.objects.member_declarations import net_constructor, net_method, net_property
from rehearsal.engines.powershell.objects.numbers import Int64
from rehearsal.engines.powershell.objects.type_table import net_enum, net_type
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject
from rehearsal.engines.powershell.runtime.file_access import Paths, paths_of

FILE_ATTRIBUTES = net_enum(
    "System.IO.FileAttributes",
    {
        "ReadOnly": 1, "Hidden": 2, "System": 4, "Directory": 16, "Archive": 32, "Device": 64, "Normal": 128,
        "Temporary": 256, "SparseFile": 512, "ReparsePoint": 1024, "Compressed": 2048, "Offline": 4096,
        "NotContentIndexed": 8192, "Encrypted": 16384, "IntegrityStream": 32768, "NoScrubData": 131072,
    },
    flags=True,
)  # fmt: skip


_Info = TypeVar("_Info", bound="FileSystemInfo")


class FileSystemInfo(NetObject):
    """Path and facts as they were when it was asked for; `ToString()` is the path as .NET Framework gives it."""

    def __init__(self, paths: Paths, full_name: str, stat: FileStat | None, shown: str | None = None) -> None:
        self.paths = paths
        self.full_name = full_name
        self.stat = stat
        self.shown = shown

    def ps_string(self) -> str:
        return self.shown if self.shown is not None else self.paths.leaf(self.full_name)

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        if isinstance(other, str):
            return self.ps_string().lower() == other.lower()
        return self is other


class _Members:
    """What files and folders have in common."""

    @net_property("FullName", "string")
    def full_name_property(self: FileSystemInfo) -> str:
        return self.full_name

    @net_property("Name", "string")
    def name(self: FileSystemInfo) -> str:
        return self.paths.leaf(self.full_name) or self.full_name

    @net_property("BaseName", "string")
    def base_name(self: FileSystemInfo) -> str:
        name = self.paths.leaf(self.full_name)
        return name.rpartition(".")[0] if "." in name and not isinstance(self, DirectoryInfo) else name

    @net_property("Extension", "string")
    def extension(self: FileSystemInfo) -> str:
        name = self.paths.leaf(self.full_name)
        return f".{name.rpartition('.')[2]}" if "." in name else ""

    @net_property("Exists", "bool", context=True)
    def exists(run: Any, self: FileSystemInfo) -> bool:
        return bool(run.host.filesystem.exists(self.full_name))

    @net_property("LastWriteTime", "datetime", context=True)
    def last_write_time(run: Any, self: FileSystemInfo) -> DateTime:
        return _time(self.stat.modified if self.stat else None).to_local_time(run)

    @net_property("LastWriteTimeUtc", "datetime")
    def last_write_time_utc(self: FileSystemInfo) -> DateTime:
        return _time(self.stat.modified if self.stat else None)

    @net_property("CreationTime", "datetime", context=True)
    def creation_time(run: Any, self: FileSystemInfo) -> DateTime:
        return _time(self.stat.created if self.stat else None).to_local_time(run)

    @net_property("CreationTimeUtc", "datetime")
    def creation_time_utc(self: FileSystemInfo) -> DateTime:
        return _time(self.stat.created if self.stat else None)

    @net_property("Attributes", "System.IO.FileAttributes")
    def attributes(self: FileSystemInfo) -> EnumValue:
        number = 16 if isinstance(self, DirectoryInfo) else 32
        if self.stat is not None:
            number |= (1 if self.stat.read_only else 0) | (2 if self.stat.hidden else 0)
            number |= 1024 if self.stat.link_type in ("Junction", "SymbolicLink") else 0
        return EnumValue(FILE_ATTRIBUTES, number)

    @net_property("LinkType", "string")
    def link_type(self: Any) -> str | None:
        return None if self.stat is None else self.stat.link_type

    @net_property("PSIsContainer", "bool")
    def is_container(self: FileSystemInfo) -> bool:
        return isinstance(self, DirectoryInfo)

    @net_property("PSPath", "string")
    def ps_path(self: FileSystemInfo) -> str:
        return f"Microsoft.PowerShell.Core\\FileSystem::{self.full_name}"

    @net_property("PSParentPath", "string")
    def ps_parent_path(self: FileSystemInfo) -> str:
        return f"Microsoft.PowerShell.Core\\FileSystem::{self.paths.parent(self.full_name)}"

    @net_property("PSChildName", "string")
    def ps_child_name(self: FileSystemInfo) -> str:
        return self.paths.leaf(self.full_name)

    @net_method("ToString", returns="string")
    def to_string(self: FileSystemInfo) -> str:
        return self.ps_string()

    @net_method("Delete", returns="void", context=True)
    def delete(run: Any, self: FileSystemInfo) -> None:
        run.host.filesystem.remove(self.full_name)


def _time(moment: Any) -> DateTime:
    return DateTime(504911232000000000, 1) if moment is None else DateTime.from_datetime(moment)


@net_type("System.IO.FileInfo", base="System.IO.FileSystemInfo")
class FileInfo(FileSystemInfo, _Members):
    """A file."""

    @net_constructor("string", context=True)
    def _of(run: Any, path: str) -> FileInfo:
        return file_info(run, path, FileInfo)

    @net_property("Length", "long")
    def length(self) -> Int64:
        return Int64(self.stat.size_bytes if self.stat else 0)

    @net_property("DirectoryName", "string")
    def directory_name(self) -> str:
        return self.paths.parent(self.full_name)

    @net_property("IsReadOnly", "bool")
    def is_read_only(self) -> bool:
        return self.stat is not None and self.stat.read_only

    @net_property("Directory", "object", context=True)
    def directory(run: Any, self: Any) -> FileSystemInfo:
        return file_object(run, self.paths.parent(self.full_name))


@net_type("System.IO.DirectoryInfo", base="System.IO.FileSystemInfo")
class DirectoryInfo(FileSystemInfo, _Members):
    """A folder."""

    @net_constructor("string", context=True)
    def _of(run: Any, path: str) -> DirectoryInfo:
        return file_info(run, path, DirectoryInfo)

    @net_property("Parent", "object", context=True)
    def parent(run: Any, self: Any) -> FileSystemInfo | None:
        head = self.paths.directory_name(self.full_name)
        return None if head is None else file_object(run, head)


def file_info(run: Any, path: str, kind: type[_Info]) -> _Info:
    """New-Object IO.FileInfo: the file needn't exist."""
    paths = paths_of(run)
    full = paths.full(path)
    exists = run.host.filesystem.exists(full)
    return kind(paths, full, run.host.filesystem.stat(full) if exists else None, path)


def file_object(run: Any, full_name: str) -> FileSystemInfo:
    """The object of an existing file or folder, by its full path."""
    stat = run.host.filesystem.stat(full_name)
    kind = DirectoryInfo if stat.is_directory else FileInfo
    return kind(paths_of(run), full_name, stat)


def _declare_common() -> None:
    from rehearsal.engines.powershell.objects.type_table import net_type as declare

    for name in ("System.IO.FileInfo", "System.IO.DirectoryInfo"):
        declare(name)(type("CommonMembers", (), dict(vars(_Members))))


_declare_common()
