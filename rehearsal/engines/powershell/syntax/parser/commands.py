"""Parses pipelines: assignments, expressions, commands with their arguments and redirections."""

from __future__ import annotations

from typing import NoReturn

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.nodes import InvocationOperator, Stream, StringKind
from rehearsal.engines.powershell.syntax.parser.expressions import ExpressionParser
from rehearsal.engines.powershell.syntax.refused_syntax import RefusedConstruct, refused
from rehearsal.engines.powershell.syntax.tokens import ASSIGNMENT, Token

# Where an argument stands: a command's name isn't expanded, only an argument may be a comma list.
NAME, INVOKED_NAME, FILE, ARGUMENT, CONDITION = "name", "invoked name", "file", "argument", "condition"

_ENDS_COMMAND = frozenset(["|", "}", ")", "eof", "newline", ";", "&&", "||"])
_NO_ARGUMENT = _ENDS_COMMAND | {"redirect", "<", "&", "--", ","}
_PRIMARY = frozenset(["splat", "variable", "number", "expandable", "string", "(", "$(", "@(", "@{", "{"])
_VERBATIM = "--%"
_OPERATORS_OF_7 = {
    "&&": RefusedConstruct.CHAIN_AND,
    "||": RefusedConstruct.CHAIN_OR,
    "&": RefusedConstruct.BACKGROUND,
}
_STREAM_NAMES = {
    Stream.ALL: "all",
    Stream.OUTPUT: "output",
    Stream.ERROR: "error",
    Stream.WARNING: "warning",
    Stream.VERBOSE: "verbose",
    Stream.DEBUG: "debug",
    Stream.INFORMATION: "information",
}


