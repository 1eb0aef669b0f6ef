"""Binds arguments to parameters as ParameterBinderController does: names, positions, sets, pipeline input, mandatory
ones.

Failures are ErrorRecords of ParameterBindingException and heirs, raised as BindingFailure; the caller adds the
command's name.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from rehearsal.powershell.conversion import convert, convert_error, to_text
from rehearsal.powershell.dictionaries import NetDictionary, NetList
from rehearsal.powershell.errors import ErrorRecord, PSException, TerminatingError, Unsupported
from rehearsal.powershell.frame import parameter_error
from rehearsal.powershell.nettype import NET_TYPE_OF, type_of
from rehearsal.powershell.parameters import ALL_SETS, ParameterSpec, ParameterTable
from rehearsal.powershell.values import (
    AUTOMATION_NULL,
    FLOAT_TYPES,
    INTEGER_TYPES,
    NetObject,
    PSArray,
    PSObject,
    SwitchParameter,
)

_BINDING = "ParameterBindingException"
_TRANSFORMATION = "ParameterBindingArgumentTransformationException"
_VALIDATION = "ParameterBindingValidationException"


class Argument:
    """One argument: `-name[:value]` (name set) or a value by position."""

    __slots__ = ("colon", "extent", "has_value", "name", "splatted", "value")

    def __init__(
        self,
        name: str | None,
        value: Any = None,
        has_value: bool = True,
        extent: Any = None,
        splatted: bool = False,
        colon: bool = False,
    ) -> None:
        self.name = name
        self.value = value
        self.has_value = has_value
        self.extent = extent
        self.splatted = splatted
        self.colon = colon


class BindingFailure(Exception):  # noqa: N818 - becomes a ParameterBindingException
    """Arguments don't fit; `record` lacks only the command's name."""

    def __init__(self, record: ErrorRecord) -> None:
        super().__init__(record.exception.message)
        self.record = record


def _fail(*arguments: Any, **named: Any) -> BindingFailure:
    return BindingFailure(parameter_error(*arguments, **named))


class Binding:
    """The outcome: `values` by lower-case parameter name, common parameters apart, the rest for $args, and the live
    sets.
    """

    __slots__ = ("common", "decisive", "rest", "sets", "table", "trail", "values")

    def __init__(self, table: ParameterTable) -> None:
        self.table = table
        self.values: dict[str, Any] = {}
        self.common: dict[str, Any] = {}
        self.rest: list[Any] = []
        self.sets: tuple[str, ...] = table.set_names
        self.trail: list[tuple[ParameterSpec, Argument | None]] | None = []
        """Which argument each parameter took, in order (None: a switch without a value); None when values decided."""
        self.decisive: list[Argument] = []
        """Arguments of the trail whose Python class decided which of several parameters took them."""

    def is_common(self, spec: ParameterSpec) -> bool:
        """Whether it is kept apart, as a common parameter that the command doesn't declare itself."""
        return spec.is_common and spec.lower not in self.table.by_lower

    def narrow(self, spec: ParameterSpec) -> None:
        """Keeps only the sets that have this parameter."""
        if len(self.sets) > 1 and ALL_SETS not in spec.sets:
            self.sets = tuple(name for name in self.sets if name in spec.sets)
            if not self.sets:
                raise _fail(
                    _BINDING,
                    "Parameter set cannot be resolved using the specified named parameters.",
                    "AmbiguousParameterSet",
                )
        elif ALL_SETS not in spec.sets and self.sets[0] not in spec.sets and self.sets[0] != ALL_SETS:
            raise _fail(
                _BINDING,
                "Parameter set cannot be resolved using the specified named parameters.",
                "AmbiguousParameterSet",
            )


