"""What the sweep asks for: nodes whose events got lost, or that nobody sent one for, are brought back or reported.

Whatever it finds is named after what was found and the day: the same finding is one request a day, however often the
sweep comes by (an execution of the same name isn't started twice [step-functions#idempotent-start]).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import read_groups
from cachewarden.evidence.instance import InstanceState
from cachewarden.evidence.membership import computers_of
from cachewarden.evidence.scheduled_event import ScheduledEvent
from cachewarden.evidence.storage import StorageClassification
from cachewarden.loop.findings import modes_weakened, stops_not_logged_told
from cachewarden.operation.actions import Action
from cachewarden.operation.goal import Goal
from cachewarden.operation.operation import Operation, SavedMode
from cachewarden.operation.policy import LAST_OPERATION, STATE, NodeState, policy_from_tags
from cachewarden.operation.timing import EVIDENCE_MAX_AGE_S
from cachewarden.procedures.decide import answered
from cachewarden.procedures.decision import Complete, Decision, Execute
from cachewarden.procedures.gone_replicas import gone_replicas, told_gone
from cachewarden.procedures.guards.suitability import unsuitable_told
from cachewarden.procedures.log_watch import LogAnswer, watch_logs
from cachewarden.procedures.required_secondaries import lowered_since
from cachewarden.procedures.worker_watch import RESTORE_GIVEN_UP
from cachewarden.requests.request import Notify, StartExecution

WHO = "CacheWarden sweep"
CONSENTED_FOR = timedelta(days=1)
"""For so long nobody has to be reminded of what was consented to for a node that is away."""


def request_for_running_node(evidence: ClusterEvidence, *, now: datetime) -> StartExecution | None:
    """Goal InService for a running node that isn't in service, by the same rules that the workflow goes by.

    The workflow then looks for itself: it waits, acts, or tells people what is in the way.
    """
    operation = Operation(
        execution_arn="none",
        request_id="sweep",
        goal=Goal.IN_SERVICE,
        node_id=evidence.node_id,
        requested_at=now,
        requested_by=WHO,
        reason="every node is looked at every 15 minutes",
    )
    tags = evidence.node.ec2.tags
    _, answer = answered(evidence, operation, policy_from_tags(tags), now)
    unfinished = STATE in tags and tags[STATE] != NodeState.IN_SERVICE.value
    if isinstance(answer, Complete) and not unfinished:
        return None
    if isinstance(answer, Execute) and answer.action is Action.RESTORE_CACHE and _given_up_lately(evidence, now):
        return None
    found = f"its state is {tags[STATE]}" if isinstance(answer, Complete) else answer.sentence
    return StartExecution(
        goal=Goal.IN_SERVICE,
        instance_id=evidence.node_id,
        kind="sweep",
        event_id="|".join((_what(answer), _run_of(evidence), str(now.date()))),
        requested_at=now,
        requested_by=WHO,
        reason=f"it runs and isn't in service: {found[:200]}",
        run=evidence.node.ec2.launch_time,
    )


def request_of_one_that_leads(
    asked_for: StartExecution, event: ScheduledEvent, evidence: ClusterEvidence | None, *, now: datetime
) -> StartExecution | Notify | None:
    """What is asked for ahead of a reboot, where the node leads a group or nobody knows; None where nothing moves.

    A secondary needs nothing, nor does a node that may have had the reboot. `evidence`: None where the sweep didn't
    look at the node.
    """
    if evidence is None:
        return asked_for
    host = evidence.node.host
    if host is not None and event.is_behind(host.started_at, now):
        return None
    if host is None or host.sql is None or not host.sql.seen_whole:
        # Named after the finding: a node that stays as it is would be asked, and refused, every half hour.
        unseen = replace(asked_for, event_id=f"{event.event_id}|{event.not_before}|unseen")
        return None if _others_lead_all(evidence, now) else unseen
    node = evidence.node_id
    groups = [view for view in read_groups(evidence) if view.is_on(node)]
    if not groups:
        return Notify(
            instance_id=node,
            code=Code.NOTHING_TO_FAIL_OVER,
            sentence=f"{event.shown}. No Availability Group has a replica on {evidence.node.name}: nothing can fail "
            "over before, and its databases are out of service while it reboots",
        )
    return asked_for if any(view.primary_id == node for view in groups) else None


def _others_lead_all(evidence: ClusterEvidence, now: datetime) -> bool:
    """Whether every partner tells of its groups, and each of them has just been seen online under one of them.

    The node then leads nothing that could move. A group of the node's that no partner tells of has no replica there.
    """
    told = [each.host.sql for each in evidence.partners if each.host is not None]
    if not told or len(told) < len(evidence.partners) or not all(sql is not None and sql.seen_whole for sql in told):
        return False
    groups = read_groups(evidence)
    return bool(groups) and all(
        view.online
        and view.primary_id != evidence.node_id
        and (now - view.seen_at).total_seconds() <= EVIDENCE_MAX_AGE_S
        for view in groups
    )


def rebuild_is_over(evidence: ClusterEvidence, *, now: datetime) -> bool:
    """Whether the node is seen in service with its cache on NVMe: nothing needs what was there before a rebuild."""
    return (
        cache_is_on_nvme(evidence)
        and evidence.node.ec2.tags.get(STATE) == NodeState.IN_SERVICE.value
        and request_for_running_node(evidence, now=now) is None
    )


def snapshot_not_deleted(instance_id: str, snapshot_id: str, reason: str) -> Notify:
    """Says that a snapshot stays, which its owner pays for."""
    return Notify(
        instance_id=instance_id,
        code=Code.SNAPSHOT_NOT_DELETED,
        sentence=f"{snapshot_id}, taken before the storage of {instance_id} was rebuilt, isn't deleted: {reason}",
    )


def cache_is_on_nvme(evidence: ClusterEvidence) -> bool:
    """Whether the node's host says that its cache is where it belongs: nothing has to move to or from Swap now."""
    host = evidence.node.host
    return (
        host is not None
        and host.storage is not None
        and host.storage.classification is StorageClassification.CACHE_ON_NVME
    )


