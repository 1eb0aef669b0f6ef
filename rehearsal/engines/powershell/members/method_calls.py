"""Method calls: `$x.M(…)` and `[T]::M(…)` on .NET objects, script methods and script classes."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.members.common_methods import common_method
from rehearsal.engines.powershell.members.construction import construct
from rehearsal.engines.powershell.members.indexing import get_index, set_index
from rehearsal.engines.powershell.members.member_errors import method_invocation_error, method_not_found
from rehearsal.engines.powershell.members.overload_choice import pick_overload
from rehearsal.engines.powershell.members.place import Place
from rehearsal.engines.powershell.members.property_reading import (
    BaseView,
    get_property,
    has_property,
    refuse_unknown_member,
)
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.members import CodeMethod, ScriptMethod
from rehearsal.engines.powershell.objects.net_type import NetType, Overload
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, VOID, NetObject, PSArray, PSObject

_NO_CONVERSION = "MethodArgumentConversionInvalidCastArgument"


def call_method(value: Any, name: str, arguments: list[Any], frame: Place) -> Any:
    """`$value.name(arguments)`."""
    run = frame.run
    if value is None or value is AUTOMATION_NULL:
        raise runtime_error(
            "You cannot call a method on a null-valued expression.", "InvokeMethodOnNull", "InvalidOperation"
        )
    lower = name.lower()
    members = value.members if isinstance(value, NetObject) else None
    if members:
        found = members.get(lower)
        if type(found) is ScriptMethod:
            return _script_method(value, found, arguments, run)
        if type(found) is CodeMethod:
            return _code_method(value, found, arguments, run)
    own = getattr(value, "script_methods", None)
    if own is not None and lower in own:
        return value.call_own(own[lower], arguments, run)
    if type(value) is BaseView:
        return call_method(value.owner, name, arguments, frame)
    base = value.base if type(value) is PSObject else value
    result = _net_method(base, name, lower, arguments, frame)
    if result is not NotImplemented:
        return result
    common = common_method(value, lower, name, arguments, frame)
    if common is not NotImplemented:
        return common
    items = base.ps_enumerate() if isinstance(base, NetObject) and not isinstance(base, NetDictionary) else None
    if items is not None and not _array_has(base, name):
        out: list[Any] = []
        called = False
        for item in items:
            called = True
            made = call_method(item, name, arguments, frame)
            if made is not AUTOMATION_NULL:
                out.append(made)
        if called:
            return AUTOMATION_NULL if not out else out[0] if len(out) == 1 else PSArray(out)
        raise method_not_found(type_of(base), name)
    refuse_unknown_member(base, name, "method", run)
    raise method_not_found(type_of(base), name)


def _array_has(value: Any, name: str) -> bool:
    return bool(type_of(value).find_method(name))


def _net_method(value: Any, name: str, lower: str, arguments: list[Any], frame: Place) -> Any:
    run = frame.run
    of = type_of(value)
    overloads = of.find_method(name)
    if not overloads:
        if lower.startswith(("get_", "set_")):
            return _accessor(value, lower, arguments, frame)
        return NotImplemented
    if isinstance(value, PSArray) and lower == "item":
        return NotImplemented
    return invoke_overload(overloads, value, arguments, overloads[0].name, of, run)


def _accessor(value: Any, lower: str, arguments: list[Any], frame: Place) -> Any:
    run = frame.run
    if lower == "get_item" and len(arguments) == 1:
        return get_index(value, arguments[0], frame)
    if lower == "set_item" and len(arguments) == 2:
        set_index(value, arguments[0], arguments[1], frame)
        return VOID
    if isinstance(value, NetDictionary):
        value = BaseView(value)  # keys don't stand for the accessors' properties
    if lower.startswith("get_") and not arguments and has_property(value, lower[4:], run):
        return get_property(value, lower[4:], run)
    return NotImplemented


def invoke_overload(
    overloads: list[Overload], target: Any, arguments: list[Any], name: str, of: NetType, run: Any
) -> Any:
    """Picks and calls; a .NET exception becomes MethodInvocationException."""
    chosen, converted = pick_overload(overloads, arguments, name, run)
    return _invoke(chosen, target, converted, name, len(arguments), of, run)


def _invoke(chosen: Overload, target: Any, arguments: list[Any], name: str, given: int, of: Any, run: Any) -> Any:
    try:
        if chosen.static:
            result = chosen.function(run, *arguments) if chosen.context else chosen.function(*arguments)
        elif chosen.context:
            result = chosen.function(run, target, *arguments)
        else:
            result = chosen.function(target, *arguments)
    except PSException as failure:
        raise method_invocation_error(name, given, failure) from None
    except TerminatingError as error:
        if error.stop or error.from_cmdlet or error.escaping is not None or error.record.error_id == _NO_CONVERSION:
            raise  # a command's error, or one of converting the arguments
        raise method_invocation_error(name, given, error.record.exception, error.record.text) from None
    return VOID if chosen.void else result


def call_static(owner: Any, name: str, arguments: list[Any], frame: Place, extent: Any) -> Any:
    """`[type]::Name(arguments)`."""
    run = frame.run
    if owner is None or owner is AUTOMATION_NULL:
        raise runtime_error(
            "You cannot call a method on a null-valued expression.", "InvokeMethodOnNull", "InvalidOperation"
        )
    of = owner if isinstance(owner, NetType) else type_of(owner)
    lower = name.lower()
    if lower == "new":
        return construct(of, arguments, frame)
    if of.script_class is not None:
        made = of.script_class.call_static(lower, arguments, run, frame)
        if made is not NotImplemented:
            return made
    overloads = of.find_method(name, static=True)
    if not overloads and of.enum_members is None:
        if of.script_class is not None:
            raise method_not_found(of, name)
        raise run.refusal(f"[{of.full_name}]::{name}()", extent)
    if not overloads:
        enum_type = run.types.resolve("System.Enum")
        overloads = enum_type.find_method(name, static=True) if enum_type is not None else []
        if not overloads:
            raise run.refusal(f"[{of.full_name}]::{name}()", extent)
    return invoke_overload(overloads, None, arguments, overloads[0].name, of, run)


def _script_method(value: Any, method: ScriptMethod, arguments: list[Any], run: Any) -> Any:
    try:
        return collapse(run.blocks.invoke_with_this(method.script, value, arguments))
    except TerminatingError as error:
        raise method_invocation_error(method.name, len(arguments), error.record.exception, error.record.text) from None


def _code_method(value: Any, method: CodeMethod, arguments: list[Any], run: Any) -> Any:
    try:
        return method.function(run, value, *arguments)
    except PSException as failure:
        raise method_invocation_error(method.name, len(arguments), failure) from None
