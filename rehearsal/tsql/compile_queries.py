"""Turns queries into plans: FROM, WHERE, GROUP BY, HAVING, windows, SELECT, DISTINCT, ORDER BY, TOP — in that order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rehearsal.tsql import nodes, types, values
from rehearsal.tsql.compile_expressions import ExpressionCompiler
from rehearsal.tsql.compile_sources import SourceCompiler
from rehearsal.tsql.for_xml import joined_as_xml
from rehearsal.tsql.grouping import Grouping, contains, contains_aggregate, keyed, partitions, sort_key
from rehearsal.tsql.limits import Limit, row_limit
from rehearsal.tsql.nodes import Expression, OrderItem, Query, Select, SelectItem
from rehearsal.tsql.plan import FrameSource, Plan, ResultColumn
from rehearsal.tsql.recursion import DEFAULT_STEPS, is_recursive, plan_recursive
from rehearsal.tsql.scope import Compiled, Context, Frame, Run, Scope
from rehearsal.tsql.types import SqlType
from rehearsal.tsql.values import Row
from rehearsal.tsql.windows import Windows

SortKey = Callable[[Frame, Run], Any]


class QueryCompiler:
    """Compiles the queries of one batch against its context."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.steps = DEFAULT_STEPS

    def plan(self, query: Query, parent: Scope | None) -> Plan:
        """The plan of a query; `parent` is the scope whose rows it may refer to."""
        match query:
            case nodes.WithQuery():
                return self._with(query, parent)
            case nodes.SetOperation():
                return self._set_operation(query, parent)
            case nodes.ValuesQuery():
                return self._values(query, parent)
            case Select():
                return SelectCompiler(self, query, parent).plan()
            case nodes.ForXml():
                return joined_as_xml(self, query, parent)
            case _:
                raise self.context.unsupported(type(query).__name__, query.place)

    def scope(self, parent: Scope | None) -> Scope:
        return Scope(context=self.context, parent=parent, slot=self.context.new_slot())

    def _with(self, query: nodes.WithQuery, parent: Scope | None) -> Plan:
        """Common tables are planned where they are used; each sees those before it."""
        scope = self.scope(parent)
        known: dict[str, tuple[nodes.CommonTable, Scope]] = {}
        for table in query.tables:
            if table.name.lower() in known:
                raise self.context.error(
                    table, 239, f"Duplicate common table expression name '{table.name}' was specified."
                )
            before = self.scope(parent)
            before.common_tables = dict(known)
            known[table.name.lower()] = (table, before)
        scope.common_tables = known
        self.steps = query.steps
        return self.plan(query.query, scope)

    def common_table(self, table: nodes.CommonTable, defined_in: Scope) -> Plan:
        if is_recursive(table) and defined_in.find_common_table(table.name) is None:
            return plan_recursive(self, table, defined_in, self.steps)
        return self.plan(table.query, defined_in)

    def _values(self, query: nodes.ValuesQuery, parent: Scope | None) -> Plan:
        scope = self.scope(parent)
        compiler = ExpressionCompiler(self, scope)
        width = len(query.rows[0])
        if any(len(row) != width for row in query.rows):
            raise self.context.error(
                query, 10709, "The number of columns for each row in a table value constructor must be the same."
            )
        compiled = [[compiler.value(value) for value in row] for row in query.rows]
        kinds = [self._common([row[column].type for row in compiled]) for column in range(width)]
        runs = [
            [compiler.convert(value, kinds[column], query).run for column, value in enumerate(row)] for row in compiled
        ]
        return Plan(
            self.context.new_slot(),
            tuple(ResultColumn("", kind) for kind in kinds),
            lambda run: [tuple(value((), run) for value in row) for row in runs],
            scope.correlated,
        )

    @staticmethod
    def _common(kinds: Sequence[SqlType]) -> SqlType:
        found = kinds[0]
        for kind in kinds[1:]:
            found = types.common(found, kind)
        return found

    def _set_operation(self, query: nodes.SetOperation, parent: Scope | None) -> Plan:
        left, right = self.plan(query.left, parent), self.plan(query.right, parent)
        if left.assigns or right.assigns:
            raise self.context.error(
                query, 10734, "Variable assignment is not allowed in a statement containing a top level "
                "UNION, INTERSECT or EXCEPT operator.",
            )  # fmt: skip
        if len(left.columns) != len(right.columns):
            raise self.context.error(
                query,
                205,
                "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of "
                "expressions in their target lists.",
            )
        kinds = [types.common(one.type, two.type) for one, two in zip(left.columns, right.columns, strict=True)]
        columns = tuple(ResultColumn(one.name, kind) for one, kind in zip(left.columns, kinds, strict=True))
        first, second = self._reshape(left, kinds, query), self._reshape(right, kinds, query)
        combine = self._combine(query.operator, kinds)
        order = self._output_order(query.order_by, columns)
        limit = row_limit(ExpressionCompiler(self, self.scope(None)), None, query.offset, query.fetch)

        def run(at: Run) -> list[Row]:
            rows = combine(first(at), second(at))
            for position, key, descending in reversed(order):
                rows.sort(key=lambda row: _null_first(row[position], key), reverse=descending)
            return rows if limit is None else rows[limit(at, len(rows))]

        return Plan(self.context.new_slot(), columns, run, left.correlated or right.correlated)

    def _reshape(self, plan: Plan, kinds: Sequence[SqlType], query: Query) -> Callable[[Run], list[Row]]:
        if all(column.type == kind for column, kind in zip(plan.columns, kinds, strict=True)):
            return plan.run
        compiler = ExpressionCompiler(self, self.scope(None))
        readers = []
        for position, (column, kind) in enumerate(zip(plan.columns, kinds, strict=True)):
            readers.append(compiler.convert(_entry(column.type, position), kind, query).run)
        return lambda run: [tuple(reader(row, run) for reader in readers) for row in plan.run(run)]

    @staticmethod
    def _combine(operator: str, kinds: Sequence[SqlType]) -> Callable[[list[Row], list[Row]], list[Row]]:
        if operator == "UNION ALL":
            return lambda one, two: [*one, *two]
        key = row_key(kinds)
        if operator == "UNION":
            return lambda one, two: first_of_each([*one, *two], key)
        if operator == "EXCEPT":

            def without(one: list[Row], two: list[Row]) -> list[Row]:
                banned = {key(row) for row in two}
                return first_of_each([row for row in one if key(row) not in banned], key)

            return without

        def shared(one: list[Row], two: list[Row]) -> list[Row]:
            wanted = {key(row) for row in two}
            return first_of_each([row for row in one if key(row) in wanted], key)

        return shared

    def _output_order(
        self, items: Sequence[OrderItem], columns: Sequence[ResultColumn]
    ) -> list[tuple[int, Callable[[Any], Any] | None, bool]]:
        """ORDER BY of a set operation: only its columns, by name or number."""
        found = []
        for item in items:
            position = output_position(item.expression, [column.name for column in columns], self.context)
            if position is None:
                raise self.context.error(
                    item, 104, "ORDER BY items must appear in the select list if the statement contains a UNION, "
                    "INTERSECT or EXCEPT operator.",
                )  # fmt: skip
            found.append((position, values.order_key(columns[position].type), item.descending))
        return found


