"""Paths and files as the run sees them: the current location, script files, `>` redirections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.engines.powershell.runtime.frame import Frame


class FileAccess:
    """Part of Run. `location` is the current folder of the file system."""

    host: Any

    @property
    def location(self) -> str:
        found = self.state.get("location")  # type: ignore[attr-defined]
        return found if found is not None else self.host.filesystem.current_directory

    def update_location_variable(self) -> None:
        """$PWD follows the location."""
        from rehearsal.engines.powershell.runtime.path_info import PathInfo

        self.global_scope.put("pwd", PathInfo(self.location), "PWD")  # type: ignore[attr-defined]

    def set_location(self, path: str) -> None:
        """Set-Location within the file system; `path` is full and exists."""
        self.state["location"] = path  # type: ignore[attr-defined]
        self.update_location_variable()

    def full_path(self, path: str) -> str:
        """A path made absolute from the current location, `.` and `..` resolved, separators of the file system."""
        files = self.host.filesystem
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
        separator = self.host.filesystem.separator
        head, found, _ = path.rpartition(separator)
        return head if found else ""

    def file_name(self, path: str) -> str:
        """The last part of a path."""
        return path.rpartition(self.host.filesystem.separator)[2]

    def read_script(self, path: str) -> str:
        """A script file's text: UTF-8, or UTF-16 by its byte order mark."""
        data: bytes = self.host.filesystem.read_bytes(path)
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16")
        return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")

    def file_sink(self, path: str, append: bool, frame: Frame) -> tuple[Callable[[Any], None], Callable[[], None]]:
        """Where `> path` writes: formatted as Out-File does, UTF-16LE with its mark as 5.1 does."""
        full = self.full_path(path)
        values: list[Any] = []
        files = self.host.filesystem
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
            text = self.engine.format_for_file(values, self)  # type: ignore[attr-defined]
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
