"""What a parameter accepts: null, emptiness and its validation attributes."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.binding.binding import VALIDATION_EXCEPTION, BindingFailure, binding_failure
from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.objects.dictionaries import NetList
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.values import PSArray

_MAY_BE_EMPTY = frozenset({"inputobject", "message", "object", "value", "messagedata"})


def validate_argument(spec: ParameterSpec, value: Any, run: Any) -> None:
    """Mandatory parameters refuse null and emptiness unless allowed; then the validation attributes in order."""
    if spec.mandatory_anywhere and (spec.is_function or spec.lower not in _MAY_BE_EMPTY):
        _check_emptiness(spec, value, run)
    for validator in spec.validators:
        try:
            validator(value, run, spec.name)
        except PSException as failure:
            raise binding_failure(
                VALIDATION_EXCEPTION,
                f"Cannot validate argument on parameter '{spec.name}'. {failure.message}",
                "ParameterArgumentValidationError",
                "InvalidData",
                inner=failure,
                parameter_name=spec.name,
            ) from None


def _check_emptiness(spec: ParameterSpec, value: Any, run: Any) -> None:
    """What is asked depends on the parameter's type: only a String refuses '', only a collection's elements are looked
    at; an untyped parameter or an Object takes both.
    """
    if value is None:
        if not spec.allow_null:
            raise _not_allowed(spec, "null", "NullNotAllowed")
        return
    wanted: NetType | None = run.types.of_parameter(spec)
    # a type that only a cmdlet's own module knows has a name, too
    name = wanted.full_name if wanted is not None else spec.type_name
    if name in ("", "System.Object"):
        return
    if name == "System.String":
        _check_text(spec, value)
    elif name.endswith("]") and type(value) is PSArray:
        if not value.items and not spec.allow_empty_collection:
            raise _not_allowed(spec, "an empty array", "EmptyArrayNotAllowed")
        for item in value.items:
            if item is None and not spec.allow_null:
                raise _not_allowed(spec, "null", "NullNotAllowed")
            if name == "System.String[]":
                _check_text(spec, item)
    elif isinstance(value, NetList) and not value.items and not spec.allow_empty_collection:
        raise _not_allowed(spec, "an empty collection", "EmptyCollectionNotAllowed")


def _check_text(spec: ParameterSpec, value: Any) -> None:
    if type(value) is str and value == "" and not spec.allow_empty_string:
        raise _not_allowed(spec, "an empty string", "EmptyStringNotAllowed")


def _not_allowed(spec: ParameterSpec, what: str, error: str) -> BindingFailure:
    return binding_failure(
        VALIDATION_EXCEPTION,
        f"Cannot bind argument to parameter '{spec.name}' because it is {what}.",
        f"ParameterArgumentValidationError{error}",
        "InvalidData",
        parameter_name=spec.name,
    )
