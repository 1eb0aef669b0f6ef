"""Snapshots of an instance's EBS volumes, each set of one moment and found again by its tags."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from adapters.clients import ec2
from adapters.ec2 import instances_by_id, now
from adapters.errors import code_of
from adapters.observability import count, logger
from adapters.snapshot_records import SnapshotRecord, record_snapshot

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import SnapshotInfoTypeDef, SnapshotTypeDef

SNAPSHOT_TAG = "cachewarden:operation"
INSTANCE_TAG = "cachewarden:instance"
GOAL_TAG = "cachewarden:goal"
TAKEN_TAG = "cachewarden:taken"
EVACUATED_TAG = "cachewarden:evacuated"
GONE = "InvalidSnapshot.NotFound"


class SnapshotsIncompleteError(Exception):
    """Not every volume has a snapshot: nothing may be destroyed yet, and nothing counts as a backup."""


def snapshot_data_volumes(instance_id: str, *, operation: str, table: str) -> list[str]:
    """Snapshots of all EBS volumes but the root, at one point in time (CreateSnapshots is crash-consistent).

    The content is that of the moment of the call: a rebuild may begin before the snapshots are completed. A repeated
    call finds the first one's snapshots by the operation's tag; only if each volume has one that didn't fail are they
    enough. Those that this call takes are recorded in `table`, so that they are deleted in time. Raises
    `SnapshotsIncompleteError`.
    """
    volumes = _volumes(instance_id, root=False)
    found = ec2().describe_snapshots(
        OwnerIds=["self"],
        Filters=[
            {"Name": f"tag:{SNAPSHOT_TAG}", "Values": [operation]},
            {"Name": f"tag:{INSTANCE_TAG}", "Values": [instance_id]},
        ],
    )
    # A backup of the same operation is of another moment.
    existing = [each for each in found["Snapshots"] if each["State"] != "error" and _tag(each, TAKEN_TAG) is None]
    if volumes and volumes <= {snapshot["VolumeId"] for snapshot in existing}:
        return sorted(snapshot["SnapshotId"] for snapshot in existing)
    answer = ec2().create_snapshots(
        Description=f"CacheWarden: before the storage of {instance_id} is rebuilt",
        InstanceSpecification={"InstanceId": instance_id, "ExcludeBootVolume": True},
        TagSpecifications=[
            {
                "ResourceType": "snapshot",
                "Tags": [{"Key": SNAPSHOT_TAG, "Value": operation}, {"Key": INSTANCE_TAG, "Value": instance_id}],
            }
        ],
    )
    for each in answer["Snapshots"]:
        _record(table, each["SnapshotId"], instance_id, operation)
    return _whole_set(volumes, answer["Snapshots"])


def snapshot_to_delete(record: SnapshotRecord) -> bool:
    """Whether it is there and still has the tags that it got, and none of a backup's."""
    found = ec2().describe_snapshots(
        OwnerIds=["self"], Filters=[{"Name": "snapshot-id", "Values": [record.snapshot_id]}]
    )["Snapshots"]
    return any(
        _tag(each, SNAPSHOT_TAG) == record.operation
        and _tag(each, INSTANCE_TAG) == record.instance_id
        and _tag(each, TAKEN_TAG) is None
        for each in found
    )


def delete_snapshot(snapshot_id: str) -> None:
    """Deletes it; one that is gone already is no error. Raises `ClientError`."""
    try:
        ec2().delete_snapshot(SnapshotId=snapshot_id)
    except ClientError as error:
        if code_of(error) != GONE:
            raise


def snapshot_node(instance_id: str, *, operation: str, goal: str, at: str) -> list[str]:
    """Snapshots of all EBS volumes, the root with them, at one point in time; their tags say that the cache is on EBS.

    CreateSnapshots knows no client token [ec2#multi-volume-snapshots]: whoever repeats a call asks for the former
    set first. Raises `SnapshotsIncompleteError`.
    """
    tags = {SNAPSHOT_TAG: operation, INSTANCE_TAG: instance_id, GOAL_TAG: goal, TAKEN_TAG: at, EVACUATED_TAG: "true"}
    answer = ec2().create_snapshots(
        Description=f"CacheWarden: {instance_id} with its write-back cache on EBS, {at}",
        InstanceSpecification={"InstanceId": instance_id},
        TagSpecifications=[
            {"ResourceType": "snapshot", "Tags": [{"Key": key, "Value": value} for key, value in tags.items()]}
        ],
    )
    return _whole_set(_volumes(instance_id, root=True), answer["Snapshots"])


def node_snapshots(instance_id: str, *, operation: str, goal: str) -> list[str]:
    """The set that this operation has taken of every volume; empty where there is none, or only a part of one.

    Sets of two calls are of two moments: together they make no third.
    """
    found = ec2().describe_snapshots(
        OwnerIds=["self"],
        Filters=[
            {"Name": f"tag:{SNAPSHOT_TAG}", "Values": [operation]},
            {"Name": f"tag:{INSTANCE_TAG}", "Values": [instance_id]},
            {"Name": f"tag:{GOAL_TAG}", "Values": [goal]},
        ],
    )["Snapshots"]
    sets: dict[str, list[SnapshotTypeDef]] = {}
    for each in found:
        if (taken := _tag(each, TAKEN_TAG)) is not None:
            sets.setdefault(taken, []).append(each)
    volumes = _volumes(instance_id, root=True)
    for _taken, snapshots in sorted(sets.items()):
        try:
            return _whole_set(volumes, snapshots)
        except SnapshotsIncompleteError:
            continue
    return []


def _record(table: str, snapshot_id: str, instance_id: str, operation: str) -> None:
    record = SnapshotRecord(snapshot_id=snapshot_id, instance_id=instance_id, operation=operation, taken_at=now())
    try:
        record_snapshot(table, record)
    except (BotoCoreError, ClientError):
        # The rebuild needs the snapshot, not its record: without that it is the owner's to delete.
        logger().exception("%s isn't recorded, and so never deleted", snapshot_id)
        count("SnapshotNotRecorded")


def _tag(snapshot: SnapshotTypeDef, key: str) -> str | None:
    return next((tag["Value"] for tag in snapshot.get("Tags", []) if tag["Key"] == key), None)


def _whole_set(volumes: set[str], snapshots: Iterable[SnapshotInfoTypeDef | SnapshotTypeDef]) -> list[str]:
    """Ids of the snapshots where each volume has one that didn't fail. Raises `SnapshotsIncompleteError`.

    Two of one volume are of two moments: the SDK sent the call twice.
    """
    good = [each for each in snapshots if each.get("State") != "error"]
    missing = volumes - {each["VolumeId"] for each in good}
    if missing or not volumes:
        raise SnapshotsIncompleteError(f"no snapshot of {', '.join(sorted(missing)) or 'any volume'}")
    if len({each["VolumeId"] for each in good}) < len(good):
        raise SnapshotsIncompleteError("some volumes have two snapshots, of two moments")
    return sorted(each["SnapshotId"] for each in good)


def _volumes(instance_id: str, *, root: bool) -> set[str]:
    """EBS volumes of the instance, with its root or without."""
    (instance,) = instances_by_id([instance_id])
    boot = instance.get("RootDeviceName")
    return {
        mapping["Ebs"]["VolumeId"]
        for mapping in instance.get("BlockDeviceMappings", [])
        if (root or mapping.get("DeviceName") != boot) and "VolumeId" in mapping.get("Ebs", {})
    }
