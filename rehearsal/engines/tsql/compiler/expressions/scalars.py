"""Turns expressions and predicates into functions of a row, once; three-valued logic is True, False and None."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from datetime import UTC

from rehearsal.engines.tsql.compiler.expressions.conditions import ConditionCompiler
from rehearsal.engines.tsql.compiler.interfaces import Queries, SelectedRows
from rehearsal.engines.tsql.compiler.scope import Scope
from rehearsal.engines.tsql.context import Context
from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.functions.catalogue import (
    AGGREGATES,
    FUNCTIONS,
    GLOBALS,
    GLOBALS_NOT_COVERED,
    NEED_OVER,
    NOT_COVERED,
)
from rehearsal.engines.tsql.functions.declaration import Function, FunctionCall
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, Run, Test
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.nodes import Expression, Node
from rehearsal.engines.tsql.values import arithmetic, collation, conversion, types
from rehearsal.engines.tsql.values.types import DATETIMES, Kind, SqlType
from rehearsal.engines.tsql.values.values import Value

_TAG = re.compile(r"<[^>]*>")
_COLLATION = re.compile(
    r"\w+_(?:C[IS]_A[IS](?:_KS)?(?:_WS)?(?:_VSS)?(?:_SC)?(?:_UTF8)?|BIN2?(?:_UTF8)?)", re.IGNORECASE
)


def constant(kind: SqlType, value: Value) -> Compiled:
    return Compiled(kind, lambda _row, _run: value, constant=True)


class ExpressionCompiler(ConditionCompiler):
    """Compiles the expressions of one scope; `grouping` collects aggregates once the rows are grouped."""

    def __init__(self, queries: Queries, scope: Scope, grouping: SelectedRows | None = None) -> None:
        self.queries = queries
        self.context: Context = queries.context
        self.scope = scope
        self.grouping = grouping

    # --- values ---

    def value(self, node: Expression) -> Compiled:
        if self.grouping is not None:
            key = self.grouping.key_of(node)
            if key is not None:
                return key
        match node:
            case nodes.Literal():
                return constant(self.context.collated(node.type), node.value)
            case nodes.Column():
                return self._column(node)
            case nodes.Variable():
                return self._variable(node)
            case nodes.Binary():
                return self._binary(node)
            case nodes.Unary():
                return self._unary(node)
            case nodes.Call():
                return self._call(node)
            case nodes.Cast():
                return self._cast(node)
            case nodes.Case():
                return self._case(node)
            case nodes.Collate():
                return self._collate(node)
            case nodes.AtTimeZone():
                return self._at_time_zone(node)
            case nodes.ScalarQuery():
                return self._scalar_query(node)
            case nodes.XmlText():
                return self._xml_text(node)
            case nodes.Window():
                if self.grouping is None or self.grouping.windows is None:
                    raise self.context.error(
                        node, 4108, "Windowed functions can only appear in the SELECT or ORDER BY clauses."
                    )
                return self.grouping.windows.column_of(node)
            case _:
                raise self.context.unsupported(type(node).__name__, node.place)

    def converted(self, node: Expression, target: SqlType) -> Compiled:
        return self.convert(self.value(node), target, node)

    def convert(self, compiled: Compiled, target: SqlType, node: Node, *, style: int | None = None) -> Compiled:
        """The value implicitly brought to `target`; error 257 or 206 where only an explicit conversion exists."""
        if not compiled.type.literal_null:
            refused = conversion.why_not_implicit(compiled.type, target)
            if refused is not None:
                raise refused.at(node.place.line)
        return self._through(compiled, target, style)

    def _through(self, compiled: Compiled, target: SqlType, style: int | None) -> Compiled:
        change = conversion.converter(compiled.type, target, style)
        run = compiled.run
        if change is None:
            return Compiled(target, run, compiled.constant)

        def changed(row: Frame, at: Run) -> Value:
            value = run(row, at)
            return None if value is None else change(value)

        return Compiled(target, changed, compiled.constant)

    def _column(self, node: nodes.Column) -> Compiled:
        found = self.scope.locate(node)
        if found is None:
            raise self._unknown_column(node)
        owner, source_number, column_number = found
        source = owner.sources[source_number]
        kind = self.context.collated(source.columns[column_number].type)
        if self.grouping is not None and owner is self.scope:
            self.grouping.require_key(self, node, source)
        position = source.position(column_number)
        if owner is self.scope:
            return Compiled(kind, lambda row, _run: row[source_number][position])
        self.scope.mark_correlated(owner)
        slot = owner.slot
        return Compiled(kind, lambda _row, run: run.frames[slot][source_number][position])

    def _unknown_column(self, node: nodes.Column) -> SqlError:
        if len(node.parts) > 1 and not self.scope.knows_qualifier(node.parts[:-1]):
            name = ".".join(node.parts)
            return self.context.error(node, 4104, f'The multi-part identifier "{name}" could not be bound.')
        return self.context.error(node, 207, f"Invalid column name '{node.parts[-1]}'.")

    def _variable(self, node: nodes.Variable) -> Compiled:
        name = node.name
        if name.startswith("@@"):
            if name.upper() in GLOBALS_NOT_COVERED:
                raise self.context.unsupported(name, node.place)
            if name not in GLOBALS:
                raise self.context.error(node, 137, f'Must declare the scalar variable "{name}".')
            kind, read = GLOBALS[name]
            return Compiled(self.context.collated(kind), lambda _row, run: read(run.session))
        declared = self.context.variables.get(name)
        if declared is None:
            raise self.context.error(node, 137, f'Must declare the scalar variable "{name}".')
        return Compiled(self.context.collated(declared), lambda _row, run: run.variables[name])

    def _binary(self, node: nodes.Binary) -> Compiled:
        left, right = self.value(node.left), self.value(node.right)
        try:
            left_type, right_type, result, compute = arithmetic.operation(node.operator, left.type, right.type)
        except SqlError as error:
            raise error.at(node.place.line) from None
        one, two = self.convert(left, left_type, node).run, self.convert(right, right_type, node).run

        def computed(row: Frame, run: Run) -> Value:
            a = one(row, run)
            b = two(row, run)
            return None if a is None or b is None else compute(a, b)

        return Compiled(result, computed, left.constant and right.constant)

    def _unary(self, node: nodes.Unary) -> Compiled:
        operand = self.value(node.operand)
        kind, compute = (arithmetic.negated if node.operator == "-" else arithmetic.complement)(operand.type)
        inner = operand.run

        def computed(row: Frame, run: Run) -> Value:
            value = inner(row, run)
            return None if value is None else compute(value)

        return Compiled(kind, computed, operand.constant)

    def _call(self, node: nodes.Call) -> Compiled:
        if node.name in AGGREGATES:
            if self.grouping is None:
                raise self.context.error(
                    node,
                    147,
                    "An aggregate may not appear in the WHERE clause unless it is in a subquery contained in a HAVING "
                    "clause or a select list, and the column being aggregated is an outer reference.",
                )
            return self.grouping.aggregate(self, node)
        if node.name in NEED_OVER:
            raise self.context.error(node, 10753, f"The function '{node.name}' must have an OVER clause.")
        function = FUNCTIONS.get(node.name.removeprefix("MASTER."))
        if function is None or function.since > self.context.major_version:
            raise self._no_function(node)
        if node.star or node.distinct or node.within_order:
            raise self.context.unsupported(f"{node.name} in this form", node.place)
        if not function.least <= len(node.arguments) <= function.most:
            raise self._wrong_arguments(node, function)
        return function.build(FunctionCall(compiler=self, node=node))

    def _no_function(self, node: nodes.Call) -> Exception:
        """195 for a name that SQL Server doesn't know either, 4121 for one with a schema; else a refusal."""
        name = node.name
        if name in FUNCTIONS:
            pass
        elif name in NOT_COVERED or name.startswith("SYS."):
            return self.context.unsupported(f"function {name}", node.place)
        elif "." in name:
            schema = name.partition(".")[0].lower()
            return self.context.error(
                node, 4121, f'Cannot find either column "{schema}" or the user-defined function or aggregate '
                f'"{name.lower()}", or the name is ambiguous.',
            )  # fmt: skip
        return self.context.error(node, 195, f"'{name.lower()}' is not a recognized built-in function name.")

    def _wrong_arguments(self, node: nodes.Call, function: Function) -> SqlError:
        name = node.name.lower()
        if function.least == function.most:
            return self.context.error(node, 174, f"The {name} function requires {function.least} argument(s).")
        return self.context.error(
            node, 189, f"The {name} function requires {function.least} to {function.most} arguments."
        )

    def _cast(self, node: nodes.Cast) -> Compiled:
        operand = self.value(node.operand)
        style = None if node.style is None else self._style(node.style)
        if callable(style):
            return self._styled(node, operand, style)
        try:
            change = conversion.converter(operand.type, node.type, style)
        except SqlError as error:
            raise error.at(node.place.line) from None
        inner, tries = operand.run, node.tries
        if change is None:
            return Compiled(node.type, inner, operand.constant)

        def converted(row: Frame, run: Run) -> Value:
            value = inner(row, run)
            if value is None:
                return None
            try:
                return change(value)
            except SqlError:
                if tries:
                    return None
                raise

        return Compiled(node.type, converted, operand.constant)

    def _style(self, node: Expression) -> int | Callable[[Frame, Run], Value] | None:
        """The style of CONVERT: known now, or known when it runs."""
        if isinstance(node, nodes.Literal) and isinstance(node.value, int | None):
            return node.value
        return self.converted(node, types.INT).run

    @staticmethod
    def _styled(node: nodes.Cast, operand: Compiled, style: Callable[[Frame, Run], Value]) -> Compiled:
        tries, inner = node.tries, operand.run

        def converted(row: Frame, run: Run) -> Value:
            value, chosen = inner(row, run), style(row, run)
            if value is None or chosen is None:
                return None
            try:
                change = conversion.converter(operand.type, node.type, chosen)
                return value if change is None else change(value)
            except SqlError:
                if tries:
                    return None
                raise

        return Compiled(node.type, converted)

    def _case(self, node: nodes.Case) -> Compiled:
        results = [self.value(result) for _, result in node.branches]
        if node.otherwise is not None:
            results.append(self.value(node.otherwise))
        kind = results[0].type
        for result in results[1:]:
            kind = types.common(kind, result.type)
        if kind.literal_null:
            raise self.context.error(
                node, 8133, "At least one of the result expressions in a CASE specification must be an expression "
                "other than the NULL constant.",
            )  # fmt: skip
        places = [result for _, result in node.branches] + ([node.otherwise] if node.otherwise is not None else [])
        outcomes = [self.convert(result, kind, place).run for result, place in zip(results, places, strict=True)]
        tests: list[Test] = []
        for test, _ in node.branches:
            if node.operand is None:
                tests.append(self.test(test))
            else:
                tests.append(self._comparison("=", node.operand, test, test))
        pairs = list(zip(tests, outcomes, strict=False))
        default = outcomes[-1] if node.otherwise is not None else None

        def chosen(row: Frame, run: Run) -> Value:
            for test, outcome in pairs:
                if test(row, run):
                    return outcome(row, run)
            return None if default is None else default(row, run)

        return Compiled(kind, chosen)

    def _collate(self, node: nodes.Collate) -> Compiled:
        operand = self.value(node.operand)
        if not operand.type.is_character:
            raise self.context.error(node, 447, f"Expression type {operand.type.name} is invalid for COLLATE clause.")
        name = self.context.collation if node.collation.lower() == "database_default" else node.collation
        if name is not None and not _COLLATION.fullmatch(name):
            raise self.context.error(node, 448, f"Invalid collation '{name}'.")
        old = operand.type
        kind = SqlType(old.kind, length=old.length, collation=collation.canonical(name), explicit=True)
        return Compiled(kind, operand.run, operand.constant)

    def _at_time_zone(self, node: nodes.AtTimeZone) -> Compiled:
        """A moment without a zone gets UTC, one with a zone is moved to it; no other zone is known."""
        if not (isinstance(node.zone, nodes.Literal) and str(node.zone.value).upper() == "UTC"):
            raise self.context.unsupported("a time zone other than 'UTC'", node.zone.place)
        operand = self.value(node.operand)
        if operand.type.kind not in DATETIMES - {Kind.DATE, Kind.TIME}:
            raise self.context.error(
                node,
                8116,
                f"Argument data type {operand.type.name} is invalid for argument 1 of AT TIME ZONE function.",
            )
        inner = self.convert(operand, SqlType(Kind.DATETIMEOFFSET, scale=operand.type.scale or 7), node)
        run = inner.run

        def moved(row: Frame, at: Run) -> Value:
            value = run(row, at)
            return None if value is None else value.astimezone(UTC)

        return Compiled(inner.type, moved)

    def _scalar_query(self, node: nodes.ScalarQuery) -> Compiled:
        plan = self.queries.plan(node.query, self.scope)
        self._one_column(node, len(plan.columns))
        slot, fetch = self.scope.slot, plan.run

        def single(row: Frame, run: Run) -> Value:
            run.frames[slot] = row
            rows = fetch(run)
            if not rows:
                return None
            if len(rows) > 1:
                raise SqlError(
                    512,
                    "Subquery returned more than 1 value. This is not permitted when the subquery follows =, !=, <, "
                    "<= , >, >= or when the subquery is used as an expression.",
                )
            return rows[0][0]

        return Compiled(plan.columns[0].type, single)

    def _xml_text(self, node: nodes.XmlText) -> Compiled:
        inner = self._scalar_query(nodes.ScalarQuery(place=node.place, query=node.query))
        run = inner.run

        def unescaped(row: Frame, at: Run) -> Value:
            value = run(row, at)
            return None if value is None else html.unescape(_TAG.sub("", value))

        return self._through(Compiled(inner.type, unescaped), node.type, None)
