"""The Windows Server failover cluster: nodes, witness, quorum, and the Availability Groups in its store.

A node that leaves in an orderly way is missed at once; one that vanishes is missed when its heartbeats have failed for
`node_failure_detection_s`. What the invariants and the report read is at the end: commits, outages, losses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Protocol

from rehearsal.world.context import RunContext
from rehearsal.world.sql.databases.database import BackupRecord
from rehearsal.world.sql.databases.ledger import Interval, LostCommits, merged
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.quorum import QUORUM_TYPE, QuorumType, Voter, WitnessKind, count_again, has_quorum
from rehearsal.world.sql.groups.servers import ReplicaServer
from rehearsal.world.sql.settings import SqlSettings
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.windows.system.services import ServiceState, ServiceTable, StartMode

SERVICE = "ClusSvc"
CORE_GROUP = "Cluster Group"
DRAIN_S = 2.0


class Drain(IntEnum):
    """DrainStatus of a cluster node."""

    NOT_INITIATED = 0
    IN_PROGRESS = 1
    COMPLETED = 2
    FAILED = 3


class ClusterHost(Protocol):
    """What the cluster needs of a Windows server that becomes a node."""

    name: str
    up: bool
    services: ServiceTable
    storage: StorageSpaces
    cluster: FailoverCluster | None
    on_power_lost: list[Callable[[], None]]


class ClusterNode:
    """One node; the body of the host's ClusSvc service. `up`: its cluster service runs and is a member."""

    def __init__(self, cluster: FailoverCluster, host: ClusterHost, number: int) -> None:
        self.cluster = cluster
        self.host = host
        self.name: str = host.name
        self.number = number
        self.up = False
        self.paused = False
        self.drain = Drain.NOT_INITIATED
        self.drain_hangs = False
        """A role of the cluster doesn't leave the node: its drain stays in progress."""
        self.stays_paused = False
        """The cluster accepts that the node is resumed, and doesn't show it yet."""
        self.isolated = False
        """Its network to the other nodes and the witness is cut."""
        self.voter = Voter(name=self.name, weight=1, up=False)

    def start(self) -> None:
        """Joins the cluster; takes time."""
        self.cluster.world.clock.sleep(self.cluster.settings.cluster_service_join_s)
        self.join()

    def join(self) -> None:
        """Joins without time passing: how a story's world begins. A node that was evicted finds no cluster to join."""
        if self.up or self.isolated or self.cluster.nodes.get(self.name) is not self:
            return
        self.up = self.voter.up = True
        self.cluster.say(f"{self.name} joined the cluster", "node-up", self.name)
        self.cluster.membership_changed(self, clean=True)

    def stop(self) -> None:
        """Leaves in an orderly way; takes time."""
        self._leave(clean=True)
        self.cluster.world.clock.sleep(self.cluster.settings.cluster_service_stop_s)

    def crashed(self) -> None:
        """The host is gone; the others notice later."""
        self._leave(clean=False)

    def cut_off(self, seconds: float | None) -> None:
        """The network to the others and the witness is cut, for `seconds` or for good: they miss it, as after a crash.

        What runs on the node goes on without the cluster; its cluster service joins again when the network is back.
        """
        self.isolated = True
        self._leave(clean=False)
        if seconds is not None:
            self.cluster.world.clock.call_later(seconds, self._reconnected)

    def _reconnected(self) -> None:
        self.isolated = False
        self.cluster.say(f"{self.name} has its network again", "network-back", self.name)
        if self.host.up and self.host.services[SERVICE].state is ServiceState.RUNNING:
            self.cluster.world.clock.call_later(self.cluster.settings.cluster_service_join_s, self._rejoin)

    def _rejoin(self) -> None:
        if self.host.up and self.host.services[SERVICE].state is ServiceState.RUNNING:
            self.join()

    def _leave(self, *, clean: bool) -> None:
        if not self.up:
            return
        self.up = False
        self.cluster.say(f"{self.name} left the cluster", "node-down", self.name, "orderly" if clean else "vanished")
        if clean:
            self.voter.up = False
            self.cluster.membership_changed(self, clean=True)
            return
        self.cluster.servers_changed(self, clean=False)
        self.cluster.world.clock.call_later(self.cluster.settings.node_failure_detection_s, self._missed)

    def _missed(self) -> None:
        if not self.up and self.voter.up:
            self.voter.up = False
            self.cluster.membership_changed(self, clean=False)

    def begin_drain(self) -> None:
        """Suspend-ClusterNode -Drain: returns at once; the cluster's own roles leave, an Availability Group doesn't."""
        self.pause(True)
        self.cluster.world.clock.call_later(self.cluster.settings.drain_shown_s, self._drains)

    def _drains(self) -> None:
        if not self.paused:
            return
        self.drain = Drain.IN_PROGRESS
        if not self.drain_hangs:
            self.cluster.world.clock.call_later(DRAIN_S, self._drained)

    def _drained(self) -> None:
        if self.drain is not Drain.IN_PROGRESS:
            return
        leads = any(
            self.cluster.node_of(group.owner) == self.name for group in self.cluster.groups.values() if group.owner
        )
        self.drain = Drain.FAILED if leads else Drain.COMPLETED
        other = next((node for node in self.cluster.nodes.values() if node.up and node is not self), None)
        if self.cluster.core_owner == self.name and other is not None:
            self.cluster.core_owner = other.name

    def pause(self, paused: bool) -> None:
        """Suspend-ClusterNode and Resume-ClusterNode: a paused node gets no group by automatic failover."""
        if not paused and self.stays_paused:
            return
        if not paused:
            self.drain = Drain.NOT_INITIATED
        if self.paused != paused:
            self.paused = paused
            self.cluster.say(f"{self.name} {'paused' if paused else 'resumed'}", "node-paused", self.name)


