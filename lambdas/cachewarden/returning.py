"""The way to `InService`: after a stop, after a crash, after a goal that was given up, after an unplanned stop."""

from cachewarden.action import Action
from cachewarden.availability_groups import GroupView
from cachewarden.catalogue import Code
from cachewarden.decision import Complete, Decision, Execute, Look, Unsafe, Wait
from cachewarden.evidence import InstanceState
from cachewarden.lost_cache import cache_is_lost
from cachewarden.operation import SavedMode
from cachewarden.replica_modes import MODES_PER_CALL, modes_parameter, modes_to_restore
from cachewarden.reseeding import reseed_databases, seeding_failed, seeding_is_running
from cachewarden.rules import Rule
from cachewarden.situation import Situation
from cachewarden.sql_evidence import CONNECTED, AvailabilityReplica
from cachewarden.storage_classification import NEEDS_A_PERSON, StorageClassification
from cachewarden.storage_evidence import StorageEvidence
from cachewarden.subject_guards import (
    act_not_seen_yet,
    cluster_is_busy,
    data_loss_seen,
    opted_out,
    request_expired,
    state_is_changing,
    subject_is_gone,
    subject_not_observed,
    subject_report_is_old,
)
from cachewarden.timing import (
    BOOT_TASK_POLL_S,
    BOOT_TASK_WITHIN_S,
    LATE_DISKS_S,
    NO_PRIMARY_OVERDUE_S,
    STORAGE_STARTS_WITHIN_S,
    SYNC_IDLE_OVERDUE_S,
    SYNC_OVERDUE_S,
    cache_move_s,
    measured_wait_s,
    redo_s,
)
from cachewarden.waiting import Topic
from cachewarden.worker_watch import RESTORE, failed_worker, moves_cache, worker_is_running, worker_must_end_first

STARTS_MAX = 3


def start_instance(situation: Situation) -> Decision | None:
    """A stopped instance is started; protection is on before that."""
    if not situation.is_in(InstanceState.STOPPED):
        return None
    starts = situation.operation.attempts.get(Action.START_INSTANCE.value, 0)
    failures = situation.operation.failures.get(Action.START_INSTANCE.value, 0)
    if starts - failures >= STARTS_MAX:
        return Unsafe(
            code=Code.START_FAILED,
            sentence=f"{situation.subject.instance_id} went back to stopped {starts} times: "
            f"{situation.subject.ec2.state_reason or 'EC2 gives no reason'}",
            who="DBA and cloud administrator",
        )
    return situation.attempt(
        Execute(
            action=Action.START_INSTANCE,
            node=situation.subject.instance_id,
            sentence=f"{situation.subject.instance_id} is stopped and starts, stop-protected",
        )
    )


def another_cluster(situation: Situation) -> Decision | None:
    """The lease must be for the cluster that the nodes report."""
    known = situation.operation.identity
    if known is None or situation.identity is None or known.same_cluster(situation.identity):
        return None
    return Unsafe(
        code=Code.IDENTITY_DISAGREES,
        sentence=f"The lease is for {known.cluster_name}, the nodes now report {situation.identity.cluster_name}",
    )


def storage_is_starting(situation: Situation) -> Decision | None:
    """A pool that is starting is left alone until it has started."""
    if _storage(situation).classification is not StorageClassification.STARTING:
        return None
    waited_s = situation.operation.waited_s(Topic.STORAGE_START, situation.now)
    if waited_s > LATE_DISKS_S:
        return _needs_person(situation, f"still starting after {waited_s:.0f} s")
    uptime_s = situation.host.uptime_s
    left_s = STORAGE_STARTS_WITHIN_S - uptime_s - situation.age_s(situation.host.storage_at) if uptime_s else 0.0
    return Wait(
        seconds=measured_wait_s(remaining_s=left_s if left_s > 0 else 15.0),
        look=Look.ALL,
        topic=Topic.STORAGE_START,
        sentence=f"The storage of {situation.subject.name} is starting; disks may appear late after a boot",
    )


