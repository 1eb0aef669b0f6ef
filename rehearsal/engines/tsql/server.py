"""What the engine asks of the server behind it: the model in rehearsal/world/sql implements it, tests a small one."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from rehearsal.engines.tsql.syntax.statements import ServerStatement
from rehearsal.engines.tsql.values.values import Row, Value, Variant

if TYPE_CHECKING:
    from rehearsal.engines.tsql.session import Session


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
        """Carries out DDL and its like; may take time; informational messages go to `session.inform`."""

    def server_property(self, name: str, session: Session) -> Variant | None:
        """SERVERPROPERTY; None for a name that doesn't exist in this version."""

    def database_property(self, database: str, name: str, session: Session) -> Variant | None: ...

    def database_id(self, name: str, session: Session) -> int | None: ...

    def database_name(self, number: int, session: Session) -> str | None: ...

    def has_permission(self, securable: str | None, kind: str | None, permission: str, session: Session) -> int | None:
        """HAS_PERMS_BY_NAME: 1, 0, or None when the question itself is invalid."""

    def is_server_role_member(self, role: str, login: str | None, session: Session) -> int | None: ...

    def is_primary_replica(self, database: str, session: Session) -> int | None: ...

    def is_preferred_backup_replica(self, database: str, session: Session) -> int: ...

    def global_variable(self, name: str, session: Session) -> Value:
        """`@@SERVERNAME`, `@@VERSION`, `@@SERVICENAME`, `@@SPID`."""
