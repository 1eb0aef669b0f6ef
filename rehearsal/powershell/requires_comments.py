"""Finds the #requires comments among a script's tokens, strings being no place for one."""

from __future__ import annotations

import re

from rehearsal.powershell.extents import Source
from rehearsal.powershell.lexer import Lexer
from rehearsal.powershell.parse_errors import ParseError

_REQUIRES = re.compile(r"#requires[^\r\n]*", re.IGNORECASE)


def requires_comments(source: Source) -> list[Lexer]:
    """A lexer over each comment's text behind the `#`. The script is known to parse."""
    starts = {match.start(): match.end() for match in _REQUIRES.finditer(source.text)}
    if not starts:
        return []
    lexer = Lexer(source, source.text)
    found: list[Lexer] = []
    while starts:
        before = lexer.position
        try:
            token = lexer.next_token()
        except ParseError:
            # Not a token in command mode, where the parser never looked at it in that mode.
            lexer.position += 1
            continue
        for start in sorted(starts):
            if before <= start < token.at:
                found.append(Lexer(source, source.text[start + 1 : starts.pop(start)], start + 1))
        if token.kind == "eof":
            break
    return found
