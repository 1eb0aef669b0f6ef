"""One run of a batch, how control leaves its statements, and what an error means for the rest of it.

Source: SQL Server's error handling as documented under TRY...CATCH and SET XACT_ABORT.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rehearsal.tsql.errors import ConnectionBrokenError, SqlError
from rehearsal.tsql.scope import Run
from rehearsal.tsql.values import Value

if TYPE_CHECKING:
    from rehearsal.tsql.session import Session


class Signal(Exception):  # noqa: N818 - control of flow, no error
    """BREAK, CONTINUE, RETURN, or the end of the batch after an error."""


class BreakLoop(Signal):
    pass


class ContinueLoop(Signal):
    pass


class LeaveBatch(Signal):
    """RETURN, or a name that wasn't found: the batch at hand ends, one around it goes on."""


class AbortBatch(Signal):
    """An error that ends everything up to the batch that the client sent."""


@dataclass(slots=True)
class Execution:
    """One run of a batch; `steps` bounds loops that never end."""

    session: Session
    variables: dict[str, Value]
    in_try: int = 0
    outer_try: int = 0
    """How many of these TRY blocks stand around the batch, not in it."""
    steps: int = 0

    def run(self) -> Run:
        return Run(session=self.session, variables=self.variables)


Step = Callable[[Execution], None]


class DeferredNameError(SqlError):
    """A name was not found when its statement was about to run; no CATCH of the same batch sees it."""


def failed(execution: Execution, error: SqlError, line: int) -> None:
    """What an error means for the rest: raised on to a CATCH, the end of the batch, or just sent."""
    if isinstance(error, ConnectionBrokenError):
        raise error
    error.at(line)
    session = execution.session
    if isinstance(error, DeferredNameError):
        if execution.outer_try:
            raise error
        session.fail(error)
        raise LeaveBatch
    if execution.in_try:
        raise error
    session.fail(error)
    if error.batch_aborting or session.xact_abort:
        session.transactions, session.doomed = 0, False
        raise AbortBatch
