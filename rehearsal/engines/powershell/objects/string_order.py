"""How Windows orders and equates text under the invariant culture: letters by alphabet, case only as a tie-breaker.

Symbols come before digits, digits before letters; hyphen and apostrophe count only as the last tie-breaker ("word
sort"). Accented letters sort with their base letter. A NUL has no weight at all: the letter of a volume without one,
[char] 0, equals the empty text.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any

_SYMBOL_WEIGHT = {character: index for index, character in enumerate('\t\n\v\f\r !"#$%&()*,./:;?@[\\]^_`{|}~+<=>')}
_IGNORED = "'-\u00ad"


@lru_cache(maxsize=8192)
def _weights(
    text: str,
) -> tuple[tuple[tuple[int, object], ...], tuple[str, ...], tuple[int, ...], tuple[tuple[int, str], ...]]:
    primary: list[tuple[int, object]] = []
    accents: list[str] = []
    cases: list[int] = []
    ignored: list[tuple[int, str]] = []
    for position, character in enumerate(unicodedata.normalize("NFD", text) if not text.isascii() else text):
        if character == "\0":
            continue
        if character in _IGNORED:
            ignored.append((position, character))
        elif unicodedata.combining(character):
            accents.append(character)
        elif character.isalpha():
            primary.append((3, character.lower()))
            accents.append("")
            cases.append(1 if character != character.lower() else 0)
        elif character.isdigit():
            primary.append((2, character))
        else:
            weight = _SYMBOL_WEIGHT.get(character)
            primary.append((0, weight) if weight is not None else (1, ord(character)))
    return tuple(primary), tuple(accents), tuple(cases), tuple(ignored)


def compare_text(left: str, right: str, ignore_case: bool) -> int:
    """-1, 0 or 1 as CompareInfo.Compare under the invariant culture."""
    if left == right:
        return 0
    first = _weights(left)
    second = _weights(right)
    for level in (0, 1, 3) if ignore_case else (0, 1, 2, 3):
        if first[level] != second[level]:
            weights: tuple[Any, Any] = first[level], second[level]
            return -1 if weights[0] < weights[1] else 1
    return 0


def equal_text(left: str, right: str, ignore_case: bool) -> bool:
    """-eq and -ceq on text."""
    if left == right or (ignore_case and left.lower() == right.lower()):
        return True
    if "\0" in left or "\0" in right:
        return equal_text(left.replace("\0", ""), right.replace("\0", ""), ignore_case)
    return False