class FailoverCluster:
    """`nodes` are hosts (WindowsHost); each gets its cluster service. `witness` votes as long as it is reachable."""

    def __init__(
        self, world: RunContext, name: str, nodes: Sequence[ClusterHost], witness: WitnessKind = WitnessKind.FILE_SHARE
    ) -> None:
        self.world = world
        self.name = name
        self.settings = world.settings.part(SqlSettings)
        self.nodes: dict[str, ClusterNode] = {}
        self.servers: dict[str, ReplicaServer] = {}
        """By replica_server_name: `SALES1`, `SALES1\\INST`."""
        self.groups: dict[str, AvailabilityGroup] = {}
        self.witness_kind = witness
        self.witness: Voter | None = None
        if witness is not WitnessKind.NONE:
            self.witness = Voter(name=f"{name} witness", weight=1, up=True, is_witness=True)
        self.quorum = False
        self.forced_quorum = False
        self.core_owner: str | None = None
        self.backup_media: dict[str, list[BackupRecord]] = {}
        """Backup files by path, lower case: a share that every node reaches."""
        self.certificate_files: dict[str, str | None] = {}
        """By path, lower case: the password of a private key's file; None for a certificate's."""
        for host in nodes:
            self.add_node(host)

    def add_node(self, host: ClusterHost) -> ClusterNode:
        """Installs the cluster service on a host; the node joins when the service starts."""
        node = ClusterNode(self, host, len(self.nodes) + 1)
        self.nodes[node.name] = node
        host.cluster = self
        service = host.services[SERVICE]
        service.start_mode = StartMode.AUTOMATIC
        host.services.attach(SERVICE, node)
        host.on_power_lost.append(node.crashed)
        return node

    def evict(self, name: str) -> None:
        """Remove-ClusterNode of a node that is down: it is no member any more, and its vote is gone with it."""
        node = self.nodes.pop(name)
        self.say(f"{name} is evicted from the cluster", "node-evicted", name)
        self.membership_changed(node, clean=True)

    # --- quorum ---

    @property
    def voters(self) -> list[Voter]:
        found = [node.voter for node in self.nodes.values()]
        return found if self.witness is None else [*found, self.witness]

    @property
    def has_quorum(self) -> bool:
        return self.quorum

    @property
    def quorum_type(self) -> QuorumType:
        return QUORUM_TYPE[self.witness_kind]

    def membership_changed(self, node: ClusterNode | None, *, clean: bool) -> None:
        """Counts votes after a node or the witness came or went, and informs the groups."""
        before = self.quorum
        if not before and all(voter.current == 0 for voter in self.voters):
            for voter in self.voters:
                voter.current = voter.weight
        self.quorum = self.forced_quorum or has_quorum(self.voters)
        if self.quorum:
            count_again(self.voters, dynamic=self.settings.dynamic_quorum)
        self._place_core_group()
        if self.quorum and not before:
            self.say(f"cluster {self.name} has quorum", "quorum", None)
            for other in self.nodes.values():
                if other.up:
                    self.servers_changed(other, clean=True)
        elif before and not self.quorum:
            self.say(f"cluster {self.name} lost quorum", "quorum-lost", None)
            for group in self.groups.values():
                group.failover.quorum_lost()
        elif node is not None:
            self.servers_changed(node, clean=clean)

    def servers_changed(self, node: ClusterNode, *, clean: bool) -> None:
        """The groups check the instances of this node again."""
        for server in self.servers.values():
            if server.host is node.host and (server.running or not node.up):
                self.participation_changed(server.name, clean=clean)

    def participation_changed(self, server: str, *, clean: bool) -> None:
        for group in self.groups.values():
            group.participation_changed(server, clean=clean)

    def set_witness(self, reachable: bool) -> None:
        """The file share, disk or blob can be reached, or not."""
        if self.witness is not None and self.witness.up != reachable:
            self.witness.up = reachable
            self.say(f"witness {'reachable' if reachable else 'unreachable'}", "witness", None)
            self.membership_changed(None, clean=True)

    def force_quorum(self) -> None:
        """Start-ClusterNode -ForceQuorum: only forced failover is allowed from now on (41125)."""
        self.forced_quorum = True
        self.membership_changed(None, clean=True)

    def _place_core_group(self) -> None:
        up = [node.name for node in self.nodes.values() if node.up]
        if self.core_owner not in up:
            self.core_owner = up[0] if up else None

    # --- servers and groups ---

    def node_of(self, server: str) -> str:
        """Name of the node an instance runs on."""
        found = self.servers.get(server)
        return server.split("\\")[0] if found is None else found.host.name

    def another_node_is_up(self, server: str) -> bool:
        """Whether the cluster runs on a node besides the instance's."""
        own = self.node_of(server)
        return any(node.up and node.name != own for node in self.nodes.values())

    def group_by_name(self, name: str) -> AvailabilityGroup | None:
        folded = name.lower()
        return next((group for group in self.groups.values() if group.name.lower() == folded), None)

    def new_guid(self) -> str:
        return self.world.uuid().upper()

    # --- what became of commits ---

    def committed(self) -> dict[tuple[str, str], float]:
        """(group, database) → kilobytes of log that were acknowledged to clients; grows, and falls only by a loss."""
        found = {}
        for group in self.groups.values():
            group.advance()
            for database in group.databases.values():
                found[group.name, database.name] = database.log.committed
        return found

    def write_outage_intervals(self, *, database: str | None = None) -> list[Interval]:
        """When no commit could be made: for one database, or for any of them (merged)."""
        return self._intervals("write_outage", database)

    def data_at_risk_intervals(self, *, database: str | None = None) -> list[Interval]:
        """When fewer than two readable copies held every acknowledged commit."""
        return self._intervals("at_risk", database)

    def alone_intervals(self) -> list[Interval]:
        """The same, and no copy that receives log lacked only the newest of it."""
        return self._intervals("alone", None)

    def slow_commit_intervals(self) -> list[Interval]:
        """When commits waited for a volume whose extents move."""
        return self._intervals("slow_commits", None)

    def slowest_commit_s(self) -> float:
        """The longest that a commit waited so."""
        return max(
            (one.slowest_commit_s for group in self.groups.values() for one in group.databases.values()), default=0
        )

    def _intervals(self, kind: str, name: str | None) -> list[Interval]:
        found: list[Interval] = []
        for group in self.groups.values():
            for database in group.databases.values():
                if name is None or database.name.lower() == name.lower():
                    found.extend(getattr(database, kind).intervals())
        return merged(found)

    def lost_commits(self) -> list[LostCommits]:
        """Acknowledged commits that are gone for good, in the order in which they were lost."""
        found = [lost for group in self.groups.values() for lost in group.lost_commits]
        return sorted(found, key=lambda lost: (lost.at, lost.database))

    def unreachable_commits(self) -> list[LostCommits]:
        """Acknowledged commits that no readable copy holds now; lost for good unless a volume comes back."""
        return [lost for group in self.groups.values() for lost in group.unreachable_commits()]

    # --- trace ---

    def say(self, text: str, kind: str, node: str | None, why: str | None = None) -> None:
        self.world.trace.record("cluster", kind, text, node=node, why=why, cluster=self.name)
        self.world.checkpoint(f"cluster.{kind}", cluster=self, node=node)
