"""What a T-SQL text consists of, by SQL Server's rules for names in brackets and texts in quotes alone."""

from __future__ import annotations

import re

_PARTS = re.compile(
    r"(?P<comment>--[^\r\n]*|/\*.*?\*/)|(?P<name>\[(?:[^\]]|\]\])*\])|(?P<text>N'(?:[^']|'')*')|(?P<word>\w+)|(?P<space>\s+)"
    r"|(?P<sign>.)",
    re.DOTALL,
)


def parts(statement: str) -> list[tuple[str, str]]:
    """Kind and text of each part; names and texts without their quotes, comments and spaces left out."""
    found = []
    for match in _PARTS.finditer(statement):
        kind, text = str(match.lastgroup), match[0]
        if kind == "name":
            text = text[1:-1].replace("]]", "]")
        elif kind == "text":
            text = text[2:-1].replace("''", "'")
        if kind not in ("comment", "space"):
            found.append((kind, text))
    return found
