"""Casts, type literals, `-is`, `-as`, typed variables: where conversions meet names of types and PowerShell's error
records.
"""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.conversion.conversion import convert, is_instance, to_text
from rehearsal.engines.powershell.members.exception_construction import new_exception
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary, NetList
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.net_type import NetType, Overload, type_of
from rehearsal.engines.powershell.objects.type_names import resolve_type
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, EnumValue, NetObject, PSArray, PSCustomObject
from rehearsal.engines.powershell.operators.arithmetic import cast_error

_KNOWN_ELSEWHERE = (
    "system.", "microsoft.", "management.automation", "collections.", "io.", "text.", "net.", "data.", "diagnostics.",
    "security.", "threading.", "globalization.", "reflection.", "runtime.", "xml.", "windows.", "linq.", "timers.",
    "web.",
)  # fmt: skip


class Casting:
    """Part of Run. `type_table` is the engine's; `script_types` holds the classes and enums this run's
    script defined.
    """

    type_table: Any
    script_types: dict[str, NetType]
    _parameter_types: dict[str, NetType | None]
    _types_of_parameters: dict[ParameterSpec, NetType | None]
    constraints: dict[ParameterSpec, Any]

    def define_script_type(self, name: str, made: NetType) -> None:
        """A class or enum of the script exists from now on."""
        self.script_types[name.lower()] = made
        self._types_of_parameters.clear()
        self.constraints.clear()

    def type_of_parameter(self, spec: ParameterSpec) -> NetType | None:
        """The parameter's type in this run, None for an untyped one."""
        try:
            return self._types_of_parameters[spec]
        except KeyError:
            found = self._types_of_parameters[spec] = spec.type_of(self)
            return found

    def resolve_type(self, name: str, namespaces: tuple[str, ...] = ()) -> NetType | None:
        """The type of that name, None when there is none."""
        if self.script_types:
            found = self._script_type(name)
            if found is not None:
                return found
        if not namespaces:
            try:
                return self.type_table.cache[name]
            except KeyError:
                pass
        return resolve_type(name, self.type_table, namespaces)

    def _script_type(self, name: str) -> NetType | None:
        lower = name.lower()
        found = self.script_types.get(lower)
        if found is not None:
            return found
        if lower.endswith("[]"):
            element = self._script_type(name[:-2])
            if element is not None:
                from rehearsal.engines.powershell.objects.net_type import array_type

                return array_type(element)
        if "[" in lower and any(known in lower for known in self.script_types):
            return self._closed_over_script_type(name)
        return None

    def _closed_over_script_type(self, name: str) -> NetType | None:
        """List[MyClass]: the generic type over Object, since only the elements' checks differ."""
        head, _, inside = name.partition("[")
        inside = inside.removesuffix("]")
        arguments = [part.strip() for part in inside.split(",")]
        resolved = [self.resolve_type(part) for part in arguments]
        if any(part is None for part in resolved):
            return None
        from rehearsal.engines.powershell.objects.type_names import close_type

        return close_type(head, tuple(part for part in resolved if part is not None), self.type_table)

    def type_literal(self, name: str, namespaces: tuple[str, ...], extent: Any) -> NetType:
        """`[name]` as a value."""
        found = self.resolve_type(name, namespaces)
        if found is not None:
            return found
        raise self.unknown_type(name, extent)

    def unknown_type(self, name: str, extent: Any) -> Exception:
        """TypeNotFound for a name nothing can have; a refusal for a .NET type that this engine lacks."""
        lower = name.lower().partition("[")[0]
        if lower.startswith(_KNOWN_ELSEWHERE) or lower in _REAL_ACCELERATORS or lower in _REAL_SYSTEM_TYPES:
            return self.refusal(f"type [{name}]", extent)  # type: ignore[attr-defined,no-any-return]
        return runtime_error(f"Unable to find type [{name}].", "TypeNotFound", "InvalidOperation", name)

    def type_for(self, name: str, namespaces: tuple[str, ...], extent: Any) -> NetType:
        """A parameter's declared type."""
        return self.type_literal(name, namespaces, extent)

    def parameter_type(self, name: str) -> NetType | None:
        """The type of a cmdlet's parameter; None (no conversion) for types only its own module knows."""
        try:
            return self._parameter_types[name]
        except KeyError:
            found = None if name.startswith("enum:") else resolve_type(name, self.type_table)
            self._parameter_types[name] = found
            return found

    def type_operand(self, value: Any, namespaces: tuple[str, ...]) -> NetType:
        """The right side of -is and -as: a type or its name."""
        if isinstance(value, NetType):
            return value
        name = to_text(value, self)
        found = self.resolve_type(name, namespaces)
        if found is None:
            raise runtime_error(
                f'Cannot convert the "{name}" value of type "System.String" to type "System.Type".',
                "RuntimeException",
                "InvalidOperation",
            )
        return found

    # --- casts

    def cast(self, value: Any, name: str, namespaces: tuple[str, ...], extent: Any) -> Any:
        """`[name]value`."""
        target = self.type_literal(name, namespaces, extent)
        try:
            return convert(value, target, self)
        except PSException as failure:
            raise cast_error(failure) from None

    def as_type(self, value: Any, target: NetType) -> Any:
        """`value -as [type]`: null when it can't be; `$null -as [int]` is 0."""
        try:
            return convert(value, target, self)
        except (PSException, TerminatingError):
            return None

    def is_of_type(self, value: Any, target: NetType) -> bool:
        """`value -is [type]`."""
        if target.full_name == "System.Management.Automation.PSObject":
            return isinstance(value, PSCustomObject)
        return is_instance(value, target)

    def constrain(
        self, value: Any, name: str, namespaces: tuple[str, ...], extent: Any, local: bool, variable: str
    ) -> Any:
        """A value assigned to a typed variable."""
        target = self.type_literal(name, namespaces, extent)
        if value is AUTOMATION_NULL:
            value = None
        try:
            if target.full_name == "System.Boolean" and not local:
                self._check_boolean(value)
            return convert(value, target, self)
        except PSException as failure:
            if local:
                raise cast_error(failure) from None
            inner = PSException(
                "System.Management.Automation.ArgumentTransformationMetadataException", failure.message, failure
            )
            record = ErrorRecord(inner, "RuntimeException", "MetadataError", None)
            inner.record = record
            raise TerminatingError(record) from None

    def _check_boolean(self, value: Any) -> None:
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

    def validate_variable(self, validator: Any, value: Any, name: str) -> None:
        """A validation attribute of a variable."""
        try:
            validator(value, self, name)
        except PSException as failure:
            message = (
                f"The variable cannot be validated because the value {to_text(value, self)} is not a valid value "
                f"for the "
                f"{name} variable."
            )
            inner = PSException("System.Management.Automation.ValidationMetadataException", message, failure)
            record = ErrorRecord(inner, failure.error_id or "ValidateSetFailure", "MetadataError", None)
            inner.record = record
            raise TerminatingError(record) from None

    def convert_by_members(self, value: Any, target: NetType) -> Any:
        """What is left when the language itself knows no conversion: Parse(string), a constructor that takes the
        value, a hashtable that sets properties, exceptions from their message."""
        if target.script_class is not None:
            return target.script_class.convert(value, self)
        definition = target.generic_definition or target
        if "System.Exception" in target.lineage and isinstance(value, str):
            return new_exception(target, [value], self)
        if isinstance(value, str):
            parse: list[Overload] = definition.static_methods.get("parse", [])
            for overload in parse:
                if overload.parameters == ("string",):
                    try:
                        return overload.function(self, value) if overload.context else overload.function(value)
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
                wanted = self.resolve_type(overload.parameters[0])
                if (
                    wanted is not None
                    and wanted.full_name != "System.Object"
                    and wanted.is_assignable_from(type_of(value))
                ):
                    prefix: list[Any] = []
                    if overload.context:
                        prefix.append(self)
                    if overload.generic:
                        prefix.append(target)
                    try:
                        return overload.function(*prefix, value)
                    except PSException as failure:
                        raise PSException(
                            "System.Management.Automation.PSInvalidCastException",
                            f'Cannot convert value "{to_text(value, self)}" to type "{target.full_name}". Error: '
                            f'"{failure.message}"',
                            failure,
                            error_id="InvalidCastConstructorException",
                            category="InvalidArgument",
                        ) from None
        if isinstance(value, NetDictionary) and any(not overload.parameters for overload in constructors):
            made = self.construct(target, [], self.top_frame)  # type: ignore[attr-defined]
            for key, item in value.pairs():
                self.set_member(made, to_text(key, self), item, self.top_frame)  # type: ignore[attr-defined]
            return made
        return NotImplemented

    def enum_value(self, type_name: str, member: str) -> Any:
        """A value of a declared enumeration; its name as text when the enumeration isn't declared."""
        found = self.resolve_type(type_name)
        if found is not None and found.enum_members is not None:
            number = found.enum_by_name(member)
            if number is not None:
                return EnumValue(found, number)
        return member


