"""No foreign disk is touched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.simulation.invariants.invariant import Invariant


class ForeignDisksUntouched(Invariant):
    """Each node has a foreign EBS volume, blank and poolable."""

    name = "foreign-disks"
    sentence = "No foreign disk is pooled, set, cleared, initialized or partitioned."

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """Looks where the foreign disk is, and whether it is still blank, after every storage change."""
        storage = facts.get("storage")
        if not kind.startswith("storage.") or storage is None:
            return
        for device in storage.devices.values():
            if device.serial not in self.cluster.foreign_serials:
                continue
            if device.pool_id is not None or not device.is_blank:
                yield f"{facts.get('node')}: {device.serial}, which is foreign, was touched by {kind}"
