"""What a check is: a name, the sentence that it proves, and how it looks for the contrary."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from checks.deployment import Shipment
from checks.finding import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """`proves` is true of the shipment exactly when `findings` yields nothing."""

    name: str
    proves: str
    findings: Callable[[Shipment], Iterable[Finding]]
    ahead: Callable[[Shipment], None] | None = None
    """Begins in the background what `findings` will wait for."""

    def run(self, shipment: Shipment) -> tuple[Finding, ...]:
        """What was found, each once, by place."""
        return tuple(sorted(set(self.findings(shipment))))
