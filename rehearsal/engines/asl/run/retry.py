"""Which handler takes an error, and how long a retry waits."""

from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

from rehearsal.engines.asl.errors import States
from rehearsal.engines.asl.syntax.states import JitterStrategy, Retrier


class Handler(Protocol):
    @property
    def error_equals(self) -> tuple[str, ...]: ...


H = TypeVar("H", bound=Handler)


def matches(names: Sequence[str], error: str | None) -> bool:
    """Whether an ErrorEquals takes the error.

    States.ALL takes everything but States.Runtime (States.DataLimitExceeded included: the page on error
    handling says otherwise, AWS's recorded behaviour doesn't). States.TaskFailed takes what States.ALL
    takes except timeouts. States.Timeout takes a missed heartbeat, too.
    """
    if error in names:
        return True
    if error == States.RUNTIME:
        return False
    if States.ALL in names:
        return True
    if error == States.HEARTBEAT_TIMEOUT and States.TIMEOUT in names:
        return True
    return States.TASK_FAILED in names and error not in (States.TIMEOUT, States.HEARTBEAT_TIMEOUT)


def first_match(handlers: Sequence[H], error: str | None) -> H | None:
    """The first handler, in the order of the definition, that takes the error."""
    return next((handler for handler in handlers if matches(handler.error_equals, error)), None)


def delay_s(retrier: Retrier, retry_number: int, rng: Random) -> float:
    """Seconds before a retrier's n-th retry, n from 1; FULL jitter draws between 0 and the delay."""
    try:
        delay = retrier.interval_s * retrier.backoff_rate ** (retry_number - 1)
    except OverflowError:
        delay = float("inf")
    if retrier.max_delay_s is not None:
        delay = min(delay, retrier.max_delay_s)
    return rng.uniform(0, delay) if retrier.jitter is JitterStrategy.FULL else delay


class RetryCounts:
    """The retries made since a state was entered, each retrier counting its own."""

    def __init__(self, retriers: Sequence[Retrier]) -> None:
        self._retriers = retriers
        self._made = [0] * len(retriers)

    @property
    def total(self) -> int:
        return sum(self._made)

    def next_delay_s(self, error: str | None, rng: Random) -> float | None:
        """Seconds to wait before trying again, None if the error isn't retried (any more)."""
        for position, retrier in enumerate(self._retriers):
            if matches(retrier.error_equals, error):
                if self._made[position] >= retrier.max_attempts:
                    return None
                self._made[position] += 1
                return delay_s(retrier, self._made[position], rng)
        return None
