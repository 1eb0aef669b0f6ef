"""On the way back: volumes, the cache and the worker that moves it."""

import math

from cachewarden.codes import Code
from cachewarden.evidence.storage import NEEDS_A_PERSON, StorageClassification
from cachewarden.operation.actions import FAILURES_MAX, Action
from cachewarden.operation.timing import (
    BOOT_TASK_POLL_S,
    BOOT_TASK_USUAL_S,
    BOOT_TASK_WITHIN_S,
    LATE_DISKS_S,
    SQL_SEEN_AFTER_S,
    STORAGE_STARTS_WITHIN_S,
    cache_move_s,
    measured_wait_s,
)
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.before_maintenance import held_for_maintenance
from cachewarden.procedures.decision import Decision, Execute, Look, Refuse, Wait
from cachewarden.procedures.instance_type import no_disk_told, type_told
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.unreadable_cache import dead_cache_told
from cachewarden.procedures.worker_watch import RESTORE, failed_worker, moves_cache, restore_halted

TRIES_MAX = 3


def storage_is_starting(situation: Situation) -> Decision | None:
    """A pool that is starting is left alone until it has started."""
    if situation.storage.classification is not StorageClassification.STARTING:
        return None
    waited_s = situation.operation.waited_s(WaitReason.STORAGE_START, situation.now)
    if waited_s > LATE_DISKS_S:
        return needs_person(situation, f"still starting after {waited_s:.0f} s")
    left_s = STORAGE_STARTS_WITHIN_S - situation.up_s
    return Wait(
        seconds=measured_wait_s(remaining_s=left_s if left_s > 0 else 15.0),
        look=Look.ALL,
        reason=WaitReason.STORAGE_START,
        sentence=f"The storage of {situation.node.name} is starting; disks may appear late after a boot",
    )


def storage_needs_a_person(situation: Situation) -> Decision | None:
    """Storage that can't be used, for EBS volumes that are missing, say: wait for late disks, then ask a person."""
    storage = situation.storage
    if storage.uncached or storage.classification not in NEEDS_A_PERSON:
        return None
    if storage.data_usable or storage.can_be_brought_online:
        return None
    if storage.classification is StorageClassification.EBS_MISSING and situation.up_s < LATE_DISKS_S:
        return situation.wait(
            WaitReason.DISKS,
            f"Disks {', '.join(storage.missing)} haven't appeared on {situation.node.name} yet",
            since=None,
            estimate_s=30,
        )
    if storage.proof.dead_cache is not None:
        return Refuse(code=Code.CACHE_UNREADABLE, sentence=dead_cache_told(situation, storage.proof))
    return needs_person(situation, "; ".join(storage.reasons) or "no reason given")


def boot_task_is_at_work(situation: Situation) -> Decision | None:
    """Right after a boot the node attaches, makes S: and starts SQL Server by itself: don't do it at the same time."""
    host, sql, storage = situation.host, situation.host.sql, situation.storage
    if host.uptime_s is None or sql is None:
        return None
    ready = (sql.all_running or not sql.services) and not storage.tempdb_missing
    if ready or situation.up_s > BOOT_TASK_WITHIN_S:
        return None
    if any(
        taken.action is Action.STOP_SQL_SERVER
        and taken.node == situation.node.instance_id
        and situation.age_s(taken.at) < situation.up_s
        for taken in situation.operation.actions
    ):
        # This operation stopped it since that start of Windows: the boot task ends behind an operation's act.
        return None
    left_s = BOOT_TASK_USUAL_S - SQL_SEEN_AFTER_S - situation.up_s
    return Wait(
        seconds=max(BOOT_TASK_POLL_S, math.ceil(left_s)),
        look=Look.ALL,
        reason=WaitReason.BOOT_TASK,
        sentence=f"Windows on {situation.node.name} started {situation.up_s:.0f} s ago; its boot task is bringing "
        "up volumes and SQL Server",
    )


def attach_storage(situation: Situation) -> Decision | None:
    """A detached or offline volume is brought up, never rebuilt; a missing tempdb volume is made again on NVMe."""
    if moves_cache(situation):
        return None
    storage = situation.storage
    offline = storage.can_be_brought_online
    if not offline and (not storage.tempdb_missing or tempdb_is_elsewhere(situation)):
        return None
    last = situation.operation.last_failure
    failures = situation.operation.failures.get(Action.INITIALIZE_STORAGE, 0)
    if offline and failures >= FAILURES_MAX and last is not None:
        # A cache that was moving when its NVMe disk went looks like this: no proof of the loss is possible.
        told = f"it can't be brought up ({last.code.value} {last.message})"
        return needs_person(situation, "; ".join((*storage.reasons, told)))
    why = "its data volume is detached or offline" if offline else "the tempdb volume went with the old NVMe disk"
    return situation.attempt(
        Execute(
            action=Action.INITIALIZE_STORAGE,
            node=situation.node.instance_id,
            sentence=f"Storage of {situation.node.name} is made ready: {why}",
        )
    )


