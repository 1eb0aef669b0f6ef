"""How strings compare: case-insensitive by default, trailing blanks don't count, and LIKE has its own wildcards.

The model's default is SQL_Latin1_General_CP1_CI_AS. Order: punctuation, then digits, then letters; accents decide among
words that are equal without them, and in a case-sensitive collation case decides last, small before capital.
Source: Collation and Unicode support; LIKE (Transact-SQL).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any

DEFAULT = "SQL_Latin1_General_CP1_CI_AS"
_LETTERS = tuple(chr(code) for code in range(0x20, 0x250))
"""What a range like [a-z] of LIKE is drawn from: ASCII, Latin-1 and the extended Latin letters."""


def is_case_sensitive(collation: str | None) -> bool:
    """Do upper and lower case differ under this collation? None is the server's default."""
    return collation is not None and ("_CS" in collation.upper() or is_binary(collation))


def is_binary(collation: str | None) -> bool:
    return collation is not None and collation.upper().endswith(("_BIN", "_BIN2"))


def is_accent_insensitive(collation: str | None) -> bool:
    return collation is not None and "_AI" in collation.upper() and not is_binary(collation)


def canonical(collation: str | None) -> str | None:
    """None for every collation that compares as the default does."""
    return collation if is_case_sensitive(collation) or is_accent_insensitive(collation) else None


def without_accents(text: str) -> str:
    if text.isascii():
        return text
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def equality_key(text: str) -> str:
    """Two strings are equal under the default collation exactly when their keys are."""
    return text.rstrip(" ").lower()


def order_key(text: str) -> object:
    """Sorts strings as the default collation does; equal strings have equal keys."""
    return _dictionary(text.rstrip(" ").lower())


def _dictionary(text: str) -> tuple[tuple[tuple[int, str], ...], str]:
    """First the letters without their accents, then the text itself."""
    plain = without_accents(text)
    letters = tuple((1 if letter.isalnum() else 0, letter) for letter in plain)
    return letters, "" if plain is text else text


def equality_key_of(collation: str | None, text: str) -> str:
    text = text.rstrip(" ")
    if is_accent_insensitive(collation):
        text = without_accents(text)
    return text if is_case_sensitive(collation) else text.lower()


def order_key_of(collation: str | None, text: str) -> Any:
    """What to sort a text by under the collation; keys of one collation compare with each other only."""
    text = text.rstrip(" ")
    if is_binary(collation):
        return text
    if is_accent_insensitive(collation):
        text = without_accents(text)
    if not is_case_sensitive(collation):
        return _dictionary(text.lower())
    return _dictionary(text.lower()), tuple(letter.isupper() for letter in text)


# --- LIKE ---


@lru_cache(maxsize=1024)
def like_pattern(
    pattern: str, escape: str | None, collation: str | None = None, *, pads: bool = False
) -> re.Pattern[str] | None:
    """The regular expression of a LIKE pattern; None when it can match nothing (an escape at its end, `[` unclosed).

    Trailing blanks of the pattern count. `pads`: those of the value may remain unmatched, as between two varchars.
    """
    parts: list[str] = []
    position = 0
    while position < len(pattern):
        letter = pattern[position]
        position += 1
        if letter == escape:
            if position == len(pattern):
                return None
            parts.append(_one(pattern[position], collation))
            position += 1
        elif letter == "%":
            parts.append(".*")
        elif letter == "_":
            parts.append(".")
        elif letter == "[":
            found = _character_set(pattern, position, escape, collation)
            if found is None:
                return None
            text, position = found
            parts.append(text)
        else:
            parts.append(_one(letter, collation))
    return re.compile("".join(parts) + (" *" if pads else ""), re.DOTALL)


def _one(letter: str, collation: str | None) -> str:
    """A letter and all that count as the same one."""
    same = {letter} if is_case_sensitive(collation) else {letter, letter.lower(), letter.upper()}
    if is_accent_insensitive(collation):
        key = equality_key_of(collation, letter)
        same.update(other for other in _LETTERS if other != " " and equality_key_of(collation, other) == key)
    forms = sorted(form for form in same if len(form) == 1)
    return re.escape(letter) if len(forms) == 1 else "[" + "".join(map(re.escape, forms)) + "]"


def _character_set(pattern: str, position: int, escape: str | None, collation: str | None) -> tuple[str, int] | None:
    """The set behind a `[` as a regular expression, and where the pattern goes on; None without a closing bracket."""
    negated = pattern[position : position + 1] == "^"
    position += negated
    members: list[str] = []
    while True:
        letter = pattern[position : position + 1]
        if not letter:
            return None
        if letter == "]":
            break
        low, position = _member(pattern, position, escape)
        if pattern[position : position + 1] == "-" and pattern[position + 1 : position + 2] not in ("", "]"):
            high, position = _member(pattern, position + 1, escape)
            members.append(_range(low, high, collation))
        else:
            members.append(_one(low, collation).removeprefix("[").removesuffix("]") if low not in "[]" else f"\\{low}")
    inside = "".join(members)
    if not inside:
        return ("." if negated else "(?!)"), position + 1
    return f"[{'^' if negated else ''}{inside}]", position + 1


def _member(pattern: str, position: int, escape: str | None) -> tuple[str, int]:
    if pattern[position] == escape and position + 1 < len(pattern):
        position += 1
    return pattern[position], position + 1


def _range(low: str, high: str, collation: str | None) -> str:
    """All letters from `low` to `high` in the collation's own order: under a dictionary order [a-c] holds B, too."""
    first, last = order_key_of(collation, low), order_key_of(collation, high)
    found = [letter for letter in _LETTERS if first <= order_key_of(collation, letter) <= last]
    return "".join(map(re.escape, found))
