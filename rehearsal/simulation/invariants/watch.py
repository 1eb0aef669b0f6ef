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
        self._broken: list[Violation] = []

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What broke, and what counts as broken because nothing has settled it so far."""
        return (*self._broken, *self.unsettled)

    @property
    def unsettled(self) -> tuple[Violation, ...]:
        """What becomes a violation unless something that is still to come settles it."""
        at_s = self._cluster.world.clock.monotonic()
        return tuple(
            Violation(invariant=invariant.name, observed=text, at_s=at_s)
            for invariant in self._invariants
            for text in invariant.unsettled()
        )

    def look(self, kind: str, facts: Mapping[str, Any]) -> None:
        """A `World.checkpoint` observer."""
        for invariant in self._invariants:
            self._note(invariant, invariant.look(kind, facts))

    def _note(self, invariant: Invariant, observed: Iterable[str]) -> None:
        for text in observed:
            if any(v.invariant == invariant.name and v.observed == text for v in self._broken):
                continue
            at_s = self._cluster.world.clock.monotonic()
            self._broken.append(Violation(invariant=invariant.name, observed=text, at_s=at_s))
            self._cluster.world.trace.record("invariant", "violated", text, why=invariant.sentence)
