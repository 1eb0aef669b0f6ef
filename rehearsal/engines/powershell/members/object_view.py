"""`$x.PSObject`: an object's properties, methods and type names as objects of their own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary, NetList
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_method, net_property
from rehearsal.engines.powershell.objects.members import (
    AliasProperty,
    CodeMethod,
    Member,
    NoteProperty,
    ScriptMethod,
)
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, net_type, type_of
from rehearsal.engines.powershell.objects.values import CimInstance, NetObject, PSCustomObject, PSObject
from rehearsal.engines.powershell.operators.text import wildcard_pattern

_METHODS = (ScriptMethod, CodeMethod)


def type_names_of(value: Any) -> list[str]:
    """PSObject.TypeNames: most specific first."""
    if isinstance(value, PSCustomObject):
        return [*(value.type_names or ()), "System.Management.Automation.PSCustomObject", "System.Object"]
    if isinstance(value, CimInstance):
        namespace, name = value.cim_namespace, value.cim_class
        base = CimInstance.net_name
        return [value.type_name, f"{base}#{name}", base, "System.Object"] if namespace else [base, "System.Object"]
    own = value.type_names if type(value) is PSObject and value.type_names else []
    names: list[str] = list(own)
    current: NetType | None = type_of(value)
    if current is not None and current.element is not None:
        return [*names, current.full_name, "System.Array", "System.Object"]
    while current is not None:
        names.append(current.full_name)
        current = current.base
    return names


class PropertyView(NetObject):
    """One property of an object: PSPropertyInfo."""

    net_name = "System.Management.Automation.PSNoteProperty"

    def __init__(self, owner: Any, name: str, kind: str, run: Any, type_name: str = "System.Object") -> None:
        self.owner = owner
        self.name = name
        self.kind = kind
        self.run = run
        self.declared_type = type_name

    def ps_type_name(self) -> str:
        return (
            f"System.Management.Automation.PS{self.kind}"
            if self.kind != "Property"
            else ("System.Management.Automation.PSProperty")
        )

    def ps_string(self) -> str:
        of = self.value()
        value = to_text(of, self.run)
        type_name = (
            "object" if of is None else type_of(of).name.lower() if type(of) in (str, int) else type_of(of).full_name
        )
        return f"{type_name} {self.name}={value}"

    def value(self) -> Any:
        """What the property holds. A dictionary's keys aren't its properties."""
        owner = self.owner
        if self.kind == "Property" and isinstance(owner, NetDictionary):
            owner = self.run.get_property(owner, "PSBase")
        return self.run.get_property(owner, self.name)

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        match lower:
            case "name":
                return self.name
            case "value":
                return self.value()
            case "membertype":
                return run.types.enum_value("System.Management.Automation.PSMemberTypes", self.kind)
            case "typenameofvalue":
                value = self.value()
                return self.declared_type if value is None else type_of(value).full_name
            case "isgettable" | "isinstance":
                return True
            case "issettable":
                return self._settable()
        return NotImplemented

    def _settable(self) -> bool:
        members = getattr(self.owner, "members", None) or {}
        member = members.get(self.name.lower())
        if member is None:
            found = type_of(self.owner).find_property(self.name)
            return found is not None and found.setter is not None
        if isinstance(member, NoteProperty):
            return not getattr(member, "read_only", False)
        return getattr(member, "setter", None) is not None or isinstance(member, AliasProperty)

    def ps_set(self, run: Any, lower: str, value: Any) -> Any:
        if lower == "value":
            run.set_property(self.owner, self.name, value)
            return None
        return NotImplemented


class MethodView(NetObject):
    """One method of an object: PSMethodInfo."""

    net_name = "System.Management.Automation.PSMethod"

    def __init__(self, owner: Any, name: str, kind: str, run: Any) -> None:
        self.owner = owner
        self.name = name
        self.kind = kind
        self.run = run

    def ps_type_name(self) -> str:
        return f"System.Management.Automation.PS{self.kind}"

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        match lower:
            case "name":
                return self.name
            case "membertype":
                return run.types.enum_value("System.Management.Automation.PSMemberTypes", self.kind)
        return NotImplemented

    def invoke(self, arguments: Iterable[Any]) -> Any:
        return self.run.call_method(self.owner, self.name, list(arguments), self.run.top_frame)


def property_views(value: Any, run: Any) -> list[PropertyView]:
    """All properties in order: the object's own extended ones, then those of its .NET type."""
    out: list[PropertyView] = []
    seen: set[str] = set()
    members: dict[str, Member] = getattr(value, "members", None) or {}
    for member in members.values():
        if isinstance(member, _METHODS):
            continue
        seen.add(member.name.lower())
        out.append(
            PropertyView(value, member.name, member.member_type, run, getattr(member, "type_name", "System.Object"))
        )
    base = value.base if type(value) is PSObject else value
    for name in getattr(base, "visible_fields", ()):
        if name.lower() not in seen:
            seen.add(name.lower())
            out.append(PropertyView(value, name, "Property", run))
    if not isinstance(base, PSCustomObject | CimInstance):
        current: NetType | None = type_of(base)
        while current is not None:
            for source in (current, current.generic_definition):
                for found in source.properties.values() if source is not None else ():
                    if found.name.lower() not in seen:
                        seen.add(found.name.lower())
                        out.append(PropertyView(value, found.name, "Property", run, found.type_name))
            current = current.base
        if isinstance(base, str) and "length" not in seen:
            out.append(PropertyView(value, "Length", "Property", run, "System.Int32"))
        if isinstance(base, NetDictionary):
            for name in ("IsReadOnly", "IsFixedSize", "IsSynchronized", "Keys", "Values", "SyncRoot", "Count"):
                if name.lower() not in seen:
                    out.append(PropertyView(value, name, "Property", run))
        if isinstance(base, NetList) and "count" not in seen:
            out.append(PropertyView(value, "Count", "Property", run, "System.Int32"))
    return out


