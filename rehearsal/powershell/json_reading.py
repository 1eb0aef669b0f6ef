"""ConvertFrom-Json as Windows PowerShell 5.1 does it (JavaScriptSerializer).

Int32, else Int64, else Decimal, else Double; date strings stay strings; a top-level array is one object; keys that differ only
in case are an error; text after the value is an error.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, NoReturn

from rehearsal.powershell.errors import PSException
from rehearsal.powershell.number_types import Int64
from rehearsal.powershell.values import PSArray, PSCustomObject

_DEPTH = 100


def json_value(text: str) -> Any:
    """The value that the text stands for. Raises PSException(ArgumentException), as 5.1 does, for text that isn't JSON."""
    try:
        parsed = _DECODER.decode(text)
    except RecursionError:
        _refuse("RecursionLimit exceeded.")
    except ValueError as error:
        _refuse(f"Invalid JSON primitive: {_primitive_at(text, error)}.")
    return _value(parsed, 0)


def _primitive_at(text: str, error: ValueError) -> str:
    position = getattr(error, "pos", 0)
    found = re.compile(r"[^\s,:\[\]{}\"]*").match(text, position)
    return found[0] if found else ""


def _refuse(message: str) -> NoReturn:
    raise PSException("System.ArgumentException", message)


def _integer(text: str) -> Any:
    number = int(text)
    if -(2**31) <= number < 2**31:
        return number
    if -(2**63) <= number < 2**63:
        return Int64(number)
    return Decimal(number) if abs(number) < 2**96 else float(number)


def _real(text: str) -> Any:
    if "e" in text or "E" in text:
        return float(text)
    number = Decimal(text)
    return number if abs(number) < 2**96 else float(text)


def _constant(text: str) -> NoReturn:
    raise ValueError(text)


class _Members(list[tuple[str, Any]]):
    """The pairs of a JSON object, in order."""


_DECODER = json.JSONDecoder(
    object_pairs_hook=_Members, parse_int=_integer, parse_float=_real, parse_constant=_constant, strict=False
)


def _value(parsed: Any, level: int) -> Any:
    if level > _DEPTH:
        _refuse("RecursionLimit exceeded.")
    if type(parsed) is _Members:
        return _object(parsed, level)
    if type(parsed) is list:
        return PSArray([_value(item, level + 1) for item in parsed])
    return parsed


def _object(pairs: _Members, level: int) -> PSCustomObject:
    made = PSCustomObject()
    names: dict[str, str] = {}
    for name, item in pairs:
        lower = name.lower()
        if lower in names and names[lower] != name:
            raise PSException(
                "System.InvalidOperationException",
                f"Cannot convert the JSON string because a dictionary that was converted from the string contains the "
                f"duplicated keys '{names[lower]}' and '{name}'.",
            )
        names[lower] = name
        made.set(name, _value(item, level + 1))
    return made
