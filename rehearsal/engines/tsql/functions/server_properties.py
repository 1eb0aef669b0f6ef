"""Functions of the server or the session: SERVERPROPERTY, HAS_PERMS_BY_NAME, DB_NAME, ERROR_NUMBER, @@ROWCOUNT."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rehearsal.engines.tsql import schema
from rehearsal.engines.tsql.errors import ServerMessage, SqlError
from rehearsal.engines.tsql.functions.declaration import Function, FunctionCall, of_session
from rehearsal.engines.tsql.runtime.compiled import Compiled, Frame, Run
from rehearsal.engines.tsql.runtime.session import Session
from rehearsal.engines.tsql.values import types
from rehearsal.engines.tsql.values.types import SqlType
from rehearsal.engines.tsql.values.values import Value

_NAME = types.nvarchar(4000)


def _from_session(
    kind: SqlType, read: Callable[..., Value], *kinds: SqlType, strict: bool = True
) -> Callable[..., Compiled]:
    """Compiles a call whose arguments have these types; `read` gets the session and their values."""

    def build(call: FunctionCall) -> Compiled:
        runs = [call.converted(number, kinds[number]).run for number in range(len(call.arguments))]

        def called(row: Frame, run: Run) -> Value:
            given = [argument(row, run) for argument in runs]
            return None if strict and None in given else read(run.session, *given)

        return Compiled(kind, called)

    return build


def _database_id(session: Session, name: str | None = None) -> int | None:
    return session.server.database_id(session.database if name is None else name, session)


def _database_name(session: Session, number: int | None = None) -> str | None:
    return session.database if number is None else session.server.database_name(number, session)


def _has_access(session: Session, name: str) -> int | None:
    try:
        session.server.use_database(name, session)
    except SqlError as refused:
        return None if refused.number == 911 else 0
    return 1


def _has_permission(
    session: Session, securable: str | None, kind: str | None, permission: str | None, *more: str | None
) -> int | None:
    if permission is None:
        return None
    return session.server.has_permission(securable, kind, permission, session)


def _col_length(call: FunctionCall) -> Compiled:
    """Bytes of a view's column in this version; NULL when there is none (so scripts test for a column)."""
    database, version = call.compiler.context.database, call.compiler.context.major_version
    table, column = call.converted(0, _NAME).run, call.converted(1, _NAME).run

    def length(row: Frame, run: Run) -> int | None:
        name, wanted = table(row, run), column(row, run)
        if name is None or wanted is None:
            return None
        view = schema.find(tuple(part.strip("[]") for part in name.split(".")), database, version)
        for found in () if view is None else view.columns:
            if found.name.lower() == wanted.lower():
                return types.storage_bytes(found.type)
        return None

    return Compiled(types.SMALLINT, length)


def _object_id(call: FunctionCall) -> Compiled:
    """A number for a view of this version or an object of the server, NULL for anything else."""
    database, version = call.compiler.context.database, call.compiler.context.major_version
    name_of = call.converted(0, _NAME).run

    def number(row: Frame, run: Run) -> int | None:
        name = name_of(row, run)
        if name is None:
            return None
        view = schema.find(tuple(part.strip("[]") for part in name.split(".")), database, version)
        if view is None:
            return run.session.server.object_id(name, run.session)
        return -(list(schema.views(version)).index(view.name) + 100)

    return Compiled(types.INT, number)


def _error_fact(kind: SqlType, read: Callable[[ServerMessage], Any]) -> Function:
    """ERROR_NUMBER(), ERROR_MESSAGE() …: NULL outside of CATCH."""
    return of_session(kind, lambda session: None if session.caught is None else read(session.caught))


def _new_guid(session: Session) -> str:
    return str(session.server.global_variable("NEWID", session))


def _is_role_member(session: Session, role: str, login: str | None = None) -> int | None:
    return session.server.is_server_role_member(role, login, session)


def _login_name(call: FunctionCall) -> Compiled:
    """The session's login; for a sid the login that has it, NULL when none has."""
    if not call.arguments:
        return Compiled(types.SYSNAME, lambda _row, run: run.session.login)
    sid = call.converted(0, SqlType(types.Kind.VARBINARY, length=85)).run

    def named(row: Frame, run: Run) -> str | None:
        wanted = sid(row, run)
        rows = run.session.server.read_view("sys.server_principals", ("sid", "name"), (), run.session)
        return next((name for found, name in rows if found == wanted), None)

    return Compiled(types.SYSNAME, named)


def _transaction_state(session: Session) -> int:
    return -1 if session.doomed else int(session.transactions > 0)


