"""Parses what operators work on: variables, numbers, strings, `( )`, `$( )`, `@( )`, `@{ }`, `{ }`, and members."""

from __future__ import annotations

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.lexer import Lexer
from rehearsal.engines.powershell.syntax.nodes import StringKind
from rehearsal.engines.powershell.syntax.parse_errors import ParseError
from rehearsal.engines.powershell.syntax.parser.types import TypeParser
from rehearsal.engines.powershell.syntax.tokens import UNARY, NestedText, Token


class PrimaryParser(TypeParser):
    def primary_expression(self, *, with_member_access: bool) -> nodes.Expression | None:
        token = self.next_token()
        kind = token.kind
        expression: nodes.Expression
        if kind == "variable" or kind == "splat":
            expression = self.variable_expression(token, with_member_access=with_member_access)
        elif kind == "number":
            value, number_type = token.value
            expression = nodes.Constant(extent=self.token_extent(token), value=value, type=number_type)
        elif kind == "string":
            expression = nodes.StringConstant(
                extent=self.token_extent(token),
                value=str(token.value),
                kind=StringKind.SINGLE_QUOTED_HERE if self.text_of(token)[0] == "@" else StringKind.SINGLE_QUOTED,
            )
        elif kind == "expandable":
            expression = self.expandable(
                token, StringKind.DOUBLE_QUOTED_HERE if self.text_of(token)[0] == "@" else StringKind.DOUBLE_QUOTED
            )
        elif kind == "(":
            expression = self._parenthesized(token)
        elif kind == "$(" or kind == "@(":
            expression = self._sub_expression(token)
        elif kind == "@{":
            expression = self.hashtable(token)
        elif kind == "{":
            expression = self.script_block_expression(token)
        else:
            self.put_back(token)
            return None
        if not with_member_access:
            return expression
        operator = self.next_member_operator(with_bracket=True)
        return expression if operator is None else self.member_access(operator, expression)

    def variable_expression(self, token: Token, *, with_member_access: bool) -> nodes.Expression:
        path = str(token.value)
        extent = self.token_extent(token)
        splatted = token.kind == "splat"
        if path[:6].lower() == "using:":
            inner: nodes.Expression = nodes.Variable.of_path(path[6:], extent, splatted=splatted)
            if with_member_access:
                operator = self.next_member_operator(with_bracket=True)
                if operator is not None:
                    inner = self.member_access(operator, inner)
            self.expression_checks.check_using(inner)
            return nodes.UsingExpression(extent=inner.extent, sub_expression=inner)
        variable = nodes.Variable.of_path(path, extent, splatted=splatted)
        if splatted:
            self.expression_checks.note_splatted(variable)
        self.class_checks.note_variable(variable)
        return variable

    def expandable(self, token: Token, kind: StringKind) -> nodes.Expression:
        """A string constant when there is nothing to expand."""
        if token.parts is None:
            return nodes.StringConstant(extent=self.token_extent(token), value=str(token.value), kind=kind)
        parts: list[str | nodes.Expression] = []
        for part in token.parts:
            if isinstance(part, Token):
                parts.append(self.variable_expression(part, with_member_access=False))
            elif isinstance(part, NestedText):
                parts.append(self._nested(part))
            else:
                parts.append(str(part))
        return nodes.ExpandableString(extent=self.token_extent(token), parts=tuple(parts), kind=kind)

    def _nested(self, part: NestedText) -> nodes.Expression:
        self.descend()
        lexer, pending = self.lexer, self._pending
        self.outer_lexers.append((lexer, len(self.open_brackets)))
        self.lexer = Lexer(self.source, part.text, part.start, part.offsets)
        self.lexer.mode = lexer.mode
        self._pending = None
        expression = self.primary_expression(with_member_access=True)
        assert expression is not None, "a nested text starts with $("
        self.outer_lexers.pop()
        self.lexer, self._pending = lexer, pending
        self.ascend()
        return expression

    # --- member access

    def member_access(self, operator: Token | None, expression: nodes.Expression) -> nodes.Expression:
        while operator is not None:
            self.skip_lines()
            if operator.kind == "[":
                expression = self._index(expression, operator)
            else:
                expression = self._member(expression, operator)
            operator = self.next_member_operator(with_bracket=True)
        return expression

    def _member(self, target: nodes.Expression, operator: Token) -> nodes.Expression:
        static = operator.kind == "::"
        member = self._member_name()
        if member is None:
            self.fail_after("MissingPropertyName", operator.end)
        start = target.extent.start_offset
        bracket = self.next_call_bracket()
        if bracket is None:
            return nodes.Member(
                extent=self.extent(start, member.extent.end_offset), expression=target, member=member, static=static
            )
        if bracket.kind == "(":
            arguments, end = self.call_arguments(bracket)
        else:
            # $x.Method{ … } is $x.Method({ … }).
            self.skip_lines()
            block = self.script_block_expression(bracket)
            arguments, end = (block,), block.extent.end_offset
        return nodes.InvokeMember(
            extent=self.extent(start, end), expression=target, member=member, arguments=arguments, static=static
        )

    def _member_name(self) -> nodes.Expression | None:
        name = self.simple_name()
        if name is not None:
            return name
        token = self.peek_token()
        if token.kind in UNARY or token.kind == "[":
            return self.unary_expression()
        return self.primary_expression(with_member_access=False)

    def call_arguments(self, parenthesis: Token) -> tuple[tuple[nodes.Expression, ...], int]:
        """The arguments and the offset behind the closing parenthesis."""
        self.open_bracket(parenthesis)
        comma_was_operator = self._comma_is_operator
        self._comma_is_operator = False
        arguments: list[nodes.Expression] = []
        comma: Token | None = None
        while True:
            self.skip_lines()
            argument = self.expression()
            if argument is None:
                if comma is not None:
                    self.fail_after("MissingExpressionAfterToken", comma.end, ",")
                break
            arguments.append(argument)
            self.skip_lines()
            comma = self.next_token()
            if comma.kind != ",":
                self.put_back(comma)
                break
        self.skip_lines()
        closing = self.next_token()
        if closing.kind != ")":
            end = arguments[-1].extent.end_offset if arguments else parenthesis.end
            self.fail_after("MissingEndParenthesisInMethodCall", end)
        self._comma_is_operator = comma_was_operator
        self.close_bracket()
        return tuple(arguments), closing.end

    def _index(self, target: nodes.Expression, bracket: Token) -> nodes.Expression:
        self.skip_lines()
        try:
            index = self.expression()
        except ParseError as error:
            # PowerShell reports the missing index, too, and sorts by position.
            if error.error_id != "MissingTypename" or (error.line, error.column) != self._next_position(bracket):
                raise
            index = None
        if index is None:
            self.fail_after("MissingArrayIndexExpression", bracket.end)
        self.skip_lines()
        closing = self.next_token()
        if closing.kind != "]":
            self.fail_after("MissingEndSquareBracket", index.extent.end_offset)
        return nodes.Index(extent=self.extent(target.extent.start_offset, closing.end), target=target, index=index)

    def _next_position(self, bracket: Token) -> tuple[int, int]:
        behind = self.extent(bracket.end + 1, bracket.end + 1)
        return behind.start_line, behind.start_column

    # --- brackets around statements

    def _parenthesized(self, parenthesis: Token) -> nodes.Expression:
        self.open_bracket(parenthesis, "MissingEndParenthesisInExpression")
        mode = self.set_mode("command")
        comma_was_operator = self._comma_is_operator
        self._comma_is_operator = True
        self.skip_lines()
        pipeline = self.pipeline()
        if pipeline is None:
            self.fail_after("ExpectedExpression", parenthesis.end)
        self.skip_lines()
        closing = self.next_token()
        if closing.kind != ")":
            self.fail_after("MissingEndParenthesisInExpression", pipeline.extent.end_offset)
        self._comma_is_operator = comma_was_operator
        self.set_mode(mode)
        self.close_bracket()
        return nodes.ParenExpression(extent=self.extent(parenthesis.start, closing.end), pipeline=pipeline)

    def _sub_expression(self, opening: Token) -> nodes.Expression:
        self.open_bracket(opening)
        mode = self.set_mode("command")
        comma_was_operator = self._comma_is_operator
        self._comma_is_operator = True
        self.skip_lines()
        statements, traps = self.statement_list()
        self.skip_lines()
        closing = self.next_token()
        if closing.kind != ")":
            self.fail_incomplete("MissingEndParenthesisInSubexpression", self.token_extent(closing))
        self._comma_is_operator = comma_was_operator
        self.set_mode(mode)
        self.close_bracket()
        block = nodes.StatementBlock(
            extent=self.extent(opening.end, closing.start), statements=tuple(statements), traps=tuple(traps)
        )
        extent = self.extent(opening.start, closing.end)
        if opening.kind == "$(":
            return nodes.SubExpression(extent=extent, block=block)
        return nodes.ArrayExpression(extent=extent, block=block)

    def script_block_expression(self, left_curly: Token) -> nodes.ScriptBlockExpression:
        mode = self.set_mode("command")
        comma_was_operator = self._comma_is_operator
        self._comma_is_operator = True
        self.skip_lines()
        block = self.script_block(left_curly, is_filter=False)
        self._comma_is_operator = comma_was_operator
        self.set_mode(mode)
        return nodes.ScriptBlockExpression(extent=block.extent, script_block=block)

    def hashtable(self, opening: Token) -> nodes.Hashtable:
        self.open_bracket(opening)
        self.skip_lines()
        pairs: list[nodes.HashtablePair] = []
        while True:
            pair = self._hashtable_pair()
            if pair is None:
                break
            pairs.append(pair)
            token = self.peek_token()
            if token.kind != "newline" and token.kind != ";":
                break
            self.skip_lines_and_semicolons()
        closing = self.next_token()
        if closing.kind != "}":
            self.fail_incomplete("MissingEndCurlyBrace", self.extent(opening.end, opening.end), seen_until=closing.end)
        self.close_bracket()
        self.expression_checks.check_keys(pairs)
        return nodes.Hashtable(extent=self.extent(opening.start, closing.end), pairs=tuple(pairs))

    def _hashtable_pair(self) -> nodes.HashtablePair | None:
        mode = self.set_mode("expression")
        key = self.label_or_key()
        if key is None:
            self.set_mode(mode)
            return None
        equals = self.next_token()
        self.set_mode(mode)
        if equals.kind != "=":
            end = key.extent.end_offset
            self.fail("MissingEqualsInHashLiteral", self.extent(end, end))
        self.set_mode("command")
        self.skip_lines()
        statement = self.statement()
        if statement is None:
            self.fail_after("MissingStatementInHashLiteral", equals.end)
        self.set_mode(mode)
        return nodes.HashtablePair(
            extent=self.extent(key.extent.start_offset, statement.extent.end_offset), key=key, value=statement
        )

    def label_or_key(self) -> nodes.Expression | None:
        """A bare name, else a unary expression."""
        name = self.simple_name()
        if name is not None:
            return name
        token = self.peek_token()
        if token.kind == "newline" or token.kind == ";":
            return None
        comma_was_operator = self._comma_is_operator
        self._comma_is_operator = False
        expression = self.unary_expression()
        self._comma_is_operator = comma_was_operator
        return expression
