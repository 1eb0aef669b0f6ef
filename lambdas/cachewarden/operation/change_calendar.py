"""Whether the Change Calendars that an owner names let something begin now. Pure."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarView:
    """What Systems Manager said a moment ago of the calendars together: they are open if each of them is.

    `changes_at`: when that changes, where it was said. `unread`: why it isn't known; what isn't known is never open.
    """

    names: tuple[str, ...]
    open: bool
    changes_at: datetime | None = None
    unread: str | None = None

    @property
    def told(self) -> str:
        """Why nothing begins, as the end of a sentence."""
        if not self.names:
            return "the tag cachewarden:calendar names no Change Calendar"
        which = f"the Change Calendar {', '.join(self.names)}"
        if self.unread is not None:
            return f"{which} couldn't be read ({self.unread})"
        if self.changes_at is None:
            return f"{which} is closed, and Systems Manager doesn't say until when"
        return f"{which} is closed until {self.changes_at:%Y-%m-%d %H:%M} UTC"
