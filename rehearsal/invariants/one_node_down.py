"""Never are two nodes of a cluster down by our doing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.aws.principal import Principal, PrincipalKind
from rehearsal.invariants.invariant import Invariant
from rehearsal.stage import Stage
from rehearsal.world.ec2 import InstanceState


class OneNodeDownAtMost(Invariant):
    """Looks at every stop that one of our roles asks EC2 for."""

    name = "one-node-down"
    sentence = "No second node of a cluster is stopped by us while another one is not in service."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._second_stops: list[str] = []
        stage.account.gateway.after("ec2", "StopInstances", self._note_stop)

    def _note_stop(
        self, principal: Principal, parameters: Mapping[str, Any], result: object, error: Exception | None
    ) -> None:
        if principal.kind is not PrincipalKind.ROLE or error is not None:
            return
        for name, instance in self.stage.instances.items():
            if instance.id in parameters["InstanceIds"]:
                others = [other for other in self.stage.instances if other != name and not self._serves(other)]
                self._second_stops += [f"{name} was stopped while {other} was not in service" for other in others]

    def _serves(self, name: str) -> bool:
        host = self.stage.hosts[name]
        running = self.stage.instances[name].state is InstanceState.RUNNING
        return running and host.up and host.sql is not None and host.sql.running

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """What was noted at the call."""
        yield from self._second_stops
