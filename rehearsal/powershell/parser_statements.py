"""Parses statements and the bodies that hold them."""

from __future__ import annotations

from rehearsal.powershell import nodes
from rehearsal.powershell.data_section import forbidden_in_data_section
from rehearsal.powershell.flow_checks import FlowChecks
from rehearsal.powershell.nodes import BlockKind, SwitchMatch
from rehearsal.powershell.parser_commands import CONDITION, FILE, NAME, CommandParser
from rehearsal.powershell.refused_syntax import RefusedConstruct, refused
from rehearsal.powershell.tokens import BLOCK_NAMES, KEYWORDS, NO_ATTRIBUTES, Token


class StatementParser(FlowChecks, CommandParser):
    # --- script blocks

    def script_block(self, left_curly: Token | None, *, is_filter: bool) -> nodes.ScriptBlock:
        """From behind `left_curly` to its closing one, or the whole text when there is none. Mode: command."""
        if left_curly is not None:
            self.open_bracket(left_curly)
        self.enter_body()
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
        self.leave_body()
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
        self.check_parameters(parameters)
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

    def statement(self) -> nodes.Statement | None:
        token = self.next_token()
        attributes: list[nodes.AttributeLike] = []
        start = token.at
        if token.kind == "generic" and self.source.text[token.start] == "[":
            self.go_back_to(start)
            attributes = self.attribute_list(in_expression=False)
            token = self.next_token()
            if attributes and not self._may_have_attributes(token, attributes):
                attributes = []
                self.go_back_to(start)
                token = self.next_token()
        rule = _STATEMENTS.get(token.kind)
        if rule is not None:
            return rule(self, token, attributes)
        if token.kind == "eof" and not attributes:
            self.put_back(token)
            return None
        if attributes:
            self.go_back_to(start)
        else:
            self.put_back(token)
        return self.pipeline()

    def _may_have_attributes(self, token: Token, attributes: list[nodes.AttributeLike]) -> bool:
        """False: what looked like attributes starts an expression."""
        types = [attribute for attribute in attributes if isinstance(attribute, nodes.TypeConstraint)]
        if token.kind in NO_ATTRIBUTES:
            if types:
                return False
            self.fail("UnexpectedAttribute", attributes[0].extent, attributes[0].type_name.full_name)
        if token.kind in KEYWORDS:
            if types:
                self.fail("TypeNotAllowedBeforeStatement", types[0].extent, types[0].type_name.full_name)
            return True
        return False

    # --- statements by keyword

    def _labeled(self, label: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement | None:
        self.skip_lines()
        token = self.next_token()
        match token.kind:
            case "switch":
                return self._switch(token, attributes, label)
            case "foreach":
                return self._foreach(token, attributes, label)
            case "for":
                return self._for(token, attributes, label)
            case "while":
                return self._while(token, attributes, label)
            case "do":
                return self._do(token, attributes, label)
        self.go_back_to(label.at)
        return self.pipeline()

    def _if(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        clauses: list[nodes.IfClause] = []
        otherwise: nodes.StatementBlock | None = None
        token = keyword
        while True:
            word = self.text_of(token)
            self.skip_lines()
            parenthesis = self.next_token()
            if parenthesis.kind != "(":
                self.fail_after("MissingOpenParenthesisInIfStatement", token.end, word)
            self.open_bracket(parenthesis)
            self.skip_lines()
            condition = self.pipeline()
            if condition is None:
                self.fail_after("IfStatementMissingCondition", parenthesis.end, word)
            self.skip_lines()
            closing = self.next_token()
            if closing.kind != ")":
                self.fail_incomplete("MissingEndParenthesisAfterStatement", self.token_extent(closing), word)
            self.close_bracket()
            self.skip_lines()
            body = self.statement_block()
            if body is None:
                self.fail_incomplete("MissingStatementBlock", self.token_extent(closing), word)
            clauses.append(
                nodes.IfClause(extent=self.extent(token.start, body.extent.end_offset), condition=condition, body=body)
            )
            end = body.extent.end_offset
            self.skip_lines()
            token = self.peek_token()
            if token.kind == "elseif":
                self.skip_token()
                continue
            if token.kind == "else":
                self.skip_token()
                self.skip_lines()
                otherwise = self.statement_block()
                if otherwise is None:
                    self.fail_after("MissingStatementBlockAfterElse", token.end)
                end = otherwise.extent.end_offset
            break
        return nodes.If(extent=self.extent(keyword.start, end), clauses=tuple(clauses), else_clause=otherwise)

    def _switch(
        self, keyword: Token, attributes: list[nodes.AttributeLike], label: Token | None = None
    ) -> nodes.Statement:
        self.enter_loop(label, is_loop=False)
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
            self.find("KeywordParameterReservedForFutureUse", extent, "switch", "parallel")
        self.leave_loop()
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
        self.enter_loop(label)
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
        self.note_assigned(variable)
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
        self.leave_loop()
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
        self.enter_loop(label)
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
        self.leave_loop()
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
        self.enter_loop(label)
        condition, closing = self._loop_condition(keyword)
        self.skip_lines()
        body = self.statement_block()
        if body is None:
            self.fail_after("MissingLoopStatement", closing.end, "while")
        self.leave_loop()
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
        self.enter_loop(label)
        body = self.statement_block()
        if body is None:
            self.fail_after("MissingLoopStatement", keyword.end, "do")
        self.skip_lines()
        token = self.next_token()
        if token.kind not in ("while", "until"):
            self.fail_after("MissingWhileOrUntilInDoWhile", body.extent.end_offset)
        condition, closing = self._loop_condition(token)
        self.leave_loop()
        extent = self.extent((label or keyword).start, closing.end)
        if token.kind == "until":
            return nodes.DoUntil(extent=extent, label=_label_name(label), condition=condition, body=body)
        return nodes.DoWhile(extent=extent, label=_label_name(label), condition=condition, body=body)

    def _with_pipeline(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        """return, throw, exit."""
        pipeline = self.pipeline()
        end = pipeline.extent.end_offset if pipeline is not None else keyword.end
        extent = self.extent(keyword.start, end)
        if keyword.kind == "return":
            self.check_return(extent, pipeline)
            return nodes.Return(extent=extent, pipeline=pipeline)
        if keyword.kind == "throw":
            return nodes.Throw(extent=extent, pipeline=pipeline)
        return nodes.Exit(extent=extent, pipeline=pipeline)

    def _jump(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        """break, continue."""
        label = self.label_or_key()
        extent = self.extent(keyword.start, label.extent.end_offset if label is not None else keyword.end)
        self.check_jump(extent, label)
        if keyword.kind == "break":
            return nodes.Break(extent=extent, label=label)
        return nodes.Continue(extent=extent, label=label)

    def _trap(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        self.enter_body()
        start = self.here()
        self.skip_lines()
        constraint = self.attribute()
        if isinstance(constraint, nodes.Attribute):
            self.go_back_to(start)
            constraint = None
        body = self.statement_block()
        if body is None:
            end = constraint.extent.end_offset if constraint is not None else keyword.end
            self.fail_after("MissingTrapStatement", end)
        self.leave_body()
        return nodes.Trap(extent=self.extent(keyword.start, body.extent.end_offset), type=constraint, body=body)

    def _try(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        self.skip_lines()
        body = self.statement_block()
        if body is None:
            self.fail_after("MissingTryStatementBlock", keyword.end)
        catches: list[nodes.Catch] = []
        while True:
            clause = self._catch()
            if clause is None:
                break
            catches.append(clause)
        self.skip_lines()
        token = self.peek_token()
        finally_block: nodes.StatementBlock | None = None
        if token.kind == "finally":
            self.skip_token()
            self.enter_finally()
            finally_block = self.statement_block()
            self.leave_finally()
            if finally_block is None:
                self.fail_after("MissingFinallyStatementBlock", token.end)
        if not catches and finally_block is None:
            self.fail_after("MissingCatchOrFinally", body.extent.end_offset)
        self.check_catches(catches)
        end = (finally_block or catches[-1]).extent.end_offset
        return nodes.Try(
            extent=self.extent(keyword.start, end), body=body, catches=tuple(catches), finally_block=finally_block
        )

    def _catch(self) -> nodes.Catch | None:
        self.skip_lines()
        keyword = self.next_token()
        if keyword.kind != "catch":
            self.put_back(keyword)
            return None
        types: list[nodes.TypeConstraint] = []
        comma: Token | None = None
        while True:
            start = self.here()
            self.skip_lines()
            constraint = self.attribute()
            if constraint is None:
                if comma is not None:
                    self.fail_after("MissingTypeLiteralToken", comma.end)
                break
            if isinstance(constraint, nodes.Attribute):
                self.go_back_to(start)
                break
            types.append(constraint)
            self.skip_lines()
            comma = self.peek_token()
            if comma.kind != ",":
                break
            self.skip_token()
        body = self.statement_block()
        if body is None:
            end = types[-1].extent.end_offset if types else keyword.end
            self.fail_after("MissingCatchHandlerBlock", end)
        return nodes.Catch(extent=self.extent(keyword.start, body.extent.end_offset), types=tuple(types), body=body)

    def _data(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        self.skip_lines()
        name = self.simple_name()
        self.skip_lines()
        token = self.peek_token()
        commands: list[nodes.Expression] = []
        if token.kind == "parameter":
            self.skip_token()
            parameter = token.value[0]
            if not "supportedcommand".startswith(parameter.lower()):
                self.fail("InvalidParameterForDataSectionStatement", self.token_extent(token), parameter)
            separator = token
            while True:
                self.skip_lines()
                command = self.single_command_argument(NAME)
                if command is None:
                    self.fail_after("MissingValueForSupportedCommandInDataSectionStatement", separator.end)
                commands.append(command)
                separator = self.peek_token()
                if separator.kind != ",":
                    break
                self.skip_token()
        body = self.statement_block()
        if body is None:
            last = commands[-1].extent.end_offset if commands else name.extent.end_offset if name else keyword.end
            self.fail_after("MissingStatementBlockForDataSection", last)
        data = nodes.Data(
            extent=self.extent(keyword.start, body.extent.end_offset),
            variable=name.value if name is not None else None,
            commands_allowed=tuple(commands),
            body=body,
        )
        for error_id, extent, arguments in forbidden_in_data_section(data):
            self.find(error_id, extent, *arguments)
        return data

    def _reserved(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        self.fail("ReservedKeywordNotAllowed", self.token_extent(keyword), keyword.kind)

    def _not_covered(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        if keyword.kind in ("parallel", "sequence"):
            if self.statement_block() is None:
                self.fail_after("MissingStatementAfterKeyword", keyword.end, keyword.kind)
            self.fail("UnexpectedKeyword", self.token_extent(keyword), keyword.kind)
        construct = RefusedConstruct.CONFIGURATION if keyword.kind == "configuration" else RefusedConstruct.WORKFLOW
        raise refused(self.token_extent(keyword), construct)

    def _function(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        return self.function_definition(keyword)

    def _class(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        return self.class_definition(keyword, attributes)

    def _enum(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        return self.enum_definition(keyword, attributes)

    def _using(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        statement = self.using_statement(keyword)
        self.fail("UsingMustBeAtStartOfScript", statement.extent)

    def using_statements(self) -> list[nodes.UsingStatement]:
        raise NotImplementedError

    def using_statement(self, keyword: Token) -> nodes.UsingStatement:
        raise NotImplementedError

    def function_definition(self, keyword: Token) -> nodes.Statement:
        raise NotImplementedError

    def class_definition(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        raise NotImplementedError

    def enum_definition(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        raise NotImplementedError


def _label_name(label: Token | None) -> str | None:
    return None if label is None else str(label.value)


_STATEMENTS = {
    "if": StatementParser._if,
    "switch": StatementParser._switch,
    "foreach": StatementParser._foreach,
    "for": StatementParser._for,
    "while": StatementParser._while,
    "do": StatementParser._do,
    "function": StatementParser._function,
    "filter": StatementParser._function,
    "workflow": StatementParser._not_covered,
    "parallel": StatementParser._not_covered,
    "sequence": StatementParser._not_covered,
    "configuration": StatementParser._not_covered,
    "return": StatementParser._with_pipeline,
    "throw": StatementParser._with_pipeline,
    "exit": StatementParser._with_pipeline,
    "break": StatementParser._jump,
    "continue": StatementParser._jump,
    "trap": StatementParser._trap,
    "try": StatementParser._try,
    "data": StatementParser._data,
    "from": StatementParser._reserved,
    "define": StatementParser._reserved,
    "var": StatementParser._reserved,
    "label": StatementParser._labeled,
    "class": StatementParser._class,
    "enum": StatementParser._enum,
    "using": StatementParser._using,
}
