"""Time as the machine sees it: the caller's clock, and timestamps as AWS reads and writes them."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import Protocol, TypeVar

T = TypeVar("T")

_TIMESTAMP = re.compile(r"(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})", re.ASCII)


class Clock(Protocol):
    """The only source of time; `now` is aware, `sleep` may raise Aborted or any BaseException to end the run."""

    def now(self) -> datetime: ...

    def sleep(self, seconds: float, /) -> None: ...


class BranchRunner(Protocol):
    """Runs the branches of a Parallel or the iterations of a Map, at most `limit` at once (0: no limit).

    Returns the results in the order of `branches`. When one raises, the others are ended (by a
    BaseException out of their sleeps) before that first exception is raised to the caller.
    """

    def __call__(self, branches: Sequence[Callable[[], T]], limit: int, /) -> list[T]: ...


def one_after_another(branches: Sequence[Callable[[], T]], limit: int) -> list[T]:
    """The runner that needs no scheduler: virtual times of the branches add up."""
    return [branch() for branch in branches]


def parse_timestamp(text: str) -> datetime | None:
    """RFC 3339 with an upper-case T and Z or offset; digits past microseconds are dropped. None if it isn't one."""
    if not (parts := _TIMESTAMP.fullmatch(text)):
        return None
    year, month, day, hour, minute, second, fraction, zone = parts.groups()
    try:
        return datetime(
            int(year),
            int(month),
            int(day),
            int(hour),
            int(minute),
            int(second),
            int((fraction or "0").ljust(6, "0")[:6]),
            UTC if zone == "Z" else _offset(zone),
        )
    except ValueError:
        return None


def format_timestamp(at: datetime) -> str:
    """As in the context object: UTC with milliseconds."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def _offset(zone: str) -> timezone:
    sign = -1 if zone[0] == "-" else 1
    return timezone(sign * timedelta(hours=int(zone[1:3]), minutes=int(zone[4:6])))
