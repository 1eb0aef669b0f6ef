"""What a person's document for a single act is told about the work that goes on after its command. Pure."""

from dataclasses import dataclass
from datetime import datetime

from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.storage import StorageClassification, StorageEvidence
from cachewarden.evidence.worker import WorkerEvidence, WorkerState
from cachewarden.operation.actions import Action, PersonsAct
from cachewarden.operation.timing import EVACUATION_FINISHES_S, cache_move_s, measured_wait_s, planned_wait_s
from cachewarden.procedures.duration_text import minutes_and_seconds
from cachewarden.procedures.worker_watch import move_progress

UNANSWERED_PAUSE_S = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """Whether the node's worker goes on, whether the act's end is seen, when to look again, and all that in words."""

    working: bool
    done: bool
    pause_s: int
    sentence: str


def watched(action: Action | PersonsAct, node: ReplicaEvidence, now: datetime) -> Watched:
    """What the node's report says about the act's work; a node that runs and doesn't answer is watched on.

    One whose bundle is another version's won't answer until the deployed one is installed: the watch ends.
    """
    host = node.host
    if host is None or host.storage is None or host.worker is None:
        why = node.host_error.message if node.host_error else "its report lacks storage or worker"
        running = node.ec2.state is InstanceState.RUNNING and node.bundle_error is None
        return Watched(
            working=running,
            done=False,
            pause_s=UNANSWERED_PAUSE_S if running else 1,
            sentence=f"{node.name} doesn't say what became of its cache: {why}",
        )
    worker = host.worker.brought_up_to(host.storage.jobs)
    if worker.running:
        sentence = move_progress(worker, node.name, cache_move_s(host.storage.write_cache_bytes))
        if worker.remaining_s is not None:
            sentence += f", about {minutes_and_seconds(worker.remaining_s)} left"
        return Watched(working=True, done=False, pause_s=_pause_s(worker, host.storage, now), sentence=sentence)
    done = _is_done(action, host.storage)
    return Watched(working=False, done=done, pause_s=1, sentence=_sentence(node.name, worker, host.storage, done=done))


def _is_done(action: Action | PersonsAct, storage: StorageEvidence) -> bool:
    if action is Action.EVACUATE_CACHE:
        return storage.proof.evacuated
    return storage.classification is StorageClassification.CACHE_ON_NVME


def _pause_s(worker: WorkerEvidence, storage: StorageEvidence, now: datetime) -> int:
    remaining_s = worker.remaining_s
    if remaining_s is not None:
        return measured_wait_s(remaining_s=remaining_s + EVACUATION_FINISHES_S)
    elapsed_s = (now - (worker.started_at or now)).total_seconds()
    return planned_wait_s(elapsed_s=max(0.0, elapsed_s), estimate_s=cache_move_s(storage.write_cache_bytes))


def _sentence(name: str, worker: WorkerEvidence, storage: StorageEvidence, *, done: bool) -> str:
    where = f"the storage of {name} is {storage.classification.value}"
    if done:
        return f"Done: {where}"
    if worker.state is WorkerState.FAILED:
        code = f"{worker.code.value} " if worker.code is not None else ""
        return f"Failed: {where}; its worker ended with {code}{worker.message}"
    return f"Not done: {where} ({storage.proof.why})"
