"""Availability Groups of the cluster, pieced together from what each host sees.

A secondary sees only its own state, so each group is read from its primary; who that is follows from the newest claim.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from cachewarden.evidence.availability_groups import (
    CONNECTED,
    HEALTHY,
    OPERATIONAL_ONLINE,
    AvailabilityGroup,
    AvailabilityReplica,
)
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupView:
    """One group as its primary sees it; where no primary is known, as some host sees it."""

    group: AvailabilityGroup
    seen_at: datetime
    primary_id: str | None
    contested: bool
    instance_of: dict[str, str]

    @property
    def id(self) -> str:
        """The group's GUID, lower case."""
        return self.group.id

    @property
    def name(self) -> str:
        """The group's name, for sentences only."""
        return self.group.name

    def instance_id(self, replica: AvailabilityReplica) -> str | None:
        """The instance on which `replica` lives, None where no host answers to its server name."""
        return self.instance_of.get(computer_of(replica.server))

    def replicas_on(self, instance_id: str) -> tuple[AvailabilityReplica, ...]:
        """The group's replicas on one instance."""
        return tuple(replica for replica in self.group.replicas if self.instance_id(replica) == instance_id)

    def server_on(self, instance_id: str | None) -> str | None:
        """Name of the SQL Server instance that holds the group's replica there: one node may run several."""
        return next((item.server for item in self.group.replicas if self.instance_id(item) == instance_id), None)

    def shares_primary(self, other: "GroupView") -> bool:
        """Whether one SQL Server instance leads both: only then one command reaches both."""
        same_node = self.primary_id is not None and self.primary_id == other.primary_id
        return same_node and self.server_on(self.primary_id) == other.server_on(other.primary_id)

    def is_on(self, instance_id: str) -> bool:
        """Whether the instance holds a replica of the group."""
        return bool(self.replicas_on(instance_id))

    def unknown_servers(self, outside: frozenset[str]) -> tuple[str, ...]:
        """Replicas that no observed instance answers for, but those on computers `outside`."""
        return tuple(
            sorted(
                item.server
                for item in self.group.replicas
                if self.instance_id(item) is None and computer_of(item.server) not in outside
            )
        )

    def outside(self, outside: frozenset[str]) -> tuple[AvailabilityReplica, ...]:
        """Replicas on computers `outside` that no observed instance answers for."""
        return tuple(
            item
            for item in self.group.replicas
            if computer_of(item.server) in outside and self.instance_id(item) is None
        )

    def led_from(self, outside: frozenset[str]) -> str | None:
        """The primary that the cluster last wrote down, where it is on one of these computers and nobody else leads."""
        told = self.group.primary
        if self.primary_id is not None or not told or computer_of(told) not in outside:
            return None
        return None if computer_of(told) in self.instance_of else told

    @property
    def online(self) -> bool:
        """Whether the primary is known, undisputed and serving."""
        return self.primary_id is not None and not self.contested and self.group.operational == OPERATIONAL_ONLINE


@lru_cache(maxsize=1024)
def computer_of(server: str) -> str:
    """Computer part of a replica's server name (`NODE` or `NODE\\INSTANCE`), in lower case."""
    return server.partition("\\")[0].casefold()


def read_groups(evidence: ClusterEvidence) -> tuple[GroupView, ...]:
    """Every group that any host reports, ordered by id."""
    instance_of = {
        replica.host.computer.casefold(): replica.instance_id for replica in evidence.replicas if replica.host
    }
    seen: dict[str, list[tuple[datetime, str, AvailabilityGroup]]] = {}
    for replica in evidence.replicas:
        if replica.host is None or replica.host.sql is None:
            continue
        for group in replica.host.sql.groups:
            seen.setdefault(group.id, []).append((replica.host.sql_at, replica.instance_id, group))
    return tuple(_view(seen[group_id], instance_of) for group_id in sorted(seen))


def groups_led_by(evidence: ClusterEvidence, instance_id: str) -> tuple[str, ...]:
    """Ids of the groups whose primary is on the instance."""
    return tuple(view.id for view in read_groups(evidence) if view.primary_id == instance_id)


