"""The range operator."""

from __future__ import annotations

from typing import Any

from rehearsal.powershell.conversion import convert
from rehearsal.powershell.errors import PSException
from rehearsal.powershell.nettype import type_of
from rehearsal.powershell.operators_arithmetic import cast_error
from rehearsal.powershell.values import AUTOMATION_NULL, PSArray

_INT = type_of(0)


def _bound(value: Any, run: Any) -> int:
    if type(value) is int:
        return value
    if value is None or value is AUTOMATION_NULL:
        return 0
    try:
        return convert(value, _INT, run)  # type: ignore[no-any-return]
    except PSException as failure:
        raise cast_error(failure) from None


def make_range(left: Any, right: Any, run: Any) -> PSArray:
    """left..right: Int32 values, counting down when the left is larger."""
    first, last = _bound(left, run), _bound(right, run)
    return PSArray(list(range(first, last + 1)) if first <= last else list(range(first, last - 1, -1)))
