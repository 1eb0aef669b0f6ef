"""What EC2 says about how fast a node and its Swap volume are."""

from dataclasses import dataclass

MIB = 1024**2
MB = 1000**2


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
