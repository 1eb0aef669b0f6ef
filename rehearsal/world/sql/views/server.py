"""Views about the instance as a process: its sessions, its services, the machine."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from typing import TYPE_CHECKING, Any, NamedTuple

from rehearsal.tsql import Session
from rehearsal.world.sql.views.model import Right, ViewModel, constant, moment

if TYPE_CHECKING:
    from rehearsal.world.sql.instance import SqlServer

_STATUS = {1: "Stopped", 2: "Start pending", 3: "Stop pending", 4: "Running"}
_START = {2: "Automatic", 3: "Manual", 4: "Disabled"}


def _itself(server: SqlServer, _session: Session, _arguments: tuple[object, ...]) -> Iterator[SqlServer]:
    yield server


SYS_INFO = ViewModel(
    _itself,
    {
        "sqlserver_start_time": lambda server: moment(server.started_at),
        "ms_ticks": lambda server: int(server.monotonic() * 1000),
    },
    Right.STATE,
)


class ServiceRow(NamedTuple):
    server: SqlServer
    service: Any
    is_engine: bool


def _services(server: SqlServer, _session: Session, _arguments: tuple[object, ...]) -> Iterator[ServiceRow]:
    engine = server.host.services.get(server.service_name)
    if engine is not None:
        yield ServiceRow(server, engine, True)
    agent = "SQLSERVERAGENT" if server.instance_name == "MSSQLSERVER" else f"SQLAgent${server.instance_name}"
    found = server.host.services.get(agent)
    if found is not None:
        yield ServiceRow(server, found, False)


SERVER_SERVICES = ViewModel(
    _services,
    {
        "servicename": lambda row: row.service.display_name,
        "startup_type": lambda row: int(row.service.start_mode),
        "startup_type_desc": lambda row: _START[int(row.service.start_mode)],
        "status": lambda row: 4 if row.is_engine else int(row.service.state),
        "status_desc": lambda row: "Running" if row.is_engine else _STATUS[int(row.service.state)],
        "process_id": lambda row: row.service.pid or None,
        "last_startup_time": lambda row: row.server.started_at.astimezone(UTC) if row.is_engine else None,
        "service_account": lambda row: row.service.account,
        "filename": lambda row: row.service.path,
        "is_clustered": constant("N"),
        "cluster_nodename": constant(None),
        "instant_file_initialization_enabled": constant("N"),
    },
    Right.SECURITY_STATE,
)
