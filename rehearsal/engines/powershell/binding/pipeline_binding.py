"""Binds a piped object: by value or by property name, without conversion before with."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.argument_conversion import convert_argument, fits_without_conversion
from rehearsal.engines.powershell.binding.binding import VALIDATION_EXCEPTION, Binding, BindingFailure
from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.binding.signatures import ALL_SETS
from rehearsal.engines.powershell.members.property_reading import get_property, has_property
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.values import NetObject


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
                if not convert_first and not fits_without_conversion(spec, item, run):
                    continue
                try:
                    bound[spec.lower] = convert_argument(spec, item, run, advanced)
                except BindingFailure as error:
                    # a failed conversion only means that this parameter doesn't take the object
                    if error.record.exception.short_name == VALIDATION_EXCEPTION:
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
        if has_property(value, name, run):
            return get_property(value, name, run)
    return _ABSENT
