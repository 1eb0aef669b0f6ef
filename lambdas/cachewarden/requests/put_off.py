"""Whether maintenance is put off, where EC2 allows it [ec2#reschedule], so that the node can be cycled before it."""

from collections.abc import Mapping
from datetime import datetime

from cachewarden.codes import Code
from cachewarden.evidence.scheduled_event import ScheduledEvent
from cachewarden.operation.policy import Answer, policy_from_tags
from cachewarden.requests.maintenance import WINDOW_AHEAD, was_cycled
from cachewarden.requests.request import Notify


def put_off_until(
    event: ScheduledEvent, tags: Mapping[str, str], *, launched: datetime, now: datetime
) -> datetime | None:
    """The latest time that EC2 allows, where the owner's window opens only after the maintenance, or where the node
    wasn't cycled until shortly before it; else None. Nothing is put off that its owner doesn't want to be acted on.

    `tags`: the instance's.
    """
    policy = policy_from_tags(tags)
    starts, latest = event.not_before, event.not_before_deadline
    wanted = event.stops and policy.on_health in (Answer.AUTO, Answer.CALENDAR)
    if not wanted or policy.snoozed(now) or starts is None or latest is None:
        return None
    if not event.movable(now):
        return None
    if was_cycled(event, tags, launched, now):
        return None
    window = policy.window
    if window is not None and window.opened(now) is None:
        opening = window.next_opening(now)
        if starts < opening + WINDOW_AHEAD <= latest:
            return latest
    return latest if starts - now < WINDOW_AHEAD else None


def maintenance_is_put_off(event: ScheduledEvent, *, since: datetime, until: datetime) -> Notify:
    """Says from when to when it was moved."""
    return Notify(
        instance_id=event.instance_id,
        code=Code.MAINTENANCE_PUT_OFF,
        sentence=f"{event.code} of {event.instance_id} is put off from {since:%Y-%m-%d %H:%M} UTC to "
        f"{until:%Y-%m-%d %H:%M} UTC, so that the node can be cycled ahead of it",
    )
