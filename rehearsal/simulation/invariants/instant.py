"""The world at one instant, as far as messages speak of it: each node, each Availability Group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from rehearsal.scenarios.cluster import Cluster
from rehearsal.simulation.cache_location import locate_cache
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.replica import FailoverMode, SyncState
from rehearsal.world.storage.facts import bytes_at_risk, data_loss


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeFacts:
    """One node at one instant. `lost`: spaces whose content is gone; `at_risk`: it doesn't run, and a cache is on
    instance store. `cache`: where it lies, `none` where there is none. `servers`: names of its SQL Server instances.
    """

    state: str
    instance_type: str
    lost: tuple[str, ...]
    at_risk: bool
    cache: str
    sql_runs: bool
    serves: bool
    protected: bool
    servers: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupFacts:
    """One group at one instant. `serving`: whether every database takes commits on the primary. `current`: secondaries
    that run and have every commit of every database. `automatic`: replicas in automatic failover mode."""

    primary: str | None
    serving: bool
    replicas: frozenset[str]
    current: tuple[str, ...]
    automatic: frozenset[str]
    required: int

    @property
    def fails_over(self) -> bool:
        """Whether a secondary takes over by itself where the primary is lost."""
        return self.primary in self.automatic and bool(self.automatic.intersection(self.current))


@dataclass(frozen=True, slots=True, kw_only=True)
class Instant:
    """The world's nodes and groups from this moment until the next instant."""

    at: datetime
    nodes: Mapping[str, NodeFacts]
    groups: Mapping[str, GroupFacts]

    def in_step(self, node: str, group: str) -> bool:
        """Whether each replica of the group on the node leads it, or has every commit."""
        own, facts = self.nodes[node].servers, self.groups[group]
        return all(server in (facts.primary, *facts.current) for server in own & facts.replicas)


def instant_of(cluster: Cluster) -> Instant:
    """The world now."""
    return Instant(
        at=cluster.world.clock.now(),
        nodes={node: _node_facts(cluster, node) for node in cluster.instances},
        groups={name: _group_facts(group) for name, group in cluster.failover_cluster.groups.items()},
    )


def _node_facts(cluster: Cluster, node: str) -> NodeFacts:
    instance, storage = cluster.instances[node], cluster.hosts[node].storage
    state = instance.state.api_name
    return NodeFacts(
        state=state,
        instance_type=instance.type.name,
        lost=data_loss(storage),
        at_risk=state != "running" and bytes_at_risk(storage) > 0,
        cache=locate_cache(storage, instance_store_gone=state in ("stopped", "terminated")).place,
        sql_runs=cluster.sql_runs(node),
        serves=cluster.in_service(node),
        protected=instance.stop_protected,
        servers=frozenset(server.name for server in cluster.servers(node)),
    )


def _group_facts(group: AvailabilityGroup) -> GroupFacts:
    primary = group.primary.server if group.primary is not None else None
    databases = group.databases.values()
    return GroupFacts(
        primary=primary,
        serving=all(group.writing_server(each) == primary for each in databases),
        replicas=frozenset(group.replicas),
        current=tuple(
            replica.server
            for replica in group.secondaries()
            if group.participates(replica.server)
            and all(group.sync_state(each, replica.server) is SyncState.SYNCHRONIZED for each in databases)
        ),
        automatic=frozenset(
            replica.server for replica in group.replicas.values() if replica.failover_mode is FailoverMode.AUTOMATIC
        ),
        required=group.required_synchronized,
    )
