"""What happened in a run, in order: story, report and invariants read only this and the world.

Deterministic by construction: an event's fields are plain data, its order is the clock's, and `lines()` is the same,
byte for byte, for the same seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rehearsal.kernel.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceEvent:
    """One thing that happened. `source`: who says so (`ec2`, `workflow`, `host`, `sql` …); `kind`: what, as a stable
    name; `text`: the same for people; `why`: the reason, where there is one; `facts`: measured values, plain data."""

    index: int
    at: datetime
    source: str
    kind: str
    text: str
    node: str | None = None
    why: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> str:
        """One line, keys in a fixed order."""
        at = self.at.isoformat(timespec="microseconds").replace("+00:00", "Z")
        shape = {"index": self.index, "at": at, "source": self.source, "kind": self.kind, "node": self.node}
        return json.dumps({**shape, "text": self.text, "why": self.why, "facts": dict(self.facts)}, default=str)


class Trace:
    """The list of events of one run; listeners hear each as it is recorded (a timeline printed during the run)."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.events: list[TraceEvent] = []
        self.listeners: list[Callable[[TraceEvent], None]] = []

    def record(
        self, source: str, kind: str, text: str, *, node: str | None = None, why: str | None = None, **facts: Any
    ) -> TraceEvent:
        """Writes one event at the clock's instant."""
        event = TraceEvent(
            index=len(self.events), at=self._clock.now(), source=source, kind=kind, text=text, node=node, why=why,
            facts=facts,
        )  # fmt: skip
        self.events.append(event)
        for listener in self.listeners:
            listener(event)
        return event

    def of(self, *kinds: str) -> Iterator[TraceEvent]:
        """The events of these kinds, in order."""
        return (event for event in self.events if event.kind in kinds)

    def lines(self) -> str:
        """The whole run as JSON lines: what two runs of the same seed must agree on, byte for byte."""
        return "".join(event.as_json() + "\n" for event in self.events)
