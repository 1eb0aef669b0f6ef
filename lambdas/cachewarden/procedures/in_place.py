"""The last resort before EC2 stops the instance for maintenance: the node keeps roles that nobody can take over.

Its databases go out of service, its cache is evacuated where it is, and it comes back as their primary: nothing is
failed over, nothing forced. Without that EC2 stops it on the day with the cache on NVMe, and what was committed since
nobody else got it is lost.

It needs its owner's consent, and EC2 that shows the maintenance now: what wasn't seen is never read as none, nor as
there is one. It is no way around a failover: a replica that can take over does, and one that catches up is waited for.
"""

from dataclasses import replace
from datetime import timedelta
from typing import TypeAlias

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import CONNECTED
from cachewarden.evidence.group_views import GroupView, candidates, computer_of, obstacle
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.scheduled_event import LAST_DAY, TRY_EVERY, ScheduledEvent, comes_too_soon
from cachewarden.evidence.storage import StorageClassification
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import TERMS, Consent, GivenConsent
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import CONSENT, STATE, NodeState
from cachewarden.operation.timing import PROOF_OVERDUE_S, cache_move_s, redo_s
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.asynchronous import asynchronous_consent, asynchronous_target
from cachewarden.procedures.decision import Abandon, Decision, Refuse, Wait
from cachewarden.procedures.situation import Situation

WORD = Consent.EVACUATE_IN_PLACE
REDO_COUNTS_FROM_S = 60.0
"""What a SYNCHRONIZED replica may have to redo at least before a group stays for it: less than that the evacuation, the
stop and the start never take. StopSqlServer's host script refuses below that, too (Confirm-CwNothingTakesOver)."""
CATCH_UP_S = 600.0
"""So long after the request a replica that catches up, or redoes, is waited for; below the 15 minutes after which a
refused stop that wasn't begun expires."""
RECONNECT_S = 20.0
"""What a replica that is disconnected for a moment is expected to need, where no queue tells it."""
AROUND_THE_MOVE = timedelta(minutes=5)
"""From the decision to SQL Server's stop, and from the move's end to the proof."""
UNKNOWN_PACE = 2.1
"""So many times the measured 4 s/GiB a move counts where EC2 doesn't say how fast the Swap volume is: a gp3 that
nobody made faster takes 8.2 at its 125 MiB/s [ec2#modify-volume]."""
NO_WAIT_BEFORE = timedelta(hours=1)
"""So shortly before the maintenance nothing is waited for: the cache has to move."""
UNREAD_OVERDUE_S = 540.0
"""How long EC2 may say nothing of the maintenance once SQL Server has stopped for it; looking again ends soon after."""

Standing: TypeAlias = GivenConsent | Wait | str
"""The consent where it counts; a look that has to come first; or what people are told of it, for a sentence's end."""


def in_place(situation: Situation) -> GivenConsent | None:
    """The consent, where it counts now: the node keeps at least one group."""
    if not any(isinstance(each, GivenConsent) and each.word is WORD for each in situation.operation.consents):
        return None
    standing = _standing(situation)
    return standing if isinstance(standing, GivenConsent) else None


def stays(situation: Situation) -> frozenset[str]:
    """Ids of the groups that by consent the node keeps; none without it."""
    if in_place(situation) is None:
        return frozenset()
    return _kept(situation)


def unless_in_place(situation: Situation, answer: Decision | None) -> Decision | None:
    """The refusal of a guard that the consent answers: nothing where it counts, else what is missing to it is told."""
    if not isinstance(answer, Refuse | Abandon):
        return answer
    standing = _standing(situation)
    if isinstance(standing, GivenConsent):
        return None
    if isinstance(standing, Wait):
        return standing
    told = answer.sentence
    if _kept(situation) and _given(situation) is None:
        void = situation.void_consents(WORD)
        if void not in told:
            told += void
    return replace(answer, sentence=f"{told}{standing}")


def maintenance_not_seen(situation: Situation) -> Decision | None:
    """By consent for EC2's maintenance, and what EC2 shows of it is old or unread: it is asked again."""
    standing = _standing(situation)
    return standing if isinstance(standing, Wait) else None


def in_place_no_more(situation: Situation) -> Decision | None:
    """Its SQL Server stopped in place, and the consent counts no more: the node goes back into service."""
    goals = TERMS[WORD].goals
    if situation.cluster_goal is not None or situation.operation.effective_goal not in goals:
        return None
    if not stopped_in_place(situation) or not _kept(situation):
        return None
    standing = _standing(situation)
    if not isinstance(standing, str):
        return None
    if _given(situation) is None:
        standing = situation.void_consents(WORD) or f". The tag {CONSENT} doesn't carry it any more"
    return situation.refuse(
        Code.TARGET_NOT_READY,
        f"SQL Server of {situation.node.name} stopped in place for EC2's maintenance, since nobody can take over what "
        f"it leads, and the consent '{WORD.value}' doesn't count any more{standing}",
    )


