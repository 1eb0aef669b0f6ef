"""The parser's view of the tokens: one token of lookahead, modes, errors, and which rules its parts may call.

The rules are spread over parser/ as layers of one class; a layer calls rules of later ones through the
declarations here.
"""

from __future__ import annotations

from typing import NoReturn

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.extents import Extent, Source
from rehearsal.engines.powershell.syntax.lexer import Lexer
from rehearsal.engines.powershell.syntax.parse_errors import Findings, parse_error
from rehearsal.engines.powershell.syntax.tokens import MODE_INVARIANT, Token

# Nesting beyond this is refused: PowerShell's own limit is its stack, about as deep.
DEPTH_LIMIT = 160


class TokenStream:
    """Invariant: `_pending` is the token read last and put back; while it is set, the lexer stands behind it."""

    def __init__(self, lexer: Lexer) -> None:
        self.lexer = lexer
        self.source = lexer.source
        self._pending: Token | None = None
        self._comma_is_operator = True
        self.findings = Findings()
        # Brackets read and not closed yet: what a missing one is reported at.
        self.open_brackets: list[Token] = []
        self.closing_errors: list[tuple[str, ...]] = []
        # While inside `$( )` of a string: the lexers around, and how many brackets were open there.
        self.outer_lexers: list[tuple[Lexer, int]] = []
        self.depth = 0
        self._steps = _StepBudget(lexer.source)

    # --- tokens

    def next_token(self) -> Token:
        token = self._pending
        if token is not None:
            self._pending = None
            return token
        self._steps.count()
        return self.lexer.next_token()

    def peek_token(self) -> Token:
        token = self._pending
        if token is None:
            self._steps.count()
            token = self._pending = self.lexer.next_token()
        return token

    def put_back(self, token: Token) -> None:
        self._pending = token

    def skip_token(self) -> None:
        self._pending = None

    def go_back_to(self, position: int) -> None:
        """Scan again from a position that the lexer has been at."""
        self._pending = None
        self.lexer.position = position

    def here(self) -> int:
        return self._pending.at if self._pending is not None else self.lexer.position

    def set_mode(self, mode: str) -> str:
        """The mode that was; a token already read is scanned again, if it might differ in the new mode."""
        lexer = self.lexer
        old = lexer.mode
        if mode != old:
            pending = self._pending
            if pending is not None and pending.kind not in MODE_INVARIANT:
                self._pending = None
                lexer.position = pending.at
            lexer.mode = mode
        return old

    def skip_lines(self) -> None:
        pending = self._pending
        if pending is None or pending.kind == "newline":
            self._pending = None
            self.lexer.skip_lines()

    def skip_lines_and_semicolons(self) -> None:
        pending = self._pending
        if pending is None or pending.kind == "newline" or pending.kind == ";":
            self._pending = None
            self.lexer.skip_lines_and_semicolons()

    def next_member_operator(self, *, with_bracket: bool) -> Token | None:
        return None if self._pending is not None else self.lexer.member_access_operator(with_bracket=with_bracket)

    def next_call_bracket(self) -> Token | None:
        return None if self._pending is not None else self.lexer.call_bracket()

    def next_left_bracket(self) -> Token | None:
        pending = self._pending
        if pending is None:
            return self.lexer.left_bracket()
        if pending.kind == "[":
            self._pending = None
            return pending
        return None

    def open_bracket(self, token: Token, *if_missing: str) -> None:
        """`if_missing`: the error, with its arguments, that stands behind the contents when the closing one lacks."""
        self.open_brackets.append(token)
        self.closing_errors.append(if_missing)
        self.descend()

    def close_bracket(self) -> None:
        self.open_brackets.pop()
        self.closing_errors.pop()
        self.ascend()

    def text_of(self, token: Token) -> str:
        return self.source.text[token.start : token.end]

    # --- extents and errors

    def extent(self, start: int, end: int) -> Extent:
        return Extent(self.source, start, end)

    def token_extent(self, token: Token) -> Extent:
        return Extent(self.source, token.start, token.end)

    def fail(self, error_id: str, extent: Extent, *arguments: str) -> NoReturn:
        raise parse_error(extent, error_id, *arguments)

    def fail_incomplete(
        self, error_id: str, extent: Extent, *arguments: str, seen_until: int | None = None
    ) -> NoReturn:
        """`incomplete` when nothing follows the place where the lack was noticed: the extent's end, if not told."""
        end = extent.end_offset if seen_until is None else seen_until
        nothing_after = Lexer(self.source, self.source.text).nothing_after(end)
        raise parse_error(extent, error_id, *arguments, incomplete=nothing_after)

    def fail_after(self, error_id: str, end: int, *arguments: str) -> NoReturn:
        self.fail_incomplete(error_id, self.extent(end, end), *arguments)

    def fail_unexpected(self, token: Token) -> NoReturn:
        self.fail("UnexpectedToken", self.token_extent(token), self.text_of(token))

    def descend(self) -> None:
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            position = self.lexer.absolute(self.lexer.position)
            self.fail("ScriptTooComplicated", self.extent(position, position))

    def ascend(self) -> None:
        self.depth -= 1

    # --- rules of later layers

    def expression(self) -> nodes.Expression | None:
        raise NotImplementedError

    def unary_expression(self) -> nodes.Expression | None:
        raise NotImplementedError

    def primary_expression(self, *, with_member_access: bool) -> nodes.Expression | None:
        raise NotImplementedError

    def pipeline(self) -> nodes.Statement | None:
        raise NotImplementedError

    def single_command_argument(self, context: str) -> nodes.Expression | None:
        raise NotImplementedError

    def command_argument(self, context: str, token: Token) -> nodes.Expression | None:
        raise NotImplementedError

    def statement(self) -> nodes.Statement | None:
        raise NotImplementedError

    def statement_block(self) -> nodes.StatementBlock | None:
        raise NotImplementedError

    def statement_list(self) -> tuple[list[nodes.Statement], list[nodes.Trap]]:
        raise NotImplementedError

    def script_block(self, left_curly: Token | None, *, is_filter: bool) -> nodes.ScriptBlock:
        raise NotImplementedError


class _StepBudget:
    """Tokens may be scanned several times where the parser goes back; nested without bound that would take for ever."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._left = 4 * len(source.text) + 20_000

    def count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise parse_error(Extent(self._source, 0, 0), "ScriptTooComplicated")
