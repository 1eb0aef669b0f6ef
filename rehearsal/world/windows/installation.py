"""What is installed on a root volume besides its files: services, tasks, registry, event sources, SQL Server's master.

A machine that boots from a copy of the volume has all of it, its name included; what ran in memory it hasn't.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Protocol

from rehearsal.world.context import RunContext
from rehearsal.world.sql.databases.database import Database
from rehearsal.world.sql.groups.cluster import ClusterHost
from rehearsal.world.sql.groups.isolated_copy import StoredGroup, isolated_cluster, stored_groups
from rehearsal.world.sql.instance.logins import Logins
from rehearsal.world.sql.server.sql_server import SqlHost, SqlServer
from rehearsal.world.windows.system.event_log import EventLog
from rehearsal.world.windows.system.registry import Registry
from rehearsal.world.windows.system.services import StartMode
from rehearsal.world.windows.system.tasks import ScheduledTask, TaskScheduler


class InstalledHost(SqlHost, ClusterHost, Protocol):
    """What is read of a machine, and put onto another."""

    computer_name: str
    environment: dict[str, str]
    tasks: TaskScheduler
    events: EventLog
    registry: Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledSql:
    """SQL Server's default instance: what master knows. `databases` with how far each one's log goes
    (`restored_to_kb`), of those that are in a group. `cluster`: the failover cluster's name, None without one."""

    edition: str
    tempdb_folder: str
    databases: dict[str, Database]
    logins: Logins
    cluster: str | None
    groups: tuple[StoredGroup, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """Of one machine at one moment."""

    computer_name: str
    start_modes: dict[str, StartMode]
    tasks: tuple[ScheduledTask, ...]
    registry: dict[tuple[str, str], int]
    event_sources: dict[str, str]
    sql: InstalledSql | None


def installation_of(host: InstalledHost) -> Installation:
    """Copies; nothing of it changes with the machine."""
    return Installation(
        computer_name=host.computer_name,
        start_modes={service.name: service.start_mode for service in host.services},
        tasks=tuple(replace(task, runs=[], timers=[], queued=0) for task in host.tasks),
        registry=host.registry.values,
        event_sources=host.events.sources,
        sql=None if host.sql is None else _sql_of(host.sql),
    )


def _sql_of(server: SqlServer) -> InstalledSql:
    databases = deepcopy(server.databases)
    for database in databases.values():
        group = server.group_of(database)
        if group is not None:
            group.advance()
            (in_group,) = [each for each in group.databases.values() if each.name == database.name]
            database.restored_to_kb = in_group.log.copies[server.name].hardened
    return InstalledSql(
        edition=server.edition,
        tempdb_folder=server.tempdb_folder,
        databases=databases,
        logins=deepcopy(server.logins),
        cluster=None if server.cluster is None else server.cluster.name,
        groups=stored_groups(server),
    )


def install(world: RunContext, host: InstalledHost, installed: Installation) -> None:
    """Puts it onto a machine whose Windows hasn't started yet. Its failover cluster isn't reached: no node joins.

    Databases of a group stay out of use there, since no primary is found, until the group is dropped there.
    """
    host.computer_name = installed.computer_name
    host.environment["COMPUTERNAME"] = installed.computer_name
    host.registry.restore(installed.registry)
    for source, log in installed.event_sources.items():
        host.events.register(source, log)
    for task in installed.tasks:
        host.tasks.register(replace(task, runs=[], timers=[]))
    if installed.sql is not None:
        server = SqlServer(world, host, None, edition=installed.sql.edition, tempdb_folder=installed.sql.tempdb_folder)
        server.name = installed.computer_name
        server.databases = deepcopy(installed.sql.databases)
        server.logins = deepcopy(installed.sql.logins)
        if installed.sql.cluster is not None:
            cluster = isolated_cluster(world, installed.sql.cluster, host, server.name, installed.sql.groups)
            server.cluster, cluster.servers[server.name] = cluster, server
    for name, mode in installed.start_modes.items():
        if host.services.get(name) is not None:
            host.services[name].start_mode = mode
