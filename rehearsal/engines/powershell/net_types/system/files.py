"""System.IO.File, Directory and Path through the host's file system; errors as .NET words them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rehearsal.engines.powershell.net_types.system.file_objects import file_object
from rehearsal.engines.powershell.net_types.text.encodings import Encoding, decoded
from rehearsal.engines.powershell.net_types.time.date_time import DateTime
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_static, net_static_property
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import PSArray
from rehearsal.engines.powershell.runtime.file_access import paths_of

_HRESULT_FROM_WIN32 = -0x7FF90000
"""What an HResult is beside Windows' own number, of errors that have one [windows#disk-full]."""


def _attempt(path: str, action: Callable[[], Any]) -> Any:
    """Runs it; Python's file errors become .NET's."""
    try:
        return action()
    except FileNotFoundError:
        raise PSException("System.IO.FileNotFoundException", f"Could not find file '{path}'.") from None
    except NotADirectoryError:
        text = f"Could not find a part of the path '{path}'."
        raise PSException("System.IO.DirectoryNotFoundException", text) from None
    except (PermissionError, IsADirectoryError):
        raise PSException("System.UnauthorizedAccessException", f"Access to the path '{path}' is denied.") from None
    except FileExistsError:
        text = "Cannot create a file when that file already exists.\r\n"
        raise PSException("System.IO.IOException", text) from None
    except OSError as error:
        exception = PSException("System.IO.IOException", f"{error.strerror or error} : '{path}'.")
        if (number := getattr(error, "number", None)) is not None:
            exception.h_result = _HRESULT_FROM_WIN32 + number
        raise exception from None


def _checked(path: str | None) -> str:
    if path is None:
        raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: path")
    if not path.strip():
        raise PSException("System.ArgumentException", "Empty path name is not legal.")
    return path


def _write(run: Any, path: str, data: bytes, *, append: bool = False) -> None:
    files = run.host.filesystem
    folder = paths_of(run).parent(path)
    if folder and not files.is_directory(folder):
        text = f"Could not find a part of the path '{path}'."
        raise PSException("System.IO.DirectoryNotFoundException", text)
    _attempt(path, lambda: (files.append_bytes if append else files.write_bytes)(path, data))


def _read(run: Any, path: str) -> bytes:
    files = run.host.filesystem
    if not files.exists(path) and not files.is_directory(paths_of(run).parent(path)):
        text = f"Could not find a part of the path '{path}'."
        raise PSException("System.IO.DirectoryNotFoundException", text)
    data: bytes = _attempt(path, lambda: files.read_bytes(path))
    return data


def _lines(text: str) -> list[str]:
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    return unified.removesuffix("\n").split("\n") if unified else []


def _full(run: Any, path: str) -> str:
    """.NET resolves relative paths against the process's folder, which PowerShell's location doesn't move."""
    return paths_of(run).full(_checked(path))


