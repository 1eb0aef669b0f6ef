"""An instance started without us is brought into service; people get a message about one stopped without us.

Where EC2 took so long for our own stop that its operation gave up waiting, the node is protected then, and brought back
into service where that was asked for.
"""

from collections.abc import Mapping
from datetime import datetime

from cachewarden.codes import Code
from cachewarden.events.event import StateChanged
from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.goal import RETURN_AFTER_THE_STOP, Goal
from cachewarden.operation.last_operation import goal_of_tag
from cachewarden.operation.policy import LAST_ERROR, LAST_OPERATION, STATE, NodeState
from cachewarden.requests.owner_policy import not_opted_in
from cachewarden.requests.request import Ignore, InstanceFacts, Notify, Request, StartExecution


def request_for_state_change(event: StateChanged, facts: InstanceFacts, *, now: datetime) -> Request:
    """Goal InService for a start, a message for a stop without proof; other states, and own doing, are ignored."""
    instance_id = facts.instance_id
    ignored = not_opted_in(facts)
    if ignored is not None:
        return ignored
    if facts.operated_by is not None:
        return Ignore(
            instance_id=instance_id,
            code=Code.EVENT_OWN_DOING,
            sentence=f"{instance_id} is {event.state} while {facts.operated_by} works on it",
        )
    match event.state:
        case InstanceState.RUNNING:
            return _started(event, facts, now)
        case InstanceState.STOPPED:
            return _stopped(facts, now)
        case _:
            return Ignore(instance_id=instance_id, code=Code.EVENT_UNKNOWN, sentence=f"{instance_id} is {event.state}")


def _started(event: StateChanged, facts: InstanceFacts, now: datetime) -> Request:
    instance_id = facts.instance_id
    if facts.state is not InstanceState.RUNNING:
        return Ignore(
            instance_id=instance_id,
            code=Code.EVENT_UNKNOWN,
            sentence=f"{instance_id} was running and is {facts.state.value} now",
        )
    return StartExecution(
        goal=Goal.IN_SERVICE,
        instance_id=instance_id,
        kind="running",
        # One start of the instance is one request, however often and under whatever id it is announced.
        event_id=facts.launch_time.isoformat(),
        requested_at=min(event.at or now, now),
        requested_by="EC2 state change",
        reason="the instance was started",
        run=facts.launch_time,
    )


def _stopped(facts: InstanceFacts, now: datetime) -> Request:
    instance_id = facts.instance_id
    if facts.state not in (InstanceState.STOPPING, InstanceState.STOPPED):
        # The event came late. A start has an event of its own, and what the stop did to the cache shows then. That
        # EC2 still answers `stopping` is no reason to keep silent.
        return Ignore(
            instance_id=instance_id,
            code=Code.EVENT_UNKNOWN,
            sentence=f"{instance_id} was stopped and is {facts.state.value} now",
        )
    if facts.stop_proven is True:
        if gave_up_on_stop(facts.tags):
            return stopped_late(instance_id, facts.tags, launched=facts.launch_time, now=now, by="EC2 state change")
        return Ignore(
            instance_id=instance_id,
            code=Code.EVENT_OWN_DOING,
            sentence=f"{instance_id} is stopped, by us and on a proof, as the lease table records",
        )
    return stopped_without_us(instance_id)


def gave_up_on_stop(tags: Mapping[str, str]) -> bool:
    """Whether the last operation ended before EC2 had ended its stop (CW4203), and left the node to a person."""
    return tags.get(STATE) == NodeState.ATTENTION.value and tags.get(LAST_ERROR) == Code.STOP_STUCK.value


def stopped_late(
    instance_id: str, tags: Mapping[str, str], *, launched: datetime, now: datetime, by: str
) -> StartExecution:
    """Brings the node back where that was asked for last; else a preflight protects it and says how it is.

    Never another stop: a person may have started the node meanwhile.
    """
    returns = goal_of_tag(tags.get(LAST_OPERATION)) in RETURN_AFTER_THE_STOP
    return StartExecution(
        goal=Goal.IN_SERVICE if returns else Goal.PREFLIGHT,
        instance_id=instance_id,
        kind="stopped-late",
        # One stop is gone on with once, whoever sees it: an event, or the sweep.
        event_id=launched.isoformat(),
        requested_at=now,
        requested_by=by,
        reason="EC2 stopped the instance long after CacheWarden had asked for it",
    )


def stopped_without_us(instance_id: str) -> Notify:
    """Says what is at stake; of the other replicas nothing was asked, so nothing is said."""
    return Notify(
        instance_id=instance_id,
        code=Code.STOPPED_BEHIND_OUR_BACK,
        sentence=f"{instance_id} stopped without CacheWarden: nothing proves that its cache was on EBS, so it may be "
        "lost. The other replicas weren't looked at: see that one serves the databases, and watch its transaction log, "
        "which grows until this node is back",
    )
