"""System.Data.SqlClient.SqlConnection: opening, closing, informational messages, and running one batch.

Everything the client waits for passes on the host's virtual clock. A broken connection is Closed and stays so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_setter,
)
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject
from rehearsal.engines.tsql import (
    CommandTimeoutError,
    ConnectionBrokenError,
    Output,
    Parameters,
    ServerMessage,
    Session,
    SqlError,
    Unsupported,
)
from rehearsal.world.sql.client import connection_string, locate
from rehearsal.world.sql.client.failures import (
    SqlErrorItem,
    SqlInfoMessageEventArgs,
    argument_error,
    exception_of,
    invalid_operation,
)
from rehearsal.world.sql.client.reader import SqlDataReader
from rehearsal.world.sql.instance import facts
from rehearsal.world.sql.server.sql_server import SqlServer
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

if TYPE_CHECKING:
    from rehearsal.world.sql.client.command import SqlCommand

_NAME = "System.Data.SqlClient.SqlConnection"
STATE = WINDOWS_TYPES.net_enum(
    "System.Data.ConnectionState",
    {"Closed": 0, "Open": 1, "Connecting": 2, "Executing": 4, "Fetching": 8, "Broken": 16},
    flags=True,
)
CLOSED, OPEN = 0, 1
OPENING_S = 0.02
"""What a local login takes."""


@WINDOWS_TYPES.net_type(
    _NAME, base="System.Data.Common.DbConnection", interfaces=("System.Data.IDbConnection", "System.IDisposable")
)
class SqlConnection(NetObject):
    """`text` is the connection string as given."""

    def __init__(self, text: str = "") -> None:
        self.members = None
        self.text = text
        self.options = self._parsed(text)
        self.session: Session | None = None
        self.server: SqlServer | None = None
        self.reader: SqlDataReader | None = None
        self.handlers: list[Any] = []
        self.fires_on_errors = False

    @net_constructor()
    @staticmethod
    def make() -> SqlConnection:
        return SqlConnection()

    @net_constructor("string")
    @staticmethod
    def make_from(text: str) -> SqlConnection:
        return SqlConnection(text)

    @staticmethod
    def _parsed(text: str) -> connection_string.ConnectionOptions:
        try:
            return connection_string.parse(text or "")
        except connection_string.BadConnectionString as refused:
            raise argument_error(str(refused)) from None

    def ps_string(self) -> str:
        return _NAME

    # --- properties ---

    @net_property("ConnectionString", "string")
    def connection_string(self) -> str:
        return self.text

    @net_setter("ConnectionString")
    def set_connection_string(self, text: str) -> None:
        if self.is_open:
            raise invalid_operation(
                "Not allowed to change the 'ConnectionString' property. The connection's current state is open."
            )
        self.text, self.options = text, self._parsed(text)

    @net_property("ConnectionTimeout", "int")
    def timeout(self) -> int:
        return self.options.timeout_s

    @net_property("Database", "string")
    def database(self) -> str:
        return self.options.database if self.session is None else self.session.database

    @net_property("DataSource", "string")
    def data_source(self) -> str:
        return self.options.source.text

    @net_property("State", "System.Data.ConnectionState")
    def state(self) -> EnumValue:
        return EnumValue(STATE, OPEN if self.is_open else CLOSED)

    @net_property("ServerVersion", "string")
    def server_version(self) -> str:
        if self.server is None or not self.is_open:
            raise invalid_operation("Invalid operation. The connection is closed.")
        major, minor, build, _ = facts.BUILDS[self.server.major_version].split(".")
        return f"{int(major):02d}.{int(minor):02d}.{int(build):04d}"

    @net_property("WorkstationId", "string", context=True)
    def workstation(run: Any, self: SqlConnection) -> str:  # noqa: N805
        return self.options.workstation or run.host.machine_name

    @net_property("FireInfoMessageEventOnUserErrors", "bool")
    def fires(self) -> bool:
        return self.fires_on_errors

    @net_setter("FireInfoMessageEventOnUserErrors")
    def set_fires(self, value: bool) -> None:
        self.fires_on_errors = value

    @property
    def is_open(self) -> bool:
        return self.session is not None

    # --- life ---

    @net_method("Open", returns="void", context=True)
    def open(run: Any, self: SqlConnection) -> None:  # noqa: N805
        if self.is_open:
            raise invalid_operation("The connection was not closed. The connection's current state is open.")
        if not self.options.source.text:
            raise invalid_operation("The ConnectionString property has not been initialized.")
        windows = locate.network_host(run.host)
        try:
            server = locate.find(windows, self.options, run.host.sleep)
            run.host.sleep(OPENING_S)
            login = locate.login_name(windows, server, self.options)
            self.session = server.connect(
                login,
                self.options.database or "master",
                application_name=self.options.application_name,
                host_name=self.options.workstation or run.host.machine_name,
                read_only_intent=self.options.read_only_intent,
            )
            self.server = server
        except SqlError as error:
            raise exception_of([error], self.options.source.text) from None

    @net_method("Close", returns="void")
    @net_method("Dispose", returns="void")
    def close(self) -> None:
        self.session = None
        if self.reader is not None:
            self.reader.closed = True
            self.reader = None

    @net_method("CreateCommand", returns="System.Data.SqlClient.SqlCommand")
    def create_command(self) -> SqlCommand:
        from rehearsal.world.sql.client.command import SqlCommand

        return SqlCommand("", self)

    @net_method("ChangeDatabase", "string", returns="void", context=True)
    def change_database(run: Any, self: SqlConnection, name: str) -> None:  # noqa: N805
        self.finish(run, self.execute(run, f"USE [{name.replace(']', ']]')}]", {}, 30))

    @net_method("ToString", returns="string")
    def to_string(self) -> str:
        return _NAME

    @net_method("add_InfoMessage", "object", returns="void")
    def add_info_message(self, handler: Any) -> None:
        self.handlers.append(handler)

    @net_method("remove_InfoMessage", "object", returns="void")
    def remove_info_message(self, handler: Any) -> None:
        self.handlers = [other for other in self.handlers if other is not handler]

    # --- batches ---

    def execute(self, run: Any, text: str, parameters: Parameters, timeout_s: float) -> list[Output]:
        """Runs a batch; raises SqlException when the connection breaks, and the engine's refusal for what T-SQL's
        engine doesn't cover."""
        if self.session is None:
            raise invalid_operation("ExecuteReader requires an open and available Connection. The connection's current "
                                    "state is closed.")  # fmt: skip
        if self.reader is not None:
            raise invalid_operation(
                "There is already an open DataReader associated with this Command which must be closed first."
            )
        if self.server is not None and self.server.frozen:
            return self._silence(run, timeout_s)
        try:
            return self.session.execute(text, parameters, timeout_s or None)
        except ConnectionBrokenError as broken:
            self.session = None
            raise exception_of([broken], self.options.source.text) from None
        except Unsupported as refused:
            raise run.refusal(str(refused), None) from None

    def _silence(self, run: Any, timeout_s: float) -> list[Output]:
        """A hanging instance answers nothing until the command's time is over."""
        run.host.sleep(timeout_s or 1e8)
        return [CommandTimeoutError()]

    def inform(self, run: Any, messages: Sequence[ServerMessage]) -> None:
        """Hands informational messages to the handlers, one event for each, as they come."""
        for message in messages:
            arguments = SqlInfoMessageEventArgs([SqlErrorItem(message, self.options.source.text)])
            for handler in list(self.handlers):
                run.blocks.invoke(handler, arguments=[self, arguments])

    def fail(self, run: Any, errors: Sequence[SqlError]) -> None:
        """Raises SqlException for errors, unless handlers asked for them."""
        if not errors:
            return
        if self.fires_on_errors and all(error.severity <= 16 for error in errors):
            self.inform(run, [message for error in errors for message in error.messages])
            return
        raise exception_of(errors, self.options.source.text)

    def finish(self, run: Any, outputs: Sequence[Output]) -> None:
        """Messages to their handlers, then errors as an exception: what ExecuteNonQuery does with an answer."""
        errors: list[SqlError] = []
        for output in outputs:
            if isinstance(output, SqlError):
                errors.append(output)
            elif not hasattr(output, "rows"):
                self.inform(run, [output])
        self.fail(run, errors)
