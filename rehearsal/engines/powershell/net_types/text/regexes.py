"""System.Text.RegularExpressions over the translated patterns."""

from __future__ import annotations

import re
from typing import Any

from rehearsal.engines.powershell.conversion.to_text import to_text
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_conversion,
    net_method,
    net_property,
    net_static,
)
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.objects.type_table import net_enum, net_type
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray
from rehearsal.engines.powershell.operators.regex_translation import NetRegex, expand_replacement, translate

REGEX_OPTIONS = net_enum(
    "System.Text.RegularExpressions.RegexOptions",
    {
        "None": 0, "IgnoreCase": 1, "Multiline": 2, "ExplicitCapture": 4, "Compiled": 8, "Singleline": 16,
        "IgnorePatternWhitespace": 32, "RightToLeft": 64, "ECMAScript": 256, "CultureInvariant": 512,
    },
    flags=True,
)  # fmt: skip
_SPACE = "System.Text.RegularExpressions."
_OPTIONS = _SPACE + "RegexOptions"
_EVALUATOR = "scriptblock"


def _net_text(text: str | None) -> str:
    if text is None:
        raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: input")
    return text


class _Captured(NetObject):
    """Base of Capture, Group and Match: a piece of the input, or nothing."""

    def __init__(self, found: re.Match[str] | None, index: int, name: str) -> None:
        self.found = found if found is not None and found.start(index) >= 0 else None
        self.group_index = index
        self.group_name = name

    @property
    def text(self) -> str:
        return "" if self.found is None else str(self.found[self.group_index])

    def ps_string(self) -> str:
        return self.text


class _CapturedMembers:
    @net_property("Groups")
    def groups(self: Any) -> Any:
        return self.groups_collection()

    @net_property("Success", "bool")
    def success(self: _Captured) -> bool:
        return self.found is not None

    @net_property("Name", "string")
    def name(self: _Captured) -> str:
        return self.group_name

    @net_property("Captures")
    def captures(self: Group | Match) -> Any:
        return self.captures_collection()

    @net_property("Index", "int")
    def index(self: _Captured) -> int:
        return 0 if self.found is None else self.found.start(self.group_index)

    @net_property("Length", "int")
    def length(self: _Captured) -> int:
        return len(self.text)

    @net_property("Value", "string")
    def value(self: _Captured) -> str:
        return self.text

    @net_method("ToString", returns="string")
    def to_string(self: _Captured) -> str:
        return self.text


