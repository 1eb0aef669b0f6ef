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
            raise binding_failure(
                BINDING_EXCEPTION,
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
                raise binding_failure(
                    BINDING_EXCEPTION,
                    f"Missing an argument for parameter '{spec.name}'. Specify a parameter of type "
                    f"'{_type_name(spec, run)}' and try again.",
                    "MissingArgument",
                    parameter_name=spec.name,
                )
            source = arguments[index]
            value = source.value
            index += 1
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
    raise binding_failure(
        BINDING_EXCEPTION,
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
