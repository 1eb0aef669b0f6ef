"""System.Math. Each overload answers with its own .NET type; Round is banker's, as in .NET."""

from __future__ import annotations

import math as py
from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_static, net_static_property
from rehearsal.engines.powershell.objects.numbers import Byte, Int16, Int64, SByte, Single, UInt16, UInt32, UInt64
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, net_enum, net_type
from rehearsal.engines.powershell.objects.values import EnumValue

MIDPOINT_ROUNDING = net_enum("System.MidpointRounding", {"ToEven": 0, "AwayFromZero": 1})
_NUMBERS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("int", int), ("long", Int64), ("double", float), ("decimal", Decimal), ("single", Single), ("byte", Byte),
    ("sbyte", SByte), ("int16", Int16), ("uint16", UInt16), ("uint32", UInt32), ("uint64", UInt64),
)  # fmt: skip
_SIGNED = ("int", "long", "double", "decimal", "single", "sbyte", "int16")


def _round_real(value: float, digits: int, away: bool) -> float:
    if py.isnan(value) or py.isinf(value):
        return value
    # .NET Framework scales, rounds and scales back, in binary
    power = 10.0**digits
    scaled = value * power
    if abs(scaled) >= 1e16:
        return value
    rounded = py.copysign(py.floor(abs(scaled) + 0.5), scaled) if away else _half_even(scaled)
    return rounded / power


def _half_even(value: float) -> float:
    return float(round(value))


def round_to_places(value: Decimal, digits: int, away: bool) -> Decimal:
    if not 0 <= digits <= 28:
        text = "Decimal can only round to between 0 and 28 digits of precision.\r\nParameter name: decimals"
        raise PSException("System.ArgumentOutOfRangeException", text)
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and -exponent <= digits:
        return value
    return value.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP if away else ROUND_HALF_EVEN)


def _away(mode: EnumValue | None) -> bool:
    return mode is not None and mode.value == 1


@net_static("Round", "decimal", returns="decimal")
@net_static("Round", "decimal", "int", returns="decimal")
@net_static("Round", "decimal", "int", "System.MidpointRounding", returns="decimal")
def decimal_round(value: Decimal, digits: int = 0, mode: EnumValue | None = None) -> Decimal:
    """[math]::Round and [decimal]::Round of a decimal."""
    return round_to_places(value, digits, _away(mode))


@net_static("Round", "decimal", "System.MidpointRounding", returns="decimal")
def decimal_round_mode(value: Decimal, mode: EnumValue) -> Decimal:
    return round_to_places(value, 0, _away(mode))


