"""Asks Systems Manager whether Change Calendars are open."""

from __future__ import annotations

from botocore.exceptions import BotoCoreError, ClientError

from adapters.clients import ssm
from adapters.observability import count, logger
from cachewarden.json_reader import UnexpectedJsonError, parse_time
from cachewarden.operation.change_calendar import CalendarView
from cachewarden.operation.policy import Answer, Policy

OPEN, CLOSED = "OPEN", "CLOSED"


def calendar_of(policy: Policy, *answers: Answer) -> CalendarView | None:
    """The view of the node's calendars where one of the answers asks for it; else None, and nobody is asked."""
    return read_calendars(policy.calendars) if Answer.CALENDAR in answers else None


def read_calendars(names: tuple[str, ...]) -> CalendarView:
    """What they say together now [change-management#calendar]; what can't be read isn't open, and is said so."""
    if not names:
        return CalendarView(names=names, open=False, unread="no name")
    try:
        answer = ssm().get_calendar_state(CalendarNames=list(names))
    except (ClientError, BotoCoreError) as problem:
        count("CalendarUnreadable")
        logger().exception("the calendars %s can't be read; they count as closed", ", ".join(names))
        code = problem.response["Error"]["Code"] if isinstance(problem, ClientError) else type(problem).__name__
        return CalendarView(names=names, open=False, unread=code)
    state, changes = answer.get("State"), answer.get("NextTransitionTime")
    if state not in (OPEN, CLOSED):
        return CalendarView(names=names, open=False, unread=f"state {state!r}")
    try:
        changes_at = parse_time(changes) if changes else None
    except UnexpectedJsonError:
        changes_at = None
    return CalendarView(names=names, open=state == OPEN, changes_at=changes_at)
