"""What the invariants about our own stops share: they look when EC2 begins to stop a node, and when it has stopped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.aws.api.principal import PrincipalKind, calling
from rehearsal.scenarios.cluster import Cluster
from rehearsal.simulation.invariants.invariant import Invariant


class AtOurStops(Invariant):
    """Asks `complaints` about each node that one of our roles stops; a person's stop is the person's."""

    def __init__(self, cluster: Cluster) -> None:
        super().__init__(cluster)
        self._going_down: set[str] = set()

    def complaints(self, node: str) -> Iterator[str]:
        """What is wrong with stopping `node` now: EC2 has accepted the call."""
        return iter(())

    def late_complaints(self, node: str) -> Iterator[str]:
        """What is wrong now that `node` is stopped: something may have come between the call and the end."""
        return iter(())

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """The change to `stopping` happens inside the very call, so whoever is calling then is who stops it."""
        if kind != "ec2.state":
            return
        node = facts["instance"].name
        if facts["state"] == "stopping" and _one_of_our_roles_calls():
            self._going_down.add(node)
            yield from self.complaints(node)
        elif facts["state"] == "stopped" and node in self._going_down:
            self._going_down.remove(node)
            yield from self.late_complaints(node)


def _one_of_our_roles_calls() -> bool:
    principal = calling()
    return principal is not None and principal.kind is PrincipalKind.ROLE
