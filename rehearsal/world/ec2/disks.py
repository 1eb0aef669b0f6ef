"""EBS volumes and snapshots, and disks as the hypervisor plugs them into an instance."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION

GIB = 1024**3


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedDisk:
    """One disk as EC2 presents it. EBS serial `vol0123…_00000001.`, instance store `AWS…_00000001.`."""

    serial: str
    size_bytes: int
    persistent: bool
    volume_id: str | None
    device: str | None
    image: object | None = field(default=None, compare=False, repr=False)
    """What was on it when it was made, of a volume from a snapshot: the storage model's affair."""

    @property
    def is_system_disk(self) -> bool:
        """The root volume, which carries C:."""
        return self.device in ("/dev/sda1", "/dev/xvda", "xvda")


@dataclass(slots=True, kw_only=True)
class VolumeModification:
    """From and to which throughput (MiB/s) and IOPS a volume is modified; `state` in EC2's words."""

    original: tuple[int, int]
    target: tuple[int, int]
    started: datetime
    state: str = "modifying"
    ended: datetime | None = None

    @property
    def is_under_way(self) -> bool:
        return self.state in ("modifying", "optimizing")

    @property
    def told(self) -> str:
        return f"{self.original[0]} MiB/s → {self.target[0]} MiB/s"


@dataclass(slots=True, kw_only=True)
class VolumeKey:
    """A key that volumes are encrypted with. `manager` and `state` as KMS says them (DescribeKey)."""

    arn: str
    manager: str = "CUSTOMER"
    state: str = "Enabled"


AWS_EBS_KEY = VolumeKey(
    arn=f"arn:{PARTITION}:kms:{REGION}:{ACCOUNT_ID}:key/0e5b2a5c-4f8e-4b0e-9d0a-6a7c3e1f2b4d", manager="AWS"
)
"""AWS's own for EBS."""


@dataclass(slots=True, kw_only=True)
class Volume:
    """One EBS volume. What is on it belongs to whoever writes to it, not to EC2."""

    id: str
    size_gib: int
    zone: str
    kind: str = "gp3"
    iops: int = 3000
    throughput: int = 125
    encrypted: bool = True
    key: VolumeKey | None = None
    """The customer key that it is encrypted with; without one it is AWS's own for EBS."""
    created: datetime
    instance_id: str | None = None
    device: str | None = None
    attached_at: datetime | None = None
    delete_on_termination: bool = False
    attachment: str = "attached"
    """State of its attachment, while it has an instance: attaching, attached, detaching."""
    tags: dict[str, str] = field(default_factory=dict)
    modification: VolumeModification | None = None
    """The newest: EC2 tells of no earlier one."""
    built_throughput: int | None = None
    """What it had when its host was built, once that was changed."""
    snapshot_id: str | None = None
    """The snapshot that it was made from."""
    image: object | None = field(default=None, repr=False)
    """What that held."""

    @property
    def serial(self) -> str:
        """What Windows reads as SerialNumber: `vol0a4064b39e5f534a2_00000001.`."""
        return f"{self.id.replace('-', '')}_00000001."

    @property
    def size_bytes(self) -> int:
        """Size in bytes."""
        return self.size_gib * GIB

    @property
    def disk(self) -> AttachedDisk:
        """As the hypervisor plugs it in."""
        return AttachedDisk(
            serial=self.serial,
            size_bytes=self.size_bytes,
            persistent=True,
            volume_id=self.id,
            device=self.device,
            image=self.image,
        )

    @property
    def arn(self) -> str:
        """Its ARN."""
        return f"arn:{PARTITION}:ec2:{REGION}:{ACCOUNT_ID}:volume/{self.id}"


@dataclass(slots=True, kw_only=True)
class Snapshot:
    """One EBS snapshot; it holds the volume as it was at `started`."""

    id: str
    volume_id: str
    size_gib: int
    started: datetime
    description: str = ""
    state: str = "pending"
    tags: dict[str, str] = field(default_factory=dict)
    image: object | None = field(default=None, repr=False)
    """What the volume held."""

    @property
    def arn(self) -> str:
        """Its ARN (EC2 writes no account into it)."""
        return f"arn:{PARTITION}:ec2:{REGION}::snapshot/{self.id}"
