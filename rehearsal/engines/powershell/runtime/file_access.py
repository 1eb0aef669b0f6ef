"""Paths and files as the run sees them: the current location, script files, `>` redirections."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.engines.powershell.objects.host import FileSystem
from rehearsal.engines.powershell.objects.member_declarations import net_property
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.engines.powershell.runtime.scopes import Scope


class FileAccess:
    """`run.files`. `location` is the current folder of the file system."""

    def __init__(self, files: FileSystem, global_scope: Scope) -> None:
        self._files = files
        self._global_scope = global_scope
        self._location: str | None = None

    @property
    def location(self) -> str:
        return self._location if self._location is not None else self._files.current_directory

    def update_location_variable(self) -> None:
        """$PWD follows the location."""

        self._global_scope.put("pwd", PathInfo(self.location), "PWD")

    def set_location(self, path: str) -> None:
        """Set-Location within the file system; `path` is full and exists."""
        self._location = path
        self.update_location_variable()

    def full_path(self, path: str) -> str:
        """A path made absolute from the current location, `.` and `..` resolved, separators of the file system."""
        files = self._files
        separator = files.separator
        other = "/" if separator == "\\" else "\\"
        path = path.replace(other, separator)
        if path.startswith("~"):
            path = files.home_directory.rstrip(separator) + path[1:]
        if separator == "/":
            root, rest = ("/", path[1:]) if path.startswith("/") else (None, path)
        elif len(path) >= 2 and path[1] == ":":
            root, rest = path[:2] + separator, path[2:].lstrip(separator)
        elif path.startswith(separator * 2):
            root, rest = separator * 2, path[2:]
        elif path.startswith(separator):
            root, rest = self.location[:2] + separator, path[1:]
        else:
            root, rest = None, path
        if root is None:
            base = self.location
            joined = base.rstrip(separator) + separator + rest
            return self.full_path(joined)
        parts: list[str] = []
        for part in rest.split(separator):
            if part in ("", "."):
                continue
            if part == "..":
                if parts:
                    parts.pop()
            else:
                parts.append(part)
        return root + separator.join(parts)

    def folder_of(self, path: str) -> str:
        """The folder part of a path."""
        separator = self._files.separator
        head, found, _ = path.rpartition(separator)
        return head if found else ""

    def file_name(self, path: str) -> str:
        """The last part of a path."""
        return path.rpartition(self._files.separator)[2]

    def read_script(self, path: str) -> str:
        """A script file's text: UTF-8, or UTF-16 by its byte order mark."""
        data: bytes = self._files.read_bytes(path)
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16")
        return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")


def file_sink(path: str, append: bool, run: Any) -> tuple[Callable[[Any], None], Callable[[], None]]:
    """Where `> path` writes: formatted as Out-File does, UTF-16LE with its mark as 5.1 does."""
    full = run.files.full_path(path)
    values: list[Any] = []
    files = run.host.filesystem
    try:
        if append and files.exists(full):
            files.append_bytes(full, b"")
        else:
            files.write_bytes(full, b"")
    except OSError as error:
        exception = _io_exception(error, full)
        record = ErrorRecord(exception, "FileOpenFailure", "OpenError", path)
        raise TerminatingError(record) from None

    def close() -> None:
        text = run.format_for_file(values)
        data = text.encode("utf-16-le")
        if append and files.exists(full):
            known = files.read_bytes(full)
            if known.startswith(b"\xff\xfe") or not known:
                files.append_bytes(full, data if known else b"\xff\xfe" + data)
            else:
                files.append_bytes(full, data)
        else:
            files.write_bytes(full, b"\xff\xfe" + data)

    return values.append, close


def _io_exception(error: OSError, path: str) -> PSException:
    if isinstance(error, FileNotFoundError):
        return PSException("System.IO.DirectoryNotFoundException", f"Could not find a part of the path '{path}'.")
    if isinstance(error, PermissionError | IsADirectoryError):
        return PSException("System.UnauthorizedAccessException", f"Access to the path '{path}' is denied.")
    return PSException("System.IO.IOException", str(error))


@net_type("System.Management.Automation.PathInfo")
class PathInfo(NetObject):
    """A resolved path of the file system provider."""

    def __init__(self, path: str) -> None:
        self.path = path

    def ps_string(self) -> str:
        return self.path

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        return isinstance(other, PathInfo) and self.path == other.path

    @net_property("Path", "string")
    def get_path(self) -> str:
        return self.path

    @net_property("ProviderPath", "string")
    def get_provider_path(self) -> str:
        return self.path


_DRIVE = re.compile(r"[A-Za-z]:")


class Paths:
    """Rules of one file system's style; made when needed, holds no state of a run."""

    __slots__ = ("files", "separator", "separators", "windows")

    def __init__(self, files: FileSystem) -> None:
        self.files = files
        self.separator = files.separator
        self.windows = files.separator == "\\"
        self.separators = "\\/" if self.windows else "/"

    @property
    def newline(self) -> str:
        """Environment.NewLine."""
        return "\r\n" if self.windows else "\n"

    def is_rooted(self, path: str) -> bool:
        """Begins at a drive or a separator."""
        return (path[:1] in self.separators and bool(path)) or (self.windows and bool(_DRIVE.match(path)))

    def full(self, path: str, base: str | None = None) -> str:
        """Absolute, `.` and `..` resolved, separators unified, no trailing one (a root keeps it)."""
        origin = base or self.files.current_directory
        unified = path.replace("/", "\\") if self.windows else path
        if not self.is_rooted(unified):
            unified = f"{origin}{self.separator}{unified}"
        elif self.windows and not _DRIVE.match(unified):
            unified = f"{origin[:2]}{unified}"
        root, rest = (unified[:2] + "\\", unified[2:]) if self.windows else ("/", unified)
        parts: list[str] = []
        for part in rest.split(self.separator):
            if part == "..":
                del parts[-1:]
            elif part not in ("", "."):
                parts.append(part)
        return root + self.separator.join(parts)

    def join(self, folder: str, name: str) -> str:
        """One separator between them."""
        head = folder.rstrip(self.separators)
        return f"{head}{self.separator}{name.lstrip(self.separators)}"

    def leaf(self, path: str) -> str:
        """What stands after the last separator (or the drive's colon)."""
        cut = max(path.rfind(separator) for separator in self.separators)
        if self.windows:
            cut = max(cut, path.rfind(":"))
        return path[cut + 1 :]

    def directory_name(self, path: str) -> str | None:
        """Path.GetDirectoryName: null for a root, empty for a bare name."""
        stripped = path.rstrip(self.separators) if self._is_root(path) else path
        if self._is_root(path):
            return None
        cut = max(stripped.rfind(separator) for separator in self.separators)
        if cut < 0:
            return ""
        head = stripped[:cut]
        if self.windows and _DRIVE.fullmatch(head):
            return head + "\\"
        return head or self.separator

    def parent(self, path: str) -> str:
        """The folder of a full path; a root's is itself."""
        head = self.directory_name(path)
        return path if head is None else head

    def _is_root(self, path: str) -> bool:
        bare = path.rstrip(self.separators)
        return not bare or (self.windows and bool(_DRIVE.fullmatch(bare)))

    def remove_tree(self, path: str) -> None:
        """A folder with all in it."""
        for name in self.files.list(path):
            child = self.join(path, name)
            if self.files.is_directory(child):
                self.remove_tree(child)
            else:
                self.files.remove(child)
        self.files.remove(path)


def paths_of(run: Any) -> Paths:
    """The rules of the run's file system."""
    return Paths(run.host.filesystem)
