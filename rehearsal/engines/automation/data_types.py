"""The six data types of schema 0.3: what has which type, and what an output becomes under its declared one.

Source: aws:executeAwsApi and aws:updateVariable in the SSM user guide ("Data type conversions aren't supported").
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, assert_never

from rehearsal.engines.automation.errors import FailureStage, FailureType, StepFailedError
from rehearsal.engines.automation.values import as_text

ITEMS_MAX: Mapping[str, int] = {"StringList": 50, "MapList": 200}
CHARACTERS_MAX = 512
KEY_CHARACTERS_MAX = 50


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
