"""Reading dates under the invariant culture: the forms that [datetime]'…' takes, and exact formats."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from rehearsal.engines.powershell.net_types.time.date_formats import DAYS, MONTHS, tokens
from rehearsal.engines.powershell.objects.errors import PSException, Unsupported

NO_CURRENT_DATE = 8
ADJUST_TO_UNIVERSAL, ASSUME_LOCAL, ASSUME_UNIVERSAL, ROUNDTRIP_KIND = 16, 32, 64, 128
_ZONE = r"(?P<zone>\s*(?:Z|GMT|[+-]\d{1,2}(?::?\d{2})?))?"
_SECOND = r"(?::(?P<second>\d{1,2})(?:\.(?P<fraction>\d{1,7})\d*)?)?"
_TIME = rf"(?P<hour>\d{{1,2}}):(?P<minute>\d{{1,2}}){_SECOND}\s*(?P<half>[AaPp][Mm]?)?"
_MONTH_NAME = rf"(?P<name>{'|'.join(MONTHS)}|{'|'.join(month[:3] for month in MONTHS)})\.?"
_DAY_NAME = rf"(?:(?P<dayname>{'|'.join(DAYS)}|{'|'.join(day[:3] for day in DAYS)}),?\s+)?"
_DATES = (
    r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})",
    r"(?P<month>\d{1,2})[-/.](?P<day>\d{1,2})[-/.](?P<year>\d{4}|\d{2})",
    rf"{_DAY_NAME}(?P<day>\d{{1,2}})[\s-]+{_MONTH_NAME}[\s,-]+(?P<year>\d{{4}})",
    rf"{_DAY_NAME}{_MONTH_NAME}\s+(?P<day>\d{{1,2}}),?\s+(?P<year>\d{{4}})",
    rf"{_MONTH_NAME}[\s,-]+(?P<year>\d{{4}})",
    rf"{_MONTH_NAME}\s+(?P<day>\d{{1,2}})",
    rf"(?P<day>\d{{1,2}})[\s-]+{_MONTH_NAME}",
    r"(?P<year>\d{4})[-/](?P<month>\d{1,2})",
    r"(?P<month>\d{1,2})/(?P<day>\d{1,2})",
)
_FORMS = (
    *(re.compile(rf"\s*{date}(?:[T\s]\s*{_TIME}{_ZONE})?\s*\Z", re.IGNORECASE) for date in _DATES),
    re.compile(rf"\s*{_TIME}{_ZONE}\s*\Z", re.IGNORECASE),
)


def _refuse() -> PSException:
    return PSException("System.FormatException", "String was not recognized as a valid DateTime.")


def parse_date(text: str, kind_of: Any, run: Any, styles: int = 0) -> Any:
    """A `kind_of` (the DateTime class). Raises PSException(FormatException) for what isn't a date."""
    for form in _FORMS:
        found = form.match(text)
        if found:
            return _from_fields({**_NO_FIELDS, **found.groupdict()}, kind_of, run, styles)
    raise _refuse()


def _day(fields: dict[str, str | None], kind_of: Any, run: Any, styles: int) -> tuple[int, int, int]:
    """Year, month and day; what the text leaves out is today's, as .NET fills it in."""
    month_name = fields.get("name")
    year_text, day_text = fields["year"], fields["day"]
    month = _month(month_name) if month_name else int(fields["month"]) if fields["month"] else None
    if year_text is None:
        if styles & NO_CURRENT_DATE:
            return 1, month or 1, int(day_text or 1)
        if run is None:
            raise Unsupported("a date without its year")
        today = kind_of.from_datetime(run.host.now()).to_local_time(run).plain()
        if month is None and day_text is None:
            return today.year, today.month, today.day
        year = today.year
    else:
        year = int(year_text)
        if len(year_text) == 2:
            year += 2000 if year < 30 else 1900
    return year, 1 if month is None else month, int(day_text) if day_text else 1


_DEFAULTS = (("minute", 0), ("second", 0))


def _from_fields(fields: dict[str, str | None], kind_of: Any, run: Any, styles: int) -> Any:
    year, month, day = _day(fields, kind_of, run, styles)
    hour = int(fields["hour"] or 0)
    half = (fields.get("half") or "").lower()
    if half:
        if not 1 <= hour <= 12:
            raise _refuse()
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    fraction = int((fields["fraction"] or "0").ljust(7, "0"))
    try:
        minute, second = (int(fields[name] or default) for name, default in _DEFAULTS)
        moment = datetime(year, month, day, hour, minute, second)
    except ValueError:
        raise _refuse() from None
    day_name = fields.get("dayname")
    if day_name and not DAYS[moment.weekday()].lower().startswith(day_name.lower()):
        raise PSException(
            "System.FormatException",
            "String was not recognized as a valid DateTime because the day of week was incorrect.",
        )
    return _placed(moment, fraction, _zone(fields.get("zone")), kind_of, run, styles)


