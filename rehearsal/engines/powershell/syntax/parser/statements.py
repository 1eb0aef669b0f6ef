"""Parses statements: tells by the first token which it is; if, try, trap, data, return and the like are parsed here."""

from __future__ import annotations

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.checks.data_section import forbidden_in_data_section
from rehearsal.engines.powershell.syntax.parser.commands import NAME
from rehearsal.engines.powershell.syntax.parser.loops import LoopParser
from rehearsal.engines.powershell.syntax.refused_syntax import RefusedConstruct, refused
from rehearsal.engines.powershell.syntax.tokens import KEYWORDS, NO_ATTRIBUTES, Token


class StatementParser(LoopParser):
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

    def _with_pipeline(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        """return, throw, exit."""
        pipeline = self.pipeline()
        end = pipeline.extent.end_offset if pipeline is not None else keyword.end
        extent = self.extent(keyword.start, end)
        if keyword.kind == "return":
            self.flow_checks.check_return(extent, pipeline)
            self.class_checks.check_return(extent, pipeline)
            return nodes.Return(extent=extent, pipeline=pipeline)
        if keyword.kind == "throw":
            return nodes.Throw(extent=extent, pipeline=pipeline)
        return nodes.Exit(extent=extent, pipeline=pipeline)

    def _jump(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        """break, continue."""
        label = self.label_or_key()
        extent = self.extent(keyword.start, label.extent.end_offset if label is not None else keyword.end)
        self.flow_checks.check_jump(extent, label)
        if keyword.kind == "break":
            return nodes.Break(extent=extent, label=label)
        return nodes.Continue(extent=extent, label=label)

    def _trap(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        self.flow_checks.enter_body()
        self.class_checks.enter_body()
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
        self.flow_checks.leave_body()
        self.class_checks.leave_body()
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
            self.flow_checks.enter_finally()
            finally_block = self.statement_block()
            self.flow_checks.leave_finally()
            if finally_block is None:
                self.fail_after("MissingFinallyStatementBlock", token.end)
        if not catches and finally_block is None:
            self.fail_after("MissingCatchOrFinally", body.extent.end_offset)
        self.flow_checks.check_catches(catches)
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
            self.findings.find(error_id, extent, *arguments)
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

    def using_statement(self, keyword: Token) -> nodes.UsingStatement:
        raise NotImplementedError

    def function_definition(self, keyword: Token) -> nodes.Statement:
        raise NotImplementedError

    def class_definition(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        raise NotImplementedError

    def enum_definition(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        raise NotImplementedError


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
