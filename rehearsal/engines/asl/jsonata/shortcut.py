"""Simple conditions and values as Python closures: their syntax alone says what they give.

Covered: names joined by dots from a variable, literals, comparisons, `and`, `or`, `in` an array of literals,
`?:`, parentheses, `$exists`, `$not`, and `&` of strings. Wherever a value's type leaves the plain case (an array on the
way, objects compared, a type error to come, a name that hides a function), the closure raises
NotPlainError and the evaluator decides. `tests/unit/rehearsal/engines/asl/jsonata/test_shortcut.py` holds the two
against each other.
"""

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from rehearsal.engines.asl.jsonata.functions import FUNCTION_NAMES
from rehearsal.engines.asl.jsonata.tree import Symbol
from rehearsal.engines.asl.values import Json

Shortcut: TypeAlias = Callable[[dict[str, Json], dict[str, Json]], Any]
"""(variables, $states) -> JSON, or UNDEFINED."""

UNDEFINED: Any = object()
"""What an expression that gives nothing evaluates to."""

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class NotPlainError(Exception):
    """Only the evaluator knows what this gives."""


def shortcut(node: Symbol) -> Shortcut | None:
    """The closure, None where the syntax isn't covered."""
    if node.predicate is not None or node.group is not None or node.keep_array:
        return None
    match node.type:
        case "path" if node.plain_names is not None and node.starts_at_variable:
            return _path(node.plain_names)
        case "variable" if node.value not in ("", "$"):
            return _path((str(node.value),))
        case "string" | "number" | "value":
            return _constant(node.value)
        case "block" if len(node.expressions) == 1:
            return shortcut(node.expressions[0])
        case "condition":
            return _conditional(node)
        case "function":
            return _call(node)
        case "binary":
            return _binary(node)
        case _:
            return None


def _path(names: tuple[str, ...]) -> Shortcut:
    first, rest = names[0], names[1:]
    of_states = first == "states"

    def read(variables: dict[str, Json], states: dict[str, Json]) -> Any:
        value: Any
        if of_states:
            value = states
        elif first in variables:
            value = variables[first]
        elif first in FUNCTION_NAMES:
            raise NotPlainError
        else:
            return UNDEFINED
        for name in rest:
            if type(value) is dict:
                if name not in value:
                    return UNDEFINED
                value = value[name]
            elif type(value) is list:
                raise NotPlainError
            else:
                return UNDEFINED
        return value

    return read


def _constant(value: Any) -> Shortcut:
    return lambda variables, states: value


def _conditional(node: Symbol) -> Shortcut | None:
    condition, then = shortcut(node.condition), shortcut(node.then)
    otherwise = _constant(UNDEFINED) if node._else is None else shortcut(node._else)
    if condition is None or then is None or otherwise is None:
        return None
    return lambda variables, states: (then if _truth(condition(variables, states)) else otherwise)(variables, states)


def _call(node: Symbol) -> Shortcut | None:
    if node.procedure.type != "variable" or node.procedure.predicate is not None or len(node.arguments) != 1:
        return None
    argument = shortcut(node.arguments[0])
    name = node.procedure.value
    if argument is None or name not in ("exists", "not"):
        return None

    def call(variables: dict[str, Json], states: dict[str, Json]) -> Any:
        if name in variables:
            raise NotPlainError
        value = argument(variables, states)
        if name == "exists":
            return value is not UNDEFINED
        return UNDEFINED if value is UNDEFINED else not _truth(value)

    return call


def _binary(node: Symbol) -> Shortcut | None:
    sign = str(node.value)
    left = shortcut(node.lhs)
    if left is None:
        return None
    if sign == "in":
        items = _literals(node.rhs)
        return None if items is None else lambda variables, states: _member(left(variables, states), items)
    right = shortcut(node.rhs)
    if right is None:
        return None
    match sign:
        case "and":
            return lambda variables, states: _truth(left(variables, states)) and _truth(right(variables, states))
        case "or":
            return lambda variables, states: _truth(left(variables, states)) or _truth(right(variables, states))
        case "=":
            return lambda variables, states: _equal(left(variables, states), right(variables, states), True)
        case "!=":
            return lambda variables, states: _equal(left(variables, states), right(variables, states), False)
        case "&":
            return lambda variables, states: _joined(left(variables, states), right(variables, states))
        case _ if sign in _COMPARISONS:
            compare = _COMPARISONS[sign]
            return lambda variables, states: _compared(left(variables, states), right(variables, states), compare)
        case _:
            return None


def _literals(node: Symbol) -> tuple[Any, ...] | None:
    """The items of an array of literals."""
    if node.type != "unary" or str(node.value) != "[" or node.predicate is not None or node.group is not None:
        return None
    if any(item.type not in ("string", "number", "value") or item.predicate is not None for item in node.expressions):
        return None
    return tuple(item.value for item in node.expressions)


def _truth(value: Any) -> bool:
    """`$boolean`, of anything but arrays; undefined is false."""
    if type(value) is list:
        raise NotPlainError
    return value is not UNDEFINED and bool(value)


def _same(one: Any, other: Any) -> bool:
    if type(one) in (dict, list) or type(other) in (dict, list):
        raise NotPlainError
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other
    if isinstance(one, str) or isinstance(other, str):
        return type(one) is type(other) and one == other
    return float(one) == float(other)


def _equal(one: Any, other: Any, wanted: bool) -> bool:
    if one is UNDEFINED or other is UNDEFINED:
        return False
    return _same(one, other) is wanted


def _member(value: Any, items: tuple[Any, ...]) -> bool:
    if value is UNDEFINED:
        return False
    return any(_same(item, value) for item in items)


def _compared(one: Any, other: Any, compare: Callable[[Any, Any], bool]) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return compare(one, other)
    for value in (one, other):
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise NotPlainError
    return compare(one, other) if type(one) is type(other) else compare(float(one), float(other))


def _joined(one: Any, other: Any) -> str:
    if not isinstance(one, str) or not isinstance(other, str):
        raise NotPlainError
    return one + other
