"""Never are two nodes of a cluster down by our doing, but where a person has consented to stop the whole cluster.

Or where the node's owner has consented to its stop in place, before EC2 stops it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from rehearsal.scenarios.cluster import Cluster
from rehearsal.simulation.invariants.stops_by_us import AtOurStops
from rehearsal.world.ec2.instances import STOPPING_EVENTS
from rehearsal.world.sql.groups.replica import SyncState
from rehearsal.world.sql.server.sql_server import SqlServer
from rehearsal.world.storage.facts import bytes_at_risk
from rehearsal.world.windows.system.services import ServiceState

OF_A_WHOLE_CLUSTER = frozenset(
    {"CacheWarden-AcceptWholeClusterAndStopCluster", "CacheWarden-RequestWholeClusterAndStopCluster"}
)
"""Documents that are the consent to it, or ask for it."""

CACHEWARDEN_SCRIPTS = ("CacheWarden-", "C:\\ProgramData\\CacheWarden\\")
"""How the command line of a script begins that CacheWarden runs on a host: the document's name, or a file's path."""
SCHEDULED_STOP = "Server.ScheduledStop"
"""The code of the state reason where EC2 stops an instance for maintenance."""
A_DAY = timedelta(days=1)
BEGUN_IN_TIME = timedelta(minutes=30)
NOTICED_S = 240.0
"""What happens elsewhere after the look on which an act is decided (three minutes old at most), and until its script
runs, nothing can know."""
UNSEEN_S = 15.0
"""At most so long after every node has answered EC2 is asked to stop one: what happens in that time is unseen."""


class OneNodeDownAtMost(AtOurStops):
    """Checks every other node when a node, or SQL Server on it, is stopped."""

    name = "one-node-down"
    sentence = (
        "CacheWarden stops no second node of a cluster, nor SQL Server on it, while another one is not in service; by "
        "consent it stops a whole cluster, with every cache evacuated, SQL Server running nowhere, and who led as the "
        "last one; or a primary that EC2 is about to stop for maintenance, where no other node can take over, and "
        "then EC2 doesn't take what was evacuated."
    )

    def __init__(self, cluster: Cluster) -> None:
        super().__init__(cluster)
        self._down_since: dict[str, float] = {node: 0.0 for node in cluster.hosts if not cluster.in_service(node)}
        self._stopped_in_place: dict[str, frozenset[str]] = {}
        """Nodes whose SQL Server was stopped in place since their instance's start, and which others were seen stopped,
        or in service, then: what becomes of those later holds nothing up."""
        self._last_stopped: dict[str, float] = {}
        """When EC2 last showed an instance as stopped."""
        self._evacuated_in_place: set[str] = set()
        """Those of which nothing was on instance store any more at some time since."""

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """EC2's stops; and each request of a script of CacheWarden that ends a SQL Server service."""
        yield from super().look(kind, facts)
        if kind == "ec2.state" and facts["state"] == "pending":
            self._last_stopped[facts["instance"].name] = self.cluster.world.clock.monotonic()
        if kind in ("sql.started", "sql.stopped", "ec2.state"):
            self._note_who_is_down()
        if kind.startswith(("storage.", "ec2.")):
            self._note_who_is_evacuated()
        if kind == "ec2.state":
            yield from self._taken_by_ec2(facts["instance"].name, facts["state"])
        if kind == "host.service" and facts["state"] == ServiceState.STOP_PENDING:
            node = next((name for name, host in self.cluster.hosts.items() if host is facts["host"]), None)
            if node is not None:
                yield from self._service_complaints(node, facts["service"])

    def _note_who_is_down(self) -> None:
        now = self.cluster.world.clock.monotonic()
        for node in self.cluster.hosts:
            if self.cluster.in_service(node):
                self._down_since.pop(node, None)
            else:
                self._down_since.setdefault(node, now)

    def _note_who_is_evacuated(self) -> None:
        for node in self._stopped_in_place.keys() - self._evacuated_in_place:
            if not bytes_at_risk(self.cluster.hosts[node].storage):
                self._evacuated_in_place.add(node)

    def _taken_by_ec2(self, node: str, state: str) -> Iterator[str]:
        """EC2's own stop of a node whose cache was safe from it, and isn't any more."""
        if node not in self.cluster.instances:  # an instance beside the cluster
            return
        why = self.cluster.instances[node].state_reason
        by_ec2 = state == "stopping" and why is not None and why[0] == SCHEDULED_STOP
        if by_ec2 and node in self._evacuated_in_place and bytes_at_risk(self.cluster.hosts[node].storage):
            yield f"EC2 stopped {node} with its cache on instance store, though it had been evacuated in place before"
        if state == "pending":
            self._stopped_in_place.pop(node, None)
            self._evacuated_in_place.discard(node)

    def _service_complaints(self, node: str, service: str) -> Iterator[str]:
        """Every other node that hasn't been in service for so long that the script's operation can know it."""
        server = next((each for each in self.cluster.servers(node) if each.service_name == service), None)
        if server is None or not self._has_a_copy(server) or not self._cachewarden_asks(node):
            return
        if self._whole_cluster_is_consented_to():
            return
        in_place = self._in_place_is_consented_to(node) and self._leads_or_led(node)
        if in_place:
            yield from self._who_could_have_led(node, server)
            self._stopped_in_place.setdefault(node, self._stopped_or_in_service())
        now = self.cluster.world.clock.monotonic()
        for other, since in self._down_since.items():
            if in_place and other in self._stopped_in_place[node]:
                continue
            if other != node and now - since > NOTICED_S and not self._left_for_good(other):
                yield f"SQL Server ({service}) on {node} was stopped while {other} was not in service"

    def _has_a_copy(self, server: SqlServer) -> bool:
        """Whether a database of a group is there as its primary has it, or soon is: what a stop takes away."""
        return any(
            group.sync_state(database, server.name) in (SyncState.SYNCHRONIZING, SyncState.SYNCHRONIZED)
            for group in self.cluster.failover_cluster.groups.values()
            if server.name in group.replicas
            for database in group.databases.values()
        )

    def _cachewarden_asks(self, node: str) -> bool:
        """Whether a script of CacheWarden on the node is what runs now."""
        current = self.cluster.world.clock.current
        return current is not None and any(
            process.actor is current and process.command.startswith(CACHEWARDEN_SCRIPTS)
            for process in self.cluster.hosts[node].processes.living()
        )

    def complaints(self, node: str) -> Iterator[str]:
        """Every other node that isn't in service; of a whole cluster, every one that isn't safe to be down with it."""
        others = [other for other in self.cluster.instances if other != node and not self._left_for_good(other)]
        if self._whole_cluster_is_consented_to():
            yield from self._of_whole_cluster(node, others)
            return
        in_place = self._in_place_is_consented_to(node) and self._leads_or_led(node)
        known = (
            self._stopped_or_in_service() | self._stopped_in_place.get(node, frozenset()) if in_place else frozenset()
        )
        for other in others:
            if other in known:
                continue
            if not self.cluster.in_service(other) and not self._just_lost(other):
                yield f"{node} was stopped while {other} was not in service"

    def _stopped_or_in_service(self) -> frozenset[str]:
        """What a node's owner may consent to beside a stop in place: who is up and out of service may be back soon.

        One that was just started was stopped when it was last looked at.
        """
        now = self.cluster.world.clock.monotonic()
        just_started = {name for name, at in self._last_stopped.items() if now - at <= NOTICED_S}
        return frozenset(
            name
            for name, instance in self.cluster.instances.items()
            if instance.state.api_name == "stopped" or name in just_started or self.cluster.in_service(name)
        )

    def _just_lost(self, node: str) -> bool:
        """Whether its Windows ended by itself, so shortly before that no look can have seen it."""
        if self.cluster.hosts[node].up or node in self._going_down:
            return False
        return self.cluster.world.clock.monotonic() - self._down_since.get(node, 0.0) <= UNSEEN_S

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

    def _in_place_is_consented_to(self, node: str) -> bool:
        """Whether its owner's tag says so today, and EC2 shows that it will stop the instance within a day."""
        instance, now = self.cluster.instances[node], self.cluster.world.clock.now()
        word, _, until = instance.tags.get("cachewarden:consent", "").partition("/")
        shown = any(
            event.code in STOPPING_EVENTS
            and not event.description.startswith(("[Completed]", "[Canceled]"))
            and event.not_before - now <= A_DAY
            for event in instance.scheduled_events
        )
        return word == "evacuate-in-place" and shown and self._counts_until(until)

    def _counts_until(self, until: str) -> bool:
        """So long a consent counts for what begins; what was begun may take half an hour more."""
        end = datetime.fromisoformat(until.replace("Z", "+00:00"))
        return self.cluster.world.clock.now() <= end + BEGUN_IN_TIME

    def _leads_or_led(self, node: str) -> bool:
        """Whether a group has its primary on the node, or had it last."""
        failover_cluster = self.cluster.failover_cluster
        owners = [group.owner for group in failover_cluster.groups.values() if group.owner]
        return any(failover_cluster.node_of(owner) == node for owner in owners)

    def _who_could_have_led(self, node: str, server: SqlServer) -> Iterator[str]:
        """Replicas that would have taken over within a minute, without losing anything."""
        for group in self.cluster.failover_cluster.groups.values():
            if group.primary is None or group.primary.server != server.name:
                continue
            for replica in group.secondaries():
                whole = all(
                    group.sync_state(database, replica.server) is SyncState.SYNCHRONIZED
                    and database.log.redo_queue(replica.server) <= 60 * database.log.redo_rate
                    for database in group.databases.values()
                )
                if whole and self.cluster.failover_cluster.node_of(replica.server) in self.cluster.hosts:
                    yield f"{node} was stopped in place though {replica.server} could take over {group.name}"

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
