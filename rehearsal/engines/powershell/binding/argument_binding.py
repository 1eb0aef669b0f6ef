"""Binds arguments to parameters as ParameterBinderController does: by name first, then by position."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.argument_conversion import convert_argument, fits_without_conversion
from rehearsal.engines.powershell.binding.binding import (
    BINDING_EXCEPTION,
    Argument,
    Binding,
    BindingFailure,
    binding_failure,
)
from rehearsal.engines.powershell.binding.parameters import ParameterSpec, ParameterTable
from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.dictionaries import NetList
from rehearsal.engines.powershell.objects.type_table import NET_TYPE_OF
from rehearsal.engines.powershell.objects.values import PSArray, SwitchParameter


def bind_arguments(
    table: ParameterTable, arguments: list[Argument], run: Any, *, simple: bool, advanced_function: bool
) -> Binding:
    """Named, then positional, then remaining ones. `simple`: a function without CmdletBinding, whose extras go to
    $args.
    """
    binding = Binding(table)
    unbound: list[Argument] = []
    for spec, argument, source in _paired(table, arguments, run):
        if spec is None:
            unbound.append(argument)
            continue
        if spec.lower in binding.values or spec.lower in binding.common:
            raise binding_failure(
                BINDING_EXCEPTION,
                f"Cannot bind parameter because parameter '{spec.name}' is specified more than once. To provide "
                f"multiple "
                f"values to parameters that can accept multiple values, use the array syntax. For example, "
                f'"-parameter value1,value2,value3".',
                "ParameterAlreadyBound",
                parameter_name=spec.name,
            )
        value = SwitchParameter(True) if source is None else source.value
        _store(binding, spec, value, source, run, advanced_function)
        binding.narrow(spec)
    if unbound:
        _bind_positions(binding, unbound, run, simple, advanced_function)
    return binding


def _paired(
    table: ParameterTable, arguments: list[Argument], run: Any
) -> list[tuple[ParameterSpec | None, Argument, Argument | None]]:
    """Each argument with the parameter that its name means (None: by position, or an unknown name) and the argument
    that holds the value (None: a switch without one). Names are settled before any value is converted.
    """
    pairs: list[tuple[ParameterSpec | None, Argument, Argument | None]] = []
    count = len(arguments)
    index = 0
    while index < count:
        argument = arguments[index]
        index += 1
        found = table.matching(argument.name) if argument.name is not None else ()
        if not found:
            pairs.append((None, argument, None))
            continue
        if len(found) > 1:
            names = " ".join(f"-{spec.name}" for spec in found)
            raise binding_failure(
                BINDING_EXCEPTION,
                f"Parameter cannot be processed because the parameter name '{argument.name}' is ambiguous. "
                f"Possible matches include: {names}.",
                "AmbiguousParameter",
                parameter_name=argument.name,
            )
        spec = found[0]
        if argument.has_value:
            pairs.append((spec, argument, argument))
        elif spec.is_switch:
            pairs.append((spec, argument, None))
        else:
            if index >= count or arguments[index].name is not None:
                raise binding_failure(
                    BINDING_EXCEPTION,
                    f"Missing an argument for parameter '{spec.name}'. Specify a parameter of type "
                    f"'{_type_name(spec, run)}' and try again.",
                    "MissingArgument",
                    parameter_name=spec.name,
                )
            pairs.append((spec, argument, arguments[index]))
            index += 1
    return pairs


def _no_such_parameter(name: str) -> BindingFailure:
    return binding_failure(
        BINDING_EXCEPTION,
        f"A parameter cannot be found that matches parameter name '{name}'.",
        "NamedParameterNotFound",
        parameter_name=name,
    )


def _type_name(spec: ParameterSpec, run: Any) -> str:
    found = spec.type_of(run.types)
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


def _bind_positions(binding: Binding, unbound: list[Argument], run: Any, simple: bool, advanced: bool) -> None:
    table = binding.table
    waiting = _positional(unbound)
    taken: set[int] = set()
    failure: BindingFailure | None = None
    if table.simple_positions is not None:
        slots = [
            spec
            for spec in table.simple_positions
            if spec.lower not in binding.values and not _is_remaining(spec, binding.sets)
        ]
        for spec, argument in zip(slots, waiting, strict=False):
            try:
                _store(binding, spec, argument.value, argument, run, advanced)
            except BindingFailure as error:
                failure = error
                break
            taken.add(id(argument))
    else:
        for position in table.positions:
            if not waiting:
                break
            try:
                bound = _bind_position(binding, position, waiting[0], run, advanced)
            except BindingFailure as error:
                failure = error
                break
            if bound:
                taken.add(id(waiting.pop(0)))
    rest = [argument for argument in unbound if id(argument) not in taken]
    if failure is not None and (rest[0].name is None or simple or table.remaining_specs):
        raise failure
    if not rest:
        return
    for spec in table.remaining_specs:
        if spec.lower not in binding.values and _is_remaining(spec, binding.sets):
            values = as_written(rest)
            if len(values) == 1 and type(values[0]) is PSArray:
                values = list(values[0].items)
            binding.trail = None
            _store(binding, spec, PSArray(values), None, run, advanced)
            binding.narrow(spec)
            return
    if simple:
        binding.rest = as_written(rest)
        return
    first = rest[0]
    if first.name is not None:
        raise _no_such_parameter(first.name)
    text = _argument_text(first.value, run)
    raise binding_failure(
        BINDING_EXCEPTION,
        f"A positional parameter cannot be found that accepts argument '{text}'.",
        "PositionalParameterNotFound",
        parameter_name=text,
    )


def _positional(unbound: list[Argument]) -> list[Argument]:
    """What binds by position: not an argument of an unknown name, nor the value that follows one."""
    found: list[Argument] = []
    after_name = False
    for argument in unbound:
        if argument.name is not None:
            after_name = True
        elif after_name:
            after_name = False
        else:
            found.append(argument)
    return found


def as_written(arguments: list[Argument]) -> list[Any]:
    """Arguments as $args shows them: the names that no parameter has are texts."""
    values: list[Any] = []
    for argument in arguments:
        if argument.name is not None:
            values.append(f"-{argument.name}:" if argument.colon else f"-{argument.name}")
            if argument.has_value:
                values.append(argument.value)
        else:
            values.append(argument.value)
    return values


def _argument_text(value: Any, run: Any) -> str:
    return "$null" if value is None else to_text(value, run)


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
            if fits_without_conversion(spec, argument.value, run):
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
