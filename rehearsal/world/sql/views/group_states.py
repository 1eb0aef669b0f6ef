"""Dynamic views of Availability Groups. A secondary sees its own rows only [availability-groups#secondary-sees-itself];
everything remote comes from the primary, and is only as fresh as its last message."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from rehearsal.engines.tsql import Session
from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.sql.databases.log import LogCopy
from rehearsal.world.sql.databases.lsn import lsn
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.health import database_health, group_health, replica_health
from rehearsal.world.sql.groups.log_space import log_floor
from rehearsal.world.sql.groups.replica import GroupDatabase, Health, Member, Operational, Replica, Role
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views.groups import replicas_seen
from rehearsal.world.sql.views.model import Right, ViewModel, constant, described, moment, whole

_GROUP = "sys.dm_hadr_availability_group_states"
_REPLICA = "sys.dm_hadr_availability_replica_states"
_DATABASE = "sys.dm_hadr_database_replica_states"
_JOIN = "sys.dm_hadr_availability_replica_cluster_states"
_Arguments = tuple[object, ...]


class GroupRow(NamedTuple):
    group: AvailabilityGroup
    own: Replica


def _group_states(server: Instance, _session: Session, _arguments: _Arguments) -> Iterator[GroupRow]:
    for group in server.groups():
        group.advance()
        yield GroupRow(group, group.replicas[server.name])


def _primary_name(row: GroupRow) -> str | None:
    primary = row.group.primary
    if row.own.role is Role.RESOLVING or primary is None:
        return row.group.settings.primary_replica_when_unknown
    return primary.server


def _recovery(row: GroupRow, role: Role) -> int | None:
    """0 ONLINE_IN_PROGRESS, 1 ONLINE, for the role that this replica has; NULL for the other one."""
    if row.own.role is not role:
        return None
    return int(not any(database.recovering for database in row.group.databases.values()))


GROUP_STATES = ViewModel(
    _group_states,
    {
        "group_id": lambda row: row.group.id,
        "primary_replica": _primary_name,
        **described(_GROUP, "primary_recovery_health", lambda row: _recovery(row, Role.PRIMARY)),
        **described(_GROUP, "secondary_recovery_health", lambda row: _recovery(row, Role.SECONDARY)),
        **described(
            _GROUP,
            "synchronization_health",
            lambda row: (
                group_health(row.group)
                if row.own.role is Role.PRIMARY
                else Health.NOT_HEALTHY
                if row.own.role is Role.RESOLVING
                else replica_health(row.group, row.own.server)
            ),
        ),
    },
    Right.STATE,
)


class ReplicaRow(NamedTuple):
    group: AvailabilityGroup
    replica: Replica
    local: bool
    server: Instance


def _replica_states(server: Instance, _session: Session, _arguments: _Arguments) -> Iterator[ReplicaRow]:
    for group in server.groups():
        group.advance()
        is_primary = group.replicas[server.name].role is Role.PRIMARY
        for replica in group.replicas.values():
            local = replica.server == server.name
            if local or is_primary:
                yield ReplicaRow(group, replica, local, server)


def _role(row: ReplicaRow) -> Role | None:
    """The page defines it for the local and for connected replicas only; for the others it is a setting."""
    if row.local:
        return row.replica.role
    if row.replica.connected:
        return Role.SECONDARY
    return Role(row.group.settings.disconnected_replica_role)


def _operational(row: ReplicaRow) -> Operational | None:
    return row.replica.operational if row.local else None


def _recovery_health(row: ReplicaRow) -> int | None:
    if not row.local:
        return None
    return int(
        row.replica.role is not Role.RESOLVING
        and not any(database.recovering for database in row.group.databases.values())
    )


def _connected(row: ReplicaRow) -> int:
    if row.local:
        return int(row.replica.role is Role.PRIMARY or row.replica.connected)
    return int(row.replica.connected)


def _last_error(row: ReplicaRow) -> Any:
    return None if row.local else row.replica.last_connect_error


REPLICA_STATES = ViewModel(
    _replica_states,
    {
        "replica_id": lambda row: row.replica.id,
        "group_id": lambda row: row.group.id,
        "is_local": lambda row: int(row.local),
        **described(_REPLICA, "role", _role),
        **described(_REPLICA, "operational_state", _operational),
        **described(_REPLICA, "connected_state", _connected),
        **described(_REPLICA, "recovery_health", _recovery_health),
        **described(
            _REPLICA,
            "synchronization_health",
            lambda row: replica_health(row.group, row.replica.server),
        ),
        "last_connect_error_number": lambda row: None if (error := _last_error(row)) is None else error.number,
        "last_connect_error_description": lambda row: None if (error := _last_error(row)) is None else error.text,
        "last_connect_error_timestamp": lambda row: None if (error := _last_error(row)) is None else moment(error.at),
        "write_lease_remaining_ticks": constant(None),
        "current_configuration_commit_start_time_utc": constant(None),
    },
    Right.STATE,
)


def _cluster_replicas(server: Instance, _session: Session, _arguments: _Arguments) -> Iterator[Any]:
    return replicas_seen(server)


REPLICA_CLUSTER_STATES = ViewModel(
    _cluster_replicas,
    {
        "replica_id": lambda row: row[1].id,
        "replica_server_name": lambda row: row[1].server,
        "group_id": lambda row: row[0].id,
        **described(_JOIN, "join_state", lambda row: 1 if row[1].joined else 0),
    },
    Right.STATE,
)
REPLICA_CLUSTER_NODES = ViewModel(
    _cluster_replicas,
    {
        "group_name": lambda row: row[0].name,
        "replica_server_name": lambda row: row[1].server,
        "node_name": lambda row: row[0].cluster.node_of(row[1].server),
    },
    Right.STATE,
)


# --- databases ---


class DatabaseRow(NamedTuple):
    group: AvailabilityGroup
    database: GroupDatabase
    replica: Replica
    member: Member
    copy: LogCopy
    local: bool
    server: Instance


def _rows_of(server: Instance, group: AvailabilityGroup, everything: bool) -> Iterator[DatabaseRow]:
    for database in group.databases.values():
        for replica in group.replicas.values():
            local = replica.server == server.name
            if local or everything:
                yield DatabaseRow(
                    group,
                    database,
                    replica,
                    database.members[replica.server],
                    database.log.copies[replica.server],
                    local,
                    server,
                )


def _database_states(server: Instance, _session: Session, _arguments: _Arguments) -> Iterator[DatabaseRow]:
    for group in server.groups():
        group.advance()
        is_primary = group.replicas[server.name].role is Role.PRIMARY
        for row in _rows_of(server, group, is_primary):
            if not row.local or (row.member.joined and server.local(row.database.name) is not None):
                yield row


def _cluster_states(server: Instance, _session: Session, _arguments: _Arguments) -> Iterator[DatabaseRow]:
    for group in server.groups():
        group.advance()
        is_primary = group.replicas[server.name].role is Role.PRIMARY
        all_rows = is_primary or server.settings.cluster_states_of_all_replicas_on_secondary
        yield from _rows_of(server, group, all_rows and server.participates)


def _database_state(row: DatabaseRow) -> DatabaseState | None:
    if not row.local and not row.server.settings.remote_database_state_visible:
        return None
    instance = row.group.cluster.servers.get(row.replica.server)
    found = None if instance is None else instance.local(row.database.name)
    return None if found is None else found.state


def _is_source(row: DatabaseRow) -> bool:
    return row.replica.role is Role.PRIMARY


def _of_secondary(read: Any) -> Any:
    """NULL in the primary's own row."""
    return lambda row: None if _is_source(row) else read(row)


