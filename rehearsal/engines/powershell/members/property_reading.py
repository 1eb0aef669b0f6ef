"""`$x.Name`: extended members, .NET properties, entries of dictionaries, and the elements' own."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.members.member_errors import MISSING, property_not_found
from rehearsal.engines.powershell.members.object_view import ObjectView
from rehearsal.engines.powershell.members.place import Place
from rehearsal.engines.powershell.members.real_members import is_real_member
from rehearsal.engines.powershell.objects.dictionaries import (
    DictionaryEntry,
    Hashtable,
    KeyCollection,
    NetDictionary,
    NetList,
    OrderedDictionary,
)
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.members import (
    AliasProperty,
    CimProperty,
    CodeProperty,
    NoteProperty,
    ScriptProperty,
)
from rehearsal.engines.powershell.objects.net_type import NetProperty
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    Char,
    CimInstance,
    EnumValue,
    MultiArray,
    NetObject,
    PSArray,
    PSCustomObject,
    PSObject,
)

_NO_INTRINSIC_COUNT = (PSCustomObject, CimInstance)


def get_member(value: Any, name: str, lower: str, frame: Place) -> Any:
    """`$value.name`. Missing: null, or PropertyNotFoundStrict under strict mode 2 and up."""
    run = frame.run
    found = lookup_property(value, name, lower, run)
    if found is not MISSING:
        return found
    strict = frame.scope.strict >= 2
    if value is None or value is AUTOMATION_NULL:
        if strict:
            raise property_not_found(name)
        return 0 if lower in ("count", "length") else None
    items = None
    if isinstance(value, NetObject) and not isinstance(value, NetDictionary):
        items = value.ps_enumerate()
    if items is not None:
        collected = enumerate_member(list(items), name, lower, run)
        if collected is not MISSING:
            return collected
    if lower in ("count", "length"):
        if strict:
            raise property_not_found(name)
        if isinstance(value, _NO_INTRINSIC_COUNT):
            return None
        return 1
    if items is None:
        refuse_unknown_member(value, name, "property", run)
    if strict:
        raise property_not_found(name)
    return None


def lookup_property(value: Any, name: str, lower: str, run: Any) -> Any:
    """The value of the object's own property, MISSING without one. No member enumeration, no intrinsic Count."""
    kind = type(value)
    if kind is str:
        if lower == "length":
            return len(value)
    elif kind is PSCustomObject:
        found = value.members.get(lower)
        if found is not None:
            return found.value if type(found) is NoteProperty else read_member(value, found, run)
    elif isinstance(value, NetDictionary):
        entry = value.get(name, MISSING)
        if entry is not MISSING:
            return entry
        own = _extended(value, lower, run)
        if own is not MISSING:
            return own
        return _dictionary_property(value, lower, name, run)
    elif kind is PSArray:
        if lower in ("length", "count", "longlength"):
            return len(value.items)
        if lower == "rank":
            return 1
        if lower in ("isfixedsize",):
            return True
        if lower in ("isreadonly", "issynchronized"):
            return False
        if lower == "syncroot":
            return value
        own = _extended(value, lower, run)
        if own is not MISSING:
            return own
    elif value is None or value is AUTOMATION_NULL:
        return MISSING
    else:
        return _object_property(value, name, lower, run)
    return _intrinsic(value, lower, run)


def _extended(value: NetObject, lower: str, run: Any) -> Any:
    members = value.members
    if members:
        found = members.get(lower)
        if found is not None:
            if type(found) is NoteProperty:
                return found.value
            return read_member(value, found, run)
    return MISSING


def read_member(value: Any, member: Any, run: Any) -> Any:
    """The value of an extended property; MISSING for a method."""
    kind = type(member)
    if kind is NoteProperty or kind is CimProperty:
        return member.value
    if kind is AliasProperty:
        return get_property(value, member.target, run)
    if kind is CodeProperty:
        return member.getter(run, value)
    if kind is ScriptProperty:
        return _script_property(value, member, run)
    if isinstance(member, NoteProperty):
        return member.value
    return MISSING


def _script_property(value: Any, member: ScriptProperty, run: Any) -> Any:
    try:
        return collapse(run.blocks.invoke_with_this(member.getter, value, ()))
    except TerminatingError as error:
        record = error.record
        raise runtime_error(
            f'Exception getting "{member.name}": "{record.text}"',
            "ScriptGetValueRuntimeException",
            "NotSpecified",
            type_name="System.Management.Automation.GetValueInvocationException",
            inner=record.exception,
        ) from None


class BaseView(NetObject):
    """`$dictionary.PSBase`: the members of the .NET type, whatever keys the dictionary has."""

    net_name = "System.Management.Automation.PSMemberSet"

    def __init__(self, owner: NetDictionary) -> None:
        self.owner = owner

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        found = _dictionary_property(self.owner, lower, name, run)
        return NotImplemented if found is MISSING else found


