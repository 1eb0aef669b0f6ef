"""System.Enum: names, values and parsing of any enumeration."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_static
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import EnumValue, PSArray


@net_type("System.Enum", base="System.ValueType")
class _EnumMembers:
    @net_static("GetNames", "type")
    def get_names(of: Any) -> PSArray:
        return PSArray(list(of.enum_members or {}), "System.String")

    @net_static("GetValues", "type")
    def get_values(of: Any) -> PSArray:
        ordered = sorted((of.enum_members or {}).values())
        return PSArray([EnumValue(of, value) for value in ordered], of.full_name)

    @net_static("Parse", "type", "string")
    @net_static("Parse", "type", "string", "bool")
    def parse(of: Any, text: str, ignore_case: bool = False) -> Any:
        number = 0
        for part in text.split(","):
            name = part.strip()
            found = of.enum_by_name(name) if ignore_case else (of.enum_members or {}).get(name)
            if found is None:
                if name.lstrip("+-").isdigit():
                    found = int(name)
                else:
                    raise PSException("System.ArgumentException", f"Requested value '{text}' was not found.")
            number |= found
        return EnumValue(of, number)

    @net_static("IsDefined", "type", "object", returns="bool")
    def is_defined(of: Any, value: Any) -> bool:
        members = of.enum_members or {}
        if type(value) is str:
            return value in members
        number = value.value if type(value) is EnumValue else value
        return number in members.values()

    @net_static("GetName", "type", "object")
    def get_name(of: Any, value: Any) -> Any:
        number = value.value if type(value) is EnumValue else value
        return next((name for name, known in (of.enum_members or {}).items() if known == number), None)

    @net_static("ToObject", "type", "object")
    def to_object(of: Any, value: Any) -> Any:
        return EnumValue(of, int(value.value if type(value) is EnumValue else value))
