"""Finds the #requires comments among a script's tokens, strings being no place for one."""

from __future__ import annotations

import re

from rehearsal.engines.powershell.syntax.extents import Source
from rehearsal.engines.powershell.syntax.lexer import Lexer
from rehearsal.engines.powershell.syntax.token_gaps import gaps_between_tokens

_REQUIRES = re.compile(r"#requires[^\r\n]*", re.IGNORECASE)


def requires_comments(source: Source) -> list[Lexer]:
    """A lexer over each comment's text behind the `#`. The script is known to parse."""
    if _REQUIRES.search(source.text) is None:
        return []
    return [
        Lexer(source, match.group()[1:], match.start() + 1)
        for start, end in gaps_between_tokens(source)
        for match in _REQUIRES.finditer(source.text, start, end)
    ]
