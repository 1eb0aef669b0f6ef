"""CIM classes as storage-objects.json has them: names, types, texts for enumerations."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from rehearsal.engines.powershell.objects.values import Byte, Char, Int16, Int64, PSArray, UInt16, UInt32, UInt64
from rehearsal.reference import STORAGE_OBJECTS
from rehearsal.world.windows.cim.cim_text import Language, translated
from rehearsal.world.windows.cim.clr_values import date_time, time_span

_CONVERTERS: dict[str, Callable[[Any], Any]] = {
    "uint8": Byte, "uint16": UInt16, "uint32": UInt32, "uint64": UInt64, "sint16": Int16, "sint64": Int64,
    "boolean": bool, "string": str, "char16": Char,
}  # fmt: skip
_PLAIN = frozenset({bool, int, str})
_ELEMENTS = {
    "uint8": "System.Byte", "uint16": "System.UInt16", "uint32": "System.UInt32", "uint64": "System.UInt64",
    "boolean": "System.Boolean", "string": "System.String",
}  # fmt: skip
CIM_TYPES = {
    "uint8": "UInt8", "uint16": "UInt16", "uint32": "UInt32", "uint64": "UInt64", "sint16": "SInt16",
    "sint64": "SInt64",
    "boolean": "Boolean", "string": "String", "char16": "Char16", "datetime": "DateTime", "interval": "DateTime",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PropertyShape:
    """One property: how its raw value is typed, and the text that stands for it."""

    name: str
    lower: str
    cim_type: str
    is_array: bool
    texts: Mapping[int, str] | None
    default_text: str | None
    null_text: str | None
    is_plain_text: bool = field(init=False)
    """A text is shown as it is."""
    known_texts: dict[tuple[Any, ...], tuple[str, ...]] = field(default_factory=dict)
    """Texts that were needed already, by language and numbers."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_plain_text", self.cim_type == "string" and self.texts is None)

    def typed(self, value: Any) -> Any:
        """The raw value as .NET has it."""
        if value is None:
            return None
        if self.is_array:
            convert = _CONVERTERS.get(self.cim_type)
            items = [convert(item) for item in value] if convert else list(value)
            return PSArray(items, _ELEMENTS.get(self.cim_type, "Microsoft.Management.Infrastructure.CimInstance"))
        convert = _CONVERTERS.get(self.cim_type)
        if convert is not None and type(value) in _PLAIN:
            return convert(value)
        if isinstance(value, datetime):
            return date_time(value)
        if isinstance(value, timedelta):
            return time_span(value)
        return convert(value) if convert else value

    def shown(self, value: Any, language: Language) -> Any:
        """What the property shows: text for enumerations, one string for one status, an array for several."""
        if self.texts is None:
            return self.typed(value)
        if value is None:
            return self.null_text if self.null_text is None else translated(self.null_text, language)
        key = (language, *value) if self.is_array else (language, value)
        words = self.known_texts.get(key)
        if words is None:
            numbers = value if self.is_array else (value,)
            words = tuple(translated(self._text(int(number)), language) for number in numbers)
            self.known_texts[key] = words
        return words[0] if len(words) == 1 else PSArray(list(words))

    def _text(self, number: int) -> str:
        assert self.texts is not None
        return self.texts.get(number, self.default_text or str(number))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ClassShape:
    """One CIM class: its properties by name, in the order of the reference."""

    name: str
    namespace: str
    type_name: str
    properties: Mapping[str, PropertyShape]
    by_lower: Mapping[str, PropertyShape]
    aliases: Mapping[str, str]


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(STORAGE_OBJECTS.read_text(encoding="utf-8"))
    return document


@cache
def class_shape(name: str, schema_23h2: bool, unconfirmed_as_text: bool) -> ClassShape:
    """The class as the reference has it. `schema_23h2`: with the members only that schema has."""
    entry = _document()["classes"][name]
    type_name = entry["ps_type"]
    properties: dict[str, PropertyShape] = {}
    aliases: dict[str, str] = {}
    for facts in entry["properties"]:
        kind = facts.get("kind") or ""
        if facts.get("since") and not schema_23h2:
            continue
        if kind.startswith("AliasProperty"):
            aliases[facts["name"]] = "Number" if facts["name"] == "DiskNumber" else "DiskId"
            continue
        properties[facts["name"]] = _property_shape(facts, kind, unconfirmed_as_text)
    namespace = type_name.partition("#")[2].rpartition("/")[0] or "root/cimv2"
    return ClassShape(
        name=name, namespace=namespace, type_name=type_name, properties=properties,
        by_lower={facts.lower: facts for facts in properties.values()}, aliases=aliases,
    )  # fmt: skip


def _property_shape(facts: Mapping[str, Any], kind: str, unconfirmed_as_text: bool) -> PropertyShape:
    shown = facts.get("powershell_text") or {}
    texts = shown.get("map")
    if "not confirmed" in kind:
        texts = (texts or facts.get("values")) if unconfirmed_as_text else None
    elif not kind.startswith("ScriptProperty"):
        texts = None
    return PropertyShape(
        name=facts["name"], lower=facts["name"].lower(), cim_type=facts.get("cim_type") or "string",
        is_array=bool(facts.get("array")),
        texts={int(number): text for number, text in texts.items()} if texts else None,
        default_text=shown.get("default"), null_text=shown.get("when_null"),
    )  # fmt: skip
