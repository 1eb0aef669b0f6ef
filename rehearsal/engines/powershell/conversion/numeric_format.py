"""Standard and custom numeric format strings of .NET Framework, invariant culture (`N2`, `D5`, `#,##0.00;(0)`)."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import Any

from rehearsal.engines.powershell.conversion.to_text import decimal_text, double_text, single_text
from rehearsal.engines.powershell.objects.errors import PSException, Unsupported
from rehearsal.engines.powershell.objects.numbers import INTEGER_RANGES, INTEGER_TYPES, Single

_STANDARD = re.compile(r"([A-Za-z])(\d{0,2})\Z")
_SURE = 1e15


def invalid_format() -> PSException:
    """What .NET throws for a format string that the type doesn't know."""
    return PSException("System.FormatException", "Format specifier was invalid.")


def format_number(value: Any, text: str) -> str:
    """`value.ToString(text)` for any number. Raises PSException(FormatException) for a wrong specifier."""
    if not text:
        return _general(value, None, "E")
    standard = _STANDARD.match(text)
    if standard:
        return _standard(value, standard[1], int(standard[2]) if standard[2] else None)
    return _custom(value, text)


def _is_integer(value: Any) -> bool:
    return type(value) in INTEGER_TYPES


def _exact(value: Any) -> Decimal:
    """The decimal digits that .NET Framework formats: 15 significant ones of a double, 7 of a single."""
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return Decimal(int(value))
    if abs(value) >= _SURE and Decimal(f"{value:.14e}") != Decimal(value):
        # .NET Framework shows zeros after 15 digits, newer .NET all digits: not sure what a reader expects here
        raise Unsupported("number format of a double above 1E+15")
    return Decimal(f"{value:.{6 if type(value) is Single else 14}e}")


def _special(value: Any) -> str | None:
    if isinstance(value, float) and (math.isnan(value) or math.isinf(value)):
        return double_text(value)
    return None


def _standard(value: Any, specifier: str, precision: int | None) -> str:
    special = _special(value)
    if special is not None:
        return special
    match specifier.upper():
        case "N":
            return _fixed(value, 2 if precision is None else precision, grouped=True)
        case "F":
            return _fixed(value, 2 if precision is None else precision, grouped=False)
        case "D":
            if not _is_integer(value):
                raise invalid_format()
            digits = str(abs(int(value))).zfill(precision or 0)
            return f"-{digits}" if value < 0 else digits
        case "X":
            return _hexadecimal(value, specifier, precision or 0)
        case "G":
            return _general(value, precision, "E" if specifier == "G" else "e")
        case "E":
            return _scientific(_exact(value), 6 if precision is None else precision, specifier, 3)
        case "P":
            amount = _fixed_decimal(_exact(value) * 100, 2 if precision is None else precision, grouped=True)
            return f"{amount} %"
        case "C":
            text = _fixed_decimal(abs(_exact(value)), 2 if precision is None else precision, grouped=True)
            return f"(\u00a4{text})" if value < 0 and text.strip("0.,") else f"\u00a4{text}"
        case "R":
            if _is_integer(value) or isinstance(value, Decimal):
                raise invalid_format()
            return _round_trip(value)
    raise invalid_format()


def _round_trip(value: float) -> str:
    short = single_text(value) if type(value) is Single else double_text(value)
    if float(short) == value:
        return short
    digits = 9 if type(value) is Single else 17
    return _general_digits(Decimal(f"{value:.{digits - 1}e}"), digits, "E", exponent_digits=2)


def _fixed(value: Any, places: int, *, grouped: bool) -> str:
    return _fixed_decimal(_exact(value), places, grouped=grouped)


def _rounded(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP, context=_CONTEXT)


def _fixed_decimal(value: Decimal, places: int, *, grouped: bool) -> str:
    rounded = _rounded(value, places)
    if rounded == 0:
        rounded = abs(rounded)
    return f"{rounded:,.{places}f}" if grouped else f"{rounded:.{places}f}"


