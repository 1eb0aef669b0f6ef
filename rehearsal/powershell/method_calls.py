"""Method calls: `$x.M(…)`, `[T]::M(…)`, `[T]::new(…)`; overloads by count and fit; .ForEach and .Where on anything."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

from rehearsal.powershell.conversion import convert, to_bool, to_text
from rehearsal.powershell.dictionaries import NetDictionary
from rehearsal.powershell.errors import ErrorRecord, PSException, TerminatingError, runtime_error
from rehearsal.powershell.frame import Frame
from rehearsal.powershell.members import CodeMethod, ScriptMethod
from rehearsal.powershell.net_collections import PSCollection
from rehearsal.powershell.nettype import NET_TYPE_OF, NetType, Overload, type_of
from rehearsal.powershell.values import (
    AUTOMATION_NULL,
    FLOAT_TYPES,
    INTEGER_TYPES,
    VOID,
    Char,
    CimInstance,
    EnumValue,
    NetObject,
    PSArray,
    PSCustomObject,
    PSObject,
    PSReference,
)

_WIDER: dict[str, int] = {
    "System.SByte": 1, "System.Byte": 1, "System.Int16": 2, "System.UInt16": 2, "System.Int32": 3, "System.UInt32": 4,
    "System.Int64": 5, "System.UInt64": 6, "System.Single": 8, "System.Double": 7, "System.Decimal": 9,
}  # fmt: skip


def method_not_found(of: NetType, name: str) -> TerminatingError:
    """The error of calling a method that isn't there."""
    return runtime_error(
        f"Method invocation failed because [{of.full_name}] does not contain a method named '{name}'.",
        "MethodNotFound",
        "InvalidOperation",
        name,
    )


class Ranking(NamedTuple):
    """Overloads to try in order. `exact`: the first takes the arguments as they are."""

    overloads: tuple[Overload, ...]
    exact: bool


