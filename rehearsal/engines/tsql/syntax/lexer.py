"""Cuts a T-SQL batch into tokens with their positions, by Transact-SQL's own lexical rules; and what literals mean.

Rules worth knowing: comments nest, `]]` and `""` escape inside quoted names, a string has no escape but `''`,
names may hold @ # $ after the first character, and QUOTED_IDENTIFIER is ON (what SqlClient sets).
Source: Constants (Transact-SQL); Precision, scale, and length (Transact-SQL).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from rehearsal.engines.tsql.errors import SqlError, Unsupported
from rehearsal.engines.tsql.syntax import nodes
from rehearsal.engines.tsql.syntax.nodes import Place
from rehearsal.engines.tsql.values import types
from rehearsal.engines.tsql.values.types import Kind, SqlType
from rehearsal.engines.tsql.values.values import Value

_INT_END = 2**31


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


def literal(token: Token, place: Place) -> nodes.Literal | None:
    """The value and the type of this token, if it is a literal."""
    value: Value
    match token.kind:
        case TokenKind.STRING:
            value, kind = token.text, types.varchar(max(1, len(token.text)))
        case TokenKind.NATIONAL:
            value, kind = token.text, types.nvarchar(max(1, len(token.text)))
        case TokenKind.INTEGER:
            value, kind = _whole(int(token.text))
        case TokenKind.DECIMAL:
            whole, _, fraction = token.text.partition(".")
            digits = len(whole.lstrip("0")) + len(fraction)
            value = Decimal(f"{whole or '0'}.{fraction}" if fraction else whole)
            kind = types.decimal(max(1, digits), len(fraction))
        case TokenKind.FLOAT:
            value, kind = float(token.text), types.FLOAT
        case TokenKind.BINARY:
            digits_text = token.text[2:]
            value = bytes.fromhex(digits_text if len(digits_text) % 2 == 0 else "0" + digits_text)
            kind = SqlType(Kind.VARBINARY, length=max(1, len(value)))
        case _:
            return None
    return nodes.Literal(place=place, value=value, type=kind)


def _whole(number: int) -> tuple[int | Decimal, SqlType]:
    digits = len(str(number))
    if number < _INT_END:
        # beside a numeric, a whole literal counts with its own digits (10.0/3 has scale 6)
        return number, SqlType(Kind.INT, precision=digits)
    return Decimal(number), types.decimal(digits, 0)


def negative(place: Place, number: nodes.Literal) -> nodes.Literal:
    """Minus a number: -2147483648 is an int, though 2147483648 is none."""
    assert isinstance(number.value, int | float | Decimal)
    value = -number.value
    if number.type.kind is Kind.DECIMAL and number.type.scale == 0 and value == -_INT_END:
        return nodes.Literal(place=place, value=int(value), type=types.INT)
    return nodes.Literal(place=place, value=value, type=number.type)
