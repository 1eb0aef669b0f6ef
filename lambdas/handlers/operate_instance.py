"""Operate-instance: EC2's mutating calls on one instance, for the owner of its cluster's lease.

Nothing that the caller says is believed: whoever may invoke this function may say anything. The lease is read from the
table, its owner from Step Functions, the proof of an evacuation from Systems Manager [security#invoke-function].
"""

import os
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import ClientError

from adapters.ec2 import evidence_of, now
from adapters.ec2_changes import set_stop_protection, start_instance, stop_instance, write_tags
from adapters.ec2_rights import call_rights
from adapters.errors import named
from adapters.lease_claims import confirm_claim, tell_refused_call
from adapters.observability import count, instrumented, logger
from adapters.observations import read_observation
from adapters.snapshots import node_snapshots, snapshot_data_volumes, snapshot_node
from adapters.stop_records import StopRecord, record_stop
from cachewarden.evidence.ec2_rights import call_rights_to_json
from cachewarden.evidence.instance import Ec2Evidence, ec2_to_json
from cachewarden.json_reader import JsonReader, UnexpectedJsonError, format_time
from cachewarden.loop.consents import consents_by_tag
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.consent import Consent, GivenConsent
from cachewarden.operation.goal import Goal
from cachewarden.operation.host_commands import OBSERVE_DOCUMENT
from cachewarden.operation.policy import LAST_ERROR, LAST_OPERATION, STATE, STOP_PROVEN
from cachewarden.operation.stop_proof import confirm_evacuated, confirm_in_time, stop_shown
from cachewarden.operation.timing import EVIDENCE_MAX_AGE_S, PROOF_MAX_AGE_S, STOP_LIFE_S
from handlers.settings import OperateInstanceSettings

