"""The cache is gone with its NVMe disk: rebuild from a healthy primary, or touch nothing."""

from cachewarden.codes import Code
from cachewarden.evidence.group_views import GroupView
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.next_primary import who_could_lead
from cachewarden.evidence.storage import DATA_VOLUMES_MIN, StorageClassification
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent
from cachewarden.operation.policy import Answer
from cachewarden.operation.timing import BOOT_OVERDUE_S, INSTANCE_BOOT_S, LATE_DISKS_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute, Refuse
from cachewarden.procedures.guards.silent_partner import partner_is_silent
from cachewarden.procedures.instance_type import disks_missing, type_told
from cachewarden.procedures.situation import Rule, Situation, first_answer


def cache_is_lost(situation: Situation) -> Decision | None:
    """The pool can't come back: rebuild it if, and only if, a healthy primary elsewhere holds everything."""
    storage = situation.host.storage
    if storage is None or storage.classification is not StorageClassification.CACHE_LOST:
        return None
    return first_answer(LOST_CACHE, situation)


def lost_on_a_partner_too(situation: Situation) -> Decision | None:
    """Two lost caches: nothing is destroyed, since the best copy is not known yet.

    A rebuild that has begun says no more of a lost copy: its good one was proven, and nothing but it may come back.
    """
    own = situation.host.storage
    if own is not None and own.rebuilding:
        return None
    for partner in situation.partners:
        storage = partner.host.storage if partner.host else None
        lost = storage is not None and storage.classification is StorageClassification.CACHE_LOST
        if storage is not None and lost and not storage.rebuilding:
            return Refuse(
                code=Code.CACHE_LOST_ON_BOTH,
                sentence=f"{situation.node.name} and {partner.name} both lost their cache. Nothing was destroyed "
                "and nothing is rebuilt: restore from backup, or have the EBS volumes examined first",
            )
    return None


def partner_is_coming(situation: Situation) -> Decision | None:
    """A partner that is still starting may hold the good copy: wait for its report."""
    for partner in situation.partners:
        since_launch_s = situation.age_s(partner.ec2.launch_time)
        starting = partner.ec2.state in (InstanceState.PENDING, InstanceState.RUNNING) and partner.host is None
        if starting and since_launch_s < BOOT_OVERDUE_S:
            return situation.wait(
                WaitReason.PARTNER,
                f"{partner.name} was started {since_launch_s:.0f} s ago and hasn't reported yet",
                since=partner.ec2.launch_time,
                estimate_s=INSTANCE_BOOT_S,
            )
    return None


def no_good_copy(situation: Situation) -> Decision | None:
    """Every group of the node must be led by an online partner: its databases ONLINE, its storage whole."""
    groups = situation.node_groups
    if not groups:
        return _no_copy(situation, "no partner reports an Availability Group with a replica on this node")
    for view in groups:
        leader = _leader(situation, view)
        if leader is None or not view.online:
            return _no_copy(
                situation, f"{view.name} has no primary online on another node. {_who_leads(situation, view)}"
            )
        storage = leader.host.storage if leader.host else None
        if storage is None or not storage.data_readable:
            return _no_copy(situation, f"the data volume of {leader.name}, primary of {view.name}, isn't readable")
        offline = _not_online(view, leader.instance_id)
        if offline is not None:
            return _no_copy(situation, offline)
        if not situation.fresh(view.seen_at):
            return situation.look_again(f"The report of {leader.name} is {situation.age_s(view.seen_at):.0f} s old")
    return None


def too_few_data_volumes(situation: Situation) -> Decision | None:
    """A pool that one data volume can't keep a majority of isn't built anew; a person builds it with two.

    Once the rebuild has begun the lost pool no longer says how many it had: the node looks for them itself.
    """
    storage = situation.host.storage
    if storage is None or storage.rebuilding or storage.data_volumes >= DATA_VOLUMES_MIN:
        return None
    return Refuse(
        code=Code.TOO_FEW_DATA_VOLUMES,
        sentence=f"The cache of {situation.node.name} is lost, and its pool has {storage.data_volumes} data volumes: "
        f"with fewer than {DATA_VOLUMES_MIN} it isn't rebuilt, since the next loss would take its majority, too",
    )


def rebuild_needs_a_yes(situation: Situation) -> Decision | None:
    """The owner may want to be asked before anything is rebuilt."""
    consented = situation.consent(Consent.REBUILD, allows=Action.REBUILD_STORAGE)
    if situation.policy.rebuild is Answer.AUTO or consented is not None:
        return None
    return Refuse(
        code=Code.REBUILD_NEEDS_APPROVAL,
        sentence=f"The cache of {situation.node.name} is lost. The tag cachewarden:rebuild asks for a person's "
        f"consent '{Consent.REBUILD.value}'{situation.void_consents(Consent.REBUILD)}",
    )