def bind_arguments(
    table: ParameterTable, arguments: list[Argument], run: Any, *, simple: bool, advanced_function: bool
) -> Binding:
    """Named, then positional, then remaining ones. `simple`: a function without CmdletBinding, whose extras go to
    $args.
    """
    binding = Binding(table)
    positional: list[Argument] = []
    count = len(arguments)
    index = 0
    while index < count:
        argument = arguments[index]
        index += 1
        if argument.name is None:
            positional.append(argument)
            continue
        found = table.matching(argument.name)
        if not found:
            if simple or table.remaining_specs:
                text = f"-{argument.name}:" if argument.colon else f"-{argument.name}"
                positional.append(Argument(None, _Unbindable(text, argument.name), extent=argument.extent))
                if argument.has_value:
                    positional.append(Argument(None, _Unbindable(argument.value), extent=argument.extent))
                continue
            raise _no_such_parameter(argument.name)
        if len(found) > 1:
            names = " ".join(f"-{spec.name}" for spec in found)
            raise _fail(
                _BINDING,
                f"Parameter cannot be processed because the parameter name '{argument.name}' is ambiguous. "
                f"Possible matches include: {names}.",
                "AmbiguousParameter",
                parameter_name=argument.name,
            )
        spec = found[0]
        source: Argument | None = argument
        if argument.has_value:
            value = argument.value
        elif spec.is_switch:
            value, source = SwitchParameter(True), None
        else:
            if index >= count or arguments[index].name is not None:
                raise _fail(
                    _BINDING,
                    f"Missing an argument for parameter '{spec.name}'. Specify a parameter of type "
                    f"'{_type_name(spec, run)}' and try again.",
                    "MissingArgument",
                    parameter_name=spec.name,
                )
            source = arguments[index]
            value = source.value
            index += 1
        if spec.lower in binding.values or spec.lower in binding.common:
            raise _fail(
                _BINDING,
                f"Cannot bind parameter because parameter '{spec.name}' is specified more than once. To provide "
                f"multiple "
                f"values to parameters that can accept multiple values, use the array syntax. For example, "
                f'"-parameter value1,value2,value3".',
                "ParameterAlreadyBound",
                parameter_name=spec.name,
            )
        _store(binding, spec, value, source, run, advanced_function)
        binding.narrow(spec)
    if positional:
        _bind_positions(binding, positional, run, simple, advanced_function)
    return binding


class _Unbindable:
    """An extra that only $args of a simple function, or a parameter for the remaining arguments, takes. `name`: the
    parameter it was written as.
    """

    __slots__ = ("name", "value")

    def __init__(self, value: Any, name: str | None = None) -> None:
        self.value = value
        self.name = name


def _no_such_parameter(name: str) -> BindingFailure:
    return _fail(
        _BINDING,
        f"A parameter cannot be found that matches parameter name '{name}'.",
        "NamedParameterNotFound",
        parameter_name=name,
    )


def _type_name(spec: ParameterSpec, run: Any) -> str:
    found = spec.type_of(run)
    return "System.Object" if found is None else found.full_name


def _store(
    binding: Binding, spec: ParameterSpec, value: Any, source: Argument | None, run: Any, advanced: bool
) -> None:
    converted = convert_argument(spec, value, run, advanced)
    if binding.is_common(spec):
        binding.common[spec.lower] = converted
    else:
        binding.values[spec.lower] = converted
    if binding.trail is not None:
        binding.trail.append((spec, source))


def _bind_positions(binding: Binding, positional: list[Argument], run: Any, simple: bool, advanced: bool) -> None:
    table = binding.table
    waiting = positional
    if table.simple_positions is not None:
        slots = [
            spec
            for spec in table.simple_positions
            if spec.lower not in binding.values and not _is_remaining(spec, binding.sets)
        ]
        taken = 0
        rest: list[Argument] = []
        for argument in waiting:
            if type(argument.value) is _Unbindable or taken >= len(slots):
                rest.append(argument)
            else:
                _store(binding, slots[taken], argument.value, argument, run, advanced)
                taken += 1
        waiting = rest
    else:
        bindable = [argument for argument in waiting if type(argument.value) is not _Unbindable]
        for position in table.positions:
            if not bindable:
                break
            if _bind_position(binding, position, bindable[0], run, advanced):
                bindable.pop(0)
        waiting = [argument for argument in waiting if type(argument.value) is _Unbindable or argument in bindable]
    if not waiting:
        return
    for spec in table.remaining_specs:
        if spec.lower not in binding.values and _is_remaining(spec, binding.sets):
            values = [_bare(argument.value) for argument in waiting]
            if len(values) == 1 and type(values[0]) is PSArray:
                values = list(values[0].items)
            binding.trail = None
            _store(binding, spec, PSArray(values), None, run, advanced)
            binding.narrow(spec)
            return
    if simple:
        binding.rest = [_bare(argument.value) for argument in waiting]
        return
    first = waiting[0].value
    if type(first) is _Unbindable and first.name is not None:
        raise _no_such_parameter(first.name)
    raise _fail(
        _BINDING,
        f"A positional parameter cannot be found that accepts argument '{_argument_text(waiting[0].value, run)}'.",
        "PositionalParameterNotFound",
        parameter_name=_argument_text(waiting[0].value, run),
    )


