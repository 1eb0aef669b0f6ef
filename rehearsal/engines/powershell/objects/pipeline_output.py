"""How a value enters the pipeline (arrays and lists element by element, anything else as one object), and how
an assignment takes a pipeline's output.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, NetObject, PSArray


def emit(value: Any, write: Callable[[Any], None]) -> None:
    """Writes the value, enumerating one level; the empty pipeline's result writes nothing."""
    kind = type(value)
    if kind is PSArray:
        for item in value.items:
            write(item)
    elif kind is str or kind is int or kind is bool:
        write(value)
    elif value is AUTOMATION_NULL:
        return
    elif isinstance(value, NetObject) and not isinstance(value, NetDictionary):
        items = value.ps_enumerate()
        if items is None:
            write(value)
        else:
            for item in items:
                write(item)
    else:
        write(value)


def enumerable_items(value: Any) -> Any:
    """What foreach and the pipeline enumerate of a value, None for a single object."""
    if type(value) is PSArray:
        return value.items
    if isinstance(value, NetObject) and not isinstance(value, NetDictionary):
        return value.ps_enumerate()
    return None


def collapse(collected: list[Any]) -> Any:
    """What an assignment gets from a pipeline's output: nothing, the object, or an array."""
    if not collected:
        return AUTOMATION_NULL
    if len(collected) == 1:
        return collected[0]
    return PSArray(collected)
