"""Maintenance that EC2 shows for a node: the node is cycled ahead of it, once it is due, where its owner said `auto`.

Until it is due nothing is started and no lease is held: whatever is rescheduled or cancelled meanwhile counts as EC2
shows it then [ec2#scheduled-events].
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cachewarden.codes import Code
from cachewarden.evidence.scheduled_event import ScheduledEvent
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import Answer, Policy
from cachewarden.requests.request import Notify, StartExecution

STOPPING_CODES = frozenset({"instance-retirement", "instance-stop", "system-maintenance"})
"""A stop and start ahead of time takes these away [ec2#stop-start-ahead]; a reboot keeps the cache."""
LAST_DAY = timedelta(hours=24)
"""Before the maintenance: from then on a node is cycled outside of a window, if none opens before."""
TRY_EVERY = timedelta(hours=2)
"""What was refused or failed is tried again while it is due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleTime:
    """From when on a cycle may begin, and until when."""

    since: datetime
    until: datetime


def request_for_maintenance(
    event: ScheduledEvent, policy: Policy, *, launched: datetime, now: datetime, by: str
) -> StartExecution | Notify:
    """Goal Cycled while the maintenance is due; else what people have to know."""
    if event.code not in STOPPING_CODES or policy.on_health is not Answer.AUTO:
        return maintenance_is_scheduled(event)
    time = time_for_cycle(policy, event.not_before, now)
    if time is None:
        return maintenance_is_scheduled(event, " and no time: CacheWarden doesn't choose one")
    if now < time.since:
        return maintenance_is_planned(event.instance_id, _shown(event), policy, time, now)
    if launched >= time.since:
        return maintenance_is_scheduled(event, f", though the node was started at {launched:%Y-%m-%d %H:%M} UTC")
    if policy.snoozed(now):
        return Notify(
            instance_id=event.instance_id,
            code=Code.SNOOZED,
            sentence=f"{_shown(event)}: the owner of {event.instance_id} asked to be left alone until "
            f"{policy.snooze_until:%Y-%m-%d %H:%M} UTC; start CacheWarden-CycleInstance if it must be",
        )
    attempt = (now - time.since) // TRY_EVERY
    return StartExecution(
        goal=Goal.CYCLED,
        instance_id=event.instance_id,
        kind="maintenance",
        event_id=f"{event.event_id}|{event.not_before}|{time.since}|{attempt}",
        requested_at=now,
        requested_by=by,
        reason=_shown(event),
        expires_at=time.until,
    )


def maintenance_is_scheduled(event: ScheduledEvent, but: str = "") -> Notify:
    """Says what EC2 shows; AWS Health may have announced it, too, or its message got lost."""
    return Notify(
        instance_id=event.instance_id,
        code=Code.MAINTENANCE_SCHEDULED,
        sentence=f"{_shown(event)}{but}: {event.description[:300]}",
    )


def maintenance_is_planned(instance_id: str, what: str, policy: Policy, time: CycleTime, now: datetime) -> Notify:
    """Says when the node will be cycled."""
    begin = f"from {time.since:%Y-%m-%d %H:%M} UTC" if now < time.since else "as soon as EC2 shows it, too"
    unread = f" (its tag cachewarden:window={policy.window_unread!r} names no window)" if policy.window_unread else ""
    return Notify(
        instance_id=instance_id,
        code=Code.MAINTENANCE_PLANNED,
        sentence=f"{what}; {instance_id} is cycled ahead of it, {begin}{unread}",
    )


def time_for_cycle(policy: Policy, starts_at: datetime | None, now: datetime) -> CycleTime | None:
    """The window that is open or opens next before the maintenance, else the last day before; None without either."""
    window = policy.window
    if window is not None:
        opening = window.opened(now) or window.next_opening(now)
        if starts_at is None or opening < starts_at:
            return CycleTime(since=opening, until=window.closes(opening))
    if starts_at is None:
        return None
    return CycleTime(since=starts_at - LAST_DAY, until=max(starts_at, now) + TRY_EVERY)


def _shown(event: ScheduledEvent) -> str:
    when = f" from {event.not_before:%Y-%m-%d %H:%M} UTC" if event.not_before else ""
    until = f", movable until {event.not_before_deadline:%Y-%m-%d %H:%M} UTC" if event.not_before_deadline else ""
    return f"EC2 shows {event.code} for {event.instance_id}{when}{until}"