def _argument_text(value: Any, run: Any) -> str:
    return "$null" if value is None else to_text(value, run)


def _bare(value: Any) -> Any:
    return value.value if type(value) is _Unbindable else value


def _is_remaining(spec: ParameterSpec, sets: tuple[str, ...]) -> bool:
    for name in sets:
        entry = spec.in_set(name)
        if entry is not None and entry.remaining:
            return True
    return False


def _bind_position(binding: Binding, position: int, argument: Argument, run: Any, advanced: bool) -> bool:
    """Tries the parameters of one position: the default set first, without conversion before with."""
    table = binding.table
    candidates: list[ParameterSpec] = []
    for spec in table.at_position(position):
        if spec.lower in binding.values:
            continue
        for name in binding.sets:
            entry = spec.in_set(name)
            if entry is not None and entry.position == position and not entry.remaining:
                candidates.append(spec)
                break
    if not candidates:
        return False
    default = table.default_set if table.default_set in binding.sets else None
    preferred = [spec for spec in candidates if default is not None and _positioned(spec, default, position)]
    others = [spec for spec in candidates if spec not in preferred]
    if len(candidates) > 1:
        _note_choice_by_value(binding, argument, candidates)
    failure: BindingFailure | None = None
    for group in (preferred, others):
        for spec in group:
            if _fits_without_conversion(spec, argument.value, run):
                try:
                    _store(binding, spec, argument.value, argument, run, advanced)
                except BindingFailure as error:
                    failure = failure or error
                    binding.trail = None
                    continue
                binding.narrow(spec)
                return True
    if len(candidates) > 1:
        binding.trail = None
    for group in (preferred, others):
        for spec in group:
            try:
                _store(binding, spec, argument.value, argument, run, advanced)
            except BindingFailure as error:
                failure = failure or error
                continue
            binding.narrow(spec)
            return True
    assert failure is not None
    raise failure


def _note_choice_by_value(binding: Binding, argument: Argument, candidates: list[ParameterSpec]) -> None:
    """Several parameters stand at the position: the argument's .NET type chooses. A plan can check a Python class that
    stands for one type; not what a validation or a text's or list's emptiness may decide."""
    kind = type(argument.value)
    if (
        kind is str
        or kind not in NET_TYPE_OF
        or issubclass(kind, NetList)
        or any(spec.validators for spec in candidates)
    ):
        binding.trail = None
    else:
        binding.decisive.append(argument)


def _positioned(spec: ParameterSpec, set_name: str, position: int) -> bool:
    entry = spec.in_set(set_name)
    return entry is not None and entry.position == position


def _fits_without_conversion(spec: ParameterSpec, value: Any, run: Any) -> bool:
    target = run.type_of_parameter(spec)
    if target is None:
        return True
    if value is None or value is AUTOMATION_NULL:
        return not target.value_type
    source = type_of(value)
    if target.full_name in ("System.Object", "System.Management.Automation.PSObject"):
        return True
    if target.is_assignable_from(source):
        return True
    if target.element is not None:
        element = target.element
        if element.is_assignable_from(source):
            return True
        if type(value) is PSArray and value.items:
            return all(item is not None and element.is_assignable_from(type_of(item)) for item in value.items)
    return False


# --- conversion and validation of one argument


