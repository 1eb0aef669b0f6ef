"""Which parameter set a call means, and which mandatory parameters it lacks."""

from __future__ import annotations

from rehearsal.engines.powershell.binding.binding import BINDING_EXCEPTION, Binding, BindingFailure, binding_failure
from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.binding.signatures import ALL_SETS


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
    return binding_failure(
        BINDING_EXCEPTION,
        "Parameter set cannot be resolved using the specified named parameters.",
        "AmbiguousParameterSet",
    )


def _missing_failure(missing: list[ParameterSpec]) -> BindingFailure:
    names = " ".join(spec.name for spec in missing)
    return binding_failure(
        BINDING_EXCEPTION,
        f"Cannot process command because of one or more missing mandatory parameters: {names}.",
        "MissingMandatoryParameter",
        parameter_name=names,
    )
