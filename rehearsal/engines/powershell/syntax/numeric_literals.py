"""What number a literal is, by the rules of Windows PowerShell 5.1 (suffixes l and d, multipliers kb … pb).

Source: about_Numeric_Literals; 5.1 knows neither binary literals nor the suffixes u, s, y, n.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from re import Match

from rehearsal.engines.powershell.syntax.nodes import NumberType

Literal = tuple[int | float | Decimal, NumberType]

_MULTIPLIERS = {"k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40, "p": 2**50}
_DECIMAL_MAX = 2**96 - 1
_DASHES = str.maketrans("–—―", "---")


def number_literal(match: Match[str]) -> Literal | str | None:
    """None: no number after all (`1e`); a str: a number that nothing can hold. The match is of characters.NUMBER."""
    parts = match.groupdict()
    sign = -1 if (parts["sign"] or "+") != "+" else 1
    suffix = (parts["suffix"] or "").lower()
    multiplier = _MULTIPLIERS[parts["multiplier"][0].lower()] if parts["multiplier"] else 1
    if parts["hex"] is not None:
        return _hexadecimal(parts["hex"], sign, suffix, multiplier)
    if parts["real"] is not None:
        return _real(parts["whole"] + parts["real"].translate(_DASHES), sign, suffix, multiplier)
    if not parts["whole"]:
        return None
    return _integer(sign * int(parts["whole"]) * multiplier, suffix)


def _integer(value: int, suffix: str) -> Literal | str:
    if suffix == "d":
        return (Decimal(value), NumberType.DECIMAL) if abs(value) <= _DECIMAL_MAX else "too big"
    if suffix == "l":
        return (value, NumberType.INT64) if -(2**63) <= value < 2**63 else "too big"
    if -(2**31) <= value < 2**31:
        return value, NumberType.INT32
    if -(2**63) <= value < 2**63:
        return value, NumberType.INT64
    if abs(value) <= _DECIMAL_MAX:
        return Decimal(value), NumberType.DECIMAL
    try:
        return float(value), NumberType.DOUBLE
    except OverflowError:
        return "too big"


def _hexadecimal(digits: str, sign: int, suffix: str, multiplier: int) -> Literal | str | None:
    if not digits:
        return None
    value = int(digits, 16)
    if value >= 2**64:
        return "too big"
    if value < 2**32 and suffix != "l":
        signed = value - 2**32 if value >= 2**31 else value
    else:
        signed = value - 2**64 if value >= 2**63 else value
    total = sign * signed * multiplier
    if suffix == "" and value < 2**32 and -(2**31) <= total < 2**31:
        return total, NumberType.INT32
    return (total, NumberType.INT64) if -(2**63) <= total < 2**63 else "too big"


def _real(text: str, sign: int, suffix: str, multiplier: int) -> Literal | str | None:
    exponent = max(text.find("e"), text.find("E"))
    if exponent >= 0 and not text[-1].isdigit():
        return None
    if text[0] == "." and not text[1:2].isdigit():
        return None
    if suffix == "d":
        try:
            value = Decimal(text) * sign * multiplier
        except InvalidOperation:
            return "too big"
        return (value, NumberType.DECIMAL) if abs(value) <= _DECIMAL_MAX else "too big"
    number = sign * float(text)
    if number in (float("inf"), float("-inf")):
        return "too big"
    number *= multiplier
    if suffix == "l":
        whole = round(number)
        return (whole, NumberType.INT64) if -(2**63) <= whole < 2**63 else "too big"
    return number, NumberType.DOUBLE
