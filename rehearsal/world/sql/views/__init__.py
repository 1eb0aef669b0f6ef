"""The system views of an instance, by name; `read` gives their rows with the columns that a query uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from rehearsal.engines.tsql import ServerMessage, Session, SqlError
from rehearsal.engines.tsql.values.values import Row
from rehearsal.world.sql.instance import facts
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views import (
    backups,
    cluster,
    configurations,
    databases,
    files,
    group_states,
    groups,
    listeners,
    logs,
    security,
    seeding,
    server,
    sessions,
)
from rehearsal.world.sql.views.model import Reader, Right, ViewModel, nothing

VIEWS: Mapping[str, ViewModel] = {
    "sys.availability_groups": groups.AVAILABILITY_GROUPS,
    "sys.availability_groups_cluster": groups.AVAILABILITY_GROUPS_CLUSTER,
    "sys.availability_replicas": groups.AVAILABILITY_REPLICAS,
    "sys.availability_databases_cluster": groups.AVAILABILITY_DATABASES_CLUSTER,
    "sys.dm_hadr_availability_group_states": group_states.GROUP_STATES,
    "sys.dm_hadr_availability_replica_states": group_states.REPLICA_STATES,
    "sys.dm_hadr_availability_replica_cluster_states": group_states.REPLICA_CLUSTER_STATES,
    "sys.dm_hadr_availability_replica_cluster_nodes": group_states.REPLICA_CLUSTER_NODES,
    "sys.dm_hadr_database_replica_states": group_states.DATABASE_STATES,
    "sys.dm_hadr_database_replica_cluster_states": group_states.DATABASE_CLUSTER_STATES,
    "sys.dm_hadr_cluster": cluster.CLUSTER,
    "sys.dm_hadr_cluster_members": cluster.CLUSTER_MEMBERS,
    "sys.dm_hadr_automatic_seeding": seeding.AUTOMATIC_SEEDING,
    "sys.dm_hadr_physical_seeding_stats": seeding.PHYSICAL_SEEDING_STATS,
    "sys.databases": databases.DATABASES,
    "sys.master_files": files.MASTER_FILES,
    "sys.database_files": files.DATABASE_FILES,
    "sys.dm_io_virtual_file_stats": files.IO_STATS,
    "sys.dm_os_volume_stats": files.VOLUME_STATS,
    "sys.dm_db_log_space_usage": logs.LOG_SPACE_USAGE,
    "sys.dm_db_log_stats": logs.LOG_STATS,
    "sys.dm_os_performance_counters": logs.PERFORMANCE_COUNTERS,
    "msdb.dbo.backupset": backups.BACKUPSET,
    "sys.configurations": configurations.CONFIGURATIONS,
    "sys.dm_exec_sessions": sessions.SESSIONS,
    "sys.dm_exec_requests": sessions.REQUESTS,
    "sys.server_principals": security.SERVER_PRINCIPALS,
    "sys.server_permissions": security.SERVER_PERMISSIONS,
    "sys.database_mirroring_endpoints": security.DATABASE_MIRRORING_ENDPOINTS,
    "sys.endpoints": security.ENDPOINTS,
    "sys.tcp_endpoints": security.TCP_ENDPOINTS,
    "sys.dm_database_encryption_keys": security.ENCRYPTION_KEYS,
    "sys.certificates": security.CERTIFICATES,
    "sys.asymmetric_keys": security.ASYMMETRIC_KEYS,
    "sys.crypt_properties": security.CRYPT_PROPERTIES,
    "sys.dm_os_file_exists": files.FILE_EXISTS,
    "sys.availability_group_listeners": listeners.LISTENERS,
    "sys.availability_group_listener_ip_addresses": listeners.LISTENER_ADDRESSES,
    "sys.dm_hadr_auto_page_repair": nothing(Right.STATE, "sys.dm_hadr_auto_page_repair"),
    "sys.dm_os_sys_info": server.SYS_INFO,
    "sys.dm_os_buffer_pool_extension_configuration": server.BUFFER_POOL_EXTENSION,
    "sys.dm_server_services": server.SERVER_SERVICES,
    "sys.dm_server_registry": server.SERVER_REGISTRY,
}
"""Every view of the reference, with every column."""


@cache
def _readers(view: str, columns: tuple[str, ...]) -> tuple[ViewModel, tuple[Reader, ...]]:
    model = VIEWS[view]
    return model, tuple(model.columns[column] for column in columns)


def read(
    server: Instance,
    view: str,
    columns: tuple[str, ...],
    arguments: tuple[object, ...],
    session: Session,
    database: str | None = None,
) -> list[Row]:
    """The rows that this session may see.

    Raises SqlError 300 for a DMV without its right [sql-server#missing-state-right]; 208 or why it can't be used for a
    named `database`.
    """
    model, readers = _readers(view, columns)
    if database is not None:
        session = _in_database(server, view, session, database)
    right = model.right
    if right is not Right.NONE and not _allowed(server, right, session):
        if right in (Right.STATE, Right.SECURITY_STATE):
            raise _permission_denied(server, right)
        return []
    return [tuple([read(row) for read in readers]) for row in model.rows(server, session, arguments)]


def _in_database(server: Instance, view: str, session: Session, database: str) -> Session:
    """The session as if it had used the database in front of the view's name."""
    try:
        name = facts.use_database(server, database, read_only=session.read_only_intent)
    except SqlError as refused:
        if refused.number == 911:
            raise SqlError(208, f"Invalid object name '{database}.{view}'.") from None
        raise
    return replace(session, database=name) if name != session.database else session


def _allowed(server: Instance, right: Right, session: Session) -> bool:
    login = server.login_of(session)
    if right is Right.FILES:
        return any(login.may(one) for one in ("VIEW ANY DEFINITION", "ALTER ANY DATABASE", "CREATE ANY DATABASE"))
    if right is Right.STATE and server.major_version >= 16:
        return login.may("VIEW SERVER PERFORMANCE STATE") or login.may("VIEW SERVER STATE")
    if right is Right.SECURITY_STATE and server.major_version < 16:
        return login.may("VIEW SERVER STATE")
    return login.may(right.value)


def _permission_denied(server: Instance, right: Right) -> SqlError:
    name = right.value
    if right is Right.STATE and server.major_version >= 16:
        name = "VIEW SERVER PERFORMANCE STATE"
    elif server.major_version < 16:
        name = "VIEW SERVER STATE"
    return SqlError(
        server.settings.missing_state_right_error,
        f"{name} permission was denied on object 'server', database 'master'.",
        severity=14,
        more=(
            ServerMessage(number=297, text="The user does not have permission to perform this action.", severity=16),
        ),
    )
