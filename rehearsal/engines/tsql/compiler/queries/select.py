"""One SELECT as a plan: FROM, WHERE, GROUP BY, HAVING, windows, the list, DISTINCT, ORDER BY, TOP — in that order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rehearsal.engines.tsql.compiler.expressions.scalars import ExpressionCompiler
from rehearsal.engines.tsql.compiler.interfaces import Queries
from rehearsal.engines.tsql.compiler.queries.aggregates import contains, contains_aggregate
from rehearsal.engines.tsql.compiler.queries.grouping import Grouping
from rehearsal.engines.tsql.compiler.queries.ordering import Limit, output_position, row_limit
from rehearsal.engines.tsql.compiler.queries.row_keys import keyed, partitions, row_key, sort_key
from rehearsal.engines.tsql.compiler.queries.sources import SourceCompiler
from rehearsal.engines.tsql.compiler.queries.windows import Windows
from rehearsal.engines.tsql.compiler.scope import Scope
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, FrameSource, Plan, Run
from rehearsal.engines.tsql.runtime.results import ResultColumn
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.nodes import OrderItem, Select, SelectItem
from rehearsal.engines.tsql.values.values import Row

SortKey = Callable[[Frame, Run], Any]


class SelectCompiler:
    """Compiles one SELECT."""

    def __init__(self, queries: Queries, query: Select, parent: Scope | None) -> None:
        self.queries = queries
        self.context = queries.context
        self.query = query
        self.scope = queries.scope(parent)

    def plan(self) -> Plan:
        query = self.query
        frames = SourceCompiler(self.queries, self.scope).frames(query.source)
        plain = ExpressionCompiler(self.queries, self.scope)
        keep = None if query.where is None else plain.test(query.where)
        grouping = self._grouping(plain)
        compiler = ExpressionCompiler(self.queries, self.scope, grouping)
        assert grouping.windows is not None
        grouping.windows.row_compiler = compiler
        having = None
        if query.having is not None:
            grouping.clause = "HAVING clause"
            having = compiler.test(query.having)
            grouping.clause = "select list"
        items = self._expanded_items()
        assigns = self._assignments(items)
        outputs = [self._output(compiler, item) for item in items]
        columns = tuple(
            ResultColumn(self._column_name(item), output.type) for item, output in zip(items, outputs, strict=True)
        )
        grouping.clause = "ORDER BY clause"
        order = [self._order_key(compiler, item, outputs, columns) for item in query.order_by]
        limit = self._limit(plain)
        grouped = grouping if grouping.keys is not None else None
        return Plan(
            self.context.new_slot(),
            columns,
            self._pipeline(frames, keep, grouped, having, grouping.windows, outputs, columns, order, limit, assigns),
            self.scope.correlated,
            assigns,
        )

    def _grouping(self, plain: ExpressionCompiler) -> Grouping:
        query = self.query
        parts = ([item.expression for item in query.items], query.having, [item.expression for item in query.order_by])
        is_grouped = bool(query.group_by) or query.having is not None
        is_grouped = is_grouped or any(contains_aggregate(part) for part in (*parts[0], parts[1], *parts[2]))
        keys = None
        if is_grouped:
            keys = []
            for expression in query.group_by:
                if contains_aggregate(expression) or isinstance(expression, nodes.ScalarQuery):
                    raise self.context.error(
                        expression, 144, "Cannot use an aggregate or a subquery in an expression used for the group "
                        "by list of a GROUP BY clause.",
                    )  # fmt: skip
                if not contains(expression, nodes.Column):
                    raise self.context.error(
                        expression, 164, "Each GROUP BY expression must contain at least one column that is not an "
                        "outer reference.",
                    )  # fmt: skip
                keys.append((expression, plain.value(expression)))
        grouping = Grouping(scope=self.scope, keys=keys, inner=plain)
        grouping.windows = Windows(row_compiler=plain)
        return grouping

    def _expanded_items(self) -> list[SelectItem]:
        found: list[SelectItem] = []
        for item in self.query.items:
            if not isinstance(item.expression, nodes.Star):
                found.append(item)
                continue
            wanted = item.expression.qualifier
            sources = [
                source
                for source in self.scope.sources
                if wanted is None or source.answers_to((wanted,), exactly=self.context.names_differ_by_case)
            ]
            if not sources:
                if wanted is not None:
                    raise self.context.error(
                        item, 107, f"The column prefix '{wanted}' does not match with a table name or alias name used "
                        "in the query.",
                    )  # fmt: skip
                raise self.context.error(item, 263, "Must specify table to select from.")
            for source in sources:
                for column in source.columns:
                    parts = (*source.spelled, column.name)
                    expression = nodes.Column(
                        place=item.place, parts=parts, folded=tuple(part.lower() for part in parts)
                    )
                    found.append(SelectItem(place=item.place, expression=expression))
        return found

    def _assignments(self, items: Sequence[SelectItem]) -> tuple[str, ...]:
        names = tuple(item.assigns for item in items if item.assigns is not None)
        if names and len(names) != len(items):
            raise self.context.error(
                self.query, 141, "A SELECT statement that assigns a value to a variable must not be combined with "
                "data-retrieval operations.",
            )  # fmt: skip
        return names

    def _output(self, compiler: ExpressionCompiler, item: SelectItem) -> Compiled:
        if item.assigns is None:
            return compiler.value(item.expression)
        kind = self.context.variables.get(item.assigns)
        if kind is None:
            raise self.context.error(item, 137, f'Must declare the scalar variable "{item.assigns}".')
        return compiler.converted(item.expression, kind)

    @staticmethod
    def _column_name(item: SelectItem) -> str:
        if item.alias is not None:
            return item.alias
        return item.expression.parts[-1] if isinstance(item.expression, nodes.Column) else ""

    def _order_key(
        self,
        compiler: ExpressionCompiler,
        item: OrderItem,
        outputs: Sequence[Compiled],
        columns: Sequence[ResultColumn],
    ) -> tuple[SortKey, bool]:
        position = output_position(item.expression, [column.name for column in columns], self.context)
        if position is not None:
            return sort_key(outputs[position]), item.descending
        if self.query.distinct:
            matches = [number for number, other in enumerate(self.query.items) if other.expression == item.expression]
            if not matches:
                raise self.context.error(
                    item, 145, "ORDER BY items must appear in the select list if SELECT DISTINCT is specified."
                )
            return sort_key(outputs[matches[0]]), item.descending
        return sort_key(compiler.value(item.expression)), item.descending

    def _limit(self, plain: ExpressionCompiler) -> Limit | None:
        query = self.query
        if query.top is not None and query.offset is not None:
            raise self.context.error(
                query.top, 10741, "A TOP can not be used in the same query or sub-query as a OFFSET."
            )
        if query.top is not None and query.top.with_ties and not query.order_by:
            raise self.context.error(
                query.top, 1062, "The TOP N WITH TIES clause is not allowed without a corresponding ORDER BY clause."
            )
        return row_limit(plain, query.top, query.offset, query.fetch)

    def _pipeline(
        self,
        frames: FrameSource,
        keep: Callable[[Frame, Run], bool | None] | None,
        grouping: Grouping | None,
        having: Callable[[Frame, Run], bool | None] | None,
        windows: Windows,
        outputs: Sequence[Compiled],
        columns: Sequence[ResultColumn],
        order: Sequence[tuple[SortKey, bool]],
        limit: Limit | None,
        assigns: Sequence[str],
    ) -> Callable[[Run], list[Row]]:
        group = None if grouping is None else self._grouper(grouping)
        readers = tuple(output.run for output in outputs)
        distinct = row_key([column.type for column in columns]) if self.query.distinct else None
        with_ties = self.query.top is not None and self.query.top.with_ties
        window_functions = windows.found
        assigning = tuple(zip(assigns, readers, strict=True)) if assigns else ()

        def run(at: Run) -> list[Row]:
            rows = frames(at)
            if keep is not None:
                rows = [row for row in rows if keep(row, at)]
            if group is not None:
                rows = group(rows, at)
                if having is not None:
                    rows = [row for row in rows if having(row, at)]
            if window_functions:
                computed = [compute(rows, at) for _, _, compute in window_functions]
                rows = [(*row, entry) for row, entry in zip(rows, zip(*computed, strict=True), strict=True)]
            for key, descending in reversed(order):
                rows = sorted(rows, key=lambda row: key(row, at), reverse=descending)
            if distinct is not None:
                rows = _first_frames(rows, readers, distinct, at)
            if limit is not None:
                kept = limit(at, len(rows))
                if with_ties and kept.stop:
                    kept = _with_ties(rows, kept, [key for key, _ in order], at)
                rows = rows[kept]
            if assigning:
                # row by row, so that `@list = @list + name` sees what the row before it left
                for row in rows:
                    for name, reader in assigning:
                        at.variables[name] = reader(row, at)
                return rows
            return [tuple([reader(row, at) for reader in readers]) for row in rows]

        return run

    def _grouper(self, grouping: Grouping) -> Callable[[list[Frame], Run], list[Frame]]:
        plain = ExpressionCompiler(self.queries, self.scope)
        keys = [keyed(plain, expression) for expression in self.query.group_by]
        aggregates = grouping.aggregates
        empty = tuple((None,) * len(source.columns) for source in self.scope.sources)

        def group(rows: list[Frame], run: Run) -> list[Frame]:
            members = partitions(rows, keys, run) if keys else [list(range(len(rows)))]
            found = []
            for numbers in members:
                inside = [rows[number] for number in numbers]
                computed = tuple(reduce(inside, run) for _, _, reduce in aggregates)
                found.append((*(inside[0] if inside else empty), computed))
            return found

        return group


def _first_frames(
    rows: Sequence[Frame],
    readers: Sequence[Callable[[Frame, Run], Any]],
    key: Callable[[Row], tuple[object, ...]],
    at: Run,
) -> list[Frame]:
    """Of the rows with equal outputs the first."""
    unique: dict[tuple[object, ...], Frame] = {}
    for row in rows:
        unique.setdefault(key(tuple([reader(row, at) for reader in readers])), row)
    return list(unique.values())


def _with_ties(rows: Sequence[Frame], kept: slice, keys: Sequence[SortKey], at: Run) -> slice:
    """TOP WITH TIES: also the rows that sort equal to the last one kept."""
    end = kept.stop
    last = [key(rows[end - 1], at) for key in keys]
    while end < len(rows) and [key(rows[end], at) for key in keys] == last:
        end += 1
    return slice(kept.start, end)
