"""System.TimeSpan: a duration in 100-nanosecond ticks."""

from __future__ import annotations

import re
from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_conversion,
    net_method,
    net_property,
    net_static,
    net_static_property,
)
from rehearsal.engines.powershell.objects.numbers import INTEGER_TYPES, Int64
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject

TICKS_PER_MILLISECOND = 10_000
TICKS_PER_SECOND = 10_000_000
TICKS_PER_MINUTE = 60 * TICKS_PER_SECOND
TICKS_PER_HOUR = 60 * TICKS_PER_MINUTE
TICKS_PER_DAY = 24 * TICKS_PER_HOUR

_TEXT = re.compile(
    r"\s*(?P<sign>-)?(?:(?P<days>\d+)(?:\.(?=\d+:)|\Z|\s*\Z))?"
    r"(?:(?P<hours>\d{1,2}):(?P<minutes>\d{1,2})(?::(?P<seconds>\d{1,2})(?:\.(?P<fraction>\d{1,7}))?)?)?\s*\Z"
)


@net_type("System.TimeSpan", value_type=True, accelerators=("timespan",), interfaces=("System.IComparable",))
class TimeSpan(NetObject):
    """A duration."""

    __slots__ = ("members", "ticks")

    def __init__(self, ticks: int) -> None:
        self.members = None
        self.ticks = int(ticks)

    def ps_string(self) -> str:
        return span_text(self.ticks)

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        return self.ps_compare(other, ignore_case) == 0

    def ps_compare(self, other: object, ignore_case: bool) -> int | None:
        if isinstance(other, str):
            ticks = parse_span(other)
            other = None if ticks is None else TimeSpan(ticks)
        if not isinstance(other, TimeSpan):
            return None
        return (self.ticks > other.ticks) - (self.ticks < other.ticks)

    def ps_hash_key(self) -> object:
        return self.ticks

    def ps_binary(self, operator: str, other: object) -> object:
        if isinstance(other, TimeSpan) and operator in "+-":
            return TimeSpan(self.ticks + (other.ticks if operator == "+" else -other.ticks))
        return NotImplemented

    @net_constructor("long")
    def _from_ticks(ticks: int) -> TimeSpan:
        return TimeSpan(ticks)

    @net_constructor("int", "int", "int")
    @net_constructor("int", "int", "int", "int")
    @net_constructor("int", "int", "int", "int", "int")
    def _from_parts(*parts: int) -> TimeSpan:
        days, rest = (0, parts) if len(parts) == 3 else (parts[0], parts[1:])
        hours, minutes, seconds = rest[:3]
        milliseconds = rest[3] if len(rest) > 3 else 0
        total = days * TICKS_PER_DAY + hours * TICKS_PER_HOUR + minutes * TICKS_PER_MINUTE
        return TimeSpan(total + seconds * TICKS_PER_SECOND + milliseconds * TICKS_PER_MILLISECOND)

    @net_conversion
    def _convert(value: Any, run: Any) -> Any:
        if isinstance(value, str):
            return _parsed(value)
        if type(value) in INTEGER_TYPES:
            return TimeSpan(int(value))
        return NotImplemented

    @net_static("Parse", "string", returns="timespan")
    def parse(text: str) -> TimeSpan:
        return _parsed(text)

    @net_static("TryParse", "string", "ref", returns="bool")
    def try_parse(text: str, result: Any) -> bool:
        ticks = parse_span(text)
        result.set(TimeSpan(ticks or 0))
        return ticks is not None

    @net_static("FromTicks", "long", returns="timespan")
    def from_ticks(value: int) -> TimeSpan:
        return TimeSpan(value)

    @net_static("FromMilliseconds", "double", returns="timespan")
    def from_milliseconds(value: float) -> TimeSpan:
        return _of(value, 1)

    @net_static("FromSeconds", "double", returns="timespan")
    def from_seconds(value: float) -> TimeSpan:
        return _of(value, 1000)

    @net_static("FromMinutes", "double", returns="timespan")
    def from_minutes(value: float) -> TimeSpan:
        return _of(value, 60_000)

    @net_static("FromHours", "double", returns="timespan")
    def from_hours(value: float) -> TimeSpan:
        return _of(value, 3_600_000)

    @net_static("FromDays", "double", returns="timespan")
    def from_days(value: float) -> TimeSpan:
        return _of(value, 86_400_000)

    @net_static_property("Zero", "timespan")
    def zero() -> TimeSpan:
        return TimeSpan(0)

    @net_static_property("MaxValue", "timespan")
    def max_value() -> TimeSpan:
        return TimeSpan(2**63 - 1)

    @net_property("Ticks", "long")
    def ticks_property(self) -> Int64:
        return Int64(self.ticks)

    @net_property("Days", "int")
    def days(self) -> int:
        return _whole(self.ticks, TICKS_PER_DAY)

    @net_property("Hours", "int")
    def hours(self) -> int:
        return _rest(self.ticks, TICKS_PER_HOUR, 24)

    @net_property("Minutes", "int")
    def minutes(self) -> int:
        return _rest(self.ticks, TICKS_PER_MINUTE, 60)

    @net_property("Seconds", "int")
    def seconds(self) -> int:
        return _rest(self.ticks, TICKS_PER_SECOND, 60)

    @net_property("Milliseconds", "int")
    def milliseconds(self) -> int:
        return _rest(self.ticks, TICKS_PER_MILLISECOND, 1000)

    @net_property("TotalDays", "double")
    def total_days(self) -> float:
        return self.ticks / TICKS_PER_DAY

    @net_property("TotalHours", "double")
    def total_hours(self) -> float:
        return self.ticks / TICKS_PER_HOUR

    @net_property("TotalMinutes", "double")
    def total_minutes(self) -> float:
        return self.ticks / TICKS_PER_MINUTE

    @net_property("TotalSeconds", "double")
    def total_seconds(self) -> float:
        return self.ticks / TICKS_PER_SECOND

    @net_property("TotalMilliseconds", "double")
    def total_milliseconds(self) -> float:
        return self.ticks / TICKS_PER_MILLISECOND

    @net_method("Add", "timespan", returns="timespan")
    def add(self, other: TimeSpan) -> TimeSpan:
        return TimeSpan(self.ticks + other.ticks)

    @net_method("Subtract", "timespan", returns="timespan")
    def subtract(self, other: TimeSpan) -> TimeSpan:
        return TimeSpan(self.ticks - other.ticks)

    @net_method("Negate", returns="timespan")
    def negate(self) -> TimeSpan:
        return TimeSpan(-self.ticks)

    @net_method("Duration", returns="timespan")
    def duration(self) -> TimeSpan:
        return TimeSpan(abs(self.ticks))

    @net_method("ToString", returns="string")
    @net_method("ToString", "string", returns="string")
    def to_string(self, wanted: str = "c") -> str:
        return format_span(self.ticks, wanted)


