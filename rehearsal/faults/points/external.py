"""Blows from outside: no place in the world asks for them; they come at an instant of the workflow or of the story."""

from __future__ import annotations

from typing import Final

from rehearsal.faults.point import NODE, Effect, FaultPoint
from rehearsal.kernel.faults import FaultKind

EXTERNAL_POINTS: Final = (
    FaultPoint(
        name="workflow.execution",
        at="at an instant of the workflow's execution",
        external=True,
        effects={
            FaultKind.KILL: Effect(
                does="The running execution of maintain-replica is aborted, as by StopExecution: what it had asked for "
                "goes on without it."
            )
        },
    ),
    FaultPoint(
        name="instance.power",
        at="at an instant of the workflow or the story",
        external=True,
        where={"node": NODE},
        effects={
            FaultKind.KILL: Effect(
                does="EC2's physical host fails: Windows dies where it stands, the instance stops, and what is on its "
                "instance store is gone."
            )
        },
    ),
    FaultPoint(
        name="host.crash",
        at="at an instant of the workflow or the story",
        external=True,
        where={"node": NODE},
        effects={
            FaultKind.KILL: Effect(
                does="Windows crashes (blue screen) and boots again at once; the instance store keeps its content."
            )
        },
    ),
    FaultPoint(
        name="host.restart",
        at="at an instant of the workflow or the story",
        external=True,
        where={"node": NODE},
        effects={
            FaultKind.KILL: Effect(
                does="Windows restarts from inside, in an orderly way, as after patching: EC2 notices nothing, the "
                "instance store keeps its content."
            )
        },
    ),
    FaultPoint(
        name="host.clock",
        at="at an instant of the workflow or the story",
        external=True,
        where={"node": NODE},
        effects={
            FaultKind.LATE: Effect(
                does="From here on the node's clock is `seconds` behind AWS's (negative: ahead): its scripts, its SQL "
                "Server and its files tell that time.",
                needs=("seconds",),
                takes=("seconds",),
            )
        },
    ),
    FaultPoint(
        name="network.node",
        at="at an instant of the workflow or the story",
        external=True,
        where={"node": NODE},
        effects={
            FaultKind.LOST: Effect(
                does="The node reaches neither the other nodes nor the witness for `seconds`, for ever when none are "
                "named: it drops out of the cluster, its replicas resolve, the others miss it when its heartbeats "
                "have failed; AWS, and so the SSM agent, it still reaches.",
                takes=("seconds",),
            )
        },
    ),
)
