"""Conversions to numbers."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

from rehearsal.engines.powershell.conversion.conversion_errors import (
    bad_integer,
    convert_error,
    overflow_error,
)
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.numbers import (
    decimal_from_text,
    integer_from_text,
    literal_from_text,
    real_from_text,
)
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    INTEGER_RANGES,
    INTEGER_TYPES,
    BigInteger,
    Char,
    EnumValue,
    PSObject,
    Single,
    SwitchParameter,
)


def to_number(value: Any) -> int | float | Decimal:
    """An operand of arithmetic as a number: text is read as a literal, null is 0, Boolean and enum become Int32.

    Raises PSException (InvalidCastFromStringToInteger) for other text; TypeError for what isn't a number at all.
    """
    kind = type(value)
    if kind is int or kind is float:
        plain: int | float | Decimal = value
        return plain
    if value is None or value is AUTOMATION_NULL:
        return 0
    if kind is bool:
        return int(value)
    if kind is Char:
        return ord(value)
    if kind is str:
        number = literal_from_text(value)
        if number is None:
            number = real_from_text(value)
        if number is None:
            raise bad_integer(value, "System.Int32")
        return number
    if isinstance(value, int | float | Decimal):
        return value
    if kind is EnumValue:
        enum_number: int = value.value
        return enum_number
    if kind is PSObject:
        return to_number(value.base)
    if kind is SwitchParameter:
        return int(value.present)
    raise TypeError(kind.__qualname__)


def integer_converter(kind: type) -> Callable[[Any, NetType, Any], Any]:
    low, high = INTEGER_RANGES[kind]
    make: Callable[[int], Any] = (lambda number: number) if kind is int else kind

    def to_integer(value: Any, target: NetType, run: Any) -> Any:
        source = type(value)
        if source is str:
            if value == "":
                return make(0)
            number = integer_from_text(value)
            if number is None or not low <= number <= high:
                if number is None:
                    literal = literal_from_text(value)
                    real = real_from_text(value) if literal is None else literal
                    if real is None or (isinstance(real, float) and not math.isfinite(real)):
                        raise bad_integer(value, target.full_name)
                    number = int(real) if isinstance(real, int) else _rounded(real)
                if not low <= number <= high:
                    raise overflow_error(value, target, "InvalidCastFromStringToInteger")
            return make(number)
        if source is Char:
            number = ord(value)
        elif source is bool or source in INTEGER_TYPES:
            number = int(value)
        elif source is float or source is Single:
            if not math.isfinite(value):
                raise overflow_error(value, target)
            number = round(value)
        elif source is Decimal:
            number = _rounded(value)
        elif source is EnumValue:
            number = value.value
        elif source is SwitchParameter:
            number = int(value.present)
        else:
            return NotImplemented
        if not low <= number <= high:
            raise overflow_error(value, target)
        return make(number)

    return to_integer


def _rounded(value: float | Decimal) -> int:
    if isinstance(value, Decimal):
        return int(value.to_integral_value(rounding=ROUND_HALF_EVEN))
    return round(value)


def to_double(value: Any, target: NetType, run: Any) -> Any:
    source = type(value)
    if source is str:
        number = 0.0 if value == "" else real_from_text(value)
        if number is None:
            literal = literal_from_text(value)
            if literal is not None:
                return float(literal)
            cause = "Input string was not in a correct format."
            raise convert_error(
                f'Cannot convert value "{value}" to type "{target.full_name}". Error: "{cause}"',
                "InvalidCastFromStringToDoubleOrSingle",
                PSException("System.FormatException", cause),
            )
        if math.isinf(number) and not value.strip().lower().endswith("infinity"):
            raise overflow_error(value, target, "InvalidCastFromStringToDoubleOrSingle")
        return number
    if source is bool or source in INTEGER_TYPES or source is Single or source is Decimal:
        return float(value)
    if source is EnumValue:
        return float(value.value)
    if source is SwitchParameter:
        return float(value.present)
    return NotImplemented


def single(value: float) -> Single:
    """The nearest 32-bit float."""
    try:
        return Single(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return Single(math.inf if value > 0 else -math.inf)


def to_single(value: Any, target: NetType, run: Any) -> Any:
    number = value if type(value) is float else to_double(value, target, run)
    return number if number is NotImplemented else single(number)


_DECIMAL_MAX = Decimal(2**96 - 1)


def to_decimal(value: Any, target: NetType, run: Any) -> Any:
    source = type(value)
    if source is str:
        number = Decimal(0) if value == "" else decimal_from_text(value)
        if number is None:
            literal = literal_from_text(value)
            if literal is None:
                cause = "Input string was not in a correct format."
                raise convert_error(
                    f'Cannot convert value "{value}" to type "{target.full_name}". Error: "{cause}"',
                    "InvalidCastFromStringToDecimal",
                    PSException("System.FormatException", cause),
                )
            number = Decimal(literal)
        return number
    if source is bool or source in INTEGER_TYPES:
        return Decimal(int(value))
    if source is float or source is Single:
        if not math.isfinite(value) or abs(value) > _DECIMAL_MAX:
            raise overflow_error(value, target)
        digits = 15 if source is float else 7
        text = f"{value:.{digits}g}"
        number = Decimal(text)
        return number if "e" not in text else Decimal(format(number, "f"))
    if source is EnumValue:
        return Decimal(value.value)
    return NotImplemented


def to_big_integer(value: Any, target: NetType, run: Any) -> Any:
    source = type(value)
    if source is str:
        number = integer_from_text(value)
        if number is None:
            raise bad_integer(value, target.full_name)
        return BigInteger(number)
    if source in INTEGER_TYPES or source is bool:
        return BigInteger(value)
    if source in (float, Single, Decimal):
        return BigInteger(int(value))
    return NotImplemented
