"""What stands between the tokens of a script: white space, comments, line continuations."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.engines.powershell.syntax.extents import Source
from rehearsal.engines.powershell.syntax.lexer import Lexer
from rehearsal.engines.powershell.syntax.parse_errors import ParseError


def gaps_between_tokens(source: Source) -> Iterator[tuple[int, int]]:
    """Start and end offsets, in order. The script is known to parse.

    Scanned in command mode throughout: other modes cut words elsewhere, but never take a string or comment apart.
    """
    lexer = Lexer(source, source.text)
    while True:
        before = lexer.position
        try:
            token = lexer.next_token()
        except ParseError:
            # No token in command mode; the parser came upon it in another one.
            lexer.position += 1
            continue
        if token.at > before:
            yield before, token.at
        if token.kind == "eof":
            return
