"""What the node's instance type means for its cache and its tempdb drive, for the sentences of endings."""

from cachewarden.evidence.storage import StorageEvidence
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
    if drive_needs_one and len(storage.free_instance_store) < 2:
        return "cache and tempdb drive need two NVMe disks, and one is there"
    return None
