""".ForEach and .Where, which anything has."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert, to_bool, to_text
from rehearsal.engines.powershell.members.place import Place
from rehearsal.engines.powershell.members.property_reading import get_property, has_property
from rehearsal.engines.powershell.members.property_writing import set_member
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary, PSCollection
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.pipeline_output import collapse
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, NetObject, PSArray


def for_each(value: Any, arguments: list[Any], frame: Place) -> Any:
    """`.ForEach(…)`: a block, a type to convert to, or the name of a property or method."""
    run = frame.run
    items = _items(value)
    first = arguments[0]
    out: list[Any] = []
    if hasattr(first, "script_to_string"):
        for item in items:
            out.extend(run.blocks.invoke(first, underscore=item, arguments=arguments[1:], same_scope=True, frame=frame))
    elif isinstance(first, NetType):
        from rehearsal.engines.powershell.operators.arithmetic import cast_error

        for item in items:
            try:
                out.append(convert(item, first, run))
            except PSException as failure:
                raise cast_error(failure) from None
    else:
        name = to_text(first, run)
        for item in items:
            if len(arguments) == 1 and has_property(item, name, run):
                made = get_property(item, name, run)
            elif len(arguments) == 2 and has_property(item, name, run):
                set_member(item, name, arguments[1], frame)
                continue
            else:
                made = run.call_method(item, name, arguments[1:], frame)
            if made is not AUTOMATION_NULL:
                out.append(made)
    return PSCollection(out)


def where(value: Any, arguments: list[Any], frame: Place) -> Any:
    """`.Where(…)` in its modes."""
    run = frame.run
    block = arguments[0]
    if not hasattr(block, "script_to_string"):
        raise run.refusal(".Where() without a script block", None)
    mode = to_text(arguments[1], run).lower() if len(arguments) > 1 else "default"
    number = convert(arguments[2], type_of(0), run) if len(arguments) > 2 else 0
    items = _items(value)

    def passes(item: Any) -> bool:
        return to_bool(collapse(run.blocks.invoke(block, underscore=item, same_scope=True, frame=frame)))

    out: list[Any] = []
    match mode:
        case "default":
            for item in items:
                if passes(item):
                    out.append(item)
                    if number and len(out) >= number:
                        break
        case "first":
            wanted = number or 1
            for item in items:
                if passes(item):
                    out.append(item)
                    if len(out) >= wanted:
                        break
        case "last":
            out = [item for item in items if passes(item)][-(number or 1) :]
        case "skipuntil":
            position = next((index for index, item in enumerate(items) if passes(item)), len(items))
            out = items[position:]
            if number:
                out = out[:number]
        case "until":
            for item in items:
                if passes(item):
                    break
                out.append(item)
                if number and len(out) >= number:
                    break
        case "split":
            other: list[Any] = []
            for item in items:
                if (not number or len(out) < number) and passes(item):
                    out.append(item)
                else:
                    other.append(item)
            return PSCollection([PSCollection(out), PSCollection(other)])
        case _:
            raise run.refusal(f".Where() mode {mode}", None)
    return PSCollection(out)


def _items(value: Any) -> list[Any]:
    if type(value) is PSArray:
        return list(value.items)
    if isinstance(value, NetObject) and not isinstance(value, NetDictionary):
        items = value.ps_enumerate()
        if items is not None:
            return list(items)
    return [value]
