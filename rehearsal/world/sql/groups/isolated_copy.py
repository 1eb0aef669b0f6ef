"""What a copy of a server knows of its Availability Groups: its disks hold them, and it reaches no other node.

Its failover cluster is a store of its own without quorum: no group gets a primary there, whatever the original's do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rehearsal.world.context import RunContext
from rehearsal.world.sql.databases.database import Database
from rehearsal.world.sql.databases.log import LogCopy
from rehearsal.world.sql.groups.cluster import ClusterHost, FailoverCluster
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.replica import GroupDatabase, Member, Operational, Replica, Role


class GroupMember(Protocol):
    """What is read of an instance whose disks are copied."""

    name: str
    databases: dict[str, Database]

    def groups(self) -> list[AvailabilityGroup]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDatabase:
    """One database of a group; `hardened`: KB of the group's log that this server has."""

    id: str
    name: str
    data_bytes: int
    hardened: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGroup:
    """One group as the copied server's disks have it. Only databases that the server had joined are in it."""

    id: str
    name: str
    resource_id: str
    resource_group_id: str
    db_failover: bool
    required_synchronized: int
    basic: bool
    contained: bool
    replicas: tuple[Replica, ...]
    databases: tuple[StoredDatabase, ...]


def stored_groups(server: GroupMember) -> tuple[StoredGroup, ...]:
    """Of this moment; nothing of it changes with the groups."""
    found = []
    for group in server.groups():
        group.advance()
        joined = [each for each in group.databases.values() if each.members[server.name].joined]
        databases = tuple(
            StoredDatabase(
                id=each.id, name=each.name, data_bytes=each.data_bytes, hardened=each.log.copies[server.name].hardened
            )
            for each in joined
        )
        found.append(
            StoredGroup(
                id=group.id,
                name=group.name,
                resource_id=group.resource_id,
                resource_group_id=group.resource_group_id,
                db_failover=group.db_failover,
                required_synchronized=group.required_synchronized,
                basic=group.basic,
                contained=group.contained,
                replicas=tuple(replace(each) for each in group.replicas.values()),
                databases=databases,
            )
        )
    return tuple(found)


def isolated_cluster(
    world: RunContext, name: str, host: ClusterHost, server: str, groups: Sequence[StoredGroup]
) -> FailoverCluster:
    """The copy's own view of the failover cluster: its node never joins, so there is no quorum."""
    cluster = FailoverCluster(world, name, [host])
    cluster.nodes[host.name].isolated = True
    for stored in groups:
        group = AvailabilityGroup(
            cluster,
            group_id=stored.id,
            name=stored.name,
            resource_id=stored.resource_id,
            resource_group_id=stored.resource_group_id,
            db_failover=stored.db_failover,
            required_synchronized=stored.required_synchronized,
            basic=stored.basic,
            contained=stored.contained,
        )
        cluster.groups[group.name] = group
        for replica in stored.replicas:
            group.add_replica(replace(replica, role=Role.RESOLVING, operational=Operational.OFFLINE, connected=False))
        for each in stored.databases:
            database = GroupDatabase(
                id=each.id, name=each.name, log=group.new_log(group.settings.log_write_kb_s), data_bytes=each.data_bytes
            )
            database.log.end = database.log.committed = database.log_backup_kb = each.hardened
            group.add_database(database)
            database.members[server] = Member(server=server, joined=True)
            database.log.copies[server] = LogCopy(server=server, hardened=each.hardened, redone=each.hardened)
    return cluster
