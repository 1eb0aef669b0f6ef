"""How well a method's arguments fit its parameters, and what they are converted to."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetType, Overload
from rehearsal.engines.powershell.objects.type_table import NET_TYPE_OF, type_of
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    FLOAT_TYPES,
    INTEGER_TYPES,
    PSArray,
    PSObject,
    PSReference,
)

_WIDER: dict[str, int] = {
    "System.SByte": 1, "System.Byte": 1, "System.Int16": 2, "System.UInt16": 2, "System.Int32": 3, "System.UInt32": 4,
    "System.Int64": 5, "System.UInt64": 6, "System.Single": 8, "System.Double": 7, "System.Decimal": 9,
}  # fmt: skip


def try_overload(overload: Overload, arguments: list[Any], run: Any) -> tuple[int, Any]:
    parameters = overload.parameters
    size = len(parameters)
    converted: list[Any] = []
    cost = 0
    if overload.params_array:
        fixed = size - 1
        rest = arguments[fixed:]
        if len(rest) == 1 and type(rest[0]) is PSArray:
            made = _as_whole_array(rest[0], arguments[:fixed], parameters, run)
            if made is not None:
                return made
        element = parameters[-1].removesuffix("[]")
        head = _fit_all(arguments[:fixed], parameters[:fixed], run)
        if isinstance(head[1], PSException):
            return head
        tail = _fit_all(rest, tuple(element for _ in rest), run, fixed)
        if isinstance(tail[1], PSException):
            made = _as_whole_array(rest[0], arguments[:fixed], parameters, run) if len(rest) == 1 else None
            return tail if made is None else made
        of = run.types.resolve(element)
        array = PSArray(tail[1], of.full_name if of is not None else "System.Object")
        return head[0] + tail[0] + 5, [*head[1], array]
    for position, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True)):
        one, value = fit(argument, parameter, run)
        if isinstance(value, PSException) and one < 0:
            return position, value
        cost += one
        converted.append(value)
    return cost, converted


def _as_whole_array(value: Any, fixed: list[Any], parameters: tuple[str, ...], run: Any) -> tuple[int, Any] | None:
    """The last argument taken as the params array itself; None when it doesn't fit."""
    cost, array = fit(value, parameters[-1], run)
    if isinstance(array, PSException):
        return None
    head = _fit_all(fixed, parameters[: len(fixed)], run)
    return head if isinstance(head[1], PSException) else (head[0] + cost, [*head[1], array])


def _fit_all(arguments: list[Any], parameters: tuple[str, ...], run: Any, offset: int = 0) -> tuple[int, Any]:
    cost = 0
    out: list[Any] = []
    for position, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True)):
        one, value = fit(argument, parameter, run)
        if one < 0:
            return position + offset, value
        cost += one
        out.append(value)
    return cost, out


def rank(value: Any, parameter: str, run: Any) -> int:
    """How badly the argument fits: 0 exactly, negative not at all."""
    if type(value) is PSReference:
        return 0 if parameter == "ref" else -1
    if parameter == "ref":
        return -1
    wanted = _parameter(parameter, run)
    if NET_TYPE_OF.get(type(value)) is wanted and wanted.full_name != "System.Object":
        return 0
    if value is None or value is AUTOMATION_NULL:
        return 60 if wanted.value_type and wanted.full_name != "System.String" else 1
    if wanted.full_name == "System.Object":
        return 20
    if type(value) is PSObject:
        value = value.base
    source = type_of(value)
    if source is wanted:
        return 0
    if wanted.is_assignable_from(source):
        return 2 if not wanted.is_interface else 4
    return _conversion_cost(source, wanted, value)


def _parameter(name: str, run: Any) -> NetType:
    wanted: NetType | None = run.types.resolve(name)
    if wanted is None:
        raise run.refusal(f"type {name} of a method's parameter", None)
    return wanted


def fit(value: Any, parameter: str, run: Any) -> tuple[int, Any]:
    """The rank and the converted value; a negative rank and why not."""
    cost = rank(value, parameter, run)
    if cost == 0:
        return 0, value.base if type(value) is PSObject else value
    if cost < 0:
        return cost, PSException(
            "System.ArgumentException", "ref" if type(value) is PSReference else "A [ref] is needed."
        )
    wanted = _parameter(parameter, run)
    if value is None or value is AUTOMATION_NULL:
        if cost == 1:
            return 1, None
        value = None
    elif type(value) is PSObject and wanted.full_name != "System.Object":
        value = value.base
    if cost == 2 or cost == 4 or cost == 20:
        return cost, value
    try:
        return cost, convert(value, wanted, run)
    except PSException as failure:
        return -1, failure


def _conversion_cost(source: NetType, wanted: NetType, value: Any) -> int:
    narrow, wide = _WIDER.get(source.full_name), _WIDER.get(wanted.full_name)
    if narrow is not None and wide is not None:
        if narrow < wide and type(value) not in FLOAT_TYPES and type(value) is not Decimal:
            return 5 + (wide - narrow)
        return 40 + abs(wide - narrow)
    if wanted.element is not None:
        if source.element is not None:
            return 30
        return 70
    if wanted.full_name == "System.String":
        return 35 if source.full_name == "System.Char" else 50
    if wanted.full_name == "System.Char" and source.full_name == "System.String":
        return 45 if len(value) == 1 else 90
    if wanted.enum_members is not None:
        return 25 if source.full_name == "System.String" else 55
    if type(value) in INTEGER_TYPES:
        return 55
    return 60
