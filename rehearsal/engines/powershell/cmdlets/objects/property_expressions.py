"""What Select-Object, Sort-Object, Group-Object, Format-* take as a property: a name, a wildcard, a block, or a
hashtable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_bool, to_text
from rehearsal.engines.powershell.members.object_view import property_views
from rehearsal.engines.powershell.members.property_reading import get_property, has_property, refuse_unknown_member
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSObject
from rehearsal.engines.powershell.operators.text import has_wildcards, wildcard_pattern
from rehearsal.engines.powershell.runtime.control import ControlFlow
from rehearsal.engines.powershell.runtime.script_block import ScriptBlock


class Absent:
    """Marks a property that the object hasn't (None is a value)."""

    __slots__ = ()


ABSENT = Absent()


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyExpression:
    """One property wanted of each object. Exactly one of `name` and `block` is set."""

    name: str | None
    block: ScriptBlock | None
    label: str | None
    descending: bool | None = None
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def wildcard(self) -> bool:
        return self.name is not None and has_wildcards(self.name)


def property_expressions(
    values: Iterable[Any], call: Any, keys: dict[str, str], *, label_from_text: bool = True
) -> list[PropertyExpression]:
    """Reads a -Property argument. `keys`: allowed hashtable keys (lower case) with their meaning: label, expression,
    descending, ascending, or an option's own name. Unknown keys are a terminating error, as in PowerShell.
    """
    return [_read(value, call, keys) for value in values]


def _read(value: Any, call: Any, keys: dict[str, str]) -> PropertyExpression:
    if type(value) is PSObject:
        value = value.base
    if isinstance(value, ScriptBlock):
        return PropertyExpression(name=None, block=value, label=None)
    if isinstance(value, NetDictionary):
        return _read_table(value, call, keys)
    return PropertyExpression(name=to_text(value, call.run), block=None, label=None)


def _meaning(key: str, keys: dict[str, str]) -> str | None:
    """Keys may be shortened as long as they are unambiguous."""
    lower = key.lower()
    if lower in keys:
        return keys[lower]
    found = {meaning for known, meaning in keys.items() if known.startswith(lower)}
    return found.pop() if len(found) == 1 else None


def _read_table(table: NetDictionary, call: Any, keys: dict[str, str]) -> PropertyExpression:
    found: dict[str, Any] = {}
    for key, item in table.pairs():
        name = to_text(key, call.run)
        meaning = _meaning(name, keys)
        if meaning is None:
            call.throw(
                PSException("System.NotSupportedException", f"The {name} key is not valid."),
                "DictionaryKeyUnknown",
                "InvalidArgument",
            )
        found[str(meaning)] = item.base if type(item) is PSObject else item
    expression = found.pop("expression", None)
    label = found.pop("label", None)
    if expression is None:
        if label is None or "label" not in keys.values():
            call.throw(
                PSException("System.NotSupportedException", "The mandatory Expression key is missing."),
                "DictionaryKeyMandatoryEntry",
                "InvalidArgument",
            )
        call.unsupported(f"{call.definition.name} -Property with a hashtable without Expression")
    descending: bool | None = None
    if "descending" in found:
        descending = to_bool(found.pop("descending"))
    if "ascending" in found:
        descending = not to_bool(found.pop("ascending"))
    shown = None if label is None else to_text(label, call.run)
    options = tuple(found.items())
    if isinstance(expression, ScriptBlock):
        return PropertyExpression(name=None, block=expression, label=shown, descending=descending, options=options)
    return PropertyExpression(
        name=to_text(expression, call.run), block=None, label=shown, descending=descending, options=options
    )


def property_values(expression: PropertyExpression, value: Any, call: Any) -> list[tuple[str, Any]]:
    """(name, value) of what the expression means for this object; no match: [] . A block that fails gives null."""
    if expression.block is not None:
        return [(expression.label or expression.block.ps_string(), block_value(expression.block, value, call))]
    name = expression.name
    assert name is not None
    if expression.wildcard:
        match = wildcard_pattern(name).match
        return [
            (view.name, get_property(value, view.name, call.run))
            for view in property_views(value, call.run)
            if match(view.name)
        ]
    found = single_value(value, name, call)
    if found is ABSENT:
        return []
    return [(expression.label or actual_name(value, name, call), found)]


def single_value(value: Any, name: str, call: Any) -> Any:
    """The object's own property, ABSENT without one. Keys of a dictionary aren't properties here (5.1)."""
    run = call.run
    bare = value.base if type(value) is PSObject else value
    if isinstance(bare, NetDictionary):
        members = bare.members or {}
        if name.lower() not in members and name.lower() not in ("count", "keys", "values", "isreadonly", "isfixedsize",
                                                                 "issynchronized", "syncroot"):  # fmt: skip
            return ABSENT
        if bare.contains(name):
            call.unsupported(f"property {name} of a dictionary that also has such a key")
    if not has_property(value, name, run):
        refuse_unknown_member(bare, name, "property", run)
        return ABSENT
    try:
        return get_property(value, name, run)
    except TerminatingError:
        return None


def actual_name(value: Any, name: str, call: Any) -> str:
    """The property's own spelling."""
    members = getattr(value, "members", None)
    if members:
        found = members.get(name.lower())
        if found is not None:
            return str(found.name)
    lower = name.lower()
    for view in property_views(value, call.run):
        if view.name.lower() == lower:
            return view.name
    return name


def block_value(block: ScriptBlock, value: Any, call: Any) -> Any:
    """A calculated property: errors inside give null, several results an array."""
    try:
        made = call.invoke_value(block, underscore=value)
    except ControlFlow:
        raise
    except (TerminatingError, PSException):
        return None
    return None if made is AUTOMATION_NULL else made


Reader = Callable[[Any], Any]
