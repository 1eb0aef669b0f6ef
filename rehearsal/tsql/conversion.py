"""Conversions between types: implicit ones, CAST, CONVERT with a style, and their errors.

`converter(source, target)` builds the function once; it never sees NULL. Errors carry SQL Server's number and text.
Source: CAST and CONVERT (Transact-SQL), the conversion chart and the table of styles.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation

from rehearsal.tsql import types, values
from rehearsal.tsql.errors import SqlError
from rehearsal.tsql.moments import moment_to_text, parse_moment
from rehearsal.tsql.types import (
    APPROXIMATE,
    BINARIES,
    CHARACTER,
    EXACT,
    INTEGERS,
    MAX_LENGTH,
    MOMENTS,
    NUMERIC,
    Kind,
    SqlType,
)
from rehearsal.tsql.values import Value, Variant

Conversion = Callable[[Value], Value]

_GUID = re.compile(r"\{?([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})\}?")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)")
_FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_WIDE = Context(prec=80)
_OLD_MOMENTS = frozenset({Kind.DATETIME, Kind.SMALLDATETIME})
_NEW_MOMENTS = MOMENTS - _OLD_MOMENTS
_ASK_FOR_CONVERT = frozenset(
    {(Kind.SQL_VARIANT, kind) for kind in Kind if kind is not Kind.SQL_VARIANT}
    | {(kind, binary) for kind in CHARACTER for binary in BINARIES}
    | {(moment, kind) for moment in _OLD_MOMENTS for kind in NUMERIC}
)
_CLASH = frozenset(
    {pair for kind in NUMERIC for moment in _NEW_MOMENTS for pair in ((kind, moment), (moment, kind))}
    | {pair for kind in NUMERIC | MOMENTS for pair in ((kind, Kind.UNIQUEIDENTIFIER), (Kind.UNIQUEIDENTIFIER, kind))}
    | {(Kind.DATE, Kind.TIME), (Kind.TIME, Kind.DATE)}
)


def why_not_implicit(source: SqlType, target: SqlType) -> SqlError | None:
    """257 where SQL Server asks for CONVERT, 206 where two types clash; None where one is converted silently."""
    pair = (source.kind, target.kind)
    if pair in _ASK_FOR_CONVERT:
        return SqlError(
            257,
            f"Implicit conversion from data type {source.name} to {target.name} is not allowed. Use the CONVERT "
            "function to run this query.",
            state=3,
        )
    if pair in _CLASH:
        return SqlError(206, f"Operand type clash: {source.name} is incompatible with {target.name}", state=2)
    return None


def converter(source: SqlType, target: SqlType, style: int | None = None) -> Conversion | None:
    """The function that turns a value of `source` into one of `target`; None when nothing has to be done.

    Raises SqlError 529 when the two types never convert.
    """
    if source.literal_null or (source == target and not target.is_character):
        return None
    if (source.kind, target.kind) in _CLASH:
        raise _never(source, target)
    kind, to = source.kind, target.kind
    if kind is Kind.SQL_VARIANT:
        return None if to is Kind.SQL_VARIANT else _from_variant(target, style)
    if to is Kind.SQL_VARIANT:
        return lambda value: Variant(source, value)
    if to in CHARACTER:
        return _to_text(source, target, style)
    if to in INTEGERS or to is Kind.BIT:
        return _to_integer(source, target)
    if to is Kind.DECIMAL:
        return _to_decimal(source, target)
    if to in APPROXIMATE:
        return _to_real(source) if to is Kind.REAL else _to_float(source)
    if to in MOMENTS:
        return _to_moment(source, target, style or 0)
    if to is Kind.UNIQUEIDENTIFIER and kind in CHARACTER:
        return _guid_from_text
    if to in BINARIES:
        return _to_binary(source, target, style or 0)
    if to is Kind.UNIQUEIDENTIFIER and kind in BINARIES:
        return _guid_from_bytes
    if to is Kind.UNIQUEIDENTIFIER and kind is not to:
        raise _never(source, target)
    return None


def _never(source: SqlType, target: SqlType) -> SqlError:
    return SqlError(529, f"Explicit conversion from data type {source.name} to {target.name} is not allowed.")


def _from_variant(target: SqlType, style: int | None) -> Conversion:
    def convert(value: Variant) -> Value:
        inner = converter(value.type, target, style)
        return value.value if inner is None else inner(value.value)

    return convert


# --- to text ---


def _to_text(source: SqlType, target: SqlType, style: int | None) -> Conversion | None:
    limit = target.length
    if source.is_character:
        fits = limit == MAX_LENGTH or (0 < source.length <= limit)
        if target.kind in (Kind.CHAR, Kind.NCHAR):
            return lambda text: text[:limit].ljust(limit)
        return None if fits else lambda text: text[:limit]
    if target.kind in (Kind.CHAR, Kind.NCHAR):
        varying = Kind.VARCHAR if target.kind is Kind.CHAR else Kind.NVARCHAR
        inner = _to_text(source, replace(target, kind=varying), style)
        assert inner is not None
        return lambda value: inner(value).ljust(limit)
    plain = _plain_text(source, style)
    if limit == MAX_LENGTH:
        return plain
    if source.kind in INTEGERS or source.kind is Kind.BIT:

        def whole(value: Value) -> str:
            text = str(value)
            if len(text) <= limit:
                return text
            if target.kind in types.NATIONAL:
                raise _overflow(source, target)
            return "*"

        return whole
    if source.kind in NUMERIC:

        def number(value: Value) -> str:
            text = plain(value)
            if len(text) > limit:
                raise _overflow(source, target)
            return text

        return number
    if source.kind is Kind.UNIQUEIDENTIFIER and limit < 36:

        def too_short(_: Value) -> str:
            raise SqlError(8170, "Insufficient result space to convert uniqueidentifier value to char.")

        return too_short
    return lambda value: plain(value)[:limit]


def _plain_text(source: SqlType, style: int | None) -> Callable[[Value], str]:
    if source.kind in APPROXIMATE:
        chosen = style or 0
        if chosen not in (0, 1, 2, 3):
            raise SqlError(281, f"{style} is not a valid style number when converting from {source.name} to a string.")
        return lambda value: values.float_text(value, chosen)
    if source.kind in NUMERIC:
        return lambda value: values.number_text(source, value)
    if source.kind in MOMENTS:
        return moment_to_text(source, style)
    if source.kind in BINARIES:
        if style == 1:
            return lambda value: "0x" + value.hex().upper()
        if style == 2:
            return lambda value: value.hex().upper()
        return lambda value: value.decode("latin-1")
    return str


# --- to numbers ---


def _overflow(source: SqlType, target: SqlType) -> SqlError:
    said = "expression" if source.kind in INTEGERS and target.kind in CHARACTER else source.name
    return SqlError(8115, f"Arithmetic overflow error converting {said} to data type {target.name}.", state=2)


def _to_integer(source: SqlType, target: SqlType) -> Conversion | None:
    kind = target.kind
    if kind is Kind.BIT:
        return _to_bit(source)
    low, high = types.RANGES[kind]
    if source.kind in INTEGERS or source.kind is Kind.BIT:
        if source.kind <= kind:
            return None

        def narrowed(value: int) -> int:
            if not low <= value <= high:
                raise SqlError(
                    220 if kind in (Kind.TINYINT, Kind.SMALLINT) else 8115,
                    f"Arithmetic overflow error for data type {target.name}, value = {value}."
                    if kind in (Kind.TINYINT, Kind.SMALLINT)
                    else f"Arithmetic overflow error converting expression to data type {target.name}.",
                    state=2,
                )
            return value

        return narrowed
    if source.is_character:

        def parsed(text: str) -> int:
            stripped = text.strip(" ")
            if stripped == "":
                return 0
            if not _INTEGER.fullmatch(stripped):
                raise SqlError(
                    245 if kind is not Kind.BIGINT else 8114,
                    f"Conversion failed when converting the {source.name} value '{text}' to data type {target.name}."
                    if kind is not Kind.BIGINT
                    else f"Error converting data type {source.name} to {target.name}.",
                    batch_aborting=True,
                )
            number = int(stripped)
            if not low <= number <= high:
                raise _text_too_large(source, target, text)
            return number

        return parsed
    if source.kind in NUMERIC:
        approximate = source.kind in APPROXIMATE

        def truncated(value: Decimal | float) -> int:
            number = int(value)
            if not low <= number <= high:
                if approximate:
                    raise SqlError(
                        232, f"Arithmetic overflow error for type {target.name}, value = {value:.6f}.", state=3
                    )
                raise _overflow(source, target)
            return number

        return truncated
    if source.kind in BINARIES:
        size = {Kind.TINYINT: 1, Kind.SMALLINT: 2, Kind.INT: 4, Kind.BIGINT: 8}[kind]
        return lambda value: int.from_bytes(value[-size:].rjust(size, b"\0"), "big", signed=kind is not Kind.TINYINT)
    if source.kind in _OLD_MOMENTS:
        return lambda value: round(_days_since_1900(value) + 1e-9)
    raise _never(source, target)


def _text_too_large(source: SqlType, target: SqlType, text: str) -> SqlError:
    match target.kind:
        case Kind.INT:
            return SqlError(
                248, f"The conversion of the {source.name} value '{text}' overflowed an int column.",
                batch_aborting=True,
            )  # fmt: skip
        case Kind.BIGINT:
            return SqlError(8115, "Arithmetic overflow error converting expression to data type bigint.", state=2)
        case _:
            size = 1 if target.kind is Kind.TINYINT else 2
            return SqlError(
                244, f"The conversion of the {source.name} value '{text}' overflowed an INT{size} column. Use a larger "
                "integer column.", batch_aborting=True,
            )  # fmt: skip


def _days_since_1900(value: datetime) -> float:
    return (value - datetime(1900, 1, 1)) / timedelta(days=1)


def _to_bit(source: SqlType) -> Conversion | None:
    if source.kind is Kind.BIT:
        return None
    if source.is_character:

        def parsed(text: str) -> int:
            word = text.strip(" ").lower()
            if word in ("true", "false"):
                return int(word == "true")
            if word == "":
                return 0
            if not _INTEGER.fullmatch(word):
                raise SqlError(
                    245,
                    f"Conversion failed when converting the {source.name} value '{text}' to data type bit.",
                    batch_aborting=True,
                )
            return int(int(word) != 0)

        return parsed
    if source.kind in NUMERIC:
        return lambda value: int(value != 0)
    if source.kind in BINARIES:
        return lambda value: int(value[-1:] not in (b"", b"\0"))
    raise _never(source, types.BIT)


def _to_decimal(source: SqlType, target: SqlType) -> Conversion:
    step = Decimal(1).scaleb(-target.scale)
    limit = Decimal(10) ** (target.precision - target.scale)

    def fitted(value: Decimal) -> Decimal:
        rounded = round_half_up(value, step)
        if abs(rounded) >= limit:
            raise _overflow(source, target)
        return abs(rounded) if rounded == 0 else rounded  # there is no -0.0

    if source.kind in EXACT:
        return lambda value: fitted(Decimal(value))
    if source.kind in APPROXIMATE:
        return lambda value: fitted(Decimal(value))
    if source.is_character:

        def parsed(text: str) -> Decimal:
            stripped = text.strip(" ")
            if not _NUMBER.fullmatch(stripped):
                raise SqlError(8114, f"Error converting data type {source.name} to numeric.", batch_aborting=True)
            return fitted(Decimal(stripped))

        return parsed
    if source.kind in _OLD_MOMENTS:
        return lambda value: fitted(Decimal(_days_since_1900(value)))
    raise _never(source, target)


def round_half_up(value: Decimal, step: Decimal) -> Decimal:
    try:
        return value.quantize(step, rounding=ROUND_HALF_UP, context=_WIDE)
    except InvalidOperation:
        raise SqlError(8115, "Arithmetic overflow error converting expression to data type numeric.") from None


def _to_real(source: SqlType) -> Conversion | None:
    """Four bytes: about seven digits are left."""
    if source.kind is Kind.REAL:
        return None
    inner = _to_float(source)
    return lambda value: values.as_real(value if inner is None else inner(value))


def _to_float(source: SqlType) -> Conversion | None:
    if source.kind in APPROXIMATE:
        return None
    if source.kind in EXACT:
        return float
    if source.is_character:

        def parsed(text: str) -> float:
            stripped = text.strip(" ")
            if stripped == "":
                return 0.0
            if not _FLOAT.fullmatch(stripped):
                raise SqlError(8114, f"Error converting data type {source.name} to float.", batch_aborting=True)
            return float(stripped)

        return parsed
    if source.kind in _OLD_MOMENTS:
        return _days_since_1900
    raise _never(source, types.FLOAT)


# --- to moments ---


def _to_moment(source: SqlType, target: SqlType, style: int) -> Conversion | None:
    finish = _moment_finisher(target)
    if source.is_character:
        return lambda text: finish(parse_moment(text, source, target, style))
    if source.kind in MOMENTS:
        return finish
    if target.kind in _OLD_MOMENTS and source.kind in NUMERIC:

        def from_days(days: Value) -> Value:
            try:
                return finish(datetime(1900, 1, 1) + timedelta(days=float(days)))
            except OverflowError:
                raise SqlError(
                    8115, f"Arithmetic overflow error converting expression to data type {target.name}."
                ) from None

        return from_days
    raise _never(source, target)


def _moment_finisher(target: SqlType) -> Callable[[Value], Value]:
    def finish(value: date | datetime | time) -> Value:
        full = _full_moment(value)
        match target.kind:
            case Kind.DATE:
                return full.date()
            case Kind.TIME:
                return values.round_to_scale(full.replace(tzinfo=None), target.scale).time()
            case Kind.DATETIMEOFFSET:
                return values.round_to_scale(full if full.tzinfo else full.replace(tzinfo=UTC), target.scale)
            case Kind.DATETIME:
                return values.round_datetime(full.replace(tzinfo=None))
            case Kind.SMALLDATETIME:
                return values.round_to_minute(full.replace(tzinfo=None))
            case _:
                return values.round_to_scale(full.replace(tzinfo=None), target.scale)

    return finish


def _full_moment(value: date | datetime | time) -> datetime:
    if isinstance(value, datetime):
        return value
    if isinstance(value, time):
        return datetime.combine(date(1900, 1, 1), value)
    return datetime(value.year, value.month, value.day)


# --- others ---


def _guid_from_text(text: str) -> str:
    match = _GUID.match(text)
    if match is None:
        raise SqlError(
            8169, "Conversion failed when converting from a character string to uniqueidentifier.", batch_aborting=True
        )
    return match.group(1).upper()


def _guid_from_bytes(value: bytes) -> str:
    raw = value[:16].ljust(16, b"\0")
    parts = (raw[3::-1], raw[5:3:-1], raw[7:5:-1], raw[8:10], raw[10:16])
    return "-".join(part.hex() for part in parts).upper()


def _to_binary(source: SqlType, target: SqlType, style: int) -> Conversion | None:
    if target.kind is Kind.BINARY:
        inner = _to_binary(source, replace(target, kind=Kind.VARBINARY), style)
        assert inner is not None
        padded_left = source.kind in INTEGERS
        size = target.length
        return lambda value: inner(value).rjust(size, b"\0") if padded_left else inner(value).ljust(size, b"\0")
    limit = None if target.length == MAX_LENGTH else target.length
    if source.kind in BINARIES:
        return lambda value: value[:limit]
    if source.is_character:
        if style in (1, 2):

            def hexadecimal(text: str) -> bytes:
                digits = text[2:] if style == 1 else text
                try:
                    return bytes.fromhex(digits)[:limit]
                except ValueError:
                    raise SqlError(
                        8114, f"Error converting data type {source.name} to varbinary.", batch_aborting=True
                    ) from None

            return hexadecimal
        encoding = "utf-16-le" if source.kind in types.NATIONAL else "latin-1"
        return lambda text: text.encode(encoding, "replace")[:limit]
    if source.kind in INTEGERS:
        size = {Kind.TINYINT: 1, Kind.SMALLINT: 2, Kind.INT: 4, Kind.BIGINT: 8}[source.kind]
        return lambda value: value.to_bytes(size, "big", signed=value < 0)[-(limit or size) :]
    if source.kind is Kind.UNIQUEIDENTIFIER:

        def guid_bytes(text: str) -> bytes:
            first, second, third, fourth, fifth = text.split("-")
            raw = bytes.fromhex(first)[::-1] + bytes.fromhex(second)[::-1] + bytes.fromhex(third)[::-1]
            return (raw + bytes.fromhex(fourth) + bytes.fromhex(fifth))[:limit]

        return guid_bytes
    raise _never(source, target)
