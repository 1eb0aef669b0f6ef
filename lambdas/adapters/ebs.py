"""What EC2 says of an instance's throughput and of its Swap volume."""

from __future__ import annotations

from datetime import datetime

from adapters.clients import ec2
from adapters.snapshots import SNAPSHOT_TAG
from cachewarden.evidence.ebs import EbsLimits, SwapVolume
from cachewarden.evidence.swap_snapshot import SwapSnapshot

VOLUME_PREFIX = "vol"


def swap_volume(serial: str) -> SwapVolume | None:
    """The volume with this serial number (`vol0123…`); None where EC2 knows none [windows#serial-numbers]."""
    volume_id = volume_id_of(serial)
    found = ec2().describe_volumes(Filters=[{"Name": "volume-id", "Values": [volume_id]}])["Volumes"]
    if not found:
        return None
    return SwapVolume(
        volume_id=volume_id,
        kind=found[0]["VolumeType"],
        iops=found[0].get("Iops"),
        throughput_mib=found[0].get("Throughput"),
    )


def swap_snapshot(serial: str, *, since: datetime) -> SwapSnapshot | None:
    """The newest snapshot of this volume that was begun after `since` and isn't one of CacheWarden's own."""
    found = ec2().describe_snapshots(Filters=[{"Name": "volume-id", "Values": [volume_id_of(serial)]}])["Snapshots"]
    others = [
        SwapSnapshot(snapshot_id=each["SnapshotId"], taken_at=each["StartTime"])
        for each in found
        if each["StartTime"] > since and not ("Tags" in each and SNAPSHOT_TAG in {tag["Key"] for tag in each["Tags"]})
    ]
    return max(others, key=lambda each: each.taken_at, default=None)


def volume_id_of(serial: str) -> str:
    """`vol0123…` as EC2 writes it, `vol-0123…` [windows#serial-numbers]."""
    return f"{VOLUME_PREFIX}-{serial.removeprefix(VOLUME_PREFIX)}"


def ebs_limits(instance_type: str) -> EbsLimits:
    """What the type can move to EBS [ec2#ebs-limits]."""
    found = ec2().describe_instance_types(Filters=[{"Name": "instance-type", "Values": [instance_type]}])
    for described in found["InstanceTypes"]:
        if "EbsInfo" in described and "EbsOptimizedInfo" in described["EbsInfo"]:
            limits = described["EbsInfo"]["EbsOptimizedInfo"]
            return EbsLimits(
                instance_type=instance_type,
                baseline_mb=limits.get("BaselineThroughputInMBps"),
                maximum_mb=limits.get("MaximumThroughputInMBps"),
            )
    return EbsLimits(instance_type=instance_type, baseline_mb=None, maximum_mb=None)
