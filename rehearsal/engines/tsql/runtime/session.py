"""A session: the server side of a connection, and the server that it asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from rehearsal.engines.tsql.errors import ConnectionBrokenError, ServerMessage, SqlError
from rehearsal.engines.tsql.runtime.results import Output
from rehearsal.engines.tsql.runtime.signals import Signal
from rehearsal.engines.tsql.syntax.statements import ServerStatement
from rehearsal.engines.tsql.values.collation import canonical
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Row, Value, Variant

Parameters = Mapping[str, tuple[SqlType, Value]]
Signature = tuple[tuple[str, SqlType], ...]
COMMAND_TIMEOUT_TEXT = (
    "Execution Timeout Expired.  The timeout period elapsed prior to completion of the operation or the server is not "
    "responding."
)


class CommandTimeoutError(SqlError):
    """The client gave up: what the server had begun to do may go on."""

    def __init__(self) -> None:
        super().__init__(-2, COMMAND_TIMEOUT_TEXT, severity=11, state=0, batch_aborting=True)


class Server(Protocol):
    """One instance of SQL Server. Every method may raise SqlError."""

    @property
    def major_version(self) -> int: ...

    def collation(self, database: str) -> str:
        """The collation of a database."""

    def now(self) -> datetime:
        """The clock, with a zone."""

    def monotonic(self) -> float:
        """Seconds, for timeouts."""

    def sleep(self, seconds: float) -> None:
        """Lets time pass (WAITFOR); raises ConnectionBrokenError when the server goes away meanwhile."""

    def use_database(self, name: str, session: Session) -> str:
        """The database's name as it is written, when this session may use it now; else SqlError 911, 976, 983 …"""

    def read_view(
        self,
        view: str,
        columns: tuple[str, ...],
        arguments: tuple[object, ...],
        session: Session,
        database: str | None = None,
    ) -> list[Row]:
        """Rows of a system view (or of a table function, with its arguments), only these columns, in this order.

        `database` is what was written in front of the view's name, if anything.
        Missing rights mean no rows or an error, as on the real thing.
        """

    def execute(self, statement: ServerStatement, session: Session) -> None:
        """Carries out DDL, BACKUP and the like; may take time; informational messages go to `session.inform`."""

    def server_property(self, name: str, session: Session) -> Variant | None:
        """SERVERPROPERTY; None for a name that doesn't exist in this version."""

    def database_property(self, database: str, name: str, session: Session) -> Variant | None: ...

    def database_id(self, name: str, session: Session) -> int | None: ...

    def database_name(self, number: int, session: Session) -> str | None: ...

    def procedure(self, name: str, session: Session) -> StoredProcedure | None:
        """The procedure that this session may execute; None when there is none; SqlError 229 without the right."""

    def user_id(self, name: str, session: Session) -> int | None:
        """A user of the current database; None when there is none of this name."""

    def object_id(self, name: str, session: Session) -> int | None:
        """A user object of the current or the named database; None when there is none, or it isn't to be seen."""

    def object_definition(self, number: int, session: Session) -> str | None:
        """The text of the object with this id; None when there is none, or its text isn't to be seen."""

    def has_permission(self, securable: str | None, kind: str | None, permission: str, session: Session) -> int | None:
        """HAS_PERMS_BY_NAME: 1, 0, or None when the question itself is invalid."""

    def is_server_role_member(self, role: str, login: str | None, session: Session) -> int | None: ...

    def is_primary_replica(self, database: str, session: Session) -> int | None: ...

    def is_preferred_backup_replica(self, database: str, session: Session) -> int: ...

    def global_variable(self, name: str, session: Session) -> Value:
        """`@@SERVERNAME`, `@@VERSION`, `@@SERVICENAME`, `@@SPID`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredProcedure:
    """A procedure of the server: `name` with its schema, in small letters; its text is a batch over its parameters."""

    name: str
    parameters: Signature
    body: str


Batch = Callable[["Session", dict[str, Value], int], dict[str, Value]]
"""A compiled batch: from the parameters' values, inside of so many TRY blocks, to its variables at its end."""


class CompileBatch(Protocol):
    """Compiles a text against a database, a version of SQL Server, the types of its parameters and a collation."""

    def __call__(
        self, text: str, database: str, major_version: int, parameters: Signature, collation: str | None = None
    ) -> Batch: ...


@dataclass(slots=True, kw_only=True)
class Session:
    """`login` decides what may be seen and done; `execute` is all a client needs."""

    server: Server
    compile: CompileBatch
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
    procedures: list[str] = field(default_factory=list)
    """Stored procedures that are running, the innermost last: their signatures may add rights."""
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
            self.procedures.clear()
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
        """Runs a batch and gives its variables; its results are added to `outputs`. Raises what ends it."""
        signature = tuple((name, kind) for name, (kind, _) in parameters.items())
        try:
            collation = canonical(self.server.collation(self.database))
            batch = self.compile(text, self.database, self.server.major_version, signature, collation)
        except SqlError as error:
            error.batch_aborting = False  # nothing of it ran: for a batch around it that is one statement's failure
            raise
        return batch(self, {name: value for name, (_, value) in parameters.items()}, in_try)

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
