"""Which rows are the same row for DISTINCT, UNION, EXCEPT and INTERSECT: NULLs are equal there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rehearsal.engines.tsql.values import values
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Row


def row_key(kinds: Sequence[SqlType]) -> Callable[[Row], tuple[object, ...]]:
    """What equal rows have in common."""
    keys = [values.equality_key(kind) for kind in kinds]

    def key(row: Row) -> tuple[object, ...]:
        return tuple(
            value if value is None or shape is None else shape(value) for value, shape in zip(row, keys, strict=True)
        )

    return key


def first_of_each(rows: Sequence[Row], key: Callable[[Row], tuple[object, ...]]) -> list[Row]:
    """Of equal rows the first, in the order in which they occur."""
    unique: dict[tuple[object, ...], Row] = {}
    for row in rows:
        unique.setdefault(key(row), row)
    return list(unique.values())
