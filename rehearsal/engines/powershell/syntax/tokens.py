"""The tokens and what is known of each kind. A kind is its own text where it has one: `(`, `+=`, `-eq`, `if`.

Kinds without a text of their own: variable, splat, parameter, number, label, identifier, generic (a bare word that is
neither identifier nor anything else), newline, eof, string, expandable, redirect. Operators with case variants have
one kind (`-eq`); the token's value tells whether case counts.
"""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.syntax.nodes import BinaryOperator


class Token:
    """`start` and `end` are offsets in the script; `at` is where the lexer must go back to, to scan it again.

    value: number -> (value, NumberType); parameter -> its name; string -> text; variable -> name as written;
    redirect -> (from, to or None, append); operator -> case sensitive; generic -> text, escapes replaced.
    parts: of expandable and generic tokens with something to expand: texts, variable tokens, NestedText; else None.
    """

    __slots__ = ("at", "end", "kind", "parts", "start", "value")

    def __init__(self, kind: str, start: int, end: int, at: int, value: Any = None) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.at = at
        self.value = value
        self.parts: tuple[object, ...] | None = None

    def __repr__(self) -> str:
        return f"Token({self.kind!r}, {self.start}, {self.end}, {self.value!r})"


class NestedText:
    """`$( … )` inside an expandable string, not scanned yet. offsets: of each of its characters in the script."""

    __slots__ = ("end", "offsets", "start", "text")

    def __init__(self, text: str, start: int, end: int, offsets: tuple[int, ...] | None) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.offsets = offsets


# Kinds that are scanned alike in expression and command mode: no rescan when the mode changes.
MODE_INVARIANT = frozenset(
    {
        "newline",
        "eof",
        "string",
        "expandable",
        "(",
        ")",
        "{",
        "}",
        "]",
        "@(",
        "@{",
        "$(",
        ";",
        "&&",
        "||",
        "&",
        "|",
        ",",
        "<",
    }
)

ASSIGNMENT = frozenset(["=", "+=", "-=", "*=", "/=", "%="])

LOGICAL, BITWISE, COMPARISON, ADDITIVE, MULTIPLICATIVE, FORMAT, RANGE = 1, 2, 5, 9, 10, 12, 13

BINARY: dict[str, tuple[BinaryOperator, int]] = {
    "-and": (BinaryOperator.AND, LOGICAL),
    "-or": (BinaryOperator.OR, LOGICAL),
    "-xor": (BinaryOperator.XOR, LOGICAL),
    "-band": (BinaryOperator.BAND, BITWISE),
    "-bor": (BinaryOperator.BOR, BITWISE),
    "-bxor": (BinaryOperator.BXOR, BITWISE),
    "+": (BinaryOperator.ADD, ADDITIVE),
    "-": (BinaryOperator.SUBTRACT, ADDITIVE),
    "*": (BinaryOperator.MULTIPLY, MULTIPLICATIVE),
    "/": (BinaryOperator.DIVIDE, MULTIPLICATIVE),
    "%": (BinaryOperator.REMAINDER, MULTIPLICATIVE),
    "-f": (BinaryOperator.FORMAT, FORMAT),
    "..": (BinaryOperator.RANGE, RANGE),
}

_OPERATOR_WORDS = "f not bnot and or xor band bor bxor join is isnot as shl shr"
_CASE_PAIRED_WORDS = "eq ne ge gt lt le like notlike match notmatch replace contains notcontains in notin split"
_CASE_PAIRED = _CASE_PAIRED_WORDS.split()

# Operator words behind the dash -> kind, whether case counts.
DASH_OPERATORS: dict[str, tuple[str, bool]] = {word: (f"-{word}", False) for word in _OPERATOR_WORDS.split()}
for _word in _CASE_PAIRED:
    DASH_OPERATORS[_word] = DASH_OPERATORS[f"i{_word}"] = (f"-{_word}", False)
    DASH_OPERATORS[f"c{_word}"] = (f"-{_word}", True)
for _word in [*_CASE_PAIRED, "join", "is", "isnot", "as", "shl", "shr"]:
    BINARY[f"-{_word}"] = (BinaryOperator(f"-{_word}"), COMPARISON)

UNARY = frozenset([",", "--", "++", "!", "+", "-", "-not", "-bnot", "-join", "-split"])

_KEYWORD_WORDS = (
    "elseif if else switch foreach from in for while until do try catch finally trap data return continue break exit "
    "throw begin process end dynamicparam function filter param class define var using workflow parallel sequence "
    "inlinescript configuration public private static interface enum namespace module type assembly command hidden base"
)
KEYWORDS: dict[str, str] = {word: word for word in _KEYWORD_WORDS.split()}

# Keywords of statements that attributes can't stand before.
_NO_ATTRIBUTE_WORDS = (
    "break continue data define do exit filter for foreach from function if return switch throw trap try using var "
    "while workflow parallel sequence inlinescript"
)
NO_ATTRIBUTES = frozenset(_NO_ATTRIBUTE_WORDS.split())

BLOCK_NAMES = frozenset(["begin", "process", "end", "dynamicparam"])
