"""Snapshots of an instance's EBS volumes, each set of one moment and found again by its tags."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from adapters.clients import ec2
from adapters.ec2 import instances_by_id

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import SnapshotInfoTypeDef, SnapshotTypeDef

SNAPSHOT_TAG = "cachewarden:operation"
INSTANCE_TAG = "cachewarden:instance"
GOAL_TAG = "cachewarden:goal"
TAKEN_TAG = "cachewarden:taken"
EVACUATED_TAG = "cachewarden:evacuated"


class SnapshotsIncompleteError(Exception):
    """Not every volume has a snapshot: nothing may be destroyed yet, and nothing counts as a backup."""


def snapshot_data_volumes(instance_id: str, *, operation: str) -> list[str]:
    """Snapshots of all EBS volumes but the root, at one point in time (CreateSnapshots is crash-consistent).

    The content is that of the moment of the call: a rebuild may begin before the snapshots are completed. A repeated
    call finds the first one's snapshots by the operation's tag; only if each volume has one that didn't fail are they
    enough. Raises `SnapshotsIncompleteError`.
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
    return _whole_set(volumes, answer["Snapshots"])


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