def storage_needs_a_person(situation: Situation) -> Decision | None:
    """Missing EBS volumes, foreign or ambiguous storage: wait for late disks, then leave it to a person."""
    storage = _storage(situation)
    if storage.classification not in NEEDS_A_PERSON:
        return None
    since_launch_s = situation.age_s(situation.subject.ec2.launch_time)
    if storage.classification is StorageClassification.EBS_MISSING and since_launch_s < LATE_DISKS_S:
        return situation.wait(
            Topic.DISKS,
            f"EBS volumes {', '.join(storage.missing)} haven't appeared on {situation.subject.name} yet",
            since=None,
            estimate_s=30,
        )
    return _needs_person(situation, "; ".join(storage.reasons) or "no reason given")


def boot_task_is_at_work(situation: Situation) -> Decision | None:
    """Right after a boot the node attaches, makes S: and starts SQL Server by itself: don't do it at the same time."""
    host, sql, storage = situation.host, situation.host.sql, _storage(situation)
    if host.uptime_s is None or sql is None:
        return None
    ready = sql.all_running and not storage.tempdb_missing
    uptime_s = host.uptime_s + situation.age_s(host.storage_at)
    if ready or not sql.services or uptime_s > BOOT_TASK_WITHIN_S:
        return None
    return Wait(
        seconds=BOOT_TASK_POLL_S,
        look=Look.ALL,
        topic=Topic.BOOT_TASK,
        sentence=f"Windows on {situation.subject.name} started {uptime_s:.0f} s ago; its boot task is bringing up "
        "volumes and SQL Server",
    )


def attach_storage(situation: Situation) -> Decision | None:
    """A detached volume is attached, never rebuilt; a missing tempdb volume is made again on the new NVMe."""
    if moves_cache(situation):
        return None
    storage = _storage(situation)
    detached = storage.classification is StorageClassification.DETACHED
    if not detached and not storage.tempdb_missing:
        return None
    why = "its virtual disk is detached" if detached else "the tempdb volume went with the old NVMe disk"
    return situation.attempt(
        Execute(
            action=Action.INITIALIZE_STORAGE,
            node=situation.subject.instance_id,
            sentence=f"Storage of {situation.subject.name} is made ready: {why}",
        )
    )


def restore_failed(situation: Situation) -> Decision | None:
    """The worker gave up moving the cache back, and trying again didn't help."""
    worker = failed_worker(situation, RESTORE)
    if worker is None or situation.operation.attempts.get(Action.RESTORE_CACHE.value, 0) < STARTS_MAX:
        return None
    return Unsafe(
        code=Code.RESTORE_FAILED,
        sentence=f"Moving the cache of {situation.subject.name} back to NVMe failed "
        f"{situation.operation.attempts[Action.RESTORE_CACHE.value]} times, last at {worker.percent} %: "
        f"{worker.code or 'no code'} {worker.message}".rstrip(),
    )


def restore_cache(situation: Situation) -> Decision | None:
    """The cache moves from the Swap volume to NVMe, or goes on moving where a move was cut."""
    if moves_cache(situation):
        return None
    storage = _storage(situation)
    moving = storage.classification is StorageClassification.MOVING
    if not moving and storage.classification is not StorageClassification.EVACUATED:
        return None
    if not moving and not storage.free_instance_store:
        if situation.age_s(situation.subject.ec2.launch_time) < LATE_DISKS_S and not storage.data_readable:
            return situation.wait(Topic.DISKS, "No free NVMe disk has appeared yet", since=None, estimate_s=30)
        return None
    minutes = cache_move_s(storage.write_cache_bytes) / 60
    return situation.attempt(
        Execute(
            action=Action.RESTORE_CACHE,
            node=situation.subject.instance_id,
            sentence=f"The write-back cache of {situation.subject.name} {'goes on moving' if moving else 'moves'} "
            f"from the Swap volume to NVMe, about {minutes:.0f} minutes",
        )
    )


