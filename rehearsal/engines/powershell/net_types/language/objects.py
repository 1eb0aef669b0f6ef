"""System.Object, the PSObject that wraps it, and members a script makes to add to one."""

from __future__ import annotations

from copy import copy as shallow_copy
from typing import Any

from rehearsal.engines.powershell.members.object_view import ObjectView
from rehearsal.engines.powershell.net_types.collections.lists import same_value
from rehearsal.engines.powershell.objects.member_declarations import net_constructor, net_method, net_static
from rehearsal.engines.powershell.objects.members import NoteProperty
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, net_type, type_of
from rehearsal.engines.powershell.objects.values import NetObject, PSCustomObject

BUILTIN_TYPES.declare("System.Management.Automation.PSCustomObject", accelerators=("pscustomobject",))


@net_type("System.Object")
class _ObjectMembers:
    @net_constructor()
    def create() -> PSCustomObject:
        return PSCustomObject(type_name="System.Object")

    @net_static("ReferenceEquals", "object", "object", returns="bool")
    def reference_equals(one: Any, other: Any) -> bool:
        return one is other

    @net_static("Equals", "object", "object", returns="bool")
    def static_equals(one: Any, other: Any) -> bool:
        return same_value(one, other)


@net_type("System.Management.Automation.PSObject", accelerators=("psobject",))
class _PSObjectMembers:
    @net_constructor()
    @net_constructor("object")
    def create(value: Any = None) -> Any:
        return PSCustomObject() if value is None else value

    @net_method("Copy", context=True)
    def copy(run: Any, self: ObjectView) -> PSCustomObject:
        owner = self.owner
        if type(owner) is not PSCustomObject:
            raise run.refusal(f"PSObject.Copy() of {type_of(owner).full_name}", None)
        made = PSCustomObject()
        made.members = {lower: shallow_copy(member) for lower, member in owner.members.items()}
        made.type_names = None if owner.type_names is None else list(owner.type_names)
        return made


@net_type("System.Management.Automation.PSNoteProperty", accelerators=("psnoteproperty",))
class _NotePropertyMembers:
    @net_constructor("string", "object")
    def create(name: str, value: Any) -> Any:
        return MadeMember(NoteProperty(name, value))


class MadeMember(NetObject):
    """A member object a script made ([PSNoteProperty]::new), to be added to an object."""

    net_name = "System.Management.Automation.PSNoteProperty"

    def __init__(self, member: Any) -> None:
        self.member = member

    def as_member(self) -> Any:
        return self.member

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        if lower == "name":
            return self.member.name
        if lower == "value":
            return self.member.value
        return NotImplemented
