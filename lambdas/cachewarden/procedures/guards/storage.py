"""Refusals for the sake of the node's storage: from this state of it no cache can be moved, or no stop be proven."""

from cachewarden.codes import Code
from cachewarden.evidence.storage import EVACUATION_CAN_RUN, StorageClassification, StorageEvidence
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision
from cachewarden.procedures.return_storage import boot_task_is_at_work
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.unreadable_cache import is_given_up
from cachewarden.procedures.worker_watch import EVACUATE, failed_worker


def storage_not_plannable(situation: Situation) -> Decision | None:
    """From this state of the storage no planned stop is possible, or the node would refuse to move its cache."""
    storage = situation.storage
    if storage.classification is StorageClassification.STARTING:
        return situation.wait(
            WaitReason.STORAGE_START, f"The pool on {situation.node.name} is starting", since=None, estimate_s=20
        )
    if storage.uncached and situation.cluster_goal is None:
        return _uncached_would_lose(situation, storage)
    if storage.classification not in EVACUATION_CAN_RUN and not is_given_up(situation):
        return situation.refuse(
            Code.STORAGE_NOT_PLANNABLE,
            f"Storage on {situation.node.name} is {storage.classification.value}"
            f" ({'; '.join(storage.reasons) or 'no reason given'}); the cache can't be evacuated from there",
        )
    if storage.not_evacuated:
        return situation.refuse(
            Code.STORAGE_NOT_PLANNABLE,
            f"{situation.node.name} has on instance store what nothing evacuates: "
            f"{', '.join(storage.not_evacuated)}. A stop destroys it; move its files to EBS, and remove the pool or "
            "give the volume a letter and no folder",
        )
    return _move_would_be_refused(situation, storage)


def _move_would_be_refused(situation: Situation, storage: StorageEvidence) -> Decision | None:
    """The host's own answer to an evacuation; of a cache on Swap, that no stop is proven while the drive isn't read."""
    told, name = storage.move_obstacle, situation.node.name
    unproven = storage.classification is StorageClassification.EVACUATED and not storage.data_readable
    if (told is None and not unproven) or _evacuates(situation):
        return None
    starting = boot_task_is_at_work(situation)
    if starting is not None:
        return starting
    if told is None:
        sentence = f"The cache of {name} is on the Swap volume, which can't be proven: {storage.proof.why}"
    else:
        sentence = f"{name} refuses to move its cache to the Swap volume: {told.code} {told.message}"
    return situation.refuse(Code.STORAGE_NOT_PLANNABLE, sentence)


def _evacuates(situation: Situation) -> bool:
    """Whether its worker is moving the cache to Swap: what stood against that it was asked before."""
    worker = situation.host.worker
    return worker is not None and worker.running and worker.work == EVACUATE


def _uncached_would_lose(situation: Situation, storage: StorageEvidence) -> Decision | None:
    """A node without a write cache must prove that a stop destroys nothing: nobody configures that."""
    if storage.proof.evacuated:
        return None
    return situation.refuse(
        Code.STOP_MIGHT_DESTROY,
        f"{situation.node.name} has no write cache, and a stop of it might destroy something: {storage.proof.why}",
    )


def host_would_refuse(situation: Situation) -> Decision | None:
    """The node would refuse to move its cache: said before SQL Server is stopped for it. Once moved, it's late."""
    why = situation.host.installation.why_no_act
    if why is None or situation.storage.classification is not StorageClassification.CACHE_ON_NVME:
        return None
    return situation.refuse(
        Code.HOST_NOT_PREPARED, f"{situation.node.name} {why}; start CacheWarden-InstallHost for this node"
    )


def evacuation_failed(situation: Situation) -> Decision | None:
    """The worker gave up moving the cache: go back rather than try on disks that just failed."""
    worker = failed_worker(situation, EVACUATE)
    if worker is None or situation.storage.classification is StorageClassification.EVACUATED:
        return None
    return situation.refuse(
        Code.EVACUATION_FAILED,
        f"Evacuating the cache of {situation.node.name} failed ({worker.reached}): "
        f"{worker.code.value if worker.code else 'no code'} {worker.message}".rstrip(),
    )
