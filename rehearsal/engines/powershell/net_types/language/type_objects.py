"""System.Type: what a type says of itself."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import is_instance
from rehearsal.engines.powershell.objects.member_declarations import net_method, net_property
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, net_type
from rehearsal.engines.powershell.objects.values import EnumValue, PSArray

BUILTIN_TYPES.declare("System.Nullable`1", value_type=True, accelerators=("nullable",))


@net_type("System.RuntimeType", base="System.Type")
class _TypeMembers:
    @net_property("Name", "string")
    def name(self: Any) -> str:
        name: str = self.name
        return name

    @net_property("FullName", "string")
    def full_name(self: Any) -> str:
        name: str = self.full_name
        return name

    @net_property("Namespace", "string")
    def namespace(self: Any) -> Any:
        return self.namespace

    @net_property("BaseType")
    def base_type(self: Any) -> Any:
        return self.base

    @net_property("IsEnum", "bool")
    def is_enum(self: Any) -> bool:
        return self.enum_members is not None

    @net_property("IsArray", "bool")
    def is_array(self: Any) -> bool:
        return self.element is not None

    @net_property("IsValueType", "bool")
    def is_value_type(self: Any) -> bool:
        return bool(self.value_type)

    @net_property("IsClass", "bool")
    def is_class(self: Any) -> bool:
        return not self.value_type and not self.is_interface

    @net_property("IsInterface", "bool")
    def is_interface(self: Any) -> bool:
        return bool(self.is_interface)

    @net_property("IsGenericType", "bool")
    def is_generic(self: Any) -> bool:
        return self.generic_definition is not None or "`" in self.full_name

    @net_property("IsPrimitive", "bool")
    def is_primitive(self: Any) -> bool:
        return self.full_name in {
            "System.Int32", "System.Int64", "System.Int16", "System.UInt16", "System.UInt32", "System.UInt64",
            "System.Byte", "System.SByte",
            "System.Double", "System.Single", "System.Boolean", "System.Char",
        }  # fmt: skip

    @net_method("GetElementType")
    def get_element_type(self: Any) -> Any:
        return self.element

    @net_method("IsAssignableFrom", "type", returns="bool")
    def is_assignable_from(self: Any, other: Any) -> bool:
        return bool(self.is_assignable_from(other))

    @net_method("IsSubclassOf", "type", returns="bool")
    def is_subclass_of(self: Any, other: Any) -> bool:
        current = self.base
        while current is not None:
            if current is other:
                return True
            current = current.base
        return False

    @net_method("IsInstanceOfType", "object", returns="bool")
    def is_instance_of_type(self: Any, value: Any) -> bool:
        return is_instance(value, self)

    @net_method("GetEnumNames")
    def get_enum_names(self: Any) -> PSArray:
        return PSArray(list(self.enum_members or {}), "System.String")

    @net_method("GetEnumValues")
    def get_enum_values(self: Any) -> PSArray:
        return PSArray([EnumValue(self, value) for value in (self.enum_members or {}).values()], self.full_name)
