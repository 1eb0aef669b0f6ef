"""-eq -ne -lt -le -gt -ge -contains -in on single values and, filtering, on collections at the left."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert, to_bool, to_text
from rehearsal.engines.powershell.conversion.to_numbers import to_number
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary, NetList
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.string_order import compare_text, equal_text
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import (
    AUTOMATION_NULL,
    NUMBER_TYPES,
    Char,
    EnumValue,
    NetObject,
    PSArray,
    PSCustomObject,
    PSObject,
    SwitchParameter,
)

_NUMERIC = (int, float, Decimal)


def equals(left: Any, right: Any, ignore_case: bool = True, run: Any = None) -> bool:
    """LanguagePrimitives.Equals: the right side is converted to the left's type; what can't be is not equal."""
    first, second = type(left), type(right)
    if first is PSObject:
        return equals(left.base, right, ignore_case, run)
    if second is PSObject:
        return equals(left, right.base, ignore_case, run)
    if left is None or left is AUTOMATION_NULL:
        return right is None or right is AUTOMATION_NULL
    if right is None or right is AUTOMATION_NULL:
        return False
    if first is str:
        return equal_text(left, right if second is str else to_text(right, run), ignore_case)
    if first is bool:
        return bool(left == to_bool(right))
    if isinstance(left, _NUMERIC):
        return _number_equals(left, right)
    if first is Char:
        if second is Char:
            return left == right or (ignore_case and left.lower() == right.lower())
        if second is str:
            return str(left) == right or (ignore_case and left.lower() == right.lower())
        return isinstance(right, int) and ord(left) == right
    if left is right:
        return True
    if first is EnumValue:
        if second is EnumValue:
            return left.value == right.value and left.enum is right.enum
        try:
            return bool(left.value == convert(right, left.enum, run).value)
        except PSException:
            return isinstance(right, int) and left.value == right
    if first is SwitchParameter:
        return bool(left.present == to_bool(right))
    if isinstance(left, NetObject):
        if first is PSCustomObject or first is PSArray:
            return False
        if second is not first and not isinstance(left, NetDictionary | NetList | NetType):
            try:
                right = convert(right, type_of(left), run)
            except PSException:
                return False
        if isinstance(left, NetType) and second is str:
            return left.full_name.lower() == str(right).lower()
        return left.ps_equals(right, ignore_case)
    return False


def _number_equals(left: Any, right: Any) -> bool:
    second = type(right)
    if second is str:
        try:
            return bool(left == to_number(right))
        except PSException:
            return False
    if isinstance(right, _NUMERIC):
        return bool(left == right)
    if second is Char:
        return bool(left == ord(right))
    if second is EnumValue:
        return bool(left == right.value)
    if second is SwitchParameter:
        return bool(left == int(right.present))
    return False


def compare(left: Any, right: Any, ignore_case: bool = True, run: Any = None) -> int:
    """Negative, zero or positive. Raises TerminatingError when the values can't be ordered."""
    first, second = type(left), type(right)
    if first is int and second is int:
        order: int = (left > right) - (left < right)
        return order
    if first is PSObject:
        return compare(left.base, right, ignore_case, run)
    if second is PSObject:
        return compare(left, right.base, ignore_case, run)
    left_null = left is None or left is AUTOMATION_NULL
    right_null = right is None or right is AUTOMATION_NULL
    if left_null:
        if right_null:
            return 0
        return 1 if isinstance(right, _NUMERIC) and second is not bool and right < 0 else -1
    if right_null:
        return -1 if isinstance(left, _NUMERIC) and first is not bool and left < 0 else 1
    if first is str:
        return compare_text(left, right if second is str else to_text(right, run), ignore_case)
    if isinstance(left, _NUMERIC) and first is not bool:
        return _compare_number(left, right)
    if first is bool:
        other = to_bool(right)
        return bool(left > other) - bool(left < other)
    if first is Char:
        return _compare_char(left, right, ignore_case)
    if first is EnumValue:
        other_value = _converted(left, right, run).value
        return bool(left.value > other_value) - bool(left.value < other_value)
    if isinstance(left, NetObject):
        if second is not first:
            right = _converted(left, right, run)
        made = left.ps_compare(right, ignore_case)
        if made is not None:
            return made
    raise runtime_error(
        f'Cannot compare "{to_text(left, run)}" because it is not IComparable.', "NotIcomparable", "InvalidOperation"
    )


