"""Casts, `-is`, `-as` and typed variables: conversions with PowerShell's error records."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert, is_instance, to_text
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, NetObject, PSArray, PSCustomObject
from rehearsal.engines.powershell.operators.arithmetic import cast_error


def type_operand(value: Any, namespaces: tuple[str, ...], run: Any) -> NetType:
    """The right side of -is and -as: a type or its name."""
    if isinstance(value, NetType):
        return value
    name = to_text(value, run)
    found: NetType | None = run.types.resolve(name, namespaces)
    if found is None:
        raise runtime_error(
            f'Cannot convert the "{name}" value of type "System.String" to type "System.Type".',
            "RuntimeException",
            "InvalidOperation",
        )
    return found


def cast(value: Any, name: str, namespaces: tuple[str, ...], extent: Any, run: Any) -> Any:
    """`[name]value`."""
    target = run.types.literal(name, namespaces, extent)
    try:
        return convert(value, target, run)
    except PSException as failure:
        raise cast_error(failure) from None


def cast_or_null(value: Any, target: NetType, run: Any) -> Any:
    """`value -as [type]`: null when it can't be; `$null -as [int]` is 0."""
    try:
        return convert(value, target, run)
    except (PSException, TerminatingError):
        return None


def is_of_type(value: Any, target: NetType) -> bool:
    """`value -is [type]`."""
    if target.full_name == "System.Management.Automation.PSObject":
        return isinstance(value, PSCustomObject)
    return is_instance(value, target)


def constrain(value: Any, name: str, namespaces: tuple[str, ...], extent: Any, local: bool, run: Any) -> Any:
    """A value assigned to a typed variable."""
    target = run.types.literal(name, namespaces, extent)
    if value is AUTOMATION_NULL:
        value = None
    try:
        if target.full_name == "System.Boolean" and not local:
            _check_boolean(value)
        return convert(value, target, run)
    except PSException as failure:
        if local:
            raise cast_error(failure) from None
        inner = PSException(
            "System.Management.Automation.ArgumentTransformationMetadataException", failure.message, failure
        )
        record = ErrorRecord(inner, "RuntimeException", "MetadataError", None)
        inner.record = record
        raise TerminatingError(record) from None


def _check_boolean(value: Any) -> None:
    if (
        value is None
        or isinstance(value, bool | int | float)
        or (isinstance(value, NetObject) and type(value) is not PSArray)
    ):
        return
    raise PSException(
        "System.Management.Automation.PSInvalidCastException",
        f'Cannot convert value "{type_of(value).full_name}" to type "System.Boolean". Boolean parameters '
        f"accept only "
        "Boolean values and numbers, such as $True, $False, 1 or 0.",
    )
