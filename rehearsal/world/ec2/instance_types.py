"""Instance types that a node may have or be given, with what of them matters here [ec2#instance-types]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

GB = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceType:
    """`instance_store_bytes`: one number for each NVMe disk. `ebs_mbps`: baseline and maximum bandwidth to EBS in Mbps
    [ec2#ebs-limits]. `interfaces` and `addresses`: network interfaces, and IPv4 addresses of each, at most.
    `offered`: whether the zones of these stories have it."""

    name: str
    vcpus: int
    memory_gib: int
    instance_store_bytes: tuple[int, ...]
    ebs_mbps: tuple[int, int]
    architecture: str = "x86_64"
    hypervisor: str = "nitro"
    interfaces: int = 8
    addresses: int = 30
    offered: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CapacityReservation:
    """An active one. `open`: instances take it without naming it; else it must be named (`targeted`)."""

    id: str
    instance_type: str
    zone: str
    available: int
    open: bool = True


R5D_4XLARGE = InstanceType(
    name="r5d.4xlarge", vcpus=16, memory_gib=128, instance_store_bytes=(300 * GB,) * 2, ebs_mbps=(4750, 4750)
)
INSTANCE_TYPES: Mapping[str, InstanceType] = {
    shape.name: shape
    for shape in (
        R5D_4XLARGE,
        InstanceType(
            name="r5d.large",
            vcpus=2,
            memory_gib=16,
            instance_store_bytes=(75 * GB,),
            ebs_mbps=(650, 4750),
            interfaces=3,
            addresses=10,
        ),
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
            interfaces=15,
            addresses=50,
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
            name="r5dn.4xlarge",
            vcpus=16,
            memory_gib=128,
            instance_store_bytes=(300 * GB,) * 2,
            ebs_mbps=(4750, 4750),
            offered=False,
        ),
        InstanceType(
            name="i3.4xlarge",
            vcpus=16,
            memory_gib=122,
            instance_store_bytes=(1900 * GB,) * 2,
            ebs_mbps=(3500, 3500),
            hypervisor="xen",
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
