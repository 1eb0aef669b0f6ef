"""Values as text: implicitly, by CAST, and by the styles of CONVERT."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.values import types, values
from rehearsal.engines.tsql.values.datetimes import datetime_to_text
from rehearsal.engines.tsql.values.types import (
    APPROXIMATE,
    BINARIES,
    DATETIMES,
    INTEGERS,
    MAX_LENGTH,
    NUMERIC,
    Kind,
    SqlType,
)
from rehearsal.engines.tsql.values.values import Conversion, Value, overflow


def to_text(source: SqlType, target: SqlType, style: int | None) -> Conversion | None:
    limit = target.length
    if source.is_character:
        fits = limit == MAX_LENGTH or (0 < source.length <= limit)
        if target.kind in (Kind.CHAR, Kind.NCHAR):
            return lambda text: text[:limit].ljust(limit)
        return None if fits else lambda text: text[:limit]
    if target.kind in (Kind.CHAR, Kind.NCHAR):
        varying = Kind.VARCHAR if target.kind is Kind.CHAR else Kind.NVARCHAR
        inner = to_text(source, replace(target, kind=varying), style)
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
                raise overflow(source, target)
            return "*"

        return whole
    if source.kind in NUMERIC:

        def number(value: Value) -> str:
            text = plain(value)
            if len(text) > limit:
                raise overflow(source, target)
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
    if source.kind in DATETIMES:
        return datetime_to_text(source, style)
    if source.kind in BINARIES:
        if style == 1:
            return lambda value: "0x" + value.hex().upper()
        if style == 2:
            return lambda value: value.hex().upper()
        return lambda value: value.decode("latin-1")
    return str
