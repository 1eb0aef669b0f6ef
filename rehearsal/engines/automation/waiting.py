"""How a step waits: no longer than its attempt may take."""

from __future__ import annotations

from collections.abc import Callable

from rehearsal.engines.automation.errors import FailureStage, FailureType, StepFailedError
from rehearsal.engines.automation.status import Status
from rehearsal.engines.automation.step_record import StepRecord
from rehearsal.kernel.clock import Clock


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
    """Sleeps until what `ended(seconds)` waits for has ended, and on to the look that notices it.

    Raises StepFailedError TimedOut.
    """
    left = left_s(clock, record)
    if left <= 0 or not ended(min(left, 1e9)):
        raise timed_out(record, doing)
    clock.sleep(max(0.0, min(poll_s() / 2, left_s(clock, record))))
