"""JSON values as the machine passes them on, and their size as AWS counts it."""

import json
from typing import Any, TypeAlias

Json: TypeAlias = Any
"""None, bool, int, float, str, list or dict of these. Shared between states, so never changed in place."""

PAYLOAD_BYTES_MAX = 256 * 1024
"""Input, output, result and variables of a state (Step Functions service quotas)."""

VARIABLES_BYTES_MAX = 10 * 1024 * 1024
"""All variables of an execution together."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def json_text(value: Json) -> str:
    """Compact JSON, as AWS prints values in causes. Raises ValueError for NaN and infinities."""
    return _encode(value)


def size_bytes(value: Json) -> int:
    """Size of the compact JSON in UTF-8."""
    text = _encode(value)
    return len(text) if text.isascii() else len(text.encode())


def type_name(value: Json) -> str:
    """The JSON type's name, as AWS prints it in causes."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"
