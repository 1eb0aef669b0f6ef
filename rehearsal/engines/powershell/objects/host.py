"""The world outside a script: clock, sleep, environment, files, names, randomness. Everything arrives through these
protocols.

`Host.sleep` may switch greenlets, and any call may raise the host's own BaseException to kill the script: the
engine keeps no state outside its Run object and lets such an exception pass without running catch or finally
blocks.
"""

from __future__ import annotations

import random
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class FileStat:
    """What is known of a file or folder. Times are aware UTC."""

    size_bytes: int
    is_directory: bool
    modified: datetime
    created: datetime
    accessed: datetime
    read_only: bool = False
    hidden: bool = False
    link_type: str | None = None
    """Junction, SymbolicLink or HardLink (a file with several names); None for what is none of them."""


class FileSystem(Protocol):
    """Files by full path. Failures raise OSError's heirs: FileNotFoundError, PermissionError, FileExistsError,
    NotADirectoryError, IsADirectoryError.

    Paths are full paths in the file system's own style (`C:\\x\\y` in the world, `/x/y` on the real machine).
    """

    separator: str
    """A backslash in a Windows world, "/" on the real machine; Join-Path, Split-Path and [IO.Path] follow it."""
    case_sensitive: bool
    temp_directory: str
    home_directory: str
    current_directory: str
    """Where Get-Location starts."""

    def drives(self) -> Sequence[str]: ...  # names of the file system drives: ("C", "D"); ("/",) on the real machine
    def exists(self, path: str) -> bool: ...
    def is_directory(self, path: str) -> bool: ...
    def read_bytes(self, path: str) -> bytes: ...
    def write_bytes(self, path: str, data: bytes) -> None: ...  # creates or truncates; the folder must exist
    def append_bytes(self, path: str, data: bytes) -> None: ...
    def remove(self, path: str) -> None: ...  # a file, or an empty folder
    def list(self, path: str) -> Sequence[str]: ...  # names in ordinal order ignoring case
    def make_directory(self, path: str) -> None: ...  # one level; FileExistsError when it exists
    def copy(self, source: str, destination: str) -> None: ...  # one file, overwrites
    def move(
        self, source: str, destination: str
    ) -> None: ...  # file or folder; FileExistsError when the destination exists
    def replace(self, source: str, destination: str, backup: str | None) -> None: ...  # as ReplaceFile: both exist
    def stat(self, path: str) -> FileStat: ...
    def set_read_only(self, path: str, read_only: bool) -> None: ...
    def set_modified(self, path: str, modified: datetime) -> None: ...


class Host(Protocol):
    """Effects a script can have, and where it gets facts from. A world's host adds attributes that its own cmdlets read
    (`call.host.…`).
    """

    environment: MutableMapping[str, str]
    """Environment variables; look-up ignores case in a Windows world (see CaseInsensitiveEnvironment)."""
    filesystem: FileSystem
    machine_name: str
    user_name: str
    domain_name: str
    process_id: int
    random: random.Random

    def now(self) -> datetime:
        """Aware UTC time."""
        ...

    def utc_offset_s(self, at: datetime) -> int:
        """Seconds that local time is ahead of UTC at that moment; 0 in the world (servers run on UTC)."""
        ...

    def monotonic(self) -> float:
        """Seconds since some fixed moment."""
        ...

    def sleep(self, seconds: float) -> None:
        """Start-Sleep, and every wait of a simulated cmdlet."""
        ...

    def after_statement(self, extent: Any) -> None:
        """Called before each statement that is executed; the rehearsal kills actors here."""
        ...


class CaseInsensitiveEnvironment(dict[str, str]):
    """Environment variables as Windows has them: names keep their spelling, look-up ignores case."""

    def __init__(self, values: dict[str, str] | None = None) -> None:
        super().__init__()
        self._spelling: dict[str, str] = {}
        for name, value in (values or {}).items():
            self[name] = value

    def _name(self, name: str) -> str:
        return self._spelling.get(name.lower(), name)

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(self._name(name))

    def __setitem__(self, name: str, value: str) -> None:
        spelled = self._spelling.setdefault(name.lower(), name)
        super().__setitem__(spelled, value)

    def __delitem__(self, name: str) -> None:
        super().__delitem__(self._name(name))
        self._spelling.pop(name.lower(), None)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._spelling

    def get(self, name: str, default: Any = None) -> Any:
        spelled = self._spelling.get(name.lower())
        return default if spelled is None else super().__getitem__(spelled)

    def pop(self, name: str, *default: Any) -> Any:
        if name in self:
            value = self[name]
            del self[name]
            return value
        if default:
            return default[0]
        raise KeyError(name)