class MethodCalls:
    """Part of Run."""

    def call_method(self, value: Any, name: str, arguments: list[Any], frame: Frame, extent: Any) -> Any:
        """`$value.name(arguments)`."""
        if value is None or value is AUTOMATION_NULL:
            raise runtime_error(
                "You cannot call a method on a null-valued expression.", "InvokeMethodOnNull", "InvalidOperation"
            )
        lower = name.lower()
        members = value.members if isinstance(value, NetObject) else None
        if members:
            found = members.get(lower)
            if type(found) is ScriptMethod:
                return self._script_method(value, found, arguments)
            if type(found) is CodeMethod:
                return self._code_method(value, found, arguments)
        own = getattr(value, "script_methods", None)
        if own is not None and lower in own:
            return self.call_class_method(value, own[lower], arguments, frame)  # type: ignore[attr-defined]
        base = value.base if type(value) is PSObject else value
        result = self._net_method(base, name, lower, arguments, frame)
        if result is not NotImplemented:
            return result
        common = self._common_method(value, lower, name, arguments, frame)
        if common is not NotImplemented:
            return common
        items = base.ps_enumerate() if isinstance(base, NetObject) and not isinstance(base, NetDictionary) else None
        if items is not None and not self._array_has(base, name):
            out: list[Any] = []
            called = False
            for item in items:
                called = True
                made = self.call_method(item, name, arguments, frame, extent)
                if made is not AUTOMATION_NULL:
                    out.append(made)
            if called:
                return AUTOMATION_NULL if not out else out[0] if len(out) == 1 else PSArray(out)
            raise method_not_found(type_of(base), name)
        self.refuse_unknown_member(base, name, "method")  # type: ignore[attr-defined]
        delegate = self._invocable_property(value, lower)
        if delegate is not None:
            return self.collapse(self.invoke_block(delegate, arguments=arguments))  # type: ignore[attr-defined]
        raise method_not_found(type_of(base), name)

    def _array_has(self, value: Any, name: str) -> bool:
        return bool(type_of(value).find_method(name))

    def _invocable_property(self, value: Any, lower: str) -> Any:
        return None

    def _net_method(self, value: Any, name: str, lower: str, arguments: list[Any], frame: Frame) -> Any:
        of = type_of(value)
        overloads = of.find_method(name)
        if not overloads:
            if lower.startswith(("get_", "set_")):
                return self._accessor(value, lower, arguments, frame)
            return NotImplemented
        if isinstance(value, PSArray) and lower == "item":
            return NotImplemented
        return self.invoke_overload(overloads, value, arguments, overloads[0].name, of)

    def _accessor(self, value: Any, lower: str, arguments: list[Any], frame: Frame) -> Any:
        if lower == "get_item" and len(arguments) == 1:
            return self.get_index(value, arguments[0], frame)  # type: ignore[attr-defined]
        if lower == "set_item" and len(arguments) == 2:
            self.set_index(value, arguments[0], arguments[1], frame)  # type: ignore[attr-defined]
            return VOID
        if lower.startswith("get_") and not arguments and self.has_property(value, lower[4:]):  # type: ignore[attr-defined]
            return self.get_property(value, lower[4:])  # type: ignore[attr-defined]
        return NotImplemented

    # --- overloads

    def invoke_overload(
        self, overloads: list[Overload], target: Any, arguments: list[Any], name: str, of: NetType
    ) -> Any:
        """Picks and calls; a .NET exception becomes MethodInvocationException."""
        chosen, converted = self.pick_overload(overloads, arguments, name)
        return self._invoke(chosen, target, converted, name, len(arguments), of)

    def _invoke(self, chosen: Overload, target: Any, arguments: list[Any], name: str, given: int, of: Any) -> Any:
        try:
            if chosen.static:
                result = chosen.function(self, *arguments) if chosen.context else chosen.function(*arguments)
            elif chosen.context:
                result = chosen.function(self, target, *arguments)
            else:
                result = chosen.function(target, *arguments)
        except PSException as failure:
            raise method_invocation_error(name, given, failure) from None
        return VOID if chosen.void else result

    def pick_overload(self, overloads: list[Overload], arguments: list[Any], name: str) -> tuple[Overload, list[Any]]:
        """The overload whose parameters fit the arguments best, and the converted arguments."""
        ranked = self._ranked(overloads, arguments)
        if ranked is None:
            fitting = [overload for overload in overloads if _takes(overload, len(arguments))]
            found = self._cheapest(fitting, arguments)
        elif ranked.exact:
            return ranked.overloads[0], arguments
        else:
            found = self._first_convertible(ranked.overloads, arguments)
        if found is not None:
            return found
        raise self._no_overload(overloads, arguments, name)

    def _ranked(self, overloads: list[Overload], arguments: list[Any]) -> Ranking | None:
        """The overloads of that many parameters, best first; None when one takes an array of the rest.

        Kept by the arguments' Python classes where these decide, as long as the script defines no types.
        """
        kinds = tuple(map(type, arguments))
        table = self.type_table.rankings  # type: ignore[attr-defined]
        known: Ranking | None = table.get((overloads[0], kinds)) if not self.script_types else None  # type: ignore[attr-defined]
        if known is not None:
            return known
        fitting = [overload for overload in overloads if _takes(overload, len(arguments))]
        if any(overload.params_array for overload in fitting):
            return None
        ranking = self._rank_all(fitting, arguments)
        by_class = len(fitting) == 1 and not ranking.exact
        if not by_class and all(kind in NET_TYPE_OF for kind in kinds):
            # a text's length tells whether it can be a Char
            by_class = str not in kinds or not any(map(_takes_char, fitting))
        if by_class and not self.script_types:  # type: ignore[attr-defined]
            table[overloads[0], kinds] = ranking
        return ranking

    def _rank_all(self, fitting: list[Overload], arguments: list[Any]) -> Ranking:
        costs: list[tuple[int, int]] = []
        for index, overload in enumerate(fitting):
            cost = self._cost(overload, arguments)
            if cost == 0:
                return Ranking((overload,), exact=not any(type(value) is PSObject for value in arguments))
            if cost is not None or len(fitting) == 1:
                costs.append((cost or 0, index))
        return Ranking(tuple(fitting[index] for _, index in sorted(costs)), exact=False)

    def _first_convertible(
        self, ranked: tuple[Overload, ...], arguments: list[Any]
    ) -> tuple[Overload, list[Any]] | None:
        """The cheapest overload whose conversions succeed, without trying those of the others."""
        for overload in ranked:
            made = self._try_overload(overload, arguments)
            if not isinstance(made[1], PSException):
                return overload, made[1]
        return None

    def _cost(self, overload: Overload, arguments: list[Any]) -> int | None:
        """What the arguments' conversions would cost; None when one has no conversion at all."""
        total = 0
        for argument, parameter in zip(arguments, overload.parameters, strict=True):
            cost = self._rank(argument, parameter)
            if cost < 0:
                return None
            total += cost
        return total

    def _cheapest(self, fitting: list[Overload], arguments: list[Any]) -> tuple[Overload, list[Any]] | None:
        best: tuple[int, Overload, list[Any]] | None = None
        for overload in fitting:
            cost, converted = self._try_overload(overload, arguments)
            if isinstance(converted, PSException):
                continue
            if best is None or cost < best[0]:
                best = (cost, overload, converted)
                if cost == 0:
                    break
        return None if best is None else best[1:]

    def _no_overload(self, overloads: list[Overload], arguments: list[Any], name: str) -> TerminatingError:
        count = len(arguments)
        fitting = [overload for overload in overloads if _takes(overload, count)]
        if fitting:
            overload = fitting[0]
            position, cause = self._try_overload(overload, arguments)
            candidates = [o for o in overloads if len(o.parameters) == count and not o.params_array]
            if len(candidates) == 1 or all(o.parameters == candidates[0].parameters for o in candidates):
                wanted = self.resolve_type(overload.parameters[min(position, len(overload.parameters) - 1)])  # type: ignore[attr-defined]
                return runtime_error(
                    f'Cannot convert argument "{_parameter_label(position)}", with value: '
                    f'"{to_text(arguments[position], self)}", '
                    f'for "{name}" to type "{wanted.full_name if wanted else "System.Object"}": "{cause.message}"',
                    "MethodArgumentConversionInvalidCastArgument",
                    "NotSpecified",
                    type_name="System.Management.Automation.MethodException",
                    inner=cause,
                )
        return runtime_error(
            f'Cannot find an overload for "{name}" and the argument count: "{count}".',
            "MethodCountCouldNotFindBest",
            "NotSpecified",
            type_name="System.Management.Automation.MethodException",
        )

    def _try_overload(self, overload: Overload, arguments: list[Any]) -> tuple[int, Any]:
        parameters = overload.parameters
        size = len(parameters)
        converted: list[Any] = []
        cost = 0
        if overload.params_array:
            fixed = size - 1
            rest = arguments[fixed:]
            if len(rest) == 1 and type(rest[0]) is PSArray:
                made = self._as_whole_array(rest[0], arguments[:fixed], parameters)
                if made is not None:
                    return made
            element = parameters[-1].removesuffix("[]")
            head = self._fit_all(arguments[:fixed], parameters[:fixed])
            if isinstance(head[1], PSException):
                return head
            tail = self._fit_all(rest, tuple(element for _ in rest), fixed)
            if isinstance(tail[1], PSException):
                made = self._as_whole_array(rest[0], arguments[:fixed], parameters) if len(rest) == 1 else None
                return tail if made is None else made
            of = self.resolve_type(element)  # type: ignore[attr-defined]
            array = PSArray(tail[1], of.full_name if of is not None else "System.Object")
            return head[0] + tail[0] + 5, [*head[1], array]
        for position, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True)):
            one, value = self._fit(argument, parameter)
            if isinstance(value, PSException) and one < 0:
                return position, value
            cost += one
            converted.append(value)
        return cost, converted

    def _as_whole_array(self, value: Any, fixed: list[Any], parameters: tuple[str, ...]) -> tuple[int, Any] | None:
        """The last argument taken as the params array itself; None when it doesn't fit."""
        cost, array = self._fit(value, parameters[-1])
        if isinstance(array, PSException):
            return None
        head = self._fit_all(fixed, parameters[: len(fixed)])
        return head if isinstance(head[1], PSException) else (head[0] + cost, [*head[1], array])

    def _fit_all(self, arguments: list[Any], parameters: tuple[str, ...], offset: int = 0) -> tuple[int, Any]:
        cost = 0
        out: list[Any] = []
        for position, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True)):
            one, value = self._fit(argument, parameter)
            if one < 0:
                return position + offset, value
            cost += one
            out.append(value)
        return cost, out

    def _rank(self, value: Any, parameter: str) -> int:
        """How badly the argument fits: 0 exactly, negative not at all."""
        if type(value) is PSReference:
            return 0 if parameter == "ref" else -1
        if parameter == "ref":
            return -1
        wanted = self._parameter(parameter)
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

    def _parameter(self, name: str) -> NetType:
        wanted: NetType | None = self.resolve_type(name)  # type: ignore[attr-defined]
        if wanted is None:
            raise self.refusal(f"type {name} of a method's parameter", None)  # type: ignore[attr-defined]
        return wanted

    def _fit(self, value: Any, parameter: str) -> tuple[int, Any]:
        """The rank and the converted value; a negative rank and why not."""
        cost = self._rank(value, parameter)
        if cost == 0:
            return 0, value.base if type(value) is PSObject else value
        if cost < 0:
            return cost, PSException(
                "System.ArgumentException", "ref" if type(value) is PSReference else "A [ref] is needed."
            )
        wanted = self._parameter(parameter)
        if value is None or value is AUTOMATION_NULL:
            if cost == 1:
                return 1, None
            value = None
        elif type(value) is PSObject and wanted.full_name != "System.Object":
            value = value.base
        if cost == 2 or cost == 4 or cost == 20:
            return cost, value
        try:
            return cost, convert(value, wanted, self)
        except PSException as failure:
            return -1, failure

    def pick_method(self, group: list[Any], arguments: list[Any], name: str) -> tuple[Any, list[Any]]:
        """The method of a script class whose parameters fit best, and the converted arguments."""
        count = len(arguments)
        best: tuple[int, Any, list[Any]] | None = None
        for method in group:
            specs = method.code.parameters
            if len(specs) != count:
                continue
            cost = 0
            values: list[Any] = []
            for argument, spec in zip(arguments, specs, strict=True):
                if not spec.type_name:
                    cost += 20
                    values.append(argument)
                    continue
                one, value = self._fit(argument, spec.type_name)
                if one < 0:
                    break
                cost += one
                values.append(value)
            else:
                if best is None or cost < best[0]:
                    best = (cost, method, values)
        if best is not None:
            return best[1], best[2]
        raise runtime_error(
            f'Cannot find an overload for "{name}" and the argument count: "{count}".',
            "MethodCountCouldNotFindBest",
            "NotSpecified",
            type_name="System.Management.Automation.MethodException",
        )

    def call_class_method(self, value: Any, group: list[Any], arguments: list[Any], frame: Frame) -> Any:
        """A method of a script class on its instance."""
        from rehearsal.powershell.script_classes import call_method

        chosen, values = self.pick_method(group, arguments, group[0].name)
        return call_method(chosen, values, self, value)

    # --- statics and constructors

    def call_static(self, owner: Any, name: str, arguments: list[Any], frame: Frame, extent: Any) -> Any:
        """`[type]::Name(arguments)`."""
        if owner is None or owner is AUTOMATION_NULL:
            raise runtime_error(
                "You cannot call a method on a null-valued expression.", "InvokeMethodOnNull", "InvalidOperation"
            )
        of = owner if isinstance(owner, NetType) else type_of(owner)
        lower = name.lower()
        if lower == "new":
            return self.construct(of, arguments, frame)
        if of.script_class is not None:
            made = of.script_class.call_static(lower, arguments, self, frame)
            if made is not NotImplemented:
                return made
        overloads = of.find_method(name, static=True)
        if not overloads and of.enum_members is None:
            if of.script_class is not None:
                raise method_not_found(of, name)
            raise self.refusal(f"[{of.full_name}]::{name}()", extent)  # type: ignore[attr-defined]
        if not overloads:
            enum_type = self.resolve_type("System.Enum")  # type: ignore[attr-defined]
            overloads = enum_type.find_method(name, static=True) if enum_type is not None else []
            if not overloads:
                raise self.refusal(f"[{of.full_name}]::{name}()", extent)  # type: ignore[attr-defined]
        return self.invoke_overload(overloads, None, arguments, overloads[0].name, of)

    def construct(self, of: NetType, arguments: list[Any], frame: Frame, called: str = "new") -> Any:
        """`[type]::new(arguments)` and New-Object's constructor call; failures are MethodInvocationException of
        ".ctor".
        """
        if of.script_class is not None:
            return of.script_class.instantiate(arguments, self, frame, called)
        if of.element is not None:
            return self._new_array(of, arguments)
        if self._is_exception(of) and not of.constructors:
            return self._new_exception(of, arguments)
        constructors = of.constructors or (of.generic_definition.constructors if of.generic_definition else [])
        if not constructors:
            if of.value_type and not arguments:
                return convert(None, of, self)
            raise self.refusal(f"constructor of {of.full_name}", None)  # type: ignore[attr-defined]
        chosen, converted = self.pick_overload(constructors, arguments, called)
        try:
            prefix: list[Any] = []
            if chosen.context:
                prefix.append(self)
            if chosen.generic:
                prefix.append(of)
            return chosen.function(*prefix, *converted)
        except PSException as failure:
            raise method_invocation_error(".ctor", len(arguments), failure) from None

    def _new_array(self, of: NetType, arguments: list[Any]) -> Any:
        from rehearsal.powershell.values import MultiArray

        element = of.element
        assert element is not None
        sizes = [convert(argument, type_of(0), self) for argument in arguments]
        blank = self.default_of(element)
        if of.rank == 1 and len(sizes) == 1:
            return PSArray([blank] * sizes[0], element.full_name)
        if len(sizes) == of.rank:
            total = 1
            for size in sizes:
                total *= size
            return MultiArray(tuple(sizes), [blank] * total, element.full_name)
        raise runtime_error(
            f'Cannot find an overload for "{of.name}" and the argument count: "{len(arguments)}".',
            "MethodCountCouldNotFindBest",
            "NotSpecified",
            type_name="System.Management.Automation.MethodException",
        )

    def default_of(self, of: NetType) -> Any:
        """default(T)."""
        if of.value_type or of.enum_members is not None:
            if of.enum_members is not None:
                return EnumValue(of, 0)
            return convert(None, of, self)
        return None

    def _is_exception(self, of: NetType) -> bool:
        return "System.Exception" in of.lineage

    def _new_exception(self, of: NetType, arguments: list[Any]) -> PSException:
        """Exceptions share the constructors (), (message), (message, inner); some take a parameter name or
        file name.
        """
        short = of.name
        default = f"Exception of type '{of.full_name}' was thrown."
        message = default
        inner: PSException | None = None
        texts = [argument for argument in arguments if not isinstance(argument, PSException)]
        for argument in arguments:
            if isinstance(argument, PSException):
                inner = argument
        made = PSException(of.full_name, default, inner)
        if short == "ArgumentNullException":
            made.parameter_name = to_text(texts[0], self) if texts else None
            base = to_text(texts[1], self) if len(texts) > 1 else "Value cannot be null."
            if inner is not None and texts:
                base, made.parameter_name = to_text(texts[0], self), None
            message = base + (f"\r\nParameter name: {made.parameter_name}" if made.parameter_name else "")
        elif short == "ArgumentOutOfRangeException":
            made.parameter_name = to_text(texts[0], self) if texts else None
            base = (
                to_text(texts[-1], self)
                if len(texts) > 1
                else "Specified argument was out of the range of valid values."
            )
            message = base + (f"\r\nParameter name: {made.parameter_name}" if made.parameter_name else "")
        elif short == "ArgumentException" and len(texts) > 1:
            made.parameter_name = to_text(texts[1], self)
            message = f"{to_text(texts[0], self)}\r\nParameter name: {made.parameter_name}"
        elif texts:
            message = to_text(texts[0], self)
            if len(texts) > 1:
                if short == "FileNotFoundException":
                    made.file_name = to_text(texts[1], self)  # type: ignore[attr-defined]
                elif type_of(texts[1]) in (type_of(0),):
                    made.h_result = texts[1]
                else:
                    raise self.refusal(f"constructor of {of.full_name} with these arguments", None)  # type: ignore[attr-defined]
        elif short in _DEFAULT_MESSAGES:
            message = _DEFAULT_MESSAGES[short]
        made.message = message
        return made

    # --- members every object has

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
            from rehearsal.powershell.operators_comparison import compare

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

    # --- .ForEach and .Where

    def _for_each(self, value: Any, arguments: list[Any], frame: Frame) -> Any:
        items = _items(value)
        first = arguments[0]
        out: list[Any] = []
        if hasattr(first, "script_to_string"):
            for item in items:
                out.extend(
                    self.invoke_block(first, underscore=item, arguments=arguments[1:], same_scope=True, frame=frame)
                )  # type: ignore[attr-defined]
        elif isinstance(first, NetType):
            from rehearsal.powershell.operators_arithmetic import cast_error

            for item in items:
                try:
                    out.append(convert(item, first, self))
                except PSException as failure:
                    raise cast_error(failure) from None
        else:
            name = to_text(first, self)
            for item in items:
                if len(arguments) == 1 and self.has_property(item, name):  # type: ignore[attr-defined]
                    made = self.get_property(item, name)  # type: ignore[attr-defined]
                elif len(arguments) == 2 and self.has_property(item, name):  # type: ignore[attr-defined]
                    self.set_member(item, name, arguments[1], frame)  # type: ignore[attr-defined]
                    continue
                else:
                    made = self.call_method(item, name, arguments[1:], frame, None)
                if made is not AUTOMATION_NULL:
                    out.append(made)
        return PSCollection(out)

    def _where(self, value: Any, arguments: list[Any], frame: Frame) -> Any:
        block = arguments[0]
        if not hasattr(block, "script_to_string"):
            raise self.refusal(".Where() without a script block", None)  # type: ignore[attr-defined]
        mode = to_text(arguments[1], self).lower() if len(arguments) > 1 else "default"
        number = convert(arguments[2], type_of(0), self) if len(arguments) > 2 else 0
        items = _items(value)

        def passes(item: Any) -> bool:
            return to_bool(
                self.collapse(self.invoke_block(block, underscore=item, same_scope=True, frame=frame))  # type: ignore[attr-defined]
            )

        out: list[Any] = []
        match mode:
            case "default":
                for item in items:
                    if passes(item):
                        out.append(item)
                        if number and len(out) >= number:
                            break
            case "first":
                wanted = number or 1
                for item in items:
                    if passes(item):
                        out.append(item)
                        if len(out) >= wanted:
                            break
            case "last":
                out = [item for item in items if passes(item)][-(number or 1) :]
            case "skipuntil":
                position = next((index for index, item in enumerate(items) if passes(item)), len(items))
                out = items[position:]
                if number:
                    out = out[:number]
            case "until":
                for item in items:
                    if passes(item):
                        break
                    out.append(item)
                    if number and len(out) >= number:
                        break
            case "split":
                other: list[Any] = []
                for item in items:
                    if (not number or len(out) < number) and passes(item):
                        out.append(item)
                    else:
                        other.append(item)
                return PSCollection([PSCollection(out), PSCollection(other)])
            case _:
                raise self.refusal(f".Where() mode {mode}", None)  # type: ignore[attr-defined]
        return PSCollection(out)

    # --- script methods

    def _script_method(self, value: Any, method: ScriptMethod, arguments: list[Any]) -> Any:
        try:
            return self.collapse(self.invoke_with_this(method.script, value, arguments))  # type: ignore[attr-defined]
        except TerminatingError as error:
            raise method_invocation_error(
                method.name, len(arguments), error.record.exception, error.record.text
            ) from None

    def _code_method(self, value: Any, method: CodeMethod, arguments: list[Any]) -> Any:
        try:
            return method.function(self, value, *arguments)
        except PSException as failure:
            raise method_invocation_error(method.name, len(arguments), failure) from None


