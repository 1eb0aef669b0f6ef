"""Watching the host's worker move a cache, in either direction."""

from cachewarden.codes import Code
from cachewarden.evidence.worker import WorkerEvidence, WorkerState
from cachewarden.operation.actions import Action
from cachewarden.operation.timing import (
    EVACUATION_FINISHES_S,
    LOOKS_AT_FASTER_SWAP_S,
    cache_move_s,
    measured_wait_s,
    planned_wait_s,
    worker_overdue_s,
)
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Look, Wait
from cachewarden.procedures.situation import Situation

EVACUATE = "evacuate"
RESTORE = "restore"

RESTORE_GIVEN_UP = Code.RESTORE_HALTED
"""The worker gave up a restore for SQL Server's writes, and nothing moves any more until somebody asks again."""

CONTINUED = frozenset({Code.MOVE_INTERRUPTED, Code.MOVE_STALLED_UNDER_LOAD})
"""The worker was cut off (a reboot, a kill), or waits for SQL Server's stop; it didn't fail at its work: the same
command goes on with it."""


def worker_is_running(situation: Situation) -> Decision | None:
    """The host's worker moves the cache: look again when it should be done, by its measured rate."""
    worker = situation.host.worker
    if worker is None or not worker.running:
        return None
    storage = situation.host.storage
    estimate_s = cache_move_s(storage.write_cache_bytes if storage else None)
    if storage is not None and situation.host.storage_at >= situation.host.worker_at:
        worker = worker.brought_up_to(storage.jobs)
    moved_bytes = worker.bytes_done or 0
    still_s = situation.operation.stood_still_s(WaitReason.WORKER, moved_bytes, situation.now)
    if still_s > worker_overdue_s(storage.write_cache_bytes if storage else None):
        return situation.refuse(
            Code.ATTEMPTS_EXHAUSTED,
            f"The worker on {situation.node.name} ({worker.work}) has moved nothing for {still_s / 60:.0f} minutes "
            f"({worker.reached})",
        )
    return Wait(
        seconds=_seconds(worker, situation, estimate_s),
        look=Look.ALL,
        reason=WaitReason.WORKER,
        progress=moved_bytes,
        sentence=move_progress(worker, situation.node.name, estimate_s),
    )


def worker_must_end_first(situation: Situation) -> Decision | None:
    """While the worker evacuates, or SQL Server is down, nothing but waiting for it makes sense on the way back."""
    worker, sql = situation.host.worker, situation.host.sql
    if worker is None or not worker.running:
        return None
    if worker.work == RESTORE and sql is not None and sql.all_running:
        return None
    return worker_is_running(situation)


def moves_cache(situation: Situation) -> bool:
    """Whether the worker is at it: no other act can run on the host meanwhile."""
    worker = situation.host.worker
    return worker is not None and worker.running


def failed_worker(situation: Situation, work: str) -> WorkerEvidence | None:
    """The worker's report when it failed at `work` for this very operation."""
    worker = situation.host.worker
    if worker is None or worker.work != work or worker.state is not WorkerState.FAILED:
        return None
    if worker.code in CONTINUED:
        return None
    return worker if worker.token == situation.operation.lease_token else None


def restore_halted(situation: Situation) -> bool:
    """Whether SQL Server's writes kept the cache from moving back in this operation."""
    worker = failed_worker(situation, RESTORE)
    return worker is not None and worker.code is RESTORE_GIVEN_UP


def _seconds(worker: WorkerEvidence, situation: Situation, estimate_s: float) -> int:
    remaining_s = worker.remaining_s
    elapsed_s = situation.operation.waited_s(WaitReason.WORKER, situation.now)
    if remaining_s is not None:
        finishing_s = EVACUATION_FINISHES_S if worker.work == EVACUATE else 0
        planned_s = measured_wait_s(remaining_s=remaining_s + finishing_s)
    else:
        planned_s = planned_wait_s(elapsed_s=elapsed_s, estimate_s=estimate_s)
    if Action.RAISE_SWAP_THROUGHPUT in situation.operation.attempts:
        # Any minute EC2 may have made the volume faster: what is planned from the former rate would be slept through.
        return min(planned_s, max(LOOKS_AT_FASTER_SWAP_S, round(elapsed_s / 4)))
    return planned_s


def move_progress(worker: WorkerEvidence, name: str, estimate_s: float) -> str:
    """How far the worker is, for people; `estimate_s` is told before anything is measured."""
    if not worker.bytes_total or worker.bytes_done is None:
        return f"The cache on {name} has begun to move ({worker.work}), about {estimate_s / 60:.0f} minutes in all"
    gib = 1024**3
    rate = f", {worker.bytes_per_second / 1024**2:.0f} MiB/s" if worker.bytes_per_second is not None else ""
    return (
        f"The cache on {name} is moving ({worker.work}): {worker.bytes_done / gib:.0f} of "
        f"{worker.bytes_total / gib:.0f} GiB, {worker.percent} %{rate}"
    )
