"""How Sort-Object, Group-Object, Compare-Object and -Unique order values: LanguagePrimitives.Compare, else as text."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError
from rehearsal.engines.powershell.objects.string_order import compare_text
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSCustomObject, PSObject
from rehearsal.engines.powershell.operators.comparison import compare


def order_values(one: Any, other: Any, call: Any, *, ignore_case: bool = True) -> int:
    """Negative, zero or positive. Custom objects themselves have no order (refused: 5.1 calls them all equal)."""
    if type(one) is PSObject:
        one = one.base
    if type(other) is PSObject:
        other = other.base
    if one is AUTOMATION_NULL:
        one = None
    if other is AUTOMATION_NULL:
        other = None
    if one is None and other is None:
        return 0
    kind = type(one)
    if kind is str and type(other) is str:
        return compare_text(one, other, ignore_case)
    if kind is PSCustomObject and type(other) is PSCustomObject:
        call.unsupported(f"{call.definition.name} comparing custom objects without -Property")
    try:
        return compare(one, other, ignore_case, call.run)
    except (TerminatingError, PSException):
        return compare_text(to_text(one, call.run), to_text(other, call.run), ignore_case)
