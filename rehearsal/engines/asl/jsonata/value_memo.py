"""A cache of the sizes of an execution's values and of their form for the evaluator."""

from typing import Any

from rehearsal.engines.asl.jsonata.evaluator import with_nulls
from rehearsal.engines.asl.values import Json, size_bytes


class ValueMemo:
    """Right as long as values are never changed in place; keeps every value that it has seen."""

    __slots__ = ("_nulls", "_sizes")

    def __init__(self) -> None:
        # The entry holds the value itself, so that its id stays valid.
        self._nulls: dict[int, tuple[Json, Any]] = {}
        self._sizes: dict[int, tuple[Json, int]] = {}

    def with_nulls(self, value: Json) -> Any:
        if not isinstance(value, dict | list):
            return with_nulls(value)
        known = self._nulls.get(id(value))
        if known is None:
            known = self._nulls[id(value)] = (value, with_nulls(value))
        return known[1]

    def learn_size(self, value: Json, size: int) -> None:
        if isinstance(value, dict | list):
            self._sizes[id(value)] = (value, size)

    def size_bytes(self, value: Json) -> int:
        """As `values.size_bytes`."""
        if not isinstance(value, dict | list):
            return size_bytes(value)
        known = self._sizes.get(id(value))
        if known is None:
            known = self._sizes[id(value)] = (value, size_bytes(value))
        return known[1]

    def members_bytes(self, values: dict[str, Json]) -> int:
        """Size of an object of these members."""
        return 1 + sum(size_bytes(name) + self.size_bytes(value) + 2 for name, value in values.items())
