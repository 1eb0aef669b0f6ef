"""What is known about a cluster right now: EC2's facts, the agents' state and each host's own report.

Every part carries the time at which it was asked for, by the asking side's clock: hosts' clocks may differ, so
freshness and order are never judged by them.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from cachewarden.evidence.sql import SqlEvidence, parse_sql
from cachewarden.evidence.storage import StorageEvidence, WorkerEvidence, parse_storage, parse_worker
from cachewarden.json_reader import Json, JsonReader, UnexpectedJsonError


class InstanceState(StrEnum):
    """EC2's states of an instance."""

    PENDING = "pending"
    RUNNING = "running"
    STOPPING = "stopping"
    STOPPED = "stopped"
    SHUTTING_DOWN = "shutting-down"
    TERMINATED = "terminated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ec2Evidence:
    """EC2's facts of one instance; tags are ours alone (`cachewarden:*`)."""

    observed_at: datetime
    state: InstanceState
    stop_protected: bool
    launch_time: datetime
    availability_zone: str
    instance_type: str
    tags: dict[str, str]
    volume_ids: tuple[str, ...]
    state_reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEvidence:
    """SSM agent as DescribeInstanceInformation tells; `Online` may be stale after a stop [run-command#ping-status]."""

    ping: str
    last_ping_at: datetime | None
    version: str | None

    @property
    def online(self) -> bool:
        """Whether SSM believes that commands reach the node."""
        return self.ping == "Online"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostEvidence:
    """One host's report; `*_at` is when each section was asked for, since an act's verdict renews only some.

    `uptime_s` is by the host's own clock at both ends.
    """

    computer: str
    boot_id: str
    uptime_s: float | None
    token_highest: int
    storage: StorageEvidence | None
    storage_at: datetime
    worker: WorkerEvidence | None
    worker_at: datetime
    sql: SqlEvidence | None
    sql_at: datetime

    @property
    def newest_at(self) -> datetime:
        """When its newest section was asked for; `uptime_s` is of that moment."""
        return max(self.storage_at, self.worker_at, self.sql_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostError:
    """Why a host's report is missing."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicaEvidence:
    """All that is known of one instance of the cluster."""

    instance_id: str
    ec2: Ec2Evidence
    agent: AgentEvidence
    host: HostEvidence | None
    host_error: HostError | None

    @property
    def name(self) -> str:
        """How people know it: computer name where the host told it, and the instance id."""
        return f"{self.host.computer} ({self.instance_id})" if self.host else self.instance_id


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterEvidence:
    """Every instance of the cluster that the subject belongs to."""

    observed_at: datetime
    subject_id: str
    cluster_name: str | None
    replicas: tuple[ReplicaEvidence, ...]

    @property
    def subject(self) -> ReplicaEvidence:
        """The instance that the operation is about."""
        return next(replica for replica in self.replicas if replica.instance_id == self.subject_id)

    @property
    def token_highest(self) -> int:
        """The highest fencing token that any host has seen; 0 where none reports."""
        return max((replica.host.token_highest for replica in self.replicas if replica.host), default=0)

    @property
    def partners(self) -> tuple[ReplicaEvidence, ...]:
        """The other instances."""
        return tuple(replica for replica in self.replicas if replica.instance_id != self.subject_id)


def parse_evidence(value: Json) -> ClusterEvidence:
    """Evidence from JSON.

    A host's report that doesn't fit is a missing report with a reason, not an error: it must not be believed, and it
    must not keep EC2's facts from being used. Raises `UnexpectedJsonError` when the rest doesn't fit.
    """
    source = JsonReader.of(value)
    replicas = tuple(_replica(item) for item in source.children("replicas"))
    subject = source.text("subject")
    if subject not in {replica.instance_id for replica in replicas}:
        raise UnexpectedJsonError(f"$.replicas: the subject {subject} is not among them")
    return ClusterEvidence(
        observed_at=source.time("observedAt"),
        subject_id=subject,
        cluster_name=source.optional("clusterName", source.text),
        replicas=replicas,
    )


def _replica(source: JsonReader) -> ReplicaEvidence:
    host: HostEvidence | None = None
    error: HostError | None = None
    if source.has("hostError"):
        reported = source.child("hostError")
        error = HostError(code=reported.text("code"), message=reported.text("message"))
    elif source.has("host"):
        try:
            host = _host(source.child("host"))
        except UnexpectedJsonError as problem:
            error = HostError(code="CW4106", message=f"the host's report can't be read: {problem}")
    return ReplicaEvidence(
        instance_id=source.text("instanceId"),
        ec2=_ec2(source.child("ec2")),
        agent=_agent(source.child("agent")),
        host=host,
        host_error=error,
    )


def _ec2(source: JsonReader) -> Ec2Evidence:
    tags = source.child("tags")
    return Ec2Evidence(
        observed_at=source.time("observedAt"),
        state=InstanceState(source.text("state")),
        stop_protected=source.flag("stopProtected"),
        launch_time=source.time("launchTime"),
        availability_zone=source.optional("availabilityZone", source.text) or "",
        instance_type=source.optional("instanceType", source.text) or "",
        tags={key: tags.text(key) for key in tags.members},
        volume_ids=tuple(item.text("volumeId") for item in source.children("volumes")) if source.has("volumes") else (),
        state_reason=source.optional("stateReason", source.text),
    )


def _agent(source: JsonReader) -> AgentEvidence:
    return AgentEvidence(
        ping=source.optional("ping", source.text) or "none",
        last_ping_at=source.optional("lastPingAt", source.time),
        version=source.optional("version", source.text),
    )


def _host(source: JsonReader) -> HostEvidence:
    evidence = source.child("evidence")
    identity = evidence.child("host")
    observed_at = source.time("observedAt")
    sections = source.child("sections") if source.has("sections") else JsonReader({})
    token = evidence.child("token") if evidence.has("token") else JsonReader({})
    return HostEvidence(
        computer=identity.text("computer"),
        boot_id=identity.text("bootId"),
        uptime_s=_uptime_s(source, identity),
        token_highest=token.optional("highest", token.number) or 0,
        storage=parse_storage(evidence.child("storage")) if evidence.has("storage") else None,
        storage_at=sections.optional("storage", sections.time) or observed_at,
        worker=parse_worker(evidence.child("worker")) if evidence.has("worker") else None,
        worker_at=sections.optional("worker", sections.time) or observed_at,
        sql=parse_sql(evidence.child("sql")) if evidence.has("sql") else None,
        sql_at=sections.optional("sql", sections.time) or observed_at,
    )


def _uptime_s(source: JsonReader, identity: JsonReader) -> float | None:
    if not source.has("hostClock") or not identity.has("bootedAt"):
        return None
    return (source.time("hostClock") - identity.time("bootedAt")).total_seconds()
