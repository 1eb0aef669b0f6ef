"""Get-Date and New-TimeSpan."""

from __future__ import annotations

from datetime import datetime

from rehearsal.engines.powershell.commands.registry import CmdletCall, cmdlet
from rehearsal.engines.powershell.net_types.time.date_formats import format_date
from rehearsal.engines.powershell.net_types.time.date_time import DateTime, offset_ticks
from rehearsal.engines.powershell.net_types.time.time_span import (
    TICKS_PER_DAY,
    TICKS_PER_HOUR,
    TICKS_PER_MINUTE,
    TICKS_PER_SECOND,
    TimeSpan,
)
from rehearsal.engines.powershell.objects.members import NoteProperty
from rehearsal.engines.powershell.objects.type_table import net_enum
from rehearsal.engines.powershell.objects.values import EnumValue

UTILITY = "Microsoft.PowerShell.Utility"
DISPLAY_HINT = net_enum("Microsoft.PowerShell.Commands.DisplayHintType", {"Date": 0, "Time": 1, "DateTime": 2})


@cmdlet(
    UTILITY,
    "Get-Date",
    honours=("Date", "Year", "Month", "Day", "Hour", "Minute", "Second", "Millisecond", "UFormat", "Format"),
)
def get_date(call: CmdletCall) -> None:
    """The host's local time, or -Date, with the parts that are given replaced."""
    given = call.get("Date")
    moment: DateTime = given if given is not None else DateTime.from_datetime(call.host.now()).to_local_time(call.run)
    if any(name in call.bound for name in ("Year", "Month", "Day", "Hour", "Minute", "Second", "Millisecond")):
        moment = _replaced(moment, call)
    if "UFormat" in call.bound:
        call.write(_unix_text(moment, call["UFormat"], call))
    elif "Format" in call.bound:
        call.write(_formatted(moment, call["Format"], call))
    else:
        shown = DateTime(moment.ticks, moment.kind)
        shown.members = {"displayhint": NoteProperty("DisplayHint", EnumValue(DISPLAY_HINT, 2))}
        call.write(shown)


_ISO = {
    "filedate": "yyyyMMdd",
    "filedateuniversal": "yyyyMMddZ",
    "filedatetime": "yyyyMMddTHHmmssffff",
    "filedatetimeuniversal": "yyyyMMddTHHmmssffffZ",
}


def _formatted(moment: DateTime, wanted: str, call: CmdletCall) -> str:
    lower = wanted.lower()
    if lower in _ISO:
        if lower.endswith("universal"):
            moment = moment.to_universal_time(call.run)
        return format_date(moment, _ISO[lower].replace("T", "'T'").replace("Z", "'Z'"))
    offset_s = offset_ticks(call.run, moment.ticks) // TICKS_PER_SECOND
    return format_date(moment, wanted, offset_s=offset_s)


def _replaced(moment: DateTime, call: CmdletCall) -> DateTime:
    """Each part by adding the difference, as Get-Date does (a day past the month's end carries over)."""
    plain = moment.plain()
    if "Year" in call.bound:
        moment = moment.add_years(call["Year"] - plain.year)
    if "Month" in call.bound:
        moment = moment.add_months(call["Month"] - plain.month)
    ticks = moment.ticks
    for name, size, current in (
        ("Day", TICKS_PER_DAY, plain.day),
        ("Hour", TICKS_PER_HOUR, plain.hour),
        ("Minute", TICKS_PER_MINUTE, plain.minute),
        ("Second", TICKS_PER_SECOND, plain.second),
        ("Millisecond", 10_000, plain.microsecond // 1000),
    ):
        if name in call.bound:
            now = moment.plain().day if name == "Day" else current
            ticks += (call[name] - now) * size
    if "Millisecond" in call.bound:
        ticks -= ticks % 10_000
    return DateTime(ticks, moment.kind)


_UNIX_CODES = {
    "Y": "yyyy", "y": "yy", "m": "MM", "d": "dd", "H": "HH", "I": "hh", "M": "mm", "S": "ss", "p": "tt", "B": "MMMM",
    "b": "MMM", "h": "MMM", "A": "dddd", "a": "ddd", "F": "yyyy-MM-dd", "T": "HH:mm:ss", "D": "MM/dd/yy", "R": "HH:mm",
    "r": "hh:mm:ss tt", "X": "HH:mm:ss", "x": "MM/dd/yy",
}  # fmt: skip


def _unix_text(moment: DateTime, wanted: str, call: CmdletCall) -> str:
    out: list[str] = []
    position = 0
    text = wanted.removeprefix("+")
    while position < len(text):
        character = text[position]
        position += 1
        if character != "%" or position >= len(text):
            out.append(character)
            continue
        code = text[position]
        position += 1
        if code in _UNIX_CODES:
            out.append(format_date(moment, _UNIX_CODES[code]) if len(_UNIX_CODES[code]) > 2 else _two(moment, code))
        elif code == "j":
            out.append(f"{moment.plain().timetuple().tm_yday:03d}")
        elif code == "s":
            call.unsupported("Get-Date -UFormat %s (5.1 counts local time)")
        elif code == "n":
            out.append("\n")
        elif code == "t":
            out.append("\t")
        elif code == "%":
            out.append("%")
        else:
            call.unsupported(f"Get-Date -UFormat %{code}")
    return "".join(out)


def _two(moment: DateTime, code: str) -> str:
    plain: datetime = moment.plain()
    match code:
        case "y":
            return f"{plain.year % 100:02d}"
        case "m":
            return f"{plain.month:02d}"
        case "d":
            return f"{plain.day:02d}"
        case "H":
            return f"{plain.hour:02d}"
        case "I":
            return f"{(plain.hour + 11) % 12 + 1:02d}"
        case "M":
            return f"{plain.minute:02d}"
        case "S":
            return f"{plain.second:02d}"
    return "AM" if plain.hour < 12 else "PM"


@cmdlet(UTILITY, "New-TimeSpan", honours=("Start", "End", "Days", "Hours", "Minutes", "Seconds"))
def new_time_span(call: CmdletCall) -> None:
    """From parts, or between two moments (an absent one is now)."""
    if "Start" in call.bound or "End" in call.bound:
        now = DateTime.from_datetime(call.host.now()).to_local_time(call.run)
        start: DateTime = call.get("Start", now)
        end: DateTime = call.get("End", now)
        call.write(TimeSpan(end.ticks - start.ticks))
        return
    call.write(
        TimeSpan(
            call.get("Days", 0) * TICKS_PER_DAY
            + call.get("Hours", 0) * TICKS_PER_HOUR
            + call.get("Minutes", 0) * TICKS_PER_MINUTE
            + call.get("Seconds", 0) * TICKS_PER_SECOND
        )
    )