def convert_argument(spec: ParameterSpec, value: Any, run: Any, advanced: bool = True) -> Any:
    """The value as the parameter takes it. Raises BindingFailure."""
    if value is AUTOMATION_NULL:
        value = None
    target = run.type_of_parameter(spec) if spec.has_conversion else None
    if target is not None:
        kind = type(value)
        if spec.is_switch:
            if kind is not SwitchParameter:
                if kind is bool:
                    value = SwitchParameter(value)
                else:
                    value = _converted(spec, value, target, run, advanced)
        elif kind is not target.represents or target.element is not None:
            value = _converted(spec, value, target, run, advanced)
    if spec.validators or spec.mandatory_anywhere:
        validate_argument(spec, value, run)
    return value


def _converted(spec: ParameterSpec, value: Any, target: Any, run: Any, advanced: bool) -> Any:
    if hasattr(value, "script_to_string") and not spec.is_function:
        name = target.element.full_name if target.element is not None else target.full_name
        if (
            name
            not in (
                "System.Management.Automation.ScriptBlock",
                "System.Object",
                "System.Management.Automation.PSObject",
            )
            and spec.takes_pipeline
        ):
            raise run.refusal(f"script block as argument of -{spec.name} (delay-bind)", None)
    if target.full_name in ("System.Boolean", "System.Management.Automation.SwitchParameter"):
        _check_boolean(spec, value, target)
    if (
        target.full_name == "System.String"
        and (not spec.is_function or advanced)
        and (type(value) is PSArray or isinstance(value, NetList))
    ):
        if spec.is_function:
            raise _transformation_failure(
                spec, convert_error("Cannot convert value to type System.String.", "InvalidCastFromAnyTypeToString")
            )
        raise _cannot_convert(spec, value, target)
    if not spec.is_function and target.element is None and type(value) is PSArray and _is_scalar(target):
        raise _cannot_convert(spec, value, target)
    if spec.is_function and target.full_name == "System.Collections.Hashtable" and value is None:
        return None
    try:
        return convert(value, target, run)
    except PSException as failure:
        if spec.is_function:
            raise _transformation_failure(spec, failure) from None
        raise _fail(
            _BINDING,
            f"Cannot bind parameter '{spec.name}'. {failure.message}",
            "CannotConvertArgumentNoMessage",
            inner=failure,
            parameter_name=spec.name,
        ) from None


def _is_scalar(target: Any) -> bool:
    return target.value_type or target.full_name in ("System.String", "System.Management.Automation.ScriptBlock")


def _cannot_convert(spec: ParameterSpec, value: Any, target: Any) -> BindingFailure:
    return _fail(
        _BINDING,
        f"Cannot convert '{type_of(value).full_name}' to the type '{target.full_name}' required by parameter "
        f"'{spec.name}'. Specified method is not supported.",
        "CannotConvertArgument",
        parameter_name=spec.name,
    )


def _transformation_failure(spec: ParameterSpec, failure: PSException) -> BindingFailure:
    return _fail(
        _TRANSFORMATION,
        f"Cannot process argument transformation on parameter '{spec.name}'. {failure.message}",
        "ParameterArgumentTransformationError",
        "InvalidData",
        inner=PSException(
            "System.Management.Automation.ArgumentTransformationMetadataException", failure.message, failure
        ),
        parameter_name=spec.name,
    )


def _check_boolean(spec: ParameterSpec, value: Any, target: Any) -> None:
    base = value.base if type(value) is PSObject else value
    kind = type(base)
    if kind is bool or kind is SwitchParameter or kind in INTEGER_TYPES or kind in FLOAT_TYPES or kind is Decimal:
        return
    if base is None and target.full_name == "System.Boolean":
        message = (
            f'Cannot convert value "" to type "{target.full_name}". Boolean parameters accept only Boolean values and '
            "numbers, such as $True, $False, 1 or 0."
        )
    else:
        shown = "" if base is None else type_of(base).full_name
        message = (
            f'Cannot convert value "{shown}" to type "{target.full_name}". Boolean parameters accept only Boolean '
            f"values and "
            "numbers, such as $True, $False, 1 or 0."
        )
    failure = convert_error(message, "InvalidCastFromAnyTypeToBool")
    if spec.is_function:
        raise _transformation_failure(spec, failure)
    raise _fail(
        _BINDING,
        f"Cannot convert '{'' if base is None else type_of(base).full_name}' to the type '{target.full_name}' "
        f"required by "
        f"parameter '{spec.name}'. ",
        "CannotConvertArgument",
        parameter_name=spec.name,
    )


