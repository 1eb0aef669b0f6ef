"""Conditions as functions of a row that give True, False or None: comparisons, AND, OR, NOT, IN, EXISTS, LIKE, ALL."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from rehearsal.engines.tsql.compiler.interfaces import Queries
from rehearsal.engines.tsql.compiler.scope import Scope
from rehearsal.engines.tsql.context import Context
from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, Run, Test, Truth
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.nodes import Expression, Node
from rehearsal.engines.tsql.values import collation, conversion, types, values
from rehearsal.engines.tsql.values.types import DATETIMES, NUMERIC, Kind, SqlType
from rehearsal.engines.tsql.values.values import Value

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


class ConditionCompiler:
    """The part of the compiler for conditions; `ExpressionCompiler` adds the values inside of them."""

    queries: Queries
    context: Context
    scope: Scope

    def value(self, node: Expression) -> Compiled:
        raise NotImplementedError

    def converted(self, node: Expression, target: SqlType) -> Compiled:
        raise NotImplementedError

    def convert(self, compiled: Compiled, target: SqlType, node: Node) -> Compiled:
        raise NotImplementedError

    def _one_column(self, node: Node, columns: int) -> None:
        if columns != 1:
            raise self.context.error(
                node,
                116,
                "Only one expression can be specified in the select list when the subquery is not introduced with "
                "EXISTS.",
            )

    def test(self, node: Expression) -> Test:
        """A condition as a function that gives True, False or None (unknown)."""
        match node:
            case nodes.Comparison():
                return self._comparison(node.operator, node.left, node.right, node)
            case nodes.Connective():
                return self._connective(node)
            case nodes.Not():
                inner = self.test(node.operand)
                return lambda row, run: None if (found := inner(row, run)) is None else not found
            case nodes.IsNull():
                operand, negated = self.value(node.operand).run, node.negated
                return lambda row, run: (operand(row, run) is None) is not negated
            case nodes.In():
                return self._in(node)
            case nodes.Between():
                return self._between(node)
            case nodes.Like():
                return self._like(node)
            case nodes.Exists():
                return self._exists(node)
            case nodes.Quantified():
                return self._quantified(node)
            case nodes.Distinct():
                return self._distinct(node)
            case _:
                raise self.context.unsupported(f"{type(node).__name__} as a condition", node.place)

    def _connective(self, node: nodes.Connective) -> Test:
        left, right = self.test(node.left), self.test(node.right)
        if node.operator == "AND":

            def both(row: Frame, run: Run) -> Truth:
                one = left(row, run)
                if one is False:
                    return False
                two = right(row, run)
                return False if two is False else None if one is None or two is None else True

            return both

        def either(row: Frame, run: Run) -> Truth:
            one = left(row, run)
            if one is True:
                return True
            two = right(row, run)
            return True if two is True else None if one is None or two is None else False

        return either

    def comparable(
        self, left: Compiled, right: Compiled, node: Node, *, ordered: bool
    ) -> tuple[Callable[[Frame, Run], object], Callable[[Frame, Run], object]]:
        """Both sides brought to one type, and to the form in which Python's own comparison is right."""
        if left.type.kind in types.EXACT and right.type.kind in types.EXACT:
            return left.run, right.run  # exact numbers of any type compare as they are
        kind = types.common(left.type, right.type)
        self._check_comparable(left.type, right.type, node)
        key = values.order_key(kind) if ordered else values.equality_key(kind)
        return self._keyed(self.convert(left, kind, node), key), self._keyed(self.convert(right, kind, node), key)

    def _check_comparable(self, left: SqlType, right: SqlType, node: Node) -> None:
        pair = {left.kind, right.kind}
        if (
            Kind.UNIQUEIDENTIFIER in pair
            and pair & (NUMERIC | DATETIMES)
            and not (left.literal_null or right.literal_null)
        ):
            raise self.context.error(node, 206, f"Operand type clash: {left.name} is incompatible with {right.name}")

    @staticmethod
    def _keyed(compiled: Compiled, key: Callable[[Value], object] | None) -> Callable[[Frame, Run], object]:
        run = compiled.run
        if key is None:
            return run
        if compiled.constant:
            cell: list[object] = []

            def once(row: Frame, at: Run) -> object:
                if not cell:
                    value = run(row, at)
                    cell.append(None if value is None else key(value))
                return cell[0]

            return once

        def keyed(row: Frame, at: Run) -> object:
            value = run(row, at)
            return None if value is None else key(value)

        return keyed

    def _comparison(self, symbol: str, left_node: Expression, right_node: Expression, node: Node) -> Test:
        left, right = self.value(left_node), self.value(right_node)
        one, two = self.comparable(left, right, node, ordered=symbol not in ("=", "<>"))
        compare = _COMPARE[symbol]

        def compared(row: Frame, run: Run) -> Truth:
            a = one(row, run)
            if a is None:
                return None
            b = two(row, run)
            return None if b is None else compare(a, b)

        return compared

    def _between(self, node: nodes.Between) -> Test:
        within = nodes.Connective(
            place=node.place,
            operator="AND",
            left=nodes.Comparison(place=node.place, operator=">=", left=node.operand, right=node.low),
            right=nodes.Comparison(place=node.place, operator="<=", left=node.operand, right=node.high),
        )
        return self.test(nodes.Not(place=node.place, operand=within) if node.negated else within)

    def _in(self, node: nodes.In) -> Test:
        negated = node.negated
        if node.query is not None:
            return self._in_query(node)
        tests = [self._comparison("=", node.operand, choice, node) for choice in node.choices]

        def among(row: Frame, run: Run) -> Truth:
            unknown = False
            for test in tests:
                found = test(row, run)
                if found:
                    return not negated
                if found is None:
                    unknown = True
            return None if unknown else negated

        return among

    def _in_query(self, node: nodes.In) -> Test:
        assert node.query is not None
        plan = self.queries.plan(node.query, self.scope)
        self._one_column(node, len(plan.columns))
        operand, negated = self.value(node.operand), node.negated
        element = plan.columns[0].type
        kind = types.common(operand.type, element)
        self._check_comparable(operand.type, element, node)
        key = values.equality_key(kind)
        sought = self._keyed(self.convert(operand, kind, node), key)
        change = conversion.converter(element, kind)
        slot, fetch, number = self.scope.slot, plan.run, plan.number
        correlated = plan.correlated

        def collect(run: Run) -> tuple[set[object], bool]:
            found: set[object] = set()
            unknown = False
            for (value,) in fetch(run):
                if value is None:
                    unknown = True
                    continue
                shaped = value if change is None else change(value)
                found.add(shaped if key is None else key(shaped))
            return found, unknown

        def among(row: Frame, run: Run) -> Truth:
            run.frames[slot] = row
            if correlated:
                choices, unknown = collect(run)
            else:
                cached = run.cache.get(number)
                if cached is None:
                    cached = run.cache[number] = collect(run)
                choices, unknown = cached
            value = sought(row, run)
            if not choices and not unknown:
                return negated
            if value is None:
                return None
            if value in choices:
                return not negated
            return None if unknown else negated

        return among

    def _quantified(self, node: nodes.Quantified) -> Test:
        """ALL is false at the first element that isn't, ANY true at the first that is; NULLs leave it unknown."""
        plan = self.queries.plan(node.query, self.scope)
        self._one_column(node, len(plan.columns))
        operand, element = self.value(node.left), plan.columns[0].type
        kind = types.common(operand.type, element)
        self._check_comparable(operand.type, element, node)
        key = values.order_key(kind) if node.operator not in ("=", "<>") else values.equality_key(kind)
        sought = self._keyed(self.convert(operand, kind, node), key)
        reader = self._keyed(self.convert(Compiled(element, lambda row, _run: row[0]), kind, node), key)
        compare, every = _COMPARE[node.operator], node.every
        slot, fetch = self.scope.slot, plan.run

        def quantified(row: Frame, run: Run) -> Truth:
            run.frames[slot] = row
            value = sought(row, run)
            unknown = False
            for found in fetch(run):
                other = reader(found, run)
                if value is None or other is None:
                    unknown = True
                elif compare(value, other) is not every:
                    return not every
            return None if unknown else every

        return quantified

    def _distinct(self, node: nodes.Distinct) -> Test:
        if self.context.major_version < 16:
            raise self.context.error(node, 156, "Incorrect syntax near the keyword 'DISTINCT'.")
        one, two = self.comparable(self.value(node.left), self.value(node.right), node, ordered=False)
        negated = node.negated
        return lambda row, run: (one(row, run) == two(row, run)) is negated

    def _exists(self, node: nodes.Exists) -> Test:
        plan = self.queries.plan(node.query, self.scope)
        slot, fetch, number, correlated = self.scope.slot, plan.run, plan.number, plan.correlated

        def exists(row: Frame, run: Run) -> Truth:
            if correlated:
                run.frames[slot] = row
                return bool(fetch(run))
            found = run.cache.get(number)
            if found is None:
                run.frames[slot] = row
                found = run.cache[number] = bool(fetch(run))
            return bool(found)

        return exists

    def _like(self, node: nodes.Like) -> Test:
        operand, pattern = self.value(node.operand), self.value(node.pattern)
        kind = types.common(operand.type, pattern.type)
        text = types.nvarchar(types.MAX_LENGTH)
        one, two = self.convert(operand, text, node).run, self.convert(pattern, text, node).run
        escape = None if node.escape is None else self.converted(node.escape, text).run
        name = kind.collation if kind.is_character else None
        # trailing blanks of the value count as soon as one side is Unicode
        pads = operand.type.kind not in types.NATIONAL and pattern.type.kind not in types.NATIONAL
        negated = node.negated

        def like(row: Frame, run: Run) -> Truth:
            value, wanted = one(row, run), two(row, run)
            if value is None or wanted is None:
                return None
            mark = None
            if escape is not None:
                mark = escape(row, run)
                if mark is None:
                    return None
                if len(mark) != 1:
                    raise SqlError(506, f'The invalid escape character "{mark}" was specified in a LIKE predicate.')
            found = collation.like_pattern(wanted, mark, name, pads=pads)
            return (found is not None and found.fullmatch(value) is not None) is not negated

        return like
