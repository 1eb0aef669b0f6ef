"""Takes a cluster's lease, clearing up first behind an owner that ended without releasing it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from adapters import lease_table
from adapters.ec2 import now
from adapters.inflight_calls import wait_for_calls
from adapters.lease_table import StoredLease, WrittenMeanwhileError
from adapters.observability import count, logger
from adapters.orphaned_work import end_work
from adapters.owners import is_running
from cachewarden.evidence.identity import ClusterIdentity
from cachewarden.operation.goal import Goal
from cachewarden.operation.lease import (
    LeaseRecord,
    Owner,
    acquired,
    namesake_of,
    new_record,
    record_of,
    undisturbed_since,
)

WRITES_TRIED = 4
PATIENCE_S = 30
"""How long a taker waits for an ended owner's work; Step Functions then comes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The cluster's record after it was asked for.

    `undisturbed`: it was taken, and what was observed before still holds (`undisturbed_since`). `anew`: it was taken,
    and its owner didn't have it before.
    """

    record: LeaseRecord
    undisturbed: bool
    anew: bool


def acquire(
    table: str,
    *,
    owner: Owner,
    identity: ClusterIdentity | None,
    members: Sequence[str],
    strangers: Sequence[str],
    seen_token: int | None,
    remembered_key: str | None,
    observed_at: datetime | None,
) -> Asked:
    """The cluster's record: with `owner` as its owner, or with the one that holds it and runs.

    `observed_at`: when the cluster was observed, as its `identity` and `members` say; None where that isn't told.
    Raises `WrittenMeanwhileError` when others keep writing it, `OrphanWorkRuns` when an ended owner's work goes on,
    `UnreadableLeaseError` where the cluster's record is none.
    """
    for _ in range(WRITES_TRIED):
        stored = lease_table.read_all(table, needed=(*members, *strangers))
        records = [lease.record for lease in stored]
        record = record_of(records, node=owner.node, identity=identity, members=members, strangers=strangers)
        namesake = None if record is not None else namesake_of(records, identity)
        if namesake is not None and namesake.owner is not None and is_running(namesake.owner.execution_arn):
            count("LeaseRefused")
            return Asked(record=namesake, undisturbed=False, anew=False)
        version = _version_of(stored, record)
        former = record
        record = record or new_record(
            identity=identity,
            members=members,
            remembered_key=remembered_key,
            in_use=[each.key for each in records],
        )
        holder = record.owner
        if holder is not None and not record.owned_by(owner.execution_arn):
            if is_running(holder.execution_arn):
                count("LeaseRefused")
                return Asked(record=record, undisturbed=False, anew=False)
            logger().warning("%s ended without releasing the lease; clearing up behind it", holder.execution_arn)
            if isinstance(holder.purpose, Goal):  # a document that has ended calls EC2 no more
                wait_for_calls(holder.execution_arn, patience_s=PATIENCE_S)
            end_work(record, patience_s=PATIENCE_S)
        taken = acquired(
            record,
            owner=owner,
            identity=identity,
            members=members,
            strangers=strangers,
            now=now(),
            seen_token=seen_token,
        )
        try:
            lease_table.write(table, taken, version=version)
        except WrittenMeanwhileError:
            continue
        count("LeaseAcquired")
        others = [each for each in records if each.key != taken.key]
        undisturbed = observed_at is not None and undisturbed_since(
            observed_at, taken, former, others, seen_token=seen_token
        )
        anew = former is None or not former.owned_by(owner.execution_arn)
        return Asked(record=taken, undisturbed=undisturbed, anew=anew)
    raise WrittenMeanwhileError(f"the lease was written by others {WRITES_TRIED} times in a row")


def holder_of(
    table: str,
    *,
    owner: Owner,
    identity: ClusterIdentity | None,
    members: Sequence[str],
    strangers: Sequence[str],
) -> Owner | None:
    """Who has the lease that `owner` would ask for, and runs; nothing is written."""
    records = [lease.record for lease in lease_table.read_all(table, needed=(*members, *strangers))]
    record = record_of(records, node=owner.node, identity=identity, members=members, strangers=strangers)
    holder = record.owner if record is not None and not record.owned_by(owner.execution_arn) else None
    return holder if holder is not None and is_running(holder.execution_arn) else None


def _version_of(stored: Sequence[StoredLease], record: LeaseRecord | None) -> int:
    return next((lease.version for lease in stored if record is not None and lease.record.key == record.key), 0)