@net_type("System.Math")
class Math:
    """Static members only."""

    @net_static("Round", "double", returns="double")
    @net_static("Round", "double", "int", returns="double")
    @net_static("Round", "double", "int", "System.MidpointRounding", returns="double")
    def round_double(value: float, digits: int = 0, mode: EnumValue | None = None) -> float:
        if not 0 <= digits <= 15:
            text = "Rounding digits must be between 0 and 15, inclusive.\r\nParameter name: digits"
            raise PSException("System.ArgumentOutOfRangeException", text)
        return _round_real(float(value), digits, _away(mode))

    @net_static("Round", "double", "System.MidpointRounding", returns="double")
    def round_double_mode(value: float, mode: EnumValue) -> float:
        return _round_real(float(value), 0, _away(mode))

    round_decimal = decimal_round
    round_decimal_mode = decimal_round_mode

    @net_static("Floor", "double", returns="double")
    def floor(value: float) -> float:
        return value if py.isinf(value) or py.isnan(value) else float(py.floor(value))

    @net_static("Floor", "decimal", returns="decimal")
    def floor_decimal(value: Decimal) -> Decimal:
        return value.to_integral_value(ROUND_FLOOR)

    @net_static("Ceiling", "double", returns="double")
    def ceiling(value: float) -> float:
        return value if py.isinf(value) or py.isnan(value) else float(py.ceil(value))

    @net_static("Ceiling", "decimal", returns="decimal")
    def ceiling_decimal(value: Decimal) -> Decimal:
        return value.to_integral_value(ROUND_CEILING)

    @net_static("Truncate", "double", returns="double")
    def truncate(value: float) -> float:
        return value if py.isinf(value) or py.isnan(value) else float(py.trunc(value))

    @net_static("Truncate", "decimal", returns="decimal")
    def truncate_decimal(value: Decimal) -> Decimal:
        return Decimal(int(value))

    @net_static("Pow", "double", "double", returns="double")
    def power(base: float, exponent: float) -> float:
        try:
            return py.pow(base, exponent)
        except OverflowError:
            return py.inf if base > 0 or exponent % 2 == 0 else -py.inf
        except ValueError:
            return py.inf if base == 0 else py.nan

    @net_static("Sqrt", "double", returns="double")
    def square_root(value: float) -> float:
        return py.sqrt(value) if value >= 0 else py.nan

    @net_static("Log", "double", returns="double")
    def logarithm(value: float) -> float:
        return -py.inf if value == 0 else py.nan if value < 0 else py.log(value)

    @net_static("Log", "double", "double", returns="double")
    def logarithm_to_base(value: float, base: float) -> float:
        return (
            py.nan if value < 0 or base <= 0 or base == 1 else -py.inf if value == 0 else py.log(value) / py.log(base)
        )

    @net_static("Log10", "double", returns="double")
    def logarithm_10(value: float) -> float:
        return -py.inf if value == 0 else py.nan if value < 0 else py.log10(value)

    @net_static("Exp", "double", returns="double")
    def exponential(value: float) -> float:
        return py.inf if value > 709.78 else py.exp(value)

    @net_static("Sin", "double", returns="double")
    def sine(value: float) -> float:
        return py.sin(value)

    @net_static("Cos", "double", returns="double")
    def cosine(value: float) -> float:
        return py.cos(value)

    @net_static("Tan", "double", returns="double")
    def tangent(value: float) -> float:
        return py.tan(value)

    @net_static("Atan", "double", returns="double")
    def arc_tangent(value: float) -> float:
        return py.atan(value)

    @net_static_property("PI", "double")
    def pi() -> float:
        return py.pi

    @net_static_property("E", "double")
    def e() -> float:
        return py.e

    @net_static("BigMul", "int", "int", returns="long")
    def big_mul(first: int, second: int) -> Int64:
        return Int64(first * second)

    @net_static("DivRem", "int", "int", "ref", returns="int")
    def div_rem(first: int, second: int, remainder: Any) -> int:
        if second == 0:
            raise PSException("System.DivideByZeroException", "Attempted to divide by zero.")
        quotient = abs(first) // abs(second) * (1 if (first < 0) == (second < 0) else -1)
        remainder.set(first - quotient * second)
        return quotient


def _declare_per_type() -> None:
    """Abs, Max, Min and Sign have one overload a number type."""
    for short, kind in _NUMBERS:
        _overload(short, kind)


def _overload(short: str, kind: Callable[[Any], Any]) -> None:
    def larger(first: Any, second: Any) -> Any:
        return kind(max(first, second))

    def smaller(first: Any, second: Any) -> Any:
        return kind(min(first, second))

    def magnitude(value: Any) -> Any:
        return kind(abs(value))

    def sign(value: Any) -> int:
        return bool(value > 0) - bool(value < 0)

    members: dict[str, Any] = {
        "larger": net_static("Max", short, short, returns=short)(larger),
        "smaller": net_static("Min", short, short, returns=short)(smaller),
    }
    if short in _SIGNED:
        members["magnitude"] = net_static("Abs", short, returns=short)(magnitude)
        members["sign"] = net_static("Sign", short, returns="int")(sign)
    BUILTIN_TYPES.net_type("System.Math")(type("MathOverloads", (), members))


_declare_per_type()
