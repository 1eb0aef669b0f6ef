"""sys.dm_exec_sessions and sys.dm_exec_requests: a session may always see itself.

The model keeps no list of other sessions. Of requests it keeps those that take long (backups): whoever has VIEW SERVER
STATE sees them, too; without it one sees one's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rehearsal.engines.tsql import Session
from rehearsal.world.sql.instance.instance import Instance, LongRequest
from rehearsal.world.sql.views.model import Reader, Right, ViewModel, constant, moment, unknown

_Row = tuple[Instance, Session]
_Request = tuple[Instance, Session, LongRequest | None]
_ZERO = (
    "cpu_time", "total_elapsed_time", "reads", "writes", "logical_reads", "deadlock_priority", "prev_error",
    "page_server_reads",
)  # fmt: skip
_ON = (
    "quoted_identifier", "arithabort", "ansi_null_dflt_on", "ansi_warnings", "ansi_padding", "ansi_nulls",
    "concat_null_yields_null",
)  # fmt: skip


def _itself(server: Instance, session: Session, _arguments: tuple[object, ...]) -> Iterator[_Row]:
    yield server, session


def _requests(server: Instance, session: Session, _arguments: tuple[object, ...]) -> Iterator[_Request]:
    yield server, session, None
    login = server.login_of(session)
    if login.may("VIEW SERVER STATE") or login.may("VIEW SERVER PERFORMANCE STATE"):
        for request in server.requests:
            yield server, session, request


def _done_s(row: _Request) -> float:
    server, _, request = row
    return 0.0 if request is None else (server.now() - request.started).total_seconds()


def _percent(row: _Request) -> float:
    request = row[2]
    return 0.0 if request is None or not request.seconds else min(100.0, 100 * _done_s(row) / request.seconds)


def _left_ms(row: _Request) -> int:
    request = row[2]
    return 0 if request is None else max(0, int(1000 * (request.seconds - _done_s(row))))


def _database(row: _Request) -> int | None:
    server, session, request = row
    found = server.local(session.database if request is None else request.database)
    return None if found is None else found.id


def _sid(row: _Row) -> bytes:
    login = row[0].login_of(row[1])
    return b"\x01" if login.principal_id == 1 else login.name.encode("utf-16-le")[:85]


def _half_of_login(number: int) -> Reader:
    def half(row: _Row) -> str | None:
        domain, _, user = row[1].login.rpartition("\\")
        return (domain, user)[number] if domain else None

    return half


def _now(row: _Row) -> Any:
    return moment(row[0].now())


_COMMON: dict[str, Reader] = {
    "session_id": lambda row: row[1].number,
    "database_id": lambda row: row[0].database_id(row[1].database, row[1]),
    "context_info": constant(b""),
    "text_size": constant(-1),
    "language": constant("us_english"),
    "date_format": constant("mdy"),
    "date_first": constant(7),
    "ansi_defaults": constant(0),
    "transaction_isolation_level": constant(2),
    "lock_timeout": constant(-1),
    "row_count": lambda row: row[1].row_count,
    "group_id": constant(2),
    "open_transaction_count": lambda row: row[1].transactions,
    **{name: constant(0) for name in _ZERO},
    **{name: constant(1) for name in _ON},
}

SESSIONS = ViewModel(
    _itself,
    {
        **_COMMON,
        "login_time": _now,
        "host_name": lambda row: row[1].host_name,
        "program_name": lambda row: row[1].application_name,
        "client_version": constant(7),
        "client_interface_name": constant(".Net SqlClient Data Provider"),
        "security_id": _sid,
        "login_name": lambda row: row[1].login,
        "nt_domain": _half_of_login(0),
        "nt_user_name": _half_of_login(1),
        "status": constant("running"),
        "memory_usage": constant(4),
        "total_scheduled_time": constant(0),
        "endpoint_id": constant(4),
        "last_request_start_time": _now,
        "last_request_end_time": _now,
        "is_user_process": constant(1),
        "original_security_id": _sid,
        "original_login_name": lambda row: row[1].login,
        "authenticating_database_id": constant(1),
        **unknown(
            "host_process_id", "last_successful_logon", "last_unsuccessful_logon", "unsuccessful_logons",
            "contained_availability_group_id",
        ),
    },
    Right.NONE,
)  # fmt: skip

REQUESTS = ViewModel(
    _requests,
    {
        **_COMMON,
        "session_id": lambda row: row[1].number if row[2] is None else row[2].session,
        "database_id": _database,
        "request_id": constant(0),
        "start_time": lambda row: _now(row) if row[2] is None else moment(row[2].started),
        "status": constant("running"),
        "command": lambda row: "SELECT" if row[2] is None else row[2].command,
        "user_id": constant(1),
        "blocking_session_id": constant(0),
        "last_wait_type": constant("MISCELLANEOUS"),
        "wait_resource": constant(""),
        "open_resultset_count": constant(1),
        "percent_complete": _percent,
        "estimated_completion_time": _left_ms,
        "nest_level": lambda row: row[1].nesting,
        "dop": constant(1),
        "statement_start_offset": constant(0),
        "statement_end_offset": constant(-1),
        **{
            name: constant(0)
            for name in (
                "wait_time", "transaction_id", "granted_query_memory", "executing_managed_code", "is_resumable",
            )
        },
        **unknown(
            "sql_handle", "plan_handle", "connection_id", "wait_type", "scheduler_id", "task_address", "query_hash",
            "query_plan_hash", "statement_sql_handle", "statement_context_id", "parallel_worker_count",
            "external_script_request_id", "page_resource", "dist_statement_id", "label",
        ),
    },
    Right.NONE,
)  # fmt: skip
