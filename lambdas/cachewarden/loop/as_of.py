"""As of when an operation's last message speaks: the decision's time, and when EC2 and each node were asked."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.instance import ReplicaEvidence
from cachewarden.json_reader import Json, format_time


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """When EC2 was asked for an instance, and when its host for what it then reported; None where it reported nothing.

    Each is when the asking began, so that what is said is at least as new.
    """

    instance_id: str
    name: str
    ec2_asked_at: datetime
    node_asked_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AsOf:
    """The decision's time, and when what it rests on was asked for, the operation's node first."""

    decided_at: datetime
    asked: tuple[Asked, ...]

    def lines(self) -> Iterator[str]:
        """For the mail."""
        yield f"As of: {format_time(self.decided_at)}; what happened later isn't in this message"
        for each in self.asked:
            itself = f", the node itself at {format_time(each.node_asked_at)}" if each.node_asked_at is not None else ""
            yield f"Seen:  {each.name}: EC2 asked at {format_time(each.ec2_asked_at)}{itself}"

    def short(self) -> str:
        """For a telephone, where the message itself shows the day."""
        return f"As of {self.decided_at:%H:%M:%S} UTC."

    def facts(self) -> dict[str, Json]:
        """For programs."""
        return {
            "asOf": format_time(self.decided_at),
            "seen": [
                {
                    "instanceId": each.instance_id,
                    "ec2AskedAt": format_time(each.ec2_asked_at),
                    "nodeAskedAt": format_time(each.node_asked_at) if each.node_asked_at is not None else None,
                }
                for each in self.asked
            ],
        }


def as_of(evidence: ClusterEvidence, now: datetime) -> AsOf:
    """Of a decision at `now` on this evidence."""
    replicas = (evidence.node, *evidence.partners)
    return AsOf(decided_at=now, asked=tuple(_asked(replica) for replica in replicas))


def _asked(replica: ReplicaEvidence) -> Asked:
    host = replica.host
    return Asked(
        instance_id=replica.instance_id,
        name=replica.name,
        ec2_asked_at=replica.ec2.observed_at,
        node_asked_at=min(host.storage_at, host.sql_at) if host is not None else None,
    )
