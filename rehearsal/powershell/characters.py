"""Which character may start, continue or end what: the classes of characters of PowerShell's tokenizer."""

from __future__ import annotations

import re

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

SKIP = re.compile(rf"(?:[{WHITESPACE}]+|#[^\r\n]*|<\#(?s:.*?)\#>|`(?:\r\n?|\n|[{WHITESPACE}]))*+").match
SKIP_LINES = re.compile(rf"(?:[{WHITESPACE}\r\n]+|#[^\r\n]*|<\#(?s:.*?)\#>|`(?:\r\n?|\n|[{WHITESPACE}]))*+").match
SKIP_LINES_AND_SEMICOLONS = re.compile(
    rf"(?:[{WHITESPACE}\r\n;]+|#[^\r\n]*|<\#(?s:.*?)\#>|`(?:\r\n?|\n|[{WHITESPACE}]))*+"
).match
BLOCK_COMMENTS = re.compile(r"(?:<\#(?s:.*?)\#>)+").match
SPACES = re.compile(rf"[{WHITESPACE}]*").match

IDENTIFIER = re.compile(r"[^\W\d]\w*").match
VARIABLE_NAME = re.compile(r"(?:[\w?]|:(?!:))*").match
TYPE_NAME = re.compile(r"[\w.`+#\\]*").match
ASSEMBLY_PART = re.compile(rf"[^\0\r\n,=\]{WHITESPACE}]*").match
# A bare word without anything to unescape or expand.
PLAIN_WORD = re.compile(rf"[^\0\r\n&(),;{{|}}`${WHITESPACE}{SINGLE_QUOTES}{DOUBLE_QUOTES}]*").match
DASHED_WORD = re.compile(r"[A-Za-z]*").match
PARAMETER_WORD = re.compile(rf"[^\0\r\n&(),;{{|}}.\[:{WHITESPACE}{SINGLE_QUOTES}{DOUBLE_QUOTES}]*").match
NUMBER = re.compile(
    r"(?P<sign>[+\-–—―])?"
    r"(?:0[xX](?P<hex>[0-9a-fA-F]*)|(?P<whole>[0-9]*)(?P<real>\.(?!\.)(?P<fraction>[0-9]*)(?P<exponent>[eE]"
    r"[+\-–—―]?[0-9]*)?|[eE][+\-–—―]?[0-9]*)?)"
    r"(?P<suffix>[lLdD])?(?P<multiplier>[kKmMgGtTpP][bB])?"
).match
PLAIN_STRING_TEXT = re.compile(rf"[^`${DOUBLE_QUOTES}\0]*").match
PLAIN_LITERAL_TEXT = re.compile(rf"[^{SINGLE_QUOTES}\0]*").match
PLAIN_HERE_TEXT = re.compile(r"[^`$\r\n\0]*").match

ESCAPES = {"0": "\0", "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def starts_variable(character: str) -> bool:
    return character.isalnum() or character in ("_", "$", "?", "^", ":")


def starts_identifier(character: str) -> bool:
    return character.isalpha() or character == "_"
