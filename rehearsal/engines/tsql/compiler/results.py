"""What a batch sends back, in order: result sets, counts of rows, messages and errors."""

from __future__ import annotations

from dataclasses import dataclass

from rehearsal.engines.tsql.compiler.plan import ResultColumn
from rehearsal.engines.tsql.errors import ServerMessage, SqlError
from rehearsal.engines.tsql.values.values import Row


@dataclass(frozen=True, slots=True)
class ResultSet:
    """Rows with their columns; values as rehearsal/engines/tsql/values/values.py represents them."""

    columns: tuple[ResultColumn, ...]
    rows: list[Row]


Output = ResultSet | ServerMessage | SqlError
