"""CacheWarden stops nothing while a byte of its cache is on a disk that the stop destroys."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.simulation.invariants.stops_by_us import AtOurStops
from rehearsal.world.storage.facts import bytes_at_risk


class StopNeedsProof(AtOurStops):
    """Asks the storage model where the extents are."""

    name = "stop-needs-proof"
    sentence = "CacheWarden stops no node while extents of its data volume are on instance store."

    def complaints(self, node: str) -> Iterator[str]:
        """Bytes that this stop destroys."""
        risk = bytes_at_risk(self.cluster.hosts[node].storage)
        if risk:
            yield f"{node} was stopped with {risk} bytes of its data volume on instance store"

    def late_complaints(self, node: str) -> Iterator[str]:
        """Bytes that this stop has destroyed: they came to instance store after the call."""
        risk = bytes_at_risk(self.cluster.hosts[node].storage)
        if risk:
            yield f"{node} reached stopped with {risk} bytes of its data volume on instance store"
