"""The operation as JSON: the machine keeps it in a variable between passes; read here, and written here."""

from datetime import datetime

from cachewarden.codes import Code
from cachewarden.evidence.ec2_rights import call_rights_to_json, parse_call_rights
from cachewarden.evidence.identity import identity_to_json, parse_identity
from cachewarden.json_reader import Json, JsonReader, UnexpectedJsonError, format_time
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import consents_to_json, parse_consents
from cachewarden.operation.goal import Goal, Purpose, purpose_of
from cachewarden.operation.operation import (
    Abandoned,
    ActionTaken,
    Failure,
    Finding,
    Holder,
    LeftBehind,
    Operation,
    SavedMode,
    Waiting,
)
from cachewarden.operation.wait_reasons import WaitReason


def parse_operation(value: Json) -> Operation:
    """An operation from the machine's variable; raises `UnexpectedJsonError`."""
    source = JsonReader.of(value)
    return Operation(
        execution_arn=source.text("executionArn"),
        request_id=source.text("requestId"),
        goal=source.one_of("goal", Goal),
        node_id=source.text("subject"),
        requested_at=source.time("requestedAt"),
        requested_by=source.optional("requestedBy", source.text) or "unknown",
        reason=source.optional("reason", source.text) or "",
        expires_at=source.optional("expiresAt", source.time),
        document_run=source.optional("documentRun", source.text),
        run=source.optional("run", source.time),
        instance_type=source.optional("instanceType", source.text),
        consents=parse_consents(source, "consents") if source.has("consents") else (),
        lease_key=source.optional("leaseKey", source.text),
        lease_token=source.optional("leaseToken", source.number),
        identity=parse_identity(source.child("identity")) if source.has("identity") else None,
        holder=_holder(source.child("holder")) if source.has("holder") else None,
        saved_modes=parse_saved_modes(source, "savedModes") if source.has("savedModes") else None,
        attempts=_counts(source, "attempts"),
        first_begun=_times(source, "firstBegun"),
        failures=_counts(source, "failures"),
        last_failure=_failure(source.child("lastFailure")) if source.has("lastFailure") else None,
        data_loss=source.optional("dataLoss", source.text),
        look_after=source.optional("lookAfter", source.time),
        waiting=_waiting(source.child("waiting")) if source.has("waiting") else None,
        looking_since=source.optional("lookingSince", source.time),
        abandoned=_abandoned(source.child("abandoned")) if source.has("abandoned") else None,
        unattachable=source.optional("unattachable", source.flag) or False,
        snapshots=source.texts("snapshots") if source.has("snapshots") else (),
        node_snapshots=source.texts("nodeSnapshots") if source.has("nodeSnapshots") else (),
        call_rights=parse_call_rights(source, "callRights") if source.has("callRights") else None,
        computer=source.optional("computer", source.text),
        databases_alone=source.optional("databasesAlone", source.text),
        leads=source.texts("leads") if source.has("leads") else (),
        asked_for=source.optional("askedFor", source.text),
        leader=source.optional("leader", source.text),
        left_behind=tuple(_left(item) for item in source.children("leftBehind")) if source.has("leftBehind") else (),
        forgets=source.optional("forgets", source.texts),
        evacuated_runs=_runs(source, "evacuatedRuns"),
        begun_elsewhere=source.optional("begunElsewhere", source.flag) or False,
        found_state=source.optional("foundState", source.text),
        findings=tuple(_finding(item) for item in source.children("findings")) if source.has("findings") else (),
        actions=tuple(_action(item) for item in source.children("actions")) if source.has("actions") else (),
    )


def operation_to_json(operation: Operation) -> dict[str, Json]:
    """The operation as the machine keeps it between passes; `parse_operation` reads it back unchanged."""
    return {
        "executionArn": operation.execution_arn,
        "requestId": operation.request_id,
        "goal": operation.goal.value,
        "subject": operation.node_id,
        "requestedAt": format_time(operation.requested_at),
        "requestedBy": operation.requested_by,
        "reason": operation.reason,
        "expiresAt": format_time(operation.expires_at) if operation.expires_at else None,
        "documentRun": operation.document_run,
        "run": format_time(operation.run) if operation.run else None,
        "instanceType": operation.instance_type,
        "consents": consents_to_json(operation.consents),
        "leaseKey": operation.lease_key,
        "leaseToken": operation.lease_token,
        "identity": identity_to_json(operation.identity) if operation.identity else None,
        "holder": {
            "owner": operation.holder.owner,
            "subject": operation.holder.node,
            "goal": operation.holder.purpose.value,
            "seenAt": format_time(operation.holder.seen_at),
        }
        if operation.holder
        else None,
        "savedModes": saved_modes_to_json(operation.saved_modes) if operation.saved_modes is not None else None,
        "attempts": {action.value: count for action, count in operation.attempts.items()},
        "firstBegun": {action.value: format_time(at) for action, at in operation.first_begun.items()},
        "failures": {action.value: count for action, count in operation.failures.items()},
        "lastFailure": {
            "action": operation.last_failure.action.value,
            "code": operation.last_failure.code.value,
            "message": operation.last_failure.message,
            "at": format_time(operation.last_failure.at),
            "transient": operation.last_failure.transient,
        }
        if operation.last_failure
        else None,
        "dataLoss": operation.data_loss,
        "lookAfter": format_time(operation.look_after) if operation.look_after else None,
        "waiting": _waiting_to_json(operation.waiting) if operation.waiting else None,
        "lookingSince": format_time(operation.looking_since) if operation.looking_since else None,
        "abandoned": {
            "goal": operation.abandoned.goal.value,
            "code": operation.abandoned.code.value,
            "message": operation.abandoned.message,
            "cause": operation.abandoned.cause.value if operation.abandoned.cause is not None else None,
        }
        if operation.abandoned
        else None,
        "unattachable": operation.unattachable,
        "snapshots": list(operation.snapshots),
        "nodeSnapshots": list(operation.node_snapshots),
        "callRights": call_rights_to_json(operation.call_rights) if operation.call_rights is not None else None,
        "computer": operation.computer,
        "databasesAlone": operation.databases_alone,
        "leads": list(operation.leads),
        "askedFor": operation.asked_for,
        "leader": operation.leader,
        "begunElsewhere": operation.begun_elsewhere,
        "foundState": operation.found_state,
        "leftBehind": [
            {"node": each.node, "code": each.code.value, "message": each.message} for each in operation.left_behind
        ],
        "forgets": None if operation.forgets is None else list(operation.forgets),
        "evacuatedRuns": {node: format_time(launch) for node, launch in operation.evacuated_runs.items()},
        "findings": [{"code": finding.code.value, "sentence": finding.sentence} for finding in operation.findings],
        "actions": [
            {"action": taken.action.value, "node": taken.node, "at": format_time(taken.at), "sentence": taken.sentence}
            for taken in operation.actions
        ],
    }


