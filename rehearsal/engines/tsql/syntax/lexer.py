"""Cuts a T-SQL batch into tokens with their positions, by Transact-SQL's own lexical rules.

Rules worth knowing: comments nest, `]]` and `""` escape inside quoted names, a string has no escape but `''`,
names may hold @ # $ after the first character, and QUOTED_IDENTIFIER is ON (what SqlClient sets).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from rehearsal.engines.tsql.errors import SqlError, Unsupported


class TokenKind(StrEnum):
    WORD = "word"  # a keyword or an unquoted name
    QUOTED = "quoted name"
    STRING = "string"
    NATIONAL = "national string"
    INTEGER = "integer"
    DECIMAL = "decimal"
    FLOAT = "float"
    BINARY = "binary"
    VARIABLE = "variable"
    SYMBOL = "symbol"
    END = "end"


@dataclass(frozen=True, slots=True)
class Token:
    """`text` is what the token means (quotes removed); `upper` is its upper-case form, for words and symbols only."""

    kind: TokenKind
    text: str
    upper: str
    start: int
    end: int
    line: int
    column: int


_TOKEN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<line_comment>--[^\r\n]*)
  | (?P<block_comment>/\*)
  | (?P<national>[Nn]'(?:[^']|'')*')
  | (?P<string>'(?:[^']|'')*')
  | (?P<bracket>\[(?:[^\]]|\]\])*\])
  | (?P<double>"(?:[^"]|"")*")
  | (?P<binary>0[xX][0-9A-Fa-f]*)
  | (?P<float>(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+)
  | (?P<decimal>\d+\.\d*|\.\d+)
  | (?P<integer>\d+)
  | (?P<variable>@@?[\w@#$]+)
  | (?P<word>[^\W\d][\w@#$]*|\#{1,2}[\w@#$]+)
  | (?P<symbol><>|<=|>=|!=|!<|!>|\+=|-=|\*=|/=|%=|&=|\|=|\^=|::|[-+*/%=<>(),.;~&|^])
    """,
    re.VERBOSE,
)
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_KINDS = {
    "national": TokenKind.NATIONAL,
    "string": TokenKind.STRING,
    "bracket": TokenKind.QUOTED,
    "double": TokenKind.QUOTED,
    "binary": TokenKind.BINARY,
    "float": TokenKind.FLOAT,
    "decimal": TokenKind.DECIMAL,
    "integer": TokenKind.INTEGER,
    "variable": TokenKind.VARIABLE,
    "word": TokenKind.WORD,
    "symbol": TokenKind.SYMBOL,
}


def tokenize(text: str) -> tuple[Token, ...]:
    """All tokens of the batch and a final END token.

    Raises SqlError 105 (unclosed quote) and 113 (missing end comment mark), Unsupported for a character it can't place.
    """
    tokens: list[Token] = []
    position, line, line_start = 0, 1, 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _cannot_read(text, position, line, position - line_start + 1)
        group = str(match.lastgroup)
        end = _end_of_comment(text, position, line) if group == "block_comment" else match.end()
        if group in _KINDS:
            tokens.append(_token(group, match.group(), position, end, line, position - line_start + 1))
        newlines = text.count("\n", position, end)
        if newlines:
            line += newlines
            line_start = text.rfind("\n", position, end) + 1
        position = end
    tokens.append(Token(TokenKind.END, "", "", len(text), len(text), line, len(text) - line_start + 1))
    return tuple(tokens)


def _token(group: str, raw: str, start: int, end: int, line: int, column: int) -> Token:
    match group:
        case "string":
            meaning, upper = raw[1:-1].replace("''", "'"), ""
        case "national":
            meaning, upper = raw[2:-1].replace("''", "'"), ""
        case "bracket":
            meaning, upper = raw[1:-1].replace("]]", "]"), ""
        case "double":
            meaning, upper = raw[1:-1].replace('""', '"'), ""
        case "word" | "symbol":
            meaning, upper = raw, raw.upper()
        case _:
            meaning, upper = raw, ""
    return Token(_KINDS[group], meaning, upper, start, end, line, column)


def _end_of_comment(text: str, start: int, line: int) -> int:
    depth, position = 0, start
    for edge in _COMMENT_EDGE.finditer(text, start):
        depth += 1 if edge.group() == "/*" else -1
        position = edge.end()
        if depth == 0:
            return position
    raise SqlError(113, "Missing end comment mark '*/'.", severity=15, batch_aborting=True).at(line)


def _cannot_read(text: str, position: int, line: int, column: int) -> Exception:
    if text[position] in "'\"[" or text[position : position + 2].upper() == "N'":
        rest = text[position + 1 : position + 129].rstrip("\r\n")
        return SqlError(
            105,
            f"Unclosed quotation mark after the character string '{rest}'.",
            severity=15,
            batch_aborting=True,
        ).at(line)
    return Unsupported(f"character {text[position]!r}", text, line, column)
