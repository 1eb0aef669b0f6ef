"""How a run ended: beside what its story declares, and beside what every run owes whatever happened to it."""

from __future__ import annotations

from dataclasses import dataclass

from rehearsal.simulation.invariants.watch import Violation


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """One thing that should be otherwise at the end."""

    what: str
    expected: object
    observed: object

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, observed {self.observed}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`violations`: invariants that broke on the way. `mismatches`: where the end differs from the story's expectation
    (`expectation.py`). `unsafe_states`: what no run may leave behind (`unsafe_states.py`)."""

    violations: tuple[Violation, ...]
    mismatches: tuple[Mismatch, ...]
    unsafe_states: tuple[Mismatch, ...]

    @property
    def safe(self) -> bool:
        """It ended where every run must, and no invariant broke: what is demanded of a run with faults in it."""
        return not self.violations and not self.unsafe_states

    @property
    def as_expected(self) -> bool:
        """It is safe, and the end is the one that the story declares."""
        return self.safe and not self.mismatches

    @property
    def complaints(self) -> tuple[str, ...]:
        """Broken invariants, and what isn't as the story declares, as texts."""
        return (*(f"{broken.invariant}: {broken.observed}" for broken in self.violations), *map(str, self.mismatches))
