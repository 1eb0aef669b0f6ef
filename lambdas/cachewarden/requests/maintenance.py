"""Maintenance that EC2 shows for a node: the node is cycled ahead of it, once it is due, where its owner said `auto`.

Until it is due nothing is started and no lease is held: whatever is rescheduled or cancelled meanwhile counts as EC2
shows it then [ec2#scheduled-events].
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from cachewarden.codes import Code
from cachewarden.evidence.scheduled_event import LAST_DAY, NO_TIME, TRY_EVERY, ScheduledEvent, comes_too_soon
from cachewarden.operation.change_calendar import CalendarView
from cachewarden.operation.consent import Consent, consents_to_in_place
from cachewarden.operation.goal import Goal
from cachewarden.operation.last_operation import goal_of_tag
from cachewarden.operation.policy import CONSENT, LAST_OPERATION, Answer, Policy, policy_from_tags
from cachewarden.requests.held_by_calendar import held_by_calendar
from cachewarden.requests.request import Notify, StartExecution

SHOWN_AHEAD = timedelta(days=31)
"""No longer ago was the cycle that an event which EC2 still shows asked for."""
WINDOW_AHEAD = timedelta(hours=2)
"""At least so long before the maintenance a window has to open: another try must still fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleTime:
    """From when on a cycle may begin, and until when."""

    since: datetime
    until: datetime


def request_for_maintenance(
    event: ScheduledEvent,
    tags: Mapping[str, str],
    *,
    launched: datetime,
    now: datetime,
    by: str,
    calendar: CalendarView | None = None,
) -> StartExecution | Notify:
    """Goal Cycled while the maintenance is due; else what people have to know. `tags`: the instance's.

    `calendar`: of the owner's Change Calendars, where `on-health` depends on them.
    """
    policy = policy_from_tags(tags)
    if not event.stops or policy.on_health not in (Answer.AUTO, Answer.CALENDAR):
        return maintenance_is_scheduled(event, last_resort=_last_resort(event, tags, now))
    time = time_for_cycle(policy, event.not_before, now)
    if time is None:
        return maintenance_is_scheduled(event, " and no time: CacheWarden doesn't choose one")
    if now < time.since:
        return maintenance_is_planned(event.instance_id, _shown(event), policy, time)
    if was_cycled(event, tags, launched, now):
        return maintenance_is_scheduled(event, f", though the node was cycled and started at {launched:%H:%M} UTC")
    if policy.snoozed(now):
        return Notify(
            instance_id=event.instance_id,
            code=Code.SNOOZED,
            sentence=f"{_shown(event)}: the owner of {event.instance_id} asked to be left alone until "
            f"{policy.snooze_until:%Y-%m-%d %H:%M} UTC; start CacheWarden-CycleInstance if it must be",
        )
    if comes_too_soon(event.not_before, now):
        return maintenance_is_scheduled(event, ", too soon to move the cache before it; fail the roles over now")
    held = held_by_calendar(
        event.instance_id,
        policy.on_health,
        calendar,
        what=_shown(event),
        document="CacheWarden-CycleInstance",
        again="This is looked at again every 15 minutes",
    )
    return held if held is not None else _cycle(event, _slot(now), now=now, by=by, until=time.until)


def _cycle(
    event: ScheduledEvent, slot: int, *, now: datetime, by: str = "", until: datetime | None = None
) -> StartExecution:
    return StartExecution(
        goal=Goal.CYCLED,
        instance_id=event.instance_id,
        kind="maintenance",
        event_id=f"{event.event_id}|{event.not_before}|{slot}",
        requested_at=now,
        requested_by=by,
        reason=_shown(event),
        expires_at=until,
    )


def was_cycled(event: ScheduledEvent, tags: Mapping[str, str], launched: datetime, now: datetime) -> bool:
    """The last operation was a cycle for this event, or one of just now: EC2 may show the event for a while after."""
    last_operation = tags.get(LAST_OPERATION)
    if last_operation is None or goal_of_tag(last_operation) is not Goal.CYCLED:
        return False
    if now - launched < TRY_EVERY:
        return True
    slots = range(_slot(now - SHOWN_AHEAD), _slot(now) + 1)
    ends = (f"{Goal.CYCLED.value} {_cycle(event, slot, now=now).name} Goal " for slot in slots)
    return any(last_operation.startswith(end) for end in ends)


def _slot(at: datetime) -> int:
    return int(at.timestamp() // TRY_EVERY.total_seconds())


def maintenance_is_scheduled(event: ScheduledEvent, but: str = "", *, last_resort: str = "") -> Notify:
    """Says what EC2 shows; AWS Health may have announced it, too, or its message got lost."""
    return Notify(
        instance_id=event.instance_id,
        code=Code.MAINTENANCE_SCHEDULED,
        sentence=f"{_shown(event)}{but}: {event.description[:300]}{last_resort}",
    )


def _last_resort(event: ScheduledEvent, tags: Mapping[str, str], now: datetime) -> str:
    """On the last day: what is left, and until when, where no other node can take the roles over."""
    starts = event.not_before
    if starts is None or not event.ends_in_stop or not event.on_last_day(now):
        return ""
    word = Consent.EVACUATE_IN_PLACE.value
    until = f"until {starts - NO_TIME:%Y-%m-%d %H:%M} UTC"
    where = ". Where no other node can take the roles over,"
    if consents_to_in_place(tags):
        return f"{where} CacheWarden-CycleInstance has the consent '{word}' {until}"
    return f"{where} the last resort {until} is the consent '{word}' (tag {CONSENT}), then CacheWarden-CycleInstance"


def maintenance_is_planned(instance_id: str, what: str, policy: Policy, time: CycleTime) -> Notify:
    """Says when the node will be cycled."""
    unread = f" (its tag cachewarden:window={policy.window_unread!r} names no window)" if policy.window_unread else ""
    return Notify(
        instance_id=instance_id,
        code=Code.MAINTENANCE_PLANNED,
        sentence=f"{what}; {instance_id} is cycled ahead of it, from {time.since:%Y-%m-%d %H:%M} UTC{unread}",
    )


def time_for_cycle(policy: Policy, starts_at: datetime | None, now: datetime) -> CycleTime | None:
    """The window that is open or opens next well before the maintenance, else the last day before; None without either.

    On the last day, once no further window opens, the time outside of windows counts, too.
    """
    window = policy.window
    if window is not None:
        opened = window.opened(now)
        if opened is not None:
            return CycleTime(since=opened, until=window.closes(opened))
        opening = window.next_opening(now)
        if starts_at is None or opening + WINDOW_AHEAD <= starts_at:
            return CycleTime(since=opening, until=window.closes(opening))
    if starts_at is None:
        return None
    return CycleTime(since=starts_at - LAST_DAY, until=max(starts_at, now) + TRY_EVERY)


def _shown(event: ScheduledEvent) -> str:
    return event.shown
