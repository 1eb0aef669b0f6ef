"""Parses what holds statements: script blocks with their param and named blocks, statement blocks and lists."""

from __future__ import annotations

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.checks.flow_checks import check_parameters
from rehearsal.engines.powershell.syntax.nodes import BlockKind
from rehearsal.engines.powershell.syntax.parser.commands import CommandParser
from rehearsal.engines.powershell.syntax.refused_syntax import RefusedConstruct, refused
from rehearsal.engines.powershell.syntax.tokens import BLOCK_NAMES, Token


class BlockParser(CommandParser):
    def declared_variable(self, token: Token) -> nodes.Variable:
        """A parameter's or a foreach's variable."""
        variable = nodes.Variable.of_path(str(token.value), self.token_extent(token), splatted=token.kind == "splat")
        if variable.splatted:
            self.expression_checks.note_splatted(variable)
        return variable

    def script_block(self, left_curly: Token | None, *, is_filter: bool) -> nodes.ScriptBlock:
        """From behind `left_curly` to its closing one, or the whole text when there is none. Mode: command."""
        if left_curly is not None:
            self.open_bracket(left_curly)
        self.flow_checks.enter_body()
        self.class_checks.enter_body()
        self.skip_lines()
        usings = self.using_statements() if left_curly is None else []
        start = self.here()
        param_block = self._param_block()
        if param_block is None:
            # Attributes that belong to no param are casts and literals of the first statement.
            self.go_back_to(start)
        self.skip_lines_and_semicolons()
        blocks: dict[BlockKind, nodes.NamedBlock] = {}
        token = self.peek_token()
        if token.kind in BLOCK_NAMES or self._is_clean_block(token):
            self._named_blocks(blocks)
        else:
            body_start = token.start
            statements, traps = self.statement_list()
            kind = BlockKind.PROCESS if is_filter else BlockKind.END
            end = max((part.extent.end_offset for part in (*statements[-1:], *traps[-1:])), default=body_start)
            blocks[kind] = nodes.NamedBlock(
                extent=self.extent(body_start, end),
                kind=kind,
                unnamed=True,
                statements=tuple(statements),
                traps=tuple(traps),
            )
        closing = self.next_token()
        if left_curly is None:
            if closing.kind != "eof":
                self.fail_unexpected(closing)
            extent = text_extent = self.extent(0, len(self.source.text))
        else:
            if closing.kind != "}":
                self.fail_incomplete("MissingEndCurlyBrace", self.token_extent(left_curly), seen_until=closing.end)
            extent = self.extent(left_curly.start, closing.end)
            text_extent = self.extent(left_curly.end, closing.start)
            self.close_bracket()
        self.flow_checks.leave_body()
        self.class_checks.leave_body()
        return nodes.ScriptBlock(
            extent=extent,
            using_statements=tuple(usings),
            param_block=param_block,
            dynamic_param=blocks.get(BlockKind.DYNAMIC_PARAM),
            begin=blocks.get(BlockKind.BEGIN),
            process=blocks.get(BlockKind.PROCESS),
            end=blocks.get(BlockKind.END),
            text_extent=text_extent,
        )

    def _is_clean_block(self, token: Token) -> bool:
        if token.kind != "identifier" or self.text_of(token).lower() != "clean":
            return False
        rest = self.source.text[token.end : token.end + 80].lstrip()
        return rest.startswith("{")

    def _named_blocks(self, blocks: dict[BlockKind, nodes.NamedBlock]) -> None:
        while True:
            token = self.peek_token()
            if self._is_clean_block(token):
                raise refused(self.token_extent(token), RefusedConstruct.CLEAN_BLOCK)
            if token.kind not in BLOCK_NAMES:
                return
            self.skip_token()
            body = self.statement_block()
            if body is None:
                self.fail_after("MissingNamedStatementBlock", token.end, token.kind)
            kind = BlockKind(token.kind)
            extent = self.extent(token.start, body.extent.end_offset)
            if kind in blocks:
                self.fail("DuplicateScriptCommandClause", extent, token.kind)
            blocks[kind] = nodes.NamedBlock(
                extent=extent, kind=kind, unnamed=False, statements=body.statements, traps=body.traps
            )
            self.skip_lines_and_semicolons()

    def _param_block(self) -> nodes.ParamBlock | None:
        self.skip_lines()
        attributes = self.attribute_list(in_expression=False)
        self.skip_lines()
        token = self.peek_token()
        if token.kind != "param":
            return None
        self.skip_token()
        self.skip_lines()
        parenthesis = self.next_token()
        if parenthesis.kind != "(":
            # A command named param, then.
            return None
        self.open_bracket(parenthesis)
        parameters = self.parameter_list()
        self.skip_lines()
        closing = self.next_token()
        if closing.kind != ")":
            end = parameters[-1].extent.end_offset if parameters else parenthesis.end
            self.fail_after("MissingEndParenthesisInFunctionParameterList", end)
        self.close_bracket()
        for attribute in attributes:
            if type(attribute) is nodes.TypeConstraint:
                self.fail("TypeNotAllowedBeforeParam", attribute.extent, attribute.type_name.full_name)
        check_parameters(parameters, self.findings)
        return nodes.ParamBlock(
            extent=self.extent(token.start, closing.end), attributes=tuple(attributes), parameters=tuple(parameters)
        )

    def parameter_list(self) -> list[nodes.Parameter]:
        parameters: list[nodes.Parameter] = []
        comma: Token | None = None
        while True:
            parameter = self._parameter_declaration()
            if parameter is None:
                if comma is not None:
                    self.fail_after("MissingExpressionAfterToken", comma.end, ",")
                return parameters
            parameters.append(parameter)
            self.skip_lines()
            comma = self.peek_token()
            if comma.kind != ",":
                return parameters
            self.skip_token()

    def declared_parameters(self) -> tuple[list[nodes.Parameter] | None, int | None]:
        """The parenthesized list, if there is one, and the offset behind it."""
        self.skip_lines()
        opening = self.peek_token()
        if opening.kind != "(":
            return None, None
        self.skip_token()
        self.open_bracket(opening)
        parameters = self.parameter_list()
        self.skip_lines()
        closing = self.next_token()
        if closing.kind != ")":
            end = parameters[-1].extent.end_offset if parameters else opening.end
            self.fail_after("MissingEndParenthesisInFunctionParameterList", end)
        self.close_bracket()
        self.skip_lines()
        return parameters, closing.end

    def _parameter_declaration(self) -> nodes.Parameter | None:
        comma_was_operator = self._comma_is_operator
        self._comma_is_operator = False
        mode = self.set_mode("expression")
        self.skip_lines()
        attributes = self.attribute_list(in_expression=False)
        self.skip_lines()
        token = self.next_token()
        if token.kind not in ("variable", "splat"):
            self.put_back(token)
            if attributes:
                self.fail_after("InvalidFunctionParameter", attributes[-1].extent.end_offset)
            self._comma_is_operator = comma_was_operator
            self.set_mode(mode)
            return None
        variable = self.declared_variable(token)
        default: nodes.Expression | None = None
        self.skip_lines()
        equals = self.peek_token()
        if equals.kind == "=":
            self.skip_token()
            self.skip_lines()
            default = self.expression()
            if default is None:
                self.fail_after("MissingExpressionAfterToken", equals.end, "=")
        self._comma_is_operator = comma_was_operator
        self.set_mode(mode)
        start = attributes[0].extent.start_offset if attributes else variable.extent.start_offset
        end = (default or variable).extent.end_offset
        return nodes.Parameter(
            extent=self.extent(start, end), name=variable, attributes=tuple(attributes), default_value=default
        )

    # --- statement lists

    def statement_block(self) -> nodes.StatementBlock | None:
        self.skip_lines()
        opening = self.next_token()
        if opening.kind != "{":
            self.put_back(opening)
            return None
        self.open_bracket(opening)
        statements, traps = self.statement_list()
        closing = self.next_token()
        if closing.kind != "}":
            self.fail_incomplete("MissingEndCurlyBrace", self.token_extent(opening), seen_until=closing.end)
        self.close_bracket()
        return nodes.StatementBlock(
            extent=self.extent(opening.start, closing.end), statements=tuple(statements), traps=tuple(traps)
        )

    def statement_list(self) -> tuple[list[nodes.Statement], list[nodes.Trap]]:
        statements: list[nodes.Statement] = []
        traps: list[nodes.Trap] = []
        self.skip_lines_and_semicolons()
        while True:
            statement = self.statement()
            if statement is None:
                return statements, traps
            if isinstance(statement, nodes.Trap):
                traps.append(statement)
            else:
                statements.append(statement)
            self.skip_lines_and_semicolons()
            if self.peek_token().kind in (")", "}"):
                return statements, traps

    def using_statements(self) -> list[nodes.UsingStatement]:
        raise NotImplementedError