class MemberCollection(NetObject):
    """PSObject.Properties, .Methods or .Members: enumerable, indexed by name."""

    net_name = "System.Management.Automation.PSMemberInfoIntegratingCollection`1"

    def __init__(self, owner: Any, run: Any, what: str) -> None:
        self.owner = owner
        self.run = run
        self.what = what

    def ps_type_name(self) -> str:
        kind = {"properties": "PropertyInfo", "methods": "MethodInfo"}.get(self.what, "MemberInfo")
        return (
            f"System.Management.Automation.PSMemberInfoIntegratingCollection`1[System.Management.Automation.PS{kind}]"
        )

    def views(self) -> list[Any]:
        out: list[Any] = []
        if self.what != "methods":
            out.extend(property_views(self.owner, self.run))
        if self.what != "properties":
            members: dict[str, Member] = getattr(self.owner, "members", None) or {}
            out.extend(
                MethodView(self.owner, member.name, member.member_type, self.run)
                for member in members.values()
                if isinstance(member, _METHODS)
            )
            if not isinstance(self.owner, PSCustomObject):
                names: dict[str, str] = {}
                current: NetType | None = type_of(self.owner)
                while current is not None:
                    for overloads in current.methods.values():
                        names.setdefault(overloads[0].name.lower(), overloads[0].name)
                    current = current.base
                out.extend(MethodView(self.owner, name, "Method", self.run) for name in names.values())
        return out

    def ps_enumerate(self) -> list[Any]:
        return self.views()

    def ps_index(self, index: object) -> object:
        if isinstance(index, str):
            lower = index.lower()
            if self.what == "properties":
                members = getattr(self.owner, "members", None)
                if members is not None and isinstance(self.owner, PSCustomObject | CimInstance):
                    member = members.get(lower)
                    if member is None or isinstance(member, _METHODS):
                        return None
                    return PropertyView(self.owner, member.name, member.member_type, self.run)
            return next((view for view in self.views() if view.name.lower() == lower), None)
        return NotImplemented

    def find(self, pattern: str) -> list[Any]:
        compiled = wildcard_pattern(pattern)
        return [view for view in self.views() if compiled.match(view.name)]

    def remove(self, name: str) -> None:
        members = getattr(self.owner, "members", None)
        if members is not None:
            members.pop(name.lower(), None)

    def add(self, member: Any) -> None:
        stored = member.as_member() if hasattr(member, "as_member") else member
        if isinstance(stored, PropertyView):
            stored = NoteProperty(stored.name, stored.value())
        if not isinstance(stored, Member) or not isinstance(self.owner, NetObject):
            raise PSException("System.Management.Automation.ExtendedTypeSystemException", "Cannot add the member.")
        owner: Any = self.owner
        if owner.members is None:
            owner.members = {}
        owner.members[stored.name.lower()] = stored


