"""The primary's log while a node is away: it can't be cut, so it must last; and all commits may live on one node."""

from collections.abc import Mapping

from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.group_views import GroupView
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent
from cachewarden.operation.goal import Goal
from cachewarden.operation.timing import AWAY_LEAST_S, CYCLE_AWAY_S, LOG_BACKUP_MAX_AGE_S, LOG_UNKNOWN_OVERDUE_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision
from cachewarden.procedures.in_place import stays
from cachewarden.procedures.situation import Situation


def written_kb_s(evidence: ClusterEvidence) -> Mapping[str, int]:
    """By instance id, what all groups write there that it leads; without those of which one's rate isn't known."""
    written: dict[str, int] = {}
    for replica in evidence.replicas:
        if replica.host is None or replica.host.sql is None:
            continue
        led = [group.log for group in replica.host.sql.groups if group.seen_from_primary]
        logs = [log for log in led if log is not None and log.known]
        if logs and len(logs) == len(led):
            written[replica.instance_id] = sum(log.rate_kb for log in logs if log.rate_kb is not None)
    return written


def seconds_to_full(view: GroupView, written: Mapping[str, int]) -> float | None:
    """Until the first log of the group is full on its primary if nothing is cut; inf where nothing is written.

    By its files' limits, or by the volume's free space, into which all groups grow that are written on that node
    (`written_kb_s`). None where a rate or a volume isn't known.
    """
    log = view.group.log
    rate_kb = written.get(view.primary_id) if view.primary_id is not None else None
    if log is None or rate_kb is None or log.disk_free_kb is None:
        return None
    by_disk = log.disk_free_kb / rate_kb if rate_kb else float("inf")
    return by_disk if log.room_s is None else min(by_disk, float(log.room_s))


def log_would_fill(situation: Situation) -> Decision | None:
    """While the node is away its primaries can't cut their logs: these must last for as long as it may be away."""
    away_s, written, kept = planned_away_s(situation), written_kb_s(situation.evidence), stays(situation)
    for view in _groups_with_others(situation):
        if view.id in kept:
            continue  # nobody writes in it while its primary is away
        left_s = seconds_to_full(view, written)
        if left_s is not None and left_s >= away_s:
            continue
        primary = situation.name(view.primary_id) if view.primary_id is not None else "its primary"
        if left_s is None:
            told = f"{primary} doesn't say how long the logs of {view.name} last while {situation.node.name} is away"
            if situation.operation.waited_s(WaitReason.LOG, situation.now) < LOG_UNKNOWN_OVERDUE_S:
                return situation.wait(WaitReason.LOG, told, since=None, estimate_s=20)
            return situation.refuse(
                Code.FACT_UNKNOWN, f"{told}; take a log backup, and look at sys.dm_db_log_stats on {primary}"
            )
        rate_kb = view.group.log.rate_kb if view.group.log else None
        return situation.refuse(
            Code.LOG_WOULD_FILL,
            f"The logs of {view.name} on {primary} would be full after {left_s / 60:.0f} minutes without "
            f"{situation.node.name} ({rate_kb} KB/s); it may be away for {away_s / 60:.0f} minutes",
        )
    return None


def log_backup_too_old(situation: Situation) -> Decision | None:
    """Where all commits are about to live on one node, a recent log backup is demanded, or a consent."""
    for view in _groups_with_others(situation):
        if situation.cluster_goal is None and _copies_without_node(situation, view) > 1:
            continue
        age_s = view.group.log.oldest_backup_s if view.group.log else None
        if age_s is not None and age_s <= LOG_BACKUP_MAX_AGE_S:
            continue
        if situation.consent(Consent.NO_LOG_BACKUP, allows=Action.SAVE_MODES) is not None:
            continue
        told = "has never been taken" if age_s is None else f"is {age_s / 60:.0f} minutes old"
        return situation.refuse(
            Code.LOG_BACKUP_TOO_OLD,
            f"{_alone_when(situation)} all commits of {view.name} live on one node, and a log backup of one of "
            f"its databases {told}; at most {LOG_BACKUP_MAX_AGE_S / 60:.0f} minutes are allowed"
            f"{situation.void_consents(Consent.NO_LOG_BACKUP)}",
        )
    return None


def planned_away_s(situation: Situation) -> float:
    """How long the node will be away, as far as anybody can say beforehand."""
    longest_s = max(situation.policy.away_max_s, AWAY_LEAST_S)
    return min(longest_s, CYCLE_AWAY_S) if situation.operation.goal in (Goal.CYCLED, Goal.SNAPSHOTTED) else longest_s


def _alone_when(situation: Situation) -> str:
    if situation.cluster_goal is not None:
        return "While the cluster goes down, and until all of it is back,"
    return f"Without {situation.node.name}"


def _groups_with_others(situation: Situation) -> list[GroupView]:
    """Groups of the node whose log is written while it is away: those that another node leads or can lead."""
    return [view for view in situation.node_groups if view.group.seen_from_primary and len(view.group.replicas) > 1]


def _copies_without_node(situation: Situation, view: GroupView) -> int:
    """Nodes that hold every commit once the node is away: the primary, and who is SYNCHRONIZED with it."""
    leaving = situation.node.instance_id
    return sum(
        1
        for replica in view.group.replicas
        if view.instance_id(replica) != leaving and replica.synchronous and replica.synchronized
    )
