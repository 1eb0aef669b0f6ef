"""PowerShell goes on behind an error, finds more, and reports the earliest in the text: often a brace never closed.

That one is found here by matching the brackets behind the error, as PowerShell's recovery would come upon them.
"""

from __future__ import annotations

from rehearsal.engines.powershell.syntax.lexer import Lexer
from rehearsal.engines.powershell.syntax.parse_errors import ParseError, parse_error
from rehearsal.engines.powershell.syntax.token_stream import TokenStream
from rehearsal.engines.powershell.syntax.tokens import Token

_OPENING = frozenset(["(", "$(", "@(", "{", "@{"])
_CURLY = frozenset(["{", "@{"])
# What nothing is left behind of to match.
_CONSUMES_ALL = frozenset(
    {
        "TerminatorExpectedAtEndOfString",
        "MissingTerminatorMultiLineComment",
        "WhitespaceBeforeHereStringFooter",
        "IncompleteDollarSubexpressionReference",
        "IncompleteDollarVariableReference",
    }
)


def first_by_position(error: ParseError, parser: TokenStream) -> ParseError:
    brackets = list(parser.open_brackets)
    if error.extent is None or error.error_id == "ScriptTooComplicated" or not brackets:
        return error
    unclosed: list[tuple[Token, bool]] = []
    position = error.extent.end_offset if error.error_id == "MissingStatementBlock" else error.extent.start_offset
    if error.error_id.startswith("MissingEndParenthesis") and brackets[-1].kind not in _CURLY:
        brackets.pop()
    if error.error_id == "MissingSwitchConditionExpression" or (
        error.error_id == "MissingSwitchStatementClause" and error.incomplete
    ):
        # The switch is given up, its closing brace taken without a word.
        brackets.pop()
        position += 1 if parser.source.text.startswith("}", parser.here()) else 0
    if parser.outer_lexers:
        # The text inside the string ends, whatever is open there; the rest starts behind the string.
        outermost, opened_outside = parser.outer_lexers[0]
        position = outermost.position
        unclosed.extend((bracket, False) for bracket in brackets[opened_outside:])
        del brackets[opened_outside:]
    if parser.outer_lexers or error.error_id not in _CONSUMES_ALL:
        _match_rest(parser, position, brackets, unclosed)
    unclosed.extend((bracket, True) for bracket in brackets)
    curlies = [(bracket, at_end) for bracket, at_end in unclosed if bracket.kind in _CURLY]
    if not curlies:
        return error
    bracket, at_end = min(curlies, key=lambda item: item[0].start)
    if bracket.start >= error.extent.start_offset:
        return error
    # A hashtable's missing brace is reported behind its opening one.
    extent = parser.extent(bracket.end, bracket.end) if bracket.kind == "@{" else parser.token_extent(bracket)
    return parse_error(extent, "MissingEndCurlyBrace", incomplete=at_end)


def _match_rest(parser: TokenStream, position: int, brackets: list[Token], unclosed: list[tuple[Token, bool]]) -> None:
    """Takes closed brackets off the list; those that another closing bracket ended go to `unclosed`."""
    lexer = Lexer(parser.source, parser.source.text)
    lexer.position = position
    while True:
        try:
            token = lexer.next_token()
        except ParseError as error:
            if error.error_id in _CONSUMES_ALL:
                return
            lexer.position += 1
            continue
        if token.kind == "eof":
            return
        if token.kind in _OPENING:
            brackets.append(token)
        elif token.kind in (")", "}"):
            matches = _CURLY if token.kind == "}" else _OPENING - _CURLY
            while brackets and brackets[-1].kind not in matches:
                unclosed.append((brackets.pop(), False))
            if brackets:
                brackets.pop()