_REAL_ACCELERATORS = frozenset(
    {
        "adsi", "adsisearcher", "wmi", "wmiclass", "wmisearcher", "powershell", "runspacefactory",
        "initialsessionstate", "securestring", "pscredential", "x500distinguishedname", "x509certificate",
        "mailaddress", "ipaddress", "cultureinfo", "xml", "regex", "guid", "uri", "version", "timespan", "datetime",
        "psvariable", "psmoduleinfo", "pscredentialattribute", "dscresource", "cimclass", "cimtype", "cimconverter",
        "cimsession", "ipendpoint", "physicaladdress", "bigint", "psprimitivedictionary", "validatetrusteddata",
        "dscproperty", "nullable", "psaliasproperty", "psnoteproperty", "psscriptmethod", "psscriptproperty",
        "scriptblock", "hashset", "norunspaceaffinity", "allownull",
    }
)  # fmt: skip
_REAL_SYSTEM_TYPES = frozenset(
    {
        "appdomain", "activator", "array", "attribute", "bitconverter", "buffer", "console", "convert",
        "datetimeoffset", "dbnull", "delegate", "environment", "eventargs", "func", "action", "gc", "globalization",
        "lazy", "marshalbyrefobject", "math", "midpointrounding", "nullable", "operatingsystem", "random",
        "stringcomparer", "stringcomparison", "stringsplitoptions", "timezone", "timezoneinfo", "tuple", "uribuilder",
        "valuetype", "weakreference", "predicate", "comparison", "dayofweek", "datetimekind", "consolecolor", "intptr",
        "uintptr", "runtimetypehandle", "serializableattribute", "flagsattribute", "flags", "obsoleteattribute",
        "progress",
    }
)  # fmt: skip