def _dictionary_property(value: NetDictionary, lower: str, name: str, run: Any) -> Any:
    if lower == "count":
        return len(value.entries)
    if lower == "keys":
        return KeyCollection(value, True)
    if lower == "values":
        return KeyCollection(value, False)
    if lower in ("isreadonly", "isfixedsize", "issynchronized") and isinstance(value, Hashtable | OrderedDictionary):
        return False
    if lower == "syncroot":
        return value
    found = type_of(value).find_property(name)
    if found is not None:
        return _net_property(value, found, run)
    return _intrinsic(value, lower, run)


def _object_property(value: Any, name: str, lower: str, run: Any) -> Any:
    kind = type(value)
    if kind is PSObject:
        members = value.members
        if members:
            found = members.get(lower)
            if found is not None:
                return read_member(value, found, run)
        if lower in ("psobject", "pstypenames"):
            return _intrinsic(value, lower, run)
        return lookup_property(value.base, name, lower, run)
    if isinstance(value, NetObject):
        if value.members:
            own = _extended(value, lower, run)
            if own is not MISSING:
                return own
        fields = value.fields
        if fields is not None and lower in fields:
            return fields[lower]
        if isinstance(value, _WITHOUT_DECLARATION):
            own = _undeclared(value, lower)
            if own is not MISSING:
                return own
        if kind.ps_get is not NetObject.ps_get:
            made = value.ps_get(run, lower, name)
            if made is not NotImplemented:
                return made
    found_property = type_of(value).find_property(name)
    if found_property is not None:
        return _net_property(value, found_property, run)
    if isinstance(value, NetList) and lower == "count":
        return len(value.items)
    if kind is Char and lower == "length":
        return MISSING
    return _intrinsic(value, lower, run)


_WITHOUT_DECLARATION = (DictionaryEntry, KeyCollection, EnumValue, MultiArray)


def _undeclared(value: Any, lower: str) -> Any:
    """Properties of types that are the engine's own, MISSING for others."""
    if isinstance(value, DictionaryEntry):
        if lower in ("key", "name"):
            return value.key
        if lower == "value":
            return value.value
    if isinstance(value, KeyCollection) and lower == "count":
        return len(value)
    if isinstance(value, EnumValue) and lower == "value__":
        return value.value
    if isinstance(value, MultiArray):
        if lower in ("length", "count"):
            return len(value.items)
        if lower == "rank":
            return len(value.shape)
    return MISSING


def _net_property(value: Any, found: NetProperty, run: Any) -> Any:
    try:
        return found.getter(run, value) if found.context else found.getter(value)
    except PSException as failure:
        raise runtime_error(
            f'Exception getting "{found.name}": "{failure.message}"',
            "GetValueInvocationException",
            "NotSpecified",
            type_name="System.Management.Automation.GetValueInvocationException",
            inner=failure,
        ) from None


def _intrinsic(value: Any, lower: str, run: Any) -> Any:
    if lower == "psobject":
        return ObjectView(value, run)
    if lower == "pstypenames":
        return ObjectView(value, run).type_names()
    if lower == "psbase" and isinstance(value, NetDictionary):
        return BaseView(value)
    if lower in ("psbase", "psadapted", "psextended"):
        raise run.refusal(f"property {lower} of {type_of(value).full_name}", None)
    return MISSING


def enumerate_member(items: list[Any], name: str, lower: str, run: Any) -> Any:
    """The property of every element that has it: MISSING when none has, one value bare, several as an array."""
    collected: list[Any] = []
    for item in items:
        if item is None or item is AUTOMATION_NULL:
            continue
        found = lookup_property(item, name, lower, run)
        if found is MISSING:
            inner = item.ps_enumerate() if isinstance(item, NetObject) and not isinstance(item, NetDictionary) else None
            if inner is None:
                if not isinstance(item, PSCustomObject | CimInstance | NetDictionary):
                    refuse_unknown_member(item, name, "property", run)
                continue
            found = enumerate_member(list(inner), name, lower, run)
            if found is MISSING:
                continue
        nested = found.ps_enumerate() if isinstance(found, NetObject) and not isinstance(found, NetDictionary) else None
        if nested is not None:
            collected.extend(nested)
        elif found is not AUTOMATION_NULL:
            collected.append(found)
    if not collected:
        return MISSING
    return collected[0] if len(collected) == 1 else PSArray(collected)


def get_property(value: Any, name: str, run: Any) -> Any:
    """The property without strict mode and without member enumeration; None when absent."""
    found = lookup_property(value, name, name.lower(), run)
    return None if found is MISSING else found


def has_property(value: Any, name: str, run: Any) -> bool:
    """Whether the object itself has such a property."""
    if isinstance(value, NetDictionary):
        return value.contains(name) or _dictionary_property(value, name.lower(), name, run) is not MISSING
    return lookup_property(value, name, name.lower(), run) is not MISSING


def refuse_unknown_member(value: Any, name: str, what: str, run: Any) -> None:
    """Raises Unsupported when the real type has (or may have) a member that this engine doesn't know."""
    if isinstance(value, PSCustomObject | CimInstance | NetDictionary | PSArray) or value is None:
        return
    of = type_of(value)
    if is_real_member(of, name, what):
        raise run.refusal(f"{what} {name} of {of.full_name}", None)
