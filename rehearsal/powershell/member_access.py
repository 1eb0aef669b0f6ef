"""Properties and indexes: `$x.Name`, `$x[0]`, reading and writing, member enumeration, strict mode's refusals."""

from __future__ import annotations

from typing import Any

from rehearsal.powershell.conversion import convert, to_text
from rehearsal.powershell.dictionaries import (
    DictionaryEntry,
    Hashtable,
    KeyCollection,
    NetDictionary,
    NetList,
    OrderedDictionary,
)
from rehearsal.powershell.errors import PSException, TerminatingError, runtime_error
from rehearsal.powershell.frame import Frame
from rehearsal.powershell.members import AliasProperty, CimProperty, CodeProperty, NoteProperty, ScriptProperty
from rehearsal.powershell.nettype import NetProperty, NetType, array_type, type_of
from rehearsal.powershell.object_view import ObjectView
from rehearsal.powershell.operators_arithmetic import cast_error
from rehearsal.powershell.real_members import is_real_member
from rehearsal.powershell.values import (
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

MISSING: Any = type("_Missing", (), {"__slots__": (), "__repr__": lambda self: "MISSING"})()
"""No such property (None is a property's value)."""

_NO_INTRINSIC_COUNT = (PSCustomObject, CimInstance)


def property_not_found(name: str) -> TerminatingError:
    """Strict mode's error for reading a property that isn't there."""
    return runtime_error(
        f"The property '{name}' cannot be found on this object. Verify that the property exists.",
        "PropertyNotFoundStrict",
        "InvalidOperation",
        name,
        "System.Management.Automation.PropertyNotFoundException",
    )


class MemberAccess:
    """Part of Run."""

    # --- reading

    def get_member(self, value: Any, name: str, lower: str, frame: Frame) -> Any:
        """`$value.name`. Missing: null, or PropertyNotFoundStrict under strict mode 2 and up."""
        found = self.lookup(value, name, lower)
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
            collected = self.enumerate_member(list(items), name, lower)
            if collected is not MISSING:
                return collected
        if lower in ("count", "length"):
            if strict:
                raise property_not_found(name)
            if isinstance(value, _NO_INTRINSIC_COUNT):
                return None
            return 1
        if items is None:
            self.refuse_unknown_member(value, name, "property")
        if strict:
            raise property_not_found(name)
        return None

    def lookup(self, value: Any, name: str, lower: str) -> Any:
        """The value of the object's own property, MISSING without one. No member enumeration, no intrinsic Count."""
        kind = type(value)
        if kind is str:
            if lower == "length":
                return len(value)
        elif kind is PSCustomObject:
            found = value.members.get(lower)
            if found is not None:
                return found.value if type(found) is NoteProperty else self.read_member(value, found)
        elif isinstance(value, NetDictionary):
            entry = value.get(name, MISSING)
            if entry is not MISSING:
                return entry
            own = self._extended(value, lower)
            if own is not MISSING:
                return own
            return self._dictionary_property(value, lower, name)
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
            own = self._extended(value, lower)
            if own is not MISSING:
                return own
        elif value is None or value is AUTOMATION_NULL:
            return MISSING
        else:
            return self._object_property(value, name, lower)
        return self._intrinsic(value, lower)

    def _extended(self, value: NetObject, lower: str) -> Any:
        members = value.members
        if members:
            found = members.get(lower)
            if found is not None:
                if type(found) is NoteProperty:
                    return found.value
                return self.read_member(value, found)
        return MISSING

    def read_member(self, value: Any, member: Any) -> Any:
        """The value of an extended property; MISSING for a method."""
        kind = type(member)
        if kind is NoteProperty or kind is CimProperty:
            return member.value
        if kind is AliasProperty:
            return self.get_property(value, member.target)
        if kind is CodeProperty:
            return member.getter(self, value)
        if kind is ScriptProperty:
            return self._script_property(value, member)
        if isinstance(member, NoteProperty):
            return member.value
        return MISSING

    def _script_property(self, value: Any, member: ScriptProperty) -> Any:
        try:
            return self.collapse(self.invoke_with_this(member.getter, value, ()))  # type: ignore[attr-defined]
        except TerminatingError as error:
            record = error.record
            raise runtime_error(
                f'Exception getting "{member.name}": "{record.text}"',
                "ScriptGetValueRuntimeException",
                "NotSpecified",
                type_name="System.Management.Automation.GetValueInvocationException",
                inner=record.exception,
            ) from None

    def _dictionary_property(self, value: NetDictionary, lower: str, name: str) -> Any:
        if lower == "count":
            return len(value.entries)
        if lower == "keys":
            return KeyCollection(value, True)
        if lower == "values":
            return KeyCollection(value, False)
        if lower in ("isreadonly", "isfixedsize", "issynchronized") and isinstance(
            value, Hashtable | OrderedDictionary
        ):
            return False
        if lower == "syncroot":
            return value
        found = type_of(value).find_property(name)
        if found is not None:
            return self._net_property(value, found)
        return self._intrinsic(value, lower)

    def _object_property(self, value: Any, name: str, lower: str) -> Any:
        kind = type(value)
        if kind is PSObject:
            members = value.members
            if members:
                found = members.get(lower)
                if found is not None:
                    return self.read_member(value, found)
            if lower in ("psobject", "pstypenames"):
                return self._intrinsic(value, lower)
            return self.lookup(value.base, name, lower)
        if isinstance(value, NetObject):
            if value.members:
                own = self._extended(value, lower)
                if own is not MISSING:
                    return own
            fields = getattr(value, "fields", None)
            if fields is not None and lower in fields:
                return fields[lower]
            if kind is DictionaryEntry:
                if lower in ("key", "name"):
                    return value.key
                if lower == "value":
                    return value.value
            if kind is KeyCollection and lower == "count":
                return len(value)
            if kind is EnumValue and lower == "value__":
                return value.value
            if kind is MultiArray:
                if lower in ("length", "count"):
                    return len(value.items)
                if lower == "rank":
                    return len(value.shape)
            own_reader = getattr(value, "ps_get", None)
            if own_reader is not None:
                made = own_reader(self, lower, name)
                if made is not NotImplemented:
                    return made
        found_property = type_of(value).find_property(name)
        if found_property is not None:
            return self._net_property(value, found_property)
        if isinstance(value, NetList) and lower == "count":
            return len(value.items)
        if kind is Char and lower == "length":
            return MISSING
        return self._intrinsic(value, lower)

    def _net_property(self, value: Any, found: NetProperty) -> Any:
        try:
            return found.getter(self, value) if found.context else found.getter(value)
        except PSException as failure:
            raise runtime_error(
                f'Exception getting "{found.name}": "{failure.message}"',
                "GetValueInvocationException",
                "NotSpecified",
                type_name="System.Management.Automation.GetValueInvocationException",
                inner=failure,
            ) from None

    def _intrinsic(self, value: Any, lower: str) -> Any:
        if lower == "psobject":
            return ObjectView(value, self)
        if lower == "pstypenames":
            return ObjectView(value, self).type_names()
        return MISSING

    def enumerate_member(self, items: list[Any], name: str, lower: str) -> Any:
        """The property of every element that has it: MISSING when none has, one value bare, several as an array."""
        collected: list[Any] = []
        for item in items:
            if item is None or item is AUTOMATION_NULL:
                continue
            found = self.lookup(item, name, lower)
            if found is MISSING:
                inner = (
                    item.ps_enumerate() if isinstance(item, NetObject) and not isinstance(item, NetDictionary) else None
                )
                if inner is None:
                    if not isinstance(item, PSCustomObject | CimInstance | NetDictionary):
                        self.refuse_unknown_member(item, name, "property")
                    continue
                found = self.enumerate_member(list(inner), name, lower)
                if found is MISSING:
                    continue
            nested = (
                found.ps_enumerate() if isinstance(found, NetObject) and not isinstance(found, NetDictionary) else None
            )
            if nested is not None:
                collected.extend(nested)
            elif found is not AUTOMATION_NULL:
                collected.append(found)
        if not collected:
            return MISSING
        return collected[0] if len(collected) == 1 else PSArray(collected)

    def get_property(self, value: Any, name: str) -> Any:
        """The property without strict mode and without member enumeration; None when absent."""
        found = self.lookup(value, name, name.lower())
        return None if found is MISSING else found

    def has_property(self, value: Any, name: str) -> bool:
        """Whether the object itself has such a property."""
        if isinstance(value, NetDictionary):
            return value.contains(name) or self._dictionary_property(value, name.lower(), name) is not MISSING
        return self.lookup(value, name, name.lower()) is not MISSING

    def refuse_unknown_member(self, value: Any, name: str, what: str) -> None:
        """Raises Unsupported when the real type has (or may have) a member that this engine doesn't know."""
        if isinstance(value, PSCustomObject | CimInstance | NetDictionary | PSArray) or value is None:
            return
        of = type_of(value)
        if is_real_member(of, name, what):
            raise self.refusal(f"{what} {name} of {of.full_name}", None)  # type: ignore[attr-defined]

    # --- writing

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
        if type(target) is PSArray or isinstance(target, NetList):
            items = target.items
            if items and all(self.lookup(item, name, lower) is not MISSING for item in items if item is not None):
                raise runtime_error(
                    f"The property '{name}' cannot be found on this object. Verify that the property exists and "
                    f"can be set.",
                    "PropertyNotFound",
                    "InvalidOperation",
                    name,
                )
        else:
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
        message = (
            f'Exception setting "{name}": "The property \'{name}\' cannot be found on this object. Verify that '
            f"the property "
            'exists and can be set."'
        )
        inner = PSException(
            "System.Management.Automation.SetValueException",
            f"The property '{name}' cannot be found on this object. Verify that the property exists and can be set.",
        )
        return runtime_error(
            message,
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
        try:
            converted = convert(value, wanted, self) if wanted is not None else value
        except PSException as failure:
            raise runtime_error(
                f'Exception setting "{found.name}": "{failure.message}"',
                "ExceptionWhenSetting",
                "NotSpecified",
                type_name="System.Management.Automation.SetValueInvocationException",
                inner=failure,
            ) from None
        assert found.setter is not None
        try:
            if found.context:
                found.setter(self, owner, converted)
            else:
                found.setter(owner, converted)
        except PSException as failure:
            raise runtime_error(
                f'Exception setting "{found.name}": "{failure.message}"',
                "ExceptionWhenSetting",
                "NotSpecified",
                type_name="System.Management.Automation.SetValueInvocationException",
                inner=failure,
            ) from None

    # --- indexes

    def get_index(self, value: Any, index: Any, frame: Frame) -> Any:
        """`$value[index]`; out of range is null, an error under strict mode 3."""
        if type(value) is PSObject:
            value = value.base
        if value is None or value is AUTOMATION_NULL:
            raise runtime_error("Cannot index into a null array.", "NullArray", "InvalidOperation")
        if index is AUTOMATION_NULL:
            index = None
        if type(index) is PSObject:
            index = index.base
        if isinstance(value, NetDictionary):
            return self._dictionary_index(value, index)
        if type(value) is MultiArray:
            return self._multi_index(value, index)
        if type(value) is PSArray or type(value) is str or isinstance(value, NetList):
            if index is None:
                raise runtime_error("Index operation failed; the array index evaluated to null.", "NullArrayIndex")
            return self._sequence_index(value, index, frame)
        if type(index) is PSArray:
            return PSArray([self.get_index(value, one, frame) for one in index.items])
        try:
            made = value.ps_index(index) if isinstance(value, NetObject) else NotImplemented
        except PSException as failure:
            raise runtime_error(
                failure.message,
                failure.error_id or failure.type_name,
                "OperationStopped",
                type_name=failure.type_name,
            ) from None
        if made is not NotImplemented:
            return made
        if type(index) is int and not (isinstance(value, NetObject) and value.ps_enumerate() is not None):
            if index in (0, -1) and not isinstance(value, NetObject):
                return value
            if isinstance(value, PSCustomObject | CimInstance) or not isinstance(value, NetObject):
                if index in (0, -1):
                    return value
                if frame.scope.strict >= 3:
                    raise _index_out_of_range()
                return None
        raise runtime_error(
            f"Unable to index into an object of type {type_of(value).full_name}.",
            "CannotIndex",
            "InvalidOperation",
            index,
        )

    def _sequence_index(self, value: Any, index: Any, frame: Frame) -> Any:
        items = value if type(value) is str else value.items
        size = len(items)
        if type(index) is PSArray or isinstance(index, NetList):
            strict = frame.scope.strict >= 3
            out: list[Any] = []
            for one in index.items:
                position = self._position(one)
                at = position + size if position < 0 else position
                if 0 <= at < size:
                    out.append(Char(items[at]) if type(value) is str else items[at])
                elif strict:
                    raise _index_out_of_range()
            return PSArray(out)
        position = self._position(index)
        at = position + size if position < 0 else position
        if 0 <= at < size:
            return Char(items[at]) if type(value) is str else items[at]
        if frame.scope.strict >= 3:
            raise _index_out_of_range()
        return None

    def _position(self, index: Any) -> int:
        if type(index) is int:
            return index
        try:
            return convert(index, type_of(0), self)  # type: ignore[no-any-return]
        except PSException as failure:
            raise cast_error(failure) from None

    def _dictionary_index(self, value: NetDictionary, index: Any) -> Any:
        if type(index) is PSArray:
            return PSArray([self._dictionary_index(value, one) for one in index.items])
        if index is None:
            if type(value) is Hashtable:
                raise runtime_error(
                    "Index operation failed; the array index evaluated to null.", "NullArrayIndex", "InvalidOperation"
                )
            return None
        if type(value) is OrderedDictionary and type(index) is int:
            entries = list(value.entries.values())
            if 0 <= index < len(entries):
                return entries[index][1]
            if index < 0:
                raise self.refusal("negative index into an ordered dictionary", None)  # type: ignore[attr-defined]
            return None
        found = value.get(index, MISSING)
        if found is not MISSING:
            return found
        made = value.ps_index(index)
        return None if made is NotImplemented else made

    def _multi_index(self, value: MultiArray, index: Any) -> Any:
        return value.items[self._flat(value, index)]

    def _flat(self, value: MultiArray, index: Any) -> int:
        positions = [self._position(one) for one in index.items] if type(index) is PSArray else [self._position(index)]
        if len(positions) != len(value.shape):
            raise runtime_error(
                f"Array dimension mismatch: {len(value.shape)} indexes are needed.", "NeedMultidimensionalIndex",
                "InvalidOperation", index,
            )  # fmt: skip
        flat = 0
        for position, length in zip(positions, value.shape, strict=True):
            at = position + length if position < 0 else position
            if not 0 <= at < length:
                raise _index_out_of_range()
            flat = flat * length + at
        return flat

    def set_index(self, owner: Any, index: Any, value: Any, frame: Frame) -> None:
        """`$owner[index] = value`."""
        if type(owner) is PSObject:
            owner = owner.base
        if type(index) is PSObject:
            index = index.base
        if owner is None or owner is AUTOMATION_NULL:
            raise runtime_error("Cannot index into a null array.", "NullArray", "InvalidOperation")
        if type(owner) is PSArray:
            self._set_element(owner, owner.items, owner.element, index, value)
            return
        if isinstance(owner, NetDictionary):
            if index is None or index is AUTOMATION_NULL:
                raise runtime_error(
                    "Index operation failed; the array index evaluated to null.", "NullArrayIndex", "InvalidOperation"
                )
            if type(owner) is OrderedDictionary and type(index) is int:
                self._set_ordered(owner, index, value)
                return
            made = owner.ps_set_index(index, value)
            if made is NotImplemented:
                owner.set(index, value)
            return
        if type(owner) is MultiArray:
            owner.items[self._flat(owner, index)] = None if value is AUTOMATION_NULL else value
            return
        if isinstance(owner, NetObject):
            try:
                made = owner.ps_set_index(index, value)
            except PSException as failure:
                raise runtime_error(
                    failure.message, failure.error_id or failure.type_name, "OperationStopped",
                    type_name=failure.type_name,
                ) from None  # fmt: skip
            if made is not NotImplemented:
                return
            if isinstance(owner, NetList):
                self._set_element(owner, owner.items, "System.Object", index, value)
                return
        raise runtime_error(
            f"Unable to index into an object of type {type_of(owner).full_name}.",
            "CannotIndex",
            "InvalidOperation",
            index,
        )

    def _set_element(self, owner: Any, items: list[Any], element: str, index: Any, value: Any) -> None:
        if index is None or index is AUTOMATION_NULL:
            raise runtime_error(
                "Index operation failed; the array index evaluated to null.", "NullArrayIndex", "InvalidOperation"
            )
        if type(index) is PSArray:
            raise runtime_error(
                "Array assignment to [] failed: assignment to slices is not supported.",
                "ArraySliceAssignmentFailed",
                "InvalidOperation",
            )
        position = self._position(index)
        at = position + len(items) if position < 0 else position
        if not 0 <= at < len(items):
            raise _index_out_of_range()
        value = None if value is AUTOMATION_NULL else value
        if element != "System.Object":
            wanted = array_type(element).element
            try:
                value = convert(value, wanted, self)  # type: ignore[arg-type]
            except PSException as failure:
                raise cast_error(failure) from None
        items[at] = value

    def _set_ordered(self, owner: OrderedDictionary, index: int, value: Any) -> None:
        keys = list(owner.entries)
        if not 0 <= index < len(keys):
            message = (
                "Index was out of range. Must be non-negative and less than the size of the collection.\r\n"
                "Parameter name: index"
            )
            raise runtime_error(
                message, "System.ArgumentOutOfRangeException", "OperationStopped",
                type_name="System.ArgumentOutOfRangeException",
            )  # fmt: skip
        key, _ = owner.entries[keys[index]]
        owner.entries[keys[index]] = (key, value)
        owner.version += 1

    # --- statics

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

    def member_name_text(self, value: Any) -> str:
        """A computed member name as text."""
        return to_text(value, self)


def _index_out_of_range() -> TerminatingError:
    message = "Index was outside the bounds of the array."
    return runtime_error(
        message, "System.IndexOutOfRangeException", "OperationStopped", type_name="System.IndexOutOfRangeException"
    )