class CommandParser(ExpressionParser):
    def pipeline(self) -> nodes.Statement | None:
        elements: list[nodes.Command | nodes.CommandExpression] = []
        pipe: Token | None = None
        while True:
            element: nodes.Command | nodes.CommandExpression | None
            expression = None if self._at_command_name() else self._expression_or_assignment(elements)
            if isinstance(expression, nodes.Assignment):
                return expression
            if expression is not None:
                element = self._expression_element(expression)
            else:
                element = self.command()
            if element is not None:
                elements.append(element)
            elif elements or self.peek_token().kind == "|":
                if pipe is not None:
                    self.fail_after("EmptyPipeElement", pipe.end)
                self._fail_at_first_pipe(self.peek_token())
            pipe = self.peek_token()
            kind = pipe.kind
            if kind == "|":
                self.skip_token()
                self.skip_lines()
                if self.peek_token().kind == "eof":
                    self.fail_after("EmptyPipeElement", pipe.end)
            elif kind in ("newline", ";", ")", "}", "eof"):
                break
            else:
                self._unexpected_in_pipeline(pipe, elements[-1].extent.end_offset if elements else pipe.start)
        if not elements:
            return None
        return nodes.Pipeline(
            extent=self.extent(elements[0].extent.start_offset, elements[-1].extent.end_offset),
            elements=tuple(elements),
        )

    def _fail_at_first_pipe(self, pipe: Token) -> NoReturn:
        """A statement starts with a pipe: an error in 5.1; PowerShell 7 goes on with the line before."""
        extent = self.token_extent(pipe)
        if extent.line_text.lstrip().startswith("|") and self.source.text[: pipe.start].strip():
            raise refused(extent, RefusedConstruct.PIPE_AT_LINE_START)
        self.fail_incomplete("EmptyPipeElement", extent)

    def _at_command_name(self) -> bool:
        """A letter comes next: no expression starts so, which spares a scan in expression mode."""
        pending = self._pending
        if pending is None:
            return False
        return pending.kind == "identifier" or (pending.kind == "generic" and self.source.text[pending.start].isalpha())

    def _unexpected_in_pipeline(self, token: Token, pipeline_end: int) -> None:
        extent = self.token_extent(token)
        if token.kind in _OPERATORS_OF_7:
            raise refused(extent, _OPERATORS_OF_7[token.kind])
        if self.closing_errors and self.closing_errors[-1] and pipeline_end < token.start:
            # The parenthesis around lacks its closing one, and that place comes before the token.
            error_id, *arguments = self.closing_errors[-1]
            self.fail(error_id, self.extent(pipeline_end, pipeline_end), *arguments)
        self.fail_unexpected(token)

    def _expression_or_assignment(self, before: list[nodes.Command | nodes.CommandExpression]) -> nodes.Node | None:
        mode = self.set_mode("expression")
        expression = self.expression()
        operator: Token | None = None
        if expression is not None:
            token = self.peek_token()
            if token.kind in ASSIGNMENT:
                self.skip_token()
                operator = token
        self.set_mode(mode)
        if expression is None:
            return None
        if before:
            self.fail("ExpressionsMustBeFirstInPipeline", expression.extent)
        if operator is None:
            return expression
        self.expression_checks.check_assigned(expression, simple=operator.kind == "=")
        self.class_checks.note_assigned(expression)
        self.descend()
        self.skip_lines()
        statement = self.statement()
        if statement is None:
            self.fail_after("ExpectedValueExpression", operator.end, operator.kind)
        self.ascend()
        return nodes.Assignment(
            extent=self.extent(expression.extent.start_offset, statement.extent.end_offset),
            left=expression,
            operator=nodes.AssignmentOperator(operator.kind),
            right=statement,
            operator_extent=self.token_extent(operator),
        )

    def note_assigned(self, target: nodes.Expression) -> None:
        """Overridden where it matters which variables a method assigns."""

    def _expression_element(self, expression: nodes.Node) -> nodes.CommandExpression:
        assert isinstance(expression, nodes.Expression)
        redirections: dict[Stream, nodes.Redirection] = {}
        end = expression.extent.end_offset
        while self.peek_token().kind in ("redirect", "<"):
            end = self._redirection(self.next_token(), redirections)
        return nodes.CommandExpression(
            extent=self.extent(expression.extent.start_offset, end),
            expression=expression,
            redirections=tuple(redirections.values()),
        )

    def _redirection(self, token: Token, redirections: dict[Stream, nodes.Redirection]) -> int:
        """Adds to the redirections; the offset behind it."""
        extent = self.token_extent(token)
        if token.kind == "<":
            if self.single_command_argument(FILE) is None:
                self.fail("MissingFileSpecification", self.extent(token.end, token.end))
            self.fail("RedirectionNotSupported", extent, "<")
        source, target, append = token.value
        stream = Stream(source)
        redirection: nodes.Redirection
        if target is None:
            location = self.single_command_argument(FILE)
            if location is None:
                self.fail("MissingFileSpecification", self.extent(token.end, token.end))
            redirection = nodes.FileRedirection(
                extent=self.extent(token.start, location.extent.end_offset),
                from_stream=stream,
                location=location,
                append=append,
            )
        else:
            if target != "1" or source == "1":
                self.fail("RedirectionNotSupported", extent, self.text_of(token))
            redirection = nodes.MergingRedirection(extent=extent, from_stream=stream, to_stream=Stream.OUTPUT)
        if stream in redirections:
            self.fail("StreamAlreadyRedirected", redirection.extent, _STREAM_NAMES[stream])
        redirections[stream] = redirection
        return redirection.extent.end_offset

    # --- arguments

    def single_command_argument(self, context: str) -> nodes.Expression | None:
        if self.peek_token().kind in (",", "eof"):
            return None
        mode = self.set_mode("command")
        argument = self.command_argument(context, self.next_token())
        self.set_mode(mode)
        return argument

    def command_argument(self, context: str, token: Token) -> nodes.Expression | None:
        """One argument from `token` on; comma-separated ones are an array. None where no argument can start."""
        elements: list[nodes.Expression] = []
        comma: Token | None = None
        while True:
            kind = token.kind
            if kind in _NO_ARGUMENT:
                self.put_back(token)
                if comma is None:
                    return None
                self.fail_after("MissingExpression", comma.end, ",")
            verbatim = False
            argument: nodes.Expression | None
            if kind in _PRIMARY:
                self.put_back(token)
                argument = self.primary_expression(with_member_access=True)
                assert argument is not None
            elif kind == "generic":
                if token.parts is not None and context != NAME:
                    argument = self.expandable(token, StringKind.BARE_WORD)
                else:
                    argument = self._bare_word(token, str(token.value))
                    verbatim = token.value == _VERBATIM
            else:
                argument = self._bare_word(token, self.text_of(token))
            elements.append(argument)
            if context != ARGUMENT or verbatim:
                break
            token = self.peek_token()
            if token.kind != ",":
                break
            comma = token
            self.skip_token()
            self.skip_lines()
            token = self.next_token()
        if len(elements) == 1:
            return elements[0]
        return nodes.ArrayLiteral(
            extent=self.extent(elements[0].extent.start_offset, elements[-1].extent.end_offset),
            elements=tuple(elements),
        )

    def _bare_word(self, token: Token, value: str) -> nodes.StringConstant:
        return nodes.StringConstant(extent=self.token_extent(token), value=value, kind=StringKind.BARE_WORD)

    # --- commands

    def command(self) -> nodes.Command | None:
        mode = self.set_mode("command")
        token = first = self.next_token()
        operator = InvocationOperator.NONE
        context = NAME
        if token.kind in (".", "&"):
            operator = InvocationOperator(token.kind)
            context = INVOKED_NAME
            token = self.next_token()
        elements: list[nodes.Expression | nodes.CommandParameter] = []
        redirections: dict[Stream, nodes.Redirection] = {}
        end = first.end
        saw_dashes = False
        while token.kind not in _ENDS_COMMAND:
            kind = token.kind
            if kind == "parameter" and context == ARGUMENT and not saw_dashes:
                element = self._parameter(token)
                elements.append(element)
                end = element.extent.end_offset
            elif kind == "parameter":
                elements.append(self._bare_word(token, self.text_of(token)))
                end = token.end
            elif kind == "&":
                self._unexpected_in_pipeline(token, end)
            elif kind == "--":
                # The first one is a parameter without a name, later ones are arguments.
                elements.append(
                    self._bare_word(token, "--")
                    if saw_dashes
                    else nodes.CommandParameter(extent=self.token_extent(token), name="-", argument=None)
                )
                saw_dashes = True
                end = token.end
            elif kind == ",":
                self.fail("MissingArgument", self.token_extent(token))
            elif kind in ("redirect", "<"):
                if context == ARGUMENT:
                    end = self._redirection(token, redirections)
                else:
                    elements.append(self._bare_word(token, self.text_of(token)))
                    end = token.end
            else:
                argument = self.command_argument(context, token)
                assert argument is not None
                self.expression_checks.allow_splatted(argument)
                elements.append(argument)
                end = argument.extent.end_offset
                if kind == "generic" and token.value == _VERBATIM:
                    self._pending = None
                    verbatim = self.lexer.verbatim_arguments()
                    elements.append(self._bare_word(verbatim, str(verbatim.value)))
                    end = verbatim.end
                    token = self.next_token()
                    break
            context = ARGUMENT
            token = self.next_token()
        self.put_back(token)
        self.set_mode(mode)
        if not elements:
            if operator is not InvocationOperator.NONE:
                self.fail("MissingExpression", self.token_extent(first), self.text_of(first))
            return None
        command = nodes.Command(
            extent=self.extent(first.start, end),
            elements=tuple(elements),
            redirections=tuple(redirections.values()),
            invocation_operator=operator,
        )
        _refuse_parallel(command)
        return command

    def _parameter(self, token: Token) -> nodes.CommandParameter:
        name, colon = token.value
        argument: nodes.Expression | None = None
        end = token.end
        if colon and self.peek_token().kind != ",":
            argument = self.command_argument(ARGUMENT, self.next_token())
            if argument is None:
                self.fail("ParameterRequiresArgument", self.extent(end, end), self.text_of(token))
            end = argument.extent.end_offset
        return nodes.CommandParameter(extent=self.extent(token.start, end), name=name, argument=argument)


def _refuse_parallel(command: nodes.Command) -> None:
    """ForEach-Object -Parallel: a parameter that 5.1's command lacks, refused before anything runs."""
    name = command.elements[0]
    if not isinstance(name, nodes.StringConstant) or name.value.lower() not in ("foreach-object", "foreach", "%"):
        return
    for element in command.elements:
        if isinstance(element, nodes.CommandParameter) and element.name.lower() == "parallel":
            raise refused(element.extent, RefusedConstruct.FOREACH_OBJECT_PARALLEL)
