"""The .NET number types and Char as Python values.

Int32 is plain `int`, Double plain `float`, Decimal `decimal.Decimal`, Boolean `bool`, String `str`. Every other
numeric type is a slotted subclass, so that `type(x)` alone names the .NET type. Python arithmetic on a subclass
gives the plain base type: whoever computes must build the result type again (operators/arithmetic.py does).
"""

from __future__ import annotations

import re
from decimal import Decimal


class Int64(int):
    """System.Int64."""

    __slots__ = ()


class UInt64(int):
    """System.UInt64."""

    __slots__ = ()


class UInt32(int):
    """System.UInt32."""

    __slots__ = ()


class Int16(int):
    """System.Int16."""

    __slots__ = ()


class UInt16(int):
    """System.UInt16."""

    __slots__ = ()


class Byte(int):
    """System.Byte."""

    __slots__ = ()


_BYTES = tuple(Byte(value) for value in range(256))


def bytes_as_numbers(data: bytes) -> list[Byte]:
    """The items of a byte[]."""
    return [_BYTES[value] for value in data]


class SByte(int):
    """System.SByte."""

    __slots__ = ()


class BigInteger(int):
    """System.Numerics.BigInteger."""

    __slots__ = ()


class Single(float):
    """System.Single; the value is already rounded to 32 bits."""

    __slots__ = ()


class Char(str):
    """System.Char: a str of length one (a surrogate half counts as one)."""

    __slots__ = ()


INTEGER_RANGES: dict[type, tuple[int, int]] = {
    int: (-(2**31), 2**31 - 1),
    Int64: (-(2**63), 2**63 - 1),
    UInt64: (0, 2**64 - 1),
    UInt32: (0, 2**32 - 1),
    Int16: (-(2**15), 2**15 - 1),
    UInt16: (0, 2**16 - 1),
    Byte: (0, 255),
    SByte: (-128, 127),
}
"""Inclusive bounds of every bounded integer type, keyed by the Python type."""

INTEGER_TYPES: frozenset[type] = frozenset({*INTEGER_RANGES, BigInteger})
FLOAT_TYPES: frozenset[type] = frozenset({float, Single})
NUMBER_TYPES: frozenset[type] = INTEGER_TYPES | FLOAT_TYPES | {Decimal}
"""Types for which PowerShell's LanguagePrimitives.IsNumeric holds. bool and Char are not in it."""


_PLAIN_INTEGER = re.compile(r"[+-]?[0-9]+\Z")
_REAL = re.compile(r"[+-]?(?:[0-9][0-9,]*\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
_HEX = re.compile(r"([+-]?)(?:0[xX]|#|&[hH])([0-9a-fA-F]+)\Z")
_LITERAL = re.compile(
    r"(?P<sign>[+-]?)(?:0[xX](?P<hex>[0-9a-fA-F]+)|(?P<real>[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+\.(?:[eE][+-]?[0-9]+)?))"
    r"(?P<type>[lLdD]?)(?P<unit>[kKmMgGtTpP][bB])?\Z"
)
_UNITS = {"k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40, "p": 2**50}


def integer_from_text(text: str) -> int | None:
    """An exact integer: digits with sign and blanks around, or 0x, # and &h forms. None when it isn't one."""
    stripped = text.strip()
    if _PLAIN_INTEGER.match(stripped):
        return int(stripped)
    found = _HEX.match(stripped)
    if found:
        return int(found[1] + found[2], 16)
    return None


def real_from_text(text: str) -> float | None:
    """Double.Parse with Float and AllowThousands under the invariant culture. None when it isn't a number."""
    stripped = text.strip()
    if _REAL.match(stripped):
        return float(stripped.replace(",", ""))
    match stripped.lower():
        case "infinity":
            return float("inf")
        case "-infinity":
            return float("-inf")
        case "nan":
            return float("nan")
    return None


def decimal_from_text(text: str) -> Decimal | None:
    """Decimal.Parse with exponent allowed. None when it isn't a number."""
    stripped = text.strip()
    if _REAL.match(stripped):
        return Decimal(stripped.replace(",", ""))
    return None


def literal_from_text(text: str) -> int | float | Decimal | None:
    """The number a PowerShell literal would be (`'1kb' + 1`, `'0x10' * 2`, `'1.5' - 1`); None when it isn't one."""
    stripped = text.strip()
    if not stripped:
        return 0
    found = _LITERAL.match(stripped)
    if not found:
        return None
    negative = found["sign"] == "-"
    unit = _UNITS[found["unit"][0].lower()] if found["unit"] else 1
    suffix = found["type"].lower()
    if found["hex"]:
        number: int | float | Decimal = int(found["hex"], 16)
        if not suffix and 2**31 <= number < 2**32:
            number -= 2**32
        elif 2**63 <= number < 2**64:
            number -= 2**64
    elif suffix == "d":
        number = Decimal(found["real"])
    elif "." in found["real"] or "e" in found["real"].lower():
        number = float(found["real"])
    else:
        number = int(found["real"])
    number = number * unit
    if negative:
        number = -number
    if isinstance(number, int):
        if suffix == "l":
            return Int64(number)
        if -(2**31) <= number < 2**31:
            return number
        if -(2**63) <= number < 2**63:
            return Int64(number)
        if abs(number) < 2**96:
            return Decimal(number)
        return float(number)
    return number
