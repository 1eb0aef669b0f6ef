"""The .NET number types and Char as Python values.

Int32 is plain `int`, Double plain `float`, Decimal `decimal.Decimal`, Boolean `bool`, String `str`. Every other
numeric type is a slotted subclass, so that `type(x)` alone names the .NET type. Python arithmetic on a subclass
gives the plain base type: whoever computes must build the result type again (operators_arithmetic.py does).
"""

from __future__ import annotations

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
