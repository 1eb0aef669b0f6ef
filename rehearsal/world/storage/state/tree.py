"""Files and folders of one volume, with case-insensitive names and access rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)


@dataclass(slots=True, eq=False)
class Entry:
    """A file (`data` bytes) or a folder (`data` None).

    `bytes_claimed` is the size of a file whose content isn't kept (a database file). `access` is an AccessList of
    windows/files/access_lists.py, None while everything is inherited. `target`: a junction to that path. `names`: how
    many names the file has (hard links), each in a folder's `children`.
    """

    name: str
    data: bytes | None
    created: datetime = EPOCH
    modified: datetime = EPOCH
    read_only: bool = False
    bytes_claimed: int | None = None
    access: object | None = None
    target: str | None = None
    names: int = 1
    children: dict[str, Entry] = field(default_factory=dict)

    @property
    def is_directory(self) -> bool:
        return self.data is None

    @property
    def size_bytes(self) -> int:
        if self.bytes_claimed is not None:
            return self.bytes_claimed
        return len(self.data or b"")


class FileTree:
    """The content of one file system. Paths are tuples of names below the root; look-up ignores case."""

    __slots__ = ("root",)

    def __init__(self) -> None:
        self.root = Entry("", None)

    def find(self, parts: tuple[str, ...]) -> Entry | None:
        """The entry at the path, None when there is none."""
        entry = self.root
        for part in parts:
            child = entry.children.get(part.lower())
            if child is None:
                return None
            entry = child
        return entry

    def make_directories(self, parts: tuple[str, ...], now: datetime) -> Entry:
        """The folder at the path, made with those above it where they don't exist."""
        entry = self.root
        for part in parts:
            entry = entry.children.setdefault(part.lower(), Entry(part, None, created=now, modified=now))
        return entry

    def walk(self) -> Iterator[tuple[str, Entry]]:
        """Every file as (path with backslashes, entry), in the order of names."""
        stack: list[tuple[str, Entry]] = [("", self.root)]
        while stack:
            path, entry = stack.pop()
            if entry.is_directory:
                stack.extend(
                    (f"{path}\\{child.name}" if path else child.name, child)
                    for _, child in sorted(entry.children.items(), reverse=True)
                )
            else:
                yield path, entry

    def file_names(self) -> list[str]:
        """Paths of all files, for the record of what a volume held."""
        return [path for path, _ in self.walk()]

    def total_bytes(self) -> int:
        total = 0
        waiting = [self.root]
        while waiting:
            entry = waiting.pop()
            # is_directory and size_bytes, without the calls: every look at a volume adds up all of its files
            if entry.data is None:
                waiting.extend(entry.children.values())
            elif entry.bytes_claimed is None:
                total += len(entry.data)
            else:
                total += entry.bytes_claimed
        return total
