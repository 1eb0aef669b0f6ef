"""What the invariants about our own stops share: they look at the very call, when EC2 has accepted it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.aws.principal import Principal, PrincipalKind
from rehearsal.invariants.invariant import Invariant
from rehearsal.stage import Stage


class AtOurStops(Invariant):
    """Calls `complaints` for each node that one of our roles stops; a person's stop is the person's."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._found: list[str] = []
        stage.account.gateway.after("ec2", "StopInstances", self._note_stop)

    def complaints(self, node: str) -> Iterator[str]:
        """What is wrong with stopping `node` now."""
        return iter(())

    def _note_stop(
        self, principal: Principal, parameters: Mapping[str, Any], result: object, error: Exception | None
    ) -> None:
        if principal.kind is not PrincipalKind.ROLE or error is not None:
            return
        for name, instance in self.stage.instances.items():
            if instance.id in parameters["InstanceIds"]:
                self._found += self.complaints(name)

    def look(self, kind: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """What was found at the calls."""
        yield from self._found
