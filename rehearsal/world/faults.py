"""Faults by name and place: what goes wrong, where, at which occurrence.

A *point* is a place in the world that asks `world.fault(point, **context)` before it does something; the answer is the
fault that is due there, or None. What each kind means is up to the point, within these words:

- `FAIL`: it fails at once, with `error` where the point knows several errors;
- `HANG`: it never answers (for `seconds`, or for ever);
- `KILL`: whoever does it dies there: after `seconds`, or after `after` (a share from 0 to 1) of the work;
- `REPEAT`: it happens `times` times (an event delivered twice);
- `LATE`: it happens `seconds` later than usual;
- `LOST`: it doesn't happen, and nobody is told (a best-effort event).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    every item of `where` is equal; `count` times in a row."""

    point: str
    kind: FaultKind
    occurrence: int = 1
    count: int = 1
    where: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    after: float = 0.0
    times: int = 2
    error: str | None = None

    def matches(self, point: str, context: Mapping[str, Any]) -> bool:
        """Whether this place with these facts is the one meant."""
        return point == self.point and all(context.get(key) == value for key, value in self.where.items())


class Faults:
    """The faults of one run. `points` collects every place that asked: what a random schedule can choose from."""

    def __init__(self, planned: Iterable[Fault] = ()) -> None:
        self.planned = tuple(planned)
        self._reached = [0] * len(self.planned)
        self.points: dict[str, int] = {}
        self.struck: list[Fault] = []
        self.enabled = True

    def due(self, point: str, context: Mapping[str, Any]) -> Fault | None:
        """The fault that strikes here and now; each planned fault counts its own occurrences."""
        self.points[point] = self.points.get(point, 0) + 1
        for number, fault in enumerate(self.planned):
            if not fault.matches(point, context):
                continue
            self._reached[number] += 1
            if self.enabled and 0 <= self._reached[number] - fault.occurrence < fault.count:
                self.struck.append(fault)
                return fault
        return None
