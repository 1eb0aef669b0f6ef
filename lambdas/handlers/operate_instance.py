"""EC2's mutating calls on one instance: protection, stop, start, our tags, snapshots. Errors keep their AWS names."""

from collections.abc import Callable, Mapping
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import ClientError

from adapters.clients import ec2
from adapters.ec2 import facts_of, instances_by_id, now, stop_protected
from adapters.errors import named
from adapters.observability import count, instrumented, logger
from cachewarden.json_reader import JsonReader, UnexpectedJsonError
from cachewarden.operation.stop_proof import stop_proof

SNAPSHOT_TAG = "cachewarden:operation"


class SnapshotsIncompleteError(Exception):
    """Not every data volume has a snapshot: nothing may be destroyed yet."""


class ProofTooOldError(Exception):
    """The stop was asked for too long after the proof; the workflow proves again."""


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
    ec2().modify_instance_attribute(InstanceId=instance_id, DisableApiStop={"Value": False})
    return _facts(instance_id)


def _set_protection(instance_id: str, source: JsonReader) -> dict[str, Any]:
    ec2().modify_instance_attribute(InstanceId=instance_id, DisableApiStop={"Value": True})
    return _facts(instance_id)


def _stop_instance(instance_id: str, source: JsonReader) -> dict[str, Any]:
    # Asked at every attempt, retries included: what was proven before protection came off doesn't hold for ever.
    not_after = source.time("notAfter")
    if now() > not_after:
        raise ProofTooOldError(f"{instance_id} isn't stopped: its proof was good until {not_after.isoformat()}")
    # One instance, orderly: no Force, no SkipOsShutdown, no Hibernate, whatever the input says [glossary#never].
    ec2().stop_instances(InstanceIds=[instance_id])
    # Only after EC2 took the call: a proof written before would outlive a refused stop and vouch for another's.
    instance = instances_by_id([instance_id])[0]
    _tag(instance_id, stop_proof(instance["LaunchTime"]))
    return _facts(instance_id)


def _start_instance(instance_id: str, source: JsonReader) -> dict[str, Any]:
    ec2().start_instances(InstanceIds=[instance_id])
    return _facts(instance_id)


def _write_tags(instance_id: str, source: JsonReader) -> dict[str, Any]:
    tags = source.child("tags")
    _tag(instance_id, {key: tags.text(key) for key in tags.members})
    return {"tags": dict(tags.members)}


def _tag(instance_id: str, tags: Mapping[str, str]) -> None:
    ec2().create_tags(Resources=[instance_id], Tags=[{"Key": key, "Value": tags[key]} for key in sorted(tags)])


def _snapshot_data_volumes(instance_id: str, source: JsonReader) -> dict[str, Any]:
    """Snapshots of all EBS volumes but the root, at one point in time (CreateSnapshots is crash-consistent).

    The content is that of the moment of the call: a rebuild may begin before the snapshots are completed. A repeated
    call finds the first one's snapshots by the operation's tag; only if each volume has one that didn't fail are they
    enough. Raises `SnapshotsIncompleteError`.
    """
    volumes = _data_volumes(instance_id)
    operation = source.text("operation")
    found = ec2().describe_snapshots(
        OwnerIds=["self"],
        Filters=[
            {"Name": f"tag:{SNAPSHOT_TAG}", "Values": [operation]},
            {"Name": "tag:cachewarden:instance", "Values": [instance_id]},
        ],
    )
    existing = [snapshot for snapshot in found["Snapshots"] if snapshot["State"] != "error"]
    if volumes and volumes <= {snapshot["VolumeId"] for snapshot in existing}:
        return {"snapshots": sorted(snapshot["SnapshotId"] for snapshot in existing)}
    answer = ec2().create_snapshots(
        Description=f"CacheWarden: before the storage of {instance_id} is rebuilt",
        InstanceSpecification={"InstanceId": instance_id, "ExcludeBootVolume": True},
        TagSpecifications=[
            {
                "ResourceType": "snapshot",
                "Tags": [
                    {"Key": SNAPSHOT_TAG, "Value": operation},
                    {"Key": "cachewarden:instance", "Value": instance_id},
                ],
            }
        ],
    )
    missing = volumes - {snapshot["VolumeId"] for snapshot in answer["Snapshots"] if snapshot.get("State") != "error"}
    if missing or not volumes:
        raise SnapshotsIncompleteError(f"no snapshot of {', '.join(sorted(missing)) or 'any data volume'}")
    return {"snapshots": sorted(snapshot["SnapshotId"] for snapshot in answer["Snapshots"])}


def _data_volumes(instance_id: str) -> set[str]:
    """EBS volumes of the instance but its root."""
    (instance,) = instances_by_id([instance_id])
    root = instance.get("RootDeviceName")
    return {
        mapping["Ebs"]["VolumeId"]
        for mapping in instance.get("BlockDeviceMappings", [])
        if mapping.get("DeviceName") != root and "VolumeId" in mapping.get("Ebs", {})
    }


def _facts(instance_id: str) -> dict[str, Any]:
    """What EC2 says after the call, protection included: it may lag [ec2#eventually-consistent], and then says so."""
    instance = instances_by_id([instance_id])[0]
    observed_at = now()
    return {"ec2": facts_of(instance, protected=stop_protected(instance_id), observed_at=observed_at)}


ACTIONS: Mapping[str, Callable[[str, JsonReader], dict[str, Any]]] = {
    "LiftProtection": _lift_protection,
    "SetProtection": _set_protection,
    "StopInstance": _stop_instance,
    "StartInstance": _start_instance,
    "WriteTags": _write_tags,
    "SnapshotDataVolumes": _snapshot_data_volumes,
}
