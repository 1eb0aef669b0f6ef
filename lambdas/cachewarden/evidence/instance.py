"""What is known of one instance of the cluster: EC2's facts, its agent's state, and its host's report or why none came.

Every part carries the time at which it was asked for, by the asking side's clock: hosts' clocks may differ, so
freshness and order are never judged by them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from cachewarden.codes import Code
from cachewarden.evidence.detached_pool import DetachedPool, detached_pool_to_json, parse_detached_pool
from cachewarden.evidence.host import HostEvidence, host_to_json, parse_host
from cachewarden.evidence.storage import SERVES_DATA
from cachewarden.json_reader import Json, JsonReader, UnexpectedJsonError, format_time


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
    """EC2's facts of one instance; of its tags only those named `cachewarden:*`.

    `stop_protected`: None where EC2's answer doesn't say, or it wasn't asked. `stop_proven`: the run that ended was
    stopped by us, on a proof; from the lease table. None while it hasn't stopped: then it wasn't looked up.
    `stopped_by_us_at`: when EC2 took that call; None where it wasn't ours, or an earlier version wrote the record.
    `detached_pool`: volumes that
    were taken off it so that Windows starts; from the lease table, looked up where the node isn't seen to be whole.
    `stopped_as`: its type when we last stopped it; None where we never did, or that isn't told. `unsuitable`: why
    CacheWarden can't operate an instance that was launched like this, a sentence without its subject. `protectable`:
    whether EC2 takes stop protection for it.
    """

    observed_at: datetime
    state: InstanceState
    stop_protected: bool | None
    launch_time: datetime
    availability_zone: str
    instance_type: str
    tags: Mapping[str, str]
    state_reason: str | None
    stop_proven: bool | None
    stopped_by_us_at: datetime | None = None
    stopped_as: str | None = None
    detached_pool: DetachedPool | None = None
    unsuitable: str | None = None
    protectable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEvidence:
    """What DescribeInstanceInformation says of the SSM agent; `Online` may be stale [run-command#ping-status]."""

    ping: str
    last_ping_at: datetime | None

    @property
    def online(self) -> bool:
        """Whether SSM believes that commands reach the node."""
        return self.ping == "Online"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostError:
    """Why a host's report is missing."""

    code: Code
    message: str


BUNDLE_CODES = frozenset({Code.BUNDLE_DIFFERS, Code.HOST_NOT_INSTALLED, Code.ACT_NOT_DEPLOYED})


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
        """How people know it: computer name where the host reported it, and the instance id."""
        return f"{self.host.computer} ({self.instance_id})" if self.host else self.instance_id

    @property
    def why_silent(self) -> str | None:
        """Why its report on storage and SQL Server is missing; None where there is one."""
        host = self.host
        if host is not None and host.storage is not None and host.sql is not None:
            return None
        return self.host_error.message if self.host_error else "it hasn't reported storage and SQL Server"

    @property
    def why_not_serving(self) -> str | None:
        """Why it isn't seen to serve its databases; None where SQL Server is seen to run, or there is none."""
        if self.ec2.state is not InstanceState.RUNNING:
            return f"is {self.ec2.state.value}"
        if self.why_silent is not None:
            return f"doesn't answer ({self.why_silent})"
        sql = self.host.sql if self.host is not None else None
        stopped = sql is not None and bool(sql.services) and not sql.all_running
        return "doesn't run all its SQL Server instances" if stopped else None

    @property
    def why_busy(self) -> str | None:
        """Why it can't carry the load of another node though it answers; None also where its report is missing."""
        if self.host is None or self.host.storage is None or self.host.sql is None:
            return None
        storage, worker = self.host.storage, self.host.worker
        if worker is not None and worker.running:
            return f"is moving its cache ({worker.work}, {worker.reached})"
        if storage.classification not in SERVES_DATA:
            return f"has its storage in state {storage.classification.value}: {'; '.join(storage.reasons)}"
        if not self.host.sql.all_running:
            return "doesn't run all its SQL Server instances"
        if self.host.drained:
            return "is still drained in its failover cluster; start CacheWarden-StartInstance for it"
        if self.host.drained is None:
            return (
                "can't tell whether it is still drained in its failover cluster (its drain.json can't be read); look "
                "at Get-ClusterNode there, then start CacheWarden-StartInstance for it"
            )
        return None

    @property
    def bundle_error(self) -> HostError | None:
        """Why the node runs no document of the deployed version: it has another version's bundle, or none."""
        error = self.host_error
        return error if error is not None and error.code in BUNDLE_CODES else None

    @property
    def reachable(self) -> bool:
        """Running, and its agent has called since the start."""
        return self.ec2.state is InstanceState.RUNNING and self.called

    @property
    def called(self) -> bool:
        """Whether its agent has called since the start: `Online` may be stale after a stop
        [run-command#ping-status]."""
        called_at = self.agent.last_ping_at
        return self.agent.online and called_at is not None and called_at > self.ec2.launch_time


def unreadable(problem: UnexpectedJsonError) -> HostError:
    """A report that doesn't fit its type isn't believed."""
    return HostError(code=Code.VERDICT_UNREADABLE, message=f"the host's report can't be read: {problem}")


def parse_replica(source: JsonReader) -> ReplicaEvidence:
    """One instance; raises `UnexpectedJsonError` where EC2's or SSM's part doesn't fit.

    A host's report that doesn't fit is a missing report with a reason, not an error: it must not be believed, and it
    must not keep EC2's facts from being used.
    """
    host: HostEvidence | None = None
    error: HostError | None = None
    if source.has("hostError"):
        reported = source.child("hostError")
        error = HostError(code=reported.one_of("code", Code), message=reported.text("message"))
    elif source.has("host"):
        try:
            host = parse_host(source.child("host"))
        except UnexpectedJsonError as problem:
            error = unreadable(problem)
    return ReplicaEvidence(
        instance_id=source.text("instanceId"),
        ec2=parse_ec2(source.child("ec2")),
        agent=_agent(source.child("agent")),
        host=host,
        host_error=error,
    )


def parse_ec2(source: JsonReader) -> Ec2Evidence:
    """EC2's facts; raises `UnexpectedJsonError`."""
    tags = source.child("tags")
    return Ec2Evidence(
        observed_at=source.time("observedAt"),
        state=source.one_of("state", InstanceState),
        stop_protected=source.optional("stopProtected", source.flag),
        launch_time=source.time("launchTime"),
        availability_zone=source.text("availabilityZone"),
        instance_type=source.text("instanceType"),
        tags={key: tags.text(key) for key in tags.members},
        state_reason=source.optional("stateReason", source.text),
        stop_proven=source.optional("stopProven", source.flag),
        stopped_by_us_at=source.optional("stoppedByUsAt", source.time),
        stopped_as=source.optional("stoppedAs", source.text),
        detached_pool=parse_detached_pool(source.child("detachedPool")) if source.has("detachedPool") else None,
        unsuitable=source.optional("unsuitable", source.text),
        protectable=not source.has("protectable") or source.flag("protectable"),
    )


def _agent(source: JsonReader) -> AgentEvidence:
    return AgentEvidence(
        ping=source.optional("ping", source.text) or "none",
        last_ping_at=source.optional("lastPingAt", source.time),
    )


def replica_to_json(replica: ReplicaEvidence) -> dict[str, Json]:
    """What `parse_replica` reads back unchanged."""
    error = replica.host_error
    return {
        "instanceId": replica.instance_id,
        "ec2": ec2_to_json(replica.ec2),
        "agent": {
            "ping": replica.agent.ping,
            "lastPingAt": format_time(replica.agent.last_ping_at) if replica.agent.last_ping_at else None,
        },
        "host": host_to_json(replica.host) if replica.host else None,
        "hostError": {"code": error.code.value, "message": error.message} if error else None,
    }


def ec2_to_json(ec2: Ec2Evidence) -> dict[str, Json]:
    """What `parse_ec2` reads back unchanged."""
    return {
        "observedAt": format_time(ec2.observed_at),
        "state": ec2.state.value,
        "stopProtected": ec2.stop_protected,
        "launchTime": format_time(ec2.launch_time),
        "availabilityZone": ec2.availability_zone,
        "instanceType": ec2.instance_type,
        "tags": dict(ec2.tags),
        "stateReason": ec2.state_reason,
        "stopProven": ec2.stop_proven,
        "stoppedByUsAt": format_time(ec2.stopped_by_us_at) if ec2.stopped_by_us_at else None,
        "stoppedAs": ec2.stopped_as,
        "detachedPool": detached_pool_to_json(ec2.detached_pool) if ec2.detached_pool is not None else None,
        "unsuitable": ec2.unsuitable,
        "protectable": ec2.protectable,
    }
