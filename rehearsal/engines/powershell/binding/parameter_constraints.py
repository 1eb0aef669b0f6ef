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


def validate_variable(validator: Validator, value: Any, name: str, run: Any) -> None:
    """A validation attribute of a variable."""
    try:
        validator(value, run, name)
    except PSException as failure:
        message = (
            f"The variable cannot be validated because the value {to_text(value, run)} is not a valid value "
            f"for the {name} variable."
        )
        inner = PSException("System.Management.Automation.ValidationMetadataException", message, failure)
        record = ErrorRecord(inner, failure.error_id or "ValidateSetFailure", "MetadataError", None)
        inner.record = record
        raise TerminatingError(record) from None