def tempdb_is_elsewhere(situation: Situation) -> bool:
    """Whether every instance runs and says that tempdb has no file on the tempdb drive: a person moved it."""
    sql = situation.host.sql
    return sql is not None and sql.all_told and sql.files_on_cache is not None and sql.tempdb_bytes == 0


def restore_failed(situation: Situation) -> Decision | None:
    """The worker gave up moving the cache back, and trying again didn't help."""
    worker = failed_worker(situation, RESTORE)
    if (
        worker is None
        or restore_halted(situation)
        or situation.operation.attempts.get(Action.RESTORE_CACHE, 0) < TRIES_MAX
    ):
        return None
    return Refuse(
        code=Code.RESTORE_FAILED,
        sentence=f"Moving the cache of {situation.node.name} back to NVMe failed "
        f"{situation.operation.attempts[Action.RESTORE_CACHE]} times, last ({worker.reached}): "
        f"{worker.code.value if worker.code else 'no code'} {worker.message}".rstrip(),
    )


def restore_cache(situation: Situation) -> Decision | None:
    """The cache moves from the Swap volume to NVMe, or goes on moving where a move was cut; not before EC2's stop."""
    if moves_cache(situation) or restore_halted(situation):
        return None
    storage = situation.storage
    moving = storage.classification is StorageClassification.MOVING
    if not moving and storage.classification is not StorageClassification.EVACUATED:
        return None
    if not moving and not storage.has_disk_for_cache:
        if situation.up_s < LATE_DISKS_S and not storage.data_readable:
            return situation.wait(WaitReason.DISKS, "No free NVMe disk has appeared yet", since=None, estimate_s=30)
        return None
    held = held_for_maintenance(situation)
    if held is not None:
        return held if isinstance(held, Wait) else None
    minutes = cache_move_s(storage.write_cache_bytes) / 60
    return situation.attempt(
        Execute(
            action=Action.RESTORE_CACHE,
            node=situation.node.instance_id,
            sentence=f"The write-back cache of {situation.node.name} {'goes on moving' if moving else 'moves'} "
            f"from the Swap volume to NVMe, about {minutes:.0f} minutes",
        )
    )


def storage_is_unclear(situation: Situation) -> Decision | None:
    """In service, on storage that isn't as CacheWarden knows it: nothing was moved, a person has to look."""
    storage = situation.storage
    odd = storage.classification in NEEDS_A_PERSON and not storage.uncached
    if not odd and storage.tempdb_missing and tempdb_is_elsewhere(situation):
        return Refuse(
            code=Code.STORAGE_UNCLEAR,
            sentence=f"{situation.node.name} is in service, but tempdb isn't on the drive "
            f"{storage.tempdb_letter}: any more, which the inventory has: after a restart SQL Server wouldn't be "
            "started without it. Start CacheWarden-AdoptStorage",
        )
    if not odd and not storage.warnings:
        return None
    told = "; ".join(storage.warnings)
    if odd:
        told = (
            f"its storage is {storage.classification.value}: {'; '.join((*storage.reasons, *storage.warnings))}. "
            "Its cache wasn't moved and can't be evacuated"
        )
    return Refuse(code=Code.STORAGE_UNCLEAR, sentence=f"{situation.node.name} is in service, but {told}")


def cache_stays_on_swap(situation: Situation) -> Decision | None:
    """In service, but without its cache: safe and slow, a person has to look."""
    storage = situation.storage
    if storage.classification is not StorageClassification.EVACUATED:
        return None
    return Refuse(
        code=Code.NO_NVME_DISK,
        sentence=f"{situation.node.name} is in service with its cache on the Swap volume: {no_disk_told(storage)}. "
        f"Nothing is lost, writes are slower{type_told(situation)}",
    )


def cache_waits_for_less_load(situation: Situation) -> Decision | None:
    """In service, but SQL Server writes more than a move of the cache bears: it was tried once, and given up."""
    worker = failed_worker(situation, RESTORE)
    if worker is None or not restore_halted(situation):
        return None
    return Refuse(
        code=Code.CACHE_NOT_RESTORED,
        sentence=f"{situation.node.name} is in service, but its cache doesn't move back to NVMe while SQL Server "
        f"writes so much: {worker.message} Nothing is lost, writes are slower",
    )


def needs_person(situation: Situation, why: str) -> Refuse:
    """CacheWarden may not touch this storage."""
    storage = situation.storage
    return Refuse(
        code=Code.STORAGE_NEEDS_PERSON,
        sentence=f"Storage of {situation.node.name} is {storage.classification.value}: {why}. "
        "Nothing was changed there",
    )
