"""EC2's mutating calls on one instance: protection, type, stop, start, tags, snapshots."""

from collections.abc import Mapping

from adapters.clients import ec2
from adapters.ec2 import instances_by_id, stop_protected
from cachewarden.evidence.instance import InstanceState

SNAPSHOT_TAG = "cachewarden:operation"
INSTANCE_TAG = "cachewarden:instance"
PROTECTED_IN = frozenset({InstanceState.RUNNING, InstanceState.STOPPED})
"""A node that is just stopping gets its protection by its next request."""


class SnapshotsIncompleteError(Exception):
    """Not every data volume has a snapshot: nothing may be destroyed yet."""


def set_stop_protection(instance_id: str, *, on: bool) -> None:
    """Sets `disableApiStop`; EC2 may show it later [ec2#eventually-consistent]."""
    ec2().modify_instance_attribute(InstanceId=instance_id, DisableApiStop={"Value": on})


def ensure_stop_protection(instance_id: str, state: InstanceState | None) -> bool:
    """Sets `disableApiStop` unless it reads as set. Returns whether it had to be set; False in any other state."""
    if state not in PROTECTED_IN or stop_protected(instance_id) is True:
        return False
    set_stop_protection(instance_id, on=True)
    return True


def change_instance_type(instance_id: str, instance_type: str) -> None:
    """Gives a stopped instance another type; whether that can be had the start says [ec2#change-type]."""
    ec2().modify_instance_attribute(InstanceId=instance_id, InstanceType={"Value": instance_type})


def stop_instance(instance_id: str) -> None:
    """Stops one instance, orderly: no Force, no SkipOsShutdown, no Hibernate, whatever is asked [glossary#never]."""
    ec2().stop_instances(InstanceIds=[instance_id])


def start_instance(instance_id: str) -> None:
    """Starts the instance."""
    ec2().start_instances(InstanceIds=[instance_id])


def write_tags(instance_id: str, tags: Mapping[str, str]) -> None:
    """Writes tags, in the order of their keys."""
    ec2().create_tags(Resources=[instance_id], Tags=[{"Key": key, "Value": tags[key]} for key in sorted(tags)])


def snapshot_data_volumes(instance_id: str, *, operation: str) -> list[str]:
    """Snapshots of all EBS volumes but the root, at one point in time (CreateSnapshots is crash-consistent).

    The content is that of the moment of the call: a rebuild may begin before the snapshots are completed. A repeated
    call finds the first one's snapshots by the operation's tag; only if each volume has one that didn't fail are they
    enough. Raises `SnapshotsIncompleteError`.
    """
    volumes = _data_volumes(instance_id)
    found = ec2().describe_snapshots(
        OwnerIds=["self"],
        Filters=[
            {"Name": f"tag:{SNAPSHOT_TAG}", "Values": [operation]},
            {"Name": f"tag:{INSTANCE_TAG}", "Values": [instance_id]},
        ],
    )
    existing = [snapshot for snapshot in found["Snapshots"] if snapshot["State"] != "error"]
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
    missing = volumes - {snapshot["VolumeId"] for snapshot in answer["Snapshots"] if snapshot.get("State") != "error"}
    if missing or not volumes:
        raise SnapshotsIncompleteError(f"no snapshot of {', '.join(sorted(missing)) or 'any data volume'}")
    return sorted(snapshot["SnapshotId"] for snapshot in answer["Snapshots"])


def _data_volumes(instance_id: str) -> set[str]:
    """EBS volumes of the instance but its root."""
    (instance,) = instances_by_id([instance_id])
    root = instance.get("RootDeviceName")
    return {
        mapping["Ebs"]["VolumeId"]
        for mapping in instance.get("BlockDeviceMappings", [])
        if mapping.get("DeviceName") != root and "VolumeId" in mapping.get("Ebs", {})
    }
