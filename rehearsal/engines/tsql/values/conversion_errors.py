"""What a conversion says when it can't be made."""

from __future__ import annotations

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.values.types import (
    CHARACTER,
    INTEGERS,
    SqlType,
)


def never_converts(source: SqlType, target: SqlType) -> SqlError:
    return SqlError(529, f"Explicit conversion from data type {source.name} to {target.name} is not allowed.")


def overflow(source: SqlType, target: SqlType) -> SqlError:
    said = "expression" if source.kind in INTEGERS and target.kind in CHARACTER else source.name
    return SqlError(8115, f"Arithmetic overflow error converting {said} to data type {target.name}.", state=2)
