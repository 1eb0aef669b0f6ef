"""What an argument becomes for its parameter: transformed, converted, validated."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.binding.argument_validation import validate_argument
from rehearsal.engines.powershell.binding.binding import (
    BINDING_EXCEPTION,
    TRANSFORMATION_EXCEPTION,
    BindingFailure,
    binding_failure,
)
from rehearsal.engines.powershell.binding.parameters import ParameterSpec
from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.conversion.conversion_errors import convert_error
from rehearsal.engines.powershell.objects.dictionaries import NetList
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    FLOAT_TYPES,
    INTEGER_TYPES,
    PSArray,
    PSObject,
    SwitchParameter,
)

_ANYTHING = frozenset({"System.Object", "System.Management.Automation.PSObject"})
"""Types that take every value as it is."""


def fits_without_conversion(spec: ParameterSpec, value: Any, run: Any) -> bool:
    target = run.types.of_parameter(spec)
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


def convert_argument(spec: ParameterSpec, value: Any, run: Any, advanced: bool = True) -> Any:
    """The value as the parameter takes it. Raises BindingFailure."""
    if value is AUTOMATION_NULL:
        value = None
    kind = type(value)
    target = run.types.of_parameter(spec) if spec.has_conversion else None
    if target is not None:
        if spec.is_switch:
            if kind is not SwitchParameter:
                if kind is bool:
                    value = SwitchParameter(value)
                else:
                    value = _converted(spec, value, target, run, advanced)
        elif (kind is not target.represents or target.element is not None) and target.full_name not in _ANYTHING:
            value = _converted(spec, value, target, run, advanced)
    if spec.validators or (spec.mandatory_anywhere and (type(value) is not str or value == "")):
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
        _check_boolean(spec, value, target, run)
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
        raise binding_failure(
            BINDING_EXCEPTION,
            f"Cannot bind parameter '{spec.name}'. {failure.message}",
            "CannotConvertArgumentNoMessage",
            inner=failure,
            parameter_name=spec.name,
        ) from None


def _is_scalar(target: Any) -> bool:
    return target.value_type or target.full_name in ("System.String", "System.Management.Automation.ScriptBlock")


def _cannot_convert(spec: ParameterSpec, value: Any, target: Any) -> BindingFailure:
    return binding_failure(
        BINDING_EXCEPTION,
        f"Cannot convert '{type_of(value).full_name}' to the type '{target.full_name}' required by parameter "
        f"'{spec.name}'. Specified method is not supported.",
        "CannotConvertArgument",
        parameter_name=spec.name,
    )


def _transformation_failure(spec: ParameterSpec, failure: PSException) -> BindingFailure:
    return binding_failure(
        TRANSFORMATION_EXCEPTION,
        f"Cannot process argument transformation on parameter '{spec.name}'. {failure.message}",
        "ParameterArgumentTransformationError",
        "InvalidData",
        inner=PSException(
            "System.Management.Automation.ArgumentTransformationMetadataException", failure.message, failure
        ),
        parameter_name=spec.name,
    )


def _check_boolean(spec: ParameterSpec, value: Any, target: Any, run: Any) -> None:
    base = value.base if type(value) is PSObject else value
    if base is None and target.full_name != "System.Boolean":
        if spec.is_function:
            return
        raise run.refusal(f"$null for the switch -{spec.name}", None)
    kind = type(base)
    if kind is bool or kind is SwitchParameter or kind in INTEGER_TYPES or kind in FLOAT_TYPES or kind is Decimal:
        return
    shown = "" if base is None else type_of(base).full_name
    message = (
        f'Cannot convert value "{shown}" to type "{target.full_name}". Boolean parameters accept only Boolean values '
        "and numbers, such as $True, $False, 1 or 0."
    )
    failure = convert_error(message, "InvalidCastFromAnyTypeToBool")
    if spec.is_function:
        raise _transformation_failure(spec, failure)
    raise binding_failure(
        BINDING_EXCEPTION,
        f"Cannot convert '{'' if base is None else type_of(base).full_name}' to the type '{target.full_name}' "
        f"required by "
        f"parameter '{spec.name}'. ",
        "CannotConvertArgument",
        parameter_name=spec.name,
    )
