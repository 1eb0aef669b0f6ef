"""Recursive common table expressions: an anchor, UNION ALL, and a part that sees the rows of the step before.

Source: WITH common_table_expression (Transact-SQL), guidelines for recursive ones; error texts of sys.messages.
"""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.engines.tsql.compiler.interfaces import Queries
from rehearsal.engines.tsql.compiler.queries.aggregates import contains_aggregate
from rehearsal.engines.tsql.compiler.scope import Scope
from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.runtime.compiled import Plan, Run, WorkingTable
from rehearsal.engines.tsql.runtime.results import ResultColumn
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.values.types import Kind, SqlType
from rehearsal.engines.tsql.values.values import Row

DEFAULT_STEPS = 100


def is_recursive(table: nodes.CommonTable) -> bool:
    return any(True for _ in _references(table.query, table.name.lower()))


def _references(node: object, name: str) -> Iterator[nodes.TableName]:
    match node:
        case nodes.TableName(parts=(only,)) if only.lower() == name:
            yield node
        case nodes.Node():
            for field in node.__dataclass_fields__:
                yield from _references(getattr(node, field), name)
        case tuple():
            for part in node:
                yield from _references(part, name)
        case _:
            pass


def plan_recursive(queries: Queries, table: nodes.CommonTable, parent: Scope, steps: int) -> Plan:
    """The plan of the whole table. Raises what SQL Server refuses: 240, 252, 253, 460 to 467; 530 while it runs."""
    context, query, name = queries.context, table.query, table.name
    if not isinstance(query, nodes.SetOperation) or query.operator != "UNION ALL":
        raise context.error(
            table, 252, f"Recursive common table expression '{name}' does not contain a top-level UNION ALL operator."
        )
    if any(True for _ in _references(query.left, name.lower())):
        raise context.unsupported("several recursive parts", query.place)
    _check(queries, table, query.right)
    anchor = queries.plan(query.left, parent)
    names = table.columns or tuple(column.name for column in anchor.columns)
    columns = tuple(
        ResultColumn(names[number] if number < len(names) else column.name, _without_digits(column.type))
        for number, column in enumerate(anchor.columns)
    )
    working = WorkingTable(context.new_slot(), columns)
    scope = queries.scope(parent)
    scope.working_tables = {name.lower(): working}
    step = queries.plan(query.right, scope)
    if len(step.columns) != len(columns):
        raise context.error(
            query,
            205,
            "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of "
            "expressions in their target lists.",
        )
    for known, found in zip(columns, step.columns, strict=True):
        if known.type != _without_digits(found.type):
            raise context.error(
                query, 240, "Types don't match between the anchor and the recursive part in column "
                f'"{known.name}" of recursive query "{name}".',
            )  # fmt: skip

    def run(at: Run) -> list[Row]:
        found = rows = anchor.run(at)
        done = 0
        while rows:
            at.cache[working.slot] = rows
            rows = step.run(at)
            done += 1
            if rows and steps and done > steps:
                raise SqlError(
                    530, f"The statement terminated. The maximum recursion {steps} has been exhausted before statement "
                    "completion.",
                )  # fmt: skip
            found = [*found, *rows]
        return found

    return Plan(context.new_slot(), columns, run, anchor.correlated)


def _without_digits(kind: SqlType) -> SqlType:
    """A whole literal's own digits are no part of its column's type."""
    return kind if kind.kind is Kind.DECIMAL else SqlType(kind.kind, kind.length, 0, kind.scale, kind.collation)


def _check(queries: Queries, table: nodes.CommonTable, part: nodes.Query) -> None:
    name, context = table.name, queries.context
    where = f"is not allowed in the recursive part of a recursive common table expression '{name}'."
    if not isinstance(part, nodes.Select):
        raise context.unsupported("a recursive part that is no plain SELECT", part.place)
    outside = list(_references(part.source, name.lower()))
    if len(list(_references(part, name.lower()))) > len(outside) or _inside_query(part.source, name.lower()):
        raise context.error(part, 465, "Recursive references are not allowed in subqueries.")
    if len(outside) > 1:
        raise context.error(
            part, 253, f"Recursive member of a common table expression '{name}' has multiple recursive references."
        )
    if part.distinct:
        raise context.error(part, 460, f"DISTINCT operator {where}")
    if part.top is not None or part.offset is not None:
        raise context.error(part, 461, f"The TOP or OFFSET operator {where}")
    if _has_outer_join(part.source):
        raise context.error(part, 462, f"Outer join {where}")
    if part.group_by or part.having is not None or any(contains_aggregate(item.expression) for item in part.items):
        raise context.error(
            part, 467, "GROUP BY, HAVING, or aggregate functions are not allowed in the recursive part of a recursive "
            f"common table expression '{name}'.",
        )  # fmt: skip


def _inside_query(source: nodes.Source | None, name: str) -> bool:
    match source:
        case nodes.DerivedTable():
            return any(True for _ in _references(source.query, name))
        case nodes.Join():
            return _inside_query(source.left, name) or _inside_query(source.right, name)
        case _:
            return False


def _has_outer_join(source: nodes.Source | None) -> bool:
    if not isinstance(source, nodes.Join):
        return False
    outer = source.kind in ("LEFT", "RIGHT", "FULL", "OUTER APPLY")
    return outer or _has_outer_join(source.left) or _has_outer_join(source.right)
