"""What a batch sends back, in order: result sets, counts of rows, messages and errors."""

from __future__ import annotations

from dataclasses import dataclass

from rehearsal.tsql.errors import ServerMessage, SqlError
from rehearsal.tsql.plan import ResultColumn
from rehearsal.tsql.values import Row


@dataclass(frozen=True, slots=True)
class ResultSet:
    """Rows with their columns; values as rehearsal/tsql/values.py represents them."""

    columns: tuple[ResultColumn, ...]
    rows: list[Row]


Output = ResultSet | ServerMessage | SqlError
