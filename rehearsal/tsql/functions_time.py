"""Functions over moments: the clock's, DATEDIFF by boundaries crossed, DATEADD, DATEPART."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from rehearsal.tsql import nodes, types, values
from rehearsal.tsql.errors import SqlError
from rehearsal.tsql.function_table import Function, FunctionCall, of_session, strict
from rehearsal.tsql.scope import Compiled
from rehearsal.tsql.types import MOMENTS, Kind
from rehearsal.tsql.values import Value

if TYPE_CHECKING:
    from rehearsal.tsql.session import Session

_PARTS = {
    "year": "year", "yy": "year", "yyyy": "year", "quarter": "quarter", "qq": "quarter", "q": "quarter",
    "month": "month", "mm": "month", "m": "month", "dayofyear": "dayofyear", "dy": "dayofyear", "y": "dayofyear",
    "day": "day", "dd": "day", "d": "day", "week": "week", "wk": "week", "ww": "week", "weekday": "weekday",
    "dw": "weekday", "hour": "hour", "hh": "hour", "minute": "minute", "mi": "minute", "n": "minute",
    "second": "second", "ss": "second", "s": "second", "millisecond": "millisecond", "ms": "millisecond",
    "microsecond": "microsecond", "mcs": "microsecond", "nanosecond": "nanosecond", "ns": "nanosecond",
}  # fmt: skip
_MICROSECONDS = {
    "day": 86_400_000_000,
    "hour": 3_600_000_000,
    "minute": 60_000_000,
    "second": 1_000_000,
    "millisecond": 1_000,
    "microsecond": 1,
}
_EPOCH = datetime(1, 1, 1)


def utc_now(session: Session) -> datetime:
    """The server's clock without a zone; the model's servers run on UTC, as EC2's Windows images do."""
    return session.server.now().astimezone(UTC).replace(tzinfo=None)


def _part(call: FunctionCall) -> str:
    literal = call.arguments[0]
    assert isinstance(literal, nodes.Literal)
    part = _PARTS.get(str(literal.value))
    if part is None:
        raise call.compiler.context.error(
            call.node, 155, f"'{literal.value}' is not a recognized {call.node.name.lower()} option."
        )
    return part


def _moment(call: FunctionCall, number: int) -> Compiled:
    value = call.value(number)
    return value if value.type.kind in MOMENTS else call.convert(value, types.DATETIME2)


def _plain(value: date | datetime) -> datetime:
    """Without zone: differences are taken between UTC moments."""
    if not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day)
    return value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value


