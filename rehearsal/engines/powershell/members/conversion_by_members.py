"""Conversions that a type's own members provide: Parse, constructors, a hashtable that sets properties."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.members.construction import construct
from rehearsal.engines.powershell.members.exception_construction import new_exception
from rehearsal.engines.powershell.members.property_writing import set_member
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary, NetList
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetType, Overload
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import NetObject, PSArray


def convert_by_members(value: Any, target: NetType, run: Any) -> Any:
    """What is left when the language itrun knows no conversion: Parse(string), a constructor that takes the
    value, a hashtable that sets properties, exceptions from their message."""
    if target.script_class is not None:
        return target.script_class.convert(value, run)
    definition = target.generic_definition or target
    if "System.Exception" in target.lineage and isinstance(value, str):
        return new_exception(target, [value], run)
    if isinstance(value, str):
        parse: list[Overload] = definition.static_methods.get("parse", [])
        for overload in parse:
            if overload.parameters == ("string",):
                try:
                    return overload.function(run, value) if overload.context else overload.function(value)
                except PSException as failure:
                    raise PSException(
                        "System.Management.Automation.PSInvalidCastException",
                        f'Cannot convert value "{value}" to type "{target.full_name}". Error: "{failure.message}"',
                        failure,
                        error_id="InvalidCastParseTargetInvocation",
                        category="InvalidArgument",
                    ) from None
    constructors = target.constructors or definition.constructors
    items = value.ps_enumerate() if isinstance(value, NetObject) and not isinstance(value, NetDictionary) else None
    if definition.represents is not None and issubclass(definition.represents, NetList) and items is None:
        value = PSArray([value])
    for overload in constructors:
        if len(overload.parameters) == 1 and not overload.params_array:
            wanted = run.types.resolve(overload.parameters[0])
            if wanted is not None and wanted.full_name != "System.Object" and wanted.is_assignable_from(type_of(value)):
                prefix: list[Any] = []
                if overload.context:
                    prefix.append(run)
                if overload.generic:
                    prefix.append(target)
                try:
                    return overload.function(*prefix, value)
                except PSException as failure:
                    raise PSException(
                        "System.Management.Automation.PSInvalidCastException",
                        f'Cannot convert value "{to_text(value, run)}" to type "{target.full_name}". Error: '
                        f'"{failure.message}"',
                        failure,
                        error_id="InvalidCastConstructorException",
                        category="InvalidArgument",
                    ) from None
    if isinstance(value, NetDictionary) and any(not overload.parameters for overload in constructors):
        made = construct(target, [], run.top_frame)
        for key, item in value.pairs():
            set_member(made, to_text(key, run), item, run.top_frame)
        return made
    return NotImplemented
