"""Looks at all invariants after every change and collects what broke."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.scenarios.cluster import Cluster
from rehearsal.simulation.invariants.catalogue import INVARIANTS
from rehearsal.simulation.invariants.invariant import Invariant


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """An invariant that didn't hold: which one, what was observed, when (virtual seconds)."""

    invariant: str
    observed: str
    at_s: float


class Watch:
    """All invariants of one run; a violation is reported once, however often it is seen."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._invariants: tuple[Invariant, ...] = tuple(kind(cluster) for kind in INVARIANTS)
        self.violations: list[Violation] = []

    def look(self, kind: str, facts: Mapping[str, Any]) -> None:
        """A `World.checkpoint` observer."""
        for invariant in self._invariants:
            self._note(invariant, invariant.look(kind, facts))

    def _note(self, invariant: Invariant, observed: Iterable[str]) -> None:
        for text in observed:
            if any(v.invariant == invariant.name and v.observed == text for v in self.violations):
                continue
            at_s = self._cluster.world.clock.monotonic()
            self.violations.append(Violation(invariant=invariant.name, observed=text, at_s=at_s))
            self._cluster.world.trace.record("invariant", "violated", text, why=invariant.sentence)
