"""What the binder knows of a command's parameters, the same for cmdlets and functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from rehearsal.engines.powershell.binding.signatures import (
    ALL_SETS,
    CommandSignature,
    ParameterInSet,
    common_parameters,
)
from rehearsal.engines.powershell.objects.errors import PSException

SWITCH = "System.Management.Automation.SwitchParameter"

Validator = Callable[[Any, Any, str], None]
"""`validator(value, run, parameter_name)` raises PSException with the message PowerShell gives."""


@dataclass(slots=True, kw_only=True, eq=False)
class ParameterSpec:
    """One parameter. `type_of(run.types)` gives its NetType, None for an untyped one."""

    name: str
    lower: str
    aliases: tuple[str, ...]
    type_of: Callable[[Any], Any]
    type_name: str
    sets: dict[str, ParameterInSet]
    is_switch: bool
    is_function: bool
    validators: tuple[Validator, ...] = ()
    allow_null: bool = False
    allow_empty_string: bool = False
    allow_empty_collection: bool = False
    is_common: bool = False
    default: Any = None
    """Closure of the default value's expression, None without."""
    attributes: tuple[Any, ...] = ()
    """Syntax nodes of a function parameter's attributes, for metadata."""
    has_conversion: bool = True
    """False: no type constraint and no validation, any value passes as it is."""
    takes_pipeline: bool = field(init=False)
    mandatory_anywhere: bool = field(init=False)
    _unvalidated: ParameterSpec | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.takes_pipeline = any(entry.from_pipeline or entry.by_property_name for entry in self.sets.values())
        self.mandatory_anywhere = any(entry.mandatory for entry in self.sets.values())

    @property
    def unvalidated(self) -> ParameterSpec:
        """The same for its default value, which is converted but neither validated nor checked for emptiness."""
        if not self.validators and not self.mandatory_anywhere:
            return self
        if self._unvalidated is None:
            self._unvalidated = replace(self, validators=(), sets={name: ParameterInSet() for name in self.sets})
        return self._unvalidated

    @property
    def is_checked(self) -> bool:
        """Not every value passes as it is."""
        return self.has_conversion or bool(self.validators) or self.mandatory_anywhere

    def in_set(self, name: str) -> ParameterInSet | None:
        """How it behaves in that set, None when it isn't in it."""
        return self.sets.get(name) or self.sets.get(ALL_SETS)


class ParameterTable:
    """The parameters of one command, prepared for look-up."""

    def __init__(
        self,
        specs: tuple[ParameterSpec, ...],
        *,
        set_names: tuple[str, ...],
        default_set: str,
        with_common: bool,
        with_should_process: bool,
    ) -> None:
        self.specs = specs
        self.names = {spec.lower: spec.name for spec in specs}
        """As declared, by lower-case name."""
        self._at_position: dict[int, tuple[ParameterSpec, ...]] = {}
        self.set_names = set_names or (ALL_SETS,)
        self.default_set = default_set
        self.by_lower: dict[str, ParameterSpec] = {spec.lower: spec for spec in specs}
        self.by_name: dict[str, ParameterSpec] = dict(self.by_lower)
        for spec in specs:
            for alias in spec.aliases:
                self.by_name.setdefault(alias.lower(), spec)
        if with_common:
            for spec in common_specs():
                self._add_common(spec)
        if with_should_process:
            for spec in should_process_specs():
                self._add_common(spec)
        self.pipeline_specs = tuple(spec for spec in specs if spec.takes_pipeline)
        self.mandatory_specs = tuple(spec for spec in specs if spec.mandatory_anywhere)
        self.remaining_specs = tuple(spec for spec in specs if any(entry.remaining for entry in spec.sets.values()))
        self.positions = tuple(
            sorted({entry.position for spec in specs for entry in spec.sets.values() if entry.position is not None})
        )
        self.simple_positions: tuple[ParameterSpec, ...] | None = None
        if len(self.set_names) == 1:
            ordered = [(spec.in_set(self.set_names[0]), spec) for spec in specs]
            placed = [
                (entry.position, spec) for entry, spec in ordered if entry is not None and entry.position is not None
            ]
            self.simple_positions = tuple(spec for _, spec in sorted(placed, key=lambda pair: pair[0]))
        self._prefixes: dict[str, tuple[ParameterSpec, ...]] = {}

    def at_position(self, position: int) -> tuple[ParameterSpec, ...]:
        """Those that stand at this position in some set, in declaration order."""
        found = self._at_position.get(position)
        if found is None:
            found = self._at_position[position] = tuple(
                spec for spec in self.specs if any(entry.position == position for entry in spec.sets.values())
            )
        return found

    def _add_common(self, spec: ParameterSpec) -> None:
        self.by_name.setdefault(spec.lower, spec)
        for alias in spec.aliases:
            self.by_name.setdefault(alias.lower(), spec)

    def matching(self, name: str) -> tuple[ParameterSpec, ...]:
        """The parameters a written name can mean: exact, else every one it is a prefix of."""
        lower = name.lower()
        exact = self.by_name.get(lower)
        if exact is not None:
            return (exact,)
        found = self._prefixes.get(lower)
        if found is None:
            unique: dict[str, ParameterSpec] = {}
            for known, spec in self.by_name.items():
                if known.startswith(lower):
                    unique.setdefault(spec.lower, spec)
            found = self._prefixes[lower] = tuple(unique.values())
            if len(found) > 1:
                own = tuple(spec for spec in found if not spec.is_common)
                if len(own) == 1:
                    found = self._prefixes[lower] = own
        return found


