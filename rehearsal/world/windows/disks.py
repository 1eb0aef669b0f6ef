"""What the hypervisor plugs into a Windows instance."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedDisk:
    """One disk as EC2 presents it. EBS serial `vol0123…_00000001.`, instance store `AWS…_00000001.`."""

    serial: str
    size_bytes: int
    persistent: bool
    volume_id: str | None
    device: str | None

    @property
    def is_system_disk(self) -> bool:
        """The root volume, which carries C:."""
        return self.device in ("/dev/sda1", "/dev/xvda", "xvda")