_MAY_BE_EMPTY = frozenset({"inputobject", "message", "object", "value", "messagedata"})


def validate_argument(spec: ParameterSpec, value: Any, run: Any) -> None:
    """Mandatory parameters refuse null and emptiness unless allowed; then the validation attributes in order."""
    if spec.mandatory_anywhere and (spec.is_function or spec.lower not in _MAY_BE_EMPTY):
        _check_emptiness(spec, value)
    for validator in spec.validators:
        try:
            validator(value, run, spec.name)
        except PSException as failure:
            raise _fail(
                _VALIDATION,
                f"Cannot validate argument on parameter '{spec.name}'. {failure.message}",
                "ParameterArgumentValidationError",
                "InvalidData",
                inner=failure,
                parameter_name=spec.name,
            ) from None


def _check_emptiness(spec: ParameterSpec, value: Any) -> None:
    if value is None:
        if not spec.allow_null:
            raise _fail(
                _VALIDATION,
                f"Cannot bind argument to parameter '{spec.name}' because it is null.",
                "ParameterArgumentValidationErrorNullNotAllowed",
                "InvalidData",
                parameter_name=spec.name,
            )
        return
    if type(value) is str:
        if value == "" and not spec.allow_empty_string:
            raise _fail(
                _VALIDATION,
                f"Cannot bind argument to parameter '{spec.name}' because it is an empty string.",
                "ParameterArgumentValidationErrorEmptyStringNotAllowed",
                "InvalidData",
                parameter_name=spec.name,
            )
        return
    if type(value) is PSArray or isinstance(value, NetList):
        if not spec.type_name and not isinstance(value, PSArray):
            return
        items = value.items
        if not items:
            if not spec.allow_empty_collection:
                raise _fail(
                    _VALIDATION,
                    f"Cannot bind argument to parameter '{spec.name}' because it is an empty array.",
                    "ParameterArgumentValidationErrorEmptyArrayNotAllowed",
                    "InvalidData",
                    parameter_name=spec.name,
                )
            return
        if not spec.type_name:
            return
        for item in items:
            if item is None and not spec.allow_null:
                raise _fail(
                    _VALIDATION,
                    f"Cannot bind argument to parameter '{spec.name}' because it is null.",
                    "ParameterArgumentValidationErrorNullNotAllowed",
                    "InvalidData",
                    parameter_name=spec.name,
                )
            if item == "" and type(item) is str and not spec.allow_empty_string:
                raise _fail(
                    _VALIDATION,
                    f"Cannot bind argument to parameter '{spec.name}' because it is an empty string.",
                    "ParameterArgumentValidationErrorEmptyStringNotAllowed",
                    "InvalidData",
                    parameter_name=spec.name,
                )


# --- parameter sets


def missing_mandatory(binding: Binding, set_name: str, *, pipeline: bool) -> list[ParameterSpec]:
    """Mandatory parameters of that set that are unbound (and, with pipeline input to come, can't come from it)."""
    missing: list[ParameterSpec] = []
    for spec in binding.table.mandatory_specs:
        entry = spec.in_set(set_name)
        if entry is None or not entry.mandatory or spec.lower in binding.values:
            continue
        if pipeline and (entry.from_pipeline or entry.by_property_name):
            continue
        missing.append(spec)
    return missing


def choose_set(binding: Binding, *, pipeline: bool) -> str:
    """The parameter set in effect. Raises BindingFailure when mandatory ones are missing or no set can be chosen."""
    sets = binding.sets
    if len(sets) == 1:
        chosen = sets[0]
        missing = missing_mandatory(binding, chosen, pipeline=pipeline)
        if missing:
            raise _missing_failure(missing)
        return chosen
    complete = [name for name in sets if not missing_mandatory(binding, name, pipeline=pipeline)]
    default = binding.table.default_set
    if default in complete or (default in sets and not complete):
        missing = missing_mandatory(binding, default, pipeline=pipeline)
        if missing:
            raise _missing_failure(missing)
        return default
    if len(complete) == 1:
        return complete[0]
    if not complete and len(sets) >= 1 and default == ALL_SETS:
        raise _ambiguous()
    if complete and pipeline:
        return complete[0]
    if complete and default == ALL_SETS:
        bare = [name for name in complete if not _has_own_unbound_requirement(binding, name)]
        if len(bare) == 1:
            return bare[0]
    raise _ambiguous()


