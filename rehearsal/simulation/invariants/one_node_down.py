"""Never are two nodes of a cluster down by our doing."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.simulation.invariants.stops_by_us import AtOurStops
from rehearsal.world.ec2.instances import InstanceState


class OneNodeDownAtMost(AtOurStops):
    """A node is in service when it runs, Windows is up and SQL Server runs."""

    name = "one-node-down"
    sentence = "No second node of a cluster is stopped by us while another one is not in service."

    def complaints(self, node: str) -> Iterator[str]:
        """Every other node that doesn't serve."""
        for other in self.cluster.instances:
            if other != node and not self._serves(other):
                yield f"{node} was stopped while {other} was not in service"

    def _serves(self, name: str) -> bool:
        host = self.cluster.hosts[name]
        running = self.cluster.instances[name].state is InstanceState.RUNNING
        return running and host.up and host.sql is not None and host.sql.running
