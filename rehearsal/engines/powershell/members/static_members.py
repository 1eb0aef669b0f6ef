"""`[T]::Name`, reading and writing: enumerations, static properties, those of script classes."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.members.member_errors import MISSING, property_not_found
from rehearsal.engines.powershell.members.place import Place
from rehearsal.engines.powershell.objects.errors import PSException, runtime_error
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, EnumValue


def get_static_member(owner: Any, name: str, frame: Place) -> Any:
    """`[type]::Name`."""
    run = frame.run
    of = owner if isinstance(owner, NetType) else None
    if of is None:
        if owner is None or owner is AUTOMATION_NULL:
            if frame.scope.strict >= 2:
                raise property_not_found(name)
            return None
        of = type_of(owner)
    if of.enum_members is not None:
        number = of.enum_by_name(name)
        if number is not None:
            return EnumValue(of, number)
    if of.script_class is not None:
        found = of.script_class.get_static(name.lower(), run)
        if found is not MISSING:
            return found
    found_property = of.find_property(name, static=True)
    if found_property is not None:
        try:
            return found_property.getter(run) if found_property.context else found_property.getter()
        except PSException as failure:
            raise runtime_error(
                f'Exception getting "{found_property.name}": "{failure.message}"',
                "GetValueInvocationException",
                "NotSpecified",
                type_name="System.Management.Automation.GetValueInvocationException",
                inner=failure,
            ) from None
    if of.enum_members is None and of.script_class is None:
        raise run.refusal(f"[{of.full_name}]::{name}", None)
    if frame.scope.strict >= 2:
        raise property_not_found(name)
    return None


def set_static_member(owner: Any, name: str, value: Any, frame: Place) -> None:
    """`[type]::Name = value`."""
    run = frame.run
    if (
        isinstance(owner, NetType)
        and owner.script_class is not None
        and owner.script_class.set_static(name.lower(), value, run)
    ):
        return
    raise run.refusal(f"assignment to static member {name}", None)
