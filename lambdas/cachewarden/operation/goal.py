"""What a request wants to be true in the end, and what the owner of a lease is after."""

from enum import StrEnum
from typing import TypeAlias

from cachewarden.operation.actions import Action


class Goal(StrEnum):
    """The goals; `Cycled` is Stopped, then InService."""

    PREFLIGHT = "Preflight"
    STOPPED = "Stopped"
    IN_SERVICE = "InService"
    CYCLED = "Cycled"


Purpose: TypeAlias = Goal | Action
"""What a lease's owner wants: an operation its goal, a document that a person started its act."""


def purpose_of(text: str) -> Purpose:
    """The purpose of this name. Raises ValueError."""
    return Goal(text) if text in {goal.value for goal in Goal} else Action(text)
