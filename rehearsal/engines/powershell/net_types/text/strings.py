"""System.String and System.Char members, as .NET Framework has them (Split takes characters, not strings)."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from rehearsal.engines.powershell.conversion.composite_format import composite_format
from rehearsal.engines.powershell.conversion.to_text import to_text
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_static,
    net_static_property,
)
from rehearsal.engines.powershell.objects.numbers import Char
from rehearsal.engines.powershell.objects.string_order import compare_text
from rehearsal.engines.powershell.objects.type_table import net_enum, net_type
from rehearsal.engines.powershell.objects.values import EnumValue, PSArray

STRING_COMPARISON = net_enum(
    "System.StringComparison",
    {
        "CurrentCulture": 0, "CurrentCultureIgnoreCase": 1, "InvariantCulture": 2, "InvariantCultureIgnoreCase": 3,
        "Ordinal": 4, "OrdinalIgnoreCase": 5,
    },
)  # fmt: skip
STRING_SPLIT_OPTIONS = net_enum("System.StringSplitOptions", {"None": 0, "RemoveEmptyEntries": 1}, flags=True)
WHITESPACE = "".join(
    chr(code) for code in range(0x3001) if chr(code).isspace() and code not in (0x1C, 0x1D, 0x1E, 0x1F)
)


def ignores_case(mode: EnumValue | bool | None) -> bool:
    """Whether a StringComparison, or the older Boolean, means any case."""
    if isinstance(mode, EnumValue):
        return mode.value % 2 == 1
    return bool(mode)


def _folded(text: str, mode: EnumValue | bool | None) -> str:
    return text.upper() if ignores_case(mode) else text


def _out_of_range(name: str, text: str) -> PSException:
    return PSException("System.ArgumentOutOfRangeException", f"{text}\r\nParameter name: {name}")


def _null(name: str) -> PSException:
    return PSException("System.ArgumentNullException", f"Value cannot be null.\r\nParameter name: {name}")


def _characters(trimmed: Any) -> str:
    if trimmed is None or (isinstance(trimmed, PSArray) and not trimmed.items):
        return WHITESPACE
    return "".join(trimmed.items) if isinstance(trimmed, PSArray) else str(trimmed)


@net_type("System.String", represents=str)
class StringMembers:
    """Methods and properties of text."""

    @net_constructor("char", "int")
    def repeated(character: str, count: int) -> str:
        return str(character) * count

    @net_constructor("char[]")
    def from_characters(characters: PSArray) -> str:
        return "".join(characters.items)

    @net_property("Length", "int")
    def length(self: str) -> int:
        return len(self)

    @net_method("get_Chars", "int", returns="char")
    @net_method("Chars", "int", returns="char")
    def character_at(self: str, index: int) -> Char:
        if not 0 <= index < len(self):
            raise PSException("System.IndexOutOfRangeException", "Index was outside the bounds of the array.")
        return Char(self[index])

    @net_method("ToString", returns="string")
    @net_method("ToString", "System.IFormatProvider", returns="string")
    def to_string(self: str, provider: object = None) -> str:
        return str(self)

    @net_method("Substring", "int", returns="string")
    @net_method("Substring", "int", "int", returns="string")
    def substring(self: str, start: int, count: int | None = None) -> str:
        if start < 0:
            raise _out_of_range("startIndex", "StartIndex cannot be less than zero.")
        if start > len(self):
            raise _out_of_range("startIndex", "startIndex cannot be larger than length of string.")
        if count is None:
            return self[start:]
        if count < 0:
            raise _out_of_range("length", "Length cannot be less than zero.")
        if start + count > len(self):
            raise _out_of_range("length", "Index and length must refer to a location within the string.")
        return self[start : start + count]

    @net_method("ToUpper", returns="string")
    @net_method("ToUpperInvariant", returns="string")
    def to_upper(self: str) -> str:
        if self.isascii():
            return self.upper()
        return "".join(upper if len(upper := character.upper()) == 1 else character for character in self)

    @net_method("ToLower", returns="string")
    @net_method("ToLowerInvariant", returns="string")
    def to_lower(self: str) -> str:
        if self.isascii():
            return self.lower()
        return "".join(lower if len(lower := character.lower()) == 1 else character for character in self)

    @net_method("Trim", returns="string")
    @net_method("Trim", "params char[]", returns="string")
    def trim(self: str, trimmed: Any = None) -> str:
        return self.strip(_characters(trimmed))

    @net_method("TrimStart", returns="string")
    @net_method("TrimStart", "params char[]", returns="string")
    def trim_start(self: str, trimmed: Any = None) -> str:
        return self.lstrip(_characters(trimmed))

    @net_method("TrimEnd", returns="string")
    @net_method("TrimEnd", "params char[]", returns="string")
    def trim_end(self: str, trimmed: Any = None) -> str:
        return self.rstrip(_characters(trimmed))

    @net_method("StartsWith", "string", returns="bool")
    @net_method("StartsWith", "string", "System.StringComparison", returns="bool")
    def starts_with(self: str, text: str, mode: EnumValue | None = None) -> bool:
        if text is None:
            raise _null("value")
        return _folded(self, mode).startswith(_folded(text, mode))

    @net_method("EndsWith", "string", returns="bool")
    @net_method("EndsWith", "string", "System.StringComparison", returns="bool")
    def ends_with(self: str, text: str, mode: EnumValue | None = None) -> bool:
        if text is None:
            raise _null("value")
        return _folded(self, mode).endswith(_folded(text, mode))

    @net_method("Contains", "string", returns="bool")
    def contains(self: str, text: str) -> bool:
        if text is None:
            raise _null("value")
        return text in self

    @net_method("IndexOf", "string", returns="int")
    @net_method("IndexOf", "string", "int", returns="int")
    @net_method("IndexOf", "string", "System.StringComparison", returns="int")
    @net_method("IndexOf", "string", "int", "System.StringComparison", returns="int")
    @net_method("IndexOf", "char", returns="int")
    @net_method("IndexOf", "char", "int", returns="int")
    def index_of(self: str, text: str, *rest: Any) -> int:
        start = next((item for item in rest if type(item) is int), 0)
        mode = next((item for item in rest if isinstance(item, EnumValue)), None)
        if text is None:
            raise _null("value")
        if not 0 <= start <= len(self):
            message = "Index was out of range. Must be non-negative and less than the size of the collection."
            raise _out_of_range("startIndex", message)
        return _folded(self, mode).find(_folded(text, mode), start)

    @net_method("LastIndexOf", "string", returns="int")
    @net_method("LastIndexOf", "string", "System.StringComparison", returns="int")
    @net_method("LastIndexOf", "char", returns="int")
    def last_index_of(self: str, text: str, mode: EnumValue | None = None) -> int:
        if text is None:
            raise _null("value")
        return _folded(self, mode).rfind(_folded(text, mode))

    @net_method("IndexOfAny", "char[]", returns="int")
    def index_of_any(self: str, characters: PSArray) -> int:
        found = [position for position in (self.find(character) for character in characters.items) if position >= 0]
        return min(found, default=-1)

    @net_method("Replace", "string", "string", returns="string")
    @net_method("Replace", "char", "char", returns="string")
    def replace(self: str, old: str, new: str | None) -> str:
        if old is None:
            raise _null("oldValue")
        if not old:
            raise PSException(
                "System.ArgumentException", "String cannot be of zero length.\r\nParameter name: oldValue"
            )
        return str.replace(self, old, new or "")

    @net_method("Remove", "int", returns="string")
    @net_method("Remove", "int", "int", returns="string")
    def remove(self: str, start: int, count: int | None = None) -> str:
        if not 0 <= start <= len(self):
            raise _out_of_range("startIndex", "startIndex must be less than length of string.")
        if count is None:
            return self[:start]
        if count < 0 or start + count > len(self):
            raise _out_of_range("count", "Index and count must refer to a location within the string.")
        return self[:start] + self[start + count :]

    @net_method("Insert", "int", "string", returns="string")
    def insert(self: str, start: int, text: str) -> str:
        if not 0 <= start <= len(self):
            message = "Specified argument was out of the range of valid values."
            raise _out_of_range("startIndex", message)
        return self[:start] + text + self[start:]

    @net_method("PadLeft", "int", returns="string")
    @net_method("PadLeft", "int", "char", returns="string")
    def pad_left(self: str, width: int, character: str = " ") -> str:
        return self.rjust(width, str(character))

    @net_method("PadRight", "int", returns="string")
    @net_method("PadRight", "int", "char", returns="string")
    def pad_right(self: str, width: int, character: str = " ") -> str:
        return self.ljust(width, str(character))

    @net_method("Split", "params char[]", returns="string[]")
    @net_method("Split", "char[]", "int", returns="string[]")
    @net_method("Split", "char[]", "System.StringSplitOptions", returns="string[]")
    @net_method("Split", "char[]", "int", "System.StringSplitOptions", returns="string[]")
    def split(self: str, separators: Any = None, *rest: Any) -> PSArray:
        characters = _characters(separators)
        return PSArray(_split(self, list(characters), *rest), "System.String")

    @net_method("Split", "string[]", "System.StringSplitOptions", returns="string[]")
    @net_method("Split", "string[]", "int", "System.StringSplitOptions", returns="string[]")
    def split_by_text(self: str, separators: PSArray, *rest: Any) -> PSArray:
        texts = [text for text in separators.items if text] if separators is not None else list(WHITESPACE)
        return PSArray(_split(self, texts, *rest), "System.String")

    @net_method("ToCharArray", returns="char[]")
    @net_method("ToCharArray", "int", "int", returns="char[]")
    def to_char_array(self: str, start: int = 0, count: int | None = None) -> PSArray:
        end = len(self) if count is None else start + count
        return PSArray([Char(character) for character in self[start:end]], "System.Char")

    @net_method("CompareTo", "string", returns="int")
    def compare_to(self: str, other: str) -> int:
        return 1 if other is None else compare_text(self, other, False)

    @net_method("Equals", "string", returns="bool")
    @net_method("Equals", "string", "System.StringComparison", returns="bool")
    @net_method("Equals", "object", returns="bool")
    def equals(self: str, other: Any, mode: EnumValue | None = None) -> bool:
        return isinstance(other, str) and _folded(self, mode) == _folded(other, mode)

    @net_method("Normalize", returns="string")
    def normalize(self: str) -> str:
        return unicodedata.normalize("NFC", self)

    @net_method("Clone", returns="object")
    def clone(self: str) -> str:
        return self

    # static

    @net_static_property("Empty", "string")
    def empty() -> str:
        return ""

    @net_static("IsNullOrEmpty", "string", returns="bool")
    def is_null_or_empty(text: str | None) -> bool:
        return not text

    @net_static("IsNullOrWhiteSpace", "string", returns="bool")
    def is_null_or_white_space(text: str | None) -> bool:
        return not text or not text.strip(WHITESPACE)

    @net_static("Join", "string", "params string[]", returns="string", context=True)
    @net_static("Join", "string", "params object[]", returns="string", context=True)
    def join(run: Any, separator: str | None, items: Any) -> str:
        listed = items.ps_enumerate() if hasattr(items, "ps_enumerate") else items
        return (separator or "").join("" if item is None else to_text(item, run) for item in listed)

    @net_static("Format", "string", "params object[]", returns="string", context=True)
    @net_static("Format", "System.IFormatProvider", "string", "params object[]", returns="string", context=True)
    def format(run: Any, *arguments: Any) -> str:
        first, *rest = arguments if isinstance(arguments[0], str) else arguments[1:]
        values = rest[0].items if rest and isinstance(rest[0], PSArray) else rest
        return composite_format(first, values, run)

    @net_static("Concat", "params object[]", returns="string", context=True)
    def concat(run: Any, items: PSArray) -> str:
        return "".join("" if item is None else to_text(item, run) for item in items.items)

    @net_static("Compare", "string", "string", returns="int")
    @net_static("Compare", "string", "string", "bool", returns="int")
    @net_static("Compare", "string", "string", "System.StringComparison", returns="int")
    def compare(first: str | None, second: str | None, mode: Any = None) -> int:
        if first is None or second is None:
            return (first is not None) - (second is not None)
        if isinstance(mode, EnumValue) and mode.value >= 4:
            return _ordinal(_folded(first, mode), _folded(second, mode))
        return compare_text(first, second, ignores_case(mode))

    @net_static("CompareOrdinal", "string", "string", returns="int")
    def compare_ordinal(first: str, second: str) -> int:
        return _ordinal(first, second)

    @net_static("Equals", "string", "string", returns="bool")
    @net_static("Equals", "string", "string", "System.StringComparison", returns="bool")
    def equal_texts(first: str | None, second: str | None, mode: EnumValue | None = None) -> bool:
        if first is None or second is None:
            return first is second
        return _folded(first, mode) == _folded(second, mode)


def _ordinal(first: str, second: str) -> int:
    return (first > second) - (first < second)


def _split(text: str, separators: list[str], *rest: Any) -> list[str]:
    limit = next((item for item in rest if type(item) is int), None)
    options = next((item.value for item in rest if isinstance(item, EnumValue)), 0)
    parts: list[str] = []
    start = 0
    # of several separators at a place the first of the list counts, as of a pattern's alternatives
    separator = re.compile("|".join(map(re.escape, separators)))
    for found in separator.finditer(text) if separators else ():
        if limit is not None and len(parts) >= limit - 1:
            break
        if not options or found.start() > start:
            parts.append(text[start : found.start()])
        start = found.end()
    rest_text = text[start:]
    if limit == 0:
        return []
    if not options or rest_text:
        parts.append(rest_text)
    return parts


@net_type("System.Char", represents=Char)
class CharMembers:
    """Members of one character."""

    @net_method("ToString", returns="string")
    def to_string(self: str) -> str:
        return str(self)

    @net_static("IsDigit", "char", returns="bool")
    def is_digit(character: str) -> bool:
        return unicodedata.category(character) == "Nd"

    @net_static("IsNumber", "char", returns="bool")
    def is_number(character: str) -> bool:
        return unicodedata.category(character).startswith("N")

    @net_static("IsLetter", "char", returns="bool")
    def is_letter(character: str) -> bool:
        return unicodedata.category(character).startswith("L")

    @net_static("IsLetterOrDigit", "char", returns="bool")
    def is_letter_or_digit(character: str) -> bool:
        category = unicodedata.category(character)
        return category.startswith("L") or category == "Nd"

    @net_static("IsWhiteSpace", "char", returns="bool")
    def is_white_space(character: str) -> bool:
        return character in WHITESPACE

    @net_static("IsUpper", "char", returns="bool")
    def is_upper(character: str) -> bool:
        return unicodedata.category(character) == "Lu"

    @net_static("IsLower", "char", returns="bool")
    def is_lower(character: str) -> bool:
        return unicodedata.category(character) == "Ll"

    @net_static("IsPunctuation", "char", returns="bool")
    def is_punctuation(character: str) -> bool:
        return unicodedata.category(character).startswith("P")

    @net_static("IsControl", "char", returns="bool")
    def is_control(character: str) -> bool:
        return unicodedata.category(character) == "Cc"

    @net_static("ToUpper", "char", returns="char")
    @net_static("ToUpperInvariant", "char", returns="char")
    def to_upper(character: str) -> Char:
        upper = character.upper()
        return Char(upper if len(upper) == 1 else character)

    @net_static("ToLower", "char", returns="char")
    @net_static("ToLowerInvariant", "char", returns="char")
    def to_lower(character: str) -> Char:
        lower = character.lower()
        return Char(lower if len(lower) == 1 else character)

    @net_static("GetNumericValue", "char", returns="double")
    def numeric_value(character: str) -> float:
        return float(unicodedata.numeric(character, -1))
