"""`Preflight`: what would keep this node from being stopped now; nothing is touched but protection, which goes on.

EC2 is asked by dry runs whether it permits what a stop and a start need.
"""

from collections import Counter

from cachewarden.codes import Code
from cachewarden.evidence.instance import InstanceState
from cachewarden.evidence.storage import DATA_VOLUMES_MIN, StorageClassification
from cachewarden.operation.policy import Evacuation
from cachewarden.procedures.decision import Complete, Decision, Refuse, Wait
from cachewarden.procedures.ec2_rights import call_is_denied, rights_not_asked_for, rights_not_known
from cachewarden.procedures.guards.cluster import votes_left
from cachewarden.procedures.guards.node import (
    data_loss_seen,
    node_is_gone,
    node_not_observed,
    node_report_is_old,
    opted_out,
    request_expired,
    state_is_changing,
)
from cachewarden.procedures.guards.suitability import instance_is_unsuitable, shutdown_terminates
from cachewarden.procedures.instance_type import change_told, no_disk_told
from cachewarden.procedures.objections import objections
from cachewarden.procedures.online_move import build_not_recorded, why_offline
from cachewarden.procedures.situation import Rule, Situation
from cachewarden.procedures.stop import CLUSTER_GUARDS

GUARDS: tuple[Rule, ...] = (*CLUSTER_GUARDS, call_is_denied)
"""Those of a planned stop, and what only a preflight asks for."""


def not_running(situation: Situation) -> Decision | None:
    """A stopped node isn't examined: told are a call that EC2 denies, protection, and whether the stop was proven."""
    if not situation.is_in(InstanceState.STOPPED):
        return None
    denied = call_is_denied(situation)
    if denied is not None:
        return denied
    ec2 = situation.node.ec2
    # Not every stop of ours was safe for the cache: an unreadable one is given up by consent.
    stopped = (
        "CacheWarden stopped it; its message about that stop says what became of the cache"
        if ec2.stop_proven is True
        else "CacheWarden has no proof of that stop: if it has a write cache and this was on NVMe, the cache is lost"
    )
    pool = ec2.detached_pool
    detached = "" if pool is None or pool.whole else f". Not all volumes of its pool are attached: {pool.told}"
    return Complete(
        code=Code.STOPPED_UNEXAMINED,
        sentence=f"{situation.node.instance_id} is stopped and stop-protected. {stopped}{detached}. "
        f"Its storage is examined when it starts{rights_not_known(situation)}",
    )


def findings(situation: Situation) -> Decision | None:
    """Every guard of a planned stop is asked; all their answers are reported together."""
    found = objections(situation, GUARDS)
    if isinstance(found, Wait):
        return found
    if not found:
        return None
    told = "; ".join(f"{item.code.value} {item.sentence}" for item in found)
    # No stop asks EC2 beforehand: where nothing but that is wrong, it would begin.
    fails = found[0].code is Code.CALL_DENIED
    head = "A planned stop, or the start after it, would fail" if fails else "A planned stop would be refused"
    return Refuse(code=found[0].code, who=found[0].who, sentence=f"{head}: {told}")


def could_be_stopped(situation: Situation) -> Decision | None:
    """No guard has an objection."""
    storage = situation.host.storage
    few = (
        ". Its pool has fewer than two data volumes: if its cache is ever lost, it isn't rebuilt without a person"
        if storage is not None and storage.data_volumes < DATA_VOLUMES_MIN and not storage.uncached
        else ""
    )
    return Complete(
        code=Code.PREFLIGHT_PASSED,
        sentence=f"{situation.node.name} could be stopped safely now: all guards of a planned stop are satisfied"
        f"{votes_left(situation)}{_evacuation(situation)}{_swap(situation)}{few}{_one_zone(situation)}"
        f"{_way_back(situation)}{change_told(situation)}{_without_cache(situation)}"
        f"{_place(situation)}{_unread(situation)}{rights_not_known(situation)}",
    )


