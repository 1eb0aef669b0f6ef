"""Opting in protects and examines the node; opting out takes effect when it is in service."""

from datetime import datetime

from cachewarden.codes import Code
from cachewarden.events.event import OptInChanged
from cachewarden.operation.goal import Goal
from cachewarden.requests.owner_policy import tag_misspelt
from cachewarden.requests.request import InstanceFacts, Notify, Request, StartExecution


def request_for_opt_in(event: OptInChanged, facts: InstanceFacts, *, now: datetime) -> Request:
    """Goal Preflight when the tag is there now, else a message; a value that nobody can go by is said at once."""
    instance_id = facts.instance_id
    if facts.policy.misspelt is not None:
        return tag_misspelt(instance_id, facts.policy.misspelt)
    if not facts.policy.managed:
        return Notify(
            instance_id=instance_id,
            code=Code.OPTED_OUT,
            sentence=f"{instance_id} was opted out. CacheWarden changes nothing on it any more, stop protection "
            "included. If its cache is on NVMe, a stop loses the volume: set cachewarden:managed=true again and start "
            "CacheWarden-StopInstance to stop it safely, or CacheWarden-OptOut to take CacheWarden off it",
        )
    requested_at = min(event.at or now, now)
    return StartExecution(
        goal=Goal.PREFLIGHT,
        instance_id=instance_id,
        kind="opt-in",
        event_id=_asked_as(event, facts, requested_at, now),
        requested_at=requested_at,
        requested_by="tag cachewarden:managed",
        reason="the instance was opted in",
    )


def _asked_as(event: OptInChanged, facts: InstanceFacts, requested_at: datetime, now: datetime) -> str:
    """Whoever sets the tag of a protected node again within the minute has asked already [security#floods].

    One that isn't protected is asked for by each event: the first may have found the tag gone, and done nothing.
    """
    if event.at is not None and facts.stop_protected:
        return f"{requested_at:%Y-%m-%dT%H:%M}"
    return event.event_id or str(now.date())
