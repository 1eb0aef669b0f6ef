"""When an owner allows maintenance of a node: days and hours in UTC, as the tag `cachewarden:window` says. Pure."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_HOURS = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-3]):([0-5][0-9])")


@dataclass(frozen=True, slots=True, kw_only=True)
class MaintenanceWindow:
    """Weekdays on which it opens (Monday is 0), when, and for how long; one that passes midnight ends the next day."""

    days: frozenset[int]
    opens: timedelta
    """After midnight, UTC."""
    length: timedelta

    def opened(self, at: datetime) -> datetime | None:
        """Since when it is open at this moment; None while it is closed."""
        for midnight in (_midnight(at), _midnight(at) - timedelta(days=1)):
            since = midnight + self.opens
            if midnight.weekday() in self.days and since <= at < since + self.length:
                return since
        return None

    def next_opening(self, after: datetime) -> datetime:
        """When it opens next, later than this moment."""
        openings = (_midnight(after) + timedelta(days=days) + self.opens for days in range(8))
        return next(each for each in openings if each > after and each.weekday() in self.days)

    def closes(self, opened: datetime) -> datetime:
        """When the window that opened then closes."""
        return opened + self.length


def window_from_text(text: str) -> MaintenanceWindow | None:
    """`02:00-05:00` for every day, `Sat Sun 22:00-04:00` for those on which it opens; None for anything else."""
    *names, hours = text.lower().split() or [""]
    match = _HOURS.fullmatch(hours)
    if match is None or not set(names) <= set(DAYS):
        return None
    opens = timedelta(hours=int(match[1]), minutes=int(match[2]))
    closes = timedelta(hours=int(match[3]), minutes=int(match[4]))
    length = (closes - opens) % timedelta(days=1)
    if not length:
        return None
    return MaintenanceWindow(
        days=frozenset(map(DAYS.index, names)) or frozenset(range(len(DAYS))), opens=opens, length=length
    )


def _midnight(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0)
