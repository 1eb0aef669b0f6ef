"""What a request wants to be true in the end, and what the owner of a lease is after."""

from enum import StrEnum
from typing import TypeAlias

from cachewarden.operation.actions import Action, PersonsAct


class Goal(StrEnum):
    """The goals; `Cycled` is Stopped, then InService; so is `Resized`, with another instance type in between.
    `Snapshotted` is evacuated, with snapshots of all volumes, then InService; no instance is stopped for it.
    `FailedOver`: the node leads no Availability Group, as before a reboot; nothing else of it is changed. Those of a
    cluster are about all nodes of the node's cluster."""

    PREFLIGHT = "Preflight"
    STOPPED = "Stopped"
    IN_SERVICE = "InService"
    CYCLED = "Cycled"
    RESIZED = "Resized"
    SNAPSHOTTED = "Snapshotted"
    FAILED_OVER = "FailedOver"
    CLUSTER_STOPPED = "ClusterStopped"
    CLUSTER_IN_SERVICE = "ClusterInService"


OF_CLUSTER = frozenset({Goal.CLUSTER_STOPPED, Goal.CLUSTER_IN_SERVICE})
"""One operation turns from node to node under one lease."""

WAYS_BACK = frozenset({Goal.IN_SERVICE, Goal.CLUSTER_IN_SERVICE})

RETURN_AFTER_THE_STOP = frozenset({Goal.CYCLED, Goal.RESIZED, *WAYS_BACK})
"""Where a stop outlasts its operation, a node comes back that was to reach one of these; else it stays down."""

STOP_ONE_NODE = frozenset({Goal.STOPPED, Goal.CYCLED, Goal.RESIZED})
"""What begins with the stop of the node that is asked for."""


def way_back(goal: Goal) -> Goal:
    """What is aimed at once `goal` was given up."""
    return Goal.CLUSTER_IN_SERVICE if goal in OF_CLUSTER else Goal.IN_SERVICE


Purpose: TypeAlias = Goal | Action | PersonsAct
"""What a lease's owner wants: an operation its goal, a document that a person started its act."""


def purpose_of(text: str) -> Purpose:
    """The purpose of this name. Raises ValueError."""
    for kind in (Goal, PersonsAct):
        if text in set(kind):
            return kind(text)
    return Action(text)
