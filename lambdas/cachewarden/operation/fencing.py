"""Fencing tokens: whole numbers that grow with time, so that a forged one is forgotten within minutes [glossary#lease].

A token is the Unix time in milliseconds, or one more than the last if that is higher. Nobody's clock here is wrong by
more than five minutes: what is further ahead was forged, or comes from a host with a wrong clock. Hosts refuse it, and
the lease doesn't climb above it.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

CLOCK_TOLERANCE = timedelta(minutes=5)


def next_token(*, known: int | None, now: datetime) -> int:
    """A token above `known`, and above all that were given out before `now`."""
    return _milliseconds(now) if known is None else max(known + 1, _milliseconds(now))


def highest_believed(tokens: Iterable[int], now: datetime) -> int | None:
    """The highest of the tokens that hosts report which a lease can have given out; None where there is none."""
    return max((token for token in tokens if not is_ahead(token, now)), default=None)


def is_ahead(token: int, now: datetime) -> bool:
    """Whether no lease can have given this token out yet."""
    return token > _milliseconds(now + CLOCK_TOLERANCE)


def given_out_at(token: int) -> datetime:
    """About when the token was given out: it is the time, or little more."""
    return datetime.fromtimestamp(token / 1000, UTC)


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)
