"""Which .NET types exist, their members, and how Python declares them.

    @net_type("System.Text.StringBuilder")
    class StringBuilder(NetObject):
        @net_constructor()
        @net_constructor("string")
        def __init__(self, text: str = "") -> None: ...

        @net_method("Append", "object", returns="System.Text.StringBuilder")
        def append(self, value: object) -> StringBuilder: ...

        @net_property("Length", "int")
        def length(self) -> int: ...

    @net_type("System.String", represents=str)        # members of a primitive: functions of the value
    class StringMembers:
        @net_method("Substring", "int")
        @net_method("Substring", "int", "int")
        def substring(self: str, start: int, length: int | None = None) -> str: ...

        @net_static("IsNullOrEmpty", "string", returns="bool")
        def is_null_or_empty(text: str) -> bool: ...

Parameter types are PowerShell type literals without brackets; "params object[]" last takes the rest; "ref" passes a
PSReference. Arguments arrive converted; the overload is picked by count and by how well the arguments' types fit.
`context=True` passes the Run first (run.host, run.invoke …). `returns="void"`: the method gives no output.
Failures: raise PSException with the .NET exception's type and message; the engine wraps it in
MethodInvocationException as PowerShell does. A type's declarations may be spread over several classes (`net_type`
with the same name adds).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetProperty, NetType, Overload
from rehearsal.engines.powershell.objects.values import NetObject

_MARK = "__net_members__"


def _mark(function: Callable[..., Any], entry: tuple[Any, ...]) -> Callable[..., Any]:
    target = function.__func__ if isinstance(function, staticmethod | classmethod) else function
    if not hasattr(target, _MARK):
        setattr(target, _MARK, [])
    getattr(target, _MARK).append(entry)
    return function


def net_method(
    name: str, *parameters: str, returns: str = "object", context: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares an instance method; stack several for overloads that one function serves."""
    return lambda function: _mark(function, ("method", name, parameters, returns, context, False))


def net_static(
    name: str, *parameters: str, returns: str = "object", context: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares a static method; the function has no self."""
    return lambda function: _mark(function, ("static", name, parameters, returns, context, False))


def net_constructor(
    *parameters: str, context: bool = False, generic: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares a constructor: on `__init__`, or on a function without self that returns the new value.

    `generic=True` passes the closed NetType before the arguments (of List[int]: its generic_arguments hold Int32).
    """
    return lambda function: _mark(function, ("constructor", ".ctor", parameters, "object", context, generic))


def net_property(
    name: str, type_name: str = "object", *, context: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares a property's getter."""
    return lambda function: _mark(function, ("property", name, (), type_name, context, False))


def net_setter(name: str, *, context: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares a property's setter `function(self, value)`; the value arrives converted to the property's type."""
    return lambda function: _mark(function, ("setter", name, (), "void", context, False))


def net_static_property(
    name: str, type_name: str = "object", *, context: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares a static property or constant: a function without arguments (or of the Run)."""
    return lambda function: _mark(function, ("static_property", name, (), type_name, context, False))


def net_conversion(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Declares `function(value, run)`: the cast `[type]value`. Returns NotImplemented when it doesn't apply;
    PSException says why it failed.
    """
    return _mark(function, ("conversion", "", (), "object", True, False))


_DECLARED: set[type] = {NetObject}
"""Classes whose own declarations are a type's already; what others inherit from undeclared bases counts as theirs."""


def collect_members(cls: type, made: NetType) -> None:
    inherited = [base for base in reversed(cls.__mro__) if base not in _DECLARED and base is not object]
    _DECLARED.add(cls)
    for attribute in [found for base in inherited for found in vars(base).values()]:
        function = attribute.__func__ if isinstance(attribute, staticmethod | classmethod) else attribute
        for kind, name, parameters, returns, context, generic in getattr(function, _MARK, ()):
            if kind == "conversion":
                made.conversion = function
            elif kind == "property":
                made.properties[name.lower()] = _property(made.properties, name, returns, context, getter=function)
            elif kind == "setter":
                made.properties[name.lower()] = _property(made.properties, name, "", context, setter=function)
            elif kind == "static_property":
                made.static_properties[name.lower()] = NetProperty(
                    name=name, type_name=returns, getter=function, setter=None, static=True, context=context
                )
            else:
                target = cls if kind == "constructor" and function.__name__ == "__init__" else function
                rest = bool(parameters) and parameters[-1].startswith("params ")
                overload = Overload(
                    name=name,
                    parameters=tuple(parameter.removeprefix("params ") for parameter in parameters),
                    params_array=rest,
                    function=target,
                    static=kind == "static",
                    context=context,
                    generic=generic,
                    void=returns == "void",
                    returns=returns,
                )
                if kind == "constructor":
                    made.constructors.append(overload)
                else:
                    table = made.static_methods if kind == "static" else made.methods
                    table.setdefault(name.lower(), []).append(overload)


def _property(
    table: dict[str, NetProperty],
    name: str,
    type_name: str,
    context: bool,
    getter: Callable[..., Any] | None = None,
    setter: Callable[..., Any] | None = None,
) -> NetProperty:
    old = table.get(name.lower())
    return NetProperty(
        name=old.name if old else name,
        type_name=type_name or (old.type_name if old else "object"),
        getter=getter or (old.getter if old else _write_only),
        setter=setter or (old.setter if old else None),
        static=False,
        context=context or (old.context if old else False),
    )


def _write_only(*_: object) -> None:
    raise PSException("System.InvalidOperationException", "The property has no getter.")