def _of(value: float, milliseconds: int) -> TimeSpan:
    # .NET Framework rounds to the nearest millisecond
    amount = value * milliseconds
    return TimeSpan(int(amount + (0.5 if amount >= 0 else -0.5)) * TICKS_PER_MILLISECOND)


def _whole(ticks: int, unit: int) -> int:
    return abs(ticks) // unit * (-1 if ticks < 0 else 1)


def _rest(ticks: int, unit: int, base: int) -> int:
    return abs(ticks) // unit % base * (-1 if ticks < 0 else 1)


def span_text(ticks: int) -> str:
    """The constant format: [-][d.]hh:mm:ss[.fffffff]."""
    sign, ticks = ("-", -ticks) if ticks < 0 else ("", ticks)
    days, rest = divmod(ticks, TICKS_PER_DAY)
    hours, rest = divmod(rest, TICKS_PER_HOUR)
    minutes, rest = divmod(rest, TICKS_PER_MINUTE)
    seconds, fraction = divmod(rest, TICKS_PER_SECOND)
    head = f"{days}." if days else ""
    tail = f".{fraction:07d}" if fraction else ""
    return f"{sign}{head}{hours:02d}:{minutes:02d}:{seconds:02d}{tail}"


def parse_span(text: str) -> int | None:
    """Ticks of `[-][d.]hh:mm[:ss[.fffffff]]` or of whole days; None when it isn't a duration."""
    found = _TEXT.match(text)
    if not found or (found["days"] is None and found["hours"] is None):
        return None
    hours, minutes, seconds = (int(found[name] or 0) for name in ("hours", "minutes", "seconds"))
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    ticks = int(found["days"] or 0) * TICKS_PER_DAY + hours * TICKS_PER_HOUR + minutes * TICKS_PER_MINUTE
    ticks += seconds * TICKS_PER_SECOND + int((found["fraction"] or "0").ljust(7, "0"))
    return -ticks if found["sign"] else ticks


def _parsed(text: str) -> TimeSpan:
    ticks = parse_span(text)
    if ticks is None:
        raise PSException("System.FormatException", "String was not recognized as a valid TimeSpan.")
    return TimeSpan(ticks)


_CUSTOM = re.compile(r"d{1,8}|h{1,2}|m{1,2}|s{1,2}|f{1,7}|F{1,7}|\\(.)|'([^']*)'|\"([^\"]*)\"|%|(.)", re.DOTALL)


def format_span(ticks: int, wanted: str) -> str:
    """`ToString(format)`: c, g, G, or a custom format whose literals are quoted or escaped."""
    if wanted in ("", "c", "t", "T"):
        return span_text(ticks)
    magnitude = abs(ticks)
    days, rest = divmod(magnitude, TICKS_PER_DAY)
    hours, rest = divmod(rest, TICKS_PER_HOUR)
    minutes, rest = divmod(rest, TICKS_PER_MINUTE)
    seconds, fraction = divmod(rest, TICKS_PER_SECOND)
    sign = "-" if ticks < 0 else ""
    if wanted == "g":
        tail = f".{fraction:07d}".rstrip("0") if fraction else ""
        return f"{sign}{f'{days}:' if days else ''}{hours}:{minutes:02d}:{seconds:02d}{tail}"
    if wanted == "G":
        return f"{sign}{days}:{hours:02d}:{minutes:02d}:{seconds:02d}.{fraction:07d}"
    parts: list[str] = []
    for found in _CUSTOM.finditer(wanted):
        token = found[0]
        match token[0]:
            case "d" if found[4] is None:
                parts.append(str(days).zfill(len(token)))
            case "h" if found[4] is None:
                parts.append(str(hours).zfill(len(token)))
            case "m" if found[4] is None:
                parts.append(str(minutes).zfill(len(token)))
            case "s" if found[4] is None:
                parts.append(str(seconds).zfill(len(token)))
            case "f" if found[4] is None:
                parts.append(f"{fraction:07d}"[: len(token)])
            case "F" if found[4] is None:
                parts.append(f"{fraction:07d}"[: len(token)].rstrip("0"))
            case "\\":
                parts.append(found[1])
            case "'" if found[2] is not None:
                parts.append(found[2])
            case '"' if found[3] is not None:
                parts.append(found[3])
            case "%":
                continue
            case _:
                raise PSException("System.FormatException", "Input string was not in a correct format.")
    return "".join(parts)