def no_disk_for_a_cache(situation: Situation) -> Decision | None:
    """A new cache needs an un-pooled NVMe disk, the tempdb drive another one; disks may be late after a boot.

    One that the rebuild has put into its pool already isn't free any more.
    """
    storage = situation.host.storage
    if storage is None or storage.rebuilding:
        return None
    why = disks_missing(storage)
    if why is None:
        return None
    if situation.up_s < LATE_DISKS_S:
        told = f"The NVMe disks for a rebuild haven't all appeared yet: {why}"
        return situation.wait(WaitReason.DISKS, told, since=None, estimate_s=30)
    return Refuse(
        code=Code.NO_DISK_FOR_REBUILD,
        sentence=f"The cache of {situation.node.name} is lost, and nothing is rebuilt: {why}{type_told(situation)}",
    )


def attach_what_looks_lost(situation: Situation) -> Decision | None:
    """Before snapshots are taken, Windows tries to attach the virtual disk once more; what it attaches isn't lost."""
    storage, operation = situation.host.storage, situation.operation
    if operation.unattachable or operation.snapshots or storage is None or storage.rebuilding:
        return None
    return situation.attempt(
        Execute(
            action=Action.INITIALIZE_STORAGE,
            node=situation.node.instance_id,
            sentence=f"The cache of {situation.node.name} looks lost; before anything is built anew, Windows tries to "
            "attach its virtual disk",
        )
    )


def snapshot_data_volumes(situation: Situation) -> Decision | None:
    """The EBS members are snapshotted before the first destructive call."""
    if situation.operation.snapshots:
        return None
    storage = situation.host.storage
    return situation.attempt(
        Execute(
            action=Action.SNAPSHOT_DATA_VOLUMES,
            node=situation.node.instance_id,
            sentence=f"Snapshots of the EBS volumes of {situation.node.name} before its pool is rebuilt; missing: "
            f"{', '.join(storage.missing) if storage else 'unknown'}",
        )
    )


def rebuild_storage(situation: Situation) -> Decision | None:
    """The pool is removed and built anew on disks that are ours by serial number."""
    leaders = sorted({view.primary_id for view in situation.node_groups if view.primary_id})
    return situation.attempt(
        Execute(
            action=Action.REBUILD_STORAGE,
            node=situation.node.instance_id,
            sentence=f"The cache of {situation.node.name} is lost with its NVMe disk; pool and volume are built "
            f"anew and the data comes back from {', '.join(situation.name(leader) for leader in leaders)} "
            f"(snapshots {', '.join(situation.operation.snapshots)})",
        )
    )


def _leader(situation: Situation, view: GroupView) -> ReplicaEvidence | None:
    return next((item for item in situation.partners if item.instance_id == view.primary_id), None)


def _who_leads(situation: Situation, view: GroupView) -> str:
    """A primary that isn't ours may have everything; what it has isn't seen from here."""
    led_from = view.led_from(situation.policy.outside)
    if led_from is None:
        return who_could_lead(situation.evidence, view)
    return f"It is led by {led_from}, which cachewarden:outside names and whose databases can't be seen from here"


def _not_online(view: GroupView, leader_id: str) -> str | None:
    """Why the leader's databases are no good copy: a primary may be ONLINE while its databases aren't."""
    for replica in view.replicas_on(leader_id):
        numbers = replica.databases
        if numbers is None or numbers.online is None or numbers.online < numbers.count:
            known = numbers is not None and numbers.online is not None
            told = f"{numbers.online} of {numbers.count}" if numbers and known else "none is known"
            return f"the primary {replica.server} of {view.name} doesn't have its databases ONLINE ({told})"
    return None


def _no_copy(situation: Situation, why: str) -> Refuse:
    return Refuse(
        code=Code.NO_GOOD_COPY,
        sentence=f"The cache of {situation.node.name} is lost and there is no proven good copy: {why}. "
        "Nothing was destroyed and nothing is rebuilt",
    )


LOST_CACHE: tuple[Rule, ...] = (
    lost_on_a_partner_too,
    partner_is_coming,
    partner_is_silent,
    no_good_copy,
    too_few_data_volumes,
    rebuild_needs_a_yes,
    no_disk_for_a_cache,
    attach_what_looks_lost,
    snapshot_data_volumes,
    rebuild_storage,
)
