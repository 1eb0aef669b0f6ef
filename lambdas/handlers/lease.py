"""The lease of a cluster: acquire, renew, save and forget replica modes, release."""

import os
from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters import lease_table as lease_store
from adapters.ec2 import now
from adapters.inflight_calls import wait_for_calls
from adapters.lease_table import StoredLease, WrittenMeanwhileError
from adapters.observability import count, instrumented, logger
from adapters.orphaned_work import end_work, is_running
from cachewarden.evidence.identity import ClusterIdentity
from cachewarden.json_reader import JsonReader, UnexpectedJsonError
from cachewarden.operation.lease import LeaseRecord, Owner, acquired, new_record, record_of, renewed
from cachewarden.operation.operation import parse_saved_modes
from handlers.settings import LeaseSettings

WRITES_TRIED = 4
PATIENCE_S = 30
"""How long a taker waits for an ended owner's work; Step Functions then comes back."""


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `action`, `owner` (execution ARN) and what the action needs. Raises `LeaseLostError` by that name."""
    settings = LeaseSettings.of(os.environ)
    source = JsonReader.of(event)
    action = source.text("action")
    perform = ACTIONS.get(action)
    if perform is None:
        raise UnexpectedJsonError(f"$.action: {action!r} is none of {', '.join(sorted(ACTIONS))}")
    return perform(settings.lease_table, source)


def _acquire(table: str, source: JsonReader) -> dict[str, Any]:
    """Takes the cluster's lease, or says who has it. An owner that has ended is cleared up behind first."""
    owner = Owner(
        execution_arn=source.text("owner"),
        subject=source.text("subject"),
        goal=source.text("goal"),
        request_id=source.text("requestId"),
    )
    identity = _identity(source)
    members = source.texts("members")
    seen_token = source.optional("seenToken", source.number) or 0
    for _ in range(WRITES_TRIED):
        stored = lease_store.read_all(table)
        record = record_of((lease.record for lease in stored), identity=identity, members=members)
        version = _version_of(stored, record)
        record = record or new_record(identity=identity, members=members)
        holder = record.owner
        if holder is not None and not record.owned_by(owner.execution_arn):
            if is_running(holder.execution_arn):
                count("LeaseRefused")
                return {
                    "acquired": False,
                    "holder": {"owner": holder.execution_arn, "subject": holder.subject, "goal": holder.goal},
                }
            logger().warning("%s ended without releasing the lease; clearing up behind it", holder.execution_arn)
            wait_for_calls(holder.execution_arn, patience_s=PATIENCE_S)
            end_work(record.members, token=record.token, patience_s=PATIENCE_S)
        taken = acquired(record, owner=owner, identity=identity, members=members, now=now(), seen_token=seen_token)
        try:
            lease_store.write(table, taken, version=version)
        except WrittenMeanwhileError:
            continue
        count("LeaseAcquired")
        return _acquired_answer(taken)
    raise WrittenMeanwhileError(f"the lease was written by others {WRITES_TRIED} times in a row")


def _renew(table: str, source: JsonReader) -> dict[str, Any]:
    """Lengthens the lease's life; before it is taken there is nothing to renew."""
    if not source.has("token"):
        return {"renewed": False}
    expires_at = renewed(LeaseRecord(key=source.text("leaseKey"), token=source.number("token"), members=()), now())
    if expires_at.expires_at is None:
        raise AssertionError("a renewed lease has no end")
    lease_store.renew(table, **_ownership(source), expires_at=expires_at.expires_at)
    return {"renewed": True}


def _save_modes(table: str, source: JsonReader) -> dict[str, Any]:
    """Keeps the modes to put back, durably, before any of them changes."""
    modes = parse_saved_modes(source, "modes")
    lease_store.save_modes(table, **_ownership(source), modes=modes)
    return {"savedModes": [mode.to_json() for mode in modes]}


def _forget_modes(table: str, source: JsonReader) -> dict[str, Any]:
    """Drops the saved modes, once they are seen to be back."""
    lease_store.save_modes(table, **_ownership(source), modes=None)
    return {"savedModes": None}


def _release(table: str, source: JsonReader) -> dict[str, Any]:
    """Gives the cluster free; token and saved modes stay."""
    if not source.has("token"):
        return {"released": False}
    lease_store.release(table, **_ownership(source))
    return {"released": True}


def _ownership(source: JsonReader) -> dict[str, Any]:
    return {"key": source.text("leaseKey"), "owner": source.text("owner"), "token": source.number("token")}


def _identity(source: JsonReader) -> ClusterIdentity | None:
    if not source.has("identity"):
        return None
    identity = source.child("identity")
    return ClusterIdentity(cluster_name=identity.text("clusterName"), group_ids=identity.texts("groupIds"))


def _version_of(stored: list[StoredLease], record: LeaseRecord | None) -> int:
    return next((lease.version for lease in stored if record is not None and lease.record.key == record.key), 0)


def _acquired_answer(record: LeaseRecord) -> dict[str, Any]:
    return {
        "acquired": True,
        "leaseKey": record.key,
        "token": record.token,
        "identity": record.identity.to_json() if record.identity else None,
        "savedModes": [mode.to_json() for mode in record.saved_modes] if record.saved_modes is not None else None,
    }


ACTIONS: Mapping[str, Callable[[str, JsonReader], dict[str, Any]]] = {
    "acquire": _acquire,
    "renew": _renew,
    "save_modes": _save_modes,
    "forget_modes": _forget_modes,
    "release": _release,
}
