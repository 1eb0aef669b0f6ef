"""Fault points of the state machines: every state of every execution."""

from __future__ import annotations

from typing import Final

from rehearsal.faults.point import Effect, FaultPoint
from rehearsal.kernel.faults import FaultKind

WORKFLOW_POINTS: Final = (
    FaultPoint(
        name="state.<State>",
        at="an execution enters or leaves this state",
        where={
            "machine": "name of the state machine",
            "moment": "`entered` or `left`; without it, whichever comes first",
        },
        effects={
            FaultKind.KILL: Effect(
                does="The execution is aborted at that very moment: before the state did anything, or when it was done "
                "and the next one isn't entered yet."
            )
        },
    ),
)
