"""The parameters that a document declares: their types, what a caller may give, what the document's steps see.

Facts: [automation#pickers], [run-command#string-parameters]. Ours beyond AWS: patterns are anchored and look
nowhere around, because service (Java), agent (Go) and this model (Python) must read them alike.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

PICKER_TYPES: Mapping[str, str] = {
    "AWS::EC2::Instance::Id": r"^m?i-[a-z0-9]{8,17}$",
    "AWS::IAM::Role::Arn": r"^arn:(aws|aws-cn|aws-us-gov|aws-iso|aws-iso-b):iam::[0-9]{12}:role/.*$",
    "AWS::S3::Bucket::Name": r"^[0-9a-z][a-z0-9\-\.]{3,63}$",
}
"""Console pickers with the pattern that AWS checks [automation#pickers]."""
COMMAND_TYPES = frozenset({"String", "StringList"})
AUTOMATION_TYPES = frozenset(
    {
        "String", "StringList", "Boolean", "Integer", "MapList", "StringMap", *PICKER_TYPES,
        *(f"List<{picker}>" for picker in PICKER_TYPES),
    }
)  # fmt: skip
KEYS = frozenset(
    {
        "type", "description", "default", "allowedValues", "allowedPattern", "displayType", "minItems", "maxItems",
        "minChars", "maxChars",
    }
)  # fmt: skip
COMMAND_KEYS = KEYS | {"interpolationType"}
INTERPOLATION_TYPES = ("ENV_VAR", "SCHEMA")
DISPLAY_TYPES = ("textfield", "textarea")
_NAME = re.compile(r"[A-Za-z0-9]+")
_LOOKAROUND = re.compile(r"\(\?[=!<]")


class DocumentRefusedError(ValueError):
    """CreateDocument would refuse this document; the message names it and the place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One declared parameter. `default` None: required. `exported`: reaches the script as `$env:SSM_<name>`."""

    name: str
    type: str
    default: Any
    pattern: re.Pattern[str] | None
    allowed: tuple[str, ...] | None
    min_chars: int
    max_chars: int | None
    min_items: int
    max_items: int | None
    exported: bool

    @property
    def many(self) -> bool:
        """Whether it takes a list."""
        return self.type in ("StringList", "MapList") or self.type.startswith("List<")

    def check(self, values: Sequence[str]) -> str | None:
        """What is wrong with these values, in AWS's words where they are known; None when they are allowed."""
        if not self.many and len(values) != 1:
            return f"Parameter type error. The value supplied for {self.name} is not a valid {self._kind}."
        if len(values) < self.min_items or (self.max_items is not None and len(values) > self.max_items):
            most = "" if self.max_items is None else f" to {self.max_items}"
            return f"Parameter {self.name}: {len(values)} items, {self.min_items}{most} are allowed"
        for value in values:
            if (problem := self._problem(value)) is not None:
                return problem
        return None

    @property
    def _kind(self) -> str:
        return "string" if self.type == "String" else self.type

    def _problem(self, value: str) -> str | None:
        if not _is_of(value, self.type):
            return f"Parameter type error. The value supplied for {self.name} is not a valid {self._kind}."
        if self.allowed is not None and value not in self.allowed:
            return f'Parameter {self.name} has value "{value}" not found in {", ".join(self.allowed)}'
        if self.pattern is not None and not self.pattern.search(value):
            return f"Parameter {self.name}: {value!r} does not match {self.pattern.pattern}"
        if len(value) < self.min_chars or (self.max_chars is not None and len(value) > self.max_chars):
            most = "" if self.max_chars is None else f" to {self.max_chars}"
            return f"Parameter {self.name}: {len(value)} characters, {self.min_chars}{most} are allowed"
        return None

    def bound(self, values: Sequence[str]) -> Any:
        """Allowed values as the document's steps see them."""
        match self.type:
            case "MapList":
                return [json.loads(value) for value in values]
            case "StringMap":
                return json.loads(values[0])
            case "Boolean":
                return values[0].lower() == "true"
            case "Integer":
                return int(values[0])
        return list(values) if self.many else values[0]

    def bound_default(self) -> Any:
        """The default as the document's steps see it."""
        match self.type, self.default:
            case "Integer", str():
                return int(self.default)
        return self.default


def declare(document: str, kind: str, name: str, raw: Any) -> Parameter:
    """A declared parameter. Raises DocumentRefusedError: document, parameter, field, what was expected."""
    where = f"{document}/parameters/{name}"
    if not _NAME.fullmatch(name):
        raise DocumentRefusedError(f"{where}: parameter names are letters and digits")
    if not isinstance(raw, dict) or "type" not in raw:
        raise DocumentRefusedError(f"{where}: type is missing")
    types, keys = (COMMAND_TYPES, COMMAND_KEYS) if kind == "Command" else (AUTOMATION_TYPES, KEYS)
    if raw["type"] not in types:
        raise DocumentRefusedError(f"{where}: type {raw['type']}; known: {', '.join(sorted(types))}")
    if unknown := sorted(set(raw) - keys):
        raise DocumentRefusedError(f"{where}: {unknown[0]} is unknown; known: {', '.join(sorted(keys))}")
    _check_words(where, raw)
    parameter = Parameter(
        name=name,
        type=raw["type"],
        default=raw.get("default"),
        pattern=_pattern(where, raw),
        allowed=_allowed(where, raw),
        min_chars=_limit(where, raw, "minChars") or 0,
        max_chars=_limit(where, raw, "maxChars"),
        min_items=_limit(where, raw, "minItems") or 0,
        max_items=_limit(where, raw, "maxItems"),
        exported=raw.get("interpolationType") == "ENV_VAR",
    )
    for least, most in (("minChars", "maxChars"), ("minItems", "maxItems")):
        if least in raw and most in raw and raw[least] > raw[most]:
            raise DocumentRefusedError(f"{where}: {least} {raw[least]} is over {most} {raw[most]}")
    if parameter.default is not None:
        _check_default(where, parameter)
    return parameter


def _check_words(where: str, raw: Mapping[str, Any]) -> None:
    for key, known in (("interpolationType", INTERPOLATION_TYPES), ("displayType", DISPLAY_TYPES)):
        if key in raw and raw[key] not in known:
            raise DocumentRefusedError(f"{where}: {key} is {raw[key]!r}, expected {' or '.join(known)}")
    if raw.get("interpolationType") == "ENV_VAR" and raw["type"] != "String":
        raise DocumentRefusedError(f"{where}: interpolationType ENV_VAR is for String, this is a {raw['type']}")
    if ("minItems" in raw or "maxItems" in raw) and not (
        raw["type"] in ("StringList", "MapList") or raw["type"].startswith("List<")
    ):
        raise DocumentRefusedError(f"{where}: minItems and maxItems are for lists, this is a {raw['type']}")


def _pattern(where: str, raw: Mapping[str, Any]) -> re.Pattern[str] | None:
    picker = str(raw["type"]).removeprefix("List<").removesuffix(">")
    pattern = raw.get("allowedPattern", PICKER_TYPES.get(picker))
    if pattern is None:
        return None
    if not isinstance(pattern, str) or not (pattern.startswith("^") and pattern.endswith("$")):
        raise DocumentRefusedError(f"{where}: pattern {pattern} isn't anchored: service and agent would differ")
    if _LOOKAROUND.search(pattern):
        raise DocumentRefusedError(f"{where}: pattern {pattern} looks around: the agent's Go can't")
    try:
        return re.compile(pattern[:-1] + r"\Z")
    except re.error as error:
        raise DocumentRefusedError(f"{where}: allowedPattern {pattern} is no regular expression: {error}") from None


def _allowed(where: str, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
    if "allowedValues" not in raw:
        return None
    values = raw["allowedValues"]
    if not isinstance(values, list) or not values:
        raise DocumentRefusedError(f"{where}: allowedValues is {values!r}, expected a list")
    return tuple(_text(value) for value in values)


def _limit(where: str, raw: Mapping[str, Any], key: str) -> int | None:
    value = raw.get(key)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise DocumentRefusedError(f"{where}: {key} is {value!r}, expected a whole number")
    return value


def _check_default(where: str, parameter: Parameter) -> None:
    default, kind = parameter.default, parameter.type
    fits = {
        "Boolean": isinstance(default, bool),
        "Integer": (isinstance(default, int) and not isinstance(default, bool)) or _is_of(default, "Integer"),
        "StringMap": isinstance(default, dict),
        "MapList": isinstance(default, list) and all(isinstance(item, dict) for item in default),
    }
    if parameter.many and kind != "MapList":
        right = isinstance(default, list) and all(isinstance(item, str) for item in default)
    else:
        right = fits.get(kind, isinstance(default, str))
    if not right:
        raise DocumentRefusedError(f'{where}: Wrong default value for a "{kind}" parameter: {default!r}')
    if default == "" or (isinstance(default, str) and "{{" in default):
        return
    if kind in ("StringMap", "MapList"):
        return
    values = [_text(item) for item in default] if isinstance(default, list) else [_text(default)]
    if (problem := parameter.check(values)) is not None:
        raise DocumentRefusedError(f"{where}: its default is not allowed: {problem}")


def _is_of(value: Any, kind: str) -> bool:
    """Whether a text can be read as the type."""
    if not isinstance(value, str):
        return False
    match kind:
        case "Boolean":
            return value.lower() in ("true", "false")
        case "Integer":
            return re.fullmatch(r"-?\d+", value, re.ASCII) is not None
        case "StringMap" | "MapList":
            try:
                return isinstance(json.loads(value), dict)
            except ValueError:
                return False
    return True


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