class ObjectView(NetObject):
    """What `.PSObject` gives."""

    net_name = "System.Management.Automation.PSObject"

    def __init__(self, owner: Any, run: Any) -> None:
        self.owner = owner
        self.run = run

    def ps_string(self) -> str:
        return to_text(self.owner, self.run)

    def type_names(self) -> Any:
        return TypeNames(self.owner)

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        match lower:
            case "properties" | "methods" | "members":
                return MemberCollection(self.owner, run, lower)
            case "typenames":
                return self.type_names()
            case "baseobject" | "immediatebaseobject":
                return self.owner.base if type(self.owner) is PSObject else self.owner
        return NotImplemented


class TypeNames(NetList):
    """PSObject.TypeNames; inserting into a custom object's names stays with the object."""

    net_name = "System.Collections.ObjectModel.Collection`1"

    def __init__(self, owner: Any) -> None:
        super().__init__(type_names_of(owner))
        self.owner = owner

    def ps_type_name(self) -> str:
        return "System.Collections.ObjectModel.Collection`1[System.String]"

    def store(self) -> None:
        base = "System.Management.Automation.PSCustomObject"
        if isinstance(self.owner, PSCustomObject):
            self.owner.type_names = [name for name in self.items if name not in (base, "System.Object")]


for _kind in ("PSMemberInfo", "PSPropertyInfo", "PSMethodInfo"):
    BUILTIN_TYPES.declare(f"System.Management.Automation.{_kind}")
for _kind in ("PSNoteProperty", "PSProperty", "PSScriptProperty", "PSAliasProperty", "PSCodeProperty"):
    BUILTIN_TYPES.declare(
        f"System.Management.Automation.{_kind}", base="System.Management.Automation.PSPropertyInfo"
    ).closed = True
for _kind in ("PSMethod", "PSScriptMethod", "PSCodeMethod"):
    BUILTIN_TYPES.declare(
        f"System.Management.Automation.{_kind}", base="System.Management.Automation.PSMethodInfo"
    ).closed = True


@net_type("System.Management.Automation.PSMemberInfoIntegratingCollection`1")
class _CollectionMembers:
    @net_method("Match", "string")
    def match(self: MemberCollection, pattern: str) -> Any:
        from rehearsal.engines.powershell.objects.dictionaries import array_of

        return array_of(self.find(pattern))

    @net_method("Remove", "string", returns="void")
    def remove(self: MemberCollection, name: str) -> None:
        self.remove(name)

    @net_method("Add", "object", returns="void")
    @net_method("Add", "object", "bool", returns="void")
    def add(self: MemberCollection, member: Any, validate: bool = False) -> None:
        self.add(member)

    @net_method("Item", "string")
    def item(self: MemberCollection, name: str) -> Any:
        return self.ps_index(name)

    @net_property("Count", "int")
    def count(self: MemberCollection) -> int:
        return len(self.views())


@net_type("System.Collections.ObjectModel.Collection`1")
class _TypeNamesMembers:
    @net_method("Insert", "int", "object", returns="void")
    def insert(self: NetList, index: int, item: Any) -> None:
        if not 0 <= index <= len(self.items):
            raise PSException("System.ArgumentOutOfRangeException", "Index must be within the bounds of the List.")
        self.items.insert(index, item)
        if isinstance(self, TypeNames):
            self.store()

    @net_method("Add", "object", returns="void")
    def add(self: NetList, item: Any) -> None:
        self.items.append(item)
        if isinstance(self, TypeNames):
            self.store()

    @net_method("Clear", returns="void")
    def clear(self: NetList) -> None:
        self.items.clear()
        if isinstance(self, TypeNames):
            self.store()

    @net_method("Contains", "object")
    def contains(self: NetList, item: Any) -> bool:
        return any(known == item for known in self.items)
