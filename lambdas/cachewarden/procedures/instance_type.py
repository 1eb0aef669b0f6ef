"""What the node's instance type means for its cache and its tempdb drive, for the sentences of endings."""

from collections.abc import Sequence

from cachewarden.evidence.storage import StorageEvidence
from cachewarden.evidence.wanted_type import InstanceTypeFacts
from cachewarden.procedures.situation import Situation

GIB = 1024**3


def type_told(situation: Situation) -> str:
    """The type now, and the one that it had when CacheWarden stopped it, where that was another; to end a sentence."""
    now, former = situation.node.ec2.instance_type, situation.node.ec2.stopped_as
    if former is None or former == now:
        return f". Its instance type is {now}"
    return f". Its instance type is {now}; it was {former} when CacheWarden last stopped it"


def change_told(situation: Situation) -> str:
    """That the type isn't the one that CacheWarden stopped, to end a sentence; empty where it is, or nobody knows."""
    now, former = situation.node.ec2.instance_type, situation.node.ec2.stopped_as
    if former is None or former == now:
        return ""
    return type_told(situation)


def no_disk_told(storage: StorageEvidence) -> str:
    """Why no NVMe disk takes the cache."""
    disks, free = storage.instance_store, storage.free_instance_store
    if not disks:
        return "no NVMe disk is there"
    if not free:
        return f"no free NVMe disk is there, of {len(disks)}"
    sizes = [disk.size_bytes for disk in disks if disk.serial in free]
    told = f"the largest free NVMe disk has {max(sizes) / GIB:.0f} GiB" if sizes else "no free NVMe disk is known"
    needed = storage.cache_disk_bytes
    return told if needed is None else f"{told}, the cache needs {needed / GIB:.0f}"


def disks_missing(storage: StorageEvidence) -> str | None:
    """Why cache and tempdb drive can't both be made anew on the host's NVMe disks; None where they can.

    While a disk is in use it is taken for the tempdb drive's, which then needs no other.
    """
    if not storage.has_disk_for_cache:
        return no_disk_told(storage)
    drive_needs_one = storage.tempdb_missing and len(storage.instance_store) == len(storage.free_instance_store)
    return _one_is_too_few(len(storage.free_instance_store)) if drive_needs_one else None


def lacks_disks(
    storage: StorageEvidence, disks: Sequence[int], present: InstanceTypeFacts, tempdb_bytes: int | None
) -> str | None:
    """Why the NVMe disks of a type, in bytes, wouldn't do for the cache and the tempdb drive; None where they would."""
    if storage.uncached:
        return _lacks_disks_in_use(storage.in_use, disks, present)
    needed = storage.cache_disk_bytes
    if not disks:
        return "it has no NVMe disk"
    if needed is not None and max(disks) < needed:
        return f"its largest NVMe disk has {max(disks) / GIB:.0f} GiB, the cache needs {needed / GIB:.0f}"
    if not storage.tempdb_expected:
        return None
    # Whichever disk the cache gets, the others make up the tempdb drive.
    rest = sum(disks) - max(disks)
    if len(disks) > 1 and tempdb_bytes is not None and rest < tempdb_bytes:
        return f"beside the cache its NVMe disks have {rest / GIB:.0f} GiB, tempdb's files {tempdb_bytes / GIB:.0f}"
    return _one_is_too_few(len(disks))


def _lacks_disks_in_use(in_use: int, disks: Sequence[int], present: InstanceTypeFacts) -> str | None:
    """Of a node without a write cache: its owner makes the tempdb drive, and what it needs is what it has now."""
    if len(disks) < in_use:
        return f"it has {len(disks)} NVMe disks, the node uses {in_use} for tempdb"
    has = sorted(disks, reverse=True)[:in_use]
    used = sorted(present.disks, reverse=True)[:in_use]
    if all(ours >= theirs for ours, theirs in zip(has, used, strict=False)):
        return None
    return f"its NVMe disks have {_sizes(has)} GiB, those that the node uses for tempdb {_sizes(used)}"


def _sizes(disks: Sequence[int]) -> str:
    return " and ".join(f"{size / GIB:.0f}" for size in disks)


def fewer_disks(disks: Sequence[int], former: InstanceTypeFacts) -> str | None:
    """Why a type has less NVMe than the former one, disk by disk; None where it hasn't."""
    pairs = zip(sorted(disks, reverse=True), sorted(former.disks, reverse=True), strict=False)
    if len(disks) >= len(former.disks) and all(ours >= theirs for ours, theirs in pairs):
        return None
    return f"the node is stopped, so only its former type {former.name} says what it needs, and that has more NVMe"


def _one_is_too_few(disks: int) -> str | None:
    return "cache and tempdb drive need two NVMe disks, and one is there" if disks < 2 else None