def start_sql_server(situation: Situation) -> Decision | None:
    """SQL Server starts when its volumes are whole, even with the cache still on Swap: a second copy comes first."""
    sql, storage = situation.host.sql, _storage(situation)
    if sql is None or sql.all_running or not sql.services:
        return None
    if not storage.data_readable:
        waited_s = situation.operation.waited_s(Topic.VOLUME, situation.now)
        if waited_s > LATE_DISKS_S:
            return _needs_person(situation, f"volume {storage.data_letter}: isn't readable")
        return situation.wait(
            Topic.VOLUME,
            f"Volume {storage.data_letter}: on {situation.subject.name} isn't readable yet",
            since=None,
            estimate_s=15,
        )
    return situation.attempt(
        Execute(
            action=Action.START_SQL_SERVER,
            node=situation.subject.instance_id,
            sentence=f"The volumes of {situation.subject.name} are whole; SQL Server starts",
        )
    )


def not_synchronized_yet(situation: Situation) -> Decision | None:
    """Back in service means that every group's replica on the node is SYNCHRONIZED, or leads, again."""
    waited_s = situation.operation.waited_s(Topic.SYNCHRONIZATION, situation.now)
    for view in situation.subject_groups:
        if view.primary_id == situation.subject.instance_id and view.online:
            continue
        behind = [item for item in view.replicas_on(situation.subject.instance_id) if not _caught_up(item)]
        if view.online and not behind:
            continue
        told = _behind(behind) if view.online else f"{view.name} has no primary online"
        if waited_s > _patience_s(view, behind):
            return Unsafe(
                code=Code.NOT_SYNCHRONIZED_IN_TIME,
                sentence=f"{situation.subject.name} runs, but after {waited_s / 60:.0f} minutes in {view.name}: {told}",
            )
        return situation.wait(
            Topic.SYNCHRONIZATION,
            f"{situation.subject.name} is catching up in {view.name}: {told}",
            since=None,
            estimate_s=_catch_up_s(behind),
        )
    return None


def restore_modes(situation: Situation) -> Decision | None:
    """Saved replica modes are put back on each primary, commit modes first, AUTOMATIC last.

    As soon as the node is SYNCHRONIZED: while its cache still moves it is a good copy, and may take over again.
    """
    saved = situation.operation.saved_modes
    if not saved:
        return None
    differing = modes_to_restore(saved, situation.groups)
    if not differing:
        return None
    views = {view.id: view for view in situation.groups}
    node = views[differing[0].group].primary_id
    if node == situation.subject.instance_id and moves_cache(situation):
        return None
    if node is None:
        return situation.wait(
            Topic.PRIMARY,
            f"{views[differing[0].group].name} has no primary on which its modes could be put back",
            since=None,
            estimate_s=15,
        )
    seen_at = views[differing[0].group].seen_at
    if not situation.fresh(seen_at):
        return situation.look_again(f"The report of {situation.name(node)} is {situation.age_s(seen_at):.0f} s old")
    batch = [mode for mode in differing if views[mode.group].primary_id == node][:MODES_PER_CALL]
    return situation.attempt(
        Execute(
            action=Action.RESTORE_REPLICA_MODES,
            node=node,
            parameters={"Modes": modes_parameter(batch)},
            sentence=f"{situation.subject.name} is SYNCHRONIZED again; the modes of "
            f"{', '.join(mode.server for mode in batch)} are put back",
        )
    )


def forget_modes(situation: Situation) -> Decision | None:
    """Once every mode is seen to be back the saved ones are dropped."""
    saved = situation.operation.saved_modes
    if saved is None or modes_to_restore(saved, situation.groups) or not _seen_from_primaries(situation, saved):
        return None
    return situation.attempt(
        Execute(
            action=Action.FORGET_MODES,
            node=situation.subject.instance_id,
            sentence="Every replica mode is back as it was; the saved ones are dropped",
        )
    )


def _seen_from_primaries(situation: Situation, saved: tuple[SavedMode, ...]) -> bool:
    """Whether each saved group was looked at where it is led; one that the node's own SQL Server lacks was dropped."""
    views = {view.id: view for view in situation.groups}
    sql = situation.host.sql
    sees_all = sql is not None and sql.all_running and sql.permissions is not None and sql.permissions.sufficient
    return all(
        (mode.group in views and views[mode.group].primary_id is not None) or (mode.group not in views and sees_all)
        for mode in saved
    )


