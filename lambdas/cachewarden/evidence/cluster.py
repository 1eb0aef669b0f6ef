"""What is known about a cluster right now; it travels as JSON between observe and Decide, read and written here."""

from dataclasses import dataclass
from datetime import datetime

from cachewarden.evidence.absent_computer import AbsentComputer, absent_to_json, parse_absent
from cachewarden.evidence.document_run import DocumentRun, document_run_to_json, parse_document_run
from cachewarden.evidence.document_versions import (
    DocumentVersions,
    document_versions_to_json,
    parse_document_versions,
)
from cachewarden.evidence.instance import ReplicaEvidence, parse_replica, replica_to_json
from cachewarden.evidence.instance_settings import (
    InstanceSettings,
    instance_settings_to_json,
    parse_instance_settings,
)
from cachewarden.evidence.move_speed import MoveSpeed, move_speed_to_json, parse_move_speed
from cachewarden.evidence.scheduled_event import (
    ScheduledEvent,
    SeenMaintenance,
    parse_scheduled_event,
    parse_seen_maintenance,
    scheduled_event_to_json,
    seen_maintenance_to_json,
)
from cachewarden.evidence.sql import WindowsCluster
from cachewarden.evidence.start_needs import StartNeeds, parse_start_needs, start_needs_to_json
from cachewarden.evidence.swap_snapshot import SwapSnapshot, parse_swap_snapshot, swap_snapshot_to_json
from cachewarden.evidence.wanted_type import WantedType, parse_wanted_type, wanted_type_to_json
from cachewarden.json_reader import Json, JsonReader, UnexpectedJsonError, format_time

NO_VERSIONS = DocumentVersions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stranger:
    """An instance that carries the cluster's name and is no node of it (`membership`), and by what that is known."""

    instance_id: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterEvidence:
    """Every instance of the cluster that the operation's node belongs to, and strangers that carry its name.

    `observed_at`: when the last look at every node began, `answered_at`: when all that answer had answered.
    `document_run`: the run of a document that the operation comes from, or says it does; None where there is none.
    """

    observed_at: datetime
    answered_at: datetime
    node_id: str
    cluster_name: str | None
    replicas: tuple[ReplicaEvidence, ...]
    strangers: tuple[Stranger, ...]
    document_run: DocumentRun | None = None
    online_builds: tuple[str, ...] | None = None
    """Builds of Windows on which a cache was seen to move whole while something wrote; None
    where that wasn't looked up."""
    swap_snapshot: SwapSnapshot | None = None
    """Of the operation's node; None also where EC2 didn't say, or wasn't asked: an operation's first look does."""
    pool_not_told: str | None = None
    """Why tags don't tell the EBS volumes of the pool of the operation's node; asked for at an operation's first look,
    and only where Windows may need to start without them."""
    mixed_sets: str | None = None
    """Which EBS volumes of the operation's node were made from which set of snapshots, where that is more than one; a
    preflight's first look asks for it."""
    settings: InstanceSettings | None = None
    """Of the operation's node; a preflight's first look asks for them."""
    start_needs: StartNeeds | None = None
    """What the operation's node lacks to be started again after a stop; a preflight's first look asks for it."""
    absent: tuple[AbsentComputer, ...] = ()
    """Computers of the cluster that no instance answered for at the last look at every node."""
    weaker_modes: tuple[str, ...] | None = None
    """Replicas whose modes are weaker than when the cluster was last seen in service; None where that wasn't noted, and
    while a node isn't in service. Looked up at an operation's first look."""
    move_speed: MoveSpeed | None = None
    """Of the cache of the operation's node; None also where EC2 wasn't asked: a preflight's first look does, and
    whoever looks at EC2's maintenance to stop the node before."""
    copy_of: str | None = None
    """The instance that the computer is noted as which the operation's node answers as, where it is another one."""
    wanted_type: WantedType | None = None
    """The instance type that the operation is to give its node; asked for at its first look."""
    maintenance: SeenMaintenance | None = None
    """Of the operation's node; None where EC2 didn't say, or wasn't asked: a stop and a preflight ask where no other
    node is seen able to take the roles over, and at each look where the node's owner consents to something for its
    sake. What is old stays old until EC2 answers."""
    scheduled: tuple[ScheduledEvent, ...] | None = None
    """What EC2 has scheduled for every instance of the cluster and is still to come; None where it wasn't asked: it is
    for the goal FailedOver, at every look."""
    documents: DocumentVersions = NO_VERSIONS
    """Of the documents that nodes are looked at by and that acts send: an operation looks each up once."""

    @property
    def node(self) -> ReplicaEvidence:
        """The instance that the operation is about."""
        return self.replica(self.node_id)

    @property
    def tokens(self) -> tuple[int, ...]:
        """The highest fencing token that each host has seen, as far as hosts report; not all of them can be true."""
        told = [replica.host.token_highest for replica in self.replicas if replica.host]
        return tuple(token for token in told if token is not None)

    @property
    def answering(self) -> frozenset[str]:
        """Computer names of the instances whose report came, in small letters: Windows compares them so."""
        return frozenset(each.host.computer.casefold() for each in self.replicas if each.host)

    @property
    def gone(self) -> frozenset[str]:
        """Computers whose instance is proven never to come back, and for which no other answers."""
        return frozenset(each.computer for each in self.absent if each.gone) - self.answering

    @property
    def failover_clusters(self) -> tuple[WindowsCluster, ...]:
        """The failover cluster as each host that is in one reports it."""
        seen = (each.host.sql.cluster for each in self.replicas if each.host is not None and each.host.sql is not None)
        return tuple(cluster for cluster in seen if cluster is not None)

    @property
    def no_members(self) -> tuple[str, ...]:
        """Instances that the lease record may have for members and that are none: strangers, and what is gone."""
        gone = (each.instance_id for each in self.absent if each.computer in self.gone and each.instance_id)
        return (*(each.instance_id for each in self.strangers), *gone)

    @property
    def partners(self) -> tuple[ReplicaEvidence, ...]:
        """The other instances."""
        return tuple(replica for replica in self.replicas if replica.instance_id != self.node_id)

    def replica(self, instance_id: str) -> ReplicaEvidence:
        """An instance of the cluster by its id."""
        return next(replica for replica in self.replicas if replica.instance_id == instance_id)


