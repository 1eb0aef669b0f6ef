"""Queries: SELECT with its clauses, set operations, common table expressions, and FROM."""

from __future__ import annotations

from dataclasses import replace

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.expression_parser import ExpressionParser
from rehearsal.engines.tsql.syntax.lexer import TokenKind
from rehearsal.engines.tsql.syntax.nodes import CommonTable, Query, Select, SelectItem, Source

_AFTER_FROM_ITEM = frozenset({"INNER", "LEFT", "RIGHT", "FULL", "CROSS", "OUTER", "JOIN"})
_HARMLESS_HINTS = frozenset({"NOLOCK", "READUNCOMMITTED", "READCOMMITTED", "READPAST", "NOWAIT"})
COMPOUND_ASSIGNMENTS = ("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=")
_HARMLESS_OPTIONS = frozenset({"RECOMPILE"})


class QueryParser(ExpressionParser):
    """The part of the parser that reads queries."""

    def query(self) -> Query:
        """A whole query, its WITH clause, ORDER BY and OPTION included."""
        place = self.place
        if self.at("WITH", "XMLNAMESPACES"):
            raise self.refusal("WITH XMLNAMESPACES")
        tables = self._common_tables() if self.accept("WITH") else ()
        found = self._set_operation()
        if self.at("ORDER"):
            found = self._ordered(found)
        if self.at("FOR"):
            found = self._for_xml(found)
        steps = self._query_hints() if self.accept("OPTION") else None
        if self.at("INTO"):
            raise self.unexpected("after a query")
        if not tables:
            return found
        return nodes.WithQuery(place=place, tables=tables, query=found, steps=100 if steps is None else steps)

    def _query_hints(self) -> int | None:
        """Query hints: MAXRECURSION's number, when it is among them."""
        steps = None
        self.expect("(")
        while True:
            if self.accept("MAXRECURSION"):
                steps = self.integer()
            elif self.token.upper in _HARMLESS_OPTIONS:
                self.advance()
            else:
                raise self.not_covered("as a query hint")
            if not self.accept(","):
                break
        self.expect(")")
        return steps

    def _for_xml(self, query: Query) -> Query:
        """Only the form that joins texts, which is how it was done before STRING_AGG."""
        place = self.place
        following = [self.peek(ahead) for ahead in range(1, 6)]
        if (
            [token.upper for token in following[:3]] != ["XML", "PATH", "("]
            or following[3].text
            or following[4].upper != ")"
        ):
            raise self.not_covered("after a query")
        for _ in range(6):
            self.advance()
        typed = self.accept(",", "TYPE")
        if self.at(","):
            raise self.not_covered("after FOR XML PATH ('')")
        return nodes.ForXml(place=place, query=query, typed=typed)

    def subquery(self) -> Query:
        """A query inside another one: no WITH, and an ORDER BY only where it decides which rows there are (1033)."""
        if self.at("WITH"):
            raise self.syntax_error()
        found = self.query()
        match found:
            case Select(order_by=items, top=None, offset=None) if items:
                place = items[0].place
            case nodes.SetOperation(order_by=items, offset=None) if items:
                place = items[0].place
            case _:
                return found
        raise SqlError(
            1033,
            "The ORDER BY clause is invalid in views, inline functions, derived tables, subqueries, and common table "
            "expressions, unless TOP, OFFSET or FOR XML is also specified.",
            batch_aborting=True,
        ).at(place.line)

    def _common_tables(self) -> tuple[CommonTable, ...]:
        tables: list[CommonTable] = []
        while True:
            place = self.place
            name = self.name()
            columns = self._names_in_parentheses() if self.at("(") else ()
            self.expect("AS", "(")
            query = self.subquery()
            self.expect(")")
            tables.append(CommonTable(place=place, name=name, columns=columns, query=query))
            if not self.accept(","):
                return tuple(tables)

    def _names_in_parentheses(self) -> tuple[str, ...]:
        self.expect("(")
        names = [self.name()]
        while self.accept(","):
            names.append(self.name())
        self.expect(")")
        return tuple(names)

    def _set_operation(self) -> Query:
        left = self._intersection()
        while self.at_any("UNION", "EXCEPT"):
            place = self.place
            operator = self.advance().upper
            if operator == "UNION" and self.accept("ALL"):
                operator = "UNION ALL"
            left = nodes.SetOperation(place=place, operator=operator, left=left, right=self._intersection())
        return left

    def _intersection(self) -> Query:
        left = self._term()
        while self.at("INTERSECT"):
            place = self.place
            self.advance()
            left = nodes.SetOperation(place=place, operator="INTERSECT", left=left, right=self._term())
        return left

    def _term(self) -> Query:
        if self.accept("("):
            inner = self._set_operation()
            self.expect(")")
            return inner
        if self.at("VALUES"):
            return self._values()
        return self._select()

    def _ordered(self, query: Query) -> Query:
        """The query with its ORDER BY, which belongs to the whole of a set operation."""
        self.expect("ORDER", "BY")
        items = self.order_items()
        offset = fetch = None
        if self.accept("OFFSET"):
            offset = self._sum()
            self.expect_any("ROW", "ROWS")
            if self.accept("FETCH"):
                self.expect_any("FIRST", "NEXT")
                fetch = self._sum()
                self.expect_any("ROW", "ROWS")
                self.expect("ONLY")
        if not isinstance(query, Select | nodes.SetOperation):
            raise self.refusal("ORDER BY here", query.place)
        return replace(query, order_by=items, offset=offset, fetch=fetch)

    def _values(self) -> Query:
        place = self.place
        self.expect("VALUES")
        rows = []
        while True:
            self.expect("(")
            rows.append(self.scalars())
            self.expect(")")
            if not self.accept(","):
                return nodes.ValuesQuery(place=place, rows=tuple(rows))

    def _select(self) -> Select:
        place = self.place
        self.expect("SELECT")
        distinct = self.accept("DISTINCT")
        self.accept("ALL")
        top = self._top()
        items = [self._select_item()]
        while self.accept(","):
            items.append(self._select_item())
        if self.at("INTO"):
            raise self.unexpected("after a select list")
        source = self._from() if self.accept("FROM") else None
        where = self.condition() if self.accept("WHERE") else None
        group_by: tuple[nodes.Expression, ...] = ()
        if self.accept("GROUP", "BY"):
            if self.at_any("ROLLUP", "CUBE", "GROUPING") or self.at("("):
                self._only_plain_groups()
            group_by = self.scalars()
            if self.at("WITH") and self.peek().upper in ("ROLLUP", "CUBE"):
                raise self.refusal("GROUP BY … WITH ROLLUP or CUBE")
        having = self.condition() if self.accept("HAVING") else None
        return Select(
            place=place,
            items=tuple(items),
            distinct=distinct,
            top=top,
            source=source,
            where=where,
            group_by=group_by,
            having=having,
        )

    def _only_plain_groups(self) -> None:
        following = self.peek().upper
        if (self.at("(") and following == ")") or (following in ("(", "SETS") and not self.at("(")):
            raise self.refusal(f"GROUP BY {self.token.text}")

    def _top(self) -> nodes.Top | None:
        place = self.place
        if not self.accept("TOP"):
            return None
        if self.at("(", "SELECT"):
            count = self._primary()
        elif self.accept("("):
            count = self.scalar()
            self.expect(")")
        elif self.token.kind in (TokenKind.INTEGER, TokenKind.DECIMAL, TokenKind.VARIABLE):
            count = self._primary()
        else:
            raise self.unexpected("after TOP")
        percent = self.accept("PERCENT")
        return nodes.Top(place=place, count=count, with_ties=self.accept("WITH", "TIES"), percent=percent)

    def _select_item(self) -> SelectItem:
        place = self.place
        if self.accept("*"):
            return SelectItem(place=place, expression=nodes.Star(place=place, qualifier=None))
        if self.at_name() and self.peek().upper == "." and self.peek(2).upper == "*":
            qualifier = self.name()
            self.expect(".", "*")
            return SelectItem(place=place, expression=nodes.Star(place=place, qualifier=qualifier))
        if self.token.kind is TokenKind.VARIABLE and self.peek().upper == "=":
            name = self.advance().text.lower()
            self.expect("=")
            return SelectItem(place=place, expression=self.scalar(), assigns=name)
        if self.token.kind is TokenKind.VARIABLE and self.peek().upper in COMPOUND_ASSIGNMENTS:
            current = nodes.Variable(place=place, name=self.advance().text.lower())
            operator = self.advance().upper[0]
            changed = nodes.Binary(place=place, operator=operator, left=current, right=self.scalar())
            return SelectItem(place=place, expression=changed, assigns=current.name)
        if self.at_name() and self.peek().upper == "=":
            alias = self.name()
            self.expect("=")
            return SelectItem(place=place, expression=self.scalar(), alias=alias)
        expression = self.scalar()
        return SelectItem(place=place, expression=expression, alias=self._alias(strings=True))

    def _alias(self, *, strings: bool = False) -> str | None:
        """`AS name`, or a name alone; in a select list a string may name a column, too."""
        explicit = self.accept("AS")
        if strings and self.token.kind in (TokenKind.STRING, TokenKind.NATIONAL):
            return self.advance().text
        if explicit or self.at_name():
            return self.name()
        return None

    # --- FROM ---

    def _from(self) -> Source:
        left = self._joined()
        while self.at(","):
            place = self.place
            self.advance()
            left = nodes.Join(place=place, kind="CROSS", left=left, right=self._joined(), condition=None)
        return left

    def _joined(self) -> Source:
        left = self._source()
        while True:
            place = self.place
            if self.accept("CROSS", "JOIN"):
                left = nodes.Join(place=place, kind="CROSS", left=left, right=self._source(), condition=None)
            elif self.at("CROSS", "APPLY") or self.at("OUTER", "APPLY"):
                applied = f"{self.advance().upper} {self.advance().upper}"
                left = nodes.Join(place=place, kind=applied, left=left, right=self._source(), condition=None)
            elif (kind := self._join_kind()) is not None:
                right = self._joined_right()
                self.expect("ON")
                left = nodes.Join(place=place, kind=kind, left=left, right=right, condition=self.condition())
            else:
                return left

    def _joined_right(self) -> Source:
        """The right side of a join; `a JOIN b JOIN c ON … ON …` nests, seen by a second JOIN before any ON."""
        right = self._source()
        while (place := self.place) and (kind := self._join_kind()) is not None:
            inner = self._joined_right()
            self.expect("ON")
            right = nodes.Join(place=place, kind=kind, left=right, right=inner, condition=self.condition())
        return right

    def _join_kind(self) -> str | None:
        kind = "INNER"
        if self.at("INNER") or self.at("JOIN"):
            self.accept("INNER")
        elif self.at_any("LEFT", "RIGHT", "FULL"):
            kind = self.advance().upper
            self.accept("OUTER")
        else:
            return None
        self.accept_any("LOOP", "HASH", "MERGE", "REMOTE")  # how to join doesn't change what comes out
        if not self.accept("JOIN"):
            raise self.unexpected("as a join")
        return kind

    def _source(self) -> Source:
        place = self.place
        if self.accept("("):
            if self.at_any("SELECT", "WITH", "VALUES") or (self.at("(") and self._opens_query()):
                query = self.subquery()
                self.expect(")")
                self.accept("AS")
                name = self.name()
                columns = self._names_in_parentheses() if self.at("(") else ()
                return nodes.DerivedTable(place=place, query=query, alias=name, columns=columns)
            inner = self._joined()
            self.expect(")")
            return inner
        if not self.at_name():
            raise self.unexpected("where a table was expected")
        parts = self.dotted_name(most=4)
        if self.at("(") and self.peek().upper in _HARMLESS_HINTS:
            self.expect("(")
            self._hint_list()
            return nodes.TableName(place=place, parts=parts, alias=None)
        if self.at("("):
            self.advance()
            arguments = () if self.at(")") else self._function_arguments()
            self.expect(")")
            alias = self._source_alias()
            return nodes.TableFunction(place=place, parts=parts, arguments=arguments, alias=alias)
        alias = self._source_alias()
        if self.at("(") and self.peek().upper in _HARMLESS_HINTS:
            self.expect("(")
            self._hint_list()
        self._hints()
        return nodes.TableName(place=place, parts=parts, alias=alias)

    def _opens_query(self) -> bool:
        ahead = 0
        while self.peek(ahead).upper == "(":
            ahead += 1
        return self.peek(ahead).upper in ("SELECT", "WITH")

    def _function_arguments(self) -> tuple[nodes.Expression, ...]:
        arguments = []
        while True:
            place = self.place
            if self.accept("DEFAULT"):
                raise self.refusal("DEFAULT as an argument", place)
            arguments.append(self.scalar())
            if not self.accept(","):
                return tuple(arguments)

    def _source_alias(self) -> str | None:
        if self.accept("AS"):
            return self.name()
        return self.name() if self.at_name() and self.token.upper not in _AFTER_FROM_ITEM else None

    def _hints(self) -> None:
        """Locking hints change nothing over system views; the others are refused."""
        if self.at("WITH") and self.peek().upper == "(":
            self.expect("WITH", "(")
            self._hint_list()

    def _hint_list(self) -> None:
        while True:
            if self.token.upper not in _HARMLESS_HINTS:
                raise self.not_covered("as a table hint")
            self.advance()
            if not self.accept(","):
                break
        self.expect(")")
