"""Parses operators by precedence, comma lists, casts and attributes before a variable."""

from __future__ import annotations

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.nodes import UnaryOperator
from rehearsal.engines.powershell.syntax.parser.primaries import PrimaryParser
from rehearsal.engines.powershell.syntax.refused_syntax import RefusedConstruct, refused
from rehearsal.engines.powershell.syntax.tokens import BINARY, UNARY, Token

_UNARY_OPERATORS = {
    "!": UnaryOperator.NOT,
    "-not": UnaryOperator.NOT,
    "-bnot": UnaryOperator.BNOT,
    "+": UnaryOperator.PLUS,
    "-": UnaryOperator.MINUS,
    "-join": UnaryOperator.JOIN,
    "-split": UnaryOperator.SPLIT,
    "++": UnaryOperator.PRE_INCREMENT,
    "--": UnaryOperator.PRE_DECREMENT,
}


_QUESTION_MARKS = {
    "??": RefusedConstruct.NULL_COALESCING,
    "?.": RefusedConstruct.NULL_CONDITIONAL_MEMBER,
    "?[": RefusedConstruct.NULL_CONDITIONAL_INDEX,
}


class ExpressionParser(PrimaryParser):
    def refuse_question_mark(self, token: Token) -> None:
        """`?`, `??`, `?.`, `?[` behind an operand: PowerShell 7's operators, nothing to 5.1."""
        text = self.text_of(token)
        construct = _QUESTION_MARKS.get(text[:2], RefusedConstruct.TERNARY)
        raise refused(self.token_extent(token), construct)

    def expression(self) -> nodes.Expression | None:
        mode = self.set_mode("expression")
        left = self._comma_list()
        if left is not None:
            token = self.peek_token()
            if token.kind in BINARY:
                left = self._binary(left)
                token = self.peek_token()
            if token.kind == "parameter":
                self.fail_unexpected(token)
            if token.kind == "generic" and self.text_of(token).startswith("?"):
                self.refuse_question_mark(token)
        self.set_mode(mode)
        return left

    def _binary(self, left: nodes.Expression) -> nodes.Expression:
        """Operators of one precedence are left-associative; a stack keeps long chains from nesting calls."""
        operands = [left]
        operators: list[Token] = []
        while True:
            token = self.peek_token()
            if token.kind not in BINARY:
                break
            self.skip_token()
            precedence = BINARY[token.kind][1]
            while operators and precedence <= BINARY[operators[-1].kind][1]:
                self._combine(operands, operators.pop())
            operators.append(token)
            self.skip_lines()
            operand = self._comma_list()
            if operand is None:
                self.fail_after("ExpectedValueExpression", token.end, self.text_of(token))
            operands.append(operand)
        while operators:
            self._combine(operands, operators.pop())
        return operands[0]

    def _combine(self, operands: list[nodes.Expression], token: Token) -> None:
        right = operands.pop()
        left = operands.pop()
        operands.append(
            nodes.BinaryExpression(
                extent=self.extent(left.extent.start_offset, right.extent.end_offset),
                left=left,
                operator=BINARY[token.kind][0],
                right=right,
                case_sensitive=token.value is True,
                operator_extent=self.token_extent(token),
            )
        )

    def _comma_list(self) -> nodes.Expression | None:
        first = self.unary_expression()
        comma = self.peek_token()
        if comma.kind != "," or not self._comma_is_operator:
            return first
        if first is None:
            return None
        elements = [first]
        while comma.kind == ",":
            self.skip_token()
            self.skip_lines()
            element = self.unary_expression()
            if element is None:
                self.fail_after("MissingExpressionAfterToken", comma.end, ",")
            elements.append(element)
            comma = self.peek_token()
        return nodes.ArrayLiteral(
            extent=self.extent(elements[0].extent.start_offset, elements[-1].extent.end_offset),
            elements=tuple(elements),
        )

    def unary_expression(self) -> nodes.Expression | None:
        lexer = self.lexer
        signed_before = lexer.allow_signed_numbers
        lexer.allow_signed_numbers = True
        pending = self._pending
        if pending is not None and pending.kind == "-":
            self.go_back_to(pending.at)
        token = self.peek_token()
        lexer.allow_signed_numbers = signed_before
        if token.kind in UNARY:
            if token.kind == "," and not self._comma_is_operator:
                return None
            expression: nodes.Expression | None = self._with_unary_operator(token)
        elif token.kind == "[":
            expression = self._bracketed()
        else:
            expression = self.primary_expression(with_member_access=True)
        if expression is not None:
            token = self.peek_token()
            if token.kind == "++" or token.kind == "--":
                self.skip_token()
                operator = UnaryOperator.POST_INCREMENT if token.kind == "++" else UnaryOperator.POST_DECREMENT
                self.expression_checks.check_incremented(expression, token.kind)
                expression = nodes.UnaryExpression(
                    extent=self.extent(expression.extent.start_offset, token.end), operator=operator, child=expression
                )
        return expression

    def _with_unary_operator(self, token: Token) -> nodes.Expression:
        self.descend()
        self.skip_token()
        self.skip_lines()
        child = self.unary_expression()
        if child is None:
            self.fail_after("MissingExpressionAfterOperator", token.end, self.text_of(token))
        self.ascend()
        extent = self.extent(token.start, child.extent.end_offset)
        if token.kind == ",":
            return nodes.ArrayLiteral(extent=extent, elements=(child,))
        if token.kind in ("++", "--"):
            self.expression_checks.check_incremented(child, token.kind)
        return nodes.UnaryExpression(
            extent=extent,
            operator=_UNARY_OPERATORS[token.kind],
            child=child,
            case_sensitive=token.value is True,
        )

    def _bracketed(self) -> nodes.Expression | None:
        """Casts, type literals and attributes before a variable."""
        self.descend()
        attributes = self.attribute_list(in_expression=True)
        if not attributes:
            self.ascend()
            return None
        last = attributes[-1]
        expression: nodes.Expression | None = None
        if type(last) is nodes.Attribute:
            self.skip_lines()
            child = self.unary_expression()
            if child is None:
                self.fail_incomplete("UnexpectedAttribute", last.extent, last.type_name.full_name)
            expression = self._attributed(last, child)
        else:
            operator = self.next_member_operator(with_bracket=False)
            if operator is not None:
                literal = nodes.TypeExpression(extent=last.extent, type_name=last.type_name)
                expression = self.member_access(operator, literal)
            else:
                token = self.peek_token()
                if token.kind != "newline" and token.kind != ",":
                    child = self.unary_expression()
                    if child is not None:
                        expression = self._attributed(last, child)
            if expression is None:
                expression = nodes.TypeExpression(extent=last.extent, type_name=last.type_name)
        for attribute in reversed(attributes[:-1]):
            expression = self._attributed(attribute, expression)
        self.expression_checks.check_converted(expression)
        self.ascend()
        return expression

    def _attributed(self, attribute: nodes.AttributeLike, child: nodes.Expression) -> nodes.Expression:
        extent = self.extent(attribute.extent.start_offset, child.extent.end_offset)
        if isinstance(attribute, nodes.TypeConstraint):
            return nodes.ConvertExpression(extent=extent, type=attribute, child=child)
        return nodes.AttributedExpression(extent=extent, attribute=attribute, child=child)
