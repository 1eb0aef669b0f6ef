"""One run of a batch, and what an error in a statement means for the rest of it.

Source: SQL Server's error handling as documented under TRY...CATCH and SET XACT_ABORT.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rehearsal.engines.tsql.errors import ConnectionBrokenError, SqlError, Unsupported
from rehearsal.engines.tsql.runtime.compiled import Run
from rehearsal.engines.tsql.runtime.session import Session
from rehearsal.engines.tsql.runtime.signals import AbortBatch, LeaveBatch, Signal
from rehearsal.engines.tsql.values.values import Value

STEP_BUDGET = 200_000


@dataclass(slots=True)
class Execution:
    """One run of a batch; `steps` bounds loops that never end."""

    session: Session
    variables: dict[str, Value]
    in_try: int = 0
    outer_try: int = 0
    """How many of these TRY blocks belong to the batches that called this one."""
    steps: int = 0

    def run(self) -> Run:
        return Run(session=self.session, variables=self.variables)

    def count_step(self, text: str, line: int) -> None:
        """Raises Unsupported when the batch of this text, at this line, has run for too long."""
        self.steps += 1
        if self.steps > STEP_BUDGET:
            raise Unsupported(f"more than {STEP_BUDGET} steps", text, line)


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


def raising(signal: type[Signal]) -> Step:
    """The step that leaves by this signal."""

    def run(_execution: Execution) -> None:
        raise signal

    return run


def raising_error(make: Callable[[], SqlError]) -> Callable[[Execution], Any]:
    """The step that ends in this error, a new one each time: errors gather where they passed."""

    def run(_execution: Execution) -> Any:
        raise make()

    return run


def deferred(error: SqlError) -> Callable[[Execution], Any]:
    """Deferred name resolution: 208 waits until the statement runs; every other mistake stops the batch now."""
    if error.number != 208:
        raise error
    return raising_error(lambda: DeferredNameError(error.number, error.text).at(error.messages[0].line))
