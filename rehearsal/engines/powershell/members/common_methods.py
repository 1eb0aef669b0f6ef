"""Methods that every object has: GetType, ToString, Equals, CompareTo …"""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.composite_format import format_value
from rehearsal.engines.powershell.conversion.conversion import convert, to_text
from rehearsal.engines.powershell.members.collection_methods import for_each, where
from rehearsal.engines.powershell.members.member_errors import method_invocation_error
from rehearsal.engines.powershell.members.place import Place
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import type_of
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


def common_method(value: Any, lower: str, name: str, arguments: list[Any], frame: Place) -> Any:
    run = frame.run
    count = len(arguments)
    if lower == "gettype" and count == 0:
        return type_of(value)
    if lower == "tostring":
        if count == 0:
            return object_to_string(value, run)
        if count >= 1 and type(arguments[0]) is str and not isinstance(value, PSCustomObject):
            return _formatted(value, arguments[0], run)
        if count == 1 and not isinstance(value, PSCustomObject):
            return object_to_string(value, run)
    if lower == "equals" and count == 1:
        return _object_equals(value, arguments[0])
    if lower == "gethashcode" and count == 0:
        raise run.refusal("GetHashCode()", None)
    if lower == "compareto" and count == 1 and not isinstance(value, PSCustomObject | PSArray | NetDictionary):
        made = compare(value, arguments[0], False, run)
        return (made > 0) - (made < 0)
    if lower == "foreach" and count >= 1:
        return for_each(value, arguments, frame)
    if lower == "where" and count >= 1:
        return where(value, arguments, frame)
    if lower == "hasflag" and count == 1 and type(value) is EnumValue:
        other = convert(arguments[0], value.enum, run)
        return value.value & other.value == other.value
    if lower == "getenumerator" and count == 0:
        items = (
            value.ps_enumerate() if isinstance(value, NetObject) else list(value) if isinstance(value, str) else None
        )
        if items is not None:
            return PSArray([Char(item) for item in items] if isinstance(value, str) else list(items))
    if lower == "gettypecode" and count == 0:
        raise run.refusal("GetTypeCode()", None)
    if lower == "dispose" and count == 0 and isinstance(value, CimInstance):
        return VOID
    return NotImplemented


def object_to_string(value: Any, run: Any) -> str:
    """.ToString() without arguments."""
    base = value.base if type(value) is PSObject else value
    if isinstance(base, NetType):
        return base.full_name
    if isinstance(base, PSCustomObject):
        return ""
    if isinstance(base, NetObject):
        return base.ps_string()
    return to_text(base, run)


def _object_equals(value: Any, other: Any) -> bool:
    if isinstance(value, NetObject):
        return type(value) is type(other) and (value is other or value.ps_equals(other, False))
    return type(value) is type(other) and bool(value == other)


def _formatted(value: Any, format_text: str, run: Any) -> str:
    """value.ToString(format)."""
    try:
        return format_value(value, format_text, run)
    except PSException as failure:
        raise method_invocation_error("ToString", 1, failure) from None