def _has_own_unbound_requirement(binding: Binding, set_name: str) -> bool:
    return bool(missing_mandatory(binding, set_name, pipeline=False))


def _ambiguous() -> BindingFailure:
    return _fail(
        _BINDING,
        "Parameter set cannot be resolved using the specified named parameters.",
        "AmbiguousParameterSet",
    )


def _missing_failure(missing: list[ParameterSpec]) -> BindingFailure:
    names = " ".join(spec.name for spec in missing)
    return _fail(
        _BINDING,
        f"Cannot process command because of one or more missing mandatory parameters: {names}.",
        "MissingMandatoryParameter",
        parameter_name=names,
    )


# --- pipeline input


def bind_pipeline_object(binding: Binding, value: Any, run: Any, advanced: bool) -> dict[str, Any] | None:
    """The parameters this object binds, None when it binds none. Raises BindingFailure when only a
    conversion failed.
    """
    table = binding.table
    candidates = [spec for spec in table.pipeline_specs if spec.lower not in binding.values]
    if not candidates:
        return None
    sets = binding.sets
    if len(sets) > 1 and table.default_set in sets:
        sets = (table.default_set, *(name for name in sets if name != table.default_set))
    bound: dict[str, Any] = {}
    live = sets
    failure: BindingFailure | None = None
    for convert_first in (False, True):
        for by_value in (True, False):
            for spec in candidates:
                if spec.lower in bound:
                    continue
                entry_sets = [
                    name
                    for name in live
                    if (entry := spec.in_set(name)) is not None
                    and (entry.from_pipeline if by_value else entry.by_property_name)
                ]
                if not entry_sets:
                    continue
                if by_value:
                    if bound and any(True for known in bound if _by_value(table.by_lower[known], live)):
                        continue
                    item = value
                else:
                    item = _property_for(spec, value, run)
                    if item is _ABSENT:
                        continue
                if not convert_first and not _fits_without_conversion(spec, item, run):
                    continue
                try:
                    bound[spec.lower] = convert_argument(spec, item, run, advanced)
                except BindingFailure as error:
                    # a failed conversion only means that this parameter doesn't take the object
                    if error.record.exception.short_name == _VALIDATION:
                        failure = failure or error
                    continue
                if ALL_SETS not in spec.sets:
                    live = tuple(name for name in live if name in spec.sets)
        if (
            bound
            and not convert_first
            and all(not _by_property(spec, live) for spec in candidates if spec.lower not in bound)
        ):
            break
    if bound:
        binding.sets = live if live else binding.sets
        return bound
    if failure is not None:
        raise failure
    return None


class _Absent:
    __slots__ = ()


_ABSENT = _Absent()


def _by_value(spec: ParameterSpec, sets: tuple[str, ...]) -> bool:
    return any((entry := spec.in_set(name)) is not None and entry.from_pipeline for name in sets)


def _by_property(spec: ParameterSpec, sets: tuple[str, ...]) -> bool:
    return any((entry := spec.in_set(name)) is not None and entry.by_property_name for name in sets)


def _property_for(spec: ParameterSpec, value: Any, run: Any) -> Any:
    if value is None or (not isinstance(value, NetObject) and not isinstance(value, str)):
        return _ABSENT
    if isinstance(value, NetDictionary):
        return _ABSENT
    for name in (spec.name, *spec.aliases):
        if run.has_property(value, name):
            return run.get_property(value, name)
    return _ABSENT


__all__ = [
    "Argument",
    "Binding",
    "BindingFailure",
    "TerminatingError",
    "Unsupported",
    "bind_arguments",
    "bind_pipeline_object",
    "choose_set",
    "convert_argument",
    "missing_mandatory",
    "validate_argument",
]
