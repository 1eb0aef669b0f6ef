"""Composite formatting: the `-f` operator, String.Format, and `ToString(format)` of any value (invariant culture)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import Any

from rehearsal.engines.powershell.conversion.numeric_format import format_number
from rehearsal.engines.powershell.conversion.to_text import to_text
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.numbers import NUMBER_TYPES
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray, PSObject

_BAD_INPUT = "Input string was not in a correct format."
_BAD_INDEX = "Index (zero based) must be greater than or equal to zero and less than the size of the argument list."


class _Hole:
    """One `{index,alignment:format}`."""

    __slots__ = ("alignment", "format_text", "index")

    def __init__(self, index: int, alignment: int, format_text: str) -> None:
        self.index = index
        self.alignment = alignment
        self.format_text = format_text


def _refuse(message: str = _BAD_INPUT) -> PSException:
    return PSException("System.FormatException", message)


@cache
def _parsed(template: str) -> tuple[str | _Hole, ...]:
    parts: list[str | _Hole] = []
    literal = ""
    position = 0
    while position < len(template):
        character = template[position]
        if character in "{}" and template[position : position + 2] == character * 2:
            literal += character
            position += 2
            continue
        if character == "}":
            raise _refuse()
        if character == "{":
            if literal:
                parts.append(literal)
                literal = ""
            hole, position = _hole(template, position + 1)
            parts.append(hole)
            continue
        literal += character
        position += 1
    if literal:
        parts.append(literal)
    return tuple(parts)


def _hole(template: str, position: int) -> tuple[_Hole, int]:
    digits, position = _digits(template, position)
    if not digits:
        raise _refuse()
    position = _blanks(template, position)
    alignment = 0
    if template[position : position + 1] == ",":
        position = _blanks(template, position + 1)
        negative = template[position : position + 1] == "-"
        width, position = _digits(template, position + negative)
        if not width:
            raise _refuse()
        alignment = -int(width) if negative else int(width)
        position = _blanks(template, position)
    format_text = ""
    if template[position : position + 1] == ":":
        position += 1
        while position < len(template):
            character = template[position]
            if character in "{}":
                if template[position : position + 2] == character * 2:
                    position += 1
                elif character == "}":
                    break
                else:
                    raise _refuse()
            format_text += character
            position += 1
    if template[position : position + 1] != "}":
        raise _refuse()
    return _Hole(int(digits), alignment, format_text), position + 1


def _digits(template: str, position: int) -> tuple[str, int]:
    start = position
    while position < len(template) and template[position] in "0123456789":
        position += 1
    return template[start:position], position


def _blanks(template: str, position: int) -> int:
    while template[position : position + 1] == " ":
        position += 1
    return position


def composite_format(template: str, arguments: Sequence[Any], run: Any) -> str:
    """The template with its holes filled. Raises PSException(FormatException) for a wrong template or index."""
    shown: list[str] = []
    for part in _parsed(template):
        if type(part) is str:
            shown.append(part)
            continue
        assert isinstance(part, _Hole)
        if part.index >= len(arguments):
            raise _refuse(_BAD_INDEX)
        text = _hole_text(arguments[part.index], part.format_text, run)
        width = part.alignment
        shown.append(text.rjust(width) if width >= 0 else text.ljust(-width))
    return "".join(shown)


def _hole_text(value: Any, format_text: str, run: Any) -> str:
    if type(value) is PSObject:
        value = value.base
    if value is None:
        return ""
    if isinstance(value, PSArray):
        return value.ps_type_name()
    return format_value(value, format_text, run) if format_text else _plain_text(value, run)


def _plain_text(value: Any, run: Any) -> str:
    """ToString() without format: dates in .NET's general pattern, everything else as PowerShell writes it."""
    return to_text(value, run)


def format_value(value: Any, format_text: str, run: Any) -> str:
    """`value.ToString(format_text)` where the type is IFormattable; others ignore the format, as String.Format does."""
    kind = type(value)
    if kind in NUMBER_TYPES or kind is Decimal:
        return format_number(value, format_text)
    if isinstance(value, EnumValue):
        return _enum_text(value, format_text)
    if isinstance(value, NetObject):
        formatter = getattr(value, "to_string", None)
        if formatter is not None and hasattr(value, "ticks"):
            return str(formatter(run, format_text) if hasattr(value, "kind") else formatter(format_text))
        own = getattr(value, "ps_format", None)
        if own is not None:
            return str(own(format_text))
    return to_text(value, run)


def _enum_text(value: EnumValue, format_text: str) -> str:
    match format_text.upper():
        case "" | "G" | "F":
            return value.ps_string()
        case "D":
            return str(value.value)
        case "X":
            return f"{value.value:08X}"
    raise PSException("System.FormatException", 'Format String can be only "G", "g", "X", "x", "F", "f", "D" or "d".')
