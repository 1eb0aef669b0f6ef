"""Types in one run: names (the engine's table, the script's classes and enums), casts, `-is`, `-as`,
typed variables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.conversion.conversion import convert, is_instance, to_text
from rehearsal.engines.powershell.objects.errors import (
    ErrorRecord,
    PSException,
    TerminatingError,
    Unsupported,
    runtime_error,
)
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import TypeTable, array_type, close_type, resolve_type, type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, EnumValue, NetObject, PSArray, PSCustomObject
from rehearsal.engines.powershell.operators.arithmetic import cast_error

_KNOWN_ELSEWHERE = (
    "system.", "microsoft.", "management.automation", "collections.", "io.", "text.", "net.", "data.", "diagnostics.",
    "security.", "threading.", "globalization.", "reflection.", "runtime.", "xml.", "windows.", "linq.", "timers.",
    "web.",
)  # fmt: skip


class RunTypes:
    """`table` is the engine's; `script_types` holds the classes and enums that this run's script has defined."""

    def __init__(self, run: Any, table: TypeTable) -> None:
        self._run = run
        self.table = table
        self.script_types: dict[str, NetType] = {}
        self.constraints: dict[ParameterSpec, Callable[[Any], Any] | None] = {}
        """What later assignments to parameter variables go through, made once for each parameter."""
        self.unset: dict[ParameterSpec, Any] = {}
        """What parameters without a default value hold when nothing is given: all of them immutable."""
        self._of_parameters: dict[ParameterSpec, NetType | None] = {}
        self._of_cmdlet_parameters: dict[str, NetType | None] = {}

    def define(self, name: str, made: NetType) -> None:
        """A class or enum of the script exists from now on."""
        self.script_types[name.lower()] = made
        self._of_parameters.clear()
        self.constraints.clear()
        self.unset.clear()

    def of_parameter(self, spec: ParameterSpec) -> NetType | None:
        """The parameter's type in this run, None for an untyped one."""
        try:
            return self._of_parameters[spec]
        except KeyError:
            found: NetType | None = spec.type_of(self)
            self._of_parameters[spec] = found
            return found

    def resolve(self, name: str, namespaces: tuple[str, ...] = ()) -> NetType | None:
        """The type of that name, None when there is none."""
        if self.script_types:
            found = self._script_type(name)
            if found is not None:
                return found
        if not namespaces:
            try:
                return self.table.cache[name]
            except KeyError:
                pass
        return resolve_type(name, self.table, namespaces)

    def _script_type(self, name: str) -> NetType | None:
        lower = name.lower()
        found = self.script_types.get(lower)
        if found is not None:
            return found
        if lower.endswith("[]"):
            element = self._script_type(name[:-2])
            if element is not None:
                return array_type(element)
        if "[" in lower and any(known in lower for known in self.script_types):
            return self._closed_over_script_type(name)
        return None

    def _closed_over_script_type(self, name: str) -> NetType | None:
        """List[MyClass]: the generic type over Object, since only the elements' checks differ."""
        head, _, inside = name.partition("[")
        inside = inside.removesuffix("]")
        arguments = [part.strip() for part in inside.split(",")]
        resolved = [self.resolve(part) for part in arguments]
        if any(part is None for part in resolved):
            return None
        return close_type(head, tuple(part for part in resolved if part is not None), self.table)

    def literal(self, name: str, namespaces: tuple[str, ...], extent: Any) -> NetType:
        """`[name]` as a value."""
        found = self.resolve(name, namespaces)
        if found is not None:
            return found
        raise self.unknown(name, extent)

    def unknown(self, name: str, extent: Any) -> Exception:
        """TypeNotFound for a name nothing can have; a refusal for a .NET type that this engine lacks."""
        lower = name.lower().partition("[")[0]
        if lower.startswith(_KNOWN_ELSEWHERE) or lower in _REAL_ACCELERATORS or lower in _REAL_SYSTEM_TYPES:
            refusal: Unsupported = self._run.refusal(f"type [{name}]", extent)
            return refusal
        return runtime_error(f"Unable to find type [{name}].", "TypeNotFound", "InvalidOperation", name)

    def of_cmdlet_parameter(self, name: str) -> NetType | None:
        """The type of a cmdlet's parameter; None (no conversion) for types only its own module knows."""
        try:
            return self._of_cmdlet_parameters[name]
        except KeyError:
            found = None if name.startswith("enum:") else resolve_type(name, self.table)
            self._of_cmdlet_parameters[name] = found
            return found

    def action(self, name: str) -> Any:
        """A value of ActionPreference."""
        return self.enum_value("System.Management.Automation.ActionPreference", name)

    def enum_value(self, type_name: str, member: str) -> Any:
        """A value of a declared enumeration; its name as text when the enumeration isn't declared."""
        found = self.resolve(type_name)
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
