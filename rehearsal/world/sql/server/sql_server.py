"""A SQL Server as sessions see it: the engine's server protocol over an instance.

Fault points: `sql.connect` (context node): FAIL with `error` as the error number, LATE; `sql.query` (context node,
view), whenever a view is read: FAIL with `error` (1205, a deadlock, when none is named; 1222 …), LATE, HANG, LOST (the
connection breaks); `sql.statement` (context node, statement): see statements/execute.py; `sql.role` (context node,
group): see groups/failover.py.
"""

from __future__ import annotations

from typing import Protocol

from rehearsal.engines.tsql import Session, SqlError
from rehearsal.engines.tsql.runtime.session import StoredProcedure
from rehearsal.engines.tsql.syntax.statements import ServerStatement
from rehearsal.engines.tsql.values.values import Row, Value, Variant
from rehearsal.world.context import RunContext
from rehearsal.world.sql import views
from rehearsal.world.sql.groups.cluster import FailoverCluster
from rehearsal.world.sql.instance import facts, permissions
from rehearsal.world.sql.instance.instance import DEFAULT_INSTANCE, Instance, InstanceHost
from rehearsal.world.sql.server.sessions import ServerSession, apply_query_fault, broken, open_session
from rehearsal.world.sql.statements import execute
from rehearsal.world.sql.views import properties


class SqlHost(InstanceHost, Protocol):
    """The Windows server of a SQL Server; it shows the default instance to those who connect."""

    sql: SqlServer | None


class SqlServer(Instance):
    """An instance, and what sessions with it can do."""

    def __init__(
        self,
        world: RunContext,
        host: SqlHost,
        cluster: FailoverCluster | None,
        instance_name: str = DEFAULT_INSTANCE,
        *,
        major_version: int = 16,
        edition: str = "Enterprise Edition: Core-based Licensing (64-bit)",
        tempdb_folder: str = "S:\\tempdb",
        hadr_enabled: bool = True,
    ) -> None:
        super().__init__(
            world, host, cluster, instance_name, major_version=major_version, edition=edition,
            tempdb_folder=tempdb_folder, hadr_enabled=hadr_enabled,
        )  # fmt: skip
        if instance_name == DEFAULT_INSTANCE:
            host.sql = self

    # --- sessions ---

    def connect(
        self,
        login: str,
        database: str = "master",
        *,
        application_name: str = "",
        host_name: str = "",
        read_only_intent: bool = False,
    ) -> Session:
        """A session for this login. Raises what `open_session` raises."""
        return open_session(
            self,
            login,
            database,
            application_name=application_name,
            host_name=host_name,
            read_only_intent=read_only_intent,
        )

    def new_session_number(self) -> int:
        self._last_session += 1
        return self._last_session

    def check_session(self, session: Session) -> None:
        """Raises ConnectionBrokenError when the session died with an earlier life of the instance."""
        if isinstance(session, ServerSession) and (session.epoch != self.epoch or not self.running):
            raise broken()

    # --- the engine's server protocol ---

    def sleep(self, seconds: float) -> None:
        epoch = self.epoch
        self.world.clock.sleep(seconds)
        if epoch != self.epoch:
            raise broken()

    def use_database(self, name: str, session: Session) -> str:
        return facts.use_database(self, name, read_only=session.read_only_intent)

    def read_view(
        self,
        view: str,
        columns: tuple[str, ...],
        arguments: tuple[object, ...],
        session: Session,
        database: str | None = None,
    ) -> list[Row]:
        fault = self.world.fault("sql.query", node=self.host.name, view=view)
        if fault is not None:
            apply_query_fault(fault, session)
        self.check_session(session)
        return views.read(self, view, columns, arguments, session, database)

    def execute(self, statement: ServerStatement, session: Session) -> None:
        self.check_session(session)
        execute.execute(self, statement, session)

    def server_property(self, name: str, session: Session) -> Variant | None:
        return properties.server_property(self, name)

    def database_property(self, database: str, name: str, session: Session) -> Variant | None:
        return properties.database_property(self, database, name)

    def database_id(self, name: str, session: Session) -> int | None:
        found = self.local(name)
        return None if found is None else found.id

    def database_name(self, number: int, session: Session) -> str | None:
        return next((database.name for database in self.databases.values() if database.id == number), None)

    def procedure(self, name: str, session: Session) -> StoredProcedure | None:
        """Raises 229 for who has no EXECUTE on it; a name that isn't there, or not to be seen, is None (2812)."""
        module = self.modules.find(name)
        login = self.login_of(session)
        if module is None:
            return None
        if not permissions.may_execute(module, login):
            raise SqlError(
                229, f"The EXECUTE permission was denied on the object '{name.rpartition('.')[2]}', database 'master', "
                "schema 'dbo'.", severity=14, state=5,
            )  # fmt: skip
        return module.procedure

    def user_id(self, name: str, session: Session) -> int | None:
        return self.modules.users.get(name.lower())

    def object_id(self, name: str, session: Session) -> int | None:
        module = self.modules.find(name)
        login = self.login_of(session)
        if module is None or not (login.may("VIEW ANY DEFINITION") or permissions.may_execute(module, login)):
            return None
        return module.number

    def object_definition(self, number: int, session: Session) -> str | None:
        """The model keeps a procedure's body alone; to execute it shows no text."""
        found = next((one for one in self.modules.procedures.values() if one.number == number), None)
        return found.procedure.body if found is not None and self.login_of(session).may("VIEW ANY DEFINITION") else None

    def has_permission(self, securable: str | None, kind: str | None, permission: str, session: Session) -> int | None:
        return permissions.has_permission(self, self.login_of(session), securable, kind, permission, session.database)

    def is_server_role_member(self, role: str, login: str | None, session: Session) -> int | None:
        return facts.is_role_member(self, self.login_of(session) if login is None else self.logins.get(login), role)

    def is_primary_replica(self, database: str, session: Session) -> int | None:
        return facts.is_primary_replica(self, database)

    def is_preferred_backup_replica(self, database: str, session: Session) -> int:
        return facts.is_preferred_backup_replica(self, database)

    def global_variable(self, name: str, session: Session) -> Value:
        return facts.global_variable(self, name)
