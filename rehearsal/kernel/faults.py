"""Faults by name and place: what goes wrong, where, at which occurrence.

A *point* is a place in the world that calls `world.fault(point, **context)` before it does something; the answer is the
fault that is due there, or None. `rehearsal.faults` declares all points, and what each kind really does there, within
these words:

- `FAIL`: it fails at once, with `error` where the point knows several errors;
- `HANG`: it never answers (for `seconds`, or for ever);
- `KILL`: whoever does it dies there: after `seconds`, or after `after` (a share from 0 to 1) of the work;
- `REPEAT`: it happens `times` times (an event delivered twice);
- `LATE`: it happens `seconds` later than usual;
- `LOST`: it doesn't happen, or it does and nobody learns it (a best-effort event, an answer).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class FaultKind(StrEnum):
    """What goes wrong; the module's docstring says what each one means."""

    FAIL = "fail"
    HANG = "hang"
    KILL = "kill"
    REPEAT = "repeat"
    LATE = "late"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that goes wrong: at the `occurrence`-th time (from 1) that `point` is reached with a context in which
    every item of `where` is equal; `count` times in a row.

    An external fault has no place: it comes `delay` seconds after the workflow's state `when` is entered
    for the `occurrence`-th time, or after the story's beginning.
    """

    point: str
    kind: FaultKind
    occurrence: int = 1
    count: int = 1
    where: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    after: float = 0.0
    times: int = 2
    error: str | None = None
    when: str | None = None
    delay: float = 0.0

    def matches(self, point: str, context: Mapping[str, Any]) -> bool:
        """Whether this place with these facts is the one meant."""
        return point == self.point and all(context.get(key) == value for key, value in self.where.items())


class Faults:
    """The faults of one run. `points` counts how often each was reached."""

    def __init__(self, planned: Iterable[Fault] = ()) -> None:
        self.planned = tuple(planned)
        self._reached = [0] * len(self.planned)
        self.points: dict[str, int] = {}
        self.injected: list[Fault] = []
        self.enabled = True
        self._paused = False
        self.observers: list[Callable[[str, Mapping[str, Any]], None]] = []
        """Called for every place that is reached, before the answer."""
        self.watches_statements = False
        """An observer wants to hear of every statement, whatever is planned."""
        self._alternatives: tuple[Fault, ...] = ()
        self._alternatives_reached: list[int] = []
        self._takes: Callable[[Fault], bool] = lambda fault: False

    def due(self, point: str, context: Mapping[str, Any]) -> Fault | None:
        """The fault that is due here and now; each planned fault counts its own occurrences."""
        if self._paused:
            return None
        self.points[point] = self.points.get(point, 0) + 1
        for observer in self.observers:
            observer(point, context)
        for number, fault in enumerate(self.planned):
            if not fault.matches(point, context):
                continue
            self._reached[number] += 1
            if self.enabled and 0 <= self._reached[number] - fault.occurrence < fault.count:
                self.injected.append(fault)
                return fault
        for number, fault in enumerate(self._alternatives):
            if not fault.matches(point, context):
                continue
            self._alternatives_reached[number] += 1
            if self._alternatives_reached[number] == fault.occurrence and self.is_taken(fault):
                self._reached[-1] = fault.occurrence
                self.injected.append(fault)
                return fault
        return None

    def offer(self, alternatives: Iterable[Fault], takes: Callable[[Fault], bool]) -> None:
        """Faults of which the run goes on with the one that `takes` takes, where it is due; the others never happen."""
        self._alternatives, self._takes = tuple(alternatives), takes
        self._alternatives_reached = [0] * len(self._alternatives)

    @property
    def alternatives(self) -> tuple[Fault, ...]:
        """Those on offer, until one is taken."""
        return self._alternatives

    def is_taken(self, fault: Fault) -> bool:
        """Asks about an alternative that is due; once taken it is planned as any other."""
        if not self._takes(fault):
            return False
        self.take(fault)
        return True

    def take(self, fault: Fault) -> None:
        """The run goes on as one with this fault planned."""
        self.planned, self._reached, self._alternatives = (*self.planned, fault), [*self._reached, 0], ()

    def asks_statements(self, node: str, script: str) -> bool:
        """Whether this script asks before each statement, which costs as much as to run it: only where it counts."""
        return self.watches_statements or any(
            fault.point == "process.statement"
            and fault.where.get("node", node) == node
            and fault.where.get("script", script) == script
            for fault in (*self.planned, *self._alternatives)
        )

    @contextmanager
    def paused(self) -> Iterator[None]:
        """What is reached meanwhile doesn't count: somebody prepares the world."""
        self._paused = True
        try:
            yield
        finally:
            self._paused = False

    def begin(self) -> None:
        """What was before doesn't count: from here on occurrences are counted, and faults are injected."""
        self._reached = [0] * len(self.planned)
        self.points.clear()
        self.enabled = True

    @property
    def never_injected(self) -> tuple[Fault, ...]:
        """Those that were planned in vain: their place was not reached often enough."""
        return tuple(fault for fault in self.planned if not any(fault is one for one in self.injected))
