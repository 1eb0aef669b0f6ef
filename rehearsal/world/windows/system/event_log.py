"""The Windows event log, as far as anybody writes to it: entries by log and source."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rehearsal.world.windows.system.machine import Machine


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """One event."""

    at: datetime
    log: str
    source: str
    event_id: int
    level: str
    message: str


class EventLog:
    """Sources must be registered before anybody writes under them, as in Windows."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._sources: dict[str, str] = {}
        self.entries: list[LogEntry] = []

    def register(self, source: str, log: str) -> bool:
        """False when the source exists already."""
        if self.knows(source):
            return False
        self._sources[source.lower()] = log
        self._machine.record("event-source", f"{source} may write to the log {log}")
        return True

    @property
    def sources(self) -> dict[str, str]:
        """The log of each registered source, in small letters."""
        return dict(self._sources)

    def knows(self, source: str) -> bool:
        """Whether it is registered, for whatever log."""
        return source.lower() in self._sources

    def unregister(self, source: str) -> None:
        """Its events stay."""
        del self._sources[source.lower()]
        self._machine.record("event-source", f"{source} may write no more")

    def write(self, log: str, source: str, event_id: int, level: str, message: str) -> None:
        """Appends an event; the trace says so."""
        entry = LogEntry(
            at=self._machine.now(), log=log, source=source, event_id=event_id, level=level, message=message
        )
        self.entries.append(entry)
        self._machine.record("event-log", f"{source} {event_id}: {message}", level=level)
