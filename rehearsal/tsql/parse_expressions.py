"""Expressions and predicates, by recursive descent with Transact-SQL's own precedence.

Unary minus binds weaker than * / % (so `-100.0/-100.0*10.0` is 0.1), NOT weaker than comparisons, AND before OR.
Source: Operator precedence (Transact-SQL).
"""

from __future__ import annotations

from decimal import Decimal

from rehearsal.tsql import nodes, types
from rehearsal.tsql.cursor import MAX_DEPTH, RESERVED, Cursor
from rehearsal.tsql.errors import SqlError
from rehearsal.tsql.lexer import TokenKind, tokenize
from rehearsal.tsql.nodes import Expression, OrderItem, Place, Predicate
from rehearsal.tsql.types import Kind, SqlType

_COMPARISONS = {
    "=": "=",
    "<>": "<>",
    "!=": "<>",
    "<": "<",
    ">": ">",
    "<=": "<=",
    ">=": ">=",
    "!<": ">=",
    "!>": "<=",
}
_PLAIN_FUNCTIONS = frozenset({"CURRENT_TIMESTAMP", "SYSTEM_USER", "SESSION_USER", "CURRENT_USER", "USER"})
_RESERVED_FUNCTIONS = frozenset({"LEFT", "RIGHT", "COALESCE", "NULLIF", "CONVERT", "TRY_CONVERT"})
_DATE_PARTS_FIRST = frozenset({"DATEDIFF", "DATEDIFF_BIG", "DATEADD", "DATEPART", "DATENAME", "DATETRUNC"})
_TYPES = {
    "BIT": Kind.BIT,
    "TINYINT": Kind.TINYINT,
    "SMALLINT": Kind.SMALLINT,
    "INT": Kind.INT,
    "INTEGER": Kind.INT,
    "BIGINT": Kind.BIGINT,
    "REAL": Kind.REAL,
    "FLOAT": Kind.FLOAT,
    "DATE": Kind.DATE,
    "DATETIME": Kind.DATETIME,
    "TIME": Kind.TIME,
    "SMALLDATETIME": Kind.SMALLDATETIME,
    "DATETIME2": Kind.DATETIME2,
    "DATETIMEOFFSET": Kind.DATETIMEOFFSET,
    "UNIQUEIDENTIFIER": Kind.UNIQUEIDENTIFIER,
    "SYSNAME": Kind.NVARCHAR,
    "CHAR": Kind.CHAR,
    "VARCHAR": Kind.VARCHAR,
    "NCHAR": Kind.NCHAR,
    "NVARCHAR": Kind.NVARCHAR,
    "BINARY": Kind.BINARY,
    "VARBINARY": Kind.VARBINARY,
    "DEC": Kind.DECIMAL,
    "DECIMAL": Kind.DECIMAL,
    "NUMERIC": Kind.DECIMAL,
    "SQL_VARIANT": Kind.SQL_VARIANT,
}


_TYPES_NOT_COVERED = frozenset(
    {
        "CURSOR", "GEOGRAPHY", "GEOMETRY", "HIERARCHYID", "IMAGE", "JSON", "MONEY", "NATIONAL", "NTEXT", "ROWVERSION",
        "SMALLMONEY", "TABLE", "TEXT", "TIMESTAMP", "VECTOR", "XML",
    }
)  # fmt: skip
_XML_METHODS = frozenset({"value", "query", "exist", "nodes", "modify"})
_LONGEST = {Kind.CHAR: 8000, Kind.VARCHAR: 8000, Kind.BINARY: 8000, Kind.VARBINARY: 8000, Kind.NCHAR: 4000}


