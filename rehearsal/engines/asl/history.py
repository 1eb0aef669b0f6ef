"""The event history of one execution: AWS's event types in AWS's order and numbering, and the billed transitions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rehearsal.engines.asl.errors import HistoryFullError

EVENTS_MAX = 25_000
"""The last event must be the end of the execution (page "Avoid reaching the history quota")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """`id` counts from 1. `facts` are the details: input, output, assigned, resource, error, cause, index …

    `previous` is the event before it in the same branch or iteration; 0 for what follows ExecutionStarted.
    """

    id: int
    previous: int
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

    def begin(self, kind: str, **facts: Any) -> "Chain":
        """The execution starts, or starts again, with this event."""
        self._append(kind, None, 0, facts)
        return Chain(self, 0)

    def retried(self) -> None:
        """A retry is a transition without an event of its own."""
        self.transitions += 1

    def end(self, kind: str, **facts: Any) -> None:
        """The execution's last event, for which there is always room."""
        outside = kind in ("ExecutionTimedOut", "ExecutionAborted")
        self._append(kind, None, 0 if outside or not self.events else self.events[-1].id, facts)

    def add(self, kind: str, state: str | None, previous: int, facts: dict[str, Any]) -> int:
        """The new event's id. Raises HistoryFullError when only the execution's end fits."""
        if len(self.events) >= EVENTS_MAX - 1:
            raise HistoryFullError
        return self._append(kind, state, previous, facts)

    def _append(self, kind: str, state: str | None, previous: int, facts: dict[str, Any]) -> int:
        event = Event(id=len(self.events) + 1, previous=previous, at=self._now(), type=kind, state=state, facts=facts)
        self.events.append(event)
        if self._observe is not None:
            self._observe(event)
        return event.id


class Chain:
    """The events of one branch, iteration or execution, each pointing to the one before it."""

    __slots__ = ("_history", "last")

    def __init__(self, history: History, last: int) -> None:
        self._history = history
        self.last = last

    def add(self, kind: str, state: str | None = None, /, **facts: Any) -> int:
        """The new event's id. Raises HistoryFullError when only the execution's end fits."""
        self.last = self._history.add(kind, state, self.last, facts)
        return self.last

    def enter(self, kind: str, state: str, value: Any) -> int:
        """A state is entered: one billed transition."""
        event = self.add(f"{kind}StateEntered", state, input=value)
        self._history.transitions += 1
        return event

    def fork(self) -> "Chain":
        """For a branch or iteration that begins here."""
        return Chain(self._history, self.last)

    def join(self) -> None:
        """The branches have ended: the next event points to the latest of theirs."""
        self.last = self._history.events[-1].id
