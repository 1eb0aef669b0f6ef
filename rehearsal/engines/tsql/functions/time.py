"""Functions over dates and times: the clock's, DATEDIFF by boundaries crossed, DATEADD, DATEPART."""

from __future__ import annotations

import calendar
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.functions.declaration import Function, FunctionCall, of_session, strict
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, Run
from rehearsal.engines.tsql.runtime.session import Session
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.values import types, values
from rehearsal.engines.tsql.values.datetimes import parse_datetime
from rehearsal.engines.tsql.values.types import DATETIMES, Kind, SqlType
from rehearsal.engines.tsql.values.values import Value

_PARTS = {
    "year": "year", "yy": "year", "yyyy": "year", "quarter": "quarter", "qq": "quarter", "q": "quarter",
    "month": "month", "mm": "month", "m": "month", "dayofyear": "dayofyear", "dy": "dayofyear", "y": "dayofyear",
    "day": "day", "dd": "day", "d": "day", "week": "week", "wk": "week", "ww": "week", "weekday": "weekday",
    "dw": "weekday", "hour": "hour", "hh": "hour", "minute": "minute", "mi": "minute", "n": "minute",
    "second": "second", "ss": "second", "s": "second", "millisecond": "millisecond", "ms": "millisecond",
    "microsecond": "microsecond", "mcs": "microsecond", "nanosecond": "nanosecond", "ns": "nanosecond",
    "w": "weekday", "iso_week": "iso_week", "isowk": "iso_week", "isoww": "iso_week", "tzoffset": "tzoffset",
    "tz": "tzoffset",
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
_OFFSET = re.compile(r"([+-])(\d{2}):(\d{2})")
_CLOCK_PARTS = frozenset({"hour", "minute", "second", "millisecond", "microsecond", "nanosecond"})
_DAY_PARTS = frozenset({"year", "quarter", "month", "dayofyear", "day", "week", "weekday", "iso_week"})
_NOT_IN = {
    Kind.DATE: _CLOCK_PARTS,
    Kind.TIME: _DAY_PARTS,
    Kind.DATETIME: frozenset({"microsecond", "nanosecond"}),
    Kind.SMALLDATETIME: frozenset({"microsecond", "nanosecond"}),
}
"""Parts that can't be added to a value of the type (9810)."""


def utc_now(session: Session) -> datetime:
    """The server's clock without a zone; the model's servers run on UTC, as EC2's Windows images do."""
    return session.server.now().astimezone(UTC).replace(tzinfo=None)


def _part(call: FunctionCall) -> str:
    literal = call.arguments[0]
    assert isinstance(literal, nodes.Literal)
    part = _PARTS.get(str(literal.value))
    if part is None:
        raise call.compiler.context.error(
            call.node, 155, f"'{literal.value!s}' is not a recognized {call.node.name.lower()} option."
        )
    return part


def _datetime(call: FunctionCall, number: int) -> Compiled:
    value = call.value(number)
    return value if value.type.kind in DATETIMES else call.convert(value, types.DATETIME2)


def _plain(value: date | datetime | time) -> datetime:
    """Without zone: differences are taken in UTC."""
    if isinstance(value, time):
        return datetime.combine(date(1900, 1, 1), value)
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
        case "iso_week" | "tzoffset":
            raise SqlError(9806, f"The datepart {part} is not supported by date function datediff.")
        case "nanosecond":
            return 1000 * _ticks(end, 1) - 1000 * _ticks(start, 1)
        case _:
            unit = _MICROSECONDS[part]
            return _ticks(end, unit) - _ticks(start, unit)


def _ticks(moment: datetime, unit: int) -> int:
    passed = moment - _EPOCH
    return (passed.days * 86_400_000_000 + passed.seconds * 1_000_000 + passed.microseconds) // unit


def _datediff(call: FunctionCall) -> Compiled:
    part, start, end = _part(call), _datetime(call, 1), _datetime(call, 2)
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
    if moment.type.kind not in DATETIMES:
        moment = call.convert(moment, types.DATETIME)
    kind = moment.type
    if part in _NOT_IN.get(kind.kind, ()) or part in ("iso_week", "tzoffset"):
        raise call.compiler.context.error(
            call.node, 9810, f"The datepart {part} is not supported by date function dateadd for data type {kind.name}."
        )

    def shifted(number: int, value: Value) -> Value:
        try:
            if isinstance(value, time):
                return _add(part, number, datetime.combine(date(2000, 1, 1), value)).time()
            found = _add(part, number, value)
        except (OverflowError, ValueError):
            raise SqlError(517, f"Adding a value to a '{kind.name}' column caused an overflow.") from None
        if kind.kind is Kind.SMALLDATETIME:
            return values.round_to_minute(found)
        if kind.kind is not Kind.DATETIME:
            return found
        if found.year < 1753:
            raise SqlError(517, f"Adding a value to a '{kind.name}' column caused an overflow.")
        return values.round_datetime(found)

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


def _part_of(part: str, value: date | datetime | time) -> int:
    full = value if isinstance(value, datetime) else _plain(value)
    match part:
        case "quarter":
            return (full.month - 1) // 3 + 1
        case "dayofyear":
            return full.timetuple().tm_yday
        case "week":
            return (full.timetuple().tm_yday + full.replace(month=1, day=1).isoweekday() % 7 - 1) // 7 + 1
        case "iso_week":
            return full.isocalendar().week
        case "weekday":
            return full.isoweekday() % 7 + 1
        case "tzoffset":
            return 0 if full.tzinfo is None else int((full.utcoffset() or timedelta()) / timedelta(minutes=1))
        case "millisecond":
            return full.microsecond // 1000
        case "microsecond":
            return full.microsecond
        case "nanosecond":
            return full.microsecond * 1000
        case _:
            found: int = getattr(full, part)
            return found


def _checked_part(call: FunctionCall, moment: Compiled) -> str:
    part = _part(call)
    kind = moment.type.kind
    if (kind is Kind.DATE and part in _CLOCK_PARTS) or (kind is Kind.TIME and part in _DAY_PARTS):
        raise call.compiler.context.error(
            call.node, 9810, f"The datepart {part} is not supported by date function {call.node.name.lower()} for data "
            f"type {moment.type.name}.",
        )  # fmt: skip
    return part


def _datepart(call: FunctionCall) -> Compiled:
    moment = _datetime(call, 1)
    part = _checked_part(call, moment)
    return strict(types.INT, lambda value: _part_of(part, value), moment)


def _datename(call: FunctionCall) -> Compiled:
    moment = _datetime(call, 1)
    part = _checked_part(call, moment)

    def named(value: Value) -> str:
        if part == "month":
            return calendar.month_name[_plain(value).month]
        if part == "weekday":
            return calendar.day_name[_plain(value).weekday()]
        return str(_part_of(part, value))

    return strict(types.nvarchar(30), named, moment)


def _datetrunc(call: FunctionCall) -> Compiled:
    part, moment = _part(call), _datetime(call, 1)
    kind = moment.type

    def cut(value: Value) -> Value:
        full = value if isinstance(value, datetime) else _plain(value)
        midnight = full.replace(hour=0, minute=0, second=0, microsecond=0)
        match part:
            case "year":
                found = midnight.replace(month=1, day=1)
            case "quarter":
                found = midnight.replace(month=(full.month - 1) // 3 * 3 + 1, day=1)
            case "month":
                found = midnight.replace(day=1)
            case "week":
                found = midnight - timedelta(days=full.isoweekday() % 7)
            case "iso_week":
                found = midnight - timedelta(days=full.weekday())
            case "day" | "dayofyear" | "weekday":
                found = midnight
            case _ if part in _MICROSECONDS:
                since = int((full - midnight) / timedelta(microseconds=1))
                found = midnight + timedelta(microseconds=since // _MICROSECONDS[part] * _MICROSECONDS[part])
            case _:
                raise SqlError(9806, f"The datepart {part} is not supported by date function datetrunc.")
        return found.date() if kind.kind is Kind.DATE else found.time() if kind.kind is Kind.TIME else found

    return strict(kind, cut, moment)


def _eomonth(call: FunctionCall) -> Compiled:
    day = call.converted(0, types.DATE)
    months = call.converted(1, types.INT) if len(call.arguments) == 2 else None

    def last(value: date, shift: int = 0) -> date:
        try:
            found: date = _add("month", shift, value.replace(day=1))
        except (OverflowError, ValueError):
            raise SqlError(517, "Adding a value to a 'date' column caused an overflow.") from None
        return found.replace(day=calendar.monthrange(found.year, found.month)[1])

    return strict(types.DATE, last, day, *([months] if months is not None else []))


def _from_parts(kind: SqlType, arguments: int) -> Function:
    """DATEFROMPARTS and the others: 289 for parts that are no date."""

    def build(call: FunctionCall) -> Compiled:
        numbers = [call.converted(number, types.INT) for number in range(arguments)]

        def made(*given: int) -> Value:
            try:
                year, month, day, *clock = given
                hour, minute, second, rest = clock or (0, 0, 0, 0)
                found = datetime(year, month, day, hour, minute, second, rest * 1000)
            except ValueError:
                name = "date" if kind.kind is Kind.DATE else "datetime"
                raise SqlError(
                    289, f"Cannot construct data type {name}, some of the arguments have values which are not valid."
                ) from None
            return found.date() if kind.kind is Kind.DATE else values.round_datetime(found)

        return strict(kind, made, *numbers)

    return Function(arguments, arguments, build)


def _switch_offset(call: FunctionCall) -> Compiled:
    moment, offset = call.converted(0, types.DATETIMEOFFSET), call.converted(1, types.nvarchar(10))

    def switched(value: datetime, zone: str) -> datetime:
        match = _OFFSET.fullmatch(zone)
        if match is None:
            raise SqlError(9812, "The timezone provided to builtin function switchoffset is invalid.")
        sign, hours, minutes = match.groups()
        shift = timedelta(hours=int(hours), minutes=int(minutes))
        return value.astimezone(timezone(-shift if sign == "-" else shift))

    return strict(types.DATETIMEOFFSET, switched, moment, offset)


def _isdate(call: FunctionCall) -> Compiled:
    text = call.text(0)

    def is_date(row: Frame, run: Run) -> int:
        value = text.run(row, run)
        try:
            return int(value is not None and parse_datetime(value, text.type, types.DATETIME) is not None)
        except SqlError:
            return 0

    return Compiled(types.INT, is_date)


def _named_part(part: str) -> Function:
    def build(call: FunctionCall) -> Compiled:
        moment = call.value(0)
        if moment.type.kind not in DATETIMES:
            moment = call.convert(moment, types.DATETIME)
        return strict(types.INT, lambda value: getattr(_plain(value), part), moment)

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
    "DATEDIFF_BIG": Function(3, 3, _datediff, since=13),
    "DATEADD": Function(3, 3, _dateadd),
    "DATEPART": Function(2, 2, _datepart),
    "DATENAME": Function(2, 2, _datename),
    "DATETRUNC": Function(2, 2, _datetrunc, since=16),
    "EOMONTH": Function(1, 2, _eomonth),
    "DATEFROMPARTS": _from_parts(types.DATE, 3),
    "DATETIMEFROMPARTS": _from_parts(types.DATETIME, 7),
    "SWITCHOFFSET": Function(2, 2, _switch_offset),
    "ISDATE": Function(1, 1, _isdate),
    "YEAR": _named_part("year"),
    "MONTH": _named_part("month"),
    "DAY": _named_part("day"),
}
