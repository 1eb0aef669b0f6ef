"""What EC2 says about how fast a node and its Swap volume are."""

import math
from dataclasses import dataclass

MIB = 1024**2
MB = 1000**2

GP3 = "gp3"
GP3_LARGEST_MIB = 2000
GP3_LEAST_IOPS = 3000
GP3_IOPS_PER_MIB = 4
"""A gp3 volume has at most 0.25 MiB/s for each IOPS [ec2#modify-volume]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapVolume:
    """The EBS volume that takes the cache. `throughput_mib`: MiB in a second; EC2 says it for gp3 only."""

    volume_id: str
    kind: str
    iops: int | None
    throughput_mib: int | None

    @property
    def bytes_per_s(self) -> float | None:
        """What it sustains; None where EC2 doesn't say."""
        return self.throughput_mib * MIB if self.throughput_mib is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class EbsLimits:
    """An instance type's way to EBS, in MB (a million bytes) in a second [ec2#ebs-limits].

    `maximum_mb`: smaller types reach it for half an hour a day and have `baseline_mb` the rest of the time.
    """

    instance_type: str
    baseline_mb: float | None
    maximum_mb: float | None

    @property
    def bytes_per_s(self) -> float | None:
        """What it sustains; None where EC2 doesn't say."""
        return self.baseline_mb * MB if self.baseline_mb is not None else None

    @property
    def bursts(self) -> bool:
        """Whether it has more for half an hour a day than all the time."""
        return self.baseline_mb is not None and self.maximum_mb is not None and self.maximum_mb > self.baseline_mb

    @property
    def gp3_mib(self) -> int | None:
        """MiB in a second with which a gp3 volume is no slower than the instance, as far as gp3 goes."""
        return min(math.ceil(self.bytes_per_s / MIB), GP3_LARGEST_MIB) if self.bytes_per_s else None


def gp3_iops_for(throughput_mib: int) -> int:
    """The IOPS that a gp3 volume of this throughput has at least."""
    return max(GP3_LEAST_IOPS, throughput_mib * GP3_IOPS_PER_MIB)
