"""Statics and methods of the number types and Boolean: Parse, TryParse, MinValue, MaxValue, CompareTo, ToString."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from rehearsal.engines.powershell.conversion.numeric_format import format_number
from rehearsal.engines.powershell.conversion.to_text import to_text
from rehearsal.engines.powershell.net_types.numbers.math import decimal_round, decimal_round_mode
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_method, net_static, net_static_property
from rehearsal.engines.powershell.objects.numbers import (
    INTEGER_RANGES,
    BigInteger,
    Byte,
    Int16,
    Int64,
    SByte,
    Single,
    UInt16,
    UInt32,
    UInt64,
)
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import EnumValue

_BAD = "Input string was not in a correct format."
_INTEGER_STYLE, _FLOAT_STYLE, _NUMBER_STYLE = 7, 231, 111
_LEADING_WHITE, _TRAILING_WHITE, _LEADING_SIGN, _TRAILING_SIGN = 1, 2, 4, 8
_PARENTHESES, _POINT, _THOUSANDS, _EXPONENT, _CURRENCY, _HEX = 16, 32, 64, 128, 256, 512
_SHAPE = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9][0-9,]*|)(?:(?P<point>\.)(?P<fraction>[0-9]*))?(?P<exponent>[eE][+-]?[0-9]+)?\Z"
)
_KINDS: tuple[tuple[str, type, str], ...] = (
    ("System.Int32", int, "an Int32"),
    ("System.Int64", Int64, "an Int64"),
    ("System.Int16", Int16, "an Int16"),
    ("System.UInt16", UInt16, "a UInt16"),
    ("System.UInt32", UInt32, "a UInt32"),
    ("System.UInt64", UInt64, "a UInt64"),
    ("System.Byte", Byte, "an unsigned byte"),
    ("System.SByte", SByte, "a signed byte"),
)
_DECIMAL_LARGEST = Decimal(2**96 - 1)


def _wrong_format() -> PSException:
    return PSException("System.FormatException", _BAD)


def _null() -> PSException:
    return PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: String")


def parsed_number(text: str, style: int) -> tuple[str, str, int]:
    """Sign, digits without point and power of ten of a number text under NumberStyles. PSException when it isn't
    one.
    """
    whites = "\t\n\v\f\r "
    if style & _LEADING_WHITE:
        text = text.lstrip(whites)
    if style & _TRAILING_WHITE:
        text = text.rstrip(whites)
    if style & (_CURRENCY | _PARENTHESES) and style != 511 and text[:1] in "(¤$":
        raise _wrong_format()
    if style & _TRAILING_SIGN and text[-1:] in "+-" and text[:1] not in "+-":
        text = text[-1] + text[:-1].rstrip(whites)
    found = _SHAPE.match(text)
    if found is None:
        raise _wrong_format()
    whole, fraction = found["whole"], found["fraction"] or ""
    if (
        (found["sign"] and not style & (_LEADING_SIGN | _TRAILING_SIGN))
        or ("," in whole and not style & _THOUSANDS)
        or (found["point"] and not style & _POINT)
        or (found["exponent"] and not style & _EXPONENT)
        or not (whole or fraction)
    ):
        raise _wrong_format()
    exponent = int(found["exponent"][1:]) if found["exponent"] else 0
    return found["sign"], whole.replace(",", "") + fraction, exponent - len(fraction)


def _integer_parser(kind: type, shown: str) -> Callable[[str | None, int], Any]:
    low, high = INTEGER_RANGES[kind]
    bits = (high - low + 1).bit_length() - 1

    def overflow() -> PSException:
        return PSException("System.OverflowException", f"Value was either too large or too small for {shown}.")

    def parse(text: str | None, style: int) -> Any:
        if text is None:
            raise _null()
        if style & _HEX:
            bare = text.strip() if style & 3 else text
            if not re.fullmatch(r"[0-9a-fA-F]+", bare):
                raise _wrong_format()
            number = int(bare, 16)
            if number >= 2**bits:
                raise overflow()
            return kind(number - 2**bits if low < 0 and number > high else number)
        sign, digits, power = parsed_number(text, style)
        if power >= 0:
            number = int(digits or "0") * 10**power
        else:
            head, tail = digits[:power] or "0", digits[power:]
            if tail.strip("0"):
                raise overflow()
            number = int(head)
        number = -number if sign == "-" else number
        if not low <= number <= high:
            raise overflow()
        return kind(number)

    return parse


def _parse_double(text: str | None, style: int) -> float:
    if text is None:
        raise _null()
    bare = text.strip()
    if bare in ("NaN", "Infinity", "-Infinity"):
        return float(bare.replace("Infinity", "inf"))
    sign, digits, power = parsed_number(text, style)
    value = float(f"{sign}{digits}e{power}")
    if math.isinf(value):
        raise PSException("System.OverflowException", "Value was either too large or too small for a Double.")
    return value


def _parse_single(text: str | None, style: int) -> Single:
    from rehearsal.engines.powershell.conversion.to_numbers import single

    value = single(_parse_double(text, style))
    if math.isinf(value) and text is not None and "Infinity" not in text:
        raise PSException("System.OverflowException", "Value was either too large or too small for a Single.")
    return value


def _parse_decimal(text: str | None, style: int) -> Decimal:
    if text is None:
        raise _null()
    sign, digits, power = parsed_number(text, style)
    try:
        value = Decimal(f"{sign}{digits}e{power}")
    except InvalidOperation:
        raise _wrong_format() from None
    if abs(value) > _DECIMAL_LARGEST:
        raise PSException("System.OverflowException", "Value was either too large or too small for a Decimal.")
    if power > 0:
        value = value.quantize(Decimal(1))
    return value


def _declare(
    full_name: str, parse: Callable[[str | None, int], Any], style: int, zero: Any, extra: dict[str, Any]
) -> None:
    short = full_name

    def parse_plain(text: str | None, *rest: Any) -> Any:
        styles = next((item.value for item in rest if isinstance(item, EnumValue)), style)
        return parse(text, styles)

    def try_parse(text: str | None, result: Any) -> bool:
        return _try(text, style, result)

    def try_parse_styled(text: str | None, styles: EnumValue, provider: Any, result: Any) -> bool:
        return _try(text, styles.value, result)

    def _try(text: str | None, styles: int, result: Any) -> bool:
        try:
            result.set(parse(text, styles))
        except PSException:
            result.set(zero)
            return False
        return True

    def to_string(self: Any, *rest: Any) -> str:
        wanted = next((item for item in rest if isinstance(item, str)), "")
        return format_number(self, wanted) if wanted else to_text(self)

    def compare_to(self: Any, other: Any) -> int:
        if other is None:
            return 1
        if type(other) is not type(self):
            name = full_name.rpartition(".")[2]
            raise PSException("System.ArgumentException", f"Object must be of type {name}.")
        return bool(self > other) - bool(self < other)

    def equals(self: Any, other: Any) -> bool:
        return type(self) is type(other) and bool(self == other)

    provider, styles = "System.IFormatProvider", "System.Globalization.NumberStyles"
    for parameters in (("string",), ("string", styles), ("string", provider), ("string", styles, provider)):
        parse_plain = net_static("Parse", *parameters, returns=short)(parse_plain)
    shown: tuple[tuple[str, ...], ...] = ((), ("string",), (provider,), ("string", provider))
    for signature in shown:
        to_string = net_method("ToString", *signature, returns="string")(to_string)
    members: dict[str, Any] = {
        "parse": parse_plain,
        "try_parse": net_static("TryParse", "string", "ref", returns="bool")(try_parse),
        "try_parse_styled": net_static("TryParse", "string", styles, provider, "ref", returns="bool")(try_parse_styled),
        "to_string": to_string,
        "compare_to": net_method("CompareTo", "object", returns="int")(compare_to),
        "equals": net_method("Equals", "object", returns="bool")(equals),
        **extra,
    }
    net_type(full_name)(type("NumberMembers", (), members))


def _constant(name: str, of: str, value: Any) -> Any:
    return net_static_property(name, of)(lambda: value)


def _float_tests(kind: str) -> dict[str, Any]:
    return {
        "is_nan": net_static("IsNaN", kind, returns="bool")(lambda value: math.isnan(value)),
        "is_infinity": net_static("IsInfinity", kind, returns="bool")(lambda value: math.isinf(value)),
        "is_positive": net_static("IsPositiveInfinity", kind, returns="bool")(lambda value: value == math.inf),
        "is_negative": net_static("IsNegativeInfinity", kind, returns="bool")(lambda value: value == -math.inf),
    }


for _name, _kind, _shown in _KINDS:
    _low, _high = INTEGER_RANGES[_kind]
    _declare(
        _name,
        _integer_parser(_kind, _shown),
        _INTEGER_STYLE,
        _kind(0),
        {"low": _constant("MinValue", _name, _kind(_low)), "high": _constant("MaxValue", _name, _kind(_high))},
    )
_declare(
    "System.Double", _parse_double, _FLOAT_STYLE, 0.0,
    {
        "low": _constant("MinValue", "double", -1.7976931348623157e308),
        "high": _constant("MaxValue", "double", 1.7976931348623157e308),
        "epsilon": _constant("Epsilon", "double", 5e-324),
        "nan": _constant("NaN", "double", math.nan),
        "positive": _constant("PositiveInfinity", "double", math.inf),
        "negative": _constant("NegativeInfinity", "double", -math.inf),
        **_float_tests("double"),
    },
)  # fmt: skip
_declare(
    "System.Single", _parse_single, _FLOAT_STYLE, Single(0.0),
    {
        "low": _constant("MinValue", "single", Single(-3.4028234663852886e38)),
        "high": _constant("MaxValue", "single", Single(3.4028234663852886e38)),
        "nan": _constant("NaN", "single", Single(math.nan)),
        "positive": _constant("PositiveInfinity", "single", Single(math.inf)),
        "negative": _constant("NegativeInfinity", "single", Single(-math.inf)),
        **_float_tests("single"),
    },
)  # fmt: skip


def _truncated(value: Decimal) -> Decimal:
    return Decimal(int(value))


def _rounding(name: str) -> Any:
    from decimal import ROUND_CEILING, ROUND_FLOOR

    mode = ROUND_FLOOR if name == "Floor" else ROUND_CEILING
    return net_static(name, "decimal", returns="decimal")(lambda value: value.to_integral_value(mode))


_declare(
    "System.Decimal", _parse_decimal, _NUMBER_STYLE, Decimal(0),
    {
        "low": _constant("MinValue", "decimal", -_DECIMAL_LARGEST),
        "high": _constant("MaxValue", "decimal", _DECIMAL_LARGEST),
        "zero": _constant("Zero", "decimal", Decimal(0)),
        "one": _constant("One", "decimal", Decimal(1)),
        "minus_one": _constant("MinusOne", "decimal", Decimal(-1)),
        "truncate": net_static("Truncate", "decimal", returns="decimal")(_truncated),
        "floor": _rounding("Floor"),
        "ceiling": _rounding("Ceiling"),
        "round": decimal_round,
        "round_mode": decimal_round_mode,
    },
)  # fmt: skip


@net_type("System.Numerics.BigInteger")
class BigIntegerMembers:
    """Integers without bounds."""

    @net_static("Parse", "string")
    def parse(text: str) -> BigInteger:
        if not re.fullmatch(r"\s*[+-]?[0-9]+\s*", text):
            raise PSException("System.FormatException", "The value could not be parsed.")
        return BigInteger(int(text))

    @net_static("Pow", "bigint", "int")
    def power(value: int, exponent: int) -> BigInteger:
        if exponent < 0:
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "The number must be greater than or equal to zero.\r\nParameter name: exponent",
            )
        return BigInteger(int(value) ** exponent)

    @net_static("Abs", "bigint")
    def magnitude(value: int) -> BigInteger:
        return BigInteger(abs(int(value)))

    @net_static_property("Zero")
    def zero() -> BigInteger:
        return BigInteger(0)

    @net_static_property("One")
    def one() -> BigInteger:
        return BigInteger(1)


@net_type("System.Boolean")
class BooleanMembers:
    """True and False as text."""

    @net_static_property("TrueString", "string")
    def true_string() -> str:
        return "True"

    @net_static_property("FalseString", "string")
    def false_string() -> str:
        return "False"

    @net_static("Parse", "string", returns="bool")
    def parse(text: str | None) -> bool:
        if text is None:
            raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: value")
        lower = text.strip().lower()
        if lower not in ("true", "false"):
            raise PSException("System.FormatException", "String was not recognized as a valid Boolean.")
        return lower == "true"

    @net_static("TryParse", "string", "ref", returns="bool")
    def try_parse(text: str | None, result: Any) -> bool:
        lower = (text or "").strip().lower()
        result.set(lower == "true")
        return lower in ("true", "false")
