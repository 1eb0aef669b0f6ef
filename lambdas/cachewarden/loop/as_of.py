"""When that was seen which a message speaks of: it is sent after the decision that it rests on, and read later."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.instance import ReplicaEvidence
from cachewarden.json_reader import Json, format_time


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """When EC2 was asked for an instance, and when its host for what it then reported; None where it reported nothing.

    Each is when the asking began, so that what is said is at least as new.
    """

    instance_id: str
    name: str
    by_ec2_at: datetime
    by_itself_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AsOf:
    """The decision's time, and the looks that it rests on, the operation's node first."""

    decided_at: datetime
    looks: tuple[Look, ...]

    def lines(self) -> Iterator[str]:
        """For the mail."""
        yield f"As of: {format_time(self.decided_at)}; what happened later isn't in this message"
        for look in self.looks:
            itself = f", by itself {format_time(look.by_itself_at)}" if look.by_itself_at is not None else ""
            yield f"Seen:  {look.name} by EC2 {format_time(look.by_ec2_at)}{itself}"

    def short(self) -> str:
        """For a telephone, where the message itself shows the day."""
        return f"As of {self.decided_at:%H:%M:%S} UTC."

    def facts(self) -> dict[str, Json]:
        """For programs."""
        return {
            "asOf": format_time(self.decided_at),
            "seen": [
                {
                    "instanceId": look.instance_id,
                    "byEc2At": format_time(look.by_ec2_at),
                    "byItselfAt": format_time(look.by_itself_at) if look.by_itself_at is not None else None,
                }
                for look in self.looks
            ],
        }


def as_of(evidence: ClusterEvidence, now: datetime) -> AsOf:
    """Of a decision at `now` on this evidence."""
    replicas = (evidence.node, *evidence.partners)
    return AsOf(decided_at=now, looks=tuple(_look(replica) for replica in replicas))


def _look(replica: ReplicaEvidence) -> Look:
    host = replica.host
    return Look(
        instance_id=replica.instance_id,
        name=replica.name,
        by_ec2_at=replica.ec2.observed_at,
        by_itself_at=min(host.storage_at, host.sql_at) if host is not None else None,
    )
