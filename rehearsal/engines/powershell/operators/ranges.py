"""The range operator."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, PSArray
from rehearsal.engines.powershell.operators.arithmetic import cast_error

_INT = type_of(0)


def _bound(value: Any, run: Any) -> int:
    if type(value) is int:
        return value
    if value is None or value is AUTOMATION_NULL:
        return 0
    try:
        return int(convert(value, _INT, run))
    except PSException as failure:
        raise cast_error(failure) from None


def make_range(left: Any, right: Any, run: Any) -> PSArray:
    """left..right: Int32 values, counting down when the left is larger."""
    first, last = _bound(left, run), _bound(right, run)
    return PSArray(list(range(first, last + 1)) if first <= last else list(range(first, last - 1, -1)))
