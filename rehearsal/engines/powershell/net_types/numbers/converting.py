"""System.Convert and System.BitConverter."""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_static, net_static_property
from rehearsal.engines.powershell.objects.numbers import (
    INTEGER_RANGES,
    Byte,
    Char,
    Int16,
    Int64,
    SByte,
    Single,
    UInt16,
    UInt32,
    UInt64,
)
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, net_enum, net_type, resolve_type
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, EnumValue, PSArray

_INTEGERS: tuple[tuple[str, str, type, str], ...] = (
    ("ToInt32", "int", int, "an Int32"),
    ("ToInt64", "long", Int64, "an Int64"),
    ("ToInt16", "int16", Int16, "an Int16"),
    ("ToUInt16", "uint16", UInt16, "a UInt16"),
    ("ToUInt32", "uint32", UInt32, "a UInt32"),
    ("ToUInt64", "uint64", UInt64, "a UInt64"),
    ("ToByte", "byte", Byte, "an unsigned byte"),
    ("ToSByte", "sbyte", SByte, "a signed byte"),
)
_BASES = (2, 8, 10, 16)
_DIGITS = "0123456789abcdef"
net_enum("System.Base64FormattingOptions", {"None": 0, "InsertLineBreaks": 1}, flags=True)


def _bad_base() -> PSException:
    return PSException("System.ArgumentException", "Invalid Base.")


def _to_integer(value: Any, short: str, kind: type, shown: str) -> Any:
    if value is None or value is AUTOMATION_NULL:
        return kind(0)
    if isinstance(value, str) and not isinstance(value, Char):
        from rehearsal.engines.powershell.net_types.numbers.numbers import _integer_parser

        return _integer_parser(kind, shown)(value, 7)
    target = resolve_type(short, BUILTIN_TYPES)
    assert target is not None
    try:
        return convert(value, target)
    except PSException as failure:
        raise failure.inner or failure from None


def _in_base(text: str | None, base: int, kind: type, shown: str) -> Any:
    if base not in _BASES:
        raise _bad_base()
    if text is None:
        return kind(0)
    low, high = INTEGER_RANGES[kind]
    bare = text
    sign = 1
    if base == 10:
        if bare[:1] in "+-" and bare:
            sign = -1 if bare[0] == "-" else 1
            bare = bare[1:]
    elif bare.startswith("-"):
        raise PSException("System.ArgumentException", "String cannot contain a minus sign if the base is not 10.")
    elif base == 16 and bare[:2].lower() == "0x":
        bare = bare[2:]
    if bare == "":
        raise PSException(
            "System.ArgumentOutOfRangeException",
            "Index was out of range. Must be non-negative and less than the size of the collection.\r\nParameter "
            "name: startIndex",
        )
    allowed = _DIGITS[:base]
    if any(character not in allowed for character in bare.lower()):
        if bare[0].lower() not in allowed:
            raise PSException("System.FormatException", "Could not find any recognizable digits.")
        raise PSException("System.FormatException", "Additional non-parsable characters are at the end of the string.")
    number = int(bare, base) * sign
    bits = (high - low + 1).bit_length() - 1
    if base != 10 and low < 0 and high < number < 2**bits:
        number -= 2**bits
    if not low <= number <= high:
        raise PSException("System.OverflowException", f"Value was either too large or too small for {shown}.")
    return kind(number)


def _text_in_base(value: int, base: int, bits: int) -> str:
    if base not in _BASES:
        raise _bad_base()
    if base == 10:
        return str(int(value))
    number = int(value) % 2**bits
    if number == 0:
        return "0"
    out: list[str] = []
    while number:
        number, digit = divmod(number, base)
        out.append(_DIGITS[digit])
    return "".join(reversed(out))


def _bytes_of(data: PSArray) -> bytes:
    if data is None:
        raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: inArray")
    return data.as_bytes()


