"""Records what every node was, and since when: instance, Windows, SQL Server, role, place of the write cache.

An observer of the world's checkpoints (`world.observers.append(recorder.look)`). It changes nothing in the world, looks
only at what a checkpoint's kind concerns, and keeps an entry only where something differs from the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rehearsal.scenarios.cluster import Cluster
from rehearsal.simulation.cache_location import CacheLocation, locate_cache
from rehearsal.world.sql.groups.replica import Role, SyncState
from rehearsal.world.windows.system.services import ServiceState

SAMPLE_EVERY_S = 5.0
"""At most this often a moving cache is measured: the picture can't show more."""

SERVICE_STATES = {
    ServiceState.STOPPED: "down",
    ServiceState.START_PENDING: "starting",
    ServiceState.STOP_PENDING: "stopping",
    ServiceState.RUNNING: "starting",
}
"""What to call SQL Server while it doesn't run, by its service; RUNNING is seen for an instant only."""


class Aspect(StrEnum):
    """What of a node is followed; the order is that of the report's rows."""

    INSTANCE = "instance"
    WINDOWS = "windows"
    SQL = "sql"
    ROLE = "role"
    CACHE = "cache"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """From `at_s` on (virtual seconds) this holds. `state`: a stable name; `detail`: what else differs, or empty;
    `cache`: the measured places, of aspect CACHE only."""

    at_s: float
    state: str
    detail: str = ""
    cache: CacheLocation | None = None


@dataclass(slots=True)
class NodeHistory:
    """Everything recorded of one node, in order. `samples`: (instant, share of the cache on Swap) while it moved."""

    changes: dict[Aspect, list[Change]] = field(default_factory=lambda: {aspect: [] for aspect in Aspect})
    samples: list[tuple[float, float]] = field(default_factory=list)
    generation: int = 0
    """Instance store that Windows booted with; another one means that its content is gone already."""


class Recorder:
    """Follows all nodes of a cluster from its creation on."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._clock = cluster.world.clock
        self.nodes: dict[str, NodeHistory] = {name: NodeHistory() for name in cluster.hosts}
        self._moving: set[str] = set()
        self._going_down: set[str] = set()
        self._look_by_part: Mapping[str, Callable[[str, Mapping[str, Any]], None]] = {
            "ec2": self._ec2, "host": self._host, "storage": self._storage, "sql": self._sql, "cluster": self._sql,
        }  # fmt: skip
        for name in self.nodes:
            self._note_generation(name)
            self._look_at(name)

    def look(self, kind: str, facts: Mapping[str, Any]) -> None:
        """A `World.checkpoint` observer."""
        look = self._look_by_part.get(kind.partition(".")[0])
        if look is not None:
            look(kind, facts)
        if self._moving:
            self._sample()

    # -- what a checkpoint concerns -----------------------------------------------------------------------------------

    def _ec2(self, kind: str, facts: Mapping[str, Any]) -> None:
        if kind not in ("ec2.state", "ec2.protection"):
            return
        name = facts["instance"].name
        if name in self.nodes:
            self._instance(name)
            self._windows(name)
            self._cache(name)

    def _host(self, kind: str, facts: Mapping[str, Any]) -> None:
        name = facts["node"]
        if name in self.nodes:
            if kind == "host.up":
                self._note_generation(name)
            elif kind == "host.shutting-down":
                self._going_down.add(name)
            self._windows(name)
            self._cache(name)
            self._sql_and_role(name)

    def _storage(self, kind: str, facts: Mapping[str, Any]) -> None:
        if facts["node"] in self.nodes:
            self._cache(facts["node"])

    def _sql(self, kind: str, facts: Mapping[str, Any]) -> None:
        for name in self.nodes:
            self._sql_and_role(name)

    def _look_at(self, name: str) -> None:
        self._instance(name)
        self._windows(name)
        self._sql_and_role(name)
        self._cache(name)

    def _note_generation(self, name: str) -> None:
        self.nodes[name].generation = self._cluster.instances[name].instance_store_generation

    # -- what is -----------------------------------------------------------------------------------------------------

    def _instance(self, name: str) -> None:
        instance = self._cluster.instances[name]
        protected = "protected" if instance.stop_protected else "unprotected"
        self._note(name, Aspect.INSTANCE, instance.state.api_name, protected)

    def _windows(self, name: str) -> None:
        host = self._cluster.hosts[name]
        if host.up:
            state = "shutting-down" if name in self._going_down else "up"
        else:
            self._going_down.discard(name)
            state = "booting" if host.powered else "off"
        self._note(name, Aspect.WINDOWS, state)

    def _sql_and_role(self, name: str) -> None:
        host, servers = self._cluster.hosts[name], self._cluster.servers(name)
        down = [server for server in servers if not server.running]
        if down or not servers:
            service = host.services.get(down[0].service_name) if down else None
            self._note(name, Aspect.SQL, "down" if service is None else SERVICE_STATES[service.state])
            self._note(name, Aspect.ROLE, "none")
            return
        self._note(name, Aspect.SQL, "hung" if any(server.frozen for server in servers) else "up")
        roles, worst, seeding = set(), SyncState.SYNCHRONIZED, False
        for group in self._cluster.failover_cluster.groups.values():
            for replica in [group.replicas[one.name] for one in servers if one.name in group.replicas]:
                roles.add(replica.role)
                seeding |= any(one.active and one.target == replica.server for one in group.seeding.operations)
                for database in group.databases.values():
                    worst = min(worst, group.sync_state(database, replica.server))
        if Role.PRIMARY in roles:
            self._note(name, Aspect.ROLE, "primary")
        elif Role.RESOLVING in roles:
            self._note(name, Aspect.ROLE, "resolving")
        elif roles:
            state = "seeding" if seeding else worst.name.lower().replace("_", "-")
            self._note(name, Aspect.ROLE, "secondary", state)
        else:
            self._note(name, Aspect.ROLE, "none")

    def _cache(self, name: str) -> None:
        host, instance, history = self._cluster.hosts[name], self._cluster.instances[name], self.nodes[name]
        gone = instance.instance_store_generation != history.generation
        seen = locate_cache(host.storage, instance_store_gone=gone)
        before = history.changes[Aspect.CACHE]
        if not before or (before[-1].state, before[-1].detail) != (seen.state, seen.target):
            at_s = self._clock.monotonic()
            _append(before, Change(at_s=at_s, state=seen.state, detail=seen.target, cache=seen))
            history.samples.append((at_s, seen.share_on_swap))
        if seen.state == "moving":
            self._moving.add(name)
        else:
            self._moving.discard(name)

    def _sample(self) -> None:
        now = self._clock.monotonic()
        for name in sorted(self._moving):
            samples = self.nodes[name].samples
            if now - samples[-1][0] >= SAMPLE_EVERY_S:
                seen = locate_cache(self._cluster.hosts[name].storage, instance_store_gone=False)
                samples.append((now, seen.share_on_swap))

    def _note(self, name: str, aspect: Aspect, state: str, detail: str = "") -> None:
        changes = self.nodes[name].changes[aspect]
        if not changes or changes[-1].state != state or changes[-1].detail != detail:
            _append(changes, Change(at_s=self._clock.monotonic(), state=state, detail=detail))


def _append(changes: list[Change], change: Change) -> None:
    """What lasted no time at all was nothing: the later look of the same instant replaces it."""
    if changes and changes[-1].at_s == change.at_s:
        changes.pop()
    if not changes or (changes[-1].state, changes[-1].detail) != (change.state, change.detail):
        changes.append(change)
