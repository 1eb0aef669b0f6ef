"""A reboot that AWS has scheduled for a node: what it leads fails over in the hour before, where its owner said `auto`.

AWS says that a reboot keeps the cache [ec2#reboot-keeps-cache], so nothing is moved or stopped. That this holds for a
`system-reboot`, too, is unsure [ec2#system-reboot-store]. A cycle ahead of it would take the cache off NVMe for
certain, and the node out of service for longer; with the roles off before, a cache that is lost all the same costs a
copy until the node is rebuilt, and no data of a group. Until the time has come nothing is started: whatever is moved or
cancelled meanwhile counts as EC2 shows it then. The owner's window doesn't count: AWS's reboot doesn't wait for it, and
it would be a longer outage than the failover.
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
FAIL_OVER_AGAIN_EVERY = timedelta(minutes=30)
"""What was refused or failed is tried again while the node leads a group."""
HELD_UP_TOLD_AHEAD = timedelta(minutes=30)
"""So long before the reboot people hear that the lease of the node's cluster isn't free: two more sweeps look again."""
NEXT_LOOK = timedelta(minutes=15)
"""When the sweep comes by again."""
CYCLE = "CacheWarden-CycleInstance"


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
        return failover_is_planned(event.instance_id, event.shown, event.not_before, now, moves=event.moves)
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
    slot = int(now.timestamp() // FAIL_OVER_AGAIN_EVERY.total_seconds())
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


def failover_is_planned(instance_id: str, what: str, starts_at: datetime, now: datetime, *, moves: bool) -> Notify:
    """Says from when on what the node leads fails over. `moves`: the reboot takes it to another host."""
    since = max(starts_at - FAILS_OVER_AHEAD, now)
    return Notify(
        instance_id=instance_id,
        code=Code.FAILOVER_PLANNED,
        sentence=f"{what}. {cache_told(moves=moves)}; what {instance_id} leads then fails over ahead of it, from "
        f"{since:%Y-%m-%d %H:%M} UTC",
    )


def cache_told(*, moves: bool) -> str:
    """What AWS's reboot does to the cache, to begin a sentence; `moves`: it takes the instance to another host."""
    if not moves:
        return "A reboot keeps the cache"
    return (
        "This reboot moves the instance to another host; AWS says that instance-store data comes along, which isn't "
        "confirmed for a cache. If it is lost, the node's databases have to be seeded again. To rule that out, start "
        f"{CYCLE} before: it takes the cache off NVMe first, and the event away"
    )


def failover_is_held_up(event: ScheduledEvent, holder: str) -> Notify:
    """Says that the failover isn't begun, and by what it is held up; who leads can't be seen meanwhile."""
    return Notify(
        instance_id=event.instance_id,
        code=Code.FAILOVER_HELD_UP,
        sentence=f"{event.shown}. Nothing fails over ahead of it while {holder} works on the cluster; if "
        f"{event.instance_id} leads an Availability Group, clients are cut off when it reboots. By hand, as soon as "
        f"that has ended: start {BY_HAND} for the node that is to take over",
    )


def told_ahead(event: ScheduledEvent, now: datetime, ahead: timedelta) -> bool:
    """Whether the reboot is so near, or under way."""
    return event.not_before is not None and event.not_before - now < ahead