def cache_stays_on_swap(situation: Situation) -> Decision | None:
    """In service, but without its cache: safe and slow, somebody has to look."""
    storage = _storage(situation)
    if storage.classification is not StorageClassification.EVACUATED:
        return None
    return Unsafe(
        code=Code.NO_NVME_DISK,
        sentence=f"{situation.subject.name} is in service with its cache on the Swap volume: no free NVMe disk is "
        "there. Nothing is lost, writes are slower",
    )


def is_in_service(situation: Situation) -> Decision | None:
    """Everything that InService means is observed."""
    storage = _storage(situation)
    groups = ", ".join(view.name for view in situation.subject_groups)
    told = f"SYNCHRONIZED in {groups}" if groups else "without an Availability Group"
    spare = (
        ". Its Swap volume is missing: no planned stop is possible until it is back"
        if storage.classification is StorageClassification.SPARE_MISSING
        else ""
    )
    return Complete(
        sentence=f"{situation.subject.name} is in service: cache on NVMe, SQL Server runs, {told}, "
        f"stop-protected{spare}"
    )


def _caught_up(replica: AvailabilityReplica) -> bool:
    if replica.synchronous:
        return replica.synchronized
    numbers = replica.databases
    return (
        replica.connected == CONNECTED
        and numbers is not None
        and numbers.joined == numbers.count
        and numbers.suspended == 0
    )


def _patience_s(view: GroupView, behind: list[AvailabilityReplica]) -> float:
    """How long catching up may take: long while there is something to send or redo, else it isn't catching up."""
    if not view.online:
        return NO_PRIMARY_OVERDUE_S
    queued = any(item.databases and item.databases.send_queue_kb + item.databases.redo_queue_kb for item in behind)
    return SYNC_OVERDUE_S if queued else SYNC_IDLE_OVERDUE_S


def _behind(replicas: list[AvailabilityReplica]) -> str:
    replica = replicas[0]
    numbers = replica.databases
    if numbers is None:
        return f"{replica.server} isn't connected"
    return (
        f"{numbers.synchronized} of {numbers.count} databases SYNCHRONIZED, {numbers.send_queue_kb} KB to send, "
        f"{numbers.redo_queue_kb} KB to redo"
    )


def _catch_up_s(replicas: list[AvailabilityReplica]) -> float:
    return max(
        (
            redo_s(
                send_queue_kb=item.databases.send_queue_kb,
                send_rate_kb=item.databases.send_rate_kb,
                redo_queue_kb=item.databases.redo_queue_kb,
                redo_rate_kb=item.databases.redo_rate_kb,
            )
            for item in replicas
            if item.databases is not None
        ),
        default=10.0,
    )


def _needs_person(situation: Situation, why: str) -> Unsafe:
    storage = _storage(situation)
    return Unsafe(
        code=Code.STORAGE_NEEDS_PERSON,
        sentence=f"Storage of {situation.subject.name} is {storage.classification.value}: {why}. "
        "Nothing was changed there",
    )


def _storage(situation: Situation) -> StorageEvidence:
    storage = situation.host.storage
    if storage is None:
        raise AssertionError("a host without storage passed the guards")
    return storage


RETURNING: tuple[Rule, ...] = (
    request_expired,
    cluster_is_busy,
    data_loss_seen,
    act_not_seen_yet,
    subject_is_gone,
    opted_out,
    start_instance,
    state_is_changing,
    subject_not_observed,
    subject_report_is_old,
    another_cluster,
    worker_must_end_first,
    storage_is_starting,
    storage_needs_a_person,
    cache_is_lost,
    boot_task_is_at_work,
    attach_storage,
    start_sql_server,
    restore_failed,
    restore_cache,
    seeding_is_running,
    seeding_failed,
    reseed_databases,
    not_synchronized_yet,
    restore_modes,
    forget_modes,
    worker_is_running,
    cache_stays_on_swap,
    is_in_service,
)
"""In order of danger, then in the order in which a node comes back."""
