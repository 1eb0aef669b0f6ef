"""The lease of a cluster, for executions of maintain-replica: acquire, renew, save and forget replica modes, release.

And whether people have an execution's answer already, which is written down beside the leases.

Whoever may invoke this function may say anything. So it does only what the execution that it names is asking for at
this moment, by that execution's own history [security#lease-calls]. For others it renews what runs anyway, no more.
"""

import os
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters import lease_table
from adapters.ec2 import now
from adapters.inflight_calls import confirm_call
from adapters.lease_acquisition import acquire, holder_of
from adapters.mode_parameter import read_mode
from adapters.observability import count, instrumented, logger
from adapters.own_events import put_event
from adapters.owners import is_operation, owner_status
from adapters.repeats import answer
from cachewarden.codes import Code
from cachewarden.evidence.identity import identity_to_json, parse_identity
from cachewarden.json_reader import JsonReader, UnexpectedJsonError
from cachewarden.loop.message_forms import structured
from cachewarden.loop.own_events import OwnEvent
from cachewarden.operation.authority import CallRefusedError, confirm_owner
from cachewarden.operation.goal import Goal
from cachewarden.operation.lease import LeaseRecord, Owner, life_end
from cachewarden.operation.mode import may_begin
from cachewarden.operation.operation_json import parse_saved_modes, saved_modes_to_json
from handlers.settings import LeaseSettings

UNSAID = "\nRepeated: the same was asked {} more times since {} with this same answer, of which there was no message."


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `action`, `owner` (execution ARN) and what the action needs. Raises `LeaseLostError` by that name."""
    settings = LeaseSettings.of(os.environ)
    source = JsonReader.of(event)
    action = source.text("action")
    perform = ACTIONS.get(action)
    if perform is None:
        raise UnexpectedJsonError(f"$.action: {action!r} is none of {', '.join(sorted(ACTIONS))}")
    if action not in UNCONFIRMED:
        _confirm_caller(source.text("owner"), event, settings)
    return perform(settings, source)


def _confirm_caller(owner: str, event: Mapping[str, Any], settings: LeaseSettings) -> None:
    """Returns when the owner is an operation that makes this very call now. Raises `CallRefusedError`."""
    try:
        if not is_operation(owner, state_machine_arn=settings.state_machine_arn):
            raise CallRefusedError(f"{owner[:200]} is no operation of CacheWarden")
        confirm_call(owner, event)
    except CallRefusedError as refusal:
        count("CallRefused")
        logger().error("a call was refused: %s", refusal, extra={"code": Code.CALL_REFUSED.value})
        raise


def _acquire(settings: LeaseSettings, source: JsonReader) -> dict[str, Any]:
    """Takes the cluster's lease, or says who has it. Only an operation that runs can own one, for its own node."""
    goal = source.one_of("goal", Goal)
    owner = Owner(
        execution_arn=source.text("owner"),
        node=source.text("subject"),
        purpose=goal,
        request_id=source.text("requestId"),
    )
    confirm_owner(
        owner.execution_arn,
        owner_status(owner.execution_arn, state_machine_arn=settings.state_machine_arn),
        instance_id=owner.node,
    )
    identity = parse_identity(source.child("identity")) if source.has("identity") else None
    members = source.texts("members")
    strangers = source.texts("strangers") if source.has("strangers") else ()
    begins = not source.has("leaseKey")
    by_event = source.has("byEvent") and source.flag("byEvent")
    if begins:
        mode = read_mode(settings.mode_parameter)
        if not may_begin(mode, goal, by_event=by_event):
            # What was begun before goes on: a request for the same joins it, and people hear who works there.
            holder = holder_of(
                settings.lease_table, owner=owner, identity=identity, members=members, strangers=strangers
            )
            return {"acquired": False, "heldByMode": mode.value, **(_held_by(holder) if holder is not None else {})}
    asked = acquire(
        settings.lease_table,
        owner=owner,
        identity=identity,
        members=members,
        strangers=strangers,
        seen_token=source.optional("seenToken", source.number),
        remembered_key=source.optional("rememberedKey", source.text),
        observed_at=source.optional("observedAt", source.time),
    )
    record = asked.record
    holder = record.owner
    if holder is not None and holder.execution_arn != owner.execution_arn:
        return {"acquired": False, **_held_by(holder)}
    if asked.anew:
        put_event(
            OwnEvent.STARTED,
            structured({"instanceId": owner.node, "goal": goal.value, "execution": owner.execution_arn}),
        )
    return _acquired_answer(record, undisturbed=asked.undisturbed)


