"""When rows are equal (GROUP BY, DISTINCT, UNION, EXCEPT, INTERSECT: NULLs are) and in which order they sort."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rehearsal.engines.tsql.context import Expressions
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, Run
from rehearsal.engines.tsql.syntax import nodes
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


def keyed(compiler: Expressions, node: nodes.Expression) -> Callable[[Frame, Run], object]:
    """The expression in the form in which equal values are equal in Python."""
    compiled = compiler.value(node)
    key = values.equality_key(compiled.type)
    run = compiled.run
    if key is None:
        return run

    def of(row: Frame, at: Run) -> object:
        value = run(row, at)
        return None if value is None else key(value)

    return of


def sort_key(compiled: Compiled) -> Callable[[Frame, Run], Any]:
    """The expression in the form that sorts as SQL Server does: NULL before everything."""
    key = values.order_key(compiled.type)
    run = compiled.run

    def of(row: Frame, at: Run) -> tuple[int, Any]:
        value = run(row, at)
        return (0, 0) if value is None else (1, value if key is None else key(value))

    return of


def partitions(rows: Sequence[Frame], keys: Sequence[Callable[[Frame, Run], object]], run: Run) -> list[list[int]]:
    """Row numbers by equal keys, in the order in which each key first occurs."""
    found: dict[tuple[object, ...], list[int]] = {}
    for number, row in enumerate(rows):
        found.setdefault(tuple(key(row, run) for key in keys), []).append(number)
    return list(found.values())