class ExpressionParser(Cursor):
    """The part of the parser that reads expressions; `subquery`, which queries inside them need, is added below."""

    def subquery(self) -> nodes.Query:
        raise NotImplementedError

    def scalar(self) -> Expression:
        """An expression with a value; a predicate here is a syntax error."""
        found = self._either()
        if isinstance(found, Predicate):
            raise self.no_condition_here(found)
        return found

    def condition(self) -> Expression:
        return self._needed(self._either())

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

    # --- conditions ---

    def _either(self) -> Expression:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.refusal(f"nesting deeper than {MAX_DEPTH}")
        left = self._both()
        while self.at("OR"):
            place = self._after(left)
            left = nodes.Connective(place=place, operator="OR", left=left, right=self._needed(self._both()))
        self.depth -= 1
        return left

    def _both(self) -> Expression:
        left = self._negation()
        while self.at("AND"):
            place = self._after(left)
            left = nodes.Connective(place=place, operator="AND", left=left, right=self._needed(self._negation()))
        return left

    def _after(self, left: Expression) -> Place:
        """Takes the connective; what stands before it must be a condition."""
        place = self.place
        self._needed(left)
        self.advance()
        return place

    def _needed(self, operand: Expression) -> Expression:
        if not isinstance(operand, Predicate):
            near = self.token if self.token.kind is not TokenKind.END else self.tokens[max(0, self.index - 1)]
            raise SqlError(
                4145,
                "An expression of non-boolean type specified in a context where a condition is expected, near "
                f"'{near.text}'.",
                batch_aborting=True,
            ).at(near.line)
        return operand

    def _negation(self) -> Expression:
        place = self.place
        if self.accept("NOT"):
            return nodes.Not(place=place, operand=self._needed(self._negation()))
        return self._predicate()

    def _predicate(self) -> Expression:
        place = self.place
        if self.accept("EXISTS"):
            self.expect("(")
            query = self.subquery()
            self.expect(")")
            return nodes.Exists(place=place, query=query)
        left = self._sum()
        if isinstance(left, Predicate):
            return left
        place = self.place
        operator = _COMPARISONS.get(self.token.upper)
        if operator is not None:
            self.advance()
            quantifier = self.accept_any("ALL", "ANY", "SOME")
            if quantifier is not None:
                return self._quantified(place, operator, left, every=quantifier == "ALL")
            return nodes.Comparison(place=place, operator=operator, left=left, right=self._value(self._sum()))
        if self.accept("IS"):
            negated = self.accept("NOT")
            if self.accept("DISTINCT", "FROM"):
                return nodes.Distinct(place=place, left=left, right=self._value(self._sum()), negated=negated)
            self.expect("NULL")
            return nodes.IsNull(place=place, operand=left, negated=negated)
        negated = False
        if self.at("NOT") and self.peek().upper in ("IN", "BETWEEN", "LIKE"):
            self.advance()
            negated = True
        if self.accept("IN"):
            return self._membership(place, left, negated)
        if self.accept("BETWEEN"):
            low = self._value(self._sum())
            self.expect("AND")
            return nodes.Between(place=place, operand=left, low=low, high=self._value(self._sum()), negated=negated)
        if self.accept("LIKE"):
            pattern = self._value(self._sum())
            escape = self._value(self._sum()) if self.accept("ESCAPE") else None
            return nodes.Like(place=place, operand=left, pattern=pattern, escape=escape, negated=negated)
        return left

    def _quantified(self, place: Place, operator: str, left: Expression, *, every: bool) -> Expression:
        self.expect("(")
        query = self.subquery()
        self.expect(")")
        return nodes.Quantified(place=place, operator=operator, left=left, query=query, every=every)

    def _membership(self, place: Place, left: Expression, negated: bool) -> Expression:
        self.expect("(")
        if self.at_any("SELECT", "WITH"):
            query = self.subquery()
            self.expect(")")
            return nodes.In(place=place, operand=left, choices=(), query=query, negated=negated)
        choices = self.scalars()
        self.expect(")")
        return nodes.In(place=place, operand=left, choices=choices, query=None, negated=negated)

    def _value(self, operand: Expression) -> Expression:
        if isinstance(operand, Predicate):
            raise self.no_condition_here(operand)
        return operand

    def no_condition_here(self, found: Expression) -> SqlError:
        """A condition where a value belongs: the server stumbles over its first operator."""
        while isinstance(found, nodes.Connective):
            found = found.left
        return self.syntax_error(self.token_at(found.place))

    # --- values ---

    def _sum(self) -> Expression:
        left = self._product()
        while self.at_any("+", "-", "&", "|", "^"):
            place = self.place
            operator = self.advance().upper
            left = nodes.Binary(
                place=place, operator=operator, left=self._value(left), right=self._value(self._product())
            )
        return left

    def _product(self) -> Expression:
        left = self._signed()
        while self.at_any("*", "/", "%"):
            place = self.place
            operator = self.advance().upper
            left = nodes.Binary(
                place=place, operator=operator, left=self._value(left), right=self._value(self._signed())
            )
        return left

    def _signed(self) -> Expression:
        place = self.place
        sign = self.accept_any("-", "+")
        if sign is None:
            if self.accept("~"):
                return nodes.Unary(place=place, operator="~", operand=self._value(self._signed()))
            return self._collated()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.refusal(f"nesting deeper than {MAX_DEPTH}")
        operand = self._value(self._product())
        self.depth -= 1
        if sign == "+":
            return operand
        if isinstance(operand, nodes.Literal) and isinstance(operand.value, int | float | Decimal):
            return self._negative(place, operand)
        return nodes.Unary(place=place, operator="-", operand=operand)

    @staticmethod
    def _negative(place: Place, literal: nodes.Literal) -> Expression:
        assert isinstance(literal.value, int | float | Decimal)
        value = -literal.value
        whole_edge = literal.type.kind is Kind.DECIMAL and literal.type.scale == 0 and value == -(2**31)
        return nodes.Literal(
            place=place, value=int(value) if whole_edge else value, type=types.INT if whole_edge else literal.type
        )

    def _collated(self) -> Expression:
        operand = self._primary()
        while self.at("COLLATE") or self.at("AT", "TIME", "ZONE"):
            place = self.place
            if self.accept("COLLATE"):
                operand = nodes.Collate(place=place, operand=self._value(operand), collation=self.name())
            else:
                self.expect("AT", "TIME", "ZONE")
                operand = nodes.AtTimeZone(place=place, operand=self._value(operand), zone=self._primary())
        return operand

    def _primary(self) -> Expression:
        place = self.place
        token = self.token
        match token.kind:
            case TokenKind.STRING | TokenKind.NATIONAL:
                self.advance()
                kind = types.varchar if token.kind is TokenKind.STRING else types.nvarchar
                return nodes.Literal(place=place, value=token.text, type=kind(max(1, len(token.text))))
            case TokenKind.INTEGER:
                self.advance()
                number = int(token.text)
                if number < 2**31:
                    # beside a numeric, a whole literal counts with its own digits (10.0/3 has scale 6)
                    counted = SqlType(Kind.INT, precision=len(str(number)))
                    return nodes.Literal(place=place, value=number, type=counted)
                return nodes.Literal(place=place, value=Decimal(number), type=types.decimal(len(str(number)), 0))
            case TokenKind.DECIMAL:
                self.advance()
                whole, _, fraction = token.text.partition(".")
                digits = len(whole.lstrip("0")) + len(fraction)
                value = Decimal(f"{whole or '0'}.{fraction}" if fraction else whole)
                return nodes.Literal(place=place, value=value, type=types.decimal(max(1, digits), len(fraction)))
            case TokenKind.FLOAT:
                self.advance()
                return nodes.Literal(place=place, value=float(token.text), type=types.FLOAT)
            case TokenKind.BINARY:
                self.advance()
                digits_text = token.text[2:]
                raw = bytes.fromhex(digits_text if len(digits_text) % 2 == 0 else "0" + digits_text)
                return nodes.Literal(place=place, value=raw, type=SqlType(Kind.VARBINARY, length=max(1, len(raw))))
            case TokenKind.VARIABLE:
                self.advance()
                return nodes.Variable(place=place, name=token.text.lower())
            case TokenKind.QUOTED:
                return self._name_or_call()
            case TokenKind.WORD:
                return self._word(place)
            case _:
                pass
        if not self.accept("("):
            raise self.unexpected("where an expression was expected")
        if self.at_any("SELECT", "WITH"):
            query = self.subquery()
            self.expect(")")
            if isinstance(query, nodes.ForXml) and query.typed:
                return self._xml_text(place, query)
            return nodes.ScalarQuery(place=place, query=query)
        inner = self._either()
        self.expect(")")
        return inner

    def _xml_text(self, place: Place, query: nodes.ForXml) -> Expression:
        """`.value('.', 'nvarchar(max)')` behind a query of type xml, which has no other use here."""
        self.expect(".")
        if self.token.text != "value":
            raise self.not_covered("as a method of xml")
        self.advance()
        self.expect("(")
        if self.token.text not in (".", "text()[1]", "./text()[1]", "(./text())[1]"):
            raise self.not_covered("as a path into xml")
        self.advance()
        self.expect(",")
        target = ExpressionParser(self.token.text, tokenize(self.token.text)).type_name(default_length=1)
        self.string()
        self.expect(")")
        return nodes.XmlText(place=place, query=query, type=target)

    def _word(self, place: Place) -> Expression:
        upper = self.token.upper
        if upper == "NULL":
            self.advance()
            return nodes.Literal(place=place, value=None, type=types.NULL)
        if upper == "CASE":
            return self._case()
        if upper in ("CAST", "TRY_CAST") and self.peek().upper == "(":
            self.advance()
            self.expect("(")
            operand = self.scalar()
            self.expect("AS")
            target = self.type_name(default_length=30)
            self.expect(")")
            return nodes.Cast(place=place, operand=operand, type=target, tries=upper == "TRY_CAST")
        if upper in ("CONVERT", "TRY_CONVERT"):
            return self._convert(place)
        if upper in _PLAIN_FUNCTIONS:
            self.advance()
            return nodes.Call(place=place, name=upper, arguments=())
        if upper in _RESERVED_FUNCTIONS and self.peek().upper == "(":
            self.advance()
            return self._call(place, upper)
        if upper in RESERVED:
            raise self.unexpected("where an expression was expected")
        return self._name_or_call()

    def _name_or_call(self) -> Expression:
        place = self.place
        quoted = self.token.kind is TokenKind.QUOTED
        parts = self.dotted_name(most=4)
        if self.at("("):
            if quoted and len(parts) == 1:
                raise self.refusal("a function name in brackets", place)
            if len(parts) > 1 and parts[-1].lower() in _XML_METHODS:
                raise self.refusal(f"the method {parts[-1]} of a value", place)
            return self._call(place, ".".join(parts).upper())
        return nodes.Column(place=place, parts=parts, folded=tuple(part.lower() for part in parts))

    def _call(self, place: Place, name: str) -> Expression:
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

    def _trim(self) -> tuple[str, tuple[Expression, ...]]:
        """`TRIM ([LEADING | TRAILING | BOTH] [characters FROM] text)` as a call with (text, characters)."""
        side = self.accept_any("LEADING", "TRAILING", "BOTH")
        name = {"LEADING": "LTRIM", "TRAILING": "RTRIM"}.get(side or "", "TRIM")
        first = self.scalar()
        if self.accept("FROM"):
            return name, (self.scalar(), first)
        return name, (first,)

    def _convert(self, place: Place) -> Expression:
        tries = self.advance().upper == "TRY_CONVERT"
        self.expect("(")
        target = self.type_name(default_length=30)
        self.expect(",")
        operand = self.scalar()
        style = self.scalar() if self.accept(",") else None
        self.expect(")")
        return nodes.Cast(place=place, operand=operand, type=target, style=style, tries=tries)

    def _case(self) -> Expression:
        place = self.place
        self.expect("CASE")
        operand = None if self.at("WHEN") else self.scalar()
        branches: list[tuple[Expression, Expression]] = []
        while self.accept("WHEN"):
            test = self.scalar() if operand is not None else self.condition()
            self.expect("THEN")
            branches.append((test, self.scalar()))
        if not branches:
            raise self.unexpected("where WHEN was expected")
        otherwise = self.scalar() if self.accept("ELSE") else None
        self.expect("END")
        return nodes.Case(place=place, operand=operand, branches=tuple(branches), otherwise=otherwise)

    def type_name(self, *, default_length: int) -> SqlType:
        """A data type; `default_length` is what character types get without one: 30 in CAST, 1 in DECLARE."""
        if self.accept("SYS"):
            self.expect(".")
        name = self.token.text.upper()
        kind = _TYPES.get(name)
        if kind is None:
            raise self._no_type(name)
        self.advance()
        if name in ("CHAR", "NCHAR") and self.accept("VARYING"):
            kind = Kind.VARCHAR if name == "CHAR" else Kind.NVARCHAR
        if name == "SYSNAME":
            return types.SYSNAME
        if kind in types.CHARACTER or kind in types.BINARIES:
            return SqlType(kind, length=self._length(kind, default_length))
        if kind is Kind.DECIMAL:
            precision, scale = 18, 0
            if self.accept("("):
                precision = self.integer()
                scale = self.integer() if self.accept(",") else 0
                self.expect(")")
            if not 1 <= precision <= 38:
                raise SqlError(
                    1001, f"Line {self.token.line}: Length or precision specification {precision} is invalid.",
                    severity=15,
                ).at(self.token.line)  # fmt: skip
            if scale > precision:
                raise SqlError(192, "The scale must be less than or equal to the precision.").at(self.token.line)
            return types.decimal(precision, scale)
        if kind in (Kind.TIME, Kind.DATETIME2, Kind.DATETIMEOFFSET):
            scale = 7
            if self.accept("("):
                scale = self.integer()
                self.expect(")")
            if scale > 7:
                raise SqlError(1002, f"Line {self.token.line}: Specified scale {scale} is invalid.", severity=15)
            return SqlType(kind, scale=scale)
        if kind is Kind.FLOAT and self.accept("("):
            bits = self.integer()
            self.expect(")")
            return types.REAL if bits <= 24 else types.FLOAT
        return SqlType(kind)

    def _no_type(self, name: str) -> Exception:
        if name in _TYPES_NOT_COVERED:
            return self.not_covered("as a data type")
        if self.at_name():
            return SqlError(243, f"Type {self.token.text} is not a defined system type.").at(self.token.line)
        return self.unexpected("where a data type was expected")

    def _length(self, kind: Kind, default: int) -> int:
        if not self.accept("("):
            return default
        place = self.place
        length = types.MAX_LENGTH if self.accept("MAX") else self.integer()
        self.expect(")")
        most = _LONGEST.get(kind, 4000)
        if length == 0 or length > most or (length == types.MAX_LENGTH and kind not in types.HAVE_MAX):
            name = kind.name.lower()
            text = f"The size ({length}) given to the type '{name}' exceeds the maximum allowed ({most})."
            raise SqlError(
                131 if length else 1001,
                text if length else f"Line {place.line}: Length or precision specification 0 is invalid.",
                severity=15,
            ).at(place.line)
        return length
