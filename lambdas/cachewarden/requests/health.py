"""A host that AWS will take away, or whose NVMe fails, is left in good time; ahead of a reboot roles move off."""

from datetime import datetime

from cachewarden.codes import Code
from cachewarden.events.event import HealthNotice
from cachewarden.evidence.scheduled_event import comes_too_soon
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import Answer
from cachewarden.requests.held_by_calendar import held_by_calendar
from cachewarden.requests.maintenance import maintenance_is_planned, time_for_cycle
from cachewarden.requests.owner_policy import held_by_owner, not_opted_in
from cachewarden.requests.request import Ignore, InstanceFacts, Notify, Request, StartExecution
from cachewarden.requests.scheduled_reboot import BY_HAND, cache_told, failover_is_planned

REBOOT_CODES = frozenset(
    {
        "AWS_EC2_INSTANCE_REBOOT_MAINTENANCE_SCHEDULED",
        "AWS_EC2_INSTANCE_REBOOT_FLEXIBLE_MAINTENANCE_SCHEDULED",
        "AWS_EC2_SYSTEM_REBOOT_MAINTENANCE_SCHEDULED",
    }
)
"""By AWS's word a reboot keeps instance-store data [ec2#reboot-keeps-cache]."""
TO_ANOTHER_HOST = "AWS_EC2_SYSTEM_REBOOT_MAINTENANCE_SCHEDULED"
"""Whether it does so there is unsure [ec2#system-reboot-store]."""

DRIVE_DEGRADED = "AWS_EC2_INSTANCE_STORE_DRIVE_PERFORMANCE_DEGRADED"
"""EC2 shows no scheduled event for it: it is answered at once."""

CYCLE_CODES = frozenset(
    {
        "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED",
        "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_EXPEDITED",
        "AWS_EC2_INSTANCE_RETIREMENT_SCHEDULED",
        "AWS_EC2_INSTANCE_RETIREMENT_EXPEDITED",
        "AWS_EC2_INSTANCE_STOP_SCHEDULED",
        "AWS_EC2_INSTANCE_NETWORK_MAINTENANCE_SCHEDULED",
        "AWS_EC2_INSTANCE_POWER_MAINTENANCE_SCHEDULED",
        "AWS_EC2_PERSISTENT_INSTANCE_POWER_MAINTENANCE_SCHEDULED",
        "AWS_EC2_MAINTENANCE_SCHEDULED",
        DRIVE_DEGRADED,
    }
)
"""A stop and start moves the node to another host, before AWS does it without us."""


def request_for_health(event: HealthNotice, facts: InstanceFacts, *, now: datetime) -> Request:
    """Goal Cycled for notices that a stop and start answers; people get a message about the others."""
    instance_id = facts.instance_id
    ignored = not_opted_in(facts)
    if ignored is not None:
        return ignored
    if event.status == "closed":
        return Ignore(
            instance_id=instance_id, code=Code.EVENT_UNKNOWN, sentence=f"{event.type_code} of {instance_id} is closed"
        )
    when = f" from {event.starts_at:%Y-%m-%d %H:%M} UTC" if event.starts_at else ""
    notice = f"AWS Health: {event.type_code} for {instance_id}{when}"
    if event.type_code in REBOOT_CODES:
        return _reboot_told(event, facts, notice, now)
    if event.type_code not in CYCLE_CODES:
        return Notify(instance_id=instance_id, code=Code.NOTIFY_ONLY, sentence=f"{notice}: {event.description[:300]}")
    held = held_by_owner(facts, facts.policy.on_health, what=notice, document="CacheWarden-CycleInstance", now=now)
    if held is not None:
        return held
    if event.type_code != DRIVE_DEGRADED and event.starts_at is not None:
        time = time_for_cycle(facts.policy, event.starts_at, now)
        if time is not None and now < time.since:
            # The sweep starts it, if EC2 shows the maintenance when its time has come.
            return maintenance_is_planned(instance_id, notice, facts.policy, time)
        if comes_too_soon(event.starts_at, now):
            return Notify(
                instance_id=instance_id,
                code=Code.MAINTENANCE_SCHEDULED,
                sentence=f"{notice}: too soon to move the cache before it; fail the roles over now",
            )
    held = held_by_calendar(
        instance_id,
        facts.policy.on_health,
        facts.calendar,
        what=notice,
        document="CacheWarden-CycleInstance",
        again="EC2's scheduled maintenance is looked at again every 15 minutes",
    )
    if held is not None:
        return held
    starts = event.starts_at.isoformat() if event.starts_at else ""
    return StartExecution(
        goal=Goal.CYCLED,
        instance_id=instance_id,
        kind="health",
        event_id=f"{event.event_arn}|{starts}",
        requested_at=now,
        requested_by="AWS Health",
        reason=notice,
    )


def _reboot_told(event: HealthNotice, facts: InstanceFacts, notice: str, now: datetime) -> Notify:
    """Nothing begins by the notice: the sweep fails over, if EC2 shows the reboot when its time has come."""
    starts_at, answer, moves = event.starts_at, facts.policy.on_health, event.type_code == TO_ANOTHER_HOST
    if starts_at is not None and starts_at > now and answer in (Answer.AUTO, Answer.CALENDAR):
        return failover_is_planned(facts.instance_id, notice, starts_at, now, moves=moves)
    return Notify(
        instance_id=facts.instance_id,
        code=Code.NOTIFY_ONLY,
        sentence=f"{notice}. {cache_told(moves=moves)}; fail the roles over before it: start {BY_HAND} for the node "
        "that is to take over",
    )
