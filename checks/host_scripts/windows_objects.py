"""The properties that Windows' objects have, and which command gives which object (rehearsal/reference)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from rehearsal.reference import STORAGE_OBJECTS

EVERY_OBJECT = frozenset({"count", "length", "psobject", "psbase", "pstypenames", "psadapted", "psextended"})
"""What PowerShell lets read of anything, arrays among them."""
_COMMAND = re.compile(r"^[A-Z][A-Za-z]+-[A-Za-z]+")
_BY_CLASS = re.compile(r"^Get-CimInstance (\w+)$")
_MEMBER = re.compile(r"^\((\S+)\)\.(\w+)$")


@cache
def properties_of(class_name: str) -> frozenset[str]:
    """Lower-case names of what may be read of an object of the class on every Windows that we support.

    What came after Server 2019 (`since`) isn't among them: reading it there would end the script.
    """
    reference = _reference()
    described = reference["classes"][class_name]
    names = {entry["name"].lower() for entry in described["properties"] if "since" not in entry}
    if "CimInstance" in str(described.get("ps_type")):
        names |= {entry["name"].lower() for entry in reference["common_members"]["every_cim_instance"]}
    return frozenset(names | EVERY_OBJECT)


@cache
def class_of_command() -> Mapping[str, str]:
    """Lower-case command -> class of what it gives, where that is one class."""
    return _classes(lambda text: found[0].lower() if (found := _COMMAND.match(text)) and " " not in text else None)


@cache
def class_of_cim_name() -> Mapping[str, str]:
    """Lower-case name for Get-CimInstance -> class."""
    return _classes(lambda text: found[1].lower() if (found := _BY_CLASS.match(text)) else None)


@cache
def class_of_member() -> Mapping[tuple[str, str], str]:
    """(class, lower-case member) -> class of the member, where that is one class."""
    commands = class_of_command()

    def key(text: str) -> tuple[str, str] | None:
        found = _MEMBER.match(text)
        return (commands[found[1].lower()], found[2].lower()) if found and found[1].lower() in commands else None

    return _classes(key)


def _classes(key: Any) -> dict[Any, str]:
    found: dict[Any, set[str]] = {}
    for name, described in _reference()["classes"].items():
        for text in described.get("cmdlets", ()):
            if (taken := key(text)) is not None:
                found.setdefault(taken, set()).add(name)
    return {taken: names.copy().pop() for taken, names in found.items() if len(names) == 1}


@cache
def _reference() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(STORAGE_OBJECTS.read_text("utf-8"))
    return read
