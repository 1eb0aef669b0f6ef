"""A connection's server side: runs batches, keeps the variables, and yields what goes back to the client, in order."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from rehearsal.engines.tsql.compiler.batch import compile_batch
from rehearsal.engines.tsql.compiler.results import Output
from rehearsal.engines.tsql.errors import ConnectionBrokenError, ServerMessage, SqlError
from rehearsal.engines.tsql.execution import Execution, LeaveBatch, Signal
from rehearsal.engines.tsql.server import Server
from rehearsal.engines.tsql.values.collation import canonical
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Value

Parameters = Mapping[str, tuple[SqlType, Value]]
COMMAND_TIMEOUT_TEXT = (
    "Execution Timeout Expired.  The timeout period elapsed prior to completion of the operation or the server is not "
    "responding."
)


class CommandTimeoutError(SqlError):
    """The client gave up: what the server had begun to do may go on."""

    def __init__(self) -> None:
        super().__init__(-2, COMMAND_TIMEOUT_TEXT, severity=11, state=0, batch_aborting=True)


@dataclass(slots=True, kw_only=True)
class Session:
    """`login` decides what may be seen and done; `execute` is all a client needs."""

    server: Server
    login: str
    database: str = "master"
    number: int = 51
    application_name: str = ".Net SqlClient Data Provider"
    host_name: str = ""
    read_only_intent: bool = False
    """ApplicationIntent=ReadOnly of its connection."""
    row_count: int = 0
    last_error: int = 0
    caught: ServerMessage | None = None
    xact_abort: bool = False
    transactions: int = 0
    """@@TRANCOUNT."""
    doomed: bool = False
    """XACT_STATE() is -1: an error in TRY left a transaction that can only be rolled back."""
    nesting: int = 0
    """@@NESTLEVEL."""
    no_count: bool = False
    deadline: float | None = None
    outputs: list[Output] = field(default_factory=list)

    def execute(self, text: str, parameters: Parameters | None = None, timeout_s: float | None = None) -> list[Output]:
        """Runs a batch to its end and gives everything it sent: result sets, messages, errors, row counts.

        Raises Unsupported before anything ran when the batch holds something that isn't covered, and
        ConnectionBrokenError when the server goes away. Errors of statements are entries of the result.
        """
        self.outputs = []
        self.deadline = None if not timeout_s else self.server.monotonic() + timeout_s
        try:
            self.run(text, parameters or {})
        except ConnectionBrokenError:
            raise
        except SqlError as error:
            self.fail(error)
        except Signal:
            pass
        finally:
            self.deadline = None
            self.nesting = 0
        if self.doomed:
            self.transactions, self.doomed = 0, False
            self.fail(
                SqlError(
                    3998, "Uncommittable transaction is detected at the end of the batch. The transaction is rolled "
                    "back.",
                )
            )  # fmt: skip
        return self.outputs

    def run(self, text: str, parameters: Parameters, *, in_try: int = 0) -> Mapping[str, Value]:
        """Runs a batch and gives its variables; for EXEC its results join ours. Raises what ends it."""
        signature = tuple((name, kind) for name, (kind, _) in parameters.items())
        try:
            collation = canonical(self.server.collation(self.database))
            batch = compile_batch(text, self.database, self.server.major_version, signature, collation)
        except SqlError as error:
            error.batch_aborting = False  # nothing of it ran: for a batch around it that is one statement's failure
            raise
        variables = {name: value for name, (_, value) in parameters.items()}
        execution = Execution(session=self, variables=variables, in_try=in_try, outer_try=in_try)
        with suppress(LeaveBatch):
            batch(execution)
        return execution.variables

    def fail(self, error: SqlError) -> None:
        """Sends an error; later entries of the batch may still follow."""
        self.last_error = error.number
        self.outputs.append(error)

    def inform(self, number: int, text: str, *, severity: int = 10, state: int = 1, line: int = 1) -> None:
        """Sends an informational message (InfoMessage at the client)."""
        self.outputs.append(ServerMessage(number=number, text=text, severity=severity, state=state, line=line))

    def sleep(self, seconds: float) -> None:
        """Lets the work of a statement take its time; raises CommandTimeoutError when the client has given up first."""
        if self.deadline is not None:
            left = self.deadline - self.server.monotonic()
            if seconds > left:
                self.server.sleep(max(0.0, left))
                raise CommandTimeoutError
        self.server.sleep(seconds)