def _compare_char(left: str, right: Any, ignore_case: bool) -> int:
    if isinstance(right, str) and len(right) == 1:
        # Char.CompareTo: by code, whatever the case
        return (left > right) - (left < right)
    if isinstance(right, str):
        raise _comparison_failure(
            left, right, PSException("System.FormatException", "String must be exactly one character long.")
        )
    return _compare_number(ord(left), right)


def _compare_number(left: Any, right: Any) -> int:
    try:
        other = to_number(right)
    except PSException as failure:
        raise _comparison_failure(left, right, failure) from None
    except TypeError:
        cause = PSException(
            "System.InvalidCastException",
            f'Cannot convert the "{to_text(right)}" value of type "{type_of(right).full_name}" to type '
            f'"{type_of(left).full_name}".',
        )
        raise _comparison_failure(left, right, cause) from None
    if isinstance(left, float) and left != left:
        return 0 if isinstance(other, float) and other != other else -1
    return bool(left > other) - bool(left < other)


def _converted(left: Any, right: Any, run: Any) -> Any:
    try:
        return convert(right, type_of(left), run)
    except PSException as failure:
        raise _comparison_failure(left, right, failure) from None


def _comparison_failure(left: Any, right: Any, failure: PSException) -> TerminatingError:
    return runtime_error(
        f'Could not compare "{to_text(left)}" to "{to_text(right)}". Error: "{failure.message}"',
        "ComparisonFailure",
        "InvalidOperation",
        inner=failure,
    )


def collection_items(value: Any) -> list[Any] | None:
    """The elements when a comparison filters its left side: arrays and lists, not text, dictionaries or scalars."""
    if type(value) is PSArray:
        return value.items
    if type(value) is PSObject:
        return collection_items(value.base)
    if isinstance(value, NetObject) and not isinstance(value, NetDictionary):
        items = value.ps_enumerate()
        return None if items is None else list(items)
    return None


Comparison = Callable[[Any, Any, Any], Any]
_SCALARS = frozenset({str, bool, type(None), Char, EnumValue, SwitchParameter, *NUMBER_TYPES})
"""Classes of values that are no collections: most of what is compared."""


def comparison(test: Callable[[Any, Any, Any], bool]) -> Comparison:
    """An operator that answers a Boolean for a scalar left side and the matching elements for a collection."""

    def operate(left: Any, right: Any, run: Any) -> Any:
        if type(left) in _SCALARS:
            return test(left, right, run)
        items = collection_items(left)
        if items is None:
            return test(left, right, run)
        return PSArray([item for item in items if test(item, right, run)])

    return operate


def _tests(ignore_case: bool) -> dict[str, Callable[[Any, Any, Any], bool]]:
    return {
        "-eq": lambda left, right, run: equals(left, right, ignore_case, run),
        "-ne": lambda left, right, run: not equals(left, right, ignore_case, run),
        "-lt": lambda left, right, run: compare(left, right, ignore_case, run) < 0,
        "-le": lambda left, right, run: compare(left, right, ignore_case, run) <= 0,
        "-gt": lambda left, right, run: compare(left, right, ignore_case, run) > 0,
        "-ge": lambda left, right, run: compare(left, right, ignore_case, run) >= 0,
    }


TESTS: dict[bool, dict[str, Callable[[Any, Any, Any], bool]]] = {True: _tests(True), False: _tests(False)}
"""Scalar tests by ignore_case and operator; Where-Object's property forms use them."""


def contains(left: Any, right: Any, ignore_case: bool = True, run: Any = None) -> bool:
    """left -contains right."""
    items = collection_items(left)
    if items is None:
        return equals(left, right, ignore_case, run)
    return any(equals(item, right, ignore_case, run) for item in items)
