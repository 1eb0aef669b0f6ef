"""An event as its leaves by path, each with the elements of arrays that it is in."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Place: TypeAlias = dict[int, int]
"""Which element (index) of each array (numbered in the event) a value is in."""

_NOWHERE: Place = {}


class EventFields:
    """Leaves by dotted path. A key with a dot in it and two nested keys have the same path, as on AWS."""

    def __init__(self, event: Mapping[str, Any]) -> None:
        self._values: dict[str, list[tuple[Any, Place]]] = {}
        self._arrays = 0
        for name, value in event.items():
            self._take(name, value, _NOWHERE)

    def has(self, path: str) -> bool:
        return path in self._values

    def values(self, path: str) -> Sequence[tuple[Any, Place]]:
        return self._values.get(path, ())

    def _take(self, path: str, value: Any, place: Place) -> None:
        if isinstance(value, dict):
            for name, member in value.items():
                self._take(f"{path}.{name}", member, place)
        elif isinstance(value, list):
            array = self._arrays
            self._arrays += 1
            for index, item in enumerate(value):
                self._take(path, item, place | {array: index})
        else:
            self._values.setdefault(path, []).append((value, place))