def _without_cache(situation: Situation) -> str:
    """That the node runs without its cache, and whether its NVMe disks could take it."""
    storage = situation.host.storage
    if storage is not None and storage.uncached:
        return f". It has no write cache: {storage.proof.why}"
    if storage is None or storage.classification is not StorageClassification.EVACUATED:
        return ""
    why = "" if storage.has_disk_for_cache else f", since {no_disk_told(storage)}"
    return f". Its cache is on the Swap volume{why}: nothing is lost, writes are slower"


def _unread(situation: Situation) -> str:
    """What isn't known of the instance, the account and the next start: it isn't taken for harmless."""
    settings, needs = situation.evidence.settings, situation.evidence.start_needs
    told = f". Not known: {'; '.join(settings.unread)}" if settings is not None and settings.unread else ""
    if needs is not None and needs.unread:
        told += f". Not known of its next start: {'; '.join(needs.unread)}"
    return told


def _place(situation: Situation) -> str:
    """That no capacity reservation keeps the node's place while it is stopped."""
    needs = situation.evidence.start_needs
    if needs is None or needs.reserved is not False or needs.reservation is not None:
        return ""
    return ". No capacity reservation keeps its place while it is stopped: EC2 may have no room when it starts"


def _way_back(situation: Situation) -> str:
    """Whether the node could be started without its pool, should its Windows ever stop at every boot."""
    why = situation.evidence.pool_not_told
    if why is None:
        return ""
    return (
        f". Should its cache ever be lost, Windows {situation.host.windows_build} may stop at every boot until its "
        "pool's EBS volumes are detached, and CacheWarden couldn't tell them (CW6163): "
        f"{why}; tag every EBS volume with cachewarden:role now"
    )


def _one_zone(situation: Situation) -> str:
    """Groups all of whose replicas share an Availability Zone; of the others, nodes with replicas that share one."""
    found: list[str] = []
    nodes: dict[str, dict[str, None]] = {}
    for view in situation.node_groups:
        ids = {view.instance_id(replica) for replica in view.group.replicas}
        known = [item for item in situation.evidence.replicas if item.instance_id in ids]
        zones = Counter(item.ec2.availability_zone for item in known)
        if None not in ids and len(ids) > 1 and len(zones) == 1:
            found.append(f"{view.name} in {known[0].ec2.availability_zone}")
            continue
        for item in known:
            if zones[item.ec2.availability_zone] > 1:
                nodes.setdefault(item.ec2.availability_zone, {})[item.name] = None
    told = ", ".join(found[:3]) + (f" and {len(found) - 3} more" if len(found) > 3 else "")
    whole = f". All replicas of a group share an Availability Zone and would be lost with it: {told}" if found else ""
    some = "; ".join(f"{' and '.join(names)} share {zone}" for zone, names in sorted(nodes.items()))
    return (
        f"{whole}. Replicas of a group would be lost together with their Availability Zone: {some}" if some else whole
    )


def _evacuation(situation: Situation) -> str:
    """Whether the cache moves before SQL Server stops, or could."""
    if situation.host.storage is not None and situation.host.storage.uncached:
        return ""
    if situation.policy.evacuation is Evacuation.ONLINE:
        why = why_offline(situation)
        told = "before SQL Server stops" if why is None else f"only after SQL Server has stopped: {why}"
        return f". Its cache moves {told}"
    if situation.node_groups and build_not_recorded(situation) is None:
        return ". Its cache could move before SQL Server stops: that takes the tag cachewarden:evacuation=online"
    return ""


def _swap(situation: Situation) -> str:
    """Whether EC2 will be asked for a faster Swap volume."""
    if not situation.policy.raises_swap:
        return ""
    return (
        ". EC2 is asked for a faster Swap volume for the move where that gains minutes; "
        "CacheWarden-EstimateEvacuation says whether it would be now"
    )


PREFLIGHT: tuple[Rule, ...] = (
    request_expired,
    data_loss_seen,
    node_is_gone,
    opted_out,
    instance_is_unsuitable,
    rights_not_asked_for,
    not_running,
    state_is_changing,
    node_not_observed,
    node_report_is_old,
    findings,
    shutdown_terminates,
    could_be_stopped,
)
