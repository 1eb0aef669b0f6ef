"""Who may have EC2 change an instance: the operation that holds its cluster's lease, while it runs. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cachewarden.codes import Code
from cachewarden.operation.goal import OF_CLUSTER
from cachewarden.operation.lease import LeaseLostError, LeaseRecord

LATE_CALL = timedelta(minutes=3)
"""A call of an execution that was aborted may still arrive; Lambda has ended it by then."""


class CallRefusedError(Exception):
    """The call can't come from an operation of this product: nothing is changed, and the topic gets a message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a caller says about its lease; nothing of it is believed before it was compared with the table."""

    owner: str
    lease_key: str
    token: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerStatus:
    """What AWS says about a lease's owner; `node` and `goal` are what its own input names."""

    running: bool
    ended_at: datetime | None
    node: str | None
    goal: str | None = None


def confirm_owner(
    name: str, owner: OwnerStatus | None, *, instance_id: str, cluster: frozenset[str] = frozenset()
) -> None:
    """Returns when this is an operation that runs, and that was asked for about this instance.

    One whose own input asks for a goal of the whole cluster may be about any of `cluster`, the lease's members.

    `owner` is None where `name` is no execution of CacheWarden. Raises `CallRefusedError`.
    """
    if owner is None:
        raise CallRefusedError(f"{name[:200]} is no operation of CacheWarden")
    if not owner.running:
        raise CallRefusedError(f"{name} has ended")
    if owner.node != instance_id and not (owner.goal in OF_CLUSTER and {owner.node, instance_id} <= cluster):
        raise CallRefusedError(f"{name} is about {owner.node}, not about {instance_id}")


def confirm_authority(
    claim: Claim,
    *,
    record: LeaseRecord | None,
    owner: OwnerStatus | None,
    instance_id: str,
    now: datetime,
    call_life: timedelta,
) -> None:
    """Returns when the claimed owner holds the lease for this instance for longer than the call can last.

    `owner` is None where the claimed owner is no execution of CacheWarden. Raises `CallRefusedError`, or
    `LeaseLostError` where an operation that held the lease came too late.
    """
    if owner is not None and not owner.running and owner.ended_at is not None and now - owner.ended_at < LATE_CALL:
        raise LeaseLostError(f"{Code.LEASE_LOST.value}: {claim.owner} has ended")
    if record is None and owner is not None and owner.running and owner.goal in OF_CLUSTER:
        # Only the record says which nodes are the cluster's: without it the call may well be the operation's own.
        raise LeaseLostError(f"{Code.LEASE_LOST.value}: the lease {claim.lease_key} is gone")
    members = frozenset(record.members) if record is not None else frozenset[str]()
    confirm_owner(claim.owner, owner, instance_id=instance_id, cluster=members)
    if record is None or record.owner is None or not record.owned_by(claim.owner, claim.token):
        raise CallRefusedError(f"{claim.owner} doesn't hold the lease {claim.lease_key} with token {claim.token}")
    if record.owner.node != instance_id and record.owner.purpose not in OF_CLUSTER:
        raise CallRefusedError(f"{claim.owner} is about {record.owner.node}, not about {instance_id}")
    if record.expires_at is None or record.expires_at - now < call_life:
        raise LeaseLostError(f"{Code.LEASE_LOST.value}: the lease {claim.lease_key} ends before the call can")
