"""What a host reports about the worker that moves its cache; read here, and written here for the next step."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from cachewarden.codes import Code
from cachewarden.evidence.storage import StorageJob
from cachewarden.evidence.volume_ids import with_volume_ids
from cachewarden.json_reader import Json, JsonReader, format_time


class WorkerState(StrEnum):
    """What the host's worker is doing."""

    IDLE = "idle"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerEvidence:
    """Progress of the long work that outlives its command: bytes, bytes per second, and how it ended."""

    work: str
    state: WorkerState
    token: int | None
    started_at: datetime | None
    bytes_done: int | None
    bytes_total: int | None
    bytes_per_second: float | None
    code: Code | None
    message: str

    @property
    def running(self) -> bool:
        """Whether work is under way now."""
        return self.state is WorkerState.RUNNING

    @property
    def remaining_s(self) -> float | None:
        """Seconds to the end at the measured rate, None before a rate is measured."""
        if not self.bytes_per_second or not self.bytes_total or self.bytes_done is None:
            return None
        return max(0.0, (self.bytes_total - self.bytes_done) / self.bytes_per_second)

    @property
    def percent(self) -> int | None:
        """Share moved, 0 to 100; None before anything is measured."""
        if not self.bytes_total or self.bytes_done is None:
            return None
        return min(100, self.bytes_done * 100 // self.bytes_total)

    @property
    def reached(self) -> str:
        """Share moved, for sentences."""
        return "not measured yet" if self.percent is None else f"{self.percent} %"

    def brought_up_to(self, jobs: tuple[StorageJob, ...]) -> "WorkerEvidence":
        """The same with the progress that Windows shows now: the worker writes its own down only now and then."""
        share = jobs[0].share if len(jobs) == 1 else None
        if not self.running or share is None or self.bytes_done is None or self.bytes_total is None:
            return self
        return replace(self, bytes_done=max(self.bytes_done, int(self.bytes_total * min(1.0, share))))


def parse_worker(source: JsonReader) -> WorkerEvidence:
    """Worker section of a host's evidence; raises `UnexpectedJsonError`."""
    return WorkerEvidence(
        work=source.optional("work", source.text) or "none",
        state=source.one_of("state", WorkerState),
        token=source.optional("token", source.number),
        started_at=source.optional("startedAt", source.time),
        bytes_done=source.optional("bytesDone", source.number),
        bytes_total=source.optional("bytesTotal", source.number),
        bytes_per_second=source.optional("bytesPerSecond", source.real),
        code=source.one_of("code", Code) if source.has("code") else None,
        message=with_volume_ids(source.optional("message", source.text) or ""),
    )


def worker_to_json(worker: WorkerEvidence) -> dict[str, Json]:
    """What `parse_worker` reads back unchanged."""
    return {
        "work": worker.work,
        "state": worker.state.value,
        "token": worker.token,
        "startedAt": format_time(worker.started_at) if worker.started_at else None,
        "bytesDone": worker.bytes_done,
        "bytesTotal": worker.bytes_total,
        "bytesPerSecond": worker.bytes_per_second,
        "code": worker.code.value if worker.code else None,
        "message": worker.message,
    }
