"""Values as text, as JSONata 2.0.6 writes them: JavaScript's JSON with numbers of 15 significant digits.

jsonata-python writes nested numbers and characters outside of ASCII as Python does.
"""

import json
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any

from jsonata.jexception import JException
from jsonata.jsonata import Jsonata
from jsonata.utils import Utils

from rehearsal.engines.asl.jsonata.tree import Symbol

_DIGITS = Context(prec=15, rounding=ROUND_HALF_UP)
_quoted = json.JSONEncoder(ensure_ascii=False).encode


def to_text(value: Any, *, pretty: bool = False) -> str:
    """`$string` of a defined value."""
    if isinstance(value, str):
        return value
    if isinstance(value, Utils.JList) and value.outer_wrapper:
        value = value[0]
    if _is_function(value):
        return ""
    return _write(value, "\n" if pretty else "")


def _write(value: Any, newline: str) -> str:
    """JSON.stringify; `newline` carries the indentation of the place, empty for compact text."""
    if value is Utils.NULL_VALUE or value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return number_text(value)
    if isinstance(value, str):
        return _quoted(value)
    if _is_function(value):
        return '""'
    inner = newline and newline + "  "
    if isinstance(value, dict):
        colon = ": " if newline else ":"
        members = [f"{_quoted(key)}{colon}{_write(item, inner)}" for key, item in value.items()]
        return _enclosed("{}", members, newline, inner)
    if isinstance(value, list):
        return _enclosed("[]", [_write(item, inner) for item in value], newline, inner)
    raise JException("D3001", -1, value)


def _enclosed(brackets: str, parts: list[str], newline: str, inner: str) -> str:
    if not parts:
        return brackets
    return f"{brackets[0]}{inner}{(',' + inner).join(parts)}{newline}{brackets[1]}"


def nonfinite_text(value: float) -> str:
    """JavaScript's name of a number that JSON lacks."""
    return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"


def number_text(value: float) -> str:
    """The number rounded to 15 significant digits, in JavaScript's notation."""
    if isinstance(value, int) and -(10**15) < value < 10**15:
        return str(value)
    if value - value != 0:
        return nonfinite_text(value)
    rounded = float(_DIGITS.create_decimal(Decimal(value)))
    if rounded == int(rounded) and abs(rounded) < 1e21:
        return str(int(rounded))
    mantissa, _, exponent = repr(rounded).partition("e")
    if not exponent:
        return mantissa
    power = int(exponent)
    if -7 < power < 0:
        decimals = len(mantissa.lstrip("-").replace(".", "")) - 1 - power
        return f"{rounded:.{decimals}f}"
    return f"{mantissa.removesuffix('.0')}e{power:+d}"


def _is_function(value: Any) -> bool:
    return isinstance(value, Symbol | Jsonata.JFunctionCallable)
