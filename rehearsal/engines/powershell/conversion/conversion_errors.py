"""What conversions throw."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.to_text import to_text
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import type_of

CAST_EXCEPTION = "System.Management.Automation.PSInvalidCastException"


def convert_error(message: str, error_id: str, inner: PSException | None = None) -> PSException:
    """The exception of a failed conversion."""
    return PSException(CAST_EXCEPTION, message, inner, error_id=error_id, category="InvalidArgument")


def bad_integer(text: str, type_name: str) -> PSException:
    cause = "Input string was not in a correct format."
    return convert_error(
        f'Cannot convert value "{text}" to type "{type_name}". Error: "{cause}"',
        "InvalidCastFromStringToInteger",
        PSException("System.FormatException", cause),
    )


def overflow_error(value: Any, target: NetType, error_id: str = "InvalidCastIConvertible") -> PSException:
    article = "an" if target.name[0] in "IU" and not target.name.startswith("UI") else "a"
    if target.name in ("Byte", "SByte"):
        kind = "an unsigned" if target.name == "Byte" else "a signed"
        cause = f"Value was either too large or too small for {kind} byte."
    else:
        cause = f"Value was either too large or too small for {article} {target.name}."
    return convert_error(
        f'Cannot convert value "{to_text(value)}" to type "{target.full_name}". Error: "{cause}"',
        error_id,
        PSException("System.OverflowException", cause),
    )


def failed_conversion(value: Any, target: NetType, failure: PSException) -> PSException:
    """What a failing Parse method or constructor becomes as a cast."""
    by_parse = type(value) is str and bool(target.find_method("parse", static=True))
    error_id = "InvalidCastParseTargetInvocation" if by_parse else "InvalidCastConstructorException"
    if by_parse and target.full_name in _PARSED_WITH_CULTURE:
        error_id += "WithFormatProvider"
    return convert_error(
        f'Cannot convert value "{to_text(value)}" to type "{target.full_name}". Error: "{failure.message}"',
        error_id,
        failure,
    )


def no_conversion(value: Any, target: NetType) -> PSException:
    """The exception when PowerShell finds no way at all."""
    source = type_of(value)
    if source.full_name == "System.DBNull" and target.full_name in _CONVERTIBLE:
        cause = "Object cannot be cast from DBNull to other types."
        return convert_error(
            f'Cannot convert value "" to type "{target.full_name}". Error: "{cause}"',
            "InvalidCastIConvertible",
            PSException("System.InvalidCastException", cause),
        )
    return convert_error(
        f'Cannot convert the "{to_text(value)}" value of type "{source.full_name}" to type "{target.full_name}".',
        "ConvertToFinalInvalidCastException",
    )


_CONVERTIBLE = frozenset(
    f"System.{name}"
    for name in (
        *("SByte", "Byte", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64"),
        *("Single", "Double", "Decimal", "Char", "DateTime"),
    )
)
"""Types that IConvertible has a method for."""
_PARSED_WITH_CULTURE = frozenset({"System.DateTime", "System.TimeSpan", "System.DateTimeOffset"})
