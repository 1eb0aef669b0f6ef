"""No committed transaction is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.simulation.invariants.invariant import Invariant


class CommittedTransactionsKept(Invariant):
    """Asks the availability groups' own ledger, which knows what each copy has hardened."""

    name = "committed-transactions"
    sentence = "No committed transaction is lost."

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """Losses are for good, so they are looked for whenever a node, a disk or a group changes."""
        if not kind.startswith(("sql.", "storage.", "ec2.state", "host.")):
            return
        for lost in self.cluster.failover_cluster.lost_commits():
            yield f"{lost.database}: {lost.lost_kb:.0f} KB of committed log are gone: {lost.why}"
