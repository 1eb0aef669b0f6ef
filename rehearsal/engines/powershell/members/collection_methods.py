""".ForEach and .Where, which anything has."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert, to_bool, to_text
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_collections import PSCollection
from rehearsal.engines.powershell.objects.net_type import NetType, type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, NetObject, PSArray
from rehearsal.engines.powershell.runtime.frame import Frame


class CollectionMethods:
    """Part of Run."""

    def _for_each(self, value: Any, arguments: list[Any], frame: Frame) -> Any:
        items = _items(value)
        first = arguments[0]
        out: list[Any] = []
        if hasattr(first, "script_to_string"):
            for item in items:
                out.extend(
                    self.invoke_block(first, underscore=item, arguments=arguments[1:], same_scope=True, frame=frame)
                )  # type: ignore[attr-defined]
        elif isinstance(first, NetType):
            from rehearsal.engines.powershell.operators.arithmetic import cast_error

            for item in items:
                try:
                    out.append(convert(item, first, self))
                except PSException as failure:
                    raise cast_error(failure) from None
        else:
            name = to_text(first, self)
            for item in items:
                if len(arguments) == 1 and self.has_property(item, name):  # type: ignore[attr-defined]
                    made = self.get_property(item, name)  # type: ignore[attr-defined]
                elif len(arguments) == 2 and self.has_property(item, name):  # type: ignore[attr-defined]
                    self.set_member(item, name, arguments[1], frame)  # type: ignore[attr-defined]
                    continue
                else:
                    made = self.call_method(item, name, arguments[1:], frame, None)
                if made is not AUTOMATION_NULL:
                    out.append(made)
        return PSCollection(out)

    def _where(self, value: Any, arguments: list[Any], frame: Frame) -> Any:
        block = arguments[0]
        if not hasattr(block, "script_to_string"):
            raise self.refusal(".Where() without a script block", None)  # type: ignore[attr-defined]
        mode = to_text(arguments[1], self).lower() if len(arguments) > 1 else "default"
        number = convert(arguments[2], type_of(0), self) if len(arguments) > 2 else 0
        items = _items(value)

        def passes(item: Any) -> bool:
            return to_bool(
                self.collapse(self.invoke_block(block, underscore=item, same_scope=True, frame=frame))  # type: ignore[attr-defined]
            )

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
                raise self.refusal(f".Where() mode {mode}", None)  # type: ignore[attr-defined]
        return PSCollection(out)


def _items(value: Any) -> list[Any]:
    if type(value) is PSArray:
        return list(value.items)
    if isinstance(value, NetObject) and not isinstance(value, NetDictionary):
        items = value.ps_enumerate()
        if items is not None:
            return list(items)
    return [value]
