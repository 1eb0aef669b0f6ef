"""`$x.Name = value`: extended members, .NET properties, entries of dictionaries."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.members.missing_property import MISSING
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary, NetList
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.members import (
    AliasProperty,
    CimProperty,
    CodeProperty,
    NoteProperty,
    ScriptProperty,
)
from rehearsal.engines.powershell.objects.net_type import NetProperty, type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, NetObject, PSArray, PSCustomObject, PSObject
from rehearsal.engines.powershell.runtime.frame import Frame


class PropertyWriting:
    """Part of Run."""

    def set_member(self, owner: Any, name: str, value: Any, frame: Frame) -> None:
        """`$owner.name = value`."""
        if value is AUTOMATION_NULL and not isinstance(owner, NetDictionary | PSCustomObject):
            value = None
        lower = name.lower()
        if owner is None or owner is AUTOMATION_NULL:
            raise runtime_error(
                f"The property '{name}' cannot be found on this object. "
                "Verify that the property exists and can be set.",
                "PropertyNotFound",
                "InvalidOperation",
                name,
            )
        if type(owner) is PSCustomObject:
            found = owner.members.get(lower)
            if found is not None:
                self.write_extended(owner, found, value)
                return
            raise self._cannot_set(owner, name)
        if isinstance(owner, NetDictionary):
            if owner.members and lower in owner.members:
                self.write_extended(owner, owner.members[lower], value)
            else:
                owner.set(name, value)
            return
        if isinstance(owner, NetObject) and owner.members:
            found = owner.members.get(lower)
            if found is not None:
                self.write_extended(owner, found, value)
                return
        fields = getattr(owner, "fields", None)
        if fields is not None and lower in fields:
            owner.set_field(lower, value, self)
            return
        own_writer = getattr(owner, "ps_set", None)
        if own_writer is not None and own_writer(self, lower, value) is not NotImplemented:
            return
        target = owner.base if type(owner) is PSObject else owner
        found_property = type_of(target).find_property(name)
        if found_property is not None:
            if found_property.setter is None:
                raise self._read_only(name)
            self._set_net_property(target, found_property, value)
            return
        if self.lookup(target, name, lower) is not MISSING:
            raise self._read_only(name)
        if type(target) is not PSArray and not isinstance(target, NetList):
            self.refuse_unknown_member(target, name, "property")
        raise runtime_error(
            f"The property '{name}' cannot be found on this object. Verify that the property exists and can be set.",
            "PropertyNotFound",
            "InvalidOperation",
            name,
        )

    def _read_only(self, name: str) -> TerminatingError:
        return runtime_error(
            f"'{name}' is a ReadOnly property.",
            "PropertyAssignmentException",
            "InvalidOperation",
            type_name="System.Management.Automation.SetValueException",
        )

    def _cannot_set(self, owner: Any, name: str) -> TerminatingError:
        inner = PSException(
            "System.Management.Automation.SetValueException",
            f"The property '{name}' cannot be found on this object. Verify that the property exists and can be set.",
        )
        return self._setting_failed(name, inner)

    def _setting_failed(self, name: str, inner: PSException) -> TerminatingError:
        return runtime_error(
            f'Exception setting "{name}": "{inner.message}"',
            "ExceptionWhenSetting",
            "NotSpecified",
            type_name="System.Management.Automation.SetValueInvocationException",
            inner=inner,
        )

    def write_extended(self, owner: Any, member: Any, value: Any) -> None:
        """Writes an extended property."""
        kind = type(member)
        if kind is NoteProperty:
            member.value = value
        elif kind is CimProperty:
            if member.read_only:
                raise self._read_only(member.name)
            member.value = value
        elif kind is AliasProperty:
            self.set_member(owner, member.target, value, self.top_frame)  # type: ignore[attr-defined]
        elif kind is ScriptProperty:
            if member.setter is None:
                raise runtime_error(
                    f'Set accessor for property "{member.name}" is unavailable.',
                    "SetterUnavailable",
                    "InvalidOperation",
                )
            self.invoke_with_this(member.setter, owner, (value,))  # type: ignore[attr-defined]
        elif kind is CodeProperty:
            if member.setter is None:
                raise self._read_only(member.name)
            member.setter(self, owner, value)
        elif isinstance(member, NoteProperty):
            member.value = value
        else:
            raise self._read_only(member.name)

    def _set_net_property(self, owner: Any, found: NetProperty, value: Any) -> None:
        wanted = self.resolve_type(found.type_name)  # type: ignore[attr-defined]
        assert found.setter is not None
        try:
            converted = convert(value, wanted, self) if wanted is not None else value
            if found.context:
                found.setter(self, owner, converted)
            else:
                found.setter(owner, converted)
        except PSException as failure:
            raise self._setting_failed(found.name, failure) from None