def boundaries_crossed(part: str, start: datetime, end: datetime) -> int:
    """DATEDIFF: how many boundaries of `part` lie between the two, not how much time."""
    match part:
        case "year":
            return end.year - start.year
        case "quarter":
            return (end.year - start.year) * 4 + (end.month - 1) // 3 - (start.month - 1) // 3
        case "month":
            return (end.year - start.year) * 12 + end.month - start.month
        case "week":
            return (end.toordinal() // 7) - (start.toordinal() // 7)
        case "dayofyear" | "weekday":
            return end.toordinal() - start.toordinal()
        case "nanosecond":
            return 1000 * _ticks(end, 1) - 1000 * _ticks(start, 1)
        case _:
            unit = _MICROSECONDS[part]
            return _ticks(end, unit) - _ticks(start, unit)


def _ticks(moment: datetime, unit: int) -> int:
    passed = moment - _EPOCH
    return (passed.days * 86_400_000_000 + passed.seconds * 1_000_000 + passed.microseconds) // unit


def _datediff(call: FunctionCall) -> Compiled:
    part, start, end = _part(call), _moment(call, 1), _moment(call, 2)
    big = call.node.name == "DATEDIFF_BIG"
    kind = types.BIGINT if big else types.INT
    low, high = types.RANGES[kind.kind]

    def difference(one: Value, two: Value) -> int:
        found = boundaries_crossed(part, _plain(one), _plain(two))
        if not low <= found <= high:
            raise SqlError(
                535,
                f"The {call.node.name.lower()} function resulted in an overflow. The number of dateparts separating "
                f"two date/time instances is too large. Try to use {call.node.name.lower()} with a less precise "
                "datepart.",
            )
        return found

    return strict(kind, difference, start, end)


def _dateadd(call: FunctionCall) -> Compiled:
    part, amount, moment = _part(call), call.converted(1, types.INT), call.value(2)
    if moment.type.kind not in MOMENTS:
        moment = call.convert(moment, types.DATETIME)
    kind = moment.type

    def shifted(number: int, value: Value) -> Value:
        try:
            found = _add(part, number, value)
        except (OverflowError, ValueError):
            raise SqlError(517, f"Adding a value to a '{kind.name}' column caused an overflow.") from None
        return values.round_datetime(found) if kind.kind is Kind.DATETIME else found

    return strict(kind, shifted, amount, moment)


def _add(part: str, number: int, value: Value) -> Value:
    if part in ("year", "quarter", "month"):
        months = number * {"year": 12, "quarter": 3, "month": 1}[part]
        index = value.year * 12 + value.month - 1 + months
        year, month = divmod(index, 12)
        day = min(value.day, calendar.monthrange(year, month + 1)[1])
        return value.replace(year=year, month=month + 1, day=day)
    if part == "week":
        return value + timedelta(days=7 * number)
    if part in ("dayofyear", "weekday"):
        return value + timedelta(days=number)
    if part == "nanosecond":
        return value + timedelta(microseconds=number / 1000)
    return value + timedelta(microseconds=number * _MICROSECONDS[part])


def _datepart(call: FunctionCall) -> Compiled:
    part, moment = _part(call), _moment(call, 1)

    def read(value: Value) -> int:
        full = value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)
        match part:
            case "quarter":
                return (full.month - 1) // 3 + 1
            case "dayofyear":
                return full.timetuple().tm_yday
            case "week":
                return (full.timetuple().tm_yday + full.replace(month=1, day=1).isoweekday() % 7 - 1) // 7 + 1
            case "weekday":
                return full.isoweekday() % 7 + 1
            case "millisecond":
                return full.microsecond // 1000
            case "microsecond":
                return full.microsecond
            case "nanosecond":
                return full.microsecond * 1000
            case _:
                found: int = getattr(full, part)
                return found

    return strict(types.INT, read, moment)


def _named_part(part: str) -> Function:
    def build(call: FunctionCall) -> Compiled:
        moment = call.value(0)
        if moment.type.kind not in MOMENTS:
            moment = call.convert(moment, types.DATETIME)
        return strict(types.INT, lambda value: getattr(value, part), moment)

    return Function(1, 1, build)


_DATETIME_NOW = of_session(types.DATETIME, lambda session: values.round_datetime(utc_now(session)))
_DATETIME2_NOW = of_session(types.DATETIME2, utc_now)

TIME: Mapping[str, Function] = {
    "GETDATE": _DATETIME_NOW,
    "GETUTCDATE": _DATETIME_NOW,
    "CURRENT_TIMESTAMP": _DATETIME_NOW,
    "SYSDATETIME": _DATETIME2_NOW,
    "SYSUTCDATETIME": _DATETIME2_NOW,
    "SYSDATETIMEOFFSET": of_session(types.DATETIMEOFFSET, lambda session: utc_now(session).replace(tzinfo=UTC)),
    "DATEDIFF": Function(3, 3, _datediff),
    "DATEDIFF_BIG": Function(3, 3, _datediff),
    "DATEADD": Function(3, 3, _dateadd),
    "DATEPART": Function(2, 2, _datepart),
    "YEAR": _named_part("year"),
    "MONTH": _named_part("month"),
    "DAY": _named_part("day"),
}
