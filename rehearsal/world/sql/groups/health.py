"""synchronization_health of a database, a replica and a group, from the states of the copies.

Source: sys.dm_hadr_database_replica_states, sys.dm_hadr_availability_replica_states and their group's view.
"""

from __future__ import annotations

from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.replica import GroupDatabase, Health, SyncState


def database_health(group: AvailabilityGroup, database: GroupDatabase, server: str) -> Health:
    """Of one copy; SYNCHRONIZING is all that an asynchronous one can be."""
    match group.sync_state(database, server):
        case SyncState.SYNCHRONIZED:
            return Health.HEALTHY
        case SyncState.SYNCHRONIZING:
            return Health.PARTIALLY_HEALTHY if group.replicas[server].synchronous else Health.HEALTHY
        case _:
            return Health.NOT_HEALTHY


def replica_health(group: AvailabilityGroup, server: str) -> Health:
    """The worst of its databases; a group without databases is healthy while connected."""
    states = [database_health(group, database, server) for database in group.databases.values()]
    if not states:
        return Health.HEALTHY if group.replicas[server].connected else Health.NOT_HEALTHY
    return min(states)


def group_health(group: AvailabilityGroup) -> Health:
    """Healthy or not when all replicas agree, partially otherwise."""
    states = {replica_health(group, server) for server in group.replicas}
    if states <= {Health.HEALTHY}:
        return Health.HEALTHY
    return Health.NOT_HEALTHY if states == {Health.NOT_HEALTHY} else Health.PARTIALLY_HEALTHY