class _Collection(NetObject):
    """Matches, groups or captures: indexed by number."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def ps_enumerate(self) -> list[Any]:
        return self.items

    def ps_index(self, index: object) -> object:
        if type(index) is int:
            return self.items[index] if 0 <= index < len(self.items) else NO_GROUP
        return NotImplemented


class _CollectionMembers:
    @net_property("Count", "int")
    def count(self: _Collection) -> int:
        return len(self.items)

    @net_method("Item", "object")
    def item(self: _Collection, index: Any) -> Any:
        return self.ps_index(index)


@net_type(_SPACE + "MatchCollection", closed=True, interfaces=("System.Collections.IEnumerable",
                                                               "System.Collections.ICollection"))  # fmt: skip
class MatchCollection(_Collection):
    """All matches."""

    def ps_index(self, index: object) -> object:
        if type(index) is int and not -len(self.items) <= index < len(self.items):
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "Specified argument was out of the range of valid values.\r\nParameter name: i",
            )
        return self.items[index] if type(index) is int and index >= 0 else NotImplemented


@net_type(_SPACE + "CaptureCollection", closed=True)
class CaptureCollection(_Collection):
    """The captures of one group; Python keeps the last only."""


@net_type(_SPACE + "GroupCollection", closed=True)
class GroupCollection(_Collection):
    """The groups of one match, by number or name."""

    def ps_index(self, index: object) -> object:
        if isinstance(index, str):
            return next((group for group in self.items if group.group_name == index), NO_GROUP)
        return super().ps_index(index)


@net_type(_SPACE + "Capture", closed=True)
class Capture(_Captured):
    """One capture."""


@net_type(_SPACE + "Group", base=_SPACE + "Capture", closed=True)
class Group(_Captured):
    """One group of a match."""

    def captures_collection(self) -> CaptureCollection:
        if self.repeated:
            from rehearsal.engines.powershell.objects.errors import Unsupported

            raise Unsupported("Captures of a repeated group")
        return CaptureCollection(
            [Capture(self.found, self.group_index, self.group_name)] if self.found is not None else []
        )

    repeated = True


@net_type(_SPACE + "Match", base=_SPACE + "Group", closed=True)
class Match(_Captured):
    """One match."""

    def __init__(self, regex: NetRegex, found: re.Match[str] | None) -> None:
        super().__init__(found, 0, "0")
        self.regex = regex

    def groups_collection(self) -> GroupCollection:
        made: list[Any] = [self]
        for _, name, index in self.regex.groups[1:]:
            made.append(Group(self.found, index, name) if self.found is not None else Group(None, 0, name))
        return GroupCollection(made if self.found is not None else [self])

    def captures_collection(self) -> CaptureCollection:
        return CaptureCollection([Capture(self.found, 0, "0")] if self.found is not None else [])

    @net_method("NextMatch")
    def next_match(self) -> Match:
        if self.found is None:
            return self
        start = self.found.end() + (1 if self.found.end() == self.found.start() else 0)
        text = self.found.string
        return Match(self.regex, self.regex.pattern.search(text, start) if start <= len(text) else None)

    @net_method("Result", "string", returns="string")
    def result(self, replacement: str) -> str:
        if self.found is None:
            raise PSException("System.NotSupportedException", "Result cannot be called on a failed Match.")
        return expand_replacement(replacement, self.regex, self.found)


for _name in ("Capture", "Group", "Match"):
    _wanted = {"Capture": ("index", "length", "value", "to_string"),
               "Group": ("success", "name", "captures", "index", "length", "value", "to_string"),
               "Match": ("groups", "success", "name", "captures", "index", "length", "value",
               "to_string")}[_name]  # fmt: skip
    net_type(_SPACE + _name)(type("CapturedMembers", (), {key: vars(_CapturedMembers)[key] for key in _wanted}))
for _name in ("MatchCollection", "GroupCollection", "CaptureCollection"):
    net_type(_SPACE + _name)(type("CollectionMembers", (), dict(vars(_CollectionMembers))))
NO_GROUP = Group(None, 0, "")


def _all_matches(regex: NetRegex, text: str, start: int = 0) -> list[re.Match[str]]:
    return list(regex.pattern.finditer(text, start))


def _replaced(regex: NetRegex, text: str, replacement: Any, count: int, run: Any) -> str:
    from rehearsal.engines.powershell.runtime.script_block import ScriptBlock

    if isinstance(replacement, ScriptBlock):

        def one(found: re.Match[str]) -> str:
            return to_text(collapse(run.blocks.invoke(replacement, arguments=[Match(regex, found)])), run)
    else:
        pattern = "" if replacement is None else to_text(replacement, run)

        def one(found: re.Match[str]) -> str:
            return expand_replacement(pattern, regex, found)

    out: list[str] = []
    position = 0
    for number, found in enumerate(regex.pattern.finditer(text)):
        if 0 <= count <= number:
            break
        out.append(text[position : found.start()])
        out.append(one(found))
        position = found.end()
    out.append(text[position:])
    return "".join(out)


def split_by(regex: NetRegex, text: str, count: int = 0) -> list[str]:
    """Regex.Split: captured groups are part of the result; count 0 means no limit."""
    out: list[str] = []
    position = 0
    for found in regex.pattern.finditer(text):
        if count and len(out) >= count - 1:
            break
        out.append(text[position : found.start()])
        out.extend(found[index] for _, _, index in regex.groups[1:] if found.start(index) >= 0)
        position = found.end()
    out.append(text[position:])
    return out


def _options(value: EnumValue | None) -> int:
    return 0 if value is None else int(value.value)


@net_type(_SPACE + "Regex", accelerators=("regex",))
class Regex(NetObject):
    """A compiled pattern."""

    def __init__(self, net_regex: NetRegex) -> None:
        self.net_regex = net_regex

    def ps_string(self) -> str:
        return self.net_regex.source

    @net_constructor("string")
    @net_constructor("string", _OPTIONS)
    def _make(pattern: str, options: EnumValue | None = None) -> Regex:
        return Regex(translate(pattern, _options(options)))

    @net_conversion
    def _convert(value: Any, run: Any) -> Any:
        if not isinstance(value, str):
            return NotImplemented
        try:
            return Regex(translate(value, 0))
        except PSException as failure:
            from rehearsal.engines.powershell.conversion.conversion_errors import convert_error

            raise convert_error(
                f'Cannot convert value "{value}" to type "System.Text.RegularExpressions.Regex". Error: '
                f'"{failure.message}"',
                "InvalidCastConstructorException",
                failure,
            ) from None

    @net_property("Options", _OPTIONS)
    def options(self) -> EnumValue:
        return EnumValue(REGEX_OPTIONS, self.net_regex.options)

    @net_method("ToString", returns="string")
    def to_string(self) -> str:
        return self.net_regex.source

    @net_method("IsMatch", "string", returns="bool")
    @net_method("IsMatch", "string", "int", returns="bool")
    def is_match(self, text: str, start: int = 0) -> bool:
        return self.net_regex.pattern.search(_net_text(text), start) is not None

    @net_method("Match", "string")
    @net_method("Match", "string", "int")
    def match(self, text: str, start: int = 0) -> Match:
        return Match(self.net_regex, self.net_regex.pattern.search(_net_text(text), start))

    @net_method("Matches", "string")
    @net_method("Matches", "string", "int")
    def matches(self, text: str, start: int = 0) -> MatchCollection:
        return MatchCollection(
            [Match(self.net_regex, found) for found in _all_matches(self.net_regex, _net_text(text), start)]
        )

    @net_method("Replace", "string", "string", context=True)
    @net_method("Replace", "string", "string", "int", context=True)
    @net_method("Replace", "string", _EVALUATOR, context=True)
    @net_method("Replace", "string", _EVALUATOR, "int", context=True)
    def replace(run: Any, self: Regex, text: str, replacement: Any, count: int = -1) -> str:
        return _replaced(self.net_regex, _net_text(text), replacement, count, run)

    @net_method("Split", "string")
    @net_method("Split", "string", "int")
    def split(self, text: str, count: int = 0) -> PSArray:
        return PSArray(split_by(self.net_regex, _net_text(text), count), "System.String")

    @net_method("GetGroupNames")
    def group_names(self) -> PSArray:
        return PSArray([name for _, name, _ in self.net_regex.groups], "System.String")

    @net_method("GroupNumberFromName", "string", returns="int")
    def group_number(self, name: str) -> int:
        return next((number for number, known, _ in self.net_regex.groups if known == name), -1)

    # static

    @net_static("Escape", "string", returns="string")
    def escape(text: str) -> str:
        return "".join(_ESCAPED.get(character, character) for character in _net_text(text))

    @net_static("Unescape", "string", returns="string")
    def unescape(text: str) -> str:
        if "\\" not in text:
            return text
        return re.sub(r"\\([tnrf\W])", lambda found: _UNESCAPED.get(found[1], found[1]), text)

    @net_static("IsMatch", "string", "string", returns="bool")
    @net_static("IsMatch", "string", "string", _OPTIONS, returns="bool")
    def static_is_match(text: str, pattern: str, options: EnumValue | None = None) -> bool:
        return translate(pattern, _options(options)).pattern.search(_net_text(text)) is not None

    @net_static("Match", "string", "string")
    @net_static("Match", "string", "string", _OPTIONS)
    def static_match(text: str, pattern: str, options: EnumValue | None = None) -> Match:
        regex = translate(pattern, _options(options))
        return Match(regex, regex.pattern.search(_net_text(text)))

    @net_static("Matches", "string", "string")
    @net_static("Matches", "string", "string", _OPTIONS)
    def static_matches(text: str, pattern: str, options: EnumValue | None = None) -> MatchCollection:
        regex = translate(pattern, _options(options))
        return MatchCollection([Match(regex, found) for found in _all_matches(regex, _net_text(text))])

    @net_static("Replace", "string", "string", "string", returns="string", context=True)
    @net_static("Replace", "string", "string", "string", _OPTIONS, returns="string", context=True)
    @net_static("Replace", "string", "string", _EVALUATOR, returns="string", context=True)
    @net_static("Replace", "string", "string", _EVALUATOR, _OPTIONS, returns="string", context=True)
    def static_replace(run: Any, text: str, pattern: str, replacement: Any, options: EnumValue | None = None) -> str:
        return _replaced(translate(pattern, _options(options)), _net_text(text), replacement, -1, run)

    @net_static("Split", "string", "string", returns="string[]")
    @net_static("Split", "string", "string", _OPTIONS, returns="string[]")
    def static_split(text: str, pattern: str, options: EnumValue | None = None) -> PSArray:
        return PSArray(split_by(translate(pattern, _options(options)), _net_text(text)), "System.String")


_ESCAPED = {character: "\\" + character for character in "\\*+?|{[()^$.# "}
_ESCAPED.update({"\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f"})
_UNESCAPED = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
