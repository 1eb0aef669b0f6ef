"""Views about the instance as a process: its sessions, its services, the machine."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from typing import Any, NamedTuple

from rehearsal.engines.tsql import Session, Variant
from rehearsal.engines.tsql.values import types as t
from rehearsal.world.sql.databases.database import FileKind
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views.model import Right, ViewModel, constant, described, moment

_INFO = "sys.dm_os_sys_info"
_STATUS = {1: "Stopped", 2: "Start pending", 3: "Stop pending", 4: "Running"}
_START = {2: "Automatic", 3: "Manual", 4: "Disabled"}


def _itself(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[Instance]:
    yield server


def _memory_kb(server: Instance) -> int:
    return server.settings.memory_gib * 1024**2


def _started_ticks(server: Instance) -> int:
    running = 0.0 if server.started_at is None else (server.world.clock.now() - server.started_at).total_seconds()
    return int((server.monotonic() - running) * 1000)


SYS_INFO = ViewModel(
    _itself,
    {
        "sqlserver_start_time": lambda server: moment(server.started_at),
        "sqlserver_start_time_ms_ticks": _started_ticks,
        "ms_ticks": lambda server: int(server.monotonic() * 1000),
        "cpu_ticks": lambda server: int(server.monotonic() * 2_500_000_000),
        "cpu_count": lambda server: server.settings.vcpus,
        "hyperthread_ratio": lambda server: server.settings.vcpus,
        "physical_memory_kb": _memory_kb,
        "virtual_memory_kb": constant(137_438_953_344),
        "committed_kb": lambda server: _memory_kb(server) // 4,
        "committed_target_kb": lambda server: _memory_kb(server) * 9 // 10,
        "visible_target_kb": lambda server: _memory_kb(server) * 9 // 10,
        "stack_size_in_bytes": constant(2_093_056),
        "os_quantum": constant(4),
        "os_error_mode": constant(5),
        "os_priority_class": constant(32),
        "max_workers_count": lambda server: 512 + max(0, server.settings.vcpus - 4) * 16,
        "scheduler_count": lambda server: server.settings.vcpus,
        "scheduler_total_count": lambda server: server.settings.vcpus + 9,
        "deadlock_monitor_serial_number": constant(1),
        **described(_INFO, "affinity_type", constant(2)),
        "process_kernel_time_ms": constant(0),
        "process_user_time_ms": constant(0),
        **described(_INFO, "time_source", constant(0)),
        **described(_INFO, "virtual_machine_type", constant(1)),
        **described(_INFO, "softnuma_configuration", constant(0)),
        "process_physical_affinity": lambda server: f"{{{{0,{(1 << server.settings.vcpus) - 1:x}}}}}",
        **described(_INFO, "sql_memory_model", constant(1)),
        "socket_count": constant(1),
        "cores_per_socket": lambda server: max(1, server.settings.vcpus // 2),
        "numa_node_count": constant(1),
        **described(_INFO, "container_type", constant(0)),
    },
    Right.STATE,
)


BUFFER_POOL_EXTENSION = ViewModel(
    _itself,
    {
        "path": lambda server: server.buffer_pool_extension,
        "file_id": constant(0),
        "state": lambda server: 0 if server.buffer_pool_extension is None else 5,
        "state_description": lambda server: (
            f"BUFFER POOL EXTENSION {'DISABLED' if server.buffer_pool_extension is None else 'ENABLED'}"
        ),
        "current_size_in_kb": lambda server: 0 if server.buffer_pool_extension is None else 33_554_432,
    },
    Right.STATE,
)


class ServiceRow(NamedTuple):
    server: Instance
    service: Any
    is_engine: bool


def _services(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[ServiceRow]:
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


class RegistryRow(NamedTuple):
    key: str
    name: str
    data: str


def _registry(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[RegistryRow]:
    """The startup parameters alone; the view has the keys of services and network, too."""
    root = f"MSSQL{server.major_version}.{server.instance_name}"
    files = {file.kind: file.path for file in server.databases["master"].files}
    parameters = [f"-d{files[FileKind.ROWS]}", "-eC:\\Log\\ERRORLOG", f"-l{files[FileKind.LOG]}"]
    if server.checkpoint_limit_mb_s is not None:
        parameters.append(f"-k{server.checkpoint_limit_mb_s}")
    key = f"HKLM\\Software\\Microsoft\\Microsoft SQL Server\\{root}\\MSSQLServer\\Parameters"
    for number, parameter in enumerate(parameters):
        yield RegistryRow(key, f"SQLArg{number}", parameter)


SERVER_REGISTRY = ViewModel(
    _registry,
    {
        "registry_key": lambda row: row.key,
        "value_name": lambda row: row.name,
        "value_data": lambda row: Variant(t.nvarchar(512), row.data),
    },
    Right.STATE,
)
