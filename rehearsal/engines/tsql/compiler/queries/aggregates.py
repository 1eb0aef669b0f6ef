"""Aggregate functions: the type of each, and the function from a group's rows to its value."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import ROUND_DOWN, Context, Decimal

from rehearsal.engines.tsql.compiler.queries.row_keys import sort_key
from rehearsal.engines.tsql.context import Expressions
from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.functions.catalogue import AGGREGATES
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, Run
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.values import types, values
from rehearsal.engines.tsql.values.arithmetic import quotient
from rehearsal.engines.tsql.values.types import APPROXIMATE, NUMERIC, Kind, SqlType
from rehearsal.engines.tsql.values.values import Value

Reduce = Callable[[Sequence[Frame], Run], Value]
_WIDE = Context(prec=80, rounding=ROUND_DOWN)
_SUMMED = {
    Kind.TINYINT: types.INT,
    Kind.SMALLINT: types.INT,
    Kind.INT: types.INT,
    Kind.BIGINT: types.BIGINT,
    Kind.REAL: types.FLOAT,
    Kind.FLOAT: types.FLOAT,
}


# --- what an expression contains ---


def contains_aggregate(node: object) -> bool:
    """Is there an aggregate in this expression that belongs to its own query (not to one inside it)?"""
    match node:
        case nodes.Call(name=name) if name in AGGREGATES:
            return True
        case nodes.Window():
            inside = (*node.call.arguments, *node.partition_by, *(item.expression for item in node.order_by))
            return any(contains_aggregate(part) for part in inside)
        case nodes.Query():
            return False
        case nodes.Node():
            return any(contains_aggregate(getattr(node, name)) for name in node.__dataclass_fields__ if name != "place")
        case tuple():
            return any(contains_aggregate(part) for part in node)
        case _:
            return False


def contains_query(node: object) -> bool:
    return contains(node, nodes.Query)


def contains(node: object, wanted: type[nodes.Node]) -> bool:
    """Is there a node of this type in the expression, or is it one?"""
    match node:
        case nodes.Node():
            return isinstance(node, wanted) or any(
                contains(getattr(node, name), wanted) for name in node.__dataclass_fields__ if name != "place"
            )
        case tuple():
            return any(contains(part, wanted) for part in node)
        case _:
            return False


# --- aggregate functions ---


def aggregate_function(compiler: Expressions, node: nodes.Call) -> tuple[SqlType, Reduce]:
    """The type of an aggregate and the function from a group's rows to its value. NULLs are left out."""
    name = node.name
    if any(contains_aggregate(part) or contains_query(part) for part in node.arguments):
        raise compiler.context.error(
            node, 130, "Cannot perform an aggregate function on an expression containing an aggregate or a subquery."
        )
    if node.star:
        if name not in ("COUNT", "COUNT_BIG"):
            raise compiler.context.unsupported(f"{name}(*)", node.place)
        return (types.INT if name == "COUNT" else types.BIGINT), lambda rows, _run: len(rows)
    if name == "STRING_AGG":
        if compiler.context.major_version < 14:
            raise compiler.context.error(node, 195, "'string_agg' is not a recognized built-in function name.")
        return _joined_text(compiler, node)
    if len(node.arguments) != 1:
        raise compiler.context.error(node, 174, f"The {name} function requires 1 argument(s).")
    argument = compiler.value(node.arguments[0])
    present = _present(argument, distinct=node.distinct)
    match name:
        case "COUNT" | "COUNT_BIG":
            return (types.INT if name == "COUNT" else types.BIGINT), lambda rows, run: len(present(rows, run))
        case "MIN" | "MAX":
            if argument.type.kind is Kind.BIT:
                raise compiler.context.error(
                    node, 8117, f"Operand data type bit is invalid for {name.lower()} operator."
                )
            return argument.type, _extreme(argument.type, present, largest=name == "MAX")
        case "SUM" | "AVG":
            return _total(compiler, node, argument.type, present, average=name == "AVG")
        case "STDEV" | "STDEVP" | "VAR" | "VARP":
            return _spread(compiler, node, argument, distinct=node.distinct)
        case _:
            raise compiler.context.unsupported(f"aggregate {name}", node.place)


def _present(argument: Compiled, *, distinct: bool) -> Callable[[Sequence[Frame], Run], list[Value]]:
    run_argument = argument.run
    key = values.equality_key(argument.type)

    def collect(rows: Sequence[Frame], run: Run) -> list[Value]:
        found = [value for row in rows if (value := run_argument(row, run)) is not None]
        if len(found) < len(rows):
            run.nulls_left_out = True
        if distinct:
            return list({(value if key is None else key(value)): value for value in found}.values())
        return found

    return collect


