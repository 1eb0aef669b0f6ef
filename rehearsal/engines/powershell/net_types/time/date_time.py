"""System.DateTime: 100-nanosecond ticks since year 1 and a kind. Local time is the host's offset from UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from rehearsal.engines.powershell.net_types.time.date_formats import format_date
from rehearsal.engines.powershell.net_types.time.date_parsing import parse_date, parse_exact
from rehearsal.engines.powershell.net_types.time.time_span import TICKS_PER_DAY, TICKS_PER_SECOND, TimeSpan
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_conversion,
    net_method,
    net_property,
    net_static,
    net_static_property,
)
from rehearsal.engines.powershell.objects.numbers import Int64
from rehearsal.engines.powershell.objects.type_table import net_enum, net_type
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject

DATE_TIME_KIND = net_enum("System.DateTimeKind", {"Unspecified": 0, "Utc": 1, "Local": 2})
DAY_OF_WEEK = net_enum(
    "System.DayOfWeek",
    {"Sunday": 0, "Monday": 1, "Tuesday": 2, "Wednesday": 3, "Thursday": 4, "Friday": 5, "Saturday": 6},
)
DATE_TIME_STYLES = net_enum(
    "System.Globalization.DateTimeStyles",
    {
        "None": 0, "AllowLeadingWhite": 1, "AllowTrailingWhite": 2, "AllowInnerWhite": 4, "AllowWhiteSpaces": 7,
        "NoCurrentDateDefault": 8, "AdjustToUniversal": 16, "AssumeLocal": 32, "AssumeUniversal": 64,
        "RoundtripKind": 128,
    },
    flags=True,
)  # fmt: skip
UNSPECIFIED, UTC_KIND, LOCAL = 0, 1, 2
MAX_TICKS = 3155378975999999999
_YEAR_ONE = datetime(1, 1, 1)
EPOCH_TICKS = 621355968000000000


def _out_of_range(name: str = "value") -> PSException:
    text = "The added or subtracted value results in an un-representable DateTime."
    return PSException("System.ArgumentOutOfRangeException", f"{text}\r\nParameter name: {name}")


def offset_ticks(run: Any, ticks: int) -> int:
    """The host's offset from UTC, in ticks."""
    if run is None:
        return 0
    moment = (_YEAR_ONE + timedelta(microseconds=ticks // 10)).replace(tzinfo=UTC)
    return int(run.host.utc_offset_s(moment)) * TICKS_PER_SECOND


@net_type(
    "System.DateTime",
    value_type=True,
    accelerators=("datetime",),
    interfaces=("System.IComparable", "System.IFormattable", "System.IConvertible"),
)
class DateTime(NetObject):
    """An instant or a wall-clock reading; equality and order look at the ticks alone, as in .NET."""

    __slots__ = ("kind", "members", "ticks")

    def __init__(self, ticks: int, kind: int = UNSPECIFIED) -> None:
        if not 0 <= ticks <= MAX_TICKS:
            raise _out_of_range()
        self.members = None
        self.ticks = int(ticks)
        self.kind = kind

    @classmethod
    def from_datetime(cls, moment: datetime, kind: int = UTC_KIND) -> DateTime:
        """From Python's, its zone dropped after conversion to UTC."""
        plain = moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment
        delta = plain - _YEAR_ONE
        return cls((delta.days * 86_400 + delta.seconds) * TICKS_PER_SECOND + delta.microseconds * 10, kind)

    def plain(self) -> datetime:
        """Python's naive datetime, microseconds cut."""
        return _YEAR_ONE + timedelta(microseconds=self.ticks // 10)

    # hooks of the engine

    def ps_string(self) -> str:
        return format_date(self, "MM/dd/yyyy HH:mm:ss")

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        compared = self.ps_compare(other, ignore_case)
        return compared == 0

    def ps_compare(self, other: object, ignore_case: bool) -> int | None:
        if isinstance(other, str):
            try:
                other = parse_date(other, DateTime, None)
            except PSException:
                return None
        if not isinstance(other, DateTime):
            return None
        return (self.ticks > other.ticks) - (self.ticks < other.ticks)

    def ps_hash_key(self) -> object:
        return self.ticks

    def ps_binary(self, operator: str, other: object) -> object:
        if operator == "-" and isinstance(other, DateTime):
            return TimeSpan(self.ticks - other.ticks)
        if isinstance(other, TimeSpan) and operator in "+-":
            return self._moved(other.ticks if operator == "+" else -other.ticks)
        return NotImplemented

    def ps_json(self) -> str:
        """As JavaScriptSerializer writes dates: milliseconds since 1970, UTC."""
        return f'"\\/Date({(self.ticks - EPOCH_TICKS) // 10_000})\\/"'

    def _moved(self, ticks: int) -> DateTime:
        return DateTime(self.ticks + ticks, self.kind)

    # constructors

    @net_constructor("long")
    @net_constructor("long", "System.DateTimeKind")
    def _from_ticks(ticks: int, kind: EnumValue | None = None) -> DateTime:
        return DateTime(int(ticks), kind.value if kind else UNSPECIFIED)

    @net_constructor("int", "int", "int")
    @net_constructor("int", "int", "int", "int", "int", "int")
    @net_constructor("int", "int", "int", "int", "int", "int", "System.DateTimeKind")
    @net_constructor("int", "int", "int", "int", "int", "int", "int")
    @net_constructor("int", "int", "int", "int", "int", "int", "int", "System.DateTimeKind")
    def _from_parts(year: int, month: int, day: int, *rest: Any) -> DateTime:
        kind = rest[-1].value if rest and isinstance(rest[-1], EnumValue) else UNSPECIFIED
        numbers = [part for part in rest if not isinstance(part, EnumValue)]
        hour, minute, second = numbers[:3] if numbers else (0, 0, 0)
        millisecond = numbers[3] if len(numbers) > 3 else 0
        try:
            moment = datetime(year, month, day, hour, minute, second, millisecond * 1000)
        except ValueError:
            text = "Year, Month, and Day parameters describe an un-representable DateTime."
            raise PSException("System.ArgumentOutOfRangeException", text) from None
        return DateTime.from_datetime(moment, kind)

    @net_conversion
    def _convert(value: Any, run: Any) -> Any:
        if isinstance(value, str):
            return parse_date(value, DateTime, run)
        if type(value) in (int, Int64):
            return DateTime(int(value))
        return NotImplemented

    # static members

    @net_static_property("UtcNow", "datetime", context=True)
    def utc_now(run: Any) -> DateTime:
        return DateTime.from_datetime(run.host.now())

    @net_static_property("Now", "datetime", context=True)
    def now(run: Any) -> DateTime:
        return DateTime.from_datetime(run.host.now()).to_local_time(run)

    @net_static_property("Today", "datetime", context=True)
    def today(run: Any) -> DateTime:
        now = DateTime.from_datetime(run.host.now()).to_local_time(run)
        return DateTime(now.ticks - now.ticks % TICKS_PER_DAY, LOCAL)

    @net_static_property("MinValue", "datetime")
    def min_value() -> DateTime:
        return DateTime(0)

    @net_static_property("MaxValue", "datetime")
    def max_value() -> DateTime:
        return DateTime(MAX_TICKS)

    @net_static("Parse", "string", returns="datetime", context=True)
    @net_static("Parse", "string", "System.IFormatProvider", returns="datetime", context=True)
    @net_static("Parse", "string", "System.IFormatProvider", "System.Globalization.DateTimeStyles", context=True)
    def parse(run: Any, text: str, provider: object = None, styles: EnumValue | None = None) -> DateTime:
        made: DateTime = parse_date(text, DateTime, run, styles.value if styles else 0)
        return made

    @net_static("ParseExact", "string", "string", "System.IFormatProvider", returns="datetime", context=True)
    @net_static(
        "ParseExact", "string", "string", "System.IFormatProvider", "System.Globalization.DateTimeStyles", context=True
    )
    @net_static(
        "ParseExact",
        "string",
        "string[]",
        "System.IFormatProvider",
        "System.Globalization.DateTimeStyles",
        context=True,
    )
    def parse_exactly(
        run: Any, text: str, wanted: Any, provider: object = None, styles: EnumValue | None = None
    ) -> DateTime:
        formats = [wanted] if isinstance(wanted, str) else list(wanted)
        made: DateTime = parse_exact(text, formats, DateTime, run, styles.value if styles else 0)
        return made

    @net_static("TryParse", "string", "ref", returns="bool", context=True)
    def try_parse(run: Any, text: str, result: Any) -> bool:
        try:
            result.set(parse_date(text, DateTime, run))
        except PSException:
            result.set(DateTime(0))
            return False
        return True

    @net_static(
        "TryParseExact", "string", "string", "System.IFormatProvider", "System.Globalization.DateTimeStyles", "ref",
        returns="bool", context=True,
    )  # fmt: skip
    def try_parse_exact(run: Any, text: str, wanted: str, provider: object, styles: EnumValue, result: Any) -> bool:
        try:
            result.set(parse_exact(text, [wanted], DateTime, run, styles.value))
        except PSException:
            result.set(DateTime(0))
            return False
        return True

    @net_static("SpecifyKind", "datetime", "System.DateTimeKind", returns="datetime")
    def specify_kind(value: DateTime, kind: EnumValue) -> DateTime:
        return DateTime(value.ticks, kind.value)

    @net_static("DaysInMonth", "int", "int", returns="int")
    def days_in_month(year: int, month: int) -> int:
        following = datetime(year + month // 12, month % 12 + 1, 1)
        return (following - timedelta(days=1)).day

    @net_static("IsLeapYear", "int", returns="bool")
    def is_leap_year(year: int) -> bool:
        return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)

    @net_static("Compare", "datetime", "datetime", returns="int")
    def compare(first: DateTime, second: DateTime) -> int:
        return (first.ticks > second.ticks) - (first.ticks < second.ticks)

    @net_static("FromFileTimeUtc", "long", returns="datetime")
    def from_file_time_utc(value: int) -> DateTime:
        return DateTime(int(value) + 504911232000000000, UTC_KIND)

    # properties

    @net_property("Ticks", "long")
    def ticks_property(self) -> Int64:
        return Int64(self.ticks)

    @net_property("Kind", "System.DateTimeKind")
    def kind_property(self) -> EnumValue:
        return EnumValue(DATE_TIME_KIND, self.kind)

    @net_property("Year", "int")
    def year(self) -> int:
        return self.plain().year

    @net_property("Month", "int")
    def month(self) -> int:
        return self.plain().month

    @net_property("Day", "int")
    def day(self) -> int:
        return self.plain().day

    @net_property("Hour", "int")
    def hour(self) -> int:
        return self.plain().hour

    @net_property("Minute", "int")
    def minute(self) -> int:
        return self.plain().minute

    @net_property("Second", "int")
    def second(self) -> int:
        return self.plain().second

    @net_property("Millisecond", "int")
    def millisecond(self) -> int:
        return self.plain().microsecond // 1000

    @net_property("DayOfWeek", "System.DayOfWeek")
    def day_of_week(self) -> EnumValue:
        return EnumValue(DAY_OF_WEEK, (self.plain().weekday() + 1) % 7)

    @net_property("DayOfYear", "int")
    def day_of_year(self) -> int:
        return self.plain().timetuple().tm_yday

    @net_property("Date", "datetime")
    def date(self) -> DateTime:
        return DateTime(self.ticks - self.ticks % TICKS_PER_DAY, self.kind)

    @net_property("TimeOfDay", "timespan")
    def time_of_day(self) -> TimeSpan:
        return TimeSpan(self.ticks % TICKS_PER_DAY)

    # methods

    @net_method("Add", "timespan", returns="datetime")
    def add(self, span: TimeSpan) -> DateTime:
        return self._moved(span.ticks)

    @net_method("Subtract", "datetime", returns="timespan")
    @net_method("Subtract", "timespan", returns="datetime")
    def subtract(self, other: Any) -> Any:
        return self.ps_binary("-", other)

    @net_method("AddTicks", "long", returns="datetime")
    def add_ticks(self, value: int) -> DateTime:
        return self._moved(int(value))

    def _add_milliseconds(self, milliseconds: float) -> DateTime:
        # .NET Framework rounds to the nearest millisecond
        rounded = int(milliseconds + (0.5 if milliseconds >= 0 else -0.5))
        return self._moved(rounded * 10_000)

    @net_method("AddMilliseconds", "double", returns="datetime")
    def add_milliseconds(self, value: float) -> DateTime:
        return self._add_milliseconds(value)

    @net_method("AddSeconds", "double", returns="datetime")
    def add_seconds(self, value: float) -> DateTime:
        return self._add_milliseconds(value * 1000)

    @net_method("AddMinutes", "double", returns="datetime")
    def add_minutes(self, value: float) -> DateTime:
        return self._add_milliseconds(value * 60_000)

    @net_method("AddHours", "double", returns="datetime")
    def add_hours(self, value: float) -> DateTime:
        return self._add_milliseconds(value * 3_600_000)

    @net_method("AddDays", "double", returns="datetime")
    def add_days(self, value: float) -> DateTime:
        return self._add_milliseconds(value * 86_400_000)

    @net_method("AddMonths", "int", returns="datetime")
    def add_months(self, value: int) -> DateTime:
        plain = self.plain()
        month = plain.year * 12 + plain.month - 1 + value
        year, month = month // 12, month % 12 + 1
        if not 1 <= year <= 9999:
            raise _out_of_range("months")
        day = min(plain.day, DateTime.days_in_month(year, month))
        moved = plain.replace(year=year, month=month, day=day)
        return DateTime(DateTime.from_datetime(moved).ticks + self.ticks % 10, self.kind)

    @net_method("AddYears", "int", returns="datetime")
    def add_years(self, value: int) -> DateTime:
        moved: DateTime = self.add_months(value * 12)
        return moved

    @net_method("ToUniversalTime", returns="datetime", context=True)
    def _to_universal_time(run: Any, self: DateTime) -> DateTime:
        return self.to_universal_time(run)

    @net_method("ToLocalTime", returns="datetime", context=True)
    def _to_local_time(run: Any, self: DateTime) -> DateTime:
        return self.to_local_time(run)

    def to_universal_time(self, run: Any) -> DateTime:
        """The instant in UTC; an unspecified kind counts as local."""
        if self.kind == UTC_KIND:
            return self
        return DateTime(self.ticks - offset_ticks(run, self.ticks), UTC_KIND)

    def to_local_time(self, run: Any) -> DateTime:
        """The instant in local time; an unspecified kind counts as UTC."""
        if self.kind == LOCAL:
            return self
        return DateTime(self.ticks + offset_ticks(run, self.ticks), LOCAL)

    @net_method("ToFileTimeUtc", returns="long")
    def to_file_time_utc(self) -> Int64:
        return Int64(self.ticks - 504911232000000000)

    @net_method("ToString", returns="string", context=True)
    @net_method("ToString", "string", returns="string", context=True)
    @net_method("ToString", "System.IFormatProvider", returns="string", context=True)
    @net_method("ToString", "string", "System.IFormatProvider", returns="string", context=True)
    def _to_string(run: Any, self: DateTime, *arguments: Any) -> str:
        return self.to_string(run, *arguments)

    def to_string(self, run: Any, *arguments: Any) -> str:
        """The text in a standard or custom format."""
        wanted = arguments[0] if arguments and isinstance(arguments[0], str) else ""
        return format_date(self, wanted or "G", offset_s=offset_ticks(run, self.ticks) // TICKS_PER_SECOND)

    @net_method("ToShortDateString", returns="string")
    def to_short_date_string(self) -> str:
        return format_date(self, "d")

    @net_method("ToLongDateString", returns="string")
    def to_long_date_string(self) -> str:
        return format_date(self, "D")

    @net_method("ToShortTimeString", returns="string")
    def to_short_time_string(self) -> str:
        return format_date(self, "t")

    @net_method("ToLongTimeString", returns="string")
    def to_long_time_string(self) -> str:
        return format_date(self, "T")

    @net_method("CompareTo", "object", returns="int")
    def compare_to(self, other: object) -> int:
        compared = self.ps_compare(other, False)
        if compared is None:
            raise PSException("System.ArgumentException", "Object must be of type DateTime.")
        return compared

    @net_method("Equals", "object", returns="bool")
    def equals(self, other: object) -> bool:
        return isinstance(other, DateTime) and self.ticks == other.ticks
