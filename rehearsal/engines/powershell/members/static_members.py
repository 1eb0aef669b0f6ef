"""`[T]::Name`, reading and writing: enumerations, static properties, those of script classes."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.members.missing_property import MISSING, property_not_found
from rehearsal.engines.powershell.objects.errors import PSException, runtime_error
from rehearsal.engines.powershell.objects.net_type import NetType, type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, EnumValue
from rehearsal.engines.powershell.runtime.frame import Frame


class StaticMembers:
    """Part of Run."""

    def get_static_member(self, owner: Any, name: str, frame: Frame) -> Any:
        """`[type]::Name`."""
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
            found = of.script_class.get_static(name.lower(), self)
            if found is not MISSING:
                return found
        found_property = of.find_property(name, static=True)
        if found_property is not None:
            try:
                return found_property.getter(self) if found_property.context else found_property.getter()
            except PSException as failure:
                raise runtime_error(
                    f'Exception getting "{found_property.name}": "{failure.message}"',
                    "GetValueInvocationException",
                    "NotSpecified",
                    type_name="System.Management.Automation.GetValueInvocationException",
                    inner=failure,
                ) from None
        if of.enum_members is None and of.script_class is None:
            raise self.refusal(f"[{of.full_name}]::{name}", None)  # type: ignore[attr-defined]
        if frame.scope.strict >= 2:
            raise property_not_found(name)
        return None

    def set_static_member(self, owner: Any, name: str, value: Any, frame: Frame) -> None:
        """`[type]::Name = value`."""
        if (
            isinstance(owner, NetType)
            and owner.script_class is not None
            and owner.script_class.set_static(name.lower(), value, self)
        ):
            return
        raise self.refusal(f"assignment to static member {name}", None)  # type: ignore[attr-defined]
