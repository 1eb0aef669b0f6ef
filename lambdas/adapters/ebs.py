"""How fast an instance and its Swap volume are, as EC2 says it."""

from __future__ import annotations

from adapters.clients import ec2
from cachewarden.evidence.ebs import EbsLimits, SwapVolume

VOLUME_PREFIX = "vol"


def swap_volume(serial: str) -> SwapVolume | None:
    """The volume with this serial number (`vol0123…`); None where EC2 knows none [windows#serial-numbers]."""
    volume_id = f"{VOLUME_PREFIX}-{serial.removeprefix(VOLUME_PREFIX)}"
    found = ec2().describe_volumes(Filters=[{"Name": "volume-id", "Values": [volume_id]}])["Volumes"]
    if not found:
        return None
    return SwapVolume(
        volume_id=volume_id,
        kind=found[0]["VolumeType"],
        iops=found[0].get("Iops"),
        throughput_mib=found[0].get("Throughput"),
    )


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
