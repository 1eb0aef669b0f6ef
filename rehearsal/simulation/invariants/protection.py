"""Stop protection is off only while nothing can be lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.simulation.invariants.invariant import Invariant
from rehearsal.world.storage.facts import bytes_at_risk


class ProtectedWhileCacheIsOnNvme(Invariant):
    """Looks whenever protection, state or storage changes."""

    name = "protection"
    sentence = "Stop protection is on whenever extents of the data volume are on instance store."

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """An opted-in, running node without protection must have its whole data volume on EBS."""
        if not kind.startswith(("ec2.protection", "ec2.state", "storage.")):
            return
        for name, instance in self.cluster.instances.items():
            if instance.stop_protected or instance.state.api_name != "running":
                continue
            risk = bytes_at_risk(self.cluster.hosts[name].storage)
            if risk:
                yield f"{name} was unprotected with {risk} bytes of its data volume on instance store"