def requests_for_logs(
    evidence: ClusterEvidence, *, away_since: Mapping[str, datetime], now: datetime
) -> Iterator[StartExecution | Notify]:
    """For logs that fill on this node, their primary, while another node is away: that one is started, or reported.

    So is one that is away for longer than its owner allows; `away_since` by instance id.
    """
    policies = {each.instance_id: policy_from_tags(each.ec2.tags) for each in evidence.replicas}
    for watch in watch_logs(evidence, policies, away_since, now):
        if watch.primary_id != evidence.node_id or watch.answer is LogAnswer.ENOUGH:
            continue
        if watch.answer is LogAnswer.START and watch.node_id is not None:
            yield StartExecution(
                goal=Goal.IN_SERVICE,
                instance_id=watch.node_id,
                kind="sweep-log",
                event_id="|".join((watch.group_id, str(now.date()))),
                requested_at=now,
                requested_by=WHO,
                reason=watch.sentence[:250],
            )
        else:
            yield Notify(instance_id=watch.node_id or evidence.node_id, code=watch.code, sentence=watch.sentence)


def log_is_unknown(evidence: ClusterEvidence, *, now: datetime) -> bool:
    """Whether a log on this node is kept for one that is away, and nobody says how long it lasts."""
    watches = watch_logs(evidence, {}, {}, now)
    return any(watch.primary_id == evidence.node_id and watch.left_s is None for watch in watches)


def replicas_gone(evidence: ClusterEvidence) -> Iterator[Notify]:
    """For groups that this node leads and that have a replica whose instance never comes back: people are told."""
    for view in read_groups(evidence):
        gone = gone_replicas(evidence, view)
        if gone and view.primary_id == evidence.node_id:
            sentence = told_gone(evidence, view, gone)
            yield Notify(instance_id=evidence.node_id, code=Code.REPLICA_GONE, sentence=sentence)


def weaker_modes_told(evidence: ClusterEvidence) -> Iterator[Notify]:
    """For a cluster in service with weaker replica modes than it had: people are told, whoever changed them."""
    for finding in modes_weakened(evidence):
        yield Notify(instance_id=evidence.node_id, code=finding.code, sentence=finding.sentence)


def lowered_numbers_told(
    evidence: ClusterEvidence,
    saved: tuple[SavedMode, ...],
    members: Collection[str],
    *,
    away_since: Mapping[str, datetime],
    now: datetime,
) -> Iterator[tuple[str, Notify]]:
    """For groups that this node leads and that still demand fewer secondaries for a commit, as `saved` says: their id,
    and what people are told, however many operations ended since.

    Nothing on the first day on which one of the cluster's `members` is away: the message of its stop has said it.
    """
    if any(now - away_since[each] < CONSENTED_FOR for each in members if each in away_since):
        return
    for view, sentence in lowered_since(read_groups(evidence), saved):
        if view.primary_id == evidence.node_id:
            yield view.id, Notify(instance_id=evidence.node_id, code=Code.REQUIRED_STILL_LOWERED, sentence=sentence)


