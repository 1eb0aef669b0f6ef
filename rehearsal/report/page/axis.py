"""Round instants on the time axis, as people read time: the clock on the wall and what has passed since."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400)
NARROWEST_PLOT_PX = 860
"""The chart is never drawn narrower; on a phone it scrolls in its frame. The template's `--plot` must agree."""
LABEL_PX = 78
"""Room that the widest label of a tick needs."""
FINER = 4
"""How far the page can be zoomed before the finer ticks get their labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """One mark. `at_s`: virtual seconds; `fine`: labelled only when zoomed in; `labelled`: there is room before the
    right edge."""

    at_s: float
    label: str
    fine: bool
    labelled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """The span that is shown, in virtual seconds of the run; `zero` is the run's instant 0 on the wall."""

    from_s: float
    to_s: float
    zero: datetime

    @property
    def length_s(self) -> float:
        """Never nought: a run without time is shown as a second."""
        return max(1.0, self.to_s - self.from_s)

    def percent(self, at_s: float) -> float:
        """Where an instant lies, 0 at the left edge, 100 at the right."""
        return round((min(max(at_s, self.from_s), self.to_s) - self.from_s) / self.length_s * 100, 4)

    def pixels(self, at_s: float) -> float:
        """The same in the narrowest plot."""
        return self.percent(at_s) / 100 * NARROWEST_PLOT_PX

    def clock(self, at_s: float) -> datetime:
        """The instant on the wall, UTC."""
        return self.zero + timedelta(seconds=at_s)

    def step_s(self, room_px: float = LABEL_PX) -> int:
        """The shortest round step whose labels have room in the narrowest plot."""
        shortest = self.length_s * room_px / NARROWEST_PLOT_PX
        return next((step for step in STEPS_S if step >= shortest), math.ceil(shortest / 86400) * 86400)

    def elapsed_ticks(self) -> tuple[Tick, ...]:
        """Round spans since the beginning."""
        return tuple(self._ticks(0.0, lambda at_s: elapsed_text(at_s - self.from_s)))

    def clock_ticks(self) -> tuple[Tick, ...]:
        """Round times of day; the day is named where a new one begins."""
        midnight = self.clock(self.from_s).replace(hour=0, minute=0, second=0, microsecond=0)
        since_midnight = (self.clock(self.from_s) - midnight).total_seconds()
        return tuple(self._ticks(since_midnight, self._clock_label))

    def _ticks(self, begins: float, text: Callable[[float], str]) -> Iterator[Tick]:
        step = self.step_s()
        fine = max((s for s in STEPS_S if s <= step / FINER and step % s == 0), default=step)
        at = math.ceil(round(begins / fine, 6)) * fine
        while at - begins <= self.length_s + 1e-6:
            at_s = self.from_s + at - begins
            major = at % step == 0
            room = LABEL_PX if major else LABEL_PX / FINER
            yield Tick(
                at_s=at_s, label=text(at_s), fine=not major,
                labelled=self.pixels(at_s) + room <= NARROWEST_PLOT_PX,
            )  # fmt: skip
            at += fine

    def _clock_label(self, at_s: float) -> str:
        clock = self.clock(round(at_s, 3))
        if clock.hour == clock.minute == clock.second == 0:
            return f"{clock.day} {clock:%b}, 0:00"
        return f"{clock:%H:%M:%S}" if self.step_s() < 60 or clock.second else f"{clock:%H:%M}"


def elapsed_text(seconds: float) -> str:
    """`+0`, `+45 s`, `+5 min`, `+5:30 min`, `+1 h`, `+1:05 h`."""
    whole = round(seconds)
    if whole < 60:
        return f"+{whole} s" if whole else "+0"
    if whole < 3600:
        return f"+{whole // 60} min" if whole % 60 == 0 else f"+{whole // 60}:{whole % 60:02d} min"
    return f"+{whole // 3600} h" if whole % 3600 == 0 else f"+{whole // 3600}:{whole // 60 % 60:02d} h"


def duration_text(seconds: float) -> str:
    """`0.4 s`, `7 s`, `6 min 40 s`, `2 h 05 min`: for people, never more than two units."""
    if not seconds:
        return "none"
    if seconds < 1:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min" + (f" {whole % 60} s" if whole % 60 else "")
    return f"{whole // 3600} h" + (f" {whole // 60 % 60:02d} min" if whole // 60 % 60 else "")
