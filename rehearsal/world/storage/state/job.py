"""Storage jobs: work of the storage service that goes on by itself, on the virtual clock."""

from __future__ import annotations

from dataclasses import dataclass

from rehearsal.kernel.clock import Timer
from rehearsal.kernel.faults import Fault
from rehearsal.world.storage.enumerations import ExtentKind, JobState


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Extents of one kind going from one member to another."""

    source: str
    target: str
    kind: ExtentKind
    size_bytes: int


@dataclass(slots=True, kw_only=True, eq=False)
class StorageJob:
    """One MSFT_StorageJob. Its progress is computed when it is read, never by ticking.

    `limit_bytes` is where it ends or stops: all of `total_bytes` unless a fault says otherwise.
    """

    unique_id: str
    name: str
    pool_id: str
    virtual_disk_id: str
    moves: tuple[Move, ...]
    total_bytes: int
    full_bytes_per_s: float
    """Its speed while the disks have nothing else to do."""
    started_s: float
    submitted_s: float
    limit_bytes: int
    fault: Fault | None = None
    """What happens to it once it has reached its limit."""
    bytes_per_s: float = 0.0
    timer: Timer | None = None
    """Its limit, or its next vain try."""
    state: JobState = JobState.RUNNING
    done_bytes: int = 0
    ended_s: float | None = None
    error_code: int = 0
    error_text: str = ""
    hidden: bool = False
    is_background: bool = False
    repeat_at_end: bool = False
    """Repair was asked for again meanwhile: look for more to move once this is through."""

    @property
    def is_over(self) -> bool:
        return self.state in (JobState.COMPLETED, JobState.TERMINATED, JobState.KILLED, JobState.EXCEPTION)

    @property
    def percent(self) -> int:
        return 100 if not self.total_bytes else self.done_bytes * 100 // self.total_bytes

    @property
    def status_text(self) -> str:
        """JobStatus: free text, here the state's name."""
        return {JobState.EXCEPTION: "Failed", JobState.COMPLETED: "Completed"}.get(self.state, "Running")

    def reached(self, now_s: float) -> int:
        """Bytes that it has copied by now if nothing but its limit stops it."""
        return min(self.limit_bytes, int((now_s - self.started_s) * self.bytes_per_s + 0.5))
