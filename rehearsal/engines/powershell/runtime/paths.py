"""Path arithmetic in the host's own style: `C:\\x\\y` in a Windows world, `/x/y` on the real machine."""

from __future__ import annotations

import re
from typing import Any

from rehearsal.engines.powershell.objects.host import FileSystem

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
