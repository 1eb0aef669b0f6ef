"""Reads numbers from text as PowerShell's conversions do (casts and arithmetic on strings)."""

from __future__ import annotations

import re
from decimal import Decimal

from rehearsal.engines.powershell.objects.values import Int64

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
