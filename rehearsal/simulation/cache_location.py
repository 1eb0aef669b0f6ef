"""Where the write cache of WCDB lies at this instant, measured in bytes: NVMe, Swap, lost; and whether it moves."""

from __future__ import annotations

from dataclasses import dataclass

from rehearsal.world.storage.enumerations import ExtentKind
from rehearsal.world.storage.facts import cache_places
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.virtual_disk import VirtualDisk

DATA_DISK = "WCDB"


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheLocation:
    """Bytes by place. `target` of a running move: `swap` or `nvme`, else empty."""

    nvme_bytes: int = 0
    swap_bytes: int = 0
    lost_bytes: int = 0
    target: str = ""

    @property
    def total_bytes(self) -> int:
        """The whole configured cache."""
        return self.nvme_bytes + self.swap_bytes + self.lost_bytes

    @property
    def share_on_swap(self) -> float:
        """0 to 1."""
        return self.swap_bytes / self.total_bytes if self.total_bytes else 0.0

    @property
    def place(self) -> str:
        """`none`, `lost`, `moving` (in both places), `nvme`, `swap`, whether a job runs or not."""
        if not self.total_bytes:
            return "none"
        if self.lost_bytes:
            return "lost"
        if self.nvme_bytes and self.swap_bytes:
            return "moving"
        return "nvme" if self.nvme_bytes else "swap"

    @property
    def state(self) -> str:
        """`none`, `lost`, `moving` (a job runs), `split` (none runs), `nvme`, `swap`; the worst counts."""
        if self.place in ("none", "lost"):
            return self.place
        if self.target:
            return "moving"
        return "split" if self.place == "moving" else self.place


def locate_cache(storage: StorageSpaces, *, instance_store_gone: bool) -> CacheLocation:
    """`instance_store_gone`: EC2 has taken the NVMe disks away, which Windows finds out at its next boot.

    Of several the attached ones count: a node that was built anew has its former one aside.
    """
    nvme = swap = lost = 0
    target = ""
    found = [space for space in storage.virtual_disks.values() if space.friendly_name == DATA_DISK]
    attached = [space for space in found if space.attached]
    for space in attached if attached and len(found) > 1 else found:
        for place in cache_places(storage, space):
            if place.destroyed or (instance_store_gone and not place.persistent):
                lost += place.size_bytes
            elif place.persistent:
                swap += place.size_bytes
            else:
                nvme += place.size_bytes
        target = target or _target(storage, space)
    return CacheLocation(nvme_bytes=nvme, swap_bytes=swap, lost_bytes=lost, target=target)


def _target(storage: StorageSpaces, space: VirtualDisk) -> str:
    job = storage.running_job(space) if storage.running else None
    if job is None:
        return ""
    for move in job.moves:
        if move.kind is ExtentKind.CACHE:
            return "swap" if storage.devices[move.target].persistent else "nvme"
    return ""
