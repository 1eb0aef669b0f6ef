"""Methods that every object has: GetType, ToString, Equals, CompareTo …"""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert, to_text
from rehearsal.engines.powershell.members.collection_methods import CollectionMethods
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.net_type import NetType, type_of
from rehearsal.engines.powershell.objects.values import (
    VOID,
    Char,
    CimInstance,
    EnumValue,
    NetObject,
    PSArray,
    PSCustomObject,
    PSObject,
)
from rehearsal.engines.powershell.operators.comparison import compare
from rehearsal.engines.powershell.runtime.frame import Frame


class CommonMethods(CollectionMethods):
    """Part of Run."""

    def _common_method(self, value: Any, lower: str, name: str, arguments: list[Any], frame: Frame) -> Any:
        count = len(arguments)
        if lower == "gettype" and count == 0:
            return type_of(value)
        if lower == "tostring":
            if count == 0:
                return self.object_to_string(value)
            if count >= 1 and type(arguments[0]) is str and not isinstance(value, PSCustomObject):
                return self.format_value(value, arguments[0])  # type: ignore[attr-defined]
            if count == 1 and not isinstance(value, PSCustomObject):
                return self.object_to_string(value)
        if lower == "equals" and count == 1:
            return self._object_equals(value, arguments[0])
        if lower == "gethashcode" and count == 0:
            raise self.refusal("GetHashCode()", None)  # type: ignore[attr-defined]
        if lower == "compareto" and count == 1 and not isinstance(value, PSCustomObject | PSArray | NetDictionary):
            made = compare(value, arguments[0], False, self)
            return (made > 0) - (made < 0)
        if lower == "foreach" and count >= 1:
            return self._for_each(value, arguments, frame)
        if lower == "where" and count >= 1:
            return self._where(value, arguments, frame)
        if lower == "hasflag" and count == 1 and type(value) is EnumValue:
            other = convert(arguments[0], value.enum, self)
            return value.value & other.value == other.value
        if lower == "getenumerator" and count == 0:
            items = (
                value.ps_enumerate()
                if isinstance(value, NetObject)
                else list(value)
                if isinstance(value, str)
                else None
            )
            if items is not None:
                return PSArray([Char(item) for item in items] if isinstance(value, str) else list(items))
        if lower == "gettypecode" and count == 0:
            raise self.refusal("GetTypeCode()", None)  # type: ignore[attr-defined]
        if lower == "dispose" and count == 0 and isinstance(value, CimInstance):
            return VOID
        return NotImplemented

    def object_to_string(self, value: Any) -> str:
        """.ToString() without arguments."""
        base = value.base if type(value) is PSObject else value
        if isinstance(base, NetType):
            return base.full_name
        if isinstance(base, NetObject) and not isinstance(base, PSCustomObject):
            return base.ps_string()
        return to_text(base, self)

    def _object_equals(self, value: Any, other: Any) -> bool:
        if isinstance(value, NetObject):
            return type(value) is type(other) and (value is other or value.ps_equals(other, False))
        return type(value) is type(other) and bool(value == other)
