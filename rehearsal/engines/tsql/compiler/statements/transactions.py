"""Transactions as far as a batch can notice them: their number, XACT_STATE, and what is refused inside of one.

Source: BEGIN/COMMIT/ROLLBACK TRANSACTION and XACT_STATE (Transact-SQL); error texts of sys.messages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rehearsal.engines.tsql.errors import SqlError, Unsupported
from rehearsal.engines.tsql.runtime.session import Session
from rehearsal.engines.tsql.syntax import statements


def _begin(session: Session) -> None:
    session.transactions += 1


def _commit(session: Session) -> None:
    if not session.transactions:
        raise SqlError(3902, "The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.")
    if session.doomed:
        raise SqlError(
            3930, "The current transaction cannot be committed and cannot support operations that write to the log "
            "file. Roll back the transaction.", batch_aborting=True,
        )  # fmt: skip
    session.transactions -= 1


def _roll_back(session: Session) -> None:
    if not session.transactions:
        raise SqlError(3903, "The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION.")
    session.transactions, session.doomed = 0, False


STEPS: Mapping[str, Callable[[Session], None]] = {"BEGIN": _begin, "COMMIT": _commit, "ROLLBACK": _roll_back}


def refuse_inside(session: Session, statement: statements.ServerStatement) -> None:
    """What the server carries out can't be rolled back: SQL Server refuses most of it there, the engine the rest."""
    if not session.transactions:
        return
    match statement:
        case statements.Backup() | statements.Restore():
            raise SqlError(3021, "Cannot perform a backup or restore operation within a transaction.")
        case statements.CreateDatabase():
            verb = "CREATE DATABASE"
        case statements.DropDatabase():
            verb = "DROP DATABASE"
        case statements.AlterDatabaseHadr() | statements.SetDatabaseOption():
            verb = "ALTER DATABASE"
        case statements.CreateAvailabilityGroup():
            verb = "CREATE AVAILABILITY GROUP"
        case statements.DropAvailabilityGroup():
            verb = "DROP AVAILABILITY GROUP"
        case statements.AlterAvailabilityGroup():
            verb = "ALTER AVAILABILITY GROUP"
        case _:
            raise Unsupported(f"{type(statement).__name__} inside of a transaction")
    raise SqlError(226, f"{verb} statement not allowed within multi-statement transaction.", state=6)
