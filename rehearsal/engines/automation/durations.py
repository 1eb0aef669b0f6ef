"""ISO 8601 durations and instants of aws:sleep."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

SLEEP_MAX_S = 604_800.0
_DURATION = re.compile(r"P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?")


def duration_s(text: str) -> float:
    """Seconds of `PT1H30M`, `P2D`. Raises ValueError for anything else, and over seven days (SSM user guide)."""
    found = _DURATION.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no duration, expected one such as PT10M")
    weeks, days, hours, minutes, seconds = (float(part or 0) for part in found.groups())
    total = timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds).total_seconds()
    if total > SLEEP_MAX_S:
        raise ValueError(f"{text} is over {SLEEP_MAX_S:.0f} seconds")
    return total


def instant(text: str) -> datetime:
    """The instant of `2026-01-01T01:00:00Z`. Raises ValueError for anything else."""
    try:
        at = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        raise ValueError(f"{text!r} is no instant, expected one such as 2026-01-01T01:00:00Z") from None
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)
