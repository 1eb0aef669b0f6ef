"""What happened to commits: when none could be made, when fewer than two copies held them, and which ones were lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Seconds on the run's clock; `end` None while it lasts."""

    database: str
    start: float
    end: float | None
    why: str

    def length(self, now: float) -> float:
        return (now if self.end is None else self.end) - self.start


@dataclass(frozen=True, slots=True, kw_only=True)
class LostCommits:
    """Acknowledged commits that no client will see again: `lost_kb` of log after position `kept_kb`."""

    database: str
    at: float
    kept_kb: float
    lost_kb: float
    why: str


@dataclass(slots=True)
class History:
    """Intervals in which something held, from the instants at which it changed."""

    database: str
    closed: list[Interval] = field(default_factory=list)
    _since: float | None = None
    _why: str = ""

    def note(self, holds: bool, at: float, why: str) -> bool:
        """Says what holds from `at` on; True when that is a change. An interval without length is none."""
        if holds == (self._since is not None):
            return False
        if holds:
            self._since, self._why = at, why
            return True
        assert self._since is not None
        if at > self._since:
            self.closed.append(Interval(database=self.database, start=self._since, end=at, why=self._why))
        self._since = None
        return True

    def intervals(self) -> list[Interval]:
        if self._since is None:
            return list(self.closed)
        return [*self.closed, Interval(database=self.database, start=self._since, end=None, why=self._why)]


def merged(intervals: Iterable[Interval]) -> list[Interval]:
    """The union over databases: any of them counts; `database` names the one that began it."""
    found: list[Interval] = []
    for interval in sorted(intervals, key=lambda one: (one.start, one.database)):
        last = found[-1] if found else None
        if last is not None and (last.end is None or interval.start <= last.end):
            if last.end is not None and (interval.end is None or interval.end > last.end):
                found[-1] = Interval(database=last.database, start=last.start, end=interval.end, why=last.why)
            continue
        found.append(interval)
    return found
