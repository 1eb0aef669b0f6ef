"""Expressions and predicates, by recursive descent with Transact-SQL's own precedence.

Unary minus binds weaker than * / % (so `-100.0/-100.0*10.0` is 0.1), NOT weaker than comparisons, AND before OR.
Source: Operator precedence (Transact-SQL).
"""

from __future__ import annotations

from decimal import Decimal

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.call_parser import CallParser
from rehearsal.engines.tsql.syntax.lexer import TokenKind, literal, negative, tokenize
from rehearsal.engines.tsql.syntax.nodes import Expression, Place, Predicate
from rehearsal.engines.tsql.syntax.token_stream import MAX_DEPTH, RESERVED
from rehearsal.engines.tsql.syntax.type_parser import TypeParser
from rehearsal.engines.tsql.values import types

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
_XML_METHODS = frozenset({"value", "query", "exist", "nodes", "modify"})


class ExpressionParser(CallParser):
    """The part of the parser that reads expressions; the queries inside them are read by its subclass."""

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
        """Takes the connective; what precedes it must be a condition."""
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
            return negative(place, operand)
        return nodes.Unary(place=place, operator="-", operand=operand)

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
        found = literal(self.token, place)
        if found is not None:
            self.advance()
            return found
        match self.token.kind:
            case TokenKind.VARIABLE:
                return nodes.Variable(place=place, name=self.advance().text.lower())
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
        target = TypeParser(self.token.text, tokenize(self.token.text)).type_name(default_length=1)
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
            return self.call(place, upper)
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
            return self.call(place, ".".join(parts).upper())
        return nodes.Column(place=place, parts=parts, folded=tuple(part.lower() for part in parts))

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
