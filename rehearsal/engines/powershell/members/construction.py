"""`[T]::new(…)` and New-Object: constructors, arrays, default values."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.members.exception_construction import is_exception, new_exception
from rehearsal.engines.powershell.members.member_errors import method_invocation_error, no_overload
from rehearsal.engines.powershell.members.overload_choice import pick_overload
from rehearsal.engines.powershell.members.place import Place
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import EnumValue, MultiArray, PSArray


def construct(of: NetType, arguments: list[Any], frame: Place, called: str = "new") -> Any:
    """`[type]::new(arguments)` and New-Object's constructor call; failures are MethodInvocationException of
    ".ctor".
    """
    run = frame.run
    if of.script_class is not None:
        return of.script_class.instantiate(arguments, run, frame, called)
    if of.element is not None:
        return _new_array(of, arguments, run)
    if is_exception(of) and not of.constructors:
        return new_exception(of, arguments, run)
    constructors = of.constructors or (of.generic_definition.constructors if of.generic_definition else [])
    if not constructors:
        if of.value_type and not arguments:
            return convert(None, of, run)
        raise run.refusal(f"constructor of {of.full_name}", None)
    chosen, converted = pick_overload(constructors, arguments, called, run)
    try:
        prefix: list[Any] = []
        if chosen.context:
            prefix.append(run)
        if chosen.generic:
            prefix.append(of)
        return chosen.function(*prefix, *converted)
    except PSException as failure:
        raise method_invocation_error(".ctor", len(arguments), failure) from None


def _new_array(of: NetType, arguments: list[Any], run: Any) -> Any:
    element = of.element
    assert element is not None
    sizes = [convert(argument, type_of(0), run) for argument in arguments]
    blank = default_of(element, run)
    if of.rank == 1 and len(sizes) == 1:
        return PSArray([blank] * sizes[0], element.full_name)
    if len(sizes) == of.rank:
        total = 1
        for size in sizes:
            total *= size
        return MultiArray(tuple(sizes), [blank] * total, element.full_name)
    raise no_overload(of.name, len(arguments))


def default_of(of: NetType, run: Any) -> Any:
    """default(T)."""
    if of.value_type or of.enum_members is not None:
        if of.enum_members is not None:
            return EnumValue(of, 0)
        return convert(None, of, run)
    return None