SERVER: Mapping[str, Function] = {
    "XACT_STATE": of_session(types.SMALLINT, _transaction_state),
    "ROWCOUNT_BIG": of_session(types.BIGINT, lambda session: session.row_count),
    "SERVERPROPERTY": Function(
        1,
        1,
        _from_session(types.SQL_VARIANT, lambda session, name: session.server.server_property(name, session), _NAME),
    ),
    "DATABASEPROPERTYEX": Function(
        2,
        2,
        _from_session(
            types.SQL_VARIANT,
            lambda session, database, name: session.server.database_property(database, name, session),
            _NAME,
            _NAME,
        ),
    ),
    "HAS_PERMS_BY_NAME": Function(
        3, 5, _from_session(types.INT, _has_permission, _NAME, _NAME, _NAME, _NAME, _NAME, strict=False)
    ),
    "IS_SRVROLEMEMBER": Function(1, 2, _from_session(types.INT, _is_role_member, _NAME, _NAME)),
    "SUSER_SNAME": Function(0, 1, _login_name),
    "SUSER_NAME": of_session(types.SYSNAME, lambda session: session.login),
    "ORIGINAL_LOGIN": of_session(types.SYSNAME, lambda session: session.login),
    "SYSTEM_USER": of_session(types.SYSNAME, lambda session: session.login),
    "APP_NAME": of_session(types.SYSNAME, lambda session: session.application_name),
    "HOST_NAME": of_session(types.SYSNAME, lambda session: session.host_name),
    "DB_ID": Function(0, 1, _from_session(types.INT, _database_id, types.SYSNAME)),
    "DB_NAME": Function(0, 1, _from_session(types.SYSNAME, _database_name, types.INT)),
    "HAS_DBACCESS": Function(1, 1, _from_session(types.INT, _has_access, types.SYSNAME)),
    "COL_LENGTH": Function(2, 2, _col_length),
    "OBJECT_ID": Function(1, 2, _object_id),
    "OBJECT_DEFINITION": Function(
        1,
        1,
        _from_session(
            types.nvarchar(types.MAX_LENGTH),
            lambda session, number: session.server.object_definition(number, session),
            types.INT,
        ),
    ),
    "SYS.FN_HADR_IS_PRIMARY_REPLICA": Function(
        1,
        1,
        _from_session(types.BIT, lambda session, name: session.server.is_primary_replica(name, session), types.SYSNAME),
        since=12,
    ),
    "SYS.FN_HADR_BACKUP_IS_PREFERRED_REPLICA": Function(
        1,
        1,
        _from_session(
            types.BIT, lambda session, name: session.server.is_preferred_backup_replica(name, session), types.SYSNAME
        ),
    ),
    "USER_ID": Function(
        1, 1, _from_session(types.INT, lambda session, name: session.server.user_id(name, session), types.SYSNAME)
    ),
    "NEWID": of_session(types.UNIQUEIDENTIFIER, _new_guid),
    "ERROR_NUMBER": _error_fact(types.INT, lambda error: error.number),
    "ERROR_MESSAGE": _error_fact(types.nvarchar(4000), lambda error: error.text),
    "ERROR_SEVERITY": _error_fact(types.INT, lambda error: error.severity),
    "ERROR_STATE": _error_fact(types.INT, lambda error: error.state),
    "ERROR_LINE": _error_fact(types.INT, lambda error: error.line),
    "ERROR_PROCEDURE": _error_fact(types.SYSNAME, lambda error: error.procedure or None),
}

GLOBAL_VARIABLES: Mapping[str, tuple[SqlType, Callable[[Session], Any]]] = {
    "@@servername": (types.SYSNAME, lambda session: session.server.global_variable("@@SERVERNAME", session)),
    "@@servicename": (types.SYSNAME, lambda session: session.server.global_variable("@@SERVICENAME", session)),
    "@@version": (types.nvarchar(300), lambda session: session.server.global_variable("@@VERSION", session)),
    "@@spid": (types.SMALLINT, lambda session: session.number),
    "@@rowcount": (types.INT, lambda session: session.row_count),
    "@@error": (types.INT, lambda session: session.last_error),
    "@@trancount": (types.INT, lambda session: session.transactions),
    "@@nestlevel": (types.INT, lambda session: session.nesting),
    "@@language": (types.SYSNAME, lambda _session: "us_english"),
    "@@datefirst": (types.TINYINT, lambda _session: 7),
    "@@lock_timeout": (types.INT, lambda _session: -1),
    "@@max_precision": (types.TINYINT, lambda _session: 38),
    "@@textsize": (types.INT, lambda _session: -1),
    "@@options": (types.INT, lambda _session: 5496),
    "@@microsoftversion": (types.INT, lambda session: session.server.major_version << 24),
}
