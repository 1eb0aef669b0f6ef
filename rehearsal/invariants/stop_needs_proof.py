"""Nothing is stopped by us while a byte of its cache is on a disk that the stop destroys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.aws.principal import Principal, PrincipalKind
from rehearsal.invariants.invariant import Invariant
from rehearsal.stage import Stage
from rehearsal.world.storage.facts import bytes_at_risk


class StopNeedsProof(Invariant):
    """Asks the storage model where the extents are, at the very call of StopInstances."""

    name = "stop-needs-proof"
    sentence = "No node is stopped by us while extents of its data volume are on instance store."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._unproven: list[str] = []
        stage.account.gateway.after("ec2", "StopInstances", self._note_stop)

    def _note_stop(
        self, principal: Principal, parameters: Mapping[str, Any], result: object, error: Exception | None
    ) -> None:
        if principal.kind is not PrincipalKind.ROLE or error is not None:
            return
        for name, instance in self.stage.instances.items():
            risk = bytes_at_risk(self.stage.hosts[name].storage) if instance.id in parameters["InstanceIds"] else 0
            if risk:
                self._unproven.append(f"{name} was stopped with {risk} bytes of its data volume on instance store")

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """What was noted at the call."""
        yield from self._unproven
