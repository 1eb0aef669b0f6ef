"""ConvertTo-Json as Windows PowerShell 5.1 does it (JavaScriptSerializer, then its own indentation).

What 5.1 does differently from 7, recorded or stated in tests/conformance/powershell (version-differs): `' < > &` become
\\u00XX; a double without fraction is written without ".0"; AutomationNull is `{}`; an array that a cmdlet emitted as
one object shows `value` and `Count`; non-ASCII characters stay as they are; enumerations are numbers; dates are
"\\/Date(ms)\\/".
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.conversion.to_text import decimal_text, double_text, single_text, to_text
from rehearsal.engines.powershell.members.property_reading import get_property
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.members import NoteProperty
from rehearsal.engines.powershell.objects.numbers import BigInteger, Char, Single
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    CimInstance,
    EnumValue,
    NetObject,
    PSArray,
    PSCustomObject,
    PSObject,
    SwitchParameter,
)

_ESCAPES = {
    '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t",
    "'": "\\u0027", "<": "\\u003c", ">": "\\u003e", "&": "\\u0026",
    "\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029",
}  # fmt: skip
_TABLE = str.maketrans({**{chr(code): f"\\u{code:04x}" for code in range(32)}, **_ESCAPES})
_ESCAPED = re.compile(f"[{re.escape(''.join(map(chr, _TABLE)))}]")
"""Translating looks each character up; most texts have none that needs it."""


def json_text(value: Any, run: Any, *, depth: int, compress: bool) -> str:
    """The JSON text. `depth`: levels below the top that are written; deeper ones are written as their ToString()."""
    plain = _plain(value, run, depth, 0)
    return _compact(plain) if compress else _indented(plain, 0)


def _plain(value: Any, run: Any, depth: int, level: int) -> Any:
    """Nested Python data: dict, list, and ready JSON text in a _Raw."""
    if value is None:
        return _NULL
    kind = type(value)
    if kind is Char and value == "\0":
        return _NULL
    if kind is str or kind is Char:
        return _Raw(quoted(value))
    if kind is bool:
        return _TRUE if value else _FALSE
    if value is AUTOMATION_NULL:
        return {}
    if isinstance(value, int) and kind is not BigInteger:
        return _Raw(str(int(value)))
    if kind is float or kind is Single:
        return _Raw(_real(value))
    if kind is Decimal:
        return _Raw(decimal_text(value))
    if isinstance(value, SwitchParameter):
        return {"IsPresent": _TRUE if value.present else _FALSE} if level < depth else _Raw(quoted(to_text(value, run)))
    if isinstance(value, EnumValue):
        return _Raw(str(value.value))
    if isinstance(value, PSObject) and value.members:
        return _wrapped(value, run, depth, level)
    if isinstance(value, PSObject):
        return _plain(value.base, run, depth, level)
    special = getattr(value, "ps_json", None)
    if special is not None:
        if getattr(value, "members", None):
            raise run.refusal("ConvertTo-Json of a date from Get-Date (5.1 adds DisplayHint and DateTime)", None)
        return _Raw(special())
    if level > depth:
        return _Raw(quoted(to_text(value, run)))
    return _composite(value, run, depth, level)


def _composite(value: Any, run: Any, depth: int, level: int) -> Any:
    if isinstance(value, NetDictionary):
        return {to_text(key, run): _plain(item, run, depth, level + 1) for key, item in value.pairs()}
    if isinstance(value, PSArray) and value.wrapped:
        items = [_plain(item, run, depth, level + 1) for item in value.items]
        return {"value": items, "Count": _Raw(str(len(items)))}
    if isinstance(value, PSCustomObject):
        return _members(value, run, depth, level)
    if isinstance(value, CimInstance):
        raise run.refusal("ConvertTo-Json of a CIM object (5.1 writes its class, too)", None)
    items_of = value.ps_enumerate() if isinstance(value, NetObject) else None
    if items_of is not None:
        return [_plain(item, run, depth, level + 1) for item in items_of]
    raise run.refusal(f"ConvertTo-Json of {type_of(value).full_name}", None)


def _members(value: Any, run: Any, depth: int, level: int) -> dict[str, Any]:
    return {
        member.name: _plain(
            member.value if type(member) is NoteProperty else get_property(value, member.name, run),
            run,
            depth,
            level + 1,
        )
        for member in value.members.values()
        if not member.member_type.endswith("Method")
    }


def _wrapped(value: PSObject, run: Any, depth: int, level: int) -> Any:
    """A primitive with extended members: an object with `value` and the members (5.1 shows extended properties)."""
    if level > depth:
        return _Raw(quoted(to_text(value.base, run)))
    return {"value": _plain(value.base, run, depth, level), **_members(value, run, depth, level)}


class _Raw:
    """JSON text that is ready."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


_NULL, _TRUE, _FALSE = _Raw("null"), _Raw("true"), _Raw("false")


def quoted(text: str) -> str:
    """A JSON string with 5.1's escapes."""
    return f'"{text.translate(_TABLE)}"' if _ESCAPED.search(text) else f'"{text}"'


def _real(value: float) -> str:
    if math.isnan(value) or math.isinf(value):
        return quoted(double_text(value))
    if type(value) is Single:
        return single_text(value)
    return _round_trip(value)


def _round_trip(value: float) -> str:
    """Double.ToString("r"): 15 digits when they read back the same, else 17; exponents as .NET writes them."""
    short = double_text(value)
    if float(short) == value:
        return short
    digits = f"{value:.17g}"
    mantissa, _, exponent = digits.partition("e")
    return f"{mantissa}E{exponent[0]}{exponent[1:].zfill(2)}" if exponent else mantissa


def _compact(plain: Any) -> str:
    if type(plain) is _Raw:
        return plain.text
    if type(plain) is dict:
        return "{" + ",".join(f"{quoted(key)}:{_compact(item)}" for key, item in plain.items()) + "}"
    return "[" + ",".join(_compact(item) for item in plain) + "]"


def _indented(plain: Any, column: int) -> str:
    """5.1's layout: members stand four columns right of the brace's own column, which follows the key; CRLF lines."""
    if type(plain) is _Raw:
        return plain.text
    inner = " " * (column + 4)
    if type(plain) is dict:
        if not plain:
            return "{\r\n\r\n" + " " * column + "}"
        lines = []
        for key, item in plain.items():
            head = f"{inner}{quoted(key)}:  "
            lines.append(head + _indented(item, len(head)))
        return "{\r\n" + ",\r\n".join(lines) + "\r\n" + " " * column + "}"
    if not plain:
        return "[\r\n\r\n" + " " * column + "]"
    lines = [inner + _indented(item, column + 4) for item in plain]
    return "[\r\n" + ",\r\n".join(lines) + "\r\n" + " " * column + "]"