@net_type("System.IO.File")
class File:
    """Static members only."""

    @net_static("Exists", "string", returns="bool", context=True)
    def exists(run: Any, path: str | None) -> bool:
        if not path:
            return False
        full = paths_of(run).full(path)
        return bool(run.host.filesystem.exists(full)) and not run.host.filesystem.is_directory(full)

    @net_static("ReadAllText", "string", returns="string", context=True)
    @net_static("ReadAllText", "string", "System.Text.Encoding", returns="string", context=True)
    def read_all_text(run: Any, path: str, encoding: Encoding | None = None) -> str:
        full = _full(run, path)
        return decoded(_read(run, full), encoding)

    @net_static("ReadAllLines", "string", returns="string[]", context=True)
    @net_static("ReadAllLines", "string", "System.Text.Encoding", returns="string[]", context=True)
    def read_all_lines(run: Any, path: str, encoding: Encoding | None = None) -> PSArray:
        full = _full(run, path)
        text = decoded(_read(run, full), encoding)
        return PSArray(_lines(text), "System.String")

    @net_static("ReadAllBytes", "string", returns="byte[]", context=True)
    def read_all_bytes(run: Any, path: str) -> PSArray:
        full = _full(run, path)
        return PSArray.of_bytes(_read(run, full))

    @net_static("WriteAllText", "string", "string", returns="void", context=True)
    @net_static("WriteAllText", "string", "string", "System.Text.Encoding", returns="void", context=True)
    def write_all_text(run: Any, path: str, text: str | None, encoding: Encoding | None = None) -> None:
        _write(run, _full(run, path), _encoded(text, encoding, preamble=True))

    @net_static("AppendAllText", "string", "string", returns="void", context=True)
    @net_static("AppendAllText", "string", "string", "System.Text.Encoding", returns="void", context=True)
    def append_all_text(run: Any, path: str, text: str | None, encoding: Encoding | None = None) -> None:
        full = _full(run, path)
        begins = not run.host.filesystem.exists(full)
        _write(run, full, _encoded(text, encoding, preamble=begins), append=True)

    @net_static("WriteAllLines", "string", "string[]", returns="void", context=True)
    @net_static("WriteAllLines", "string", "string[]", "System.Text.Encoding", returns="void", context=True)
    def write_all_lines(run: Any, path: str, lines: PSArray, encoding: Encoding | None = None) -> None:
        text = "".join((line or "") + paths_of(run).newline for line in lines.items)
        _write(run, _full(run, path), _encoded(text, encoding, preamble=True))

    @net_static("WriteAllBytes", "string", "byte[]", returns="void", context=True)
    def write_all_bytes(run: Any, path: str, data: PSArray) -> None:
        _write(run, _full(run, path), data.as_bytes())

    @net_static("Delete", "string", returns="void", context=True)
    def delete(run: Any, path: str) -> None:
        full = _full(run, path)
        if run.host.filesystem.is_directory(full):
            raise PSException("System.UnauthorizedAccessException", f"Access to the path '{full}' is denied.")
        if run.host.filesystem.exists(full):
            _attempt(full, lambda: run.host.filesystem.remove(full))

    @net_static("Copy", "string", "string", returns="void", context=True)
    @net_static("Copy", "string", "string", "bool", returns="void", context=True)
    def copy(run: Any, source: str, destination: str, overwrite: bool = False) -> None:
        origin, target = _full(run, source), _full(run, destination)
        if not overwrite and run.host.filesystem.exists(target):
            raise PSException("System.IO.IOException", f"The file '{target}' already exists.")
        _attempt(origin, lambda: run.host.filesystem.copy(origin, target))

    @net_static("Move", "string", "string", returns="void", context=True)
    def move(run: Any, source: str, destination: str) -> None:
        origin, target = _full(run, source), _full(run, destination)
        if run.host.filesystem.exists(target):
            raise PSException("System.IO.IOException", "Cannot create a file when that file already exists.\r\n")
        _attempt(origin, lambda: run.host.filesystem.move(origin, target))

    @net_static("Replace", "string", "string", "string", returns="void", context=True)
    def replace(run: Any, source: str, destination: str, backup: str | None) -> None:
        origin, target = _full(run, source), _full(run, destination)
        files = run.host.filesystem
        for path in (origin, target):
            if not files.exists(path):
                raise PSException("System.IO.FileNotFoundException", "Unable to find the specified file.")
        _attempt(target, lambda: files.replace(origin, target, _full(run, backup) if backup else None))

    @net_static("GetLastWriteTimeUtc", "string", returns="datetime", context=True)
    def last_write_time_utc(run: Any, path: str) -> DateTime:
        full = _full(run, path)
        if not run.host.filesystem.exists(full):
            return DateTime(504911232000000000, 1)
        return DateTime.from_datetime(run.host.filesystem.stat(full).modified)


def _encoded(text: str | None, encoding: Encoding | None, *, preamble: bool) -> bytes:
    if encoding is None:
        return (text or "").encode("utf-8", "surrogatepass")
    return (encoding.preamble if preamble else b"") + encoding.encode(text or "")


@net_type("System.IO.Directory")
class Directory:
    """Static members only."""

    @net_static("Exists", "string", returns="bool", context=True)
    def exists(run: Any, path: str | None) -> bool:
        return path is not None and path != "" and bool(run.host.filesystem.is_directory(paths_of(run).full(path)))

    @net_static("CreateDirectory", "string", returns="object", context=True)
    def create(run: Any, path: str) -> Any:
        full = _full(run, path)
        missing: list[str] = []
        current = full.rstrip("\\/") or full
        while current and not run.host.filesystem.exists(current):
            missing.append(current)
            parent = paths_of(run).parent(current)
            if parent == current:
                break
            current = parent
        for folder in reversed(missing):
            _attempt(folder, partial(run.host.filesystem.make_directory, folder))
        return file_object(run, full)

    @net_static("Move", "string", "string", returns="void", context=True)
    def move(run: Any, source: str, destination: str) -> None:
        origin, target = _full(run, source), _full(run, destination)
        files = run.host.filesystem
        if not files.exists(origin):
            text = f"Could not find a part of the path '{origin}'."
            raise PSException("System.IO.DirectoryNotFoundException", text)
        if files.exists(target):
            raise PSException("System.IO.IOException", "Cannot create a file when that file already exists.\r\n")
        _attempt(origin, lambda: files.move(origin, target))

    @net_static("GetFiles", "string", returns="string[]", context=True)
    def files(run: Any, path: str) -> PSArray:
        return PSArray(_children(run, path, folders=False), "System.String")

    @net_static("GetDirectories", "string", returns="string[]", context=True)
    def directories(run: Any, path: str) -> PSArray:
        return PSArray(_children(run, path, folders=True), "System.String")

    @net_static("Delete", "string", returns="void", context=True)
    @net_static("Delete", "string", "bool", returns="void", context=True)
    def delete(run: Any, path: str, recursive: bool = False) -> None:
        full = _full(run, path)
        if not run.host.filesystem.is_directory(full):
            raise PSException("System.IO.DirectoryNotFoundException", f"Could not find a part of the path '{full}'.")
        if run.host.filesystem.list(full) and not recursive:
            raise PSException("System.IO.IOException", "The directory is not empty.\r\n")
        paths_of(run).remove_tree(full)