def _held_by(holder: Owner) -> dict[str, Any]:
    return {"holder": {"owner": holder.execution_arn, "subject": holder.node, "goal": holder.purpose.value}}


def _renew(settings: LeaseSettings, source: JsonReader) -> dict[str, Any]:
    """Lengthens the lease's life; before it is taken there is nothing to renew."""
    if not source.has("token"):
        return {"renewed": False}
    lease_table.renew(settings.lease_table, **_ownership(source), expires_at=life_end(now()))
    return {"renewed": True}


def _save_modes(settings: LeaseSettings, source: JsonReader) -> dict[str, Any]:
    """Keeps the modes to put back, durably, before any of them changes. The lease's life is lengthened."""
    modes = parse_saved_modes(source, "modes")
    former = parse_saved_modes(source, "former") if source.has("former") else None
    lease_table.save_modes(
        settings.lease_table, **_ownership(source), modes=modes, former=former, expires_at=life_end(now())
    )
    return {"savedModes": saved_modes_to_json(modes)}


def _forget_modes(settings: LeaseSettings, source: JsonReader) -> dict[str, Any]:
    """Drops the saved modes, once they are seen to be back. The lease's life is lengthened."""
    lease_table.save_modes(settings.lease_table, **_ownership(source), modes=None, expires_at=life_end(now()))
    return {"savedModes": None}


def _release(settings: LeaseSettings, source: JsonReader) -> dict[str, Any]:
    """Takes the owner out; token and saved modes stay."""
    if not source.has("token"):
        return {"released": False}
    lease_table.release(settings.lease_table, **_ownership(source), now=now())
    return {"released": True}


def _answer(settings: LeaseSettings, source: JsonReader) -> dict[str, Any]:
    """Whether people hear of what the operation has to say; it had no lease, and nothing was changed."""
    given = answer(
        settings.lease_table,
        about=source.text("about"),
        asker=source.text("owner"),
        now=now(),
        quiet_for=timedelta(seconds=source.number("quietSeconds")),
    )
    count("AnswerDue" if given.due else "AnswerRepeated")
    unsaid = given.unsaid
    return {"due": given.due, "unsaid": UNSAID.format(unsaid.times, unsaid.since) if unsaid is not None else None}


def _ownership(source: JsonReader) -> dict[str, Any]:
    return {"key": source.text("leaseKey"), "owner": source.text("owner"), "token": source.number("token")}


def _acquired_answer(record: LeaseRecord, *, undisturbed: bool) -> dict[str, Any]:
    return {
        "acquired": True,
        "undisturbed": undisturbed,
        "leaseKey": record.key,
        "token": record.token,
        "identity": identity_to_json(record.identity) if record.identity else None,
        "savedModes": saved_modes_to_json(record.saved_modes) if record.saved_modes is not None else None,
    }


UNCONFIRMED = frozenset({"renew"})
"""It is asked for in every pass of the loop, and does nothing for an owner that has ended."""

ACTIONS: Mapping[str, Callable[[LeaseSettings, JsonReader], dict[str, Any]]] = {
    "acquire": _acquire,
    "renew": _renew,
    "save_modes": _save_modes,
    "forget_modes": _forget_modes,
    "release": _release,
    "answer": _answer,
}
