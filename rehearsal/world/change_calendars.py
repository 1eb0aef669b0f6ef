"""Change Calendars of the account: when their owners let changes happen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ChangeCalendar:
    """One that is open by default; in each of its events, from and until, it is closed."""

    closed: tuple[tuple[datetime, datetime], ...] = ()

    def is_open(self, at: datetime) -> bool:
        """Whether changes may happen at this moment."""
        return not any(since <= at < until for since, until in self.closed)


def all_open(calendars: list[ChangeCalendar], at: datetime) -> bool:
    """Several calendars are open while each of them is."""
    return all(calendar.is_open(at) for calendar in calendars)


def next_transition(calendars: list[ChangeCalendar], at: datetime) -> datetime | None:
    """When `all_open` changes next; None if it never does."""
    edges = sorted({edge for each in calendars for event in each.closed for edge in event if edge > at})
    now = all_open(calendars, at)
    return next((edge for edge in edges if all_open(calendars, edge) is not now), None)
