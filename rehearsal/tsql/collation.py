"""How strings compare: case-insensitive by default, trailing blanks don't count, and LIKE has its own wildcards.

The model's default is SQL_Latin1_General_CP1_CI_AS. The order is its ASCII part: punctuation, then digits, then
letters; accented letters sort by code point after the plain ones, which the views' names don't need finer.
"""

from __future__ import annotations

import re
from functools import lru_cache

DEFAULT = "SQL_Latin1_General_CP1_CI_AS"


def is_case_sensitive(collation: str | None) -> bool:
    """Do upper and lower case differ under this collation? None is the server's default."""
    return collation is not None and ("_CS_" in collation.upper() or is_binary(collation))


def is_binary(collation: str | None) -> bool:
    return collation is not None and collation.upper().endswith(("_BIN", "_BIN2"))


def equality_key(text: str) -> str:
    """Two strings are equal under the default collation exactly when their keys are."""
    return text.rstrip(" ").lower()


def order_key(text: str) -> tuple[tuple[int, str], ...]:
    """Sorts strings as the default collation does; equal strings have equal keys."""
    return tuple((1 if letter.isalnum() else 0, letter) for letter in text.rstrip(" ").lower())


def equality_key_of(collation: str | None, text: str) -> str:
    return text.rstrip(" ") if is_case_sensitive(collation) else equality_key(text)


def order_key_of(collation: str | None, text: str) -> object:
    if is_binary(collation):
        return text.rstrip(" ")
    if is_case_sensitive(collation):
        return tuple((1 if letter.isalnum() else 0, letter.lower(), letter.isupper()) for letter in text.rstrip(" "))
    return order_key(text)


@lru_cache(maxsize=1024)
def like_pattern(pattern: str, escape: str | None, case_sensitive: bool) -> re.Pattern[str] | None:
    """The regular expression of a LIKE pattern; None when it can match nothing (an escape at its end, `[` unclosed).

    In LIKE trailing blanks of the pattern count, those of the value may remain unmatched.
    """
    parts: list[str] = []
    position = 0
    while position < len(pattern):
        letter = pattern[position]
        position += 1
        if escape is not None and letter == escape:
            if position == len(pattern):
                return None
            parts.append(re.escape(pattern[position]))
            position += 1
        elif letter == "%":
            parts.append(".*")
        elif letter == "_":
            parts.append(".")
        elif letter == "[":
            end = pattern.find("]", position + (1 if pattern[position : position + 1] == "]" else 0))
            if end < 0:
                return None
            parts.append(_character_set(pattern[position:end]))
            position = end + 1
        else:
            parts.append(re.escape(letter))
    flags = re.DOTALL | (0 if case_sensitive else re.IGNORECASE)
    return re.compile("".join(parts) + " *", flags)


def _character_set(inside: str) -> str:
    negated = inside.startswith("^")
    inside = inside[1:] if negated else inside
    if not inside:
        return "(?!)" if not negated else "."
    escaped = re.sub(r"([\\\[\]^&~|])", r"\\\1", inside)
    return f"[{'^' if negated else ''}{escaped}]"
