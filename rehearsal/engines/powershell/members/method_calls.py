"""Method calls: `$x.M(…)` and `[T]::M(…)` on .NET objects, script methods and script classes."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.members.common_methods import CommonMethods
from rehearsal.engines.powershell.members.construction import Construction
from rehearsal.engines.powershell.members.method_errors import method_invocation_error, method_not_found
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.members import CodeMethod, ScriptMethod
from rehearsal.engines.powershell.objects.net_type import NetType, Overload, type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, VOID, NetObject, PSArray, PSObject
from rehearsal.engines.powershell.runtime.frame import Frame


class MethodCalls(CommonMethods, Construction):
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
        raise method_not_found(type_of(base), name)

    def _array_has(self, value: Any, name: str) -> bool:
        return bool(type_of(value).find_method(name))

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

    def call_class_method(self, value: Any, group: list[Any], arguments: list[Any], frame: Frame) -> Any:
        """A method of a script class on its instance."""
        from rehearsal.engines.powershell.runtime.script_classes import call_method

        chosen, values = self.pick_method(group, arguments, group[0].name)
        return call_method(chosen, values, self, value)

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
