"""A step that was begun, and how it waits: no longer than its attempt may take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rehearsal.engines.automation.document.steps import Step
from rehearsal.engines.automation.errors import FailureStage, FailureType, Status, StepFailedError
from rehearsal.kernel.clock import Clock


@dataclass(slots=True, kw_only=True)
class StepRecord:
    """One step, or one round of a loop's step. `parent` and `iteration` are those of its loop."""

    id: str
    step: Step
    started: datetime
    parent: StepRecord | None = None
    iteration: int | None = None
    iterator_value: Any = None
    inputs: Mapping[str, Any] = field(default_factory=dict)
    status: Status = Status.IN_PROGRESS
    ended: datetime | None = None
    outputs: dict[str, Any] = field(default_factory=dict)
    failure: StepFailedError | None = None
    attempts: int = 0
    deadline: datetime | None = None
    """When the running attempt is over at the latest; None: it has no limit."""
    goes_to: str | None = None
    """The step that a branch chose, or to which a step of a loop jumped."""
    aborts: bool = False
    """A step of this loop failed with `onFailure: Abort`, which the loop inherits."""

    @property
    def message(self) -> str | None:
        """Why it failed."""
        return None if self.failure is None else self.failure.message


def left_s(clock: Clock, record: StepRecord) -> float:
    """Seconds that the attempt still has; infinite without a limit."""
    if record.deadline is None:
        return float("inf")
    return (record.deadline - clock.now()).total_seconds()


def timed_out(record: StepRecord, doing: str) -> StepFailedError:
    """The failure of an attempt whose time is over."""
    limit = "" if record.step.timeout_s is None else f" after {record.step.timeout_s:.0f} s"
    return StepFailedError(
        f"Step timed out{limit} while {doing}",
        Status.TIMED_OUT,
        stage=FailureStage.POST_VERIFICATION,
        kind=FailureType.VERIFICATION,
    )


def pause(clock: Clock, record: StepRecord, seconds: float, doing: str) -> None:
    """Sleeps. Raises StepFailedError TimedOut at the moment when the attempt's time is over."""
    left = left_s(clock, record)
    clock.sleep(max(0.0, min(left, seconds)))
    if left < seconds:
        raise timed_out(record, doing)


def until_ended(
    clock: Clock, record: StepRecord, ended: Callable[[float], bool], poll_s: Callable[[], float], doing: str
) -> None:
    """Sleeps until what `ended(seconds)` waits for has ended, and then until the next poll sees it.

    Raises StepFailedError TimedOut.
    """
    left = left_s(clock, record)
    if left <= 0 or not ended(min(left, 1e9)):
        raise timed_out(record, doing)
    clock.sleep(max(0.0, min(poll_s() / 2, left_s(clock, record))))