def wait_for_replica(situation: Situation, view: GroupView) -> Wait | None:
    """Before the node keeps a group, a replica that is catching up gets some minutes: taking over is better."""
    if not may_wait(situation):
        return None
    running = {each.instance_id for each in situation.partners if each.ec2.state is InstanceState.RUNNING}
    for replica in view.group.replicas:
        numbers = replica.databases
        if view.instance_id(replica) not in running or not replica.synchronous:
            continue
        if numbers is not None and numbers.suspended:
            continue  # somebody has to resume them
        told = numbers is not None and numbers.count > 0 and replica.connected == CONNECTED
        return situation.wait(
            WaitReason.SYNCHRONIZATION,
            f"{replica.server} isn't SYNCHRONIZED in {view.name} yet "
            f"({numbers.queues if numbers is not None and told else obstacle(replica)}); it is waited for before "
            f"{situation.node.name} keeps the group",
            since=None,
            estimate_s=RECONNECT_S
            if numbers is None or not told
            else redo_s(
                send_queue_kb=numbers.send_queue_kb,
                send_rate_kb=numbers.send_rate_kb,
                redo_queue_kb=numbers.redo_queue_kb,
                redo_rate_kb=numbers.redo_rate_kb,
            ),
        )
    return None


def may_wait(situation: Situation) -> bool:
    """Whether a replica may be waited for: soon after the request, with nothing begun, an hour before EC2's stop."""
    if situation.changed_something or situation.age_s(situation.operation.requested_at) > CATCH_UP_S:
        return False
    times = [event.not_before for event in _events(situation) if event.not_before is not None]
    return all(each - situation.now > NO_WAIT_BEFORE for each in times)


def stopped_in_place(situation: Situation) -> bool:
    """Whether this operation has begun to stop SQL Server of a node that keeps groups: from then on they have no
    primary, and the node says nothing of them."""
    sql = situation.host.sql
    return Action.STOP_SQL_SERVER in situation.operation.attempts and sql is not None and not sql.all_running


def goes_on(situation: Situation) -> bool:
    """Whether what other nodes do brings the node back no more: this operation has stopped all SQL Server there, and
    the consent counts.

    A partner that starts meanwhile becomes no primary by itself. Going back would put the cache, which may be the only
    copy, onto NVMe right before EC2 takes the host away.
    """
    sql = situation.host.sql
    return sql is not None and sql.all_stopped and stopped_in_place(situation) and in_place(situation) is not None


def dormant_partners(situation: Situation) -> tuple[ReplicaEvidence, ...]:
    """Partners that EC2 shows as stopped, and that no operation of ours is working on: they can't be a primary.

    One that starts or stops is waited for by asking again; of one that runs and doesn't answer nobody knows what it is.
    """
    return tuple(
        each
        for each in situation.partners
        if each.ec2.state is InstanceState.STOPPED and each.ec2.tags.get(STATE) != NodeState.OPERATING.value
    )


def dormant_computers(situation: Situation) -> frozenset[str]:
    """Computers noted as one of these, in small letters, that no node sees up or connected; none without the consent.

    One that is seen all the same is another instance, which has the name.
    """
    if in_place(situation) is None:
        return frozenset()
    stopped = {each.instance_id for each in dormant_partners(situation)}
    noted = {each.computer for each in situation.evidence.absent if each.instance_id in stopped}
    seen: set[str] = set()
    for item in situation.evidence.replicas:
        sql = item.host.sql if item.host is not None else None
        if sql is not None and sql.cluster is not None:
            seen.update(member.name.casefold() for member in sql.cluster.members if member.online)
    for view in situation.groups:
        seen.update(computer_of(one.server) for one in view.group.replicas if one.connected == CONNECTED)
    return frozenset(noted - seen)


def _standing(situation: Situation) -> Standing:
    """Whether the consent counts. For a preflight only what people are told: what a cycle would make of it."""
    goal = situation.operation.effective_goal
    goals = TERMS[WORD].goals
    if situation.cluster_goal is not None or goal not in {*goals, Goal.PREFLIGHT}:
        return ""
    given = _given(situation)
    storage = situation.host.storage
    if storage is not None and storage.uncached:
        # EC2's stop loses no more than one of ours, which would be an outage for nothing.
        return _nothing(given, f"{situation.node.name} has no write cache that has to be evacuated")
    if not _kept(situation):
        return ""
    seen = situation.evidence.maintenance
    acts = given is not None and goal in goals
    if acts and (seen is None or not situation.fresh(seen.observed_at)):
        if given is not None and _moved(situation):
            return given  # nobody says that it is called off: going on is safer than back onto a host EC2 may take away
        patience_s = UNREAD_OVERDUE_S if stopped_in_place(situation) else PROOF_OVERDUE_S
        if situation.operation.waited_s(WaitReason.LOOK, situation.now) < patience_s:
            return situation.look_again(
                f"The consent '{WORD.value}' counts only while EC2 shows maintenance of {situation.node.name}; it is "
                "asked again"
            )
    if seen is None or (acts and not situation.fresh(seen.observed_at)):
        return _nothing(given, "EC2 doesn't say which maintenance is scheduled")
    events = _events(situation)
    if not events:
        return _nothing(given, f"EC2 shows no maintenance for which {situation.node.name} would be stopped")
    if given is not None and stopped_in_place(situation):
        return given
    obstacles = [_obstacle(situation, event) for event in events]
    if given is None:
        return _last_resort(events[0], obstacles[0])
    if all(obstacle is not None for obstacle in obstacles):
        return _nothing(given, "; ".join(obstacle for obstacle in obstacles if obstacle is not None))
    if goal is Goal.PREFLIGHT:
        return f". A cycle would do it all the same, with an outage and without a failover: {given.told}"
    return given