def _resolver(type_name: str) -> Callable[[Any], Any]:
    return lambda types: types.of_cmdlet_parameter(type_name)


def _no_member_type(value: Any, run: Any, name: str) -> None:
    """Add-Member doesn't take a member type for a note property's name: `Add-Member NoteProperty Name Value`."""
    members = run.types.resolve("System.Management.Automation.PSMemberTypes")
    if isinstance(value, str) and members is not None and members.enum_by_name(value) is not None:
        raise PSException("System.Management.Automation.ValidationMetadataException", "The name is a member type.")


CMDLET_VALIDATORS: dict[tuple[str, str], tuple[Validator, ...]] = {
    ("Add-Member", "notepropertyname"): (_no_member_type,),
}
"""Validation that decides how real cmdlets bind, by command and lower-case parameter; the reference doesn't record it.
"""


def spec_from_signature(
    name: str, type_name: str, sets: dict[str, ParameterInSet], aliases: tuple[str, ...], common: bool
) -> ParameterSpec:
    """The spec of a compiled cmdlet's parameter."""
    return ParameterSpec(
        name=name,
        lower=name.lower(),
        aliases=aliases,
        type_of=_resolver(type_name),
        type_name=type_name,
        sets=sets,
        is_switch=type_name == SWITCH,
        is_function=False,
        is_common=common,
    )


@lru_cache(maxsize=1)
def common_specs() -> tuple[ParameterSpec, ...]:
    """Verbose, ErrorAction and so on."""
    return tuple(
        spec_from_signature(entry.name, entry.type_name, entry.sets, entry.aliases, True)
        for entry in common_parameters().values()
    )


@lru_cache(maxsize=1)
def should_process_specs() -> tuple[ParameterSpec, ...]:
    """WhatIf and Confirm."""
    return tuple(
        spec_from_signature(name, SWITCH, {ALL_SETS: ParameterInSet()}, (alias,), True)
        for name, alias in (("WhatIf", "wi"), ("Confirm", "cf"))
    )


def table_from_signature(signature: CommandSignature) -> ParameterTable:
    """The table of a compiled cmdlet."""
    common = {"whatif", "confirm"}
    specs = tuple(
        replace(
            spec_from_signature(entry.name, entry.type_name, entry.sets, entry.aliases, lower in common),
            validators=CMDLET_VALIDATORS.get((signature.name, lower), ()),
        )
        for lower, entry in signature.parameters.items()
    )
    return ParameterTable(
        specs,
        set_names=signature.set_names,
        default_set=signature.default_set,
        with_common=True,
        with_should_process=False,
    )


def function_table(
    specs: tuple[ParameterSpec, ...],
    *,
    default_set: str,
    positional_binding: bool,
    with_common: bool,
    with_should_process: bool,
) -> ParameterTable:
    """The binder's table of a function: positions given by order unless attributes say them."""
    set_names: list[str] = []
    for spec in specs:
        for name in spec.sets:
            if name != ALL_SETS and name not in set_names:
                set_names.append(name)
    explicit = any(entry.position is not None for spec in specs for entry in spec.sets.values())
    # implicit positions exist only when positional binding is on and no parameter states one
    if not explicit and positional_binding:
        position = 0
        for spec in specs:
            if spec.is_switch:
                continue
            spec.sets = {
                name: ParameterInSet(
                    mandatory=entry.mandatory,
                    position=position,
                    from_pipeline=entry.from_pipeline,
                    by_property_name=entry.by_property_name,
                    remaining=entry.remaining,
                )
                for name, entry in spec.sets.items()
            }
            position += 1
    if default_set != ALL_SETS and default_set not in set_names:
        set_names.append(default_set)
    return ParameterTable(
        specs,
        set_names=tuple(set_names),
        default_set=default_set,
        with_common=with_common,
        with_should_process=with_should_process,
    )
