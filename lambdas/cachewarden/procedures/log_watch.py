"""While a node is away its primaries keep their logs for it: are they going to last until it is back? Pure.

Whoever looks at every node from time to time asks `watch_logs`; nothing here waits or acts.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import CONNECTED, AvailabilityReplica
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import GroupView, computer_of, read_groups
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.operation.policy import Answer, Policy
from cachewarden.operation.timing import INSTANCE_BOOT_S, cache_move_s
from cachewarden.procedures.gone_replicas import copies_left, told_gone
from cachewarden.procedures.guards.log import seconds_to_full, written_kb_s

CATCH_UP_KB_S = 100_000.0
"""How fast a replica that was away receives what it missed, at least: a tenth of a 10 Gbit/s link."""
MARGIN = 2.0
"""So many times what a start and catching up take must be left: a person has to read the message, too."""


GONE_NOTICE_S = 24 * 3600.0
"""A replica that never comes back is told of every day; from so long before its primary's log is full every hour."""


class LogAnswer(StrEnum):
    """What to do about a group whose replica is away."""

    ENOUGH = "enough"
    START = "start"
    """The owner wants it done without asking: bring the node back into service."""
    ATTENTION = "attention"
    """A person starts the node, or takes its replica out of the group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogWatch:
    """One group with a replica that is away; `left_s` None where nobody says how long its log lasts.

    `code`: under which a message tells it. `node_id` None where several instances are stopped and none of them says
    which replica was its own.
    """

    group_id: str
    node_id: str | None
    primary_id: str
    left_s: float | None
    needed_s: float
    answer: LogAnswer
    code: Code
    sentence: str


def watch_logs(
    evidence: ClusterEvidence, policies: Mapping[str, Policy], away_since: Mapping[str, datetime], now: datetime
) -> tuple[LogWatch, ...]:
    """Every group with a replica on an instance that is stopped, or gone for good, seen from its primary.

    `policies` and `away_since` by instance id; an instance without a time isn't known to be away too long.
    """
    found: list[LogWatch] = []
    written = written_kb_s(evidence)
    outside = {computer for policy in policies.values() for computer in policy.outside}
    for view in read_groups(evidence):
        if view.primary_id is None or not view.group.seen_from_primary:
            continue
        for replica in view.group.replicas:
            if computer_of(replica.server) in evidence.gone and replica.connected != CONNECTED:
                found.append(_of_gone(evidence, view, replica, seconds_to_full(view, written)))
                continue
            stopped = _stopped(evidence, view, replica)
            if not stopped or computer_of(replica.server) in outside:
                continue
            node_id = stopped[0] if len(stopped) == 1 else None
            since = away_since.get(node_id) if node_id is not None else None
            away_s = (now - since).total_seconds() if since is not None else None
            policy = policies.get(node_id) if node_id is not None else None
            primary, left_s = evidence.replica(view.primary_id), seconds_to_full(view, written)
            found.append(_watched(primary, view, replica, node_id, left_s, policy, away_s))
    return tuple(found)


def _stopped(evidence: ClusterEvidence, view: GroupView, replica: AvailabilityReplica) -> list[str]:
    """The stopped instances that the replica may be on; none while it is connected or its instance runs.

    A stopped instance says nothing: the replica is on one of those that say nothing.
    """
    if replica.connected == CONNECTED:
        return []
    known = view.instance_id(replica)
    return [
        each.instance_id
        for each in evidence.replicas
        if each.ec2.state in (InstanceState.STOPPED, InstanceState.STOPPING) and known in (None, each.instance_id)
    ]


def _of_gone(
    evidence: ClusterEvidence, view: GroupView, replica: AvailabilityReplica, left_s: float | None
) -> LogWatch:
    """Nothing ends its wait for log but a person."""
    primary = evidence.replica(view.primary_id or evidence.node_id)
    lasts = "nobody says how long" if left_s is None else f"for {left_s / 60:.0f} more minutes"
    return LogWatch(
        group_id=view.id,
        node_id=None,
        primary_id=primary.instance_id,
        left_s=left_s,
        needed_s=math.inf,
        answer=LogAnswer.ENOUGH if left_s is not None and left_s > GONE_NOTICE_S else LogAnswer.ATTENTION,
        code=Code.LOG_FILLS_WHILE_AWAY,
        sentence=f"{told_gone(evidence, view, (replica,))}. {primary.name} keeps its log for it, which lasts {lasts}; "
        f"an approver starts CacheWarden-AcceptForgetReplicaAndStartInstance for {primary.instance_id}. Without it "
        f"{copies_left(view)}",
    )


def _watched(
    primary: ReplicaEvidence,
    view: GroupView,
    replica: AvailabilityReplica,
    node_id: str | None,
    left_s: float | None,
    policy: Policy | None,
    away_s: float | None,
) -> LogWatch:
    needed_s = _back_in_s(view, replica, away_s)
    name, leader = replica.server, primary.name
    too_long = policy is not None and away_s is not None and away_s > policy.away_max_s
    if left_s is None or needed_s == math.inf:
        told = f"{leader} doesn't say how long the logs of {view.name} last, or what {name} has missed while it is away"
    else:
        fills = f"are full in {left_s / 60:.0f} minutes if {name} stays away" if left_s < math.inf else "don't grow now"
        told = f"The logs of {view.name} on {leader} {fills}; bringing it back takes about {needed_s / 60:.0f} minutes"
    if too_long and away_s is not None and policy is not None:
        told = f"{name} has been away for {away_s / 60:.0f} minutes, {policy.away_max_s / 60:.0f} are allowed. {told}"
    lasts = left_s is not None and left_s > MARGIN * needed_s
    told += (
        f". An administrator can take it out of the group with CacheWarden-RemoveReplicas for {leader} "
        f"(AvailabilityGroups={view.id}, Replicas={replica.id}); without it {copies_left(view)}"
    )
    answer = LogAnswer.ENOUGH
    if too_long or not lasts:
        # Bringing a node back asks no calendar: it ends a change.
        unasked = policy is not None and policy.on_health in (Answer.AUTO, Answer.CALENDAR)
        answer = LogAnswer.START if unasked else LogAnswer.ATTENTION
    return LogWatch(
        group_id=view.id,
        node_id=node_id,
        primary_id=primary.instance_id,
        left_s=left_s,
        needed_s=needed_s,
        answer=answer,
        code=Code.AWAY_TOO_LONG if lasts else Code.LOG_FILLS_WHILE_AWAY,
        sentence=told,
    )


def _back_in_s(view: GroupView, replica: AvailabilityReplica, away_s: float | None) -> float:
    """Start, the cache's way back (SQL Server starts before it), and sending what was missed.

    That is the send queue, or what was written in the time away where the primary doesn't say it; for ever where nobody
    knows either.
    """
    missed_kb: float | None = replica.databases.send_queue_kb if replica.databases is not None else None
    rate_kb = view.group.log.rate_kb if view.group.log is not None else None
    if missed_kb is None and away_s is not None and rate_kb is not None:
        missed_kb = away_s * rate_kb
    if missed_kb is None:
        return math.inf
    return INSTANCE_BOOT_S + cache_move_s(None) + missed_kb / CATCH_UP_KB_S
