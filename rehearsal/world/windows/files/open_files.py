"""Files that are held open, with what the holder shares: sharing violations as Windows has them.

Handles die with their process; those of a scanner or a backup (`hold`) with Windows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from rehearsal.world.storage.state.tree import Entry

READ: Final = 1
WRITE: Final = 2
DELETE: Final = 4
SHARE_ALL: Final = READ | WRITE | DELETE


class Holder(Protocol):
    """A process, as far as its handles need it."""

    @property
    def alive(self) -> bool:
        """Whether it still runs."""


class SharingViolationError(OSError):
    """ERROR_SHARING_VIOLATION (32)."""

    def __init__(self, path: str) -> None:
        super().__init__(32, "The process cannot access the file because it is being used by another process.", path)


@dataclass(slots=True, kw_only=True, eq=False)
class OpenFile:
    """One handle: what it may do, and what others may do meanwhile (READ, WRITE, DELETE). `owner` None: a service's."""

    entry: Entry
    access: int
    share: int
    owner: Holder | None = None
    closed: bool = False
    on_close: Callable[[], None] | None = None
    """What closing it does; the model leaves it undone for a process that is killed."""

    @property
    def alive(self) -> bool:
        return not self.closed and (self.owner is None or self.owner.alive)

    def close(self) -> None:
        was_open, self.closed = not self.closed, True
        if was_open and self.on_close is not None:
            self.on_close()


class OpenFiles:
    """The handles of one boot."""

    def __init__(self) -> None:
        self._handles: list[OpenFile] = []

    def open(self, entry: Entry, path: str, *, access: int, share: int, owner: Holder | None) -> OpenFile:
        """A new handle. Raises `SharingViolationError`."""
        self.check(entry, path, access=access, share=share)
        made = OpenFile(entry=entry, access=access, share=share, owner=owner)
        self._handles.append(made)
        return made

    def check(self, entry: Entry, path: str, *, access: int, share: int) -> None:
        """Whether a handle with this access and share could be opened now. Raises `SharingViolationError`."""
        if not self._handles:
            return
        self._handles = [handle for handle in self._handles if handle.alive]
        for handle in self._handles:
            if handle.entry is entry and (access & ~handle.share or handle.access & ~share):
                raise SharingViolationError(path)
