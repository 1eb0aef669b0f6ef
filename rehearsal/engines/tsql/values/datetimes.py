"""Dates and times as text and back: the styles of CONVERT, and every form of text that a cast reads.

The language is us_english: text is month, day, year unless a style says otherwise; two-digit years end in 2049.
Source: CAST and CONVERT (Transact-SQL), date and time styles; datetime (Transact-SQL), supported string literals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import lru_cache

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.values.types import SHARES_OF_SECONDS, Kind, SqlType
from rehearsal.engines.tsql.values.values import Value

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DATE_FORMATS: Mapping[int, str] = {
    1: "%m/%d/%y", 101: "%m/%d/%Y", 2: "%y.%m.%d", 102: "%Y.%m.%d", 3: "%d/%m/%y", 103: "%d/%m/%Y", 4: "%d.%m.%y",
    104: "%d.%m.%Y", 5: "%d-%m-%y", 105: "%d-%m-%Y", 10: "%m-%d-%y", 110: "%m-%d-%Y", 11: "%y/%m/%d", 111: "%Y/%m/%d",
    12: "%y%m%d", 112: "%Y%m%d", 23: "%Y-%m-%d",
}  # fmt: skip
_TIMES_ONLY = frozenset({8, 24, 108, 14, 114})
_DAY_FIRST = frozenset({3, 4, 5, 6, 13, 103, 104, 105, 106, 113})
_YEAR_FIRST = frozenset({2, 11, 12, 20, 21, 23, 25, 102, 111, 112, 120, 121, 126, 127})


def datetime_to_text(source: SqlType, style: int | None) -> Callable[[Value], str]:
    """The function for a style; without one datetime and smalldatetime are in style 0, the others in 121.

    Raises SqlError 281 for a style that doesn't exist for the type.
    """
    old = source.kind in (Kind.DATETIME, Kind.SMALLDATETIME)
    wanted = (0 if old else 121) if style is None else style
    if source.kind is Kind.TIME:
        found = _time_style(source, wanted)
    elif source.kind is Kind.DATE:
        found = None if wanted in _TIMES_ONLY else _date_style(wanted)
    else:
        found = _full_style(source, wanted)
    if found is None:
        raise SqlError(
            281, f"{wanted} is not a valid style number when converting from {source.name} to a character string."
        )
    return found


def _fraction(source: SqlType, value: datetime | time, mark: str = ".") -> str:
    digits = source.scale if source.kind in SHARES_OF_SECONDS else 3 if source.kind is Kind.DATETIME else 0
    return f"{mark}{value.microsecond:06d}0"[: digits + 1] if digits else ""


def _clock12(value: datetime | time) -> str:
    return f"{value.hour % 12 or 12:2d}:{value.minute:02d}"


def _half(value: datetime | time) -> str:
    return "AM" if value.hour < 12 else "PM"


def _named(value: date | datetime) -> str:
    return f"{_MONTHS[value.month - 1]} {value.day:2d} {value.year}"


def _date_style(style: int) -> Callable[[Value], str] | None:
    match style:
        case 0 | 9 | 100 | 109:
            return _named
        case 6 | 106 | 13 | 113:
            return lambda value: f"{value.day:02d} {_MONTHS[value.month - 1]} {_year(value, style)}"
        case 7 | 107:
            return lambda value: f"{_MONTHS[value.month - 1]} {value.day:02d}, {_year(value, style)}"
        case 20 | 21 | 25 | 120 | 121 | 126 | 127:
            return lambda value: f"{value.year:04d}-{value.month:02d}-{value.day:02d}"
        case _ if style in _DATE_FORMATS:
            form = _DATE_FORMATS[style]
            return lambda value: _formatted(value, form)
        case _:
            return None


def _year(value: date, style: int) -> str:
    return f"{value.year % 100:02d}" if style in (6, 7) else f"{value.year:04d}"


def _formatted(value: date, form: str) -> str:
    """strftime without its locale, and with four digits for every year."""
    parts = {"%Y": f"{value.year:04d}", "%y": f"{value.year % 100:02d}", "%m": f"{value.month:02d}"}
    parts["%d"] = f"{value.day:02d}"
    for mark, text in parts.items():
        form = form.replace(mark, text)
    return form


def _time_style(source: SqlType, style: int) -> Callable[[Value], str] | None:
    match style:
        case 0 | 100:
            return lambda value: _clock12(value) + _half(value)
        case 8 | 24 | 108 | 20 | 120:
            return lambda value: f"{value.hour:02d}:{value.minute:02d}:{value.second:02d}"
        case 9 | 109:
            return lambda value: f"{_clock12(value)}:{value.second:02d}{_fraction(source, value)}{_half(value)}"
        case 13 | 113 | 14 | 114 | 21 | 25 | 121 | 126 | 127:
            return lambda value: f"{value.hour:02d}:{value.minute:02d}:{value.second:02d}{_fraction(source, value)}"
        case _:
            return None


def _full_style(source: SqlType, style: int) -> Callable[[Value], str] | None:
    # datetime sets its thousandths off with a colon in the old styles
    mark = ":" if source.kind in (Kind.DATETIME, Kind.SMALLDATETIME) else "."
    zone = _zone_text if source.kind is Kind.DATETIMEOFFSET else (lambda _value: "")

    def clock(value: datetime) -> str:
        return f"{value.hour:02d}:{value.minute:02d}:{value.second:02d}"

    def thousandths(value: datetime) -> str:
        return _fraction(source, value, mark) or (":000" if source.kind is Kind.SMALLDATETIME else "")

    match style:
        case 0 | 100:
            return lambda value: f"{_named(value)} {_clock12(value)}{_half(value)}" + zone(value)
        case 8 | 24 | 108:
            return clock
        case 9 | 109:
            return lambda value: (
                f"{_named(value)} {_clock12(value)}:{value.second:02d}{thousandths(value)}{_half(value)}" + zone(value)
            )
        case 13 | 113:
            return lambda value: (
                f"{value.day:02d} {_MONTHS[value.month - 1]} {value.year} {clock(value)}{thousandths(value)}"
                + zone(value)
            )
        case 14 | 114:
            return lambda value: clock(value) + thousandths(value)
        case 20 | 120:
            return lambda value: f"{_formatted(value, '%Y-%m-%d')} {clock(value)}" + zone(value)
        case 21 | 25 | 121:
            return lambda value: (
                f"{_formatted(value, '%Y-%m-%d')} {clock(value)}"
                + (_fraction(source, value) or (".000" if source.kind is Kind.SMALLDATETIME else ""))
                + zone(value)
            )
        case 22:
            return lambda value: f"{_formatted(value, '%m/%d/%y')} {_clock12(value)}:{value.second:02d} {_half(value)}"
        case 126 | 127:
            return lambda value: _iso(source, value, style)
        case _:
            return _date_style(style)


def _zone_text(value: datetime) -> str:
    offset = value.strftime("%z")
    return f" {offset[:3]}:{offset[3:5]}"


def _iso(source: SqlType, value: datetime, style: int) -> str:
    suffix = ""
    if source.kind is Kind.DATETIMEOFFSET:
        suffix = "Z" if style == 127 else _zone_text(value).strip()
        value = value.astimezone(UTC) if style == 127 else value
    text = f"{_formatted(value, '%Y-%m-%d')}T{value.hour:02d}:{value.minute:02d}:{value.second:02d}"
    # datetime leaves out a fraction of zero
    if source.kind is Kind.DATETIME and value.microsecond == 0:
        return text + suffix
    return text + _fraction(source, value) + suffix


# --- from text ---

_NAMES = "|".join(_MONTHS)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:T(.+))?")
_COMPACT = re.compile(r"(\d{4}|\d{2})(\d{2})(\d{2})")
_NUMBERS = re.compile(r"(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})")
_NAME_FIRST = re.compile(rf"({_NAMES})[a-z]*\.?\s+(\d{{1,2}}),?\s+(\d{{4}}|\d{{2}})", re.IGNORECASE)
_NAME_SECOND = re.compile(rf"(\d{{1,2}})[\s-]+({_NAMES})[a-z]*\.?,?[\s-]+(\d{{4}}|\d{{2}})", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?P<hour>\d{1,2})(?:(?::(?P<minute>\d{1,2})(?::(?P<second>\d{1,2})(?P<fraction>[.:]\d{1,9})?)?)?\s*(?P<half>AM|PM)"
    r"|:(?P<minute2>\d{1,2})(?::(?P<second2>\d{1,2})(?P<fraction2>[.:]\d{1,9})?)?)",
    re.IGNORECASE,
)
_ZONE = re.compile(r"\s*(Z|[+-]\d{2}:\d{2})$")
_EMPTY = datetime(1900, 1, 1)


class _NotADate(Exception):  # noqa: N818 - never leaves this module
    """`out_of_range`: it has the form of a date, but there is no such day or hour."""

    def __init__(self, *, out_of_range: bool = False) -> None:
        self.out_of_range = out_of_range


def parse_datetime(text: str, source: SqlType, target: SqlType, style: int = 0) -> datetime:
    """What a text means; aware when it has a zone. A text without a date is 1900-01-01, one without a time midnight.

    Raises SqlError 241 (295 for smalldatetime) for no date at all, 242 for one outside of datetime's range.
    """
    old = target.kind in (Kind.DATETIME, Kind.SMALLDATETIME)
    try:
        found, digits = _read(text.strip(" "), style)
    except _NotADate as problem:
        if problem.out_of_range and old:
            raise _out_of_range(source, target) from None
        raise _no_datetime(target) from None
    if old:
        if digits > 3 or (found.tzinfo is not None and found.utcoffset() != timedelta(0)):
            raise _no_datetime(target)
        if found.year < (1753 if target.kind is Kind.DATETIME else 1900):
            raise _out_of_range(source, target)
    return found


def _no_datetime(target: SqlType) -> SqlError:
    if target.kind is Kind.SMALLDATETIME:
        return SqlError(
            295, "Conversion failed when converting character string to smalldatetime data type.", batch_aborting=True
        )
    return SqlError(
        241, "Conversion failed when converting date and/or time from character string.", batch_aborting=True
    )


def _out_of_range(source: SqlType, target: SqlType) -> SqlError:
    return SqlError(
        242,
        f"The conversion of a {source.name} data type to a {target.name} data type resulted in an out-of-range value.",
        batch_aborting=True,
    )


@lru_cache(maxsize=512)
def _read(text: str, style: int) -> tuple[datetime, int]:
    """The date and time, and how many digits its fraction of a second had."""
    zone: timezone | None = None
    marked = _ZONE.search(text)
    if marked is not None and ":" in text[: marked.start()]:
        zone, text = _zone(marked.group(1)), text[: marked.start()]
    day, rest = _day(text, style)
    if not rest:
        moment, digits = day, 0
    else:
        clock = _CLOCK.fullmatch(rest)
        if clock is None:
            raise _NotADate
        moment, digits = _with_clock(day, clock)
    return moment.replace(tzinfo=zone), digits


def _day(text: str, style: int) -> tuple[datetime, str]:
    """The date at the beginning, and the text of the time behind it."""
    if not text or _CLOCK.fullmatch(text):
        return _EMPTY, text
    iso = _ISO.match(text)
    if iso is not None and (iso.group(4) or iso.end() == len(text) or text[iso.end()] == " "):
        return _date(*map(int, iso.groups()[:3])), (iso.group(4) or text[iso.end() :]).strip()
    for form in (_NUMBERS, _COMPACT, _NAME_FIRST, _NAME_SECOND):
        match = form.match(text)
        if match is None or (match.end() < len(text) and text[match.end()] != " "):
            continue
        rest = text[match.end() :].strip()
        one, two, three = match.groups()
        if form is _NAME_FIRST:
            return _date(_full(three), _month(one), int(two)), rest
        if form is _NAME_SECOND:
            return _date(_full(three), _month(two), int(one)), rest
        if form is _COMPACT or len(one) == 4 or style in _YEAR_FIRST:
            return _date(_full(one), int(two), int(three)), rest
        first, second = (two, one) if style in _DAY_FIRST else (one, two)
        return _date(_full(three), int(first), int(second)), rest
    raise _NotADate


def _full(year: str) -> int:
    number = int(year)
    return number if len(year) > 2 else number + (2000 if number < 50 else 1900)


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].title()) + 1


def _date(year: int, month: int, day: int) -> datetime:
    try:
        return datetime(year, month, day)
    except ValueError:
        raise _NotADate(out_of_range=True) from None


def _with_clock(day: datetime, clock: re.Match[str]) -> tuple[datetime, int]:
    part = clock.groupdict()
    hour = int(part["hour"])
    if part["half"] is not None:
        if not 1 <= hour <= 12 and hour != 0:
            raise _NotADate(out_of_range=True)
        hour = hour % 12 + (12 if part["half"].upper() == "PM" else 0)
    digits = (part["fraction"] or part["fraction2"] or " ")[1:]
    if len(digits) > 7:
        raise _NotADate
    mark = (part["fraction"] or part["fraction2"] or ".")[0]
    # after a colon the digits are thousandths, after a dot a fraction
    shares = digits.rjust(3, "0") if mark == ":" else digits
    try:
        found = day.replace(
            hour=hour,
            minute=int(part["minute"] or part["minute2"] or 0),
            second=int(part["second"] or part["second2"] or 0),
            microsecond=int(shares.ljust(6, "0")[:6] or 0),
        )
    except ValueError:
        raise _NotADate(out_of_range=True) from None
    return found, len(digits)


def _zone(text: str) -> timezone:
    if text == "Z":
        return UTC
    sign = -1 if text[0] == "-" else 1
    hours, minutes = int(text[1:3]), int(text[4:6])
    if hours > 14 or minutes > 59:
        raise _NotADate
    return timezone(sign * timedelta(hours=hours, minutes=minutes))
