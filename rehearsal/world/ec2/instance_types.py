"""Instance types that a node may have or be given, with what of them matters here [ec2#instance-types]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

GB = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceType:
    """`instance_store_bytes`: one number for each NVMe disk. `ebs_mbps`: baseline and maximum bandwidth to EBS in Mbps
    [ec2#ebs-limits]."""

    name: str
    vcpus: int
    memory_gib: int
    instance_store_bytes: tuple[int, ...]
    ebs_mbps: tuple[int, int]
    architecture: str = "x86_64"


R5D_4XLARGE = InstanceType(
    name="r5d.4xlarge", vcpus=16, memory_gib=128, instance_store_bytes=(300 * GB,) * 2, ebs_mbps=(4750, 4750)
)
INSTANCE_TYPES: Mapping[str, InstanceType] = {
    shape.name: shape
    for shape in (
        R5D_4XLARGE,
        InstanceType(name="r5d.large", vcpus=2, memory_gib=16, instance_store_bytes=(75 * GB,), ebs_mbps=(650, 4750)),
        InstanceType(
            name="r5d.8xlarge", vcpus=32, memory_gib=256, instance_store_bytes=(600 * GB,) * 2, ebs_mbps=(6800, 6800)
        ),
        InstanceType(name="r5.4xlarge", vcpus=16, memory_gib=128, instance_store_bytes=(), ebs_mbps=(4750, 4750)),
        InstanceType(
            name="i4i.16xlarge",
            vcpus=64,
            memory_gib=512,
            instance_store_bytes=(3750 * GB,) * 4,
            ebs_mbps=(20000, 20000),
        ),
        InstanceType(
            name="r6id.4xlarge", vcpus=16, memory_gib=128, instance_store_bytes=(950 * GB,), ebs_mbps=(5000, 10000)
        ),
        InstanceType(
            name="r6id.8xlarge", vcpus=32, memory_gib=256, instance_store_bytes=(1900 * GB,), ebs_mbps=(10000, 10000)
        ),
        InstanceType(
            name="r6id.12xlarge",
            vcpus=48,
            memory_gib=384,
            instance_store_bytes=(1425 * GB,) * 2,
            ebs_mbps=(15000, 15000),
        ),
        InstanceType(
            name="r7gd.4xlarge",
            vcpus=16,
            memory_gib=128,
            instance_store_bytes=(950 * GB,),
            ebs_mbps=(5000, 10000),
            architecture="arm64",
        ),
    )
}
