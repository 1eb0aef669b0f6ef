"""Makes Availability Groups and their databases: for presets, and for CREATE AVAILABILITY GROUP."""

from __future__ import annotations

from dataclasses import dataclass

from rehearsal.world.sql.databases.database import Database, DatabaseState, FileKind
from rehearsal.world.sql.databases.log import LogCopy
from rehearsal.world.sql.groups.cluster import FailoverCluster
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.replica import (
    AvailabilityMode,
    FailoverMode,
    GroupDatabase,
    Member,
    Operational,
    Replica,
    Role,
    SeedingMode,
)

ENDPOINT = "Hadr_endpoint"
ENDPOINT_PORT = 5022
FIRST_POSITION_KB = 4_000_000.0
"""Where the log of a database that has been in use for a while stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicaSpec:
    """How one replica is to be configured."""

    server: str
    availability_mode: AvailabilityMode = AvailabilityMode.SYNCHRONOUS_COMMIT
    failover_mode: FailoverMode = FailoverMode.AUTOMATIC
    seeding_mode: SeedingMode = SeedingMode.AUTOMATIC
    session_timeout: int = 10
    secondary_connections: int = 0
    endpoint_url: str | None = None


def new_group(
    cluster: FailoverCluster,
    name: str,
    *,
    db_failover: bool,
    required_synchronized: int = 0,
    basic: bool = False,
    contained: bool = False,
) -> AvailabilityGroup:
    """An empty group in the cluster's store."""
    group = AvailabilityGroup(
        cluster,
        group_id=cluster.new_guid(),
        name=name,
        resource_id=cluster.new_guid().lower(),
        resource_group_id=cluster.new_guid().lower(),
        db_failover=db_failover,
        required_synchronized=required_synchronized,
        basic=basic,
        contained=contained,
    )
    cluster.groups[name] = group
    return group


def new_replica(group: AvailabilityGroup, spec: ReplicaSpec, *, joined: bool = True) -> Replica:
    """Adds a replica to a group; its databases are not joined."""
    now = group.utc_now()
    node = group.cluster.node_of(spec.server)
    replica = Replica(
        id=group.cluster.new_guid(),
        server=spec.server,
        metadata_id=65536 + len(group.replicas),
        endpoint_url=spec.endpoint_url or f"TCP://{node.lower()}.sales.example:{ENDPOINT_PORT}",
        created=now,
        modified=now,
        availability_mode=spec.availability_mode,
        failover_mode=spec.failover_mode,
        seeding_mode=spec.seeding_mode,
        session_timeout=spec.session_timeout,
        secondary_connections=spec.secondary_connections,
        joined=joined,
    )
    group.add_replica(replica)
    return replica


def new_group_database(
    group: AvailabilityGroup, name: str, *, data_bytes: int, write_kb_s: float | None = None
) -> GroupDatabase:
    """Registers a database with the group; no replica has it joined yet."""
    rate = group.settings.log_write_kb_s if write_kb_s is None else write_kb_s
    log = group.new_log(rate)
    log.end = log.committed = FIRST_POSITION_KB
    database = GroupDatabase(id=group.cluster.new_guid(), name=name, log=log, data_bytes=data_bytes)
    database.log_backup_kb = FIRST_POSITION_KB
    group.add_database(database)
    return database


def join_database(group: AvailabilityGroup, database: GroupDatabase, local: Database, server: str) -> None:
    """Makes a local database the group's copy on this server, with everything hardened."""
    local.group, local.group_database_id = group.name, database.id
    local.state = DatabaseState.ONLINE
    database.members[server] = Member(server=server, joined=True)
    position = database.log.end
    database.log.copies[server] = LogCopy(server=server, hardened=position, redone=position)


def place_primary(group: AvailabilityGroup, server: str) -> None:
    """Puts the group's roles in place without time passing: how a story's world begins."""
    group.owner = server
    for replica in group.replicas.values():
        if not group.participates(replica.server):
            continue
        replica.role = Role.PRIMARY if replica.server == server else Role.SECONDARY
        replica.operational, replica.connected = Operational.ONLINE, True
    # the first look lets the copies receive, the second finds them caught up
    group.refresh("the group is online")
    group.refresh("the group is online")


def data_bytes_of(database: Database) -> int:
    """Bytes that seeding has to move."""
    return sum(file.size_kb for file in database.files if file.kind is FileKind.ROWS) * 1024
