"""Values as dates and times."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.values import values
from rehearsal.engines.tsql.values.datetimes import parse_datetime
from rehearsal.engines.tsql.values.types import (
    DATETIMES,
    NUMERIC,
    OLD_DATETIMES,
    Kind,
    SqlType,
)
from rehearsal.engines.tsql.values.values import Conversion, Value, never_converts


def to_datetime(source: SqlType, target: SqlType, style: int) -> Conversion | None:
    finish = _finisher(target)
    if source.is_character:
        return lambda text: finish(parse_datetime(text, source, target, style))
    if source.kind in DATETIMES:
        return finish
    if target.kind in OLD_DATETIMES and source.kind in NUMERIC:

        def from_days(days: Value) -> Value:
            try:
                return finish(datetime(1900, 1, 1) + timedelta(days=float(days)))
            except OverflowError:
                raise SqlError(
                    8115, f"Arithmetic overflow error converting expression to data type {target.name}."
                ) from None

        return from_days
    raise never_converts(source, target)


def _finisher(target: SqlType) -> Callable[[Value], Value]:
    def finish(value: date | datetime | time) -> Value:
        full = _full_datetime(value)
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


def _full_datetime(value: date | datetime | time) -> datetime:
    if isinstance(value, datetime):
        return value
    if isinstance(value, time):
        return datetime.combine(date(1900, 1, 1), value)
    return datetime(value.year, value.month, value.day)
