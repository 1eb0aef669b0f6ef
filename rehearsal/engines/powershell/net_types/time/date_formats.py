"""Standard and custom date formats of .NET Framework under the invariant culture."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
STANDARD = {
    "d": "MM/dd/yyyy",
    "D": "dddd, dd MMMM yyyy",
    "f": "dddd, dd MMMM yyyy HH:mm",
    "F": "dddd, dd MMMM yyyy HH:mm:ss",
    "g": "MM/dd/yyyy HH:mm",
    "G": "MM/dd/yyyy HH:mm:ss",
    "m": "MMMM dd",
    "M": "MMMM dd",
    "o": "yyyy-MM-ddTHH:mm:ss.fffffffK",
    "O": "yyyy-MM-ddTHH:mm:ss.fffffffK",
    "r": "ddd, dd MMM yyyy HH:mm:ss 'GMT'",
    "R": "ddd, dd MMM yyyy HH:mm:ss 'GMT'",
    "s": "yyyy-MM-ddTHH:mm:ss",
    "t": "HH:mm",
    "T": "HH:mm:ss",
    "u": "yyyy-MM-dd HH:mm:ss'Z'",
    "y": "yyyy MMMM",
    "Y": "yyyy MMMM",
}
_TOKEN = re.compile(
    r"d+|M+|y+|H+|h+|m+|s+|f+|F+|t+|z+|K|g+|\\(.)|'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|%|(.)", re.DOTALL
)


@cache
def tokens(wanted: str) -> tuple[tuple[str, str], ...]:
    """(kind, text): kind is the format letter, or "L" for a literal."""
    if len(wanted) == 1:
        if wanted == "U":
            raise PSException("System.FormatException", "Input string was not in a correct format.")
        pattern = STANDARD.get(wanted)
        if pattern is None:
            raise PSException("System.FormatException", "Input string was not in a correct format.")
        wanted = pattern
    found: list[tuple[str, str]] = []
    for match in _TOKEN.finditer(wanted):
        if match[1] is not None:
            found.append(("L", match[1]))
        elif match[2] is not None or match[3] is not None:
            found.append(("L", match[2] if match[2] is not None else match[3]))
        elif match[4] is not None:
            found.append(("L", match[4]))
        elif match[0] != "%":
            found.append((match[0][0], match[0]))
    return tuple(found)


def format_date(value: Any, wanted: str, *, offset_s: int = 0) -> str:
    """`value` is a DateTime (ticks, kind, plain()); `offset_s` the host's offset, for `zzz` and local kinds."""
    plain = value.plain()
    fraction = value.ticks % 10_000_000
    return "".join(_part(kind, text, plain, fraction, value.kind, offset_s) for kind, text in tokens(wanted))


def _part(kind: str, text: str, plain: datetime, fraction: int, date_kind: int, offset_s: int) -> str:
    width = len(text)
    match kind:
        case "L":
            return text
        case "d":
            if width >= 3:
                name = DAYS[plain.weekday()]
                return name[:3] if width == 3 else name
            return str(plain.day).zfill(width)
        case "M":
            if width >= 3:
                name = MONTHS[plain.month - 1]
                return name[:3] if width == 3 else name
            return str(plain.month).zfill(width)
        case "y":
            return str(plain.year % 100).zfill(width) if width <= 2 else str(plain.year).zfill(width)
        case "H":
            return str(plain.hour).zfill(min(width, 2))
        case "h":
            return str((plain.hour + 11) % 12 + 1).zfill(min(width, 2))
        case "m":
            return str(plain.minute).zfill(min(width, 2))
        case "s":
            return str(plain.second).zfill(min(width, 2))
        case "f":
            return f"{fraction:07d}"[:width]
        case "F":
            return f"{fraction:07d}"[:width].rstrip("0")
        case "t":
            return ("AM" if plain.hour < 12 else "PM")[: 1 if width == 1 else 2]
        case "z":
            return offset_text(0 if date_kind == 1 else offset_s, width)
        case "K":
            return ("", "Z", offset_text(offset_s, 3))[date_kind]
        case "g":
            return "A.D."
    raise PSException("System.FormatException", "Input string was not in a correct format.")


def offset_text(offset_s: int, width: int) -> str:
    """+1, +01 or +01:00."""
    sign = "-" if offset_s < 0 else "+"
    hours, minutes = divmod(abs(offset_s) // 60, 60)
    if width == 1:
        return f"{sign}{hours}"
    return f"{sign}{hours:02d}" if width == 2 else f"{sign}{hours:02d}:{minutes:02d}"
