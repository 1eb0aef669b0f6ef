"""Operate-instance: EC2's mutating calls on one instance. Errors keep their AWS names."""

from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import ClientError

from adapters.ec2 import evidence_of
from adapters.ec2_changes import set_stop_protection, snapshot_data_volumes, start_instance, stop_instance, write_tags
from adapters.errors import named
from adapters.observability import count, instrumented, logger
from cachewarden.evidence.instance import ec2_to_json
from cachewarden.json_reader import JsonReader, UnexpectedJsonError


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `action` and `instanceId`; returns what EC2 says afterwards. Raises exceptions named by AWS's code."""
    source = JsonReader.of(event)
    action, instance_id = source.text("action"), source.text("instanceId")
    perform = ACTIONS.get(action)
    if perform is None:
        raise UnexpectedJsonError(f"$.action: {action!r} is none of {', '.join(sorted(ACTIONS))}")
    logger().info("%s on %s", action, instance_id)
    try:
        result = perform(instance_id, source)
    except ClientError as error:
        raise named(error) from error
    count(action)
    return {"instanceId": instance_id, **result}


def _lift_protection(instance_id: str, source: JsonReader) -> dict[str, Any]:
    set_stop_protection(instance_id, on=False)
    return _facts(instance_id)


def _set_protection(instance_id: str, source: JsonReader) -> dict[str, Any]:
    set_stop_protection(instance_id, on=True)
    return _facts(instance_id)


def _stop_instance(instance_id: str, source: JsonReader) -> dict[str, Any]:
    stop_instance(instance_id, not_after=source.time("notAfter"))
    return _facts(instance_id)


def _start_instance(instance_id: str, source: JsonReader) -> dict[str, Any]:
    start_instance(instance_id)
    return _facts(instance_id)


def _write_tags(instance_id: str, source: JsonReader) -> dict[str, Any]:
    tags = source.child("tags")
    write_tags(instance_id, {key: tags.text(key) for key in tags.members})
    return {"tags": dict(tags.members)}


def _snapshot_data_volumes(instance_id: str, source: JsonReader) -> dict[str, Any]:
    return {"snapshots": snapshot_data_volumes(instance_id, operation=source.text("operation"))}


def _facts(instance_id: str) -> dict[str, Any]:
    """What EC2 says after the call, protection included: it may lag [ec2#eventually-consistent], and then says so."""
    facts = evidence_of(instance_id)
    if facts is None:
        raise LookupError(f"EC2 knows no instance {instance_id} any more")
    return {"ec2": ec2_to_json(facts)}


ACTIONS: Mapping[str, Callable[[str, JsonReader], dict[str, Any]]] = {
    "LiftProtection": _lift_protection,
    "SetProtection": _set_protection,
    "StopInstance": _stop_instance,
    "StartInstance": _start_instance,
    "WriteTags": _write_tags,
    "SnapshotDataVolumes": _snapshot_data_volumes,
}
