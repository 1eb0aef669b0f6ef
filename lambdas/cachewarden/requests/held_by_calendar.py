"""What the owner wants done only while a Change Calendar is open, and that calendar is closed or can't be read."""

from cachewarden.codes import Code
from cachewarden.operation.change_calendar import CalendarView
from cachewarden.operation.policy import Answer
from cachewarden.requests.request import Notify


def held_by_calendar(
    instance_id: str, answer: Answer, calendar: CalendarView | None, *, what: str, document: str, again: str
) -> Notify | None:
    """Why nothing begins; None where no calendar is asked, or it is open. `again`: what follows when it opens."""
    if answer is not Answer.CALENDAR:
        return None
    if calendar is None:
        raise AssertionError(f"the calendar of {instance_id} was not asked")
    if calendar.open:
        return None
    unread = calendar.unread is not None
    return Notify(
        instance_id=instance_id,
        code=Code.CALENDAR_UNREAD if unread else Code.CALENDAR_CLOSED,
        sentence=f"{what}: {calendar.told}, so nothing was begun for {instance_id}. {again}. If it can't wait, whoever "
        f"starts {document} approves it",
    )
