"""IAM's wildcards and policy variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

VARIABLE = re.compile(r"\$\{([^}]*)\}")
_LITERALS = {"*": r"\*", "?": r"\?", "$": r"\$"}

Values = Mapping[str, str | tuple[str, ...]]
"""A request's context: lower-case key to its value, or to all its values where a key may have several."""


class PolicyRefusedError(ValueError):
    """The policy holds something that this evaluator doesn't know; guessing would lie about what is allowed."""


@cache
def glob(pattern: str, *, ignore_case: bool = False) -> re.Pattern[str]:
    """`*` any characters, `?` one character; everything else literal."""
    parts = (".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern)
    return re.compile("".join(parts), re.DOTALL | (re.IGNORECASE if ignore_case else 0))


@cache
def _with_variables(pattern: str) -> tuple[tuple[str, str | None], ...]:
    """Literal text before each variable, and the variable's key (None at the end)."""
    pieces, end = [], 0
    for found in VARIABLE.finditer(pattern):
        pieces.append((pattern[end : found.start()], found[1]))
        end = found.end()
    return (*pieces, (pattern[end:], None))


def matches(pattern: str, text: str, values: Values, *, ignore_case: bool = False) -> bool:
    """Whether `text` fits the pattern, its `${variables}` filled from the request; a missing variable never fits."""
    if "${" not in pattern:
        return glob(pattern, ignore_case=ignore_case).fullmatch(text) is not None
    expression = _expand(pattern, values, lambda part: glob(part).pattern)
    flags = re.DOTALL | (re.IGNORECASE if ignore_case else 0)
    return expression is not None and re.fullmatch(expression, text, flags) is not None


def substitute(text: str, values: Values) -> str | None:
    """The text with its variables filled; None when the request lacks one."""
    if "${" not in text:
        return text
    return _expand(text, values, None)


def _expand(pattern: str, values: Values, literal: Callable[[str], str] | None) -> str | None:
    result = ""
    for text, key in _with_variables(pattern):
        result += literal(text) if literal else text
        if key is None:
            continue
        if key in _LITERALS:
            result += _LITERALS[key] if literal else key
            continue
        name, _, default = (part.strip() for part in key.partition(","))
        value = values.get(name.lower())
        if value is None and default.startswith("'"):
            value = default.strip("'")
        if value is None:
            return None
        if isinstance(value, tuple):
            raise PolicyRefusedError(f"policy variable ${{{key}}} has several values")
        result += re.escape(value) if literal else value
    return result
