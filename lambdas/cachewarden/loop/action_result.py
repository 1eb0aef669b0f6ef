"""What an act reported: the operation and the evidence after it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from cachewarden.codes import Code
from cachewarden.evidence.identity import ClusterIdentity
from cachewarden.evidence.merge import with_ec2_facts, with_verdict
from cachewarden.json_reader import Json, JsonReader, UnexpectedJsonError, format_time
from cachewarden.operation.actions import Action, Performer, performer
from cachewarden.operation.operation import Failure, Holder, Operation, parse_saved_modes

DONE = frozenset({"done", "already", "started"})
DATA_LOSS = "data-loss"
CACHE_LOST = "CW1021"
"""A lost cache is evidence like any other: what to do about it follows from the next observation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """Operation and evidence (still JSON, as the machine keeps it) after an act's report."""

    operation: Operation
    evidence: dict[str, Any]


def take_report(operation: Operation, evidence: Mapping[str, Any], report: Json, now: datetime) -> Reported:
    """Counts the act as succeeded or failed, and brings along what it observed.

    A report has `action`, `node`, `askedAt`, and `result` or `error` with `cause`. Nothing in it is believed beyond
    what its performer can know. Raises `UnexpectedJsonError` when it isn't a report at all.
    """
    source = JsonReader.of(report, "$.report")
    name = source.text("action")
    node = source.text("node")
    asked_at = source.time("askedAt")
    try:
        action = Action(name)
    except ValueError:
        raise UnexpectedJsonError(f"$.report.action: {name!r} is no action") from None
    if source.has("error"):
        cause = source.optional("cause", source.text) or ""
        told = f"{source.text('error')}: {cause}" if cause else source.text("error")
        code = Code.EC2_CALL_FAILED if performer(action) is Performer.EC2 else Code.DOCUMENT_FAILED
        failure = Failure(action=action.value, code=code, message=told, at=now)
        return Reported(operation=_failed(operation, failure, asked_at), evidence=dict(evidence))
    result = source.child("result")
    match performer(action):
        case Performer.LEASE:
            return Reported(operation=_lease_answer(operation, action, result, now), evidence=dict(evidence))
        case Performer.EC2:
            return _ec2_answer(operation, evidence, action, node, result)
        case Performer.HOST:
            return _host_answer(operation, evidence, action, node, asked_at, result, now)


def _lease_answer(operation: Operation, action: Action, result: JsonReader, now: datetime) -> Operation:
    done = operation.succeeded(action.value)
    if action is Action.SAVE_MODES:
        return replace(done, saved_modes=parse_saved_modes(result, "savedModes"))
    if action is Action.FORGET_MODES:
        return replace(done, saved_modes=None)
    if not result.flag("acquired"):
        holder = result.child("holder")
        return replace(
            done,
            holder=Holder(
                owner=holder.text("owner"), subject=holder.text("subject"), goal=holder.text("goal"), seen_at=now
            ),
        )
    identity = result.child("identity") if result.has("identity") else None
    return replace(
        done,
        holder=None,
        lease_key=result.text("leaseKey"),
        lease_token=result.number("token"),
        saved_modes=parse_saved_modes(result, "savedModes") if result.has("savedModes") else None,
        identity=ClusterIdentity(cluster_name=identity.text("clusterName"), group_ids=identity.texts("groupIds"))
        if identity
        else None,
    )


def _ec2_answer(
    operation: Operation, evidence: Mapping[str, Any], action: Action, node: str, result: JsonReader
) -> Reported:
    done = operation.succeeded(action.value)
    if action is Action.MARK_OPERATING:
        return Reported(operation=done, evidence=dict(evidence))
    if action is Action.SNAPSHOT_DATA_VOLUMES:
        return Reported(operation=replace(done, snapshots=result.texts("snapshots")), evidence=dict(evidence))
    facts = result.child("ec2").members
    return Reported(operation=done, evidence=with_ec2_facts(evidence, node=node, facts=facts))


def _host_answer(
    operation: Operation,
    evidence: Mapping[str, Any],
    action: Action,
    node: str,
    asked_at: datetime,
    result: JsonReader,
    now: datetime,
) -> Reported:
    if not result.has("verdict"):
        status = result.optional("status", result.text) or "unknown"
        told = f"the document ended {status} without a verdict"
        failure = Failure(action=action.value, code=Code.DOCUMENT_FAILED, message=told, at=now)
        return Reported(operation=_failed(operation, failure, asked_at), evidence=dict(evidence))
    verdict = result.child("verdict")
    outcome, code = verdict.text("outcome"), verdict.text("code")
    message = verdict.optional("message", verdict.text) or ""
    renewed = with_verdict(evidence, node=node, asked_at=format_time(asked_at), verdict=verdict.members)
    merged = dict(evidence) if renewed is None else renewed
    if outcome in DONE:
        done = operation.succeeded(action.value)
        return Reported(operation=done if renewed is not None else replace(done, look_after=asked_at), evidence=merged)
    failure = Failure(action=action.value, code=code, message=message, at=now, transient=outcome == "retry")
    failed = _failed(operation, failure, asked_at)
    if outcome == DATA_LOSS and code != CACHE_LOST:
        failed = replace(failed, data_loss=f"{code} {message}")
    return Reported(operation=failed, evidence=merged)


def _failed(operation: Operation, failure: Failure, asked_at: datetime) -> Operation:
    return replace(operation.failed(failure), look_after=asked_at)
