"""What a parameter's variable keeps from its declaration: later assignments are converted and validated, too."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.operators.arithmetic import cast_error


def constraint_of(spec: ParameterSpec, run: Any) -> Any:
    """What later assignments to a typed or validated parameter variable go through; None: anything goes."""
    try:
        return run.constraints[spec]
    except KeyError:
        made = run.constraints[spec] = _constraint(spec, run)
        return made


def _constraint(spec: ParameterSpec, run: Any) -> Any:
    if not spec.has_conversion and not spec.validators:
        return None
    target = run.type_of_parameter(spec) if spec.has_conversion else None

    def check(value: Any) -> Any:
        if target is not None:
            try:
                value = convert(value, target, run)
            except PSException as failure:
                raise cast_error(failure) from None
        for validator in spec.validators:
            run.validate_variable(validator, value, spec.name)
        return value

    return check
