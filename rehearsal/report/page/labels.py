"""What people call the recorded states: labels that fit a bar, and the full text."""

from __future__ import annotations

from rehearsal.simulation.recorder import Aspect, Change

GIB = 1 << 30
STATE_LABELS = {
    "shutting-down": "shuts down",
    "booting": "boots",
    "not-synchronizing": "NOT SYNCHRONIZING",
    "synchronizing": "SYNCHRONIZING",
    "synchronized": "SYNCHRONIZED",
    "seeding": "being seeded",
    "primary": "PRIMARY",
    "secondary": "SECONDARY",
    "resolving": "RESOLVING",
    "hung": "doesn't answer",
}
"""What people call a state where that differs from its stable name."""


def labels_of(aspect: Aspect, change: Change, shape: tuple[tuple[float, float], ...]) -> tuple[tuple[str, ...], str]:
    """The labels of a segment, longest first, and the full text. `shape`: of a cache that moves, as `Segment.shape`."""
    label = STATE_LABELS.get(change.state, change.state)
    match aspect:
        case Aspect.INSTANCE:
            if change.detail == "unprotected":
                return (f"{label}, unprotected", label), f"{label}, stop protection off"
            return (label,), f"{label}, stop protection on"
        case Aspect.ROLE if change.detail:
            detail = STATE_LABELS.get(change.detail, change.detail)
            return (f"{label}, {detail}", label, "SEC"), f"{label}, its databases at worst {detail}"
        case Aspect.ROLE if change.state == "primary":
            return (label, "PRI"), label
        case Aspect.ROLE if change.state == "none":
            return ("no replica", "none"), "no replica online here: SQL Server is down"
        case Aspect.CACHE:
            return _cache_labels(change, shape)
        case _:
            return (label,), label


def _cache_labels(change: Change, shape: tuple[tuple[float, float], ...]) -> tuple[tuple[str, ...], str]:
    cache = change.cache
    assert cache is not None
    total = _gib(cache.total_bytes)
    match change.state:
        case "nvme":
            return (f"{total} on NVMe", "NVMe"), f"{total} on the NVMe disk: a stop would destroy it"
        case "swap":
            return (f"{total} on Swap (EBS)", "Swap"), f"{total} on the EBS Swap disk: survives a stop"
        case "moving":
            first, last = shape[0][1], shape[-1][1]
            target = "Swap"
            if change.detail == "nvme":
                first, last, target = 100 - first, 100 - last, "NVMe"
            percent = f"{first:.0f} → {last:.0f} %"
            return (
                (f"{total} moving to {target}, {percent}", f"to {target}, {percent}", f"→ {last:.0f} %"),
                f"{total} moving to {target}, {percent}",
            )
        case "split":
            parts = f"{_gib(cache.nvme_bytes)} on NVMe, {_gib(cache.swap_bytes)} on Swap"
            return (parts, "NVMe and Swap", "split"), f"{parts}, nothing moves"
        case "lost":
            return (f"{_gib(cache.lost_bytes)} LOST", "LOST"), f"{_gib(cache.lost_bytes)} lost with the NVMe disk"
        case _:
            return ("none",), "no volume with a write cache"


def _gib(size_bytes: int) -> str:
    size = size_bytes / GIB
    return f"{size:.0f} GiB" if size >= 10 or size == int(size) else f"{size:.1f} GiB"
