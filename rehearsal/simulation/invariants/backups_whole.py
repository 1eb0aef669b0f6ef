"""What CacheWarden calls a backup has everything in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.simulation.invariants.invariant import Invariant
from rehearsal.world.storage.facts import bytes_at_risk

CLAIMS_IT = "cachewarden:evacuated"


class BackupsAreWhole(Invariant):
    """Asks the storage model where the extents are when snapshots begin whose tag says that the cache is on EBS."""

    name = "backups-whole"
    sentence = (
        "Snapshots that are tagged as evacuated are of all volumes, without extents on instance store or SQL Server."
    )

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """A call of CreateSnapshots has taken effect."""
        if kind != "ec2.snapshots" or not any(CLAIMS_IT in each.tags for each in facts["snapshots"]):
            return
        node = facts["instance"].name
        if risk := bytes_at_risk(self.cluster.hosts[node].storage):
            yield f"snapshots of {node} lack {risk} bytes of its data volume that are on instance store"
        if self.cluster.sql_runs(node):
            yield f"snapshots of {node} were begun while its SQL Server ran"
        taken = {each.volume_id for each in facts["snapshots"]}
        if missing := sorted(each.id for each in facts["instance"].volumes if each.id not in taken):
            yield f"snapshots of {node} lack {', '.join(missing)}"
