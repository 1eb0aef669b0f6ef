"""Nothing is destroyed that could be recovered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.simulation.invariants.invariant import Invariant

DESTROYING = (
    "storage.virtual-disk-removed",
    "storage.disk-cleared",
    "storage.disk-reset",
    "storage.volume-formatted",
    "storage.partition-removed",
)


class NothingRecoverableDestroyed(Invariant):
    """Looks at every removal, clearing and format: what was on it, and could it still be read?"""

    name = "nothing-recoverable-destroyed"
    sentence = "No virtual disk is removed, disk cleared or volume formatted whose files could still be recovered."

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """`held` is what the model says was on it at that moment."""
        held = facts.get("held")
        if kind not in DESTROYING or not isinstance(held, Mapping) or self._is_disposable(str(facts.get("node"))):
            return
        if held.get("files") and held.get("recoverable"):
            files = ", ".join(held["files"][:3])
            deed = kind.removeprefix("storage.")
            yield f"{facts.get('node')}: {deed} destroyed {len(held['files'])} files ({files} …)"

    def _is_disposable(self, name: str) -> bool:
        """Whether it is no node of the cluster, and its owner has said that nothing on it is worth keeping.

        There CacheWarden-RecordHostFacts tries what Windows lets it destroy: its own files on its own volume.
        """
        instance = self.cluster.launched.get(name)
        return instance is not None and instance.tags.get("cachewarden:disposable") == "true"
