"""Closes the declared types: a member that only the real type has is refused by name, any other one is missing.

So a misspelt member fails as on Windows (under StrictMode: PropertyNotFound), while a real one that nobody modelled
stops the rehearsal. Source: rehearsal/reference/storage-objects.json, part sqlclient.
"""

from __future__ import annotations

import json
from typing import Any

from rehearsal.engines.powershell.objects.net_type import NetProperty, NetType, Overload
from rehearsal.reference import STORAGE_OBJECTS
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES


def close_types() -> None:
    """Called once, when every type of the package is declared."""
    described = json.loads(STORAGE_OBJECTS.read_text(encoding="utf-8"))["sqlclient"]["types"]
    for type_name, members in described.items():
        declared = WINDOWS_TYPES.get(type_name)
        if declared is None:
            continue
        for entry in members.get("properties", ()):
            table = declared.static_properties if entry.get("static") else declared.properties
            if declared.find_property(entry["name"], bool(entry.get("static"))) is None:
                table[entry["name"].lower()] = _refused_property(declared, entry["name"], bool(entry.get("static")))
        for entry in members.get("methods", ()):
            static = bool(entry.get("static"))
            if not declared.find_method(entry["name"], static):
                methods = declared.static_methods if static else declared.methods
                methods[entry["name"].lower()] = [_refused_method(declared, entry["name"], static)]
        declared.closed = True


def _refused_property(declared: NetType, name: str, static: bool) -> NetProperty:
    def refuse(run: Any, *_: Any) -> Any:
        raise run.refusal(f"{declared.name}.{name} (not modelled)", None)

    return NetProperty(name=name, type_name="object", getter=refuse, setter=refuse, static=static, context=True)


def _refused_method(declared: NetType, name: str, static: bool) -> Overload:
    def refuse(run: Any, *_: Any) -> Any:
        raise run.refusal(f"{declared.name}.{name}() (not modelled)", None)

    return Overload(
        name=name, parameters=("object[]",), params_array=True, function=refuse, static=static, context=True,
        generic=False, void=True, returns="void",
    )  # fmt: skip
