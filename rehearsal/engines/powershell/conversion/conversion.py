"""Casts and parameter conversions: LanguagePrimitives.ConvertTo of Windows PowerShell 5.1.

Failures raise PSException of type PSInvalidCastException with the real error id, category InvalidArgument and the
.NET cause as inner exception; callers wrap it (a cast statement, the parameter binder, a method call).
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.conversion.conversion_errors import (
    CAST_EXCEPTION,
    convert_error,
    failed_conversion,
    no_conversion,
)
from rehearsal.engines.powershell.conversion.to_numbers import (
    _rounded,
    integer_converter,
    to_big_integer,
    to_decimal,
    to_double,
    to_number,
    to_single,
)
from rehearsal.engines.powershell.conversion.to_text import to_text, type_text
from rehearsal.engines.powershell.objects.dictionaries import Hashtable, NetDictionary, NetList, OrderedDictionary
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.numbers import (
    integer_from_text,
)
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    INTEGER_RANGES,
    INTEGER_TYPES,
    BigInteger,
    Char,
    EnumValue,
    NetObject,
    PSArray,
    PSCustomObject,
    PSObject,
    Single,
    SwitchParameter,
)

__all__ = ["convert", "convert_error", "is_instance", "to_bool", "to_number", "to_text", "type_text"]

_ONE_ELEMENT = 1


def to_bool(value: Any) -> bool:
    """LanguagePrimitives.IsTrue: empty text, zero, null, empty lists and one-element lists of such are false."""
    kind = type(value)
    if kind is bool:
        return value is True
    if value is None or value is AUTOMATION_NULL:
        return False
    if kind is str:
        return bool(value)
    if kind is int or kind is float:
        return bool(value)
    if isinstance(value, PSArray | NetList):
        items = value.items
        if len(items) != _ONE_ELEMENT:
            return bool(items)
        inner = items[0]
        if type(inner) is PSArray or isinstance(inner, NetList):
            return len(inner.items) > 0
        return to_bool(inner)
    if kind is Char:
        return bool(value != "\0")
    if isinstance(value, int | float | Decimal):
        return value != 0
    if isinstance(value, SwitchParameter):
        return value.present
    if isinstance(value, PSObject):
        return to_bool(value.base)
    if isinstance(value, EnumValue):
        return value.value != 0
    return True


# --- numbers


def _to_bool(value: Any, target: NetType, run: Any) -> Any:
    return to_bool(value)


def _to_char(value: Any, target: NetType, run: Any) -> Any:
    if type(value) is str:
        if len(value) == 1:
            return Char(value)
        cause = "String must be exactly one character long."
        raise convert_error(
            f'Cannot convert value "{value}" to type "System.Char". Error: "{cause}"',
            "InvalidCastFromStringToChar",
            PSException("System.FormatException", cause),
        )
    if type(value) in INTEGER_TYPES:
        if not 0 <= value <= 0xFFFF:
            cause = "Value was either too large or too small for a character."
            raise convert_error(
                f'Cannot convert value "{to_text(value)}" to type "System.Char". Error: "{cause}"',
                "InvalidCastIConvertible",
                PSException("System.OverflowException", cause),
            )
        return Char(chr(value))
    return NotImplemented


def _to_string(value: Any, target: NetType, run: Any) -> Any:
    return to_text(value, run)


def _to_switch(value: Any, target: NetType, run: Any) -> Any:
    return SwitchParameter(to_bool(value))


# --- enumerations


def to_enum(value: Any, target: NetType, run: Any) -> Any:
    """A member by name (any case, unique prefixes, comma lists) or by number."""
    if type(value) is str:
        known = target.enum_by_name(value)
        if known is not None:
            return EnumValue(target, known)
        number = 0
        for part in value.split(","):
            found = _enum_member(part.strip(), target)
            if found is None:
                names = ",".join(target.enum_members or {})
                raise convert_error(
                    f'Cannot convert value "{value}" to type "{target.full_name}" due to enumeration values that '
                    f"are not "
                    f"valid. Specify one of the following enumeration values and try again. The possible "
                    f"enumeration values "
                    f'are "{names}".',
                    "SubstringDisambiguationEnumParseThrewAnException",
                    PSException("System.ArgumentException", f"Requested value '{value}' was not found."),
                )
            number |= found
        return EnumValue(target, number)
    if type(value) in INTEGER_TYPES:
        number = int(value)
        members = (target.enum_members or {}).values()
        if number not in members and not target.enum_flags:
            names = ",".join(target.enum_members or {})
            raise convert_error(
                f'Cannot convert value "{to_text(value)}" to type "{target.full_name}" due to enumeration values '
                f"that are not "
                f"valid. Specify one of the following enumeration values and try again. The possible enumeration "
                f"values "
                f'are "{names}".',
                "InvalidCastFromIntegerToEnumeration",
            )
        return EnumValue(target, number)
    if type(value) is EnumValue:
        return EnumValue(target, value.value)
    if type(value) is PSArray and value.items:
        return to_enum(",".join(to_text(item) for item in value.items), target, run)
    if type(value) in (float, Single, Decimal):
        return to_enum(_rounded(value), target, run)
    return NotImplemented


def _enum_member(text: str, target: NetType) -> int | None:
    exact = target.enum_by_name(text)
    if exact is not None:
        return exact
    number = integer_from_text(text) if text else None
    if number is not None:
        return number
    starting = [
        found for name, found in (target.enum_members or {}).items() if text and name.lower().startswith(text.lower())
    ]
    return starting[0] if len(starting) == 1 else None


# --- collections


def to_array(value: Any, target: NetType, run: Any) -> Any:
    """An array type: enumerables element by element, anything else as the single element."""
    element = target.element
    assert element is not None
    items = value.ps_enumerate() if isinstance(value, NetObject) and not isinstance(value, NetDictionary) else None
    if type(value) is str and element.full_name == "System.Char":
        return PSArray([Char(character) for character in value], "System.Char")
    if items is None:
        items = [value]
    if element.full_name in _ANYTHING:
        return PSArray(list(items), "System.Object")
    return PSArray([convert(item, element, run) for item in items], element.full_name)


def _to_hashtable(value: Any, target: NetType, run: Any) -> Any:
    if isinstance(value, NetDictionary):
        return Hashtable(value.pairs())
    return NotImplemented


def _to_ordered(value: Any, target: NetType, run: Any) -> Any:
    if isinstance(value, NetDictionary):
        return OrderedDictionary(value.pairs())
    return NotImplemented


def _to_custom_object(value: Any, target: NetType, run: Any) -> Any:
    if isinstance(value, NetDictionary):
        return custom_object_from(value, run)
    return value


def custom_object_from(dictionary: NetDictionary, run: Any) -> PSCustomObject:
    """[pscustomobject]@{…}: keys become note properties; PSTypeName names the type."""
    made = PSCustomObject()
    for key, item in dictionary.pairs():
        name = to_text(key, run)
        if name.lower() == "pstypename":
            made.type_names = [to_text(item, run)]
        else:
            made.set(name, None if item is AUTOMATION_NULL else item)
    return made


def _to_type(value: Any, target: NetType, run: Any) -> Any:
    if type(value) is str:
        found = run.types.resolve(value) if run is not None else None
        if found is None:
            raise convert_error(
                f'Cannot convert the "{value}" value of type "System.String" to type "System.Type".',
                "InvalidCastFromStringToType",
            )
        return found
    return NotImplemented


_BUILTIN: dict[str, Callable[[Any, NetType, Any], Any]] = {
    "System.String": _to_string,
    "System.Boolean": _to_bool,
    "System.Char": _to_char,
    "System.Double": to_double,
    "System.Single": to_single,
    "System.Decimal": to_decimal,
    "System.Numerics.BigInteger": to_big_integer,
    "System.Management.Automation.SwitchParameter": _to_switch,
    "System.Collections.Hashtable": _to_hashtable,
    "System.Collections.Specialized.OrderedDictionary": _to_ordered,
    "System.Management.Automation.PSCustomObject": _to_custom_object,
    "System.Type": _to_type,
    "System.RuntimeType": _to_type,
}
for _kind in INTEGER_RANGES:
    _BUILTIN[type_of(_kind(0)).full_name] = integer_converter(_kind)

_ANYTHING = frozenset({"System.Object", "System.Management.Automation.PSObject"})
_NULL_VALUES: dict[str, Any] = {
    "System.String": "",
    "System.Boolean": False,
    "System.Char": Char("\0"),
    "System.Double": 0.0,
    "System.Single": Single(0.0),
    "System.Decimal": Decimal(0),
    "System.Numerics.BigInteger": BigInteger(0),
    "System.Management.Automation.SwitchParameter": SwitchParameter(False),
    **{type_of(kind(0)).full_name: kind(0) for kind in INTEGER_RANGES},
}


def is_instance(value: Any, target: NetType) -> bool:
    """`-is`: the value's own type, a base type or interface."""
    if value is None or value is AUTOMATION_NULL:
        return False
    name = target.full_name
    if name == "System.Object":
        return True
    if name == "System.Management.Automation.PSObject":
        return type(value) in (PSCustomObject, PSObject)
    if name == "System.Management.Automation.PSCustomObject" and type(value) is PSObject:
        return True
    return target.is_assignable_from(type_of(value))


