"""Never are two nodes of a cluster down by our doing."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.simulation.invariants.stops_by_us import AtOurStops


class OneNodeDownAtMost(AtOurStops):
    """Checks every other node when a node is stopped."""

    name = "one-node-down"
    sentence = "CacheWarden stops no second node of a cluster while another one is not in service."

    def complaints(self, node: str) -> Iterator[str]:
        """Every other node that isn't in service."""
        for other in self.cluster.instances:
            if other != node and not self.cluster.in_service(other):
                yield f"{node} was stopped while {other} was not in service"
