"""Physical disks as Windows names them, what lies on them, and identifiers that repeat from run to run."""

from __future__ import annotations

import hashlib
from functools import cache

from rehearsal.world.ec2.disks import AttachedDisk
from rehearsal.world.storage.enumerations import Media, Operational
from rehearsal.world.storage.settings import DeviceNames, StorageSettings
from rehearsal.world.storage.state.content import DiskContent

MINIMUM_POOLABLE_BYTES = 4 << 30

_NAMES = {
    (DeviceNames.SCSI_STYLE, True): "NVMe Amazon Elastic B",
    (DeviceNames.SCSI_STYLE, False): "NVMe Amazon EC2 NVMe",
    (DeviceNames.NVME_STYLE, True): "Amazon Elastic Block Store",
    (DeviceNames.NVME_STYLE, False): "Amazon EC2 NVMe Instance Storage",
}


@cache
def digest(*parts: str | int) -> str:
    """32 hex digits that depend on the parts and nothing else: Windows draws identifiers, a run must repeat them."""
    return hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()[:32]


def guid(*parts: str | int) -> str:
    """A lower-case GUID without braces."""
    text = digest(*parts)
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-9{text[17:20]}-{text[20:32]}"


class Device:
    """One physical disk. It stays known after it is gone (`present` False), since pool metadata may name it.

    `persistent`: EBS, which may come back; an instance-store disk that went is destroyed for good (`destroyed`).
    `pool_id`: the pool whose metadata is on it; the pool's own list of members is the other half of that truth.
    """

    __slots__ = (
        "ailing", "attached", "content", "destroyed", "device_id", "hardware_name", "known_media", "offline", "pool_id",
        "present", "read_only", "serial_hidden", "unique_id", "volume_id",
    )  # fmt: skip

    def __init__(self, attached: AttachedDisk, settings: StorageSettings, device_id: int) -> None:
        self.attached = attached
        self.volume_id = attached.volume_id
        self.hardware_name = _NAMES[settings.device_names, attached.persistent]
        media_is_ssd = settings.ebs_media_is_ssd or not attached.persistent
        self.known_media = Media.SSD if media_is_ssd else Media.UNSPECIFIED
        self.unique_id = _unique_id(attached)
        self.device_id = device_id
        self.present = True
        self.destroyed = False
        self.pool_id: str | None = None
        self.content = DiskContent()
        self.offline = False
        self.read_only = False
        self.ailing: Operational | None = None
        """What it warns of while it still answers, such as PREDICTIVE_FAILURE (a fault switch)."""
        self.serial_hidden = False
        """The driver reports a blank SerialNumber (a fault switch)."""

    @property
    def serial(self) -> str:
        """As the driver reports it."""
        return self.attached.serial

    @property
    def size_bytes(self) -> int:
        return self.attached.size_bytes

    @property
    def persistent(self) -> bool:
        """EBS."""
        return self.attached.persistent

    @property
    def is_system(self) -> bool:
        return self.attached.is_system_disk

    @property
    def is_blank(self) -> bool:
        """Nothing was ever written that Windows would see."""
        return self.pool_id is None and not self.content.is_initialized

    def wipe(self) -> None:
        """Blank again: neither pool metadata nor partitions."""
        self.pool_id = None
        self.content = DiskContent()


def _unique_id(attached: AttachedDisk) -> str:
    # an NVMe namespace: EUI-64 where there is one, else vendor text plus serial; opaque to every reader
    kind = "ebs" if attached.persistent else "store"
    return f"eui.{digest('device', kind, attached.serial)[:16].upper()}"