def _entry(kind: SqlType, position: int) -> Compiled:
    """What stands at this place of an output row."""
    return Compiled(kind, lambda row, _run: row[position])


def _null_first(value: Any, key: Callable[[Any], Any] | None) -> tuple[int, Any]:
    return (0, 0) if value is None else (1, value if key is None else key(value))


def row_key(kinds: Sequence[SqlType]) -> Callable[[Row], tuple[object, ...]]:
    """What makes two rows the same row, for DISTINCT and UNION: NULLs are equal there."""
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


class SelectCompiler:
    """Compiles one SELECT."""

    def __init__(self, queries: QueryCompiler, query: Select, parent: Scope | None) -> None:
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
        grouping.windows = Windows(grouping=grouping, row_compiler=plain)
        return grouping

    def _expanded_items(self) -> list[SelectItem]:
        found: list[SelectItem] = []
        for item in self.query.items:
            if not isinstance(item.expression, nodes.Star):
                found.append(item)
                continue
            wanted = item.expression.qualifier
            sources = [
                source for source in self.scope.sources if wanted is None or source.answers_to((wanted.lower(),))
            ]
            if not sources:
                if wanted is not None:
                    raise self.context.error(
                        item, 107, f"The column prefix '{wanted}' does not match with a table name or alias name used "
                        "in the query.",
                    )  # fmt: skip
                raise self.context.error(item, 263, "Must specify table to select from.")
            for source in sources:
                qualifier = (source.alias,) if not source.qualified else source.qualified
                for column in source.columns:
                    parts = (*qualifier, column.name)
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
