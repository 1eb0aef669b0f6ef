"""Whether a pool may still change its configuration: the count of its disks decides, not their size."""

from __future__ import annotations


def has_quorum(present: int, total: int, *, tie_keeps: bool) -> bool:
    """More than half of the members are there; exactly half only under `tie_keeps` [storage-pools#quorum-tie]."""
    return present * 2 > total or (tie_keeps and present * 2 == total and present > 0)
