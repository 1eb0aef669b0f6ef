"""JSON values as the machine passes them on, and their size as AWS counts it."""

import json
import math
from typing import Any, NoReturn, TypeAlias

Json: TypeAlias = Any
"""None, bool, int, float, str, list or dict of these. Shared between states, so never changed in place."""

PAYLOAD_BYTES_MAX = 256 * 1024
"""Input, output, result and variables of a state (Step Functions service quotas)."""

VARIABLES_BYTES_MAX = 10 * 1024 * 1024
"""All variables of an execution together."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def parse_json(text: str, unique_names: bool = False) -> Json:
    """Raises ValueError for what isn't JSON, NaN, Infinity and 1e400 included; if asked, for a name given twice."""
    hook = _unique if unique_names else None
    return json.loads(text, parse_constant=_no_number, parse_float=_finite, object_pairs_hook=hook)


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} isn't a number of JSON")


def _unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    seen = dict(members)
    if len(seen) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"Duplicate field '{twice}'")
    return seen


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
