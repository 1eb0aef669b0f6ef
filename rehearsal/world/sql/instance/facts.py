"""What HAS_PERMS_BY_NAME, IS_SRVROLEMEMBER, USE and their like answer about an instance."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.tsql import ConnectionBrokenError, SqlError
from rehearsal.world.sql.databases.database import Database, DatabaseState
from rehearsal.world.sql.groups.replica import Role
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.instance.logins import Login

BUILDS = {13: "13.0.6460.7", 14: "14.0.3480.1", 15: "15.0.4430.1", 16: "16.0.4195.2"}
_YEARS = {13: "2016", 14: "2017", 15: "2019", 16: "2022"}
_FIXED_ROLES = frozenset(
    {"sysadmin", "serveradmin", "securityadmin", "processadmin", "setupadmin", "bulkadmin", "diskadmin", "dbcreator"}
)


def not_listening() -> ConnectionBrokenError:
    """What SqlConnection.Open says when the instance doesn't run."""
    return ConnectionBrokenError(
        2,
        "A network-related or instance-specific error occurred while establishing a connection to SQL Server. The "
        "server was not found or was not accessible. Verify that the instance name is correct and that SQL Server is "
        "configured to allow remote connections. (provider: Named Pipes Provider, error: 40 - Could not open a "
        "connection to SQL Server)",
    )


def global_variable(server: Instance, name: str) -> Any:
    match name:
        case "@@SERVERNAME":
            return server.name
        case "@@SERVICENAME":
            return server.instance_name
        case "@@VERSION":
            return (
                f"Microsoft SQL Server {_YEARS[server.major_version]} (RTM) - {BUILDS[server.major_version]} (X64) \n"
                f"\t{server.edition} on Windows Server 2022 Datacenter 10.0 <X64> (Build 20348: ) (Hypervisor)\n"
            )
        case "NEWID":
            return server.world.uuid().upper()
        case _:
            raise KeyError(name)


def is_writable(server: Instance, database: Database) -> bool:
    if database.state is not DatabaseState.ONLINE:
        return False
    group = server.group_of(database)
    return group is None or group.replicas[server.name].role is Role.PRIMARY


def why_not_accessible(server: Instance, database: Database) -> SqlError | None:
    """Why no session may use this database now; None when it may."""
    name = database.name
    if database.state is not DatabaseState.ONLINE:
        if database.state is DatabaseState.RESTORING:
            return SqlError(927, f"Database '{name}' cannot be opened. It is in the middle of a restore.", severity=14)
        if database.state is DatabaseState.OFFLINE:
            return SqlError(942, f"Database '{name}' cannot be opened because it is offline.", severity=14, state=4)
        if database.state is DatabaseState.RECOVERING:
            return SqlError(
                922, f"Database '{name}' is being recovered. Waiting until recovery is finished.", severity=14
            )
        return SqlError(
            945,
            f"Database '{name}' cannot be opened due to inaccessible files or insufficient memory or disk space.  See "
            "the SQL Server errorlog for details.",
            severity=14,
        )
    group = server.group_of(database)
    if group is None:
        return None
    replica = group.replicas[server.name]
    if not group.cluster.has_quorum:
        return SqlError(
            988,
            f"Unable to access database '{name}' because it lacks a quorum of nodes for high availability. Try the "
            "operation again later.",
            severity=14,
        )
    if replica.role is Role.RESOLVING:
        return SqlError(
            983,
            f"Unable to access availability database '{name}' because the database replica is not in the PRIMARY or "
            "SECONDARY role. Connections to an availability database is permitted only when the database replica is "
            "in the PRIMARY or SECONDARY role. Try the operation again later.",
            severity=14,
        )
    if replica.role is Role.SECONDARY and replica.secondary_connections == 0:
        return SqlError(
            976,
            f"The target database, '{name}', is participating in an availability group and is currently not "
            "accessible for queries. Either data movement is suspended or the availability replica is not enabled for "
            "read access.",
            severity=14,
        )
    return None


def why_not_with_intent(server: Instance, database: Database, *, read_only: bool) -> SqlError | None:
    """What the role's ALLOW_CONNECTIONS says to a connection's intent: 978 and 979."""
    group = server.group_of(database)
    if group is None:
        return None
    replica = group.replicas[server.name]
    name = database.name
    if replica.role is Role.SECONDARY and replica.secondary_connections == 1 and not read_only:
        return SqlError(
            978,
            f"The target database ('{name}') is in an availability group and is currently accessible for connections "
            "when the application intent is set to read only. For more information about application intent, see SQL "
            "Server Books Online.",
            severity=14,
        )
    if replica.role is Role.PRIMARY and replica.primary_connections == 3 and read_only:
        return SqlError(
            979,
            f"The target database ('{name}') is in an availability group and currently does not allow read only "
            "connections. For more information about application intent, see SQL Server Books Online.",
            severity=14,
        )
    return None


def use_database(server: Instance, name: str, *, read_only: bool = False) -> str:
    """The database's own spelling; raises 911, what `why_not_accessible` says, or what `why_not_with_intent` says."""
    database = server.local(name)
    if database is None:
        raise SqlError(911, f"Database '{name}' does not exist. Make sure that the name is entered correctly.")
    refused = why_not_accessible(server, database) or why_not_with_intent(server, database, read_only=read_only)
    if refused is not None:
        raise refused
    return database.name


def may_control(login: Login, database: Database | None) -> bool:
    """CONTROL on a database: sysadmin, or its owner."""
    return login.is_sysadmin or (database is not None and database.owner.lower() == login.name.lower())


def is_role_member(server: Instance, login: Login | None, role: str) -> int | None:
    if role.lower() == "public":
        return 1
    if role.lower() not in _FIXED_ROLES or login is None:
        return None
    return int(role.lower() in login.roles or login.is_sysadmin)


def is_primary_replica(server: Instance, name: str) -> int | None:
    """1 primary, 0 not; NULL for a database that doesn't exist or is in no group."""
    database = server.local(name)
    group = None if database is None else server.group_of(database)
    if group is None:
        return None
    return int(group.replicas[server.name].role is Role.PRIMARY)


def is_preferred_backup_replica(server: Instance, name: str) -> int:
    """The running replica with the highest backup priority, secondaries first as the preference says.

    A database that doesn't exist: 1 before 2019 CU20 and 2022 CU2, 0 from there on (the model's builds are later).
    """
    database = server.local(name)
    if database is None:
        return int(server.major_version < 15)
    group = server.group_of(database)
    if group is None:
        return 1
    candidates = [replica for replica in group.replicas.values() if group.participates(replica.server)]
    secondaries = [replica for replica in candidates if replica.role is Role.SECONDARY]
    chosen = candidates
    if group.backup_preference in (1, 2):
        chosen = secondaries or ([] if group.backup_preference == 1 else candidates)
    elif group.backup_preference == 0:
        chosen = [replica for replica in candidates if replica.role is Role.PRIMARY]
    best = max(chosen, key=lambda replica: (replica.backup_priority, replica.server), default=None)
    return int(best is not None and best.server == server.name)