def _children(run: Any, path: str, *, folders: bool) -> list[str]:
    full = _full(run, path)
    files = run.host.filesystem
    if not files.is_directory(full):
        raise PSException("System.IO.DirectoryNotFoundException", f"Could not find a part of the path '{full}'.")
    listed = [paths_of(run).join(full, name) for name in files.list(full)]
    return [child for child in listed if bool(files.is_directory(child)) is folders]


@net_type("System.IO.Path")
class Path:
    """Static members only; separators are the host's."""

    @net_static("Combine", "params string[]", returns="string", context=True)
    def combine(run: Any, parts: PSArray) -> str:
        combined = ""
        for part in parts.items:
            if part is None:
                raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: path")
            if paths_of(run).is_rooted(part) or not combined:
                combined = part if part or not combined else combined
            elif part:
                separator = "" if combined[-1] in paths_of(run).separators else paths_of(run).separator
                combined = f"{combined}{separator}{part}"
        return combined

    @net_static("GetFileName", "string", returns="string", context=True)
    def file_name(run: Any, path: str | None) -> str | None:
        return None if path is None else paths_of(run).leaf(path)

    @net_static("GetFileNameWithoutExtension", "string", returns="string", context=True)
    def file_name_without_extension(run: Any, path: str | None) -> str | None:
        if path is None:
            return None
        name = paths_of(run).leaf(path)
        return name.rpartition(".")[0] if "." in name else name

    @net_static("GetExtension", "string", returns="string", context=True)
    def extension(run: Any, path: str | None) -> str | None:
        if path is None:
            return None
        name = paths_of(run).leaf(path)
        tail = name.rpartition(".")[2] if "." in name else ""
        return f".{tail}" if tail else ""

    @net_static("GetDirectoryName", "string", returns="string", context=True)
    def directory_name(run: Any, path: str | None) -> str | None:
        return None if path is None else paths_of(run).directory_name(path)

    @net_static("GetFullPath", "string", returns="string", context=True)
    def full_path(run: Any, path: str) -> str:
        return _full(run, path)

    @net_static("ChangeExtension", "string", "string", returns="string", context=True)
    def change_extension(run: Any, path: str, extension: str | None) -> str:
        name = paths_of(run).leaf(path)
        head = path[: len(path) - len(name)] + (name.rpartition(".")[0] if "." in name else name)
        if extension is None:
            return head
        return f"{head}{extension if extension.startswith('.') else '.' + extension}"

    @net_static("IsPathRooted", "string", returns="bool", context=True)
    def is_path_rooted(run: Any, path: str) -> bool:
        return bool(paths_of(run).is_rooted(path))

    @net_static("GetTempPath", returns="string", context=True)
    def temp_path(run: Any) -> str:
        folder = str(run.host.filesystem.temp_directory)
        return folder if folder[-1] in paths_of(run).separators else folder + paths_of(run).separator

    @net_static("HasExtension", "string", returns="bool", context=True)
    def has_extension(run: Any, path: str | None) -> bool:
        return bool(path) and bool(Path.extension(run, path))

    @net_static("GetPathRoot", "string", returns="string", context=True)
    def path_root(run: Any, path: str | None) -> str | None:
        if path is None:
            return None
        paths = paths_of(run)
        if not paths.is_rooted(path):
            return ""
        if not paths.windows:
            return "/"
        if path[1:2] == ":":
            return path[:3].replace("/", "\\")
        if path[:2] in ("\\\\", "//"):
            raise run.refusal("[IO.Path]::GetPathRoot of a share", None)
        return "\\"

    @net_static("GetRandomFileName", returns="string", context=True)
    def random_file_name(run: Any) -> str:
        letters = "".join(run.host.random.choice("abcdefghijklmnopqrstuvwxyz012345") for _ in range(11))
        return f"{letters[:8]}.{letters[8:]}"

    @net_static("GetTempFileName", returns="string", context=True)
    def temp_file_name(run: Any) -> str:
        folder = Path.temp_path(run)
        while True:
            path = f"{folder}tmp{run.host.random.randrange(16**4):04X}.tmp"
            if not run.host.filesystem.exists(path):
                _write(run, path, b"")
                return path

    @net_static("GetInvalidFileNameChars", returns="char[]", context=True)
    def invalid_file_name_characters(run: Any) -> PSArray:
        from rehearsal.engines.powershell.objects.numbers import Char

        if not paths_of(run).windows:
            return PSArray([Char("\0"), Char("/")], "System.Char")
        listed = '"<>|' + "".join(chr(code) for code in range(32)) + ":*?\\/"
        return PSArray([Char(character) for character in listed], "System.Char")

    @net_static_property("DirectorySeparatorChar", "char", context=True)
    def directory_separator(run: Any) -> str:
        from rehearsal.engines.powershell.objects.numbers import Char

        return Char(paths_of(run).separator)
