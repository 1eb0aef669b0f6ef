"""ConvertFrom-Json as Windows PowerShell 5.1 does it (JavaScriptSerializer).

Int32, else Int64, else Decimal, else Double; date strings stay strings but for `\\/Date(ms)\\/`; a top-level array
is one object; keys that differ only in case are an error, and so is text after the value. Single quotes and bare
names are accepted. Strict JSON goes through Python's own decoder, anything else through the scanner below.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, NoReturn

from rehearsal.engines.powershell.objects.errors import PSException, Unsupported
from rehearsal.engines.powershell.objects.numbers import Int64
from rehearsal.engines.powershell.objects.values import PSArray, PSCustomObject

_DEPTH = 1024
_DATE_MARK = "\\/Date("
_DATE = re.compile(r"(['\"])\\/Date\((-?[0-9]+)(?:[a-zA-Z]|(?:\+|-)[0-9]{4})?\)\\/\1")
_TOKEN = re.compile(r"[\w.\-+]*")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)\Z")
_DOUBLE = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
_ESCAPES = {'"': '"', "'": "'", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def json_value(text: str) -> Any:
    """The value that the text stands for. Raises PSException(ArgumentException), as 5.1 does, for text that isn't
    JSON.
    """
    if _DATE_MARK not in text:
        try:
            return _value(_DECODER.decode(text), 0)
        except (ValueError, RecursionError):
            pass
    scanner = _Scanner(text)
    try:
        return _value(scanner.document(), 0)
    except RecursionError:
        raise Unsupported("JSON nested this deep") from None


def _refuse(message: str) -> NoReturn:
    raise PSException("System.ArgumentException", message)


def _integer(text: str) -> Any:
    number = int(text)
    if -(2**31) <= number < 2**31:
        return number
    if -(2**63) <= number < 2**63:
        return Int64(number)
    return Decimal(number) if abs(number) < 2**96 else float(number)


def _real(text: str) -> Any:
    if "e" in text or "E" in text:
        return _double(text)
    number = Decimal(text)
    if abs(number) >= 2**96:
        return float(text)
    if len(number.as_tuple().digits) > 28:
        raise Unsupported("JSON number with more than 28 digits")
    return number


def _double(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        _refuse(f"Invalid JSON primitive: {text}.")
    return value


def _constant(text: str) -> NoReturn:
    raise ValueError(text)


class _Members(list[tuple[str, Any]]):
    """The pairs of a JSON object, in order."""


_DECODER = json.JSONDecoder(
    object_pairs_hook=_Members, parse_int=_integer, parse_float=_real, parse_constant=_constant, strict=False
)


class _Scanner:
    """JavaScriptSerializer's own way through the text, with its error messages."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def document(self) -> Any:
        value = self._value(0)
        rest = self._blank()
        if rest:
            _refuse(f"Invalid JSON primitive: {self.text[self.position :]}.")
        return value

    def _blank(self) -> str:
        """The next character that isn't blank, "" at the end."""
        text = self.text
        while self.position < len(text) and text[self.position].isspace():
            self.position += 1
        return text[self.position : self.position + 1]

    def _fail(self, message: str) -> NoReturn:
        _refuse(f"{message} ({self.position}): {self.text}")

    def _value(self, depth: int) -> Any:
        depth += 1
        if depth > _DEPTH:
            _refuse("RecursionLimit exceeded.")
        character = self._blank()
        if not character:
            return None
        if character in "\"'":
            date = _DATE.match(self.text, self.position)
            if date:
                self.position = date.end()
                return _date(int(date[2]))
            return self._string(character)
        if character == "{":
            return self._object(depth)
        if character == "[":
            return self._array(depth)
        return self._primitive()

    def _object(self, depth: int) -> _Members:
        self.position += 1
        found = _Members()
        while character := self._blank():
            if character == ":":
                self._fail("Invalid object passed in, member name expected.")
            if character == "}" and not found:
                self.position += 1
                return found
            name = ""
            if character != "}":
                name = self._string(character) if character in "\"'" else self._token()
                if self._blank() != ":":
                    self._fail("Invalid object passed in, ':' or '}' expected.")
                self.position += 1
            found.append((name, self._value(depth)))
            character = self._blank()
            self.position += 1
            if character == "}":
                return found
            if character != ",":
                self._fail("Invalid object passed in, ':' or '}' expected.")
        return self._fail("Invalid object passed in, ':' or '}' expected.")

    def _array(self, depth: int) -> list[Any]:
        self.position += 1
        found: list[Any] = []
        more = False
        while (character := self._blank()) and character != "]":
            found.append(self._value(depth))
            more = False
            character = self._blank()
            if character == "]":
                break
            more = True
            self.position += 1
            if character != ",":
                self._fail("Invalid array passed in, ',' expected.")
        if more:
            self._fail("Invalid array passed in, extra trailing ','.")
        if self._blank() != "]":
            self._fail("Invalid array passed in, ']' expected.")
        self.position += 1
        return found

    def _string(self, quote: str) -> str:
        out: list[str] = []
        text = self.text
        self.position += 1
        while self.position < len(text):
            character = text[self.position]
            self.position += 1
            if character == quote:
                return "".join(out)
            if character != "\\":
                out.append(character)
                continue
            escaped = text[self.position : self.position + 1]
            self.position += 1
            if escaped == "\\":
                out.append("\\")
            elif escaped == "u":
                digits = text[self.position : self.position + 4]
                if not re.fullmatch("[0-9a-fA-F]{4}", digits):
                    self._fail("Unrecognized escape sequence.")
                out.append(chr(int(digits, 16)))
                self.position += 4
            elif escaped in _ESCAPES and escaped:
                out.append(_ESCAPES[escaped])
            else:
                self._fail("Unrecognized escape sequence.")
        return self._fail("Unterminated string passed in.")

    def _token(self) -> str:
        found = _TOKEN.match(self.text, self.position)
        assert found is not None
        self.position = found.end()
        return found[0]

    def _primitive(self) -> Any:
        token = self._token()
        match token:
            case "null":
                return None
            case "true":
                return True
            case "false":
                return False
            case "NaN" | "Infinity" | "-Infinity":
                return float(token.replace("Infinity", "inf"))
        if re.fullmatch(r"[+-]?[0-9]+", token):
            return _integer(token)
        if _DECIMAL.match(token):
            return _real(token)
        if _DOUBLE.match(token):
            return _double(token)
        return _refuse(f"Invalid JSON primitive: {token}.")


def _date(milliseconds: int) -> Any:
    from rehearsal.engines.powershell.net_types.time.date_time import EPOCH_TICKS, UTC_KIND, DateTime

    return DateTime(EPOCH_TICKS + milliseconds * 10_000, UTC_KIND)


def _value(parsed: Any, level: int) -> Any:
    if type(parsed) is _Members:
        return _object(parsed, level)
    if type(parsed) is list:
        return PSArray([_value(item, level + 1) for item in parsed])
    return parsed


def _object(pairs: _Members, level: int) -> PSCustomObject:
    made = PSCustomObject()
    names: dict[str, str] = {}
    for name, item in pairs:
        if name == "":
            raise Unsupported("JSON with an empty property name")
        lower = name.lower()
        if lower in names and names[lower] != name:
            raise PSException(
                "System.InvalidOperationException",
                f"Cannot convert the JSON string because a dictionary that was converted from the string contains the "
                f"duplicated keys '{names[lower]}' and '{name}'.",
            )
        names[lower] = name
        made.set(name, _value(item, level + 1))
    return made
