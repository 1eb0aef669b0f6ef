"""Validation attributes: [ValidateSet], [ValidateRange] … on parameters and variables, with their messages."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.binding.parameters import Validator
from rehearsal.engines.powershell.conversion.conversion import to_bool, to_text
from rehearsal.engines.powershell.objects.dictionaries import NetList
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import PSArray
from rehearsal.engines.powershell.operators.comparison import compare
from rehearsal.engines.powershell.operators.regex_translation import IGNORE_CASE, translate

Constant = Callable[[Any], Any]
"""A compiled constant: gives its value in a frame."""
_METADATA = "System.Management.Automation.ValidationMetadataException"


class ValidationFailure(PSException):
    """The message of a validation attribute; `error_id` is ValidateSetFailure and so on."""

    def __init__(self, message: str, error_id: str, inner: PSException | None = None) -> None:
        super().__init__(_METADATA, message, inner, error_id=error_id, category="MetadataError")


def _each(value: Any) -> list[Any]:
    if type(value) is PSArray or isinstance(value, NetList):
        return list(value.items)
    return [value]


def _constant(evaluate: Constant, run: Any) -> Any:
    return evaluate(run.current_frame())


def _validate_set(arguments: list[Constant], named: dict[str, Constant], extent: Any) -> Validator:
    def check(value: Any, run: Any, name: str) -> None:
        allowed = [to_text(_constant(argument, run), run) for argument in arguments]
        ignore = to_bool(_constant(named["ignorecase"], run)) if "ignorecase" in named else True
        known = {text.lower() for text in allowed} if ignore else set(allowed)
        for item in _each(value):
            if item is None:
                raise ValidationFailure(
                    "The argument is null. Provide a valid value for the argument, and then try running the "
                    "command again.",
                    "ArgumentIsNull",
                )
            text = to_text(item, run)
            if (text.lower() if ignore else text) not in known:
                raise ValidationFailure(
                    f'The argument "{text}" does not belong to the set "{",".join(allowed)}" specified by the '
                    f"ValidateSet "
                    "attribute. Supply an argument that is in the set and then try the command again.",
                    "ValidateSetFailure",
                )

    return check


def _validate_range(arguments: list[Constant], named: dict[str, Constant], extent: Any) -> Validator:
    def check(value: Any, run: Any, name: str) -> None:
        low, high = (_constant(argument, run) for argument in arguments)
        for item in _each(value):
            if item is None or not isinstance(item, int | float | Decimal | str):
                raise ValidationFailure(
                    "The argument cannot be validated because its type is not the same type "
                    f"({type_of(low).name}) as the maximum and minimum limits of the parameter. Make sure the "
                    f"argument is of "
                    f"type {type_of(low).name} and then try the command again.",
                    "ValidationRangeElementType",
                )
            try:
                above = compare(high, item, True, run) < 0
                below = compare(low, item, True, run) > 0
            except TerminatingError as failure:
                raise ValidationFailure(failure.record.exception.message, "ValidationRangeElementType") from None
            if below:
                raise ValidationFailure(
                    f"The {to_text(item)} argument is less than the minimum allowed range of {to_text(low)}. Supply an "
                    f"argument that is greater than or equal to {to_text(low)} and then try the command again.",
                    "ValidateRangeTooSmall",
                )
            if above:
                raise ValidationFailure(
                    f"The {to_text(item)} argument is greater than the maximum allowed range of {to_text(high)}. "
                    f"Supply an "
                    f"argument that is less than or equal to {to_text(high)} and then try the command again.",
                    "ValidateRangeTooBig",
                )

    return check


def _validate_pattern(arguments: list[Constant], named: dict[str, Constant], extent: Any) -> Validator:
    def check(value: Any, run: Any, name: str) -> None:
        pattern = to_text(_constant(arguments[0], run), run)
        options = IGNORE_CASE
        if "options" in named:
            text = to_text(_constant(named["options"], run), run).lower()
            options = {"none": 0, "ignorecase": 1}.get(text, -1)
            if options < 0:
                raise run.refusal("options of [ValidatePattern]", extent)
        regex = translate(pattern, options)
        for item in _each(value):
            if item is None:
                raise ValidationFailure(
                    "The argument is null. Provide a valid value for the argument, and then try running the "
                    "command again.",
                    "ArgumentIsNull",
                )
            text = to_text(item, run)
            if regex.pattern.search(text) is None:
                raise ValidationFailure(
                    f'The argument "{text}" does not match the "{pattern}" pattern. Supply an argument that matches '
                    f'"{pattern}" and try the command again.',
                    "ValidatePatternFailure",
                )

    return check


def _validate_length(arguments: list[Constant], named: dict[str, Constant], extent: Any) -> Validator:
    def check(value: Any, run: Any, name: str) -> None:
        low, high = (_constant(argument, run) for argument in arguments)
        for item in _each(value):
            if not isinstance(item, str):
                raise ValidationFailure(
                    "The argument cannot be validated because it is not a string.", "ValidateLengthNotString"
                )
            if len(item) < low:
                raise ValidationFailure(
                    f"The character length ({len(item)}) of the argument is too short. Specify an argument with a "
                    f"length that "
                    f'is greater than or equal to "{low}", and then try the command again.',
                    "ValidateLengthMinLengthFailure",
                )
            if len(item) > high:
                raise ValidationFailure(
                    f"The character length of the {len(item)} argument is too long. Shorten the character length "
                    f"of the "
                    f'argument so it is fewer than or equal to "{high}" characters, and then try the command again.',
                    "ValidateLengthMaxLengthFailure",
                )

    return check


def _validate_count(arguments: list[Constant], named: dict[str, Constant], extent: Any) -> Validator:
    def check(value: Any, run: Any, name: str) -> None:
        low, high = (_constant(argument, run) for argument in arguments)
        count = 0 if value is None else len(_each(value))
        if not (type(value) is PSArray or isinstance(value, NetList) or value is None):
            raise ValidationFailure("Cannot validate the argument count of a scalar.", "NotAnArrayParameter")
        if count < low or count > high:
            if count > high:
                raise ValidationFailure(
                    f"The number of provided arguments, ({count}), exceeds the maximum number of allowed arguments "
                    f"({high}). Provide fewer than {high} arguments, and then try the command again.",
                    "ValidateCountMaxLengthFailure",
                )
            raise ValidationFailure(
                f"The number of provided arguments, ({count}), is fewer than the minimum number of allowed arguments "
                f"({low}). Provide more than {low} arguments, and then try the command again.",
                "ValidateCountMinLengthFailure",
            )

    return check


def _validate_not_null(arguments: list[Constant], named: dict[str, Constant], extent: Any) -> Validator:
    def check(value: Any, run: Any, name: str) -> None:
        if value is None:
            raise ValidationFailure(
                "The argument is null. Provide a valid value for the argument, and then try running the command again.",
                "ArgumentIsNull",
            )
        if type(value) is PSArray and any(item is None for item in value.items):
            raise ValidationFailure(
                "The argument is null or an element of the argument collection contains a null value.", "ArgumentIsNull"
            )

    return check


def _validate_not_null_or_empty(arguments: list[Constant], named: dict[str, Constant], extent: Any) -> Validator:
    message = (
        "The argument is null or empty. Provide an argument that is not null or empty, and then try the command again."
    )

    def check(value: Any, run: Any, name: str) -> None:
        if value is None:
            raise ValidationFailure(message, "ArgumentIsNull")
        if type(value) is str and value == "":
            raise ValidationFailure(message, "ArgumentIsEmpty")
        if type(value) is PSArray or isinstance(value, NetList):
            if not value.items:
                raise ValidationFailure(
                    "The argument is null, empty, or an element of the argument collection contains a null "
                    "value. Supply a "
                    "collection that does not contain any null values and then try the command again.",
                    "ArgumentIsEmpty",
                )
            for item in value.items:
                if item is None or (type(item) is str and item == ""):
                    raise ValidationFailure(
                        "The argument is null, empty, or an element of the argument collection contains a null value. "
                        "Supply a collection that does not contain any null values and then try the command again.",
                        "ArgumentIsNull" if item is None else "ArgumentIsEmpty",
                    )

    return check


def _validate_script(arguments: list[Constant], named: dict[str, Constant], extent: Any) -> Validator:
    def check(value: Any, run: Any, name: str) -> None:
        block = _constant(arguments[0], run)
        for item in _each(value):
            try:
                passed = to_bool(collapse(run.blocks.invoke(block, underscore=item)))
            except TerminatingError as error:
                raise ValidationFailure(error.record.text, "ValidateScriptFailure", error.record.exception) from None
            if not passed:
                raise ValidationFailure(
                    f'The "{block.code.text}" validation script for the argument with value '
                    f'"{to_text(item, run)}" did not '
                    "return a result of True. Determine why the validation script failed, and then try the "
                    "command again.",
                    "ValidateScriptFailure",
                )

    return check


NAMED_ARGUMENTS = {"validatepattern": frozenset({"options"}), "validatescript": frozenset[str]()}
"""Attributes of which only these named arguments are known."""
VALIDATORS: dict[str, Callable[[list[Constant], dict[str, Constant], Any], Validator]] = {
    "validateset": _validate_set,
    "validaterange": _validate_range,
    "validatepattern": _validate_pattern,
    "validatelength": _validate_length,
    "validatecount": _validate_count,
    "validatenotnull": _validate_not_null,
    "validatenotnullorempty": _validate_not_null_or_empty,
    "validatescript": _validate_script,
}
