"""Parses functions, filters and using statements: the parser's last layer."""

from __future__ import annotations

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.checks.flow_checks import check_parameters
from rehearsal.engines.powershell.syntax.nodes import UsingKind
from rehearsal.engines.powershell.syntax.parser.classes import ClassParser
from rehearsal.engines.powershell.syntax.parser.commands import ARGUMENT
from rehearsal.engines.powershell.syntax.tokens import Token

# Punctuation and what can't be meant as a name; anything else may be a function's name.
_NO_FUNCTION_NAME = frozenset(
    {"|", "(", "{", "@(", "@{", "}", ")", "eof", ";", "redirect", "<", "&&", "||", "&"}
    | {"variable", "splat", "string", "expandable"}
)
_USING_KINDS = frozenset(["namespace", "type", "module", "command", "assembly"])


class DefinitionParser(ClassParser):
    def function_definition(self, keyword: Token) -> nodes.Statement:
        self.skip_lines()
        name = self.next_token()
        if name.kind in _NO_FUNCTION_NAME:
            self.fail_after("MissingNameAfterKeyword", keyword.end, self.text_of(keyword))
        parameters, last_end = self.declared_parameters()
        curly = self.next_token()
        if curly.kind != "{":
            self.fail_after("MissingFunctionBody", name.end if last_end is None else last_end)
        body = self.script_block(curly, is_filter=keyword.kind == "filter")
        if parameters is not None:
            if body.param_block is not None:
                self.findings.find("OnlyOneParameterListAllowed", body.param_block.extent)
            else:
                check_parameters(parameters, self.findings)
        return nodes.FunctionDefinition(
            extent=self.extent(keyword.start, body.extent.end_offset),
            name=str(name.value) if name.kind == "generic" else self.text_of(name),
            name_extent=self.token_extent(name),
            parameters=None if parameters is None else tuple(parameters),
            body=body,
            is_filter=keyword.kind == "filter",
        )

    def using_statements(self) -> list[nodes.UsingStatement]:
        statements: list[nodes.UsingStatement] = []
        while True:
            token = self.peek_token()
            if token.kind != "using":
                self.go_back_to(token.at)
                return statements
            self.skip_token()
            statements.append(self.using_statement(token))
            self.skip_lines_and_semicolons()

    def using_statement(self, keyword: Token) -> nodes.UsingStatement:
        directive = self.next_token()
        if directive.kind not in _USING_KINDS:
            self.fail_after("MissingUsingStatementDirective", keyword.end)
        kind = UsingKind(directive.kind)
        item_token = self.next_token()
        if item_token.kind in ("eof", "newline", ",", ";"):
            self.fail_after("MissingUsingItemName", directive.end)
        item = self.command_argument(ARGUMENT, item_token)
        if item is None:
            self.fail("InvalidValueForUsingItemName", self.token_extent(item_token), self.text_of(item_token))
        if not isinstance(item, nodes.StringConstant) and not (
            kind is UsingKind.MODULE and isinstance(item, nodes.Hashtable)
        ):
            self.fail("InvalidValueForUsingItemName", item.extent, item.extent.text)
        specification = item if isinstance(item, nodes.Hashtable) else None
        name = item if isinstance(item, nodes.StringConstant) else None
        alias: nodes.StringConstant | None = None
        end = item.extent.end_offset
        if kind is not UsingKind.ASSEMBLY and specification is None:
            equals = self.peek_token()
            if equals.kind == "=":
                self.skip_token()
                alias_token = self.next_token()
                if alias_token.kind == "eof":
                    self.fail_after("MissingNamespaceAlias", equals.end)
                value = self.command_argument(ARGUMENT, alias_token)
                if kind is UsingKind.MODULE and isinstance(value, nodes.Hashtable):
                    specification = value
                elif isinstance(value, nodes.StringConstant):
                    alias = value
                else:
                    self.fail_unexpected(alias_token)
                end = value.extent.end_offset
            elif kind in (UsingKind.TYPE, UsingKind.COMMAND):
                self.fail_after("MissingEqualsInUsingAlias", item.extent.end_offset)
        terminator = self.peek_token()
        if terminator.kind in ("newline", ";"):
            self.skip_token()
        elif terminator.kind != "eof":
            self.fail_incomplete("MissingStatementTerminator", self.token_extent(terminator))
        statement = nodes.UsingStatement(
            extent=self.extent(keyword.start, end),
            kind=kind,
            name=name,
            alias=alias,
            module_specification=specification,
        )
        with_alias = alias is not None or (name is not None and specification is not None)
        if with_alias or kind in (UsingKind.TYPE, UsingKind.COMMAND):
            self.findings.find("UsingStatementNotSupported", statement.extent)
        return statement
