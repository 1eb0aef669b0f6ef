"""The event history of one execution: AWS's event types in AWS's order and numbering, and the bill."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rehearsal.asl.errors import HistoryFullError

EVENTS_MAX = 25_000
"""The last event must be the end of the execution (page "Avoid reaching the history quota")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """`id` counts from 1. `facts` are the details: input, output, assigned, resource, error, cause, index …"""

    id: int
    at: datetime
    type: str
    state: str | None
    facts: Mapping[str, Any]


class History:
    """Appends events; `transitions` are what AWS bills: states entered and retries."""

    def __init__(self, now: Callable[[], datetime], observe: Callable[[Event], None] | None = None) -> None:
        self.events: list[Event] = []
        self.transitions = 0
        self._now = now
        self._observe = observe

    def add(self, kind: str, state: str | None = None, /, **facts: Any) -> int:
        """The new event's id. Raises HistoryFullError when only the execution's end fits."""
        if len(self.events) >= EVENTS_MAX - 1:
            raise HistoryFullError
        return self._append(kind, state, facts)

    def enter(self, kind: str, state: str, value: Any) -> int:
        """A state is entered: one transition on the bill."""
        event = self.add(f"{kind}StateEntered", state, input=value)
        self.transitions += 1
        return event

    def retried(self) -> None:
        """A retry is a transition without an event of its own."""
        self.transitions += 1

    def end(self, kind: str, **facts: Any) -> None:
        """The execution's last event, for which there is always room."""
        self._append(kind, None, facts)

    def _append(self, kind: str, state: str | None, facts: dict[str, Any]) -> int:
        event = Event(id=len(self.events) + 1, at=self._now(), type=kind, state=state, facts=facts)
        self.events.append(event)
        if self._observe is not None:
            self._observe(event)
        return event.id