def _extreme(kind: SqlType, present: Callable[[Sequence[Frame], Run], list[Value]], *, largest: bool) -> Reduce:
    key = values.order_key(kind)
    pick: Callable[..., Value] = max if largest else min

    def reduce(rows: Sequence[Frame], run: Run) -> Value:
        found = present(rows, run)
        return pick(found, key=key) if found else None

    return reduce


def _total(
    compiler: Expressions,
    node: nodes.Call,
    kind: SqlType,
    present: Callable[[Sequence[Frame], Run], list[Value]],
    *,
    average: bool,
) -> tuple[SqlType, Reduce]:
    name = "avg" if average else "sum"
    if kind.kind not in NUMERIC or kind.kind is Kind.BIT or kind.literal_null:
        said = "NULL" if kind.literal_null else kind.name
        raise compiler.context.error(node, 8117, f"Operand data type {said} is invalid for {name} operator.")
    if kind.kind is Kind.DECIMAL:
        result = types.decimal(38, max(6, kind.scale)) if average else types.decimal(38, kind.scale)
    else:
        result = _SUMMED[kind.kind]
    low, high = types.RANGES.get(result.kind, (-math.inf, math.inf))

    def reduce(rows: Sequence[Frame], run: Run) -> Value:
        found = present(rows, run)
        if not found:
            return None
        total = _sum_exactly(found)
        if not low <= total <= high:
            raise SqlError(8115, f"Arithmetic overflow error converting expression to data type {result.name}.")
        if not average:
            return total
        if result.kind in APPROXIMATE:
            return total / len(found)
        if isinstance(total, Decimal):
            return _WIDE.divide(total, Decimal(len(found))).quantize(Decimal(1).scaleb(-result.scale), context=_WIDE)
        return quotient(total, len(found))

    return result, reduce


def _spread(compiler: Expressions, node: nodes.Call, argument: Compiled, *, distinct: bool) -> tuple[SqlType, Reduce]:
    """STDEV, STDEVP, VAR, VARP: of the sample they are NULL for a single value."""
    if argument.type.kind not in NUMERIC or argument.type.kind is Kind.BIT:
        raise compiler.context.error(
            node, 8117, f"Operand data type {argument.type.name} is invalid for {node.name.lower()} operator."
        )
    present = _present(compiler.convert(argument, types.FLOAT, node), distinct=distinct)
    whole, root = node.name.endswith("P"), node.name.startswith("STDEV")

    def reduce(rows: Sequence[Frame], run: Run) -> Value:
        found = present(rows, run)
        count = len(found) - (not whole)
        if not found or count < 1:
            return None
        mean = math.fsum(found) / len(found)
        variance = math.fsum((value - mean) ** 2 for value in found) / count
        return math.sqrt(variance) if root else variance

    return types.FLOAT, reduce


def _sum_exactly(found: Sequence[Value]) -> Value:
    """The sum without rounding to Python's default precision."""
    if isinstance(found[0], Decimal):
        total = found[0]
        for value in found[1:]:
            total = _WIDE.add(total, value)
        return total
    return sum(found)


def _joined_text(compiler: Expressions, node: nodes.Call) -> tuple[SqlType, Reduce]:
    if len(node.arguments) != 2:
        raise compiler.context.error(node, 174, "The STRING_AGG function requires 2 argument(s).")
    given = compiler.value(node.arguments[0])
    length = given.type.length if given.type.is_character and given.type.length == types.MAX_LENGTH else 0
    national = given.type.kind in types.NATIONAL or not given.type.is_character
    result = SqlType(Kind.NVARCHAR if national else Kind.VARCHAR, length=length or (4000 if national else 8000))
    text = compiler.convert(given, types.nvarchar(types.MAX_LENGTH), node).run
    separator = compiler.converted(node.arguments[1], types.nvarchar(types.MAX_LENGTH)).run
    order = [(sort_key(compiler.value(item.expression)), item.descending) for item in node.within_order]
    limit = None if length else result.length

    def reduce(rows: Sequence[Frame], run: Run) -> Value:
        ordered = list(rows)
        for key, descending in reversed(order):
            ordered.sort(key=lambda row: key(row, run), reverse=descending)
        found = [value for row in ordered if (value := text(row, run)) is not None]
        if not found:
            return None
        joined = (separator(ordered[0], run) or "").join(found)
        if limit is not None and len(joined) > limit:
            raise SqlError(
                9829,
                "STRING_AGG aggregation result exceeded the limit of 8000 bytes. "
                "Use LOB types to avoid result truncation.",
            )
        return joined

    return result, reduce
