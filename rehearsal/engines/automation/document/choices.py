"""Conditions of aws:branch and aws:loop: checked when the runbook is loaded, evaluated with their values filled in.

A `Variable` whose output has no value (None here) compares false with everything, so that `Not` holds for it: the SSM
user guide branches on outputs whose selector may find nothing ("Creating dynamic automations with conditional
branching", DescribeInstances' Platform).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rehearsal.engines.automation.document.placeholders import as_text
from rehearsal.engines.automation.errors import StepFailedError

_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "StringEquals": lambda have, want: _text(have) == _text(want),
    "EqualsIgnoreCase": lambda have, want: _text(have).lower() == _text(want).lower(),
    "StartsWith": lambda have, want: _text(have).startswith(_text(want)),
    "EndsWith": lambda have, want: _text(have).endswith(_text(want)),
    "Contains": lambda have, want: _text(want) in _text(have),
    "NumericEquals": lambda have, want: _number(have) == _number(want),
    "NumericGreater": lambda have, want: _number(have) > _number(want),
    "NumericLesser": lambda have, want: _number(have) < _number(want),
    "NumericGreaterOrEquals": lambda have, want: _number(have) >= _number(want),
    "NumericLesserOrEquals": lambda have, want: _number(have) <= _number(want),
    "BooleanEquals": lambda have, want: _boolean(have) == _boolean(want),
}
OPERATIONS = frozenset(_TESTS)
JOINS = ("And", "Or", "Not")


def holds(choice: Mapping[str, Any]) -> bool:
    """Whether a choice whose placeholders are filled holds. Raises StepFailedError for a value of the wrong type."""
    if "And" in choice:
        return all(holds(inner) for inner in choice["And"])
    if "Or" in choice:
        return any(holds(inner) for inner in choice["Or"])
    if "Not" in choice:
        return not holds(choice["Not"])
    operator = next(key for key in choice if key in _TESTS)
    if choice["Variable"] is None:
        return False
    try:
        return _TESTS[operator](choice["Variable"], choice[operator])
    except (TypeError, ValueError) as error:
        raise StepFailedError(f"{operator} on {choice['Variable']!r}: {error}") from None


def problems(choice: Any, place: str, *, goes: bool) -> Iterator[str]:
    """What is wrong with a condition, each with its place; `goes`: it is a choice, which needs a NextStep."""
    if not isinstance(choice, dict):
        yield f"{place} is {type(choice).__name__}, expected a map with Variable and one operation"
        return
    if goes and not isinstance(choice.get("NextStep"), str):
        yield f"{place}.NextStep is missing, expected the name of a step"
    own = {key: value for key, value in choice.items() if key != "NextStep" or not goes}
    joins = [key for key in JOINS if key in own]
    if joins:
        yield from _joined(own, joins, place)
        return
    if unknown := sorted(set(own) - OPERATIONS - {"Variable"}):
        yield f"{place}.{unknown[0]} is no operation; known: {', '.join(sorted(OPERATIONS))}, {', '.join(JOINS)}"
        return
    if "Variable" not in own:
        yield f"{place}.Variable is missing, expected a parameter or an output"
    operations = [key for key in own if key != "Variable"]
    if len(operations) != 1:
        yield f"{place} has {len(operations)} operations ({', '.join(operations)}), expected one"
        return
    if (expected := _misfit(operations[0], own[operations[0]])) is not None:
        yield f"{place}.{operations[0]} is {own[operations[0]]!r}, expected {expected}"


def _misfit(operation: str, wanted: Any) -> str | None:
    """What the operation's value should have been; None when it will do."""
    if isinstance(wanted, str) and "{{" in wanted:
        return None
    try:
        if operation.startswith("Numeric"):
            _number(wanted)
        elif operation == "BooleanEquals":
            _boolean(wanted)
    except (TypeError, ValueError):
        return "a Boolean" if operation == "BooleanEquals" else "a number"
    return None


def _joined(own: Mapping[str, Any], joins: list[str], place: str) -> Iterator[str]:
    if len(own) != 1:
        yield f"{place} has {', '.join(sorted(own))}, expected {joins[0]} alone"
        return
    inner = own[joins[0]]
    if joins[0] == "Not":
        yield from problems(inner, f"{place}.Not", goes=False)
        return
    if not isinstance(inner, list) or not inner:
        yield f"{place}.{joins[0]} is {type(inner).__name__}, expected a list of conditions"
        return
    for number, each in enumerate(inner):
        yield from problems(each, f"{place}.{joins[0]}[{number}]", goes=False)


def _text(value: Any) -> str:
    """Lists and maps are refused: AWS doesn't say how they compare."""
    if isinstance(value, list | dict):
        raise TypeError("no text")
    return as_text(value)


def _number(value: Any) -> float:
    if isinstance(value, bool):
        raise TypeError("no number")
    return float(value)


def _boolean(value: Any) -> bool:
    text = str(value).lower()
    if text not in ("true", "false"):
        raise ValueError("no Boolean")
    return text == "true"