LIFT_PROOF_AGE = timedelta(seconds=EVIDENCE_MAX_AGE_S + STOP_LIFE_S)
STOP_PROOF_AGE = timedelta(seconds=PROOF_MAX_AGE_S + STOP_LIFE_S)
TAGS = frozenset({STATE, LAST_OPERATION, LAST_ERROR})
UNLEASED = frozenset({"SetProtection", "CheckRights"})
"""Protection goes on before there is a lease, and on a node that is opted in it never does harm. Dry runs change
nothing."""
ONLY_FOR = {"SnapshotNode": Goal.SNAPSHOTTED}
"""What an operation with another goal may not ask for."""


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `action`, `instanceId`, the lease's `owner`, `leaseKey` and `token`; returns what EC2 says afterwards.

    Raises exceptions named by AWS's code, `LeaseLostError`, `ProofTooOldError` and `NotEvacuatedError` where the
    operation has to decide anew, and `CallRefusedError`, of which people are told, for a call that can't be one's own.
    """
    settings = OperateInstanceSettings.of(os.environ)
    source = JsonReader.of(event)
    try:
        _confirm_lease(source, settings)
        action, instance_id = source.text("action"), source.text("instanceId")
        perform = ACTIONS[action]
        logger().info("%s on %s", action, instance_id)
        result = perform(instance_id, source, settings)
    except CallRefusedError as refusal:
        tell_refused_call(event, refusal, table=settings.lease_table, topic_arn=settings.topic_arn)
        raise
    except ClientError as error:
        raise named(error) from error
    count(action)
    return {"instanceId": instance_id, **result}


def _confirm_lease(source: JsonReader, settings: OperateInstanceSettings) -> None:
    """Returns when the lease allows the action on the instance. Raises `CallRefusedError`, `LeaseLostError`."""
    try:
        action, instance_id = source.text("action"), source.text("instanceId")
        if action not in ACTIONS:
            raise CallRefusedError(f"{action[:64]!r} is none of {', '.join(sorted(ACTIONS))}")
        if action in UNLEASED:
            return
    except UnexpectedJsonError as problem:
        raise CallRefusedError(str(problem)) from problem
    owner = confirm_claim(
        source,
        table=settings.lease_table,
        state_machine_arn=settings.state_machine_arn,
        instance_id=instance_id,
    )
    if action in ONLY_FOR and owner.purpose is not ONLY_FOR[action]:
        raise CallRefusedError(f"{owner.execution_arn} is to reach {owner.purpose.value}, not {ONLY_FOR[action].value}")


def _lift_protection(instance_id: str, source: JsonReader, settings: OperateInstanceSettings) -> dict[str, Any]:
    _confirm_proof(instance_id, source, settings, max_age=LIFT_PROOF_AGE)
    set_stop_protection(instance_id, on=False)
    return {}  # every node is observed next


def _set_protection(instance_id: str, source: JsonReader, settings: OperateInstanceSettings) -> dict[str, Any]:
    set_stop_protection(instance_id, on=True)
    return {"ec2": ec2_to_json(_facts(instance_id, settings))}


def _stop_instance(instance_id: str, source: JsonReader, settings: OperateInstanceSettings) -> dict[str, Any]:
    # Checked at every attempt, retries included: what was proven before protection came off doesn't hold for ever.
    confirm_in_time(source.time("notAfter"), now=now(), life=timedelta(seconds=STOP_LIFE_S))
    facts = _confirm_proof(instance_id, source, settings, max_age=STOP_PROOF_AGE)
    stop_instance(instance_id)
    # Only after EC2 took the call: a record written before would outlive a refused stop and vouch for another's.
    record = record_stop(
        settings.lease_table,
        instance_id,
        launch_time=facts.launch_time,
        instance_type=facts.instance_type,
        owner=source.text("owner"),
        command_id=source.text("commandId"),
        at=now(),
    )
    write_tags(instance_id, stop_shown(facts.launch_time))
    return {"ec2": ec2_to_json(_facts(instance_id, settings, just_recorded=record))}


def _start_instance(instance_id: str, source: JsonReader, settings: OperateInstanceSettings) -> dict[str, Any]:
    start_instance(instance_id)
    return {"ec2": ec2_to_json(_facts(instance_id, settings))}


def _write_tags(instance_id: str, source: JsonReader, settings: OperateInstanceSettings) -> dict[str, Any]:
    tags = source.child("tags")
    if not TAGS.issuperset(tags.members):
        raise CallRefusedError(f"tags {', '.join(sorted(set(tags.members) - TAGS))} aren't written on request")
    if tags.members:  # an operation that did nothing leaves them; EC2 takes no call without tags
        write_tags(instance_id, {key: tags.text(key) for key in tags.members})
    return {"tags": dict(tags.members)}


def _check_rights(instance_id: str, source: JsonReader, settings: OperateInstanceSettings) -> dict[str, Any]:
    return {"rights": call_rights_to_json(call_rights(instance_id, tags={*TAGS, STOP_PROVEN}))}


def _snapshot_data_volumes(instance_id: str, source: JsonReader, settings: OperateInstanceSettings) -> dict[str, Any]:
    taken = snapshot_data_volumes(instance_id, operation=source.text("operation"), table=settings.lease_table)
    return {"snapshots": taken}


def _snapshot_node(instance_id: str, source: JsonReader, settings: OperateInstanceSettings) -> dict[str, Any]:
    operation, goal = source.text("operation"), Goal.SNAPSHOTTED.value
    taken = node_snapshots(instance_id, operation=operation, goal=goal)
    if not taken:
        _confirm_proof(instance_id, source, settings, max_age=STOP_PROOF_AGE, by_consent=False)
        taken = snapshot_node(instance_id, operation=operation, goal=goal, at=format_time(now()))
    return {"snapshots": taken}


def _confirm_proof(
    instance_id: str,
    source: JsonReader,
    settings: OperateInstanceSettings,
    *,
    max_age: timedelta,
    by_consent: bool = True,
) -> Ec2Evidence:
    """EC2's facts of the run that the named observation proves to be evacuated; `by_consent`: a cache given up, too."""
    if not source.has("commandId"):
        raise CallRefusedError(f"no observation of {instance_id} is named")
    facts = _facts(instance_id, settings, with_protection=False)
    observation = read_observation(source.text("commandId"), instance_id, document=OBSERVE_DOCUMENT)
    confirm_evacuated(
        observation,
        document=OBSERVE_DOCUMENT,
        document_hash=settings.documents.hashes[OBSERVE_DOCUMENT],
        launch_time=facts.launch_time,
        now=now(),
        max_age=max_age,
        gives_up_unreadable=by_consent
        and any(
            isinstance(each, GivenConsent) and each.word is Consent.UNREADABLE_CACHE and now() <= each.expires_at
            for each in consents_by_tag(facts.tags, instance_id, now())
        ),
    )
    return facts


def _facts(
    instance_id: str,
    settings: OperateInstanceSettings,
    *,
    with_protection: bool = True,
    just_recorded: StopRecord | None = None,
) -> Ec2Evidence:
    """What EC2 says now, protection included unless `with_protection` is False.

    It may lag [ec2#eventually-consistent], and then says so.
    """
    facts = evidence_of(
        instance_id,
        lease_table=settings.lease_table,
        with_protection=with_protection,
        just_recorded=just_recorded,
    )
    if facts is None:
        raise LookupError(f"EC2 knows no instance {instance_id} any more")
    return facts


ACTIONS: Mapping[str, Callable[[str, JsonReader, OperateInstanceSettings], dict[str, Any]]] = {
    "LiftProtection": _lift_protection,
    "SetProtection": _set_protection,
    "CheckRights": _check_rights,
    "StopInstance": _stop_instance,
    "StartInstance": _start_instance,
    "WriteTags": _write_tags,
    "SnapshotDataVolumes": _snapshot_data_volumes,
    "SnapshotNode": _snapshot_node,
}
