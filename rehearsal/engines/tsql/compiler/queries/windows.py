"""Window functions: rankings, LAG, LEAD, and aggregates over a partition or a frame of it.

Without ORDER BY the window is the partition; with one and no frame it reaches from the partition's first row to the
last peer of the current one. Source: SELECT - OVER clause (Transact-SQL).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rehearsal.engines.tsql.compiler.queries.aggregates import aggregate_function
from rehearsal.engines.tsql.compiler.queries.row_keys import keyed, partitions, sort_key
from rehearsal.engines.tsql.context import Expressions
from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.functions.catalogue import AGGREGATES, FIRST_AND_LAST, NEED_OVER, NEIGHBOURS, RANKS
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, Run
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.values import types
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Value

Columns = Callable[[list[Frame], Run], list[Value]]
InPartition = Callable[["Ordered"], list[Value]]


@dataclass(frozen=True, slots=True)
class Ordered:
    """One partition in its order; `peers[n]` is the first and the last position of the rows equal to row n."""

    rows: list[Frame]
    peers: list[tuple[int, int]]
    run: Run


@dataclass(slots=True)
class Windows:
    """The window functions of one SELECT; `column_of` gives each a place in the row."""

    row_compiler: Expressions
    found: list[tuple[nodes.Window, SqlType, Columns]] = field(default_factory=list)

    def column_of(self, node: nodes.Window) -> Compiled:
        for number, (known, kind, _) in enumerate(self.found):
            if known == node:
                return self._reader(number, kind)
        kind, compute = self._compile(node)
        self.found.append((node, kind, compute))
        return self._reader(len(self.found) - 1, kind)

    @staticmethod
    def _reader(number: int, kind: SqlType) -> Compiled:
        return Compiled(kind, lambda row, _run: row[-1][number])

    def _compile(self, node: nodes.Window) -> tuple[SqlType, Columns]:
        compiler = self.row_compiler
        self._check(node)
        partition = [keyed(compiler, expression) for expression in node.partition_by]
        order = [(sort_key(compiler.value(item.expression)), item.descending) for item in node.order_by]
        kind, compute = self._function(node)

        def columns(rows: list[Frame], run: Run) -> list[Value]:
            results: list[Value] = [None] * len(rows)
            for members in partitions(rows, partition, run):
                for key, descending in reversed(order):
                    members.sort(key=lambda number: key(rows[number], run), reverse=descending)
                inside = [rows[number] for number in members]
                ordered = Ordered(inside, _peers([[key(row, run) for key, _ in order] for row in inside]), run)
                for number, value in zip(members, compute(ordered), strict=True):
                    results[number] = value
            return results

        return kind, columns

    def _check(self, node: nodes.Window) -> None:
        context, name = self.row_compiler.context, node.call.name
        if name in NEED_OVER and not node.order_by:
            raise context.error(node, 4112, f"The function '{name}' must have an OVER clause with ORDER BY.")
        if name in RANKS | NEIGHBOURS and node.frame is not None:
            raise context.error(node, 10752, f"The function '{name}' may not have a window frame.")
        if node.frame is not None and not node.order_by:
            raise context.error(node, 10756, "Window frame with ROWS or RANGE must have an ORDER BY clause.")
        if node.call.distinct:
            raise context.error(node, 10759, "Use of DISTINCT is not allowed with the OVER clause.")
        if any(isinstance(item.expression, nodes.Literal) for item in node.order_by):
            raise context.error(
                node, 5308, "Windowed functions, aggregates and NEXT VALUE FOR functions do not support integer "
                "indices as ORDER BY clause expressions.",
            )  # fmt: skip

    def _function(self, node: nodes.Window) -> tuple[SqlType, InPartition]:
        compiler, name = self.row_compiler, node.call.name
        if name in RANKS:
            return self._rank(node.call)
        if name in NEIGHBOURS:
            return self._neighbour(node.call)
        bounds = _bounds(node)
        if name in FIRST_AND_LAST:
            kind, read = self._argument(node.call)
            last = name == "LAST_VALUE"

            def end(ordered: Ordered) -> list[Value]:
                found: list[Value] = []
                for first, beyond in bounds(ordered):
                    row = ordered.rows[beyond - 1 if last else first] if first < beyond else None
                    found.append(None if row is None else read(row, ordered.run))
                return found

            return kind, end
        if name not in AGGREGATES or name == "STRING_AGG":
            raise compiler.context.unsupported(f"window function {name}", node.place)
        kind, reduce = aggregate_function(compiler, node.call)

        def aggregate(ordered: Ordered) -> list[Value]:
            known: dict[tuple[int, int], Value] = {}
            found: list[Value] = []
            for first, beyond in bounds(ordered):
                if (first, beyond) not in known:
                    known[first, beyond] = reduce(ordered.rows[first:beyond], ordered.run)
                found.append(known[first, beyond])
            return found

        return kind, aggregate

    def _argument(self, call: nodes.Call) -> tuple[SqlType, Callable[[Frame, Run], Value]]:
        if not call.arguments:
            raise self.row_compiler.context.error(call, 174, f"The {call.name} function requires 1 argument(s).")
        value = self.row_compiler.value(call.arguments[0])
        return value.type, value.run

    def _rank(self, call: nodes.Call) -> tuple[SqlType, InPartition]:
        match call.name:
            case "ROW_NUMBER":
                return types.BIGINT, lambda ordered: list(range(1, len(ordered.rows) + 1))
            case "RANK":
                return types.BIGINT, lambda ordered: [first + 1 for first, _ in ordered.peers]
            case "DENSE_RANK":
                return types.BIGINT, _dense_rank
            case "PERCENT_RANK":
                return types.FLOAT, lambda ordered: [
                    first / (len(ordered.rows) - 1) if len(ordered.rows) > 1 else 0.0 for first, _ in ordered.peers
                ]
            case "CUME_DIST":
                return types.FLOAT, lambda ordered: [(last + 1) / len(ordered.rows) for _, last in ordered.peers]
            case _:
                buckets = self.row_compiler.converted(call.arguments[0], types.BIGINT).run
                return types.BIGINT, lambda ordered: _tiles(len(ordered.rows), buckets((), ordered.run))

    def _neighbour(self, call: nodes.Call) -> tuple[SqlType, InPartition]:
        kind, read = self._argument(call)
        compiler, arguments = self.row_compiler, call.arguments
        sign = -1 if call.name == "LAG" else 1
        distance = compiler.converted(arguments[1], types.BIGINT).run if len(arguments) > 1 else lambda _row, _run: 1
        default = compiler.converted(arguments[2], kind).run if len(arguments) > 2 else lambda _row, _run: None

        def neighbour(ordered: Ordered) -> list[Value]:
            found: list[Value] = []
            for number, row in enumerate(ordered.rows):
                steps = distance(row, ordered.run)
                if steps is None or steps < 0:
                    raise SqlError(8730, "Offset parameter for Lag and Lead functions cannot be a negative value.")
                at = number + sign * steps
                inside = 0 <= at < len(ordered.rows)
                found.append(read(ordered.rows[at], ordered.run) if inside else default(row, ordered.run))
            return found

        return kind, neighbour


def _peers(keys: Sequence[list[Any]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    first = 0
    for number in range(1, len(keys) + 1):
        if number == len(keys) or keys[number] != keys[first]:
            found.extend([(first, number - 1)] * (number - first))
            first = number
    return found


def _dense_rank(ordered: Ordered) -> list[Value]:
    found: list[Value] = []
    rank = 0
    for number, (first, _) in enumerate(ordered.peers):
        rank += number == first
        found.append(rank)
    return found


def _tiles(rows: int, buckets: int | None) -> list[Value]:
    """NTILE: the first groups are one row larger where the rows don't divide evenly."""
    if buckets is None or buckets < 1:
        raise SqlError(5310, "The parameter for the NTILE function must be a positive integer.")
    size, larger = divmod(rows, buckets)
    found: list[Value] = []
    for bucket in range(1, buckets + 1):
        found.extend([bucket] * (size + (bucket <= larger)))
        if len(found) == rows:
            break
    return found


def _bounds(node: nodes.Window) -> Callable[[Ordered], list[tuple[int, int]]]:
    """For every row the first position of its window and the one after its last."""
    frame = node.frame
    if frame is None and not node.order_by:
        return lambda ordered: [(0, len(ordered.rows))] * len(ordered.rows)

    def framed(ordered: Ordered) -> list[tuple[int, int]]:
        size = len(ordered.rows)
        found = []
        for number, (first, last) in enumerate(ordered.peers):
            if frame is None:
                found.append((0, last + 1))
                continue
            low, high = (number, number) if frame.by_rows else (first, last)
            start = 0 if frame.start is None else min(size, max(0, low + frame.start))
            beyond = size if frame.end is None else min(size, max(0, high + frame.end + 1))
            found.append((start, max(start, beyond)))
        return found

    return framed
