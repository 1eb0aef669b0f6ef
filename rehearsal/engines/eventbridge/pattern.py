"""Event patterns: checked once, then matched against events as EventBridge matches them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, TypeAlias

from rehearsal.engines.eventbridge.errors import InvalidPatternError
from rehearsal.engines.eventbridge.event_fields import EventFields, Place
from rehearsal.engines.eventbridge.operators import Absent, Test, parse_test

PATTERN_CHARACTERS_MAX = 4096
ALTERNATIVES_MAX = 1000

NOT_INSIDE_OR = frozenset(
    [
        "exactly", "equals-ignore-case", "prefix", "suffix", "anything-but", "exists", "wildcard", "numeric", "cidr",
        "=", "<", "<=", ">", ">=", "regex", "not-wildcard", "not-equals-ignore-case", "date-after", "date-on-or-after",
        "date-before", "date-on-or-before", "in-date-range", "ip-address-in-range", "ip-address-not-in-range",
    ]
)  # fmt: skip
"""Names that no field below `$or` may have. Source: Event Ruler's reserved names."""

Conjunction: TypeAlias = "tuple[Field, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The field at a dotted path passes one of the tests."""

    path: str
    tests: tuple[Test, ...]
    absence_passes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Matches when all fields of one alternative do; alternatives come from `$or`."""

    alternatives: tuple[Conjunction, ...]

    def matches(self, event: Mapping[str, Any] | EventFields) -> bool:
        fields = event if isinstance(event, EventFields) else EventFields(event)
        return any(_all_pass(fields, alternative, {}) for alternative in self.alternatives)


def matches(pattern: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    """What TestEventPattern answers. Raises InvalidPatternError."""
    return compile_pattern(pattern).matches(event)


def compile_pattern(pattern: Mapping[str, Any] | str) -> Pattern:
    """The same object for the same text. Raises InvalidPatternError."""
    return _compile(pattern if isinstance(pattern, str) else json.dumps(pattern, separators=(",", ":")))


@lru_cache(maxsize=512)
def _compile(text: str) -> Pattern:
    if len(text) > PATTERN_CHARACTERS_MAX:
        raise InvalidPatternError(f"The pattern has more than {PATTERN_CHARACTERS_MAX} characters")
    try:
        raw = json.loads(text)
    except ValueError as broken:
        raise InvalidPatternError(f"Not JSON: {broken}") from broken
    if not isinstance(raw, dict):
        raise InvalidPatternError("Filter is not an object")
    alternatives = tuple(tuple(alternative) for alternative in _alternatives(raw, "", inside_or=False))
    return Pattern(alternatives=alternatives)


def _alternatives(raw: dict[str, Any], path: str, *, inside_or: bool) -> list[list[Field]]:
    """The ways in which the object can match, each a list of fields that must all pass."""
    if not raw:
        raise InvalidPatternError("Empty objects are not allowed", path)
    choices: list[list[list[Field]]] = []
    for name, value in raw.items():
        below = f"{path}.{name}" if path else name
        if name == "$or":
            choices.append(_or(value, path))
        elif inside_or and name in NOT_INSIDE_OR:
            raise InvalidPatternError(f"{name} is a reserved name, which cannot be used inside $or", below)
        elif isinstance(value, dict):
            choices.append(_alternatives(value, below, inside_or=inside_or))
        elif isinstance(value, list) and value:
            tests = tuple(parse_test(item, below) for item in value)
            absence = any(isinstance(test, Absent) for test in tests)
            choices.append([[Field(path=below, tests=tests, absence_passes=absence)]])
        else:
            raise InvalidPatternError(f'"{name}" must be an object or a non-empty array', below)
    if prod(map(len, choices)) > ALTERNATIVES_MAX:
        raise InvalidPatternError(f"$or makes more than {ALTERNATIVES_MAX} combinations", path)
    return [[field for part in combination for field in part] for combination in product(*choices)]


def _or(raw: Any, path: str) -> list[list[Field]]:
    if not isinstance(raw, list) or len(raw) < 2 or not all(isinstance(item, dict) for item in raw):
        raise InvalidPatternError("$or takes an array of at least two objects", path)
    found = [alternative for item in raw for alternative in _alternatives(item, path, inside_or=True)]
    if len(found) > ALTERNATIVES_MAX:
        raise InvalidPatternError(f"$or makes more than {ALTERNATIVES_MAX} combinations", path)
    return found


def _all_pass(fields: EventFields, wanted: Conjunction, chosen: Place) -> bool:
    """Whether the fields pass together: values out of one array of objects must come from one element of it."""
    if not wanted:
        return True
    field, *rest = wanted
    if field.absence_passes and not fields.has(field.path) and _all_pass(fields, tuple(rest), chosen):
        return True
    return any(_all_pass(fields, tuple(rest), chosen | place) for place in _places(fields, field, chosen))


def _places(fields: EventFields, field: Field, chosen: Place) -> Iterator[Place]:
    for value, place in fields.values(field.path):
        compatible = all(chosen.get(array, index) == index for array, index in place.items())
        if compatible and any(test.passes(value) for test in field.tests):
            yield place
