"""Failures of the storage provider that a story plans: fault points `storage.<operation>`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage.errors import StorageError

if TYPE_CHECKING:
    from rehearsal.world.storage.spaces import StorageSpaces


def check(storage: StorageSpaces, operation: str, **context: Any) -> Fault | None:
    """Raises the planned error (FAIL, `error` is its number, else 4); other faults are the operation's business."""
    if storage.being_built:
        return None
    fault = storage.world.fault(f"storage.{operation}", node=storage.node, **context)
    if fault is not None and fault.kind is FaultKind.FAIL:
        raise StorageError(int(fault.error or 4), "planned fault")
    return fault