def convert(value: Any, target: NetType, run: Any = None) -> Any:
    """The value as that type. Raises PSException when PowerShell has no such conversion or it fails."""
    kind = type(value)
    if (
        kind is target.represents
        and target.script_class is None
        and target.generic_definition is None
        and kind is not PSArray
        and kind is not EnumValue
    ):
        return value
    name = target.full_name
    if name in _ANYTHING:
        return None if value is AUTOMATION_NULL else value
    if value is None or value is AUTOMATION_NULL:
        return _convert_null(target, run)
    if target.generic_definition is not None and target.generic_definition.full_name == "System.Nullable`1":
        return convert(value, target.generic_arguments[0], run)
    if kind is PSObject:
        return convert(value.base, target, run)
    if target.element is not None:
        if kind is PSArray and value.element == target.element.full_name:
            return value
        if target.rank != 1:
            if is_instance(value, target):
                return value
        else:
            return to_array(value, target, run)
    elif name == "System.Array":
        if kind is PSArray:
            return value
        items = value.ps_enumerate() if isinstance(value, NetObject) and not isinstance(value, NetDictionary) else None
        return PSArray(list(items) if items is not None else [value])
    elif target.enum_members is not None:
        if kind is EnumValue and value.enum is target:
            return value
        made = to_enum(value, target, run)
        if made is not NotImplemented:
            return made
    elif is_instance(value, target):
        return value
    builtin = _BUILTIN.get(name)
    if builtin is not None:
        made = builtin(value, target, run)
        if made is not NotImplemented:
            return made
        if kind is PSArray and len(value.items) == _ONE_ELEMENT and name != "System.Collections.Hashtable":
            return convert(value.items[0], target, run)
    conversion = target.conversion
    if conversion is None and target.generic_definition is not None:
        conversion = target.generic_definition.conversion
    if conversion is not None:
        try:
            made = conversion(value, run)
        except PSException as failure:
            if failure.type_name == CAST_EXCEPTION:
                raise
            raise failed_conversion(value, target, failure) from None
        if made is not NotImplemented:
            return made
    if run is not None:
        made = run.convert_by_members(value, target)
        if made is not NotImplemented:
            return made
    raise no_conversion(value, target)


def _convert_null(target: NetType, run: Any) -> Any:
    if target.full_name in _NULL_VALUES:
        return _NULL_VALUES[target.full_name]
    if target.generic_definition is not None and target.generic_definition.full_name == "System.Nullable`1":
        return None
    if target.value_type or target.enum_members is not None:
        raise convert_error(
            f'Cannot convert null to type "{target.full_name}".',
            "NullToValueType" if target.enum_members is None else "nullToEnum",
        )
    return None
