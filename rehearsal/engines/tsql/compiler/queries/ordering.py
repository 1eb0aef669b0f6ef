"""What an item of ORDER BY means, and which of the ordered rows TOP, OFFSET and FETCH keep.

Source: TOP; SELECT - ORDER BY clause (Transact-SQL).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from rehearsal.engines.tsql.context import Context, Expressions
from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.runtime.compiled import Run
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.nodes import Expression
from rehearsal.engines.tsql.values import types

Limit = Callable[[Run, int], slice]


def output_position(expression: Expression, names: Sequence[str], context: Context) -> int | None:
    """The select list entry an ORDER BY item means: by its number, or by its name."""
    match expression:
        case nodes.Literal(value=int() as number):
            if not 1 <= number <= len(names):
                raise context.error(
                    expression, 108, f"The ORDER BY position number {number} is out of range of the number of items "
                    "in the select list.",
                )  # fmt: skip
            return number - 1
        case nodes.Column(folded=(name,)):
            matches = [position for position, known in enumerate(names) if known.lower() == name]
            if len(matches) > 1:
                raise context.error(expression, 209, f"Ambiguous column name '{expression.parts[-1]}'.")
            return matches[0] if matches else None
        case _:
            return None


def row_limit(
    compiler: Expressions, top: nodes.Top | None, offset: nodes.Expression | None, fetch: nodes.Expression | None
) -> Limit | None:
    """The part of so many rows that is wanted; None: all of them."""
    if top is not None:
        return _percentage(compiler, top) if top.percent else _top(compiler, top)
    if offset is None:
        return None
    skip = compiler.converted(offset, types.BIGINT).run
    count = None if fetch is None else compiler.converted(fetch, types.BIGINT).run

    def part(run: Run, rows: int) -> slice:
        first = skip((), run)
        if first is None or first < 0:
            raise SqlError(10742, "The offset specified in a OFFSET clause may not be negative.", severity=15)
        most = None if count is None else count((), run)
        if count is not None and (most is None or most <= 0):
            raise SqlError(
                10744, "The number of rows provided for a FETCH clause must be greater then zero.", severity=15
            )
        return slice(min(first, rows), rows if most is None else min(rows, first + most))

    return part


def _top(compiler: Expressions, top: nodes.Top) -> Limit:
    value = compiler.value(top.count)
    if value.type.kind not in types.INTEGERS and not _is_whole(top.count):
        raise compiler.context.error(
            top, 1060, "The number of rows provided for a TOP or FETCH clauses row count parameter must be an integer."
        )
    count = compiler.convert(value, types.BIGINT, top).run

    def part(run: Run, rows: int) -> slice:
        most = count((), run)
        if most is None:
            raise SqlError(1014, "A TOP or FETCH clause contains an invalid value.", severity=15)
        if most < 0:
            raise SqlError(127, "A TOP N or FETCH rowcount value may not be negative.")
        return slice(0, min(most, rows))

    return part


def _is_whole(node: nodes.Expression) -> bool:
    """A whole literal beyond int is numeric(n,0)."""
    return isinstance(node, nodes.Literal) and node.type.kind is types.Kind.DECIMAL and node.type.scale == 0


def _percentage(compiler: Expressions, top: nodes.Top) -> Limit:
    share = compiler.converted(top.count, types.FLOAT).run

    def part(run: Run, rows: int) -> slice:
        percent = share((), run)
        if percent is None or not 0 <= percent <= 100:
            raise SqlError(1031, "Percent values must be between 0 and 100.", severity=15)
        return slice(0, math.ceil(rows * percent / 100))

    return part
