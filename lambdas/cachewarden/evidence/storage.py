"""What a host reports about its pool, virtual disk, volumes and the worker that moves the cache."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from cachewarden.evidence.storage_classification import StorageClassification
from cachewarden.json_reader import JsonReader, UnexpectedJsonError


@dataclass(frozen=True, slots=True, kw_only=True)
class EvacuationProof:
    """Whether no instance-store disk is a pool member any more and the volume is whole; holds for one boot."""

    evacuated: bool
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageJob:
    """A storage job that isn't over, as Windows tells it at this moment."""

    bytes_done: int
    bytes_total: int
    percent: int

    @property
    def share(self) -> float:
        """Part done, 0 to 1."""
        return self.bytes_done / self.bytes_total if self.bytes_total > 0 else self.percent / 100


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageEvidence:
    """One node's storage; sizes in bytes, serials as the disks report them."""

    classification: StorageClassification
    reasons: tuple[str, ...]
    write_cache_bytes: int | None
    free_instance_store: tuple[str, ...]
    missing: tuple[str, ...]
    data_letter: str
    data_readable: bool
    tempdb_expected: bool
    tempdb_present: bool
    jobs: tuple[StorageJob, ...]
    proof: EvacuationProof

    @property
    def tempdb_missing(self) -> bool:
        """Whether the tempdb volume should be there and isn't."""
        return self.tempdb_expected and not self.tempdb_present


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
    bytes_done: int
    bytes_total: int
    bytes_per_second: float
    code: str | None
    message: str

    @property
    def running(self) -> bool:
        """Whether work is under way now."""
        return self.state is WorkerState.RUNNING

    @property
    def remaining_s(self) -> float | None:
        """Seconds to the end at the measured rate, None before a rate is measured."""
        if self.bytes_per_second <= 0 or self.bytes_total <= 0:
            return None
        return max(0.0, (self.bytes_total - self.bytes_done) / self.bytes_per_second)

    @property
    def percent(self) -> int:
        """Share moved, 0 to 100, for sentences."""
        return min(100, self.bytes_done * 100 // self.bytes_total) if self.bytes_total > 0 else 0

    def brought_up_to(self, jobs: tuple["StorageJob", ...]) -> "WorkerEvidence":
        """The same with the progress that Windows tells now: the worker writes its own down only now and then."""
        if not self.running or len(jobs) != 1:
            return self
        return replace(self, bytes_done=max(self.bytes_done, int(self.bytes_total * min(1.0, jobs[0].share))))


def parse_storage(source: JsonReader) -> StorageEvidence:
    """Storage section of a host's evidence; raises `UnexpectedJsonError`."""
    disk = source.child("virtualDisk") if source.has("virtualDisk") else None
    volume = source.child("dataVolume") if source.has("dataVolume") else None
    tempdb = source.child("tempdbVolume") if source.has("tempdbVolume") else None
    proof = source.child("proof") if source.has("proof") else None
    return StorageEvidence(
        classification=_classification(source),
        reasons=source.texts("reasons") if source.has("reasons") else (),
        write_cache_bytes=disk.optional("writeCacheBytes", disk.number) if disk else None,
        free_instance_store=source.texts("freeInstanceStore") if source.has("freeInstanceStore") else (),
        missing=tuple(item.text("serial") for item in source.children("missing")) if source.has("missing") else (),
        data_letter=(volume.optional("letter", volume.text) if volume else None) or "D",
        data_readable=volume.flag("readable") if volume else False,
        tempdb_expected=tempdb.flag("expected") if tempdb else False,
        tempdb_present=tempdb.flag("present") if tempdb else False,
        jobs=tuple(
            StorageJob(
                bytes_done=item.optional("bytesDone", item.number) or 0,
                bytes_total=item.optional("bytesTotal", item.number) or 0,
                percent=item.optional("percent", item.number) or 0,
            )
            for item in source.children("jobs")
        )
        if source.has("jobs")
        else (),
        proof=EvacuationProof(
            evacuated=proof.flag("evacuated") if proof else False,
            why=(proof.optional("why", proof.text) if proof else None) or "",
        ),
    )


def parse_worker(source: JsonReader) -> WorkerEvidence:
    """Worker section of a host's evidence; raises `UnexpectedJsonError`."""
    name = source.optional("state", source.text) or WorkerState.IDLE.value
    try:
        state = WorkerState(name)
    except ValueError:
        raise UnexpectedJsonError(f"{source.path}.state: {name!r} is no state of the worker") from None
    return WorkerEvidence(
        work=source.optional("work", source.text) or "none",
        state=state,
        token=source.optional("token", source.number),
        started_at=source.optional("startedAt", source.time),
        bytes_done=source.optional("bytesDone", source.number) or 0,
        bytes_total=source.optional("bytesTotal", source.number) or 0,
        bytes_per_second=source.optional("bytesPerSecond", source.real) or 0.0,
        code=source.optional("code", source.text),
        message=source.optional("message", source.text) or "",
    )


def _classification(source: JsonReader) -> StorageClassification:
    name = source.text("classification")
    try:
        return StorageClassification(name)
    except ValueError:
        raise UnexpectedJsonError(f"{source.path}.classification: {name!r} is no classification of ours") from None
