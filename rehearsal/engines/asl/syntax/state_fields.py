"""What the states of all kinds have in common in a definition."""

from collections.abc import Callable
from typing import Any, TypeAlias

from rehearsal.engines.asl.errors import InvalidDefinitionError
from rehearsal.engines.asl.syntax.fields import Fields
from rehearsal.engines.asl.syntax.states import Flow

ParseFlow: TypeAlias = Callable[[Any, str], Flow]
"""Reads the states of a branch or iteration at a location."""

FLOWING = frozenset({"Next", "End", "Output", "Assign"})
HANDLED = frozenset({"Retry", "Catch"})
NOTHING: frozenset[str] = frozenset()
RESULT = frozenset({"result"})

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
