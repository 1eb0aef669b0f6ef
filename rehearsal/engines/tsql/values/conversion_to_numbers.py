"""Values as numbers: bit, the integers, numeric, real and float."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.values import types, values
from rehearsal.engines.tsql.values.types import (
    APPROXIMATE,
    BINARIES,
    EXACT,
    INTEGERS,
    NUMERIC,
    OLD_DATETIMES,
    Kind,
    SqlType,
)
from rehearsal.engines.tsql.values.values import Conversion, never_converts, overflow

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)")
_FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_WIDE = Context(prec=80)


def to_integer(source: SqlType, target: SqlType) -> Conversion | None:
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
                raise overflow(source, target)
            return number

        return truncated
    if source.kind in BINARIES:
        size = {Kind.TINYINT: 1, Kind.SMALLINT: 2, Kind.INT: 4, Kind.BIGINT: 8}[kind]
        return lambda value: int.from_bytes(value[-size:].rjust(size, b"\0"), "big", signed=kind is not Kind.TINYINT)
    if source.kind in OLD_DATETIMES:
        return lambda value: round(_days_since_1900(value) + 1e-9)
    raise never_converts(source, target)


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
    raise never_converts(source, types.BIT)


def to_decimal(source: SqlType, target: SqlType) -> Conversion:
    step = Decimal(1).scaleb(-target.scale)
    limit = Decimal(10) ** (target.precision - target.scale)

    def fitted(value: Decimal) -> Decimal:
        rounded = round_half_up(value, step)
        if abs(rounded) >= limit:
            raise overflow(source, target)
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
    if source.kind in OLD_DATETIMES:
        return lambda value: fitted(Decimal(_days_since_1900(value)))
    raise never_converts(source, target)


def round_half_up(value: Decimal, step: Decimal) -> Decimal:
    try:
        return value.quantize(step, rounding=ROUND_HALF_UP, context=_WIDE)
    except InvalidOperation:
        raise SqlError(8115, "Arithmetic overflow error converting expression to data type numeric.") from None


def to_real(source: SqlType) -> Conversion | None:
    """Four bytes: about seven digits are left."""
    if source.kind is Kind.REAL:
        return None
    inner = to_float(source)
    return lambda value: values.as_real(value if inner is None else inner(value))


def to_float(source: SqlType) -> Conversion | None:
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
    if source.kind in OLD_DATETIMES:
        return _days_since_1900
    raise never_converts(source, types.FLOAT)