def _view(reports: list[tuple[datetime, str, AvailabilityGroup]], instance_of: dict[str, str]) -> GroupView:
    claims = [report for report in reports if report[2].seen_from_primary]
    newest_at, instance_id, group = max(claims or reports, key=lambda report: (report[0], report[1]))
    # An older claim is a former primary that hasn't been asked since; two of the same round contradict each other.
    contested = sum(1 for claim in claims if claim[0] == newest_at) > 1
    return GroupView(
        group=group,
        seen_at=newest_at,
        primary_id=instance_id if claims else None,
        contested=contested,
        instance_of=instance_of,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A replica that could become primary, or why it can't."""

    instance_id: str
    server: str
    obstacle: str | None
    redo_queue_kb: int | None
    redo_s: int | None
    same_zone: bool

    def redoes_within(self, seconds: float) -> bool:
        """Whether a failover to it is known to take no longer than this for redo."""
        return self.redo_s is not None and self.redo_s <= seconds


def candidates(
    view: GroupView,
    leaving: ReplicaEvidence,
    partners: Iterable[ReplicaEvidence],
    *,
    redo_max_s: float,
    spared: Container[str] = (),
) -> tuple[Candidate, ...]:
    """Every replica of the group on another instance, best first.

    Ready, redo within the bound, not `spared` (instance ids), in another zone, least redo, server name. One that is
    spared comes last among those that are ready and within the bound: where it alone is, it takes the group.
    """
    by_id = {partner.instance_id: partner for partner in partners}
    found: list[Candidate] = []
    for replica in view.group.replicas:
        instance_id = view.instance_id(replica)
        if instance_id is None or instance_id not in by_id:
            continue
        partner = by_id[instance_id]
        found.append(
            Candidate(
                instance_id=instance_id,
                server=replica.server,
                obstacle=obstacle(replica),
                redo_queue_kb=replica.databases.redo_queue_kb if replica.databases else None,
                redo_s=replica.databases.redo_s if replica.databases else None,
                same_zone=partner.ec2.availability_zone == leaving.ec2.availability_zone,
            )
        )
    return tuple(
        sorted(
            found,
            key=lambda one: (
                one.obstacle is not None,
                not one.redoes_within(redo_max_s),
                one.redoes_within(redo_max_s) and one.instance_id in spared,
                one.same_zone,
                *_least_redo_first(one),
                one.server,
            ),
        )
    )


def _least_redo_first(candidate: Candidate) -> tuple[bool, int]:
    """An unknown time counts as longer than any known one."""
    return (True, 0) if candidate.redo_s is None else (False, candidate.redo_s)


def lacks_a_successor(evidence: ClusterEvidence, *, redo_max_s: float) -> bool:
    """Whether the node leads a group that no other replica is seen able to take over within that time, or another node
    doesn't run while it leads any."""
    led = [view for view in read_groups(evidence) if view.primary_id == evidence.node_id]
    if led and any(each.ec2.state is not InstanceState.RUNNING for each in evidence.partners):
        return True
    return not all(
        any(
            one.obstacle is None and one.redoes_within(redo_max_s)
            for one in candidates(view, evidence.node, evidence.partners, redo_max_s=redo_max_s)
        )
        for view in led
    )


def obstacle(replica: AvailabilityReplica) -> str | None:
    """Why `replica` can't take over without data loss, with numbers; None when it can
    [availability-groups#failover-conditions]."""
    numbers = replica.databases
    if not replica.synchronous:
        return f"{replica.server} commits asynchronously"
    if replica.connected != CONNECTED:
        return f"{replica.server} is not connected"
    if numbers is None or numbers.count == 0:
        return f"{replica.server} reports no databases"
    if numbers.suspended:
        return f"{numbers.suspended} of {numbers.count} databases on {replica.server} are suspended"
    if numbers.joined < numbers.count:
        return f"only {numbers.joined} of {numbers.count} databases on {replica.server} are joined"
    if not replica.synchronized:
        return (
            f"{replica.server} is behind: {numbers.synchronized} of {numbers.count} databases SYNCHRONIZED, "
            f"{numbers.failover_ready} ready to fail over, {numbers.queues}"
        )
    if replica.health != HEALTHY:
        return f"{replica.server} is not healthy (synchronization_health {replica.health})"
    return None
