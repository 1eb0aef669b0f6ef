"""Turns queries into plans: WITH, VALUES and set operations here, SELECT in select.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rehearsal.engines.tsql.compiler.expressions.scalars import ExpressionCompiler
from rehearsal.engines.tsql.compiler.queries.for_xml import joined_as_xml
from rehearsal.engines.tsql.compiler.queries.ordering import output_position, row_limit
from rehearsal.engines.tsql.compiler.queries.recursion import DEFAULT_STEPS, is_recursive, plan_recursive
from rehearsal.engines.tsql.compiler.queries.row_keys import first_of_each, row_key
from rehearsal.engines.tsql.compiler.queries.select import SelectCompiler
from rehearsal.engines.tsql.compiler.scope import Scope
from rehearsal.engines.tsql.context import Context
from rehearsal.engines.tsql.runtime.compiled import Compiled, Plan, Run
from rehearsal.engines.tsql.runtime.results import ResultColumn
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.nodes import OrderItem, Query, Select
from rehearsal.engines.tsql.values import types, values
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Row


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
    """The value at this position of an output row."""
    return Compiled(kind, lambda row, _run: row[position])


def _null_first(value: Any, key: Callable[[Any], Any] | None) -> tuple[int, Any]:
    return (0, 0) if value is None else (1, value if key is None else key(value))
