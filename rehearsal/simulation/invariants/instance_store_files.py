"""CacheWarden stops nothing while files lie on instance store that no start makes again."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.simulation.invariants.stops_by_us import AtOurStops
from rehearsal.world.storage.facts import instance_store_files

WORTHLESS = ("system volume information\\", "$recycle.bin\\", "pagefile.sys", "swapfile.sys")
"""What Windows keeps at a volume's root for that volume and that boot alone."""


class InstanceStoreFilesKept(AtOurStops):
    """Asks the storage model for the files, and SQL Server's model which of them are tempdb's."""

    name = "instance-store-files"
    sentence = (
        "CacheWarden stops no node that has files on instance store, but for tempdb's and what Windows keeps there."
    )

    def complaints(self, node: str) -> Iterator[str]:
        """Files that this stop destroys."""
        yield from self._told(node, "was stopped")

    def late_complaints(self, node: str) -> Iterator[str]:
        """Files that this stop has destroyed: they came after the call."""
        yield from self._told(node, "reached stopped")

    def _told(self, node: str, state: str) -> Iterator[str]:
        host = self.cluster.hosts[node]
        made_again = {
            file.path.lower()
            for server in self.cluster.installed_servers(node)
            for file in server.databases["tempdb"].files
        }
        files = [
            path
            for path in instance_store_files(host.storage)
            if path.lower() not in made_again
            and not path.lower().removeprefix(f"{path[0].lower()}:\\").startswith(WORTHLESS)
        ]
        if files:
            yield f"{node} {state} with {len(files)} files on instance store ({', '.join(files[:3])})"
