"""Parses the statements that a label can stand before: switch, foreach, for, while, do."""

from __future__ import annotations

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.nodes import SwitchMatch
from rehearsal.engines.powershell.syntax.parser.blocks import BlockParser
from rehearsal.engines.powershell.syntax.parser.commands import CONDITION, FILE
from rehearsal.engines.powershell.syntax.refused_syntax import RefusedConstruct, refused
from rehearsal.engines.powershell.syntax.tokens import Token


class LoopParser(BlockParser):
    def _switch(
        self, keyword: Token, attributes: list[nodes.AttributeLike], label: Token | None = None
    ) -> nodes.Statement:
        self.flow_checks.enter_loop(label, is_loop=False)
        self.skip_lines()
        match = SwitchMatch.EXACT
        case_sensitive = from_file = parallel = False
        condition: nodes.Statement | None = None
        end = (label or keyword).end
        token = self.peek_token()
        while token.kind == "parameter":
            self.skip_token()
            end = token.end
            name = token.value[0].lower()
            if "regex".startswith(name):
                match = SwitchMatch.REGEX
            elif "wildcard".startswith(name):
                match = SwitchMatch.WILDCARD
            elif "exact".startswith(name):
                match = SwitchMatch.EXACT
            elif "casesensitive".startswith(name):
                case_sensitive = True
            elif "parallel".startswith(name):
                parallel = True
            elif "file".startswith(name):
                from_file = True
                self.skip_lines()
                file_name = self.single_command_argument(FILE)
                if file_name is None:
                    self.fail_after("MissingFilenameOption", token.end)
                end = file_name.extent.end_offset
                condition = nodes.Pipeline(
                    extent=file_name.extent,
                    elements=(nodes.CommandExpression(extent=file_name.extent, expression=file_name, redirections=()),),
                )
            else:
                self.fail("InvalidSwitchFlag", self.token_extent(token), name)
            token = self.peek_token()
        if token.kind == "(":
            self.skip_token()
            self.open_bracket(token, "MissingEndParenthesisInSwitchStatement")
            if from_file:
                self.fail("PipelineValueRequired", self.token_extent(token))
            self.skip_lines()
            condition = self.pipeline()
            if condition is None:
                self.fail_after("PipelineValueRequired", token.end)
            self.skip_lines()
            closing = self.next_token()
            if closing.kind != ")":
                self.fail_after("MissingEndParenthesisInSwitchStatement", condition.extent.end_offset)
            self.close_bracket()
            end = closing.end
        if condition is None:
            self.fail_after("PipelineValueRequired", end)
        clauses, default, end = self._switch_clauses(end)
        extent = self.extent((label or keyword).start, end)
        if parallel:
            self.findings.find("KeywordParameterReservedForFutureUse", extent, "switch", "parallel")
        self.flow_checks.leave_loop()
        return nodes.Switch(
            extent=extent,
            label=_label_name(label),
            condition=condition,
            match=match,
            case_sensitive=case_sensitive,
            from_file=from_file,
            clauses=tuple(clauses),
            default=default,
        )

    def _switch_clauses(self, end: int) -> tuple[list[nodes.SwitchClause], nodes.StatementBlock | None, int]:
        clauses: list[nodes.SwitchClause] = []
        default: nodes.StatementBlock | None = None
        self.skip_lines()
        opening = self.next_token()
        if opening.kind != "{":
            self.fail_after("MissingCurlyBraceInSwitchStatement", end)
        self.open_bracket(opening)
        end = opening.end
        self.skip_lines()
        while True:
            condition = self.single_command_argument(CONDITION)
            if condition is None:
                self.fail_after("MissingSwitchConditionExpression", end)
            end = condition.extent.end_offset
            body = self.statement_block()
            if body is None:
                self.fail_after("MissingSwitchStatementClause", end)
            end = body.extent.end_offset
            if (
                isinstance(condition, nodes.StringConstant)
                and condition.kind is nodes.StringKind.BARE_WORD
                and condition.value.lower() == "default"
            ):
                if default is not None:
                    self.fail("MultipleSwitchDefaultClauses", condition.extent)
                default = body
            else:
                clauses.append(
                    nodes.SwitchClause(
                        extent=self.extent(condition.extent.start_offset, end), condition=condition, body=body
                    )
                )
            self.skip_lines_and_semicolons()
            token = self.peek_token()
            if token.kind == "}":
                self.skip_token()
                self.close_bracket()
                return clauses, default, token.end
            if token.kind == "eof":
                self.fail_incomplete("MissingEndCurlyBrace", self.token_extent(opening), seen_until=token.end)

    def _foreach(
        self, keyword: Token, attributes: list[nodes.AttributeLike], label: Token | None = None
    ) -> nodes.Statement:
        self.flow_checks.enter_loop(label)
        self.skip_lines()
        token = self.peek_token()
        while token.kind == "parameter":
            self.skip_token()
            name = token.value[0].lower()
            extent = self.token_extent(token)
            if "parallel".startswith(name) or "throttlelimit".startswith(name):
                raise refused(extent, RefusedConstruct.FOREACH_PARALLEL)
            self.fail("InvalidForeachFlag", extent, name)
        parenthesis = self.next_token()
        if parenthesis.kind != "(":
            self.fail_after("MissingOpenParenthesisAfterKeyword", keyword.end, "foreach")
        self.open_bracket(parenthesis, "MissingEndParenthesisAfterForeach")
        self.skip_lines()
        token = self.next_token()
        if token.kind not in ("variable", "splat"):
            self.fail_after("MissingVariableNameAfterForeach", parenthesis.end)
        variable = self.declared_variable(token)
        self.class_checks.note_assigned(variable)
        self.skip_lines()
        in_token = self.next_token()
        if in_token.kind != "in":
            self.fail_after("MissingInInForeach", token.end)
        self.skip_lines()
        condition = self.pipeline()
        if condition is None:
            self.fail_after("MissingForeachExpression", in_token.end)
        self.skip_lines()
        closing = self.next_token()
        if closing.kind != ")":
            self.fail_after("MissingEndParenthesisAfterForeach", condition.extent.end_offset)
        self.close_bracket()
        body = self.statement_block()
        if body is None:
            self.fail_after("MissingForeachStatement", closing.end)
        self.flow_checks.leave_loop()
        return nodes.ForEach(
            extent=self.extent((label or keyword).start, body.extent.end_offset),
            label=_label_name(label),
            variable=variable,
            condition=condition,
            body=body,
        )

    def _for(
        self, keyword: Token, attributes: list[nodes.AttributeLike], label: Token | None = None
    ) -> nodes.Statement:
        self.flow_checks.enter_loop(label)
        self.skip_lines()
        parenthesis = self.next_token()
        if parenthesis.kind != "(":
            self.fail_after("MissingOpenParenthesisAfterKeyword", keyword.end, "for")
        self.open_bracket(parenthesis, "MissingEndParenthesisAfterStatement", "for")
        parts: list[nodes.Statement | None] = []
        end = parenthesis.end
        for part in range(3):
            self.skip_lines()
            statement = self.pipeline()
            parts.append(statement)
            if statement is not None:
                end = statement.extent.end_offset
            if part < 2 and self.peek_token().kind == ";":
                end = self.next_token().end
        self.skip_lines()
        closing = self.next_token()
        if closing.kind != ")":
            self.fail_after("MissingEndParenthesisAfterStatement", end, "for")
        self.close_bracket()
        body = self.statement_block()
        if body is None:
            self.fail_after("MissingLoopStatement", closing.end, "for")
        self.flow_checks.leave_loop()
        return nodes.For(
            extent=self.extent((label or keyword).start, body.extent.end_offset),
            label=_label_name(label),
            initializer=parts[0],
            condition=parts[1],
            iterator=parts[2],
            body=body,
        )

    def _while(
        self, keyword: Token, attributes: list[nodes.AttributeLike], label: Token | None = None
    ) -> nodes.Statement:
        self.flow_checks.enter_loop(label)
        condition, closing = self._loop_condition(keyword)
        self.skip_lines()
        body = self.statement_block()
        if body is None:
            self.fail_after("MissingLoopStatement", closing.end, "while")
        self.flow_checks.leave_loop()
        return nodes.While(
            extent=self.extent((label or keyword).start, body.extent.end_offset),
            label=_label_name(label),
            condition=condition,
            body=body,
        )

    def _loop_condition(self, keyword: Token) -> tuple[nodes.Statement, Token]:
        self.skip_lines()
        parenthesis = self.next_token()
        if parenthesis.kind != "(":
            self.fail_after("MissingOpenParenthesisAfterKeyword", keyword.end, keyword.kind)
        self.open_bracket(parenthesis, "MissingEndParenthesisAfterStatement", keyword.kind)
        self.skip_lines()
        condition = self.pipeline()
        if condition is None:
            self.fail_after("MissingExpressionAfterKeyword", parenthesis.end, keyword.kind)
        self.skip_lines()
        closing = self.next_token()
        if closing.kind != ")":
            self.fail_after("MissingEndParenthesisAfterStatement", condition.extent.end_offset, keyword.kind)
        self.close_bracket()
        return condition, closing

    def _do(self, keyword: Token, attributes: list[nodes.AttributeLike], label: Token | None = None) -> nodes.Statement:
        self.flow_checks.enter_loop(label)
        body = self.statement_block()
        if body is None:
            self.fail_after("MissingLoopStatement", keyword.end, "do")
        self.skip_lines()
        token = self.next_token()
        if token.kind not in ("while", "until"):
            self.fail_after("MissingWhileOrUntilInDoWhile", body.extent.end_offset)
        condition, closing = self._loop_condition(token)
        self.flow_checks.leave_loop()
        extent = self.extent((label or keyword).start, closing.end)
        if token.kind == "until":
            return nodes.DoUntil(extent=extent, label=_label_name(label), condition=condition, body=body)
        return nodes.DoWhile(extent=extent, label=_label_name(label), condition=condition, body=body)


def _label_name(label: Token | None) -> str | None:
    return None if label is None else str(label.value)
