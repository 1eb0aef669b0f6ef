"""Calls of functions: their arguments, and OVER with its frame.

Source: SELECT - OVER Clause (Transact-SQL), and the functions' own pages for what isn't a plain list of values.
"""

from __future__ import annotations

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.nodes import Expression, OrderItem, Place
from rehearsal.engines.tsql.syntax.type_parser import TypeParser
from rehearsal.engines.tsql.values import types

_DATE_PARTS_FIRST = frozenset({"DATEDIFF", "DATEDIFF_BIG", "DATEADD", "DATEPART", "DATENAME", "DATETRUNC"})


class CallParser(TypeParser):
    """The part of the parser that reads calls; the expressions inside them are read by its subclass."""

    def scalar(self) -> Expression:
        """An expression with a value."""
        raise NotImplementedError

    def condition(self) -> Expression:
        raise NotImplementedError

    def scalars(self) -> tuple[Expression, ...]:
        found = [self.scalar()]
        while self.accept(","):
            found.append(self.scalar())
        return tuple(found)

    def order_items(self) -> tuple[OrderItem, ...]:
        items: list[OrderItem] = []
        while True:
            place = self.place
            expression = self.scalar()
            direction = self.accept_any("ASC", "DESC")
            items.append(OrderItem(place=place, expression=expression, descending=direction == "DESC"))
            if not self.accept(","):
                return tuple(items)

    def call(self, place: Place, name: str) -> Expression:
        self.expect("(")
        star = distinct = False
        arguments: tuple[Expression, ...] = ()
        if self.accept("*"):
            star = True
        elif not self.at(")"):
            distinct = self.accept("DISTINCT")
            self.accept("ALL")
            if name in _DATE_PARTS_FIRST:
                part = nodes.Literal(place=self.place, value=self.name().lower(), type=types.varchar(30))
                self.expect(",")
                arguments = (part, *self.scalars())
            elif name == "IIF":
                first = self.condition()
                self.expect(",")
                arguments = (first, *self.scalars())
            elif name == "TRIM":
                name, arguments = self._trim()
            else:
                arguments = self.scalars()
        if self.at("AS"):
            raise self.refusal(f"{name} in this form", place)
        self.expect(")")
        within: tuple[OrderItem, ...] = ()
        if self.accept("WITHIN", "GROUP"):
            self.expect("(", "ORDER", "BY")
            within = self.order_items()
            self.expect(")")
        if self.at_any("IGNORE", "RESPECT") and self.peek().upper == "NULLS":
            raise self.refusal(f"{self.token.upper} NULLS")
        call = nodes.Call(
            place=place, name=name, arguments=arguments, star=star, distinct=distinct, within_order=within
        )
        return self._window(place, call) if self.at("OVER") else call

    def _trim(self) -> tuple[str, tuple[Expression, ...]]:
        """`TRIM ([LEADING | TRAILING | BOTH] [characters FROM] text)` as a call with (text, characters)."""
        side = self.accept_any("LEADING", "TRAILING", "BOTH")
        name = {"LEADING": "LTRIM", "TRAILING": "RTRIM"}.get(side or "", "TRIM")
        first = self.scalar()
        if self.accept("FROM"):
            return name, (self.scalar(), first)
        return name, (first,)

    def _window(self, place: Place, call: nodes.Call) -> Expression:
        self.expect("OVER")
        if self.at_name():
            raise self.refusal("a named window")
        self.expect("(")
        partition = self.scalars() if self.accept("PARTITION", "BY") else ()
        order = self.order_items() if self.accept("ORDER", "BY") else ()
        frame = self._frame() if self.at_any("ROWS", "RANGE") else None
        self.expect(")")
        return nodes.Window(place=place, call=call, partition_by=partition, order_by=order, frame=frame)

    def _frame(self) -> nodes.WindowFrame:
        place = self.place
        by_rows = self.advance().upper == "ROWS"
        if self.accept("BETWEEN"):
            start = self._frame_bound(by_rows)
            self.expect("AND")
            return nodes.WindowFrame(place=place, by_rows=by_rows, start=start, end=self._frame_bound(by_rows))
        return nodes.WindowFrame(place=place, by_rows=by_rows, start=self._frame_bound(by_rows), end=0)

    def _frame_bound(self, by_rows: bool) -> int | None:
        if self.accept("UNBOUNDED"):
            self.expect_any("PRECEDING", "FOLLOWING")
            return None
        if self.accept("CURRENT"):
            self.expect("ROW")
            return 0
        place, offset = self.place, self.integer()
        if not by_rows:
            raise SqlError(4194, "RANGE is only supported with UNBOUNDED and CURRENT ROW window frame delimiters.").at(
                place.line
            )
        return -offset if self.expect_any("PRECEDING", "FOLLOWING") == "PRECEDING" else offset
