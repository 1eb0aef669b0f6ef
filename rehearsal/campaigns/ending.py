"""How a run ended, from best to worst."""

from __future__ import annotations

from enum import Enum

from rehearsal.simulation.run import Run


class Ending(Enum):
    """In order: a later one is worse. Each but the last is safe."""

    DECLARED = "as declared"
    """All that the story declares has come about."""
    GOAL = "goal"
    """The workflow reached its goal, with more or other acts than the story declares."""
    IN_SERVICE = "in service"
    """The goal was given up, and the node serves again."""
    REFUSED = "refused"
    """Nothing was begun: refused, expired, joined, or never asked for."""
    ATTENTION = "attention"
    """A person was called, or finds a failed execution that a message names."""
    UNSAFE = "unsafe"
    """An invariant broke, or the run left something behind that no run may leave."""

    def worse_than(self, other: Ending) -> bool:
        """By the order above."""
        order = list(Ending)
        return order.index(self) > order.index(other)


OUTCOMES = {
    "Goal": Ending.GOAL,
    "InService": Ending.IN_SERVICE,
    "Refused": Ending.REFUSED,
    "Expired": Ending.REFUSED,
    "Joined": Ending.REFUSED,
}


def ending_of(run: Run) -> Ending:
    """Of a run that is over."""
    if not run.outcome.safe:
        return Ending.UNSAFE
    if run.outcome.as_expected:
        return Ending.DECLARED
    if run.log.last is None:
        return Ending.REFUSED
    return OUTCOMES.get(run.log.last.outcome, Ending.ATTENTION)
