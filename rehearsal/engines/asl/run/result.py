"""How an execution ended."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rehearsal.engines.asl.history import Event
from rehearsal.engines.asl.values import Json


class Status(StrEnum):
    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    TIMED_OUT = "TIMED_OUT"
    ABORTED = "ABORTED"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionResult:
    """`output` is set when it succeeded, `error` and `cause` (each may be None) when it didn't.

    `transitions` are what AWS bills: states entered, and retries.
    """

    arn: str
    input: Json
    status: Status
    output: Json
    error: str | None
    cause: str | None
    history: tuple[Event, ...]
    transitions: int
    started_at: datetime
    ended_at: datetime