def _waiting_to_json(waiting: Waiting) -> dict[str, Json]:
    return {
        "topic": waiting.reason.value,
        "since": format_time(waiting.since),
        "progress": waiting.progress,
        "progressedAt": format_time(waiting.progressed_at) if waiting.progressed_at else None,
    }


def parse_saved_modes(source: JsonReader, key: str) -> tuple[SavedMode, ...]:
    """Saved replica modes from a JSON array; raises `UnexpectedJsonError`."""
    return tuple(
        SavedMode(
            group=item.text("ag").lower(),
            replica=item.text("replica").lower(),
            server=item.text("server"),
            availability_mode=item.number("availabilityMode"),
            failover_mode=item.number("failoverMode"),
            seeding_mode=item.optional("seedingMode", item.number),
            led=item.optional("led", item.flag),
            required_synchronized=item.optional("requiredSynchronized", item.number),
        )
        for item in source.children(key)
    )


def saved_modes_to_json(modes: tuple[SavedMode, ...]) -> list[Json]:
    """What `parse_saved_modes` reads back unchanged."""
    return [
        {
            "ag": mode.group,
            "replica": mode.replica,
            "server": mode.server,
            "availabilityMode": mode.availability_mode,
            "failoverMode": mode.failover_mode,
            "seedingMode": mode.seeding_mode,
            "led": mode.led,
        }
        | _lowered_to_json(mode)
        for mode in modes
    ]


def _lowered_to_json(mode: SavedMode) -> dict[str, Json]:
    """Left out where nothing was lowered: the lease table compares the text of what an earlier version wrote there."""
    if mode.required_synchronized is None:
        return {}
    return {"requiredSynchronized": mode.required_synchronized}


def _counts(source: JsonReader, key: str) -> dict[Action, int]:
    if not source.has(key):
        return {}
    counts = source.child(key)
    return {_act(counts, name): counts.number(name) for name in counts.members}


def _times(source: JsonReader, key: str) -> dict[Action, datetime]:
    if not source.has(key):
        return {}
    times = source.child(key)
    return {_act(times, name): times.time(name) for name in times.members}


def _runs(source: JsonReader, key: str) -> dict[str, datetime]:
    if not source.has(key):
        return {}
    runs = source.child(key)
    return {node: runs.time(node) for node in runs.members}


def _act(source: JsonReader, name: str) -> Action:
    try:
        return Action(name)
    except ValueError:
        raise UnexpectedJsonError(f"{source.path}.{name}: no such act") from None


def read_purpose(source: JsonReader, key: str) -> Purpose:
    """A goal, or an act; raises `UnexpectedJsonError`."""
    text = source.text(key)
    try:
        return purpose_of(text)
    except ValueError:
        raise UnexpectedJsonError(f"{source.path}.{key}: {text!r} is neither goal nor act") from None


def _holder(source: JsonReader) -> Holder:
    return Holder(
        owner=source.text("owner"),
        node=source.text("subject"),
        purpose=read_purpose(source, "goal"),
        seen_at=source.time("seenAt"),
    )


def _failure(source: JsonReader) -> Failure:
    return Failure(
        action=source.one_of("action", Action),
        code=source.one_of("code", Code),
        message=source.text("message"),
        at=source.time("at"),
        transient=source.optional("transient", source.flag) or False,
    )


def _waiting(source: JsonReader) -> Waiting:
    return Waiting(
        reason=source.one_of("topic", WaitReason),
        since=source.time("since"),
        progress=source.optional("progress", source.number),
        progressed_at=source.optional("progressedAt", source.time),
    )


def _abandoned(source: JsonReader) -> Abandoned:
    return Abandoned(
        goal=source.one_of("goal", Goal),
        code=source.one_of("code", Code),
        message=source.text("message"),
        cause=source.one_of("cause", Code) if source.has("cause") else None,
    )


def _left(source: JsonReader) -> LeftBehind:
    return LeftBehind(node=source.text("node"), code=source.one_of("code", Code), message=source.text("message"))


def _finding(source: JsonReader) -> Finding:
    return Finding(code=source.one_of("code", Code), sentence=source.text("sentence"))


def _action(source: JsonReader) -> ActionTaken:
    return ActionTaken(
        action=source.one_of("action", Action),
        node=source.text("node"),
        at=source.time("at"),
        sentence=source.text("sentence"),
    )
