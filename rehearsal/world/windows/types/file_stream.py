"""System.IO.FileStream over the host's files: mode, access, share; held until it is disposed of or its process ends."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_setter,
)
from rehearsal.engines.powershell.objects.numbers import Int64, bytes_as_numbers
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray
from rehearsal.engines.powershell.runtime.file_access import paths_of
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES
from rehearsal.world.windows.files.open_files import OpenFile, SharingViolationError
from rehearsal.world.windows.system.filesystem import DriveError, WindowsFileSystem

WINDOWS_TYPES.net_enum(
    "System.IO.FileMode", {"CreateNew": 1, "Create": 2, "Open": 3, "OpenOrCreate": 4, "Truncate": 5, "Append": 6}
)
WINDOWS_TYPES.net_enum("System.IO.FileAccess", {"Read": 1, "Write": 2, "ReadWrite": 3}, flags=True)
WINDOWS_TYPES.net_enum(
    "System.IO.FileShare",
    {"None": 0, "Read": 1, "Write": 2, "ReadWrite": 3, "Delete": 4, "Inheritable": 16},
    flags=True,
)
WINDOWS_TYPES.net_enum("System.IO.FileOptions", {"None": 0, "DeleteOnClose": 0x04000000}, flags=True)
_HRESULT_FROM_WIN32 = -0x7FF90000
_BUFFER_BYTES = 4096
_CREATE_NEW, _CREATE, _OPEN, _OPEN_OR_CREATE = 1, 2, 3, 4


@WINDOWS_TYPES.net_type("System.IO.FileStream", base="System.IO.Stream", interfaces=("System.IDisposable",))
class FileStream(NetObject):
    """Reads and writes at one position. Up to 4096 bytes wait in a buffer, as .NET Framework's do by default.

    Flush, Dispose, a look at the file, or what no longer fits writes them: there a full drive fails. What
    couldn't be written is tried again, so Dispose fails, too, and closes the handle all the same. Where a process ends
    without either, its buffer isn't in the file.
    """

    __slots__ = ("buffered", "files", "handle", "members", "path", "position")

    def __init__(self, files: WindowsFileSystem, path: str, handle: OpenFile) -> None:
        self.members = None
        self.files = files
        self.path = path
        self.handle = handle
        self.position = 0
        self.buffered = b""
        """Not yet in the file; they belong right before `position`."""

    @net_constructor("string", "System.IO.FileMode", "System.IO.FileAccess", "System.IO.FileShare", context=True)
    @staticmethod
    def open(run: Any, path: str, mode: EnumValue, access: EnumValue, share: EnumValue) -> FileStream:
        full = str(paths_of(run).full(path))
        files: WindowsFileSystem = run.host.filesystem
        try:
            handle = _opened(files, full, mode.value, access.value, share.value, run.host.process)
        except FileNotFoundError:
            folder = paths_of(run).parent(full)
            if files.is_directory(folder):
                raise PSException("System.IO.FileNotFoundException", f"Could not find file '{full}'.") from None
            text = f"Could not find a part of the path '{full}'."
            raise PSException("System.IO.DirectoryNotFoundException", text) from None
        except FileExistsError:
            raise PSException("System.IO.IOException", f"The file '{full}' already exists.") from None
        except (PermissionError, IsADirectoryError):
            text = f"Access to the path '{full}' is denied."
            raise PSException("System.UnauthorizedAccessException", text) from None
        except SharingViolationError:
            text = f"The process cannot access the file '{full}' because it is being used by another process."
            raise PSException("System.IO.IOException", text) from None
        except OSError as error:
            raise _io_exception(error) from None
        return FileStream(files, full, handle)

    @net_constructor(
        "string", "System.IO.FileMode", "System.IO.FileAccess", "System.IO.FileShare", "int", "System.IO.FileOptions",
        context=True,
    )  # fmt: skip
    @staticmethod
    def open_with_options(
        run: Any, path: str, mode: EnumValue, access: EnumValue, share: EnumValue, _buffer: int, options: EnumValue
    ) -> FileStream:
        stream: FileStream = FileStream.open(run, path, mode, access, share)
        if options.value:
            stream.handle.on_close = lambda: stream.files.remove(stream.path)
        return stream

    @net_constructor(
        "string", "System.IO.FileMode", "System.IO.FileAccess", "System.IO.FileShare", "int", "bool", context=True
    )
    @staticmethod
    def open_for_overlapping(
        run: Any, path: str, mode: EnumValue, access: EnumValue, share: EnumValue, _buffer: int, _use_async: bool
    ) -> FileStream:
        """What a word for the options ends in: any text is true, and the file stays when the stream is closed."""
        stream: FileStream = FileStream.open(run, path, mode, access, share)
        return stream

    @net_constructor(
        "string", "System.IO.FileMode", "System.Security.AccessControl.FileSystemRights", "System.IO.FileShare", "int",
        "System.IO.FileOptions", context=True,
    )  # fmt: skip
    @staticmethod
    def open_with_rights(run: Any, *_arguments: Any) -> FileStream:
        """Here for words that may be a FileAccess or FileSystemRights."""
        raise run.refusal("a FileStream with FileSystemRights", None)

    @net_property("Position", "long")
    def at(self) -> Int64:
        return Int64(self.position)

    @net_setter("Position")
    def seek(self, value: Int64) -> None:
        self._write_buffered()
        self.position = int(value)

    @net_property("Length", "long")
    def length(self) -> Int64:
        self._write_buffered()
        return Int64(self._open().entry.size_bytes)

    @net_method("Read", "byte[]", "int", "int", returns="int")
    def read(self, buffer: PSArray, offset: int, count: int) -> int:
        self._write_buffered()
        data = self._open().entry.data or b""
        part = data[self.position : self.position + count]
        if offset == 0 and len(part) == len(buffer):
            buffer.hold_bytes(part)
        else:
            buffer.items[offset : offset + len(part)] = bytes_as_numbers(part)
        self.position += len(part)
        return len(part)

    @net_method("Write", "byte[]", "int", "int", returns="void")
    def write(self, buffer: PSArray, offset: int, count: int) -> None:
        self._open()
        written = buffer.as_bytes()[offset : offset + count]
        if len(self.buffered) + len(written) >= _BUFFER_BYTES:
            self._write_buffered()
        if len(written) >= _BUFFER_BYTES:
            self._put(self.position, written)
        else:
            self.buffered += written
        self.position += len(written)

    @net_method("Flush", returns="void")
    @net_method("Flush", "bool", returns="void")
    def flush(self, to_disk: bool = False) -> None:
        self._open()
        self._write_buffered()

    @net_method("Dispose", returns="void")
    @net_method("Close", returns="void")
    def dispose(self) -> None:
        try:
            if not self.handle.closed:
                self._write_buffered()
        finally:
            self.handle.close()

    def _write_buffered(self) -> None:
        if self.buffered:
            self._put(self.position - len(self.buffered), self.buffered)
            self.buffered = b""

    def _put(self, at: int, written: bytes) -> None:
        entry = self._open().entry
        before = entry.data or b""
        try:
            self.files.fill(self.path, entry, before[:at] + written + before[at + len(written) :])
        except OSError as error:
            raise _io_exception(error) from None

    def _open(self) -> OpenFile:
        if self.handle.closed:
            raise PSException("System.ObjectDisposedException", "Cannot access a closed file.")
        return self.handle


def _io_exception(error: OSError) -> PSException:
    """Its HResult carries Windows' number, where the drive has one [windows#disk-full]."""
    exception = PSException("System.IO.IOException", str(error.strerror))
    if isinstance(error, DriveError):
        exception.h_result = _HRESULT_FROM_WIN32 + error.number
    return exception


def _opened(files: WindowsFileSystem, path: str, mode: int, access: int, share: int, process: Any) -> OpenFile:
    exists = files.entry(path) is not None
    if mode == _CREATE_NEW and exists:
        raise FileExistsError(path)
    if mode not in (_CREATE_NEW, _CREATE, _OPEN, _OPEN_OR_CREATE):
        raise PSException("System.NotSupportedException", f"the model doesn't open files in mode {mode}")
    if not exists:
        if mode == _OPEN:
            raise FileNotFoundError(path)
        files.write_bytes(path, b"")
    handle = files.hold(path, access=access, share=share & 7, owner=process)
    if mode == _CREATE and exists:
        try:
            files.truncate(path, handle.entry)
        except OSError:
            handle.close()
            raise
    return handle