def _month(name: str) -> int:
    short = name[:3].lower()
    for number, full in enumerate(MONTHS, 1):
        if full[:3].lower() == short:
            return number
    raise _refuse()


def _zone(text: str | None) -> int | None:
    """Seconds east of UTC, None when the text names no zone."""
    if not text or not text.strip():
        return None
    text = text.strip()
    if text.upper() in ("Z", "GMT"):
        return 0
    digits = text[1:].replace(":", "")
    hours, minutes = (int(digits), 0) if len(digits) <= 2 else (int(digits[:-2]), int(digits[-2:]))
    return (hours * 3600 + minutes * 60) * (-1 if text[0] == "-" else 1)


def _placed(moment: datetime, fraction: int, zone: int | None, kind_of: Any, run: Any, styles: int) -> Any:
    """Kinds as .NET gives them: a zone in the text makes local time (or UTC, by style); none leaves it unspecified."""
    if zone is None and styles & ASSUME_UNIVERSAL:
        zone = 0
    if zone is None:
        made = kind_of(kind_of.from_datetime(moment).ticks + fraction, 2 if styles & ASSUME_LOCAL else 0)
        return made.to_universal_time(run) if styles & ASSUME_LOCAL and styles & ADJUST_TO_UNIVERSAL else made
    utc = kind_of(kind_of.from_datetime(moment - timedelta(seconds=zone)).ticks + fraction, 1)
    if styles & ADJUST_TO_UNIVERSAL or (styles & ROUNDTRIP_KIND and zone == 0):
        return utc
    return utc.to_local_time(run)


def parse_exact(text: str, formats: list[str], kind_of: Any, run: Any, styles: int = 0) -> Any:
    """The first of `formats` that the whole text follows. Raises PSException(FormatException)."""
    for wanted in formats:
        found = _pattern(wanted).match(text)
        if found:
            return _from_fields({**_NO_FIELDS, **found.groupdict()}, kind_of, run, styles)
    raise _refuse()


_NO_FIELDS = dict.fromkeys(
    ("year", "month", "day", "hour", "minute", "second", "fraction", "zone", "half", "name", "dayname")
)
_DAY_NAMES = "|".join(day for day in DAYS)


@cache
def _pattern(wanted: str) -> re.Pattern[str]:
    parts: list[str] = []
    for kind, text in tokens(wanted):
        width = len(text)
        match kind:
            case "L":
                parts.append(re.escape(text))
            case "d" if width >= 3:
                parts.append(f"(?P<dayname>(?i:{_DAY_NAMES if width > 3 else '[A-Za-z]{3}'}))")
            case "d":
                parts.append(r"(?P<day>\d{2})" if width == 2 else r"(?P<day>\d{1,2})")
            case "M" if width >= 3:
                parts.append(rf"(?P<name>(?i:{'|'.join(MONTHS)}))" if width > 3 else r"(?P<name>[A-Za-z]{3})")
            case "M":
                parts.append(r"(?P<month>\d{2})" if width == 2 else r"(?P<month>\d{1,2})")
            case "y":
                parts.append(rf"(?P<year>\d{{{max(width, 2)}}})")
            case "H" | "h":
                parts.append(r"(?P<hour>\d{2})" if width >= 2 else r"(?P<hour>\d{1,2})")
            case "m":
                parts.append(r"(?P<minute>\d{2})" if width >= 2 else r"(?P<minute>\d{1,2})")
            case "s":
                parts.append(r"(?P<second>\d{2})" if width >= 2 else r"(?P<second>\d{1,2})")
            case "f":
                parts.append(rf"(?P<fraction>\d{{{width}}})")
            case "F":
                parts.append(rf"(?P<fraction>\d{{0,{width}}})")
            case "t":
                parts.append(r"(?P<half>[AaPp][Mm]?)")
            case "z":
                parts.append(r"(?P<zone>[+-]\d{1,2}(?::?\d{2})?)")
            case "K":
                parts.append(r"(?P<zone>Z|[+-]\d{2}:\d{2})?")
            case _:
                raise _refuse()
    return re.compile("".join(parts) + r"\Z")