def _hexadecimal(value: Any, specifier: str, width: int) -> str:
    if not _is_integer(value):
        raise invalid_format()
    number = int(value)
    if number < 0:
        low, high = INTEGER_RANGES[type(value)]
        number += high - low + 1
    digits = f"{number:X}" if specifier == "X" else f"{number:x}"
    return digits.zfill(width)


def _general(value: Any, precision: int | None, exponent: str) -> str:
    special = _special(value)
    if special is not None:
        return special
    if not precision:
        if isinstance(value, Decimal):
            return decimal_text(value)
        if _is_integer(value):
            return str(int(value))
        text = single_text(value) if type(value) is Single else double_text(value)
        return text.replace("E", exponent)
    digits = Decimal(f"{value:.{precision - 1}e}") if isinstance(value, float) else Decimal(value)
    return _general_digits(digits, precision, exponent, exponent_digits=2)


def _general_digits(value: Decimal, precision: int, exponent: str, *, exponent_digits: int) -> str:
    if value == 0:
        return "0"
    place = value.adjusted()
    rounded = _rounded(value, precision - 1 - place)
    place = rounded.adjusted()
    if place >= precision or place <= -5:
        text = _scientific(rounded, precision - 1, exponent, exponent_digits)
        mantissa, _, tail = text.partition(exponent)
        if "." in mantissa:
            mantissa = mantissa.rstrip("0").rstrip(".")
        return f"{mantissa}{exponent}{tail}"
    text = f"{rounded:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _scientific(value: Decimal, places: int, specifier: str, exponent_digits: int) -> str:
    if value == 0:
        return f"{'0.' + '0' * places if places else '0'}{specifier}+{'0' * exponent_digits}"
    rounded = _rounded(value, places - value.adjusted())
    exponent = rounded.adjusted()
    mantissa = _rounded(rounded.scaleb(-exponent, context=_CONTEXT), places)
    sign = "-" if exponent < 0 else "+"
    return f"{mantissa:f}{specifier}{sign}{abs(exponent):0{exponent_digits}d}"


# custom formats ------------------------------------------------------------------------------------------------------


def _custom(value: Any, text: str) -> str:
    special = _special(value)
    if special is not None:
        return special
    number = _exact(value)
    sections = _sections(text)
    section = sections[0]
    negative = number < 0
    if len(sections) > 1:
        if negative and sections[1]:
            section, number, negative = sections[1], -number, False
        if len(sections) > 2 and _shown(number, section) == 0 and sections[2] is not None:
            section = sections[2] or sections[0]
            if _shown(number, section) == 0:
                number, negative = Decimal(0), False
    body, is_zero = _render(abs(number), section)
    return f"-{body}" if negative and not is_zero else body


@cache
def _sections(text: str) -> tuple[str, ...]:
    parts, current, position = [], "", 0
    while position < len(text):
        character = text[position]
        if character == "\\":
            current += text[position : position + 2]
            position += 2
            continue
        if character in "'\"":
            end = text.find(character, position + 1)
            end = len(text) - 1 if end < 0 else end
            current += text[position : end + 1]
            position = end + 1
            continue
        if character == ";":
            parts.append(current)
            current = ""
        else:
            current += character
        position += 1
    return (*parts, current)


def _shown(number: Decimal, section: str) -> Decimal:
    tokens = _tokens(section)
    return _rounded(_scaled(abs(number), section), sum(1 for kind, _ in tokens.fraction if kind in "0#"))


class _Layout:
    __slots__ = ("exponent", "fraction", "grouped", "scale", "whole")

    def __init__(self) -> None:
        self.whole: list[tuple[str, str]] = []
        self.fraction: list[tuple[str, str]] = []
        self.exponent: tuple[str, str, int] | None = None
        self.grouped = False
        self.scale = 0


