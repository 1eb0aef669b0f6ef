"""RAISERROR's own printf. Source: RAISERROR (Transact-SQL)."""

from __future__ import annotations

import re

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.values.values import Value

_FORMAT = re.compile(r"%(?:%|[-+ 0#]*\d*(?:\.\d+)?(?:l|h|I64)?([diouxXs]))")


def formatted(message: str, arguments: list[Value]) -> str:
    """RAISERROR's own printf: %s %d %i %u %x …; a missing argument prints (null)."""
    rest = iter(enumerate(arguments, 1))

    def one(match: re.Match[str]) -> str:
        if match.group() == "%%":
            return "%"
        number, value = next(rest, (0, None))
        if value is None:
            return "(null)"
        letter = match.group(1)
        if not isinstance(value, str | int):
            raise SqlError(
                2748, f"Cannot specify {type(value).__name__.lower()} data type (parameter {number + 3}) as a "
                "substitution parameter.",
            )  # fmt: skip
        if isinstance(value, str) is not (letter == "s"):
            raise SqlError(
                2786, f"The data type of substitution parameter {number} does not match the expected type of the "
                "format specification.",
            )  # fmt: skip
        return str(match.group().replace("I64", "").replace("i", "d").replace("u", "d") % value)

    return _FORMAT.sub(one, message)