def _moved(situation: Situation) -> bool:
    """Whether the cache moves, or has left NVMe, for this operation."""
    storage = situation.host.storage
    moved = (StorageClassification.MOVING, StorageClassification.EVACUATED)
    return stopped_in_place(situation) and storage is not None and storage.classification in moved


def _kept(situation: Situation) -> frozenset[str]:
    """Groups that the node leads and nobody can take over; once its SQL Server stops, those that it led and nobody
    has taken over."""
    if stopped_in_place(situation):
        leaders = {view.id: view.primary_id for view in situation.groups}
        return frozenset(
            each for each in situation.operation.leads if leaders.get(each) in (None, situation.node.instance_id)
        )
    return frozenset(view.id for view in situation.led_groups if _nobody_takes_over(situation, view))


def _nobody_takes_over(situation: Situation, view: GroupView) -> bool:
    bound_s = situation.policy.redo_max_s
    found = candidates(view, situation.node, situation.partners, redo_max_s=bound_s)
    if found and found[0].obstacle is None:
        return found[0].redo_s is not None and found[0].redo_s > max(bound_s, REDO_COUNTS_FROM_S)
    return asynchronous_consent(situation) is None or asynchronous_target(situation, view) is None


def _given(situation: Situation) -> GivenConsent | None:
    """A preflight isn't what anybody consents to: it looks at what would count for a cycle."""
    if situation.operation.effective_goal is not Goal.PREFLIGHT:
        return situation.consent(WORD, allows=Action.STOP_SQL_SERVER)
    node_id = situation.evidence.node_id
    own = (each for each in situation.operation.consents if isinstance(each, GivenConsent) and each.word is WORD)
    counts = (each for each in own if not each.void_because(node_id=node_id, goal=Goal.CYCLED, at=situation.now))
    return next(counts, None)


def _events(situation: Situation) -> tuple[ScheduledEvent, ...]:
    """Maintenance for which EC2 will stop the node, as it was last seen."""
    seen = situation.evidence.maintenance
    if seen is None:
        return ()
    return tuple(each for each in seen.events if each.ends_in_stop and each.instance_id == situation.node.instance_id)


def _obstacle(situation: Situation, event: ScheduledEvent) -> str | None:
    """Why nothing is begun in place for it now, for sentences; None where it is time."""
    launched, now = situation.node.ec2.launch_time, situation.now
    if event.not_before is None:
        return f"{event.shown}, and no time"
    if event.movable(now):
        return f"{event.shown}: it can still be put off"
    if not event.on_last_day(now):
        return f"{event.shown}: it counts from {event.not_before - LAST_DAY:%Y-%m-%d %H:%M} UTC on"
    if now - launched < TRY_EVERY:
        # EC2 may show for a while what a stop and start has taken away [ec2#stop-start-ahead].
        return (
            f"{event.shown}: the node was started at {launched:%Y-%m-%d %H:%M} UTC, which may have answered it already"
        )
    if comes_too_soon(event.not_before, now) or timedelta(0) < event.not_before - now < _move_takes(situation):
        return f"{event.shown}: too soon to move the cache before it; take log backups off the node now"
    return None


def _move_takes(situation: Situation) -> timedelta:
    """What stopping SQL Server, moving the cache and proving it take: a large one, or a slow volume, more than the last
    minutes. A Swap volume whose throughput is raised for the move is only faster."""
    storage = situation.host.storage
    if storage is not None and storage.classification is StorageClassification.EVACUATED:
        return AROUND_THE_MOVE
    size = storage.write_cache_bytes if storage is not None else None
    least_s = cache_move_s(size)
    speed = situation.evidence.move_speed
    if size is None or speed is None or not speed.bytes_per_s:
        move_s = UNKNOWN_PACE * least_s
    else:
        move_s = max(least_s, size / speed.bytes_per_s)
    return timedelta(seconds=move_s) + AROUND_THE_MOVE


def _nothing(given: GivenConsent | None, why: str) -> str:
    return "" if given is None else f". The consent {given.told}, counts for nothing now: {why}"


def _last_resort(event: ScheduledEvent, obstacle: str | None) -> str:
    """Names the consent where there is none and EC2 shows what it is for."""
    shown = event.shown if obstacle is None else obstacle
    return (
        f". {shown}. If nobody can take the roles over before, the last resort is the consent '{WORD.value}' (tag "
        f"{CONSENT}): the cache is evacuated in place, with an outage"
    )
