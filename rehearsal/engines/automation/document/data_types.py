"""The six data types of schema 0.3: checks, conversion of declared outputs, and durations as text.

Source: aws:executeAwsApi and aws:updateVariable in the SSM user guide ("Data type conversions aren't supported").
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, assert_never

from rehearsal.engines.automation.document.placeholders import as_text
from rehearsal.engines.automation.errors import FailureStage, FailureType, StepFailedError

ITEMS_MAX: Mapping[str, int] = {"StringList": 50, "MapList": 200}
CHARACTERS_MAX = 512
KEY_CHARACTERS_MAX = 50
SLEEP_MAX_S = 604_800.0
_DURATION = re.compile(r"P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?")


class DataType(StrEnum):
    """A type of outputs, variables and iterators."""

    STRING = "String"
    STRING_LIST = "StringList"
    BOOLEAN = "Boolean"
    INTEGER = "Integer"
    STRING_MAP = "StringMap"
    MAP_LIST = "MapList"


def is_of(value: Any, kind: DataType) -> bool:
    """Whether the value has exactly this type: `"1"` is no Integer, `1` no Boolean."""
    match kind:
        case DataType.STRING:
            return isinstance(value, str)
        case DataType.BOOLEAN:
            return isinstance(value, bool)
        case DataType.INTEGER:
            return isinstance(value, int) and not isinstance(value, bool)
        case DataType.STRING_LIST:
            return isinstance(value, list) and all(isinstance(item, str) for item in value)
        case DataType.STRING_MAP:
            return isinstance(value, dict) and all(isinstance(key, str) for key in value)
        case DataType.MAP_LIST:
            return isinstance(value, list) and all(isinstance(item, dict) for item in value)
    assert_never(kind)


def as_output(value: Any, kind: DataType, name: str) -> Any:
    """The value as an output of the declared type. Raises StepFailedError when it isn't of that type."""
    match kind, value:
        case DataType.STRING, datetime():
            return value.isoformat()
        case DataType.STRING, str() | bool() | int() | float():
            return as_text(value)
        case DataType.STRING_LIST, list() if not any(isinstance(item, dict | list) for item in value):
            return [as_text(item) for item in value]
    if is_of(value, kind):
        return value
    raise StepFailedError(
        f"output {name} is {type(value).__name__}, declared {kind}",
        stage=FailureStage.POST_VERIFICATION,
        kind=FailureType.VERIFICATION,
    )


def over_limit(value: Any, kind: DataType) -> str | None:
    """Which limit of aws:updateVariable the value breaks; None when it keeps them."""
    match value:
        case list() if len(value) > ITEMS_MAX[kind]:
            return f"{len(value)} items, at most {ITEMS_MAX[kind]}"
        case list():
            broken = (over_limit(item, DataType.STRING) for item in value if isinstance(item, str))
            return next((each for each in broken if each is not None), None)
        case str() if not 1 <= len(value) <= CHARACTERS_MAX:
            return f"{len(value)} characters, 1 to {CHARACTERS_MAX} are allowed"
        case dict() if wrong := [key for key in value if not 1 <= len(key) <= KEY_CHARACTERS_MAX]:
            return f"key {wrong[0]!r} has {len(wrong[0])} characters, 1 to {KEY_CHARACTERS_MAX} are allowed"
    return None


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