def _send_rate(row: DatabaseRow) -> int:
    """KB/s of what flowed last: the link's speed while catching up, else what is written."""
    if not row.copy.receiving:
        return 0
    log = row.database.log
    in_step = log.caught_up(row.replica.server) or log.trails(row.replica.server, 2 * log.asynchronous_lag_s)
    return int(log.flow if in_step else min(log.send_rate, row.copy.harden_limit))


def _lag_seconds(row: DatabaseRow) -> int:
    log = row.database.log
    return int(log.gap(row.replica.server) / log.rate) if log.rate else 0


def _hardened_at(row: DatabaseRow) -> Any:
    lag = timedelta(seconds=_lag_seconds(row))
    return moment(row.group.utc_now() - lag)


def _committed(row: DatabaseRow) -> Any:
    return lsn(min(row.copy.hardened, row.database.log.committed))


DATABASE_STATES = ViewModel(
    _database_states,
    {
        "database_id": lambda row: 0 if (own := row.server.local(row.database.name)) is None else own.id,
        "group_id": lambda row: row.group.id,
        "replica_id": lambda row: row.replica.id,
        "group_database_id": lambda row: row.database.id,
        "is_local": lambda row: int(row.local),
        "is_primary_replica": lambda row: int(_is_source(row)),
        **described(
            _DATABASE,
            "synchronization_state",
            lambda row: row.group.sync_state(row.database, row.replica.server),
        ),
        "is_commit_participant": lambda row: int(
            (row.copy.participates or _is_source(row)) if row.group.primary is not None else 0
        ),
        **described(
            _DATABASE,
            "synchronization_health",
            lambda row: database_health(row.group, row.database, row.replica.server),
        ),
        **described(_DATABASE, "database_state", _database_state),
        "is_suspended": lambda row: int(row.member.suspended is not None),
        **described(_DATABASE, "suspend_reason", lambda row: row.member.suspended),
        "recovery_lsn": constant(None),
        "truncation_lsn": lambda row: lsn(log_floor(row.group.seeding, row.database)[0]),
        "last_sent_lsn": _of_secondary(lambda row: lsn(row.copy.hardened)),
        "last_sent_time": _of_secondary(_hardened_at),
        "last_received_lsn": _of_secondary(lambda row: lsn(row.copy.hardened)),
        "last_received_time": _of_secondary(_hardened_at),
        "last_hardened_lsn": lambda row: lsn(row.copy.hardened),
        "last_hardened_time": _of_secondary(_hardened_at),
        "last_redone_lsn": _of_secondary(lambda row: lsn(row.copy.redone)),
        "last_redone_time": _of_secondary(_hardened_at),
        "log_send_queue_size": _of_secondary(lambda row: whole(row.database.log.gap(row.replica.server))),
        "log_send_rate": _of_secondary(_send_rate),
        "redo_queue_size": _of_secondary(lambda row: whole(row.database.log.redo_queue(row.replica.server))),
        "redo_rate": _of_secondary(lambda row: whole(row.database.log.redo_rate) if row.copy.redoing else 0),
        "filestream_send_rate": _of_secondary(constant(0)),
        "end_of_log_lsn": lambda row: lsn(row.copy.hardened),
        "last_commit_lsn": _committed,
        "last_commit_time": _hardened_at,
        "low_water_mark_for_ghosts": constant(0),
        "secondary_lag_seconds": _of_secondary(_lag_seconds),
        "quorum_commit_lsn": constant(None),
        "quorum_commit_time": constant(None),
    },
    Right.STATE,
)

DATABASE_CLUSTER_STATES = ViewModel(
    _cluster_states,
    {
        "replica_id": lambda row: row.replica.id,
        "group_database_id": lambda row: row.database.id,
        "database_name": lambda row: row.database.name,
        "is_failover_ready": lambda row: int(row.member.ready),
        "is_pending_secondary_suspend": constant(0),
        "is_database_joined": lambda row: int(row.member.joined),
        "recovery_lsn": constant(None),
        "truncation_lsn": lambda row: lsn(row.copy.hardened),
    },
    Right.STATE,
)