def _takes(overload: Overload, count: int) -> bool:
    size = len(overload.parameters)
    return count >= size - 1 if overload.params_array else count == size


def _takes_char(overload: Overload) -> bool:
    return any(parameter.lower() in ("char", "system.char") for parameter in overload.parameters)


def _items(value: Any) -> list[Any]:
    if type(value) is PSArray:
        return list(value.items)
    if isinstance(value, NetObject) and not isinstance(value, NetDictionary):
        items = value.ps_enumerate()
        if items is not None:
            return list(items)
    return [value]


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


def _parameter_label(position: int) -> str:
    return str(position)


def method_invocation_error(name: str, given: int, failure: PSException, text: str | None = None) -> TerminatingError:
    """MethodInvocationException around what the method threw; the id is the inner exception's type name."""
    message = (
        f'Exception calling "{name}" with "{given}" argument(s): "{text if text is not None else failure.message}"'
    )
    exception = PSException("System.Management.Automation.MethodInvocationException", message, failure)
    record = ErrorRecord(exception, failure.short_name, "NotSpecified")
    exception.record = record
    return TerminatingError(record)


_DEFAULT_MESSAGES = {
    "InvalidOperationException": "Operation is not valid due to the current state of the object.",
    "ArgumentException": "Value does not fall within the expected range.",
    "FormatException": "One of the identified items was in an invalid format.",
    "NotImplementedException": "The method or operation is not implemented.",
    "NotSupportedException": "Specified method is not supported.",
    "TimeoutException": "The operation has timed out.",
    "OverflowException": "Arithmetic operation resulted in an overflow.",
    "DivideByZeroException": "Attempted to divide by zero.",
    "IOException": "I/O error occurred.",
    "UnauthorizedAccessException": "Attempted to perform an unauthorized operation.",
    "NullReferenceException": "Object reference not set to an instance of an object.",
    "IndexOutOfRangeException": "Index was outside the bounds of the array.",
    "InvalidCastException": "Specified cast is not valid.",
    "OperationCanceledException": "The operation was canceled.",
    "KeyNotFoundException": "The given key was not present in the dictionary.",
    "SystemException": "System error.",
    "ApplicationException": "Error in the application.",
    "FileNotFoundException": "Unable to find the specified file.",
    "DirectoryNotFoundException": "Attempted to access a path that is not on the disk.",
}
