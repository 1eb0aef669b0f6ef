"""IAM's wildcards and policy variables."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Protocol

VARIABLE = re.compile(r"\$\{([^}]*)\}")
_LITERALS = {"*": r"\*", "?": r"\?", "$": r"\$"}

Value = str | tuple[str, ...]


class Values(Protocol):
    """A request's context: a lower-case key's value, or all its values where a key may have several."""

    def get(self, key: str, /) -> Value | None:
        """None when the request doesn't carry the key."""


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


@cache
def arn_glob(pattern: str) -> re.Pattern[str]:
    """A Resource element: wildcards stay within an ARN's segment, save a `*` at the segment's end.

    Source: IAM User Guide, "IAM JSON policy elements: Resource", using wildcards in resource ARNs.
    """
    return re.compile(_arn_expression(pattern), re.DOTALL)


def _arn_expression(pattern: str, *, ends: bool = True) -> str:
    """`ends`: the pattern's end is the end of a segment (it isn't where a variable follows)."""
    parts = []
    for at, character in enumerate(pattern):
        following = pattern[at + 1 : at + 2]
        if character == "*":
            parts.append(".*" if following == ":" or (not following and ends) else "[^:]*")
        elif character == "?":
            parts.append("[^:]")
        else:
            parts.append(re.escape(character))
    return "".join(parts)


def matches(pattern: str, text: str, values: Values) -> bool:
    """Whether `text` fits the pattern, its `${variables}` filled from the request; a missing variable never fits."""
    if "${" not in pattern:
        return glob(pattern).fullmatch(text) is not None
    expression = _expand(pattern, values, lambda part, _: glob(part).pattern)
    return expression is not None and re.fullmatch(expression, text, re.DOTALL) is not None


def matches_arn(pattern: str, arn: str, values: Values) -> bool:
    """Whether a resource fits a Resource element's pattern, its `${variables}` filled from the request."""
    if "${" not in pattern:
        return arn_glob(pattern).fullmatch(arn) is not None
    expression = _expand(pattern, values, lambda part, ends: _arn_expression(part, ends=ends))
    return expression is not None and re.fullmatch(expression, arn, re.DOTALL) is not None


def segments(arn: str) -> list[str]:
    """The six parts of an ARN (or of a pattern of one): colons within the last, or within a variable, don't part."""
    parts: list[str] = []
    depth, current = 0, ""
    for at, character in enumerate(arn):
        if character == ":" and not depth and len(parts) < 5:
            parts.append(current)
            current = ""
            continue
        if character == "{" and arn[at - 1 : at] == "$":
            depth += 1
        elif character == "}" and depth:
            depth -= 1
        current += character
    return [*parts, current]


def variables(pattern: str) -> tuple[str, ...]:
    """The (lower-case) keys whose values the pattern uses."""
    names = (found[1].partition(",")[0].strip().lower() for found in VARIABLE.finditer(pattern))
    return tuple(name for name in names if name not in _LITERALS)


def substitute(text: str, values: Values) -> str | None:
    """The text with its variables filled; None when the request lacks one."""
    if "${" not in text:
        return text
    return _expand(text, values, None)


def _expand(pattern: str, values: Values, literal: Callable[[str, bool], str] | None) -> str | None:
    """`literal` makes an expression of text between variables; its second argument: whether the pattern ends there."""
    result = ""
    for text, key in _with_variables(pattern):
        result += literal(text, key is None) if literal else text
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