@net_type("System.Convert")
class Convert:
    """Static members only."""

    @net_static("ToString", "object", returns="string", context=True)
    def to_string(run: Any, value: Any) -> str:
        from rehearsal.engines.powershell.conversion.to_text import to_text

        return "" if value is None else to_text(value, run)

    @net_static("ToString", "object", "System.IFormatProvider", returns="string", context=True)
    def to_string_culture(run: Any, value: Any, provider: Any) -> str:
        from rehearsal.engines.powershell.conversion.to_text import to_text

        return "" if value is None else to_text(value, run)

    @net_static("ToString", "int", "int", returns="string")
    def int_in_base(value: int, base: int) -> str:
        return _text_in_base(value, base, 32)

    @net_static("ToString", "long", "int", returns="string")
    def long_in_base(value: int, base: int) -> str:
        return _text_in_base(value, base, 64)

    @net_static("ToString", "byte", "int", returns="string")
    def byte_in_base(value: int, base: int) -> str:
        return _text_in_base(value, base, 8)

    @net_static("ToString", "int16", "int", returns="string")
    def short_in_base(value: int, base: int) -> str:
        return _text_in_base(value, base, 16)

    @net_static("ToBoolean", "object", returns="bool")
    def to_boolean(value: Any) -> bool:
        if value is None:
            return False
        if isinstance(value, str):
            lower = value.strip().lower()
            if lower not in ("true", "false"):
                raise PSException("System.FormatException", "String was not recognized as a valid Boolean.")
            return lower == "true"
        return bool(value)

    @net_static("ToDouble", "object", returns="double")
    @net_static("ToDouble", "object", "System.IFormatProvider", returns="double")
    def to_double(value: Any, provider: Any = None) -> float:
        if value is None:
            return 0.0
        if isinstance(value, str):
            from rehearsal.engines.powershell.net_types.numbers.numbers import _parse_double

            return _parse_double(value, 231)
        return float(value)

    @net_static("ToSingle", "object", returns="single")
    def to_single(value: Any) -> Single:
        from rehearsal.engines.powershell.conversion.to_numbers import single

        return single(Convert.to_double(value))

    @net_static("ToDecimal", "object", returns="decimal")
    @net_static("ToDecimal", "object", "System.IFormatProvider", returns="decimal")
    def to_decimal(value: Any, provider: Any = None) -> Decimal:
        if value is None:
            return Decimal(0)
        if isinstance(value, str):
            from rehearsal.engines.powershell.net_types.numbers.numbers import _parse_decimal

            return _parse_decimal(value, 111)
        target = resolve_type("decimal", BUILTIN_TYPES)
        assert target is not None
        made: Decimal = convert(value, target)
        return made

    @net_static("ToChar", "object", returns="char")
    def to_char(value: Any) -> Char:
        if isinstance(value, str):
            if len(value) != 1:
                raise PSException("System.FormatException", "String must be exactly one character long.")
            return Char(value)
        if not 0 <= int(value) <= 0xFFFF:
            raise PSException("System.OverflowException", "Value was either too large or too small for a character.")
        return Char(chr(int(value)))

    @net_static("ToDateTime", "string", returns="datetime", context=True)
    @net_static("ToDateTime", "string", "System.IFormatProvider", returns="datetime", context=True)
    def to_date_time(run: Any, text: str, provider: Any = None) -> Any:
        from rehearsal.engines.powershell.net_types.time.date_parsing import parse_date
        from rehearsal.engines.powershell.net_types.time.date_time import DateTime

        return parse_date(text, DateTime, run)

    @net_static("ToBase64String", "byte[]", returns="string")
    def to_base64(data: PSArray) -> str:
        return base64.b64encode(_bytes_of(data)).decode("ascii")

    @net_static("ToBase64String", "byte[]", "System.Base64FormattingOptions", returns="string")
    def to_base64_lines(data: PSArray, options: EnumValue) -> str:
        text = base64.b64encode(_bytes_of(data)).decode("ascii")
        if not options.value:
            return text
        return "\r\n".join(text[start : start + 76] for start in range(0, len(text), 76))

    @net_static("FromBase64String", "string", returns="byte[]")
    def from_base64(text: str) -> PSArray:
        bare = "".join(character for character in text if character not in " \t\r\n")
        try:
            data = base64.b64decode(bare, validate=True)
        except (binascii.Error, ValueError):
            raise PSException(
                "System.FormatException",
                "The input is not a valid Base-64 string as it contains a non-base 64 character, more than two padding "
                "characters, or an illegal character among the padding characters. "
                if len(bare) % 4 == 0
                else "Invalid length for a Base-64 char array or string.",
            ) from None
        return PSArray.of_bytes(data)

    @net_static("ChangeType", "object", "type", context=True)
    def change_type(run: Any, value: Any, of: Any) -> Any:
        try:
            return convert(value, of, run)
        except PSException as failure:
            raise failure.inner or failure from None


def _integer_members() -> None:
    for name, short, kind, shown in _INTEGERS:
        _declare_integer(name, short, kind, shown)


def _declare_integer(name: str, short: str, kind: type, shown: str) -> None:
    def plain(value: Any, provider: Any = None) -> Any:
        return _to_integer(value, short, kind, shown)

    def based(text: str | None, base: int) -> Any:
        return _in_base(text, base, kind, shown)

    plain = net_static(name, "object", "System.IFormatProvider", returns=short)(plain)
    members = {
        "plain": net_static(name, "object", returns=short)(plain),
        "based": net_static(name, "string", "int", returns=short)(based),
    }
    net_type("System.Convert")(type("ConvertMembers", (), members))


_integer_members()
_FORMATS: tuple[tuple[str, str, str, Callable[[Any], Any]], ...] = (
    ("ToInt16", "<h", "int16", Int16),
    ("ToInt32", "<i", "int", int),
    ("ToInt64", "<q", "long", Int64),
    ("ToUInt16", "<H", "uint16", UInt16),
    ("ToUInt32", "<I", "uint32", UInt32),
    ("ToUInt64", "<Q", "uint64", UInt64),
    ("ToDouble", "<d", "double", float),
    ("ToSingle", "<f", "single", Single),
)


@net_type("System.BitConverter")
class BitConverter:
    """Little-endian, as Windows."""

    @net_static_property("IsLittleEndian", "bool")
    def is_little_endian() -> bool:
        return True

    @net_static("ToString", "byte[]", returns="string")
    def to_string(data: PSArray) -> str:
        return data.as_bytes().hex("-").upper()


def _declare_bits(name: str, layout: str, short: str, kind: Callable[[Any], Any]) -> None:
    def read(data: PSArray, start: int) -> Any:
        size = struct.calcsize(layout)
        if not 0 <= start <= len(data.items) - size:
            raise PSException(
                "System.ArgumentException",
                "Destination array is not long enough to copy all the items in the collection. Check array index and "
                "length.",
            )
        return kind(struct.unpack_from(layout, bytes(data.items), start)[0])

    def write(value: Any) -> PSArray:
        return PSArray([Byte(item) for item in struct.pack(layout, value)], "System.Byte")

    members = {
        "read": net_static(name, "byte[]", "int", returns=short)(read),
        "write": net_static("GetBytes", short, returns="byte[]")(write),
    }
    net_type("System.BitConverter")(type("BitMembers", (), members))


for _name, _layout, _short, _kind in _FORMATS:
    _declare_bits(_name, _layout, _short, _kind)
