"""Catalog views of Availability Groups: what the cluster's store says, as seen from one instance."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.engines.tsql import Session
from rehearsal.world.sql.databases.lsn import lsn
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.replica import GroupDatabase, Replica
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views.model import Right, ViewModel, constant, described, moment

_GROUPS = "sys.availability_groups"
_REPLICAS = "sys.availability_replicas"


def _groups(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> list[AvailabilityGroup]:
    return server.groups()


def replicas_seen(server: Instance) -> Iterator[tuple[AvailabilityGroup, Replica]]:
    """All replicas of its groups; only its own when the instance cannot reach the cluster."""
    for group in server.groups():
        for replica in group.replicas.values():
            if server.participates or replica.server == server.name:
                yield group, replica


def _replicas(
    server: Instance, _session: Session, _arguments: tuple[object, ...]
) -> Iterator[tuple[AvailabilityGroup, Replica]]:
    return replicas_seen(server)


def _databases(
    server: Instance, _session: Session, _arguments: tuple[object, ...]
) -> Iterator[tuple[AvailabilityGroup, GroupDatabase]]:
    """Of every group in the cluster, with or without a replica here [availability-groups#cluster-databases]."""
    if server.cluster is None or not server.participates:
        return
    for group in server.cluster.groups.values():
        for database in group.databases.values():
            yield group, database


_GROUP_COLUMNS = {
    "group_id": lambda group: group.id,
    "name": lambda group: group.name,
    "resource_id": lambda group: group.resource_id,
    "resource_group_id": lambda group: group.resource_group_id,
    "failure_condition_level": lambda group: group.failure_condition_level,
    "health_check_timeout": lambda group: group.health_check_timeout,
    **described(_GROUPS, "automated_backup_preference", lambda group: group.backup_preference),
}

AVAILABILITY_GROUPS = ViewModel(
    _groups,
    {
        **_GROUP_COLUMNS,
        "version": constant(1),
        "basic_features": lambda group: int(group.basic),
        "dtc_support": constant(0),
        "db_failover": lambda group: int(group.db_failover),
        "is_distributed": constant(0),
        "cluster_type": constant(0),
        "cluster_type_desc": constant("wsfc"),
        "required_synchronized_secondaries_to_commit": lambda group: group.required_synchronized,
        "sequence_number": lambda group: group.sequence_number,
        "is_contained": lambda group: int(group.contained),
    },
    Right.DEFINITION,
)

AVAILABILITY_GROUPS_CLUSTER = ViewModel(_groups, _GROUP_COLUMNS, Right.DEFINITION)

AVAILABILITY_REPLICAS = ViewModel(
    _replicas,
    {
        "replica_id": lambda row: row[1].id,
        "group_id": lambda row: row[0].id,
        "replica_metadata_id": lambda row: row[1].metadata_id,
        "replica_server_name": lambda row: row[1].server,
        "owner_sid": constant(b"\x01"),
        "endpoint_url": lambda row: row[1].endpoint_url,
        **described(_REPLICAS, "availability_mode", lambda row: row[1].availability_mode),
        **described(_REPLICAS, "failover_mode", lambda row: row[1].failover_mode),
        "session_timeout": lambda row: row[1].session_timeout,
        **described(_REPLICAS, "primary_role_allow_connections", lambda row: row[1].primary_connections),
        **described(_REPLICAS, "secondary_role_allow_connections", lambda row: row[1].secondary_connections),
        "create_date": lambda row: moment(row[1].created),
        "modify_date": lambda row: moment(row[1].modified),
        "backup_priority": lambda row: row[1].backup_priority,
        "read_only_routing_url": constant(None),
        **described(_REPLICAS, "seeding_mode", lambda row: row[1].seeding_mode),
        "read_write_routing_url": constant(None),
    },
    Right.DEFINITION,
)

AVAILABILITY_DATABASES_CLUSTER = ViewModel(
    _databases,
    {
        "group_id": lambda row: row[0].id,
        "group_database_id": lambda row: row[1].id,
        "database_name": lambda row: row[1].name,
        "truncation_lsn": lambda row: lsn(row[1].log.end),
    },
    Right.ANY_DATABASE,
)