def one_of_each_cluster(seen: Mapping[str, ClusterEvidence]) -> Iterator[tuple[str, ClusterEvidence]]:
    """All nodes of a failover cluster have the same evidence, but for whose it is; a tag may name two by mistake."""
    found: dict[tuple[str | None, str], tuple[str, ClusterEvidence]] = {}
    for instance_id, evidence in seen.items():
        cluster = computers_of(evidence.replicas, instance_id)
        if cluster is not None:
            found[evidence.cluster_name, cluster[0]] = (instance_id, evidence)
    yield from found.values()


def request_after_lost_opt_in(instance_id: str, *, now: datetime) -> StartExecution:
    """Protection was found off: the opt-in's event got lost, or a person took it off. The node is examined."""
    return StartExecution(
        goal=Goal.PREFLIGHT,
        instance_id=instance_id,
        kind="sweep-protection",
        event_id=str(now.date()),
        requested_at=now,
        requested_by=WHO,
        reason="its stop protection was found off",
    )


def protection_was_off(instance_id: str, state: InstanceState) -> Notify:
    """Says that anybody could have stopped the node."""
    return Notify(
        instance_id=instance_id,
        code=Code.PROTECTION_WAS_OFF,
        sentence=f"{instance_id} is opted in and {state.value}, but its stop protection was off; it is on again. Until "
        "then a stop would have gone through, whatever was on NVMe",
    )


def left_alone(instance_id: str, until: datetime) -> Notify:
    """Says that a running node is snoozed: else whoever may set tags could keep its troubles from people."""
    return Notify(
        instance_id=instance_id,
        code=Code.SNOOZED,
        sentence=f"{instance_id} is left alone until {until:%Y-%m-%d %H:%M} UTC, as its tag cachewarden:snooze-until "
        "says. Until then the sweep puts stop protection back and reports stops, but doesn't look whether the node is "
        "in service",
    )


def not_suitable(instance_id: str, why: str, *, protectable: bool) -> Notify:
    """Says that an instance is opted in that can't be operated; `why` is a sentence without its subject."""
    return Notify(
        instance_id=instance_id,
        code=Code.INSTANCE_NOT_SUITABLE,
        sentence=unsuitable_told(f"{instance_id} is opted in, but", why, protectable=protectable),
    )


def stops_not_logged(instance_id: str, why: str) -> Notify:
    """Says that stops which EC2 refused begin nothing; told for one node in the place of all."""
    return Notify(instance_id=instance_id, code=Code.STOPS_NOT_LOGGED, sentence=stops_not_logged_told(why))


def not_swept(instance_id: str, why: str) -> Notify:
    """Says that nobody could look at a node."""
    return Notify(instance_id=instance_id, code=Code.NOT_SWEPT, sentence=f"{instance_id}: {why[:300]}")


def _what(decision: Decision) -> str:
    act = decision.action.value if isinstance(decision, Execute) else ""
    return f"{type(decision).__name__} {decision.code.value} {act}".strip()


def _given_up_lately(evidence: ClusterEvidence, now: datetime) -> bool:
    """Whether people were told within a day that the cache doesn't move back under load: each try holds up commits."""
    host, tags = evidence.node.host, evidence.node.ec2.tags
    worker = host.worker if host else None
    if worker is None or worker.code is not RESTORE_GIVEN_UP or worker.started_at is None:
        return False
    return tags.get(STATE) == NodeState.ATTENTION.value and now - worker.started_at < timedelta(days=1)


def _run_of(evidence: ClusterEvidence) -> str:
    """Which run of Windows it is, and after which operation: what comes back later is found anew.

    Not so behind an operation that left the node to a person: it is asked for once more then, and again the next day.
    """
    host, tags = evidence.node.host, evidence.node.ec2.tags
    after = tags.get(LAST_OPERATION) if tags.get(STATE) != NodeState.ATTENTION.value else "attention"
    return f"{evidence.node.ec2.launch_time.isoformat()} {host.boot_id if host else 'silent'} {after}"