def parse_evidence(value: Json) -> ClusterEvidence:
    """Evidence from JSON; raises `UnexpectedJsonError` when more than a host's report doesn't fit."""
    source = JsonReader.of(value)
    replicas = tuple(parse_replica(item) for item in source.children("replicas"))
    node_id = source.text("subject")
    if node_id not in {replica.instance_id for replica in replicas}:
        raise UnexpectedJsonError(f"$.replicas: the subject {node_id} is not among them")
    return ClusterEvidence(
        observed_at=source.time("observedAt"),
        answered_at=source.time("answeredAt"),
        node_id=node_id,
        cluster_name=source.optional("clusterName", source.text),
        replicas=replicas,
        strangers=tuple(
            Stranger(instance_id=item.text("instanceId"), why=item.text("why")) for item in source.children("strangers")
        )
        if source.has("strangers")
        else (),
        document_run=parse_document_run(source.child("documentRun")) if source.has("documentRun") else None,
        online_builds=source.optional("onlineBuilds", source.texts),
        swap_snapshot=parse_swap_snapshot(source.child("swapSnapshot")) if source.has("swapSnapshot") else None,
        pool_not_told=source.optional("poolNotTold", source.text),
        mixed_sets=source.optional("mixedSets", source.text),
        settings=parse_instance_settings(source.child("settings")) if source.has("settings") else None,
        start_needs=parse_start_needs(source.child("startNeeds")) if source.has("startNeeds") else None,
        absent=tuple(parse_absent(item) for item in source.children("absent")) if source.has("absent") else (),
        copy_of=source.optional("copyOf", source.text),
        weaker_modes=source.optional("weakerModes", source.texts),
        move_speed=parse_move_speed(source.child("moveSpeed")) if source.has("moveSpeed") else None,
        wanted_type=parse_wanted_type(source.child("wantedType")) if source.has("wantedType") else None,
        maintenance=parse_seen_maintenance(source.child("maintenance")) if source.has("maintenance") else None,
        scheduled=tuple(parse_scheduled_event(item) for item in source.children("scheduled"))
        if source.has("scheduled")
        else None,
        documents=parse_document_versions(source.child("documents")) if source.has("documents") else NO_VERSIONS,
    )


def evidence_to_json(evidence: ClusterEvidence) -> dict[str, Json]:
    """What `parse_evidence` reads back unchanged."""
    return {
        "v": 1,
        "observedAt": format_time(evidence.observed_at),
        "answeredAt": format_time(evidence.answered_at),
        "subject": evidence.node_id,
        "clusterName": evidence.cluster_name,
        "replicas": [replica_to_json(replica) for replica in evidence.replicas],
        "strangers": [{"instanceId": each.instance_id, "why": each.why} for each in evidence.strangers],
        "documentRun": document_run_to_json(evidence.document_run) if evidence.document_run is not None else None,
        "onlineBuilds": None if evidence.online_builds is None else list(evidence.online_builds),
        "absent": absent_to_json(evidence.absent),
        "swapSnapshot": None if evidence.swap_snapshot is None else swap_snapshot_to_json(evidence.swap_snapshot),
        "poolNotTold": evidence.pool_not_told,
        "mixedSets": evidence.mixed_sets,
        "settings": None if evidence.settings is None else instance_settings_to_json(evidence.settings),
        "startNeeds": None if evidence.start_needs is None else start_needs_to_json(evidence.start_needs),
        "copyOf": evidence.copy_of,
        "weakerModes": None if evidence.weaker_modes is None else list(evidence.weaker_modes),
        "moveSpeed": None if evidence.move_speed is None else move_speed_to_json(evidence.move_speed),
        "wantedType": None if evidence.wanted_type is None else wanted_type_to_json(evidence.wanted_type),
        "maintenance": None if evidence.maintenance is None else seen_maintenance_to_json(evidence.maintenance),
        "scheduled": None
        if evidence.scheduled is None
        else [scheduled_event_to_json(event) for event in evidence.scheduled],
        "documents": document_versions_to_json(evidence.documents),
    }
