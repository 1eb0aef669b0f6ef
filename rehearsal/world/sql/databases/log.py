"""The transaction log of one database in an Availability Group, on all replicas, as a function of time.

Positions are kilobytes of log since the database was created; rates are kilobytes per second and constant between two
changes, so every position at any instant follows exactly. A commit is acknowledged once the primary and every replica
that participates have hardened it; `committed` is the highest acknowledged position.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

TOLERANCE_KB = 1e-6


@dataclass(slots=True, kw_only=True, eq=False)
class LogCopy:
    """One replica's copy. `intact` False: its files are gone or unreadable; what it had hardened is kept for the case
    that the volume returns."""

    server: str
    hardened: float = 0.0
    redone: float = 0.0
    intact: bool = True
    receiving: bool = False
    redoing: bool = False
    asynchronous: bool = False
    participates: bool = False
    """The primary waits for it at commit: synchronous, caught up, connected."""
    harden_limit: float = math.inf
    """KB/s that its volume takes."""
    answers: bool = True
    """False: connected, but it does not answer; commits that wait for it stall."""


@dataclass(slots=True, kw_only=True, eq=False)
class DatabaseLog:
    """All copies of one database's log. `source` is the server whose copy is written; `commits` whether it is."""

    rate: float
    asynchronous_lag_s: float
    """How far an asynchronous replica trails at least."""
    send_rate: float
    redo_rate: float
    at: float
    end: float = 0.0
    committed: float = 0.0
    source: str | None = None
    commits: bool = False
    commit_limit: float = math.inf
    """KB/s that the volumes take which a commit waits for."""
    copies: dict[str, LogCopy] = field(default_factory=dict)

    @property
    def flow(self) -> float:
        """KB/s that are written while commits go on: what the workload wants, or what the volumes let it."""
        return min(self.rate, self.commit_limit)

    def advance(self, now: float) -> None:
        """Moves every position to `now`."""
        passed = now - self.at
        if passed <= 0:
            return
        self.at = now
        before = self.end
        if self.commits:
            self.end += self.flow * passed
            self.committed = self.end
        for copy in self.copies.values():
            if copy.server == self.source:
                copy.hardened = copy.redone = self.end
                continue
            if copy.receiving and copy.answers:
                copy.hardened = self._received(copy, before, passed)
            if copy.redoing:
                copy.redone = min(copy.hardened, copy.redone + self.redo_rate * passed)

    def _received(self, copy: LogCopy, end_before: float, passed: float) -> float:
        if copy.participates or (not copy.asynchronous and copy.hardened >= end_before - TOLERANCE_KB):
            return self.end
        reachable = self.end - (self.flow * self.asynchronous_lag_s if copy.asynchronous and self.commits else 0.0)
        return max(copy.hardened, min(reachable, copy.hardened + self._arrives(copy) * passed))

    def _arrives(self, copy: LogCopy) -> float:
        """KB/s that a copy behind gets and hardens."""
        return min(self.send_rate, copy.harden_limit)

    def gap(self, server: str) -> float:
        """Log that the primary has and this copy hasn't hardened (the send queue)."""
        return max(0.0, self.end - self.copies[server].hardened)

    def caught_up(self, server: str) -> bool:
        return self.gap(server) <= TOLERANCE_KB

    def redo_queue(self, server: str) -> float:
        copy = self.copies[server]
        return max(0.0, copy.hardened - copy.redone)

    def catch_up_s(self, server: str) -> float:
        """Seconds until this receiving copy has everything; infinite when the workload outruns the link."""
        gap = self.gap(server)
        if gap <= TOLERANCE_KB:
            return 0.0
        closing = self._arrives(self.copies[server]) - (self.flow if self.commits else 0.0)
        return gap / closing if closing > 0 else math.inf

    def trails(self, server: str, at_most_s: float) -> bool:
        """Whether this copy, which no commit waits for, receives log and lacks no more than the newest `at_most_s`."""
        copy = self.copies[server]
        return copy.intact and copy.receiving and copy.answers and self.gap(server) <= self._newest(at_most_s)

    def until_trailing_changes_s(self, server: str, at_most_s: float) -> float:
        """Seconds until `trails` is otherwise, as the rates are now."""
        copy = self.copies[server]
        if not copy.receiving or not copy.answers or not copy.intact:
            return math.inf
        growing = (self.flow if self.commits else 0.0) - self._arrives(copy)
        room = self._newest(at_most_s) - self.gap(server)
        if not growing or (room >= 0) != (growing > 0):
            return math.inf
        return room / growing + 1e-3

    def _newest(self, seconds: float) -> float:
        return self.rate * seconds + TOLERANCE_KB

    def safe_copies(self) -> int:
        """How many copies hold every acknowledged commit, and go on doing so while commits go on."""
        if self.commits:
            return sum(
                copy.intact and (copy.server == self.source or copy.participates) for copy in self.copies.values()
            )
        return sum(copy.intact and copy.hardened >= self.committed - TOLERANCE_KB for copy in self.copies.values())
