"""`$x.Name = value`: extended members, .NET properties, entries of dictionaries."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.members.member_errors import MISSING
from rehearsal.engines.powershell.members.place import Place
from rehearsal.engines.powershell.members.property_reading import lookup_property, refuse_unknown_member
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary, NetList
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.members import (
    AliasProperty,
    CimProperty,
    CodeProperty,
    NoteProperty,
    ScriptProperty,
)
from rehearsal.engines.powershell.objects.net_type import NetProperty
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, NetObject, PSArray, PSCustomObject, PSObject


def set_member(owner: Any, name: str, value: Any, frame: Place) -> None:
    """`$owner.name = value`."""
    run = frame.run
    if value is AUTOMATION_NULL and not isinstance(owner, NetDictionary | PSCustomObject):
        value = None
    lower = name.lower()
    if owner is None or owner is AUTOMATION_NULL:
        raise runtime_error(
            f"The property '{name}' cannot be found on this object. Verify that the property exists and can be set.",
            "PropertyNotFound",
            "InvalidOperation",
            name,
        )
    if type(owner) is PSCustomObject:
        found = owner.members.get(lower)
        if found is not None:
            write_extended(owner, found, value, run)
            return
        raise _cannot_set(owner, name)
    if isinstance(owner, NetDictionary):
        if owner.members and lower in owner.members:
            write_extended(owner, owner.members[lower], value, run)
        else:
            owner.set(name, value)
        return
    if isinstance(owner, NetObject) and owner.members:
        found = owner.members.get(lower)
        if found is not None:
            write_extended(owner, found, value, run)
            return
    fields = owner.fields if isinstance(owner, NetObject) else None
    if fields is not None and lower in fields:
        owner.set_field(lower, value, run)
        return
    own_writer = getattr(owner, "ps_set", None)
    if own_writer is not None and own_writer(run, lower, value) is not NotImplemented:
        return
    target = owner.base if type(owner) is PSObject else owner
    found_property = type_of(target).find_property(name)
    if found_property is not None:
        if found_property.setter is None:
            raise _read_only(name)
        _set_net_property(target, found_property, value, run)
        return
    if lookup_property(target, name, lower, run) is not MISSING:
        raise _read_only(name)
    if type(target) is not PSArray and not isinstance(target, NetList):
        refuse_unknown_member(target, name, "property", run)
    raise runtime_error(
        f"The property '{name}' cannot be found on this object. Verify that the property exists and can be set.",
        "PropertyNotFound",
        "InvalidOperation",
        name,
    )


def _read_only(name: str) -> TerminatingError:
    return runtime_error(
        f"'{name}' is a ReadOnly property.",
        "PropertyAssignmentException",
        "InvalidOperation",
        type_name="System.Management.Automation.SetValueException",
    )


def _cannot_set(owner: Any, name: str) -> TerminatingError:
    inner = PSException(
        "System.Management.Automation.SetValueException",
        f"The property '{name}' cannot be found on this object. Verify that the property exists and can be set.",
    )
    return _setting_failed(name, inner)


def _setting_failed(name: str, inner: PSException) -> TerminatingError:
    return runtime_error(
        f'Exception setting "{name}": "{inner.message}"',
        "ExceptionWhenSetting",
        "NotSpecified",
        type_name="System.Management.Automation.SetValueInvocationException",
        inner=inner,
    )


def write_extended(owner: Any, member: Any, value: Any, run: Any) -> None:
    """Writes an extended property."""
    kind = type(member)
    if kind is NoteProperty:
        member.value = value
    elif kind is CimProperty:
        if member.read_only:
            raise _read_only(member.name)
        member.value = value
    elif kind is AliasProperty:
        set_member(owner, member.target, value, run.top_frame)
    elif kind is ScriptProperty:
        if member.setter is None:
            raise runtime_error(
                f'Set accessor for property "{member.name}" is unavailable.',
                "SetterUnavailable",
                "InvalidOperation",
            )
        run.blocks.invoke_with_this(member.setter, owner, (value,))
    elif kind is CodeProperty:
        if member.setter is None:
            raise _read_only(member.name)
        member.setter(run, owner, value)
    elif isinstance(member, NoteProperty):
        member.value = value
    else:
        raise _read_only(member.name)


def _set_net_property(owner: Any, found: NetProperty, value: Any, run: Any) -> None:
    wanted = run.types.resolve(found.type_name)
    assert found.setter is not None
    try:
        converted = convert(value, wanted, run) if wanted is not None else value
        if found.context:
            found.setter(run, owner, converted)
        else:
            found.setter(owner, converted)
    except PSException as failure:
        raise _setting_failed(found.name, failure) from None
