"""System.DateTimeOffset: a moment with its offset from UTC."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.net_types.time.date_formats import format_date
from rehearsal.engines.powershell.net_types.time.date_time import (
    EPOCH_TICKS,
    LOCAL,
    UNSPECIFIED,
    UTC_KIND,
    DateTime,
    offset_ticks,
)
from rehearsal.engines.powershell.net_types.time.time_span import TICKS_PER_SECOND, TimeSpan
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
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject


@net_type("System.DateTimeOffset", value_type=True, interfaces=("System.IComparable", "System.IFormattable"))
class DateTimeOffset(NetObject):
    """`ticks`: the clock's reading at `offset` ticks ahead of UTC."""

    __slots__ = ("members", "offset", "ticks")

    def __init__(self, ticks: int, offset: int) -> None:
        self.members = None
        self.ticks = ticks
        self.offset = offset

    @property
    def utc(self) -> int:
        """Ticks of the same moment in UTC."""
        return self.ticks - self.offset

    def ps_string(self) -> str:
        return format_date(DateTime(self.ticks), "MM/dd/yyyy HH:mm:ss zzz", offset_s=self.offset // TICKS_PER_SECOND)

    def ps_format(self, wanted: str) -> str:
        """ToString(format)."""
        if wanted in ("o", "O"):
            wanted = "yyyy-MM-ddTHH:mm:ss.fffffffzzz"
        elif wanted in ("u", "r", "R"):
            return format_date(DateTime(self.utc, UTC_KIND), wanted)
        elif "K" in wanted:
            wanted = wanted.replace("K", "zzz")
        return format_date(DateTime(self.ticks, UNSPECIFIED), wanted, offset_s=self.offset // TICKS_PER_SECOND)

    def ps_json(self) -> str:
        return f'"\\/Date({(self.utc - EPOCH_TICKS) // 10_000})\\/"'

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        return isinstance(other, DateTimeOffset) and self.utc == other.utc

    def ps_compare(self, other: object, ignore_case: bool) -> int | None:
        if not isinstance(other, DateTimeOffset):
            return None
        return (self.utc > other.utc) - (self.utc < other.utc)

    def ps_hash_key(self) -> object:
        return self.utc

    def ps_binary(self, operator: str, other: object) -> object:
        if operator == "-" and isinstance(other, DateTimeOffset):
            return TimeSpan(self.utc - other.utc)
        if isinstance(other, TimeSpan) and operator in "+-":
            return DateTimeOffset(self.ticks + (other.ticks if operator == "+" else -other.ticks), self.offset)
        return NotImplemented

    @net_constructor("datetime", context=True)
    def _from_date(run: Any, moment: DateTime) -> DateTimeOffset:
        offset = 0 if moment.kind == UTC_KIND else offset_ticks(run, moment.ticks)
        return DateTimeOffset(moment.ticks, offset)

    @net_constructor("datetime", "timespan")
    def _from_parts(moment: DateTime, offset: TimeSpan) -> DateTimeOffset:
        if moment.kind == UTC_KIND and offset.ticks:
            raise PSException(
                "System.ArgumentException",
                "The UTC Offset for Utc DateTime instances must be 0.\r\nParameter name: offset",
            )
        return DateTimeOffset(moment.ticks, offset.ticks)

    @net_conversion
    def _convert(value: Any, run: Any) -> Any:
        if isinstance(value, DateTime):
            return DateTimeOffset(value.ticks, 0 if value.kind == UTC_KIND else offset_ticks(run, value.ticks))
        if isinstance(value, str):
            return _parsed(value, run)
        return NotImplemented

    @net_static_property("UtcNow", context=True)
    def utc_now(run: Any) -> DateTimeOffset:
        return DateTimeOffset(DateTime.from_datetime(run.host.now()).ticks, 0)

    @net_static_property("Now", context=True)
    def now(run: Any) -> DateTimeOffset:
        local = DateTime.from_datetime(run.host.now()).to_local_time(run)
        return DateTimeOffset(local.ticks, offset_ticks(run, local.ticks))

    @net_static("FromUnixTimeSeconds", "long")
    def from_unix_seconds(seconds: int) -> DateTimeOffset:
        return DateTimeOffset(EPOCH_TICKS + int(seconds) * TICKS_PER_SECOND, 0)

    @net_static("FromUnixTimeMilliseconds", "long")
    def from_unix_milliseconds(milliseconds: int) -> DateTimeOffset:
        return DateTimeOffset(EPOCH_TICKS + int(milliseconds) * 10_000, 0)

    @net_static("Parse", "string", context=True)
    @net_static("Parse", "string", "System.IFormatProvider", context=True)
    def parse(run: Any, text: str, provider: Any = None) -> DateTimeOffset:
        return _parsed(text, run)

    @net_property("DateTime", "datetime")
    def date_time(self) -> DateTime:
        return DateTime(self.ticks)

    @net_property("UtcDateTime", "datetime")
    def utc_date_time(self) -> DateTime:
        return DateTime(self.utc, UTC_KIND)

    @net_property("LocalDateTime", "datetime", context=True)
    def local_date_time(run: Any, self: DateTimeOffset) -> DateTime:
        return DateTime(self.utc + offset_ticks(run, self.utc), LOCAL)

    @net_property("Offset", "timespan")
    def offset_property(self) -> TimeSpan:
        return TimeSpan(self.offset)

    @net_property("Ticks", "long")
    def ticks_property(self) -> Int64:
        return Int64(self.ticks)

    @net_property("UtcTicks", "long")
    def utc_ticks(self) -> Int64:
        return Int64(self.utc)

    @net_method("ToUnixTimeSeconds", returns="long")
    def to_unix_seconds(self) -> Int64:
        return Int64((self.utc - EPOCH_TICKS) // TICKS_PER_SECOND)

    @net_method("ToUnixTimeMilliseconds", returns="long")
    def to_unix_milliseconds(self) -> Int64:
        return Int64((self.utc - EPOCH_TICKS) // 10_000)

    @net_method("ToUniversalTime")
    def to_universal_time(self) -> DateTimeOffset:
        return DateTimeOffset(self.utc, 0)

    @net_method("ToString", returns="string")
    @net_method("ToString", "string", returns="string")
    @net_method("ToString", "string", "System.IFormatProvider", returns="string")
    def to_text(self, wanted: str = "", provider: Any = None) -> str:
        return self.ps_format(wanted) if wanted else self.ps_string()

    @net_method("AddSeconds", "double")
    def add_seconds(self, value: float) -> DateTimeOffset:
        return DateTimeOffset(DateTime(self.ticks).add_seconds(value).ticks, self.offset)

    @net_method("AddMinutes", "double")
    def add_minutes(self, value: float) -> DateTimeOffset:
        return DateTimeOffset(DateTime(self.ticks).add_minutes(value).ticks, self.offset)

    @net_method("AddHours", "double")
    def add_hours(self, value: float) -> DateTimeOffset:
        return DateTimeOffset(DateTime(self.ticks).add_hours(value).ticks, self.offset)

    @net_method("AddDays", "double")
    def add_days(self, value: float) -> DateTimeOffset:
        return DateTimeOffset(DateTime(self.ticks).add_days(value).ticks, self.offset)


def _parsed(text: str, run: Any) -> DateTimeOffset:
    """The offset that the text names, else the host's; read as UTC and moved back."""
    import re

    from rehearsal.engines.powershell.net_types.time.date_parsing import parse_date

    bare = text.strip()
    found = re.search(r"(?:([+-])(\d{2}):?(\d{2})|([zZ]))\Z", bare)
    moment = parse_date(bare, DateTime, run, 16 | 64 if found else 0)
    if found is None:
        return DateTimeOffset(moment.ticks, offset_ticks(run, moment.ticks))
    offset = 0
    if found[1]:
        offset = (int(found[2]) * 3600 + int(found[3]) * 60) * TICKS_PER_SECOND * (1 if found[1] == "+" else -1)
    return DateTimeOffset(moment.ticks + offset, offset)
