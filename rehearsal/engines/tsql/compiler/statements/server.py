"""Statements that the server carries out: their values are computed here, and an open transaction refuses most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rehearsal.engines.tsql.compiler.interfaces import Statements
from rehearsal.engines.tsql.compiler.statements import transactions
from rehearsal.engines.tsql.runtime.execution import Execution, Step
from rehearsal.engines.tsql.syntax import statements
from rehearsal.engines.tsql.syntax.nodes import Expression


def server_statement(compiler: Statements, statement: statements.ServerStatement) -> Step:
    if isinstance(statement, statements.Backup | statements.Restore):
        return _with_values(compiler, statement)

    def run(execution: Execution) -> None:
        transactions.refuse_inside(execution.session, statement)
        execution.session.server.execute(statement, execution.session)

    return run


def _with_values(compiler: Statements, statement: statements.Backup | statements.Restore) -> Step:
    """BACKUP and RESTORE take variables for names and paths: the server gets the values."""

    def compiled(part: Expression | str) -> Callable[[Execution], Any]:
        return (lambda _execution: part) if isinstance(part, str) else compiler.reader(part)

    database = compiled(statement.database)
    devices = statement.targets if isinstance(statement, statements.Backup) else statement.origins
    paths = [(kind, compiler.reader(path)) for kind, path in devices]
    options = {name: compiled(value) for name, value in statement.options.items()}

    def run(execution: Execution) -> None:
        transactions.refuse_inside(execution.session, statement)
        found: dict[str, Any] = {
            "database": database(execution),
            "options": {name: value(execution) for name, value in options.items()},
            "targets" if isinstance(statement, statements.Backup) else "origins": tuple(
                (kind, path(execution)) for kind, path in paths
            ),
        }
        execution.session.server.execute(replace(statement, **found), execution.session)

    return run
