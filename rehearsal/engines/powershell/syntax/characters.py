"""Which character may start, continue or end what: the classes of characters of PowerShell's tokenizer."""

from __future__ import annotations

import re
from collections.abc import Callable
from re import Match
from typing import cast

SINGLE_QUOTES = "'‘’‚‛"
DOUBLE_QUOTES = '"“”„'
DASHES = "-–—―"

# Separators of Unicode count as white space, line ends don't.
WHITESPACE = "\t\v\f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
IS_WHITESPACE = frozenset("\t\v\f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | {
    chr(c) for c in range(0x2000, 0x200B)
}

# Ends a bare word in command mode. The empty string stands for the end of the text.
ENDS_WORD = frozenset("\0\r\n&(),;{|}") | IS_WHITESPACE | {""}
# Also ends a number in expression mode.
ENDS_NUMBER = ENDS_WORD | frozenset("!#%*+./<=>]") | frozenset(DASHES)

Scan = Callable[[str, int], Match[str]]


def _scan(pattern: str) -> Scan:
    """For patterns that match the empty text, and so always."""
    return cast(Scan, re.compile(pattern).match)


SKIP = _scan(rf"(?:[{WHITESPACE}]+|#[^\r\n]*|<\#(?s:.*?)\#>|`(?:\r\n?|\n|[{WHITESPACE}]))*+")
SKIP_LINES = _scan(rf"(?:[{WHITESPACE}\r\n]+|#[^\r\n]*|<\#(?s:.*?)\#>|`(?:\r\n?|\n|[{WHITESPACE}]))*+")
SKIP_LINES_AND_SEMICOLONS = _scan(rf"(?:[{WHITESPACE}\r\n;]+|#[^\r\n]*|<\#(?s:.*?)\#>|`(?:\r\n?|\n|[{WHITESPACE}]))*+")
BLOCK_COMMENTS = re.compile(r"(?:<\#(?s:.*?)\#>)+").match
SPACES = _scan(rf"[{WHITESPACE}]*")

IDENTIFIER = re.compile(r"[^\W\d]\w*").match
VARIABLE_NAME = _scan(r"(?:[\w?]|:(?!:))*")
TYPE_NAME = _scan(r"[\w.`+#\\]*")
ASSEMBLY_PART = _scan(rf"[^\0\r\n,=\]{WHITESPACE}]*")
# A bare word without anything to unescape or expand.
PLAIN_WORD = _scan(rf"[^\0\r\n&(),;{{|}}`${WHITESPACE}{SINGLE_QUOTES}{DOUBLE_QUOTES}]*")
DASHED_WORD = _scan(r"[A-Za-z]*")
PARAMETER_WORD = _scan(rf"[^\0\r\n&(),;{{|}}.\[:{WHITESPACE}{SINGLE_QUOTES}{DOUBLE_QUOTES}]*")
NUMBER = _scan(
    r"(?P<sign>[+\-–—―])?"
    r"(?:0[xX](?P<hex>[0-9a-fA-F]*)|(?P<whole>[0-9]*)(?P<real>\.(?!\.)(?P<fraction>[0-9]*)(?P<exponent>[eE]"
    r"[+\-–—―]?[0-9]*)?|[eE][+\-–—―]?[0-9]*)?)"
    r"(?P<suffix>[lLdD])?(?P<multiplier>[kKmMgGtTpP][bB])?"
)
PLAIN_STRING_TEXT = _scan(rf"[^`${DOUBLE_QUOTES}\0]*")
PLAIN_LITERAL_TEXT = _scan(rf"[^{SINGLE_QUOTES}\0]*")
PLAIN_HERE_TEXT = _scan(r"[^`$\r\n\0]*")

ESCAPES = {"0": "\0", "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def starts_variable(character: str) -> bool:
    return character.isalnum() or character in ("_", "$", "?", "^", ":")


def starts_identifier(character: str) -> bool:
    return character.isalpha() or character == "_"
