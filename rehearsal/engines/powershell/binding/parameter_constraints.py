"""What a parameter's variable keeps from its declaration: later assignments are converted and validated, too."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.parameters import ParameterSpec, Validator
from rehearsal.engines.powershell.conversion.conversion import convert, to_text
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.engines.powershell.operators.arithmetic import cast_error


def constraint_of(spec: ParameterSpec, run: Any) -> Any:
    """What later assignments to a typed or validated parameter variable go through; None: anything goes."""
    try:
        return run.types.constraints[spec]
    except KeyError:
        made = run.types.constraints[spec] = _constraint(spec, run)
        return made


def _constraint(spec: ParameterSpec, run: Any) -> Any:
    if not spec.has_conversion and not spec.validators:
        return None
    target = run.types.of_parameter(spec) if spec.has_conversion else None

    def check(value: Any) -> Any:
        if target is not None:
            try:
                value = convert(value, target, run)
            except PSException as failure:
                raise cast_error(failure) from None
        for validator in spec.validators:
            validate_variable(validator, value, spec.name, run)
        return value

    return check


def validate_variable(validator: Validator, value: Any, name: str, run: Any, *, known: bool = True) -> None:
    """A validation attribute of a variable; `known`: the variable exists already."""
    try:
        validator(value, run, name)
    except PSException:
        text = "$null" if value is None else to_text(value, run)
        message = (
            f"The variable cannot be validated because the value {text} is not a valid value for the {name} variable."
            if known
            else f"The attribute cannot be added because variable {name} with value {text} would no longer be valid."
        )
        failure = PSException("System.Management.Automation.ValidationMetadataException", message)
        failure.record = ErrorRecord(failure, "ValidateSetFailure", "MetadataError", None)
        raise TerminatingError(failure.record) from None
