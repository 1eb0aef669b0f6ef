"""DateTime, TimeSpan and numbers of the PowerShell engine, made from Python's and read back."""

from __future__ import annotations

from datetime import datetime, timedelta

from rehearsal.engines.powershell.net_types.time.date_time import LOCAL, DateTime
from rehearsal.engines.powershell.net_types.time.time_span import TICKS_PER_SECOND, TimeSpan


def date_time(value: datetime) -> DateTime:
    """A DateTime of kind Local, as the CIM adapter gives it; the world's servers run on UTC."""
    return DateTime.from_datetime(value, LOCAL)


def time_span(value: timedelta) -> TimeSpan:
    """A TimeSpan."""
    return TimeSpan(round(value.total_seconds() * TICKS_PER_SECOND))


def seconds_of(span: object) -> float:
    """The length of a TimeSpan in seconds."""
    assert isinstance(span, TimeSpan), span
    return span.ticks / TICKS_PER_SECOND


def whole(value: object) -> int:
    """A number that a parameter was bound to, or the number that a text says."""
    assert isinstance(value, (int, float, str)), value
    return int(value)
