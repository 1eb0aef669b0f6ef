"""Every run ends at its goal, back in service, or at a clear Attention; nothing of ours is left lying about."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.simulation.invariants.invariant import Invariant

LEASES = "cachewarden-leases"
GOOD_OUTCOMES = frozenset({"Goal", "InService", "Attention", "Refused", "Expired", "Joined"})


class SafeEnding(Invariant):
    """Looks at executions, leases, protection and messages when nothing is under way any more."""

    name = "safe-ending"
    sentence = (
        "Every run ends at its goal, back in service, or at a clear Attention with a notification; its lease is "
        "released and stop protection is on."
    )

    def at_end(self) -> Iterator[str]:
        """Nothing runs, nobody holds a lease, every opted-in instance is protected, and people were told."""
        account = self.cluster.account
        for record in account.executions:
            if record.status.value == "RUNNING":
                yield f"{record.name} still runs"
            outcome = (record.result.output or {}) if record.result is not None else {}
            if record.machine.name.endswith("maintain-replica") and record.status.value == "SUCCEEDED":
                if outcome.get("outcome") not in GOOD_OUTCOMES:
                    yield f"{record.name} ended with outcome {outcome.get('outcome')!r}"
                if outcome.get("outcome") == "Attention" and not account.published:
                    yield f"{record.name} needs Attention, but nobody was told"
        for item in account.items(LEASES):
            if "owner" in item:
                yield f"the lease {item['cluster']['S']} is still owned by {item['owner']['S']}"
        for name, instance in self.cluster.instances.items():
            if not instance.stop_protected:
                yield f"{name} is left without stop protection"
