"""What a batch gave, in a form that reads well."""

from __future__ import annotations

from rehearsal.engines.tsql import ResultSet, ServerMessage, SqlError


def shape(outputs):
    """Rows, message texts, error numbers."""
    found = []
    for output in outputs:
        match output:
            case ResultSet():
                found.append(output.rows)
            case ServerMessage():
                found.append(output.text)
            case SqlError():
                found.append(output.number)
    return found
