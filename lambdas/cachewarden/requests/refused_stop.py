"""A refused stop becomes a safe one, for each opted-in instance of the call and for no bystander."""

from datetime import datetime, timedelta

from cachewarden.codes import Code
from cachewarden.events.event import StopRefused
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import Goal
from cachewarden.requests.held_by_calendar import held_by_calendar
from cachewarden.requests.owner_policy import held_by_owner, not_opted_in
from cachewarden.requests.request import Ignore, InstanceFacts, Join, Notify, Request, StartExecution

STOP_REQUEST_LIFE = timedelta(minutes=15)
"""A stop that wasn't begun within this isn't what anybody expects any more [glossary#stop-request-life]."""


def request_for_refused_stop(
    event: StopRefused, facts: InstanceFacts, *, own_role_arns: frozenset[str], now: datetime
) -> Request:
    """Goal Stopped, unless the refusal was CacheWarden's own, another instance's, too old or held by the owner."""
    instance_id = facts.instance_id
    if event.role_arn in own_role_arns:
        return Ignore(
            instance_id=instance_id,
            code=Code.EVENT_OWN_DOING,
            sentence=f"{event.requested_by} is one of CacheWarden's own roles",
        )
    ignored = not_opted_in(facts)
    if ignored is not None:
        return ignored
    if facts.stop_protected is False:
        return Ignore(
            instance_id=instance_id,
            code=Code.REFUSAL_EXPLAINED,
            sentence=f"{instance_id} isn't stop-protected (now), so another instance of the call was the reason",
        )
    if facts.state is not InstanceState.RUNNING:
        return Ignore(
            instance_id=instance_id, code=Code.REFUSAL_EXPLAINED, sentence=f"{instance_id} is {facts.state.value}"
        )
    # CloudTrail's clock may be ahead of this one: a request from the future lives no longer than others.
    requested_at = min(event.requested_at, now)
    if now - requested_at > STOP_REQUEST_LIFE:
        return Notify(
            instance_id=instance_id,
            code=Code.REQUEST_EXPIRED,
            sentence=f"{event.requested_by} asked to stop {instance_id} at {event.requested_at:%Y-%m-%d %H:%M:%S} "
            "UTC; the event came too late and nothing was done",
        )
    if event.requested_at < facts.launch_time:
        return Ignore(
            instance_id=instance_id,
            code=Code.REFUSAL_EXPLAINED,
            sentence=f"{instance_id} was started at {facts.launch_time:%Y-%m-%d %H:%M:%S} UTC, after this stop was "
            "asked for; what was asked of its former run isn't done to this one",
        )
    held = held_by_owner(facts, facts.policy.on_stop, what="stop", document="CacheWarden-StopInstance", now=now)
    if held is None:
        held = held_by_calendar(
            instance_id,
            facts.policy.on_stop,
            facts.calendar,
            what=f"stop, asked for by {event.requested_by}",
            document="CacheWarden-StopInstance",
            again="Ask again when it is open",
        )
    if held is not None:
        return held
    begin = StartExecution(
        goal=Goal.STOPPED,
        instance_id=instance_id,
        kind="refused-stop",
        # Whoever asks again within the minute has asked already: a flood is sixty executions an hour [security#floods].
        event_id=f"{facts.launch_time:%Y-%m-%dT%H:%M:%S}/{requested_at:%Y-%m-%dT%H:%M}",
        requested_at=requested_at,
        requested_by=event.requested_by,
        reason="StopInstances was refused by stop protection",
        expires_at=requested_at + STOP_REQUEST_LIFE,
    )
    if facts.stopped_by is None:
        return begin
    return Join(
        operation=facts.stopped_by,
        begin=begin,
        sentence=f"{event.requested_by} asked to stop {instance_id}. {facts.stopped_by} is already bringing it to "
        f"{Goal.STOPPED.value} and tells how that ends; this request joins it, and so does each that follows",
    )