_EXPONENT = re.compile(r"([eE])([+-]?)(0+)")


@cache
def _tokens(section: str) -> _Layout:
    """Digit places ('0', '#') and literals ('L') before and after the decimal point."""
    layout = _Layout()
    target = layout.whole
    commas = 0
    position = 0
    while position < len(section):
        character = section[position]
        if character in "0#":
            if commas and target is layout.whole:
                layout.grouped = True
            commas = 0
            target.append((character, character))
        elif character == ".":
            if target is layout.whole:
                layout.scale -= 3 * commas
                commas = 0
                target = layout.fraction
        elif character == ",":
            if target is layout.whole and any(kind in "0#" for kind, _ in layout.whole):
                commas += 1
        elif character == "%":
            layout.scale += 2
            target.append(("L", "%"))
        elif character == "\u2030":
            layout.scale += 3
            target.append(("L", character))
        elif character == "\\" and position + 1 < len(section):
            target.append(("L", section[position + 1]))
            position += 1
        elif character in "'\"":
            end = section.find(character, position + 1)
            end = len(section) if end < 0 else end
            target.append(("L", section[position + 1 : end]))
            position = end
        elif found := _EXPONENT.match(section, position):
            layout.exponent = (found[1], found[2], len(found[3]))
            position = found.end() - 1
        else:
            target.append(("L", character))
        position += 1
    layout.scale -= 3 * commas
    return layout


def _scaled(number: Decimal, section: str) -> Decimal:
    return number.scaleb(_tokens(section).scale, context=_CONTEXT)


def _render(number: Decimal, section: str) -> tuple[str, bool]:
    layout = _tokens(section)
    whole_places = [kind for kind, _ in layout.whole if kind in "0#"]
    fraction_places = [kind for kind, _ in layout.fraction if kind in "0#"]
    number = _scaled(number, section)
    tail = ""
    if layout.exponent is not None:
        letter, plus, width = layout.exponent
        shift = 0 if number == 0 else number.adjusted() - max(len(whole_places), 1) + 1
        number = number.scaleb(-shift, context=_CONTEXT)
        sign = "-" if shift < 0 else "+" if plus == "+" else ""
        tail = f"{letter}{sign}{abs(shift):0{width}d}"
    rounded = _rounded(number, len(fraction_places))
    digits = f"{rounded:f}"
    whole, _, fraction = digits.partition(".")
    whole = whole.lstrip("0")
    zeros = len(whole_places) - whole_places.index("0") if "0" in whole_places else 0
    whole = whole.zfill(zeros)
    text = _place_whole(layout, whole, len(whole_places))
    text += _place_fraction(layout, fraction)
    return text + tail, rounded == 0


def _place_whole(layout: _Layout, digits: str, places: int) -> str:
    total = len(digits)
    shown: list[str] = []
    used = 0
    place = 0
    for kind, literal in layout.whole:
        if kind == "L":
            shown.append(literal)
            continue
        place += 1
        until = total - (places - place)
        while used < until:
            shown.append(digits[used])
            used += 1
            rest = total - used
            if layout.grouped and rest and rest % 3 == 0:
                shown.append(",")
    if not places:
        return "".join(shown)
    return "".join(shown)


def _place_fraction(layout: _Layout, digits: str) -> str:
    places = [kind for kind, _ in layout.fraction if kind in "0#"]
    last_zero = max((index for index, kind in enumerate(places) if kind == "0"), default=-1)
    keep = max(len(digits.rstrip("0")), last_zero + 1)
    shown: list[str] = []
    index = 0
    for kind, literal in layout.fraction:
        if kind == "L":
            shown.append(literal)
            continue
        if index < keep:
            shown.append(digits[index] if index < len(digits) else "0")
        index += 1
    text = "".join(shown)
    return f".{text}" if keep > 0 else text


def _make_context() -> Any:
    from decimal import Context

    return Context(prec=400)


_CONTEXT = _make_context()
