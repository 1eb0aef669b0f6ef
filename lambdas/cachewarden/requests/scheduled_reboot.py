"""A reboot that AWS has scheduled for a node: what it leads fails over in the hour before, where its owner said `auto`.

A reboot keeps the cache [ec2#reboot-keeps-cache], so nothing is moved or stopped. Until the time has come nothing is
started: whatever is moved or cancelled meanwhile counts as EC2 shows it then. The owner's window doesn't count: AWS's
reboot doesn't wait for it, and it would be a longer outage than the failover.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from cachewarden.codes import Code
from cachewarden.evidence.scheduled_event import FAILS_OVER_AHEAD, ScheduledEvent
from cachewarden.operation.change_calendar import CalendarView
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import Answer, policy_from_tags
from cachewarden.requests.held_by_calendar import held_by_calendar
from cachewarden.requests.maintenance import maintenance_is_scheduled
from cachewarden.requests.request import Notify, StartExecution

BY_HAND = "CacheWarden-FailOverAvailabilityGroups"
"""What a person starts instead, for the node that is to take over."""
TRY_EVERY = timedelta(minutes=30)
"""What was refused or failed is tried again while the node leads a group."""


def request_before_reboot(
    event: ScheduledEvent, tags: Mapping[str, str], *, now: datetime, by: str, calendar: CalendarView | None = None
) -> StartExecution | Notify:
    """Goal FailedOver from an hour before the reboot until it can't come any more; else what people have to know.

    `tags`: the instance's. `calendar`: of the owner's Change Calendars, where `on-health` depends on them. Whether the
    node leads anything then isn't known here.
    """
    policy = policy_from_tags(tags)
    until = event.over_at
    if policy.on_health not in (Answer.AUTO, Answer.CALENDAR):
        return maintenance_is_scheduled(event)
    if event.not_before is None or until is None:
        return maintenance_is_scheduled(event, " and no time: CacheWarden doesn't choose one to fail over before it")
    if now >= until:
        return maintenance_is_scheduled(event, ", and its time is over: nothing fails over for it any more")
    if now < event.not_before - FAILS_OVER_AHEAD:
        return failover_is_planned(event.instance_id, event.shown, event.not_before, now)
    if policy.snoozed(now):
        return Notify(
            instance_id=event.instance_id,
            code=Code.SNOOZED,
            sentence=f"{event.shown}: the owner of {event.instance_id} asked to be left alone until "
            f"{policy.snooze_until:%Y-%m-%d %H:%M} UTC; start {BY_HAND} if what it leads is to move off before",
        )
    held = held_by_calendar(
        event.instance_id,
        policy.on_health,
        calendar,
        what=event.shown,
        document=BY_HAND,
        again="This is looked at again every 15 minutes",
    )
    if held is not None:
        return held
    slot = int(now.timestamp() // TRY_EVERY.total_seconds())
    return StartExecution(
        goal=Goal.FAILED_OVER,
        instance_id=event.instance_id,
        kind="reboot",
        event_id=f"{event.event_id}|{event.not_before}|{slot}",
        requested_at=now,
        requested_by=by,
        reason=event.shown,
        expires_at=until,
    )


def failover_is_planned(instance_id: str, what: str, starts_at: datetime, now: datetime) -> Notify:
    """Says from when on what the node leads fails over."""
    since = max(starts_at - FAILS_OVER_AHEAD, now)
    return Notify(
        instance_id=instance_id,
        code=Code.FAILOVER_PLANNED,
        sentence=f"{what}. A reboot keeps the cache; what {instance_id} leads then fails over ahead of it, from "
        f"{since:%Y-%m-%d %H:%M} UTC",
    )
