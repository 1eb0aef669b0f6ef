"""The conditions of aws:branch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rehearsal.automation.errors import StepFailedError

_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "StringEquals": lambda have, want: str(have) == str(want),
    "EqualsIgnoreCase": lambda have, want: str(have).lower() == str(want).lower(),
    "StartsWith": lambda have, want: str(have).startswith(str(want)),
    "EndsWith": lambda have, want: str(have).endswith(str(want)),
    "Contains": lambda have, want: str(want) in str(have),
    "NumericEquals": lambda have, want: float(have) == float(want),
    "NumericGreater": lambda have, want: float(have) > float(want),
    "NumericLesser": lambda have, want: float(have) < float(want),
    "NumericGreaterOrEquals": lambda have, want: float(have) >= float(want),
    "NumericLesserOrEquals": lambda have, want: float(have) <= float(want),
    "BooleanEquals": lambda have, want: _boolean(have) == _boolean(want),
}


def holds(choice: Mapping[str, Any]) -> bool:
    """Whether a choice whose placeholders are filled holds. Raises StepFailedError for a value of the wrong type."""
    if "And" in choice:
        return all(holds(inner) for inner in choice["And"])
    if "Or" in choice:
        return any(holds(inner) for inner in choice["Or"])
    if "Not" in choice:
        return not holds(choice["Not"])
    operator = next(key for key in choice if key in _TESTS)
    try:
        return _TESTS[operator](choice["Variable"], choice[operator])
    except ValueError as error:
        raise StepFailedError(f"{operator} on {choice['Variable']!r}: {error}") from None


def _boolean(value: Any) -> bool:
    text = str(value).lower()
    if text not in ("true", "false"):
        raise ValueError("not a Boolean")
    return text == "true"
