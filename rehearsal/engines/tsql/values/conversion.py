"""Conversions between types: implicit ones, CAST, CONVERT with a style, and their errors.

`converter(source, target)` builds the function once; it never sees NULL. Errors carry SQL Server's number and text.
Source: CAST and CONVERT (Transact-SQL), the conversion chart and the table of styles.
"""

from __future__ import annotations

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.values.conversion_to_bytes import guid_from_bytes, guid_from_text, to_binary
from rehearsal.engines.tsql.values.conversion_to_datetimes import to_datetime
from rehearsal.engines.tsql.values.conversion_to_numbers import to_decimal, to_float, to_integer, to_real
from rehearsal.engines.tsql.values.conversion_to_text import to_text
from rehearsal.engines.tsql.values.types import (
    APPROXIMATE,
    BINARIES,
    CHARACTER,
    DATETIMES,
    INTEGERS,
    NUMERIC,
    OLD_DATETIMES,
    Kind,
    SqlType,
)
from rehearsal.engines.tsql.values.values import Conversion, Value, Variant, never_converts

_NEW_DATETIMES = DATETIMES - OLD_DATETIMES
_NEED_CONVERT = frozenset(
    {(Kind.SQL_VARIANT, kind) for kind in Kind if kind is not Kind.SQL_VARIANT}
    | {(kind, binary) for kind in CHARACTER for binary in BINARIES}
    | {(moment, kind) for moment in OLD_DATETIMES for kind in NUMERIC}
)
_CLASH = frozenset(
    {pair for kind in NUMERIC for moment in _NEW_DATETIMES for pair in ((kind, moment), (moment, kind))}
    | {pair for kind in NUMERIC | DATETIMES for pair in ((kind, Kind.UNIQUEIDENTIFIER), (Kind.UNIQUEIDENTIFIER, kind))}
    | {(Kind.DATE, Kind.TIME), (Kind.TIME, Kind.DATE)}
)


def why_not_implicit(source: SqlType, target: SqlType) -> SqlError | None:
    """257 where SQL Server wants CONVERT, 206 where two types clash; None where one is converted silently."""
    pair = (source.kind, target.kind)
    if pair in _NEED_CONVERT:
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
        raise never_converts(source, target)
    kind, to = source.kind, target.kind
    if kind is Kind.SQL_VARIANT:
        return None if to is Kind.SQL_VARIANT else _from_variant(target, style)
    if to is Kind.SQL_VARIANT:
        return lambda value: Variant(source, value)
    if to in CHARACTER:
        return to_text(source, target, style)
    if to in INTEGERS or to is Kind.BIT:
        return to_integer(source, target)
    if to is Kind.DECIMAL:
        return to_decimal(source, target)
    if to in APPROXIMATE:
        return to_real(source) if to is Kind.REAL else to_float(source)
    if to in DATETIMES:
        return to_datetime(source, target, style or 0)
    if to is Kind.UNIQUEIDENTIFIER and kind in CHARACTER:
        return guid_from_text
    if to in BINARIES:
        return to_binary(source, target, style or 0)
    if to is Kind.UNIQUEIDENTIFIER and kind in BINARIES:
        return guid_from_bytes
    if to is Kind.UNIQUEIDENTIFIER and kind is not to:
        raise never_converts(source, target)
    return None


def _from_variant(target: SqlType, style: int | None) -> Conversion:
    def convert(value: Variant) -> Value:
        inner = converter(value.type, target, style)
        return value.value if inner is None else inner(value.value)

    return convert
