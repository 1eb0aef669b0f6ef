"""The fields that states of several kinds have: Next and End, Assign, Retry and Catch."""

from collections.abc import Callable
from typing import Any, TypeAlias

from rehearsal.engines.asl.errors import InvalidDefinitionError, States
from rehearsal.engines.asl.syntax.fields import Fields
from rehearsal.engines.asl.syntax.states import SECONDS_MAX, Assign, Catcher, Flow, JitterStrategy, Retrier
from rehearsal.engines.asl.syntax.template import Template

ParseFlow: TypeAlias = Callable[[Any, str], Flow]
"""Reads the states of a branch or iteration at a location."""

MAX_DELAY_SECONDS_MAX = 31_622_400
VARIABLE_NAME_MAX = 80

FLOWING = frozenset({"Next", "End", "Output", "Assign"})
HANDLED = frozenset({"Retry", "Catch"})
NOTHING: frozenset[str] = frozenset()
RESULT = frozenset({"result"})
_ERROR_OUTPUT = frozenset({"errorOutput"})

_COMMON = frozenset({"Type", "Comment", "QueryLanguage"})
_JSONPATH = frozenset(
    {
        *("InputPath", "OutputPath", "ResultPath", "ResultSelector", "Parameters", "Result"),
        *("ItemsPath", "MaxConcurrencyPath", "ToleratedFailureCountPath", "ToleratedFailurePercentagePath"),
        *("SecondsPath", "TimestampPath", "TimeoutSecondsPath", "HeartbeatSecondsPath", "ErrorPath", "CausePath"),
    }
)


def allow(fields: Fields, names: frozenset[str] | set[str]) -> None:
    """Refuses every field that the state doesn't have."""
    fields.allow(_COMMON | names, jsonpath=_JSONPATH)


def next_state(fields: Fields) -> str | None:
    """The following state, None at the end."""
    ends = fields.raw.get("End", False)
    if type(ends) is not bool:
        raise InvalidDefinitionError("The field 'End' must be a boolean", fields.at("End"))
    if ends == ("Next" in fields):
        raise InvalidDefinitionError("A state takes exactly one of [Next, End]", fields.location)
    return fields.optional_text("Next")


def parse_assign(fields: Fields, field: str, sees: frozenset[str]) -> Assign:
    if "Assign" not in fields:
        return ()
    assigned = Fields(fields.raw["Assign"], fields.at("Assign"))
    for variable in assigned.raw:
        if not variable.isidentifier() or len(variable) > VARIABLE_NAME_MAX or variable == "states":
            raise InvalidDefinitionError(f"'{variable}' can't be the name of a variable", assigned.at(variable))
    return tuple((name, _required(assigned.template(name, f"{field}/{name}", sees))) for name in assigned.raw)


def _required(template: Template | None) -> Template:
    assert template is not None
    return template


def _error_equals(handlers: list[Fields], kind: str) -> list[tuple[str, ...]]:
    names = []
    for position, handler in enumerate(handlers):
        errors = handler.array("ErrorEquals")
        where = handler.at("ErrorEquals")
        if not all(isinstance(error, str) for error in errors):
            raise InvalidDefinitionError("ErrorEquals takes strings", where)
        if States.ALL in errors and (len(errors) > 1 or position < len(handlers) - 1):
            raise InvalidDefinitionError(f"States.ALL must stand alone, in the last of [{kind}]", where)
        names.append(tuple(errors))
    return names


def parse_retry(fields: Fields) -> tuple[Retrier, ...]:
    if "Retry" not in fields or fields.raw["Retry"] == []:
        return ()
    retriers = list(fields.objects("Retry"))
    return tuple(
        _retrier(retrier, errors) for retrier, errors in zip(retriers, _error_equals(retriers, "Retry"), strict=True)
    )


def _retrier(retrier: Fields, errors: tuple[str, ...]) -> Retrier:
    retrier.allow(
        {
            "ErrorEquals",
            "IntervalSeconds",
            "MaxAttempts",
            "BackoffRate",
            "MaxDelaySeconds",
            "JitterStrategy",
            "Comment",
        }
    )
    interval = retrier.integer("IntervalSeconds", 1, least=1, most=SECONDS_MAX)
    max_delay = None
    if "MaxDelaySeconds" in retrier:
        max_delay = retrier.integer("MaxDelaySeconds", 0, least=1, most=MAX_DELAY_SECONDS_MAX - 1)
    return Retrier(
        error_equals=errors,
        interval_s=interval,
        max_attempts=retrier.integer("MaxAttempts", 3, least=0, most=SECONDS_MAX),
        backoff_rate=retrier.number("BackoffRate", 2.0, least=1.0),
        max_delay_s=max_delay,
        jitter=JitterStrategy(retrier.choice("JitterStrategy", tuple(JitterStrategy), JitterStrategy.NONE)),
    )


def parse_catch(fields: Fields) -> tuple[Catcher, ...]:
    if "Catch" not in fields or fields.raw["Catch"] == []:
        return ()
    catchers = list(fields.objects("Catch"))
    return tuple(
        _catcher(catcher, errors, position)
        for position, (catcher, errors) in enumerate(zip(catchers, _error_equals(catchers, "Catch"), strict=True))
    )


def _catcher(catcher: Fields, errors: tuple[str, ...], position: int) -> Catcher:
    catcher.allow({"ErrorEquals", "Next", "Output", "Assign", "Comment"}, jsonpath={"ResultPath"})
    field = f"Catch[{position}]"
    return Catcher(
        error_equals=errors,
        next=catcher.text("Next"),
        output=catcher.template("Output", f"{field}/Output", _ERROR_OUTPUT),
        assign=parse_assign(catcher, f"{field}/Assign", _ERROR_OUTPUT),
    )
