"""What a move of extents and the writes to the same disks take from each other [write-cache#move-under-load].

A move takes all that the disks give but a share, `repair_leaves`. Writes beyond that share queue, each for longer than
a session of an Availability Group waits, and the move itself may begin again and again [write-cache#repair-stalls].
"""

from __future__ import annotations

import math
from collections.abc import Callable

from rehearsal.world.storage.settings import RepairAtLimit, StorageSettings

KIB = 1 << 10
GIB = 1 << 30


class Contention:
    """One host's: what is written to its data volume, and whether extents of it move. Listeners hear of each change."""

    def __init__(self, settings: StorageSettings) -> None:
        self._settings = settings
        self.written_kb_s = 0.0
        self.moving = False
        self.listeners: list[Callable[[], None]] = []
        self.paces: dict[str, float] = {}
        """Serial numbers of EBS disks that are faster or slower than when the host was built: so many times."""

    @property
    def limit_kb_s(self) -> float:
        """What can be written to the volume in a second."""
        if not self.moving:
            return math.inf
        return self._settings.repair_leaves * GIB / KIB / self._settings.copy_s_per_gib

    @property
    def at_limit(self) -> bool:
        return self.written_kb_s >= self.limit_kb_s

    @property
    def write_s(self) -> float:
        """How much longer than usually one write takes."""
        if not self.moving:
            return 0.0
        return self._settings.write_at_limit_s if self.at_limit else self._settings.write_while_moving_s

    @property
    def repair_share(self) -> float:
        """How much of its own speed a move has."""
        if not self.at_limit:
            return 1.0
        return self._settings.repair_leaves if self._settings.repair_at_limit is RepairAtLimit.GOES_ON_SLOWLY else 0.0

    def runs_at(self, serial: str, pace: float) -> None:
        """This disk is so many times as fast from now on."""
        self.paces[serial] = pace
        for listener in self.listeners:
            listener()

    def written(self, kb_s: float) -> None:
        """So much is to be written to the volume from now on."""
        self._change(kb_s, self.moving)

    def move(self, moving: bool) -> None:
        """Extents begin to move, or have stopped."""
        self._change(self.written_kb_s, moving)

    def _change(self, written_kb_s: float, moving: bool) -> None:
        before = (self.limit_kb_s, self.at_limit)
        self.written_kb_s, self.moving = written_kb_s, moving
        if (self.limit_kb_s, self.at_limit) != before:
            for listener in self.listeners:
                listener()
