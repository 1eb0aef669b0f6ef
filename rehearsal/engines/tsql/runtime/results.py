"""What a batch sends back, in order: result sets, messages and errors."""

from __future__ import annotations

from dataclasses import dataclass

from rehearsal.engines.tsql.errors import ServerMessage, SqlError
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Row


@dataclass(frozen=True, slots=True)
class ResultColumn:
    """A column of a result; without alias and not a plain column its name is empty."""

    name: str
    type: SqlType


@dataclass(frozen=True, slots=True)
class ResultSet:
    """Rows with their columns; values as rehearsal/engines/tsql/values/values.py represents them."""

    columns: tuple[ResultColumn, ...]
    rows: list[Row]


Output = ResultSet | ServerMessage | SqlError
