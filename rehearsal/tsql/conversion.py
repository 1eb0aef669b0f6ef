"""Conversions between types: implicit ones, CAST, CONVERT with a style, and their errors.

`converter(source, target)` builds the function once; it never sees NULL. Errors carry SQL Server's number and text.
Source: CAST and CONVERT (Transact-SQL), the conversion chart and the table of styles.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation

from rehearsal.tsql import types, values
from rehearsal.tsql.errors import SqlError
from rehearsal.tsql.types import APPROXIMATE, CHARACTER, EXACT, INTEGERS, MAX_LENGTH, MOMENTS, NUMERIC, Kind, SqlType
from rehearsal.tsql.values import Value, Variant

Conversion = Callable[[Value], Value]

_GUID = re.compile(r"\{?([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})\}?")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
_FLOAT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_INTEGER = re.compile(r"[+-]?\d+")
_MOMENT = re.compile(
    r"(?P<year>\d{4})-?(?P<month>\d{2})-?(?P<day>\d{2})"
    r"(?:[T ](?P<hour>\d{2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:\.(?P<fraction>\d{1,7}))?)?)?"
    r"\s*(?P<zone>Z|[+-]\d{2}:\d{2})?"
)
_WIDE = Context(prec=80)
_IMPLICITLY_REFUSED = frozenset(
    {(Kind.SQL_VARIANT, kind) for kind in Kind if kind is not Kind.SQL_VARIANT}
    | {(kind, Kind.UNIQUEIDENTIFIER) for kind in NUMERIC | MOMENTS}
    | {(Kind.UNIQUEIDENTIFIER, kind) for kind in NUMERIC | MOMENTS}
)


def needs_cast(source: SqlType, target: SqlType) -> bool:
    """Is there no implicit conversion, so that SQL Server asks for CONVERT (error 257) or reports a clash (206)?"""
    return (source.kind, target.kind) in _IMPLICITLY_REFUSED


def converter(source: SqlType, target: SqlType, style: int = 0, *, explicit: bool = False) -> Conversion | None:
    """The function that turns a value of `source` into one of `target`; None when nothing has to be done.

    `explicit`: it is a CAST or CONVERT, for which more pairs of types go together.

    Raises SqlError 529 when the two types never convert.
    """
    if source.literal_null or (source == target and not target.is_character):
        return None
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
        return _to_float(source)
    if to in MOMENTS:
        return _to_moment(source, target)
    if to is Kind.UNIQUEIDENTIFIER and kind in CHARACTER:
        return _guid_from_text
    if to is Kind.VARBINARY:
        return _to_binary(source, target, style)
    if to is Kind.UNIQUEIDENTIFIER:
        raise _never(source, target)
    return None


def _never(source: SqlType, target: SqlType) -> SqlError:
    return SqlError(529, f"Explicit conversion from data type {source.name} to {target.name} is not allowed.")


def _from_variant(target: SqlType, style: int) -> Conversion:
    def convert(value: Variant) -> Value:
        inner = converter(value.type, target, style)
        return value.value if inner is None else inner(value.value)

    return convert


# --- to text ---


def _to_text(source: SqlType, target: SqlType, style: int) -> Conversion | None:
    limit = target.length
    if source.is_character:
        fits = limit == MAX_LENGTH or (0 < source.length <= limit)
        if target.kind in (Kind.CHAR, Kind.NCHAR):
            return lambda text: text[:limit].ljust(limit)
        return None if fits else lambda text: text[:limit]
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
            raise SqlError(
                8170, "Insufficient result space to convert uniqueidentifier value to char.", batch_aborting=True
            )

        return too_short
    return lambda value: plain(value)[:limit]


def _plain_text(source: SqlType, style: int) -> Callable[[Value], str]:
    if source.kind in NUMERIC:
        if source.kind in APPROXIMATE and style:
            raise SqlError(281, f"{style} is not a valid style number when converting from {source.name} to a string.")
        return lambda value: values.number_text(source, value)
    if source.kind in MOMENTS:
        return _moment_style(source, style)
    if source.kind is Kind.VARBINARY:
        if style == 1:
            return lambda value: "0x" + value.hex().upper()
        if style == 2:
            return lambda value: value.hex().upper()
        return lambda value: value.decode("latin-1")
    return str


def _moment_style(source: SqlType, style: int) -> Callable[[Value], str]:
    """The styles that scripts use; another one is error 281, which is also what SQL Server says of an unknown one."""
    digits = 3 if source.kind is Kind.DATETIME else source.scale

    def fraction(value: datetime) -> str:
        return f".{value.microsecond:06d}0"[: digits + 1] if digits else ""

    if source.kind is Kind.DATE:
        if style in (0, 23, 120, 121, 126, 127):
            return lambda value: value.isoformat()
        if style == 112:
            return lambda value: value.strftime("%Y%m%d")
    elif style == 0:
        return lambda value: values.moment_text(source, value)
    elif style == 112:
        return lambda value: value.strftime("%Y%m%d")
    elif style == 23:
        return lambda value: value.strftime("%Y-%m-%d")
    elif style in (20, 120):
        return lambda value: value.strftime("%Y-%m-%d %H:%M:%S")
    elif style in (21, 25, 121):
        return lambda value: value.strftime("%Y-%m-%d %H:%M:%S") + fraction(value)
    elif style in (126, 127):
        suffix = "Z" if style == 127 and source.kind is Kind.DATETIMEOFFSET else ""

        def iso(value: datetime) -> str:
            if suffix:
                value = value.astimezone(UTC)
            text = value.strftime("%Y-%m-%dT%H:%M:%S")
            # 126 leaves the fraction out when it is zero, for datetime
            if source.kind is Kind.DATETIME and value.microsecond == 0:
                return text + suffix
            return text + fraction(value) + suffix

        return iso
    raise SqlError(
        281, f"{style} is not a valid style number when converting from {source.name} to a character string."
    )


# --- to numbers ---


def _overflow(source: SqlType, target: SqlType) -> SqlError:
    return SqlError(
        8115, f"Arithmetic overflow error converting {source.name} to data type {target.name}.", batch_aborting=True
    )


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
                    batch_aborting=True,
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
                raise SqlError(
                    248 if kind is Kind.INT else 8115 if kind is Kind.BIGINT else 244,
                    f"The conversion of the {source.name} value '{text}' overflowed an {target.name} column.",
                    batch_aborting=True,
                )
            return number

        return parsed
    if source.kind in NUMERIC:

        def truncated(value: Decimal | float) -> int:
            number = int(value)
            if not low <= number <= high:
                raise _overflow(source, target)
            return number

        return truncated
    if source.kind is Kind.VARBINARY:
        return lambda value: int.from_bytes(value[-8:], "big", signed=False)
    raise _never(source, target)


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
    raise _never(source, types.BIT)


def _to_decimal(source: SqlType, target: SqlType) -> Conversion:
    step = Decimal(1).scaleb(-target.scale)
    limit = Decimal(10) ** (target.precision - target.scale)

    def fitted(value: Decimal) -> Decimal:
        rounded = round_half_up(value, step)
        if abs(rounded) >= limit:
            raise _overflow(source, target)
        return rounded

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
    raise _never(source, target)


def round_half_up(value: Decimal, step: Decimal) -> Decimal:
    try:
        return value.quantize(step, rounding=ROUND_HALF_UP, context=_WIDE)
    except InvalidOperation:
        raise SqlError(
            8115, "Arithmetic overflow error converting expression to data type numeric.", batch_aborting=True
        ) from None


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
    raise _never(source, types.FLOAT)


# --- to moments ---


def _to_moment(source: SqlType, target: SqlType) -> Conversion | None:
    finish = _moment_finisher(target)
    if source.is_character:
        return lambda text: finish(_parse_moment(text, target))
    if source.kind in MOMENTS:
        return finish
    if target.kind is Kind.DATETIME and source.kind in NUMERIC:
        return lambda days: finish(datetime(1900, 1, 1) + timedelta(days=float(days)))
    raise _never(source, target)


def _moment_finisher(target: SqlType) -> Callable[[Value], Value]:
    def finish(value: date | datetime) -> Value:
        if not isinstance(value, datetime):
            if target.kind is Kind.DATE:
                return value
            value = datetime(value.year, value.month, value.day)
        match target.kind:
            case Kind.DATE:
                return value.date()
            case Kind.DATETIMEOFFSET:
                return values.round_to_scale(value if value.tzinfo else value.replace(tzinfo=UTC), target.scale)
            case Kind.DATETIME:
                return values.round_datetime(value.replace(tzinfo=None))
            case _:
                return values.round_to_scale(value.replace(tzinfo=None), target.scale)

    return finish


def _parse_moment(text: str, target: SqlType) -> datetime:
    match = _MOMENT.fullmatch(text.strip())
    if match is not None:
        groups = match.groupdict()
        try:
            found = datetime(
                int(groups["year"]),
                int(groups["month"]),
                int(groups["day"]),
                int(groups["hour"] or 0),
                int(groups["minute"] or 0),
                int(groups["second"] or 0),
                int((groups["fraction"] or "").ljust(6, "0")[:6]),
            )
        except ValueError:
            raise SqlError(
                242,
                "The conversion of a varchar data type to a datetime data type resulted in an out-of-range value.",
                batch_aborting=True,
            ) from None
        return found if groups["zone"] is None else found.replace(tzinfo=_zone(groups["zone"]))
    if text.strip() == "":
        return datetime(1900, 1, 1)
    what = "datetime" if target.kind is Kind.DATETIME else "date and/or time"
    raise SqlError(241, f"Conversion failed when converting {what} from character string.", batch_aborting=True)


def _zone(text: str) -> timezone:
    if text == "Z":
        return UTC
    sign = -1 if text[0] == "-" else 1
    return timezone(sign * timedelta(hours=int(text[1:3]), minutes=int(text[4:6])))


# --- others ---


def _guid_from_text(text: str) -> str:
    match = _GUID.match(text)
    if match is None:
        raise SqlError(
            8169, "Conversion failed when converting from a character string to uniqueidentifier.", batch_aborting=True
        )
    return match.group(1).upper()


def _to_binary(source: SqlType, target: SqlType, style: int) -> Conversion | None:
    limit = None if target.length == MAX_LENGTH else target.length
    if source.kind is Kind.VARBINARY:
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
