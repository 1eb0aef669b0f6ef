"""Never are two nodes of a cluster down by our doing, but where a person has consented to stop the whole cluster."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.simulation.invariants.stops_by_us import AtOurStops
from rehearsal.world.storage.facts import bytes_at_risk

OF_A_WHOLE_CLUSTER = frozenset(
    {"CacheWarden-AcceptWholeClusterAndStopCluster", "CacheWarden-RequestWholeClusterAndStopCluster"}
)
"""Documents that are the consent to it, or ask for it."""


class OneNodeDownAtMost(AtOurStops):
    """Checks every other node when a node is stopped."""

    name = "one-node-down"
    sentence = (
        "CacheWarden stops no second node of a cluster while another one is not in service; by consent it stops a "
        "whole cluster, with every cache evacuated, SQL Server running nowhere, and who led as the last one."
    )

    def complaints(self, node: str) -> Iterator[str]:
        """Every other node that isn't in service; of a whole cluster, every one that isn't safe to be down with it."""
        others = [other for other in self.cluster.instances if other != node and not self._left_for_good(other)]
        if self._whole_cluster_is_consented_to():
            yield from self._of_whole_cluster(node, others)
            return
        for other in others:
            if not self.cluster.in_service(other):
                yield f"{node} was stopped while {other} was not in service"

    def _left_for_good(self, node: str) -> bool:
        """Whether its instance never comes back or was evicted, and no group counts it as a copy any more."""
        cluster, host = self.cluster.failover_cluster, self.cluster.hosts[node]
        member = cluster.nodes.get(host.name)
        evicted = host.cluster is cluster and (member is None or member.host is not host)
        servers = {server for group in cluster.groups.values() for server in group.replicas}
        counted = any(server in cluster.servers and cluster.servers[server].host is host for server in servers)
        return (evicted or self.cluster.instances[node].state.api_name == "terminated") and not counted

    def _whole_cluster_is_consented_to(self) -> bool:
        """Whether such a document is under way."""
        return any(
            execution.ended is None and execution.document.name in OF_A_WHOLE_CLUSTER
            for execution in self.cluster.account.automations.executions.values()
        )

    def _of_whole_cluster(self, node: str, others: list[str]) -> Iterator[str]:
        failover_cluster = self.cluster.failover_cluster
        owners = {failover_cluster.node_of(group.owner) for group in failover_cluster.groups.values() if group.owner}
        for other in others:
            if bytes_at_risk(self.cluster.hosts[other].storage):
                yield f"{node} was stopped with the whole cluster while the cache of {other} was on instance store"
            if self.cluster.sql_runs(other):
                yield f"{node} was stopped with the whole cluster while SQL Server ran on {other}"
            if node in owners and self.cluster.instances[other].state.api_name != "stopped":
                yield f"{node} led a group and was stopped before {other}"
