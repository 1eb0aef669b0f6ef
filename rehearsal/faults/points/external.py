"""Blows from outside: no place in the world asks for them; they come at an instant of the workflow or of the story."""

from __future__ import annotations

from typing import Final

from rehearsal.faults.point import NODE, FaultPoint, Strike
from rehearsal.kernel.faults import FaultKind

BLOWS: Final = (
    FaultPoint(
        name="workflow.execution",
        at="at an instant of the workflow's execution",
        blow=True,
        strikes={
            FaultKind.KILL: Strike(
                does="The running execution of maintain-replica is aborted, as by StopExecution: what it had asked for "
                "goes on without it."
            )
        },
    ),
    FaultPoint(
        name="instance.power",
        at="at an instant of the workflow or the story",
        blow=True,
        where={"node": NODE},
        strikes={
            FaultKind.KILL: Strike(
                does="EC2's physical host fails: Windows dies where it stands, the instance stops, and what is on its "
                "instance store is gone."
            )
        },
    ),
    FaultPoint(
        name="host.crash",
        at="at an instant of the workflow or the story",
        blow=True,
        where={"node": NODE},
        strikes={
            FaultKind.KILL: Strike(
                does="Windows crashes (blue screen) and boots again at once; the instance store keeps its content."
            )
        },
    ),
    FaultPoint(
        name="host.restart",
        at="at an instant of the workflow or the story",
        blow=True,
        where={"node": NODE},
        strikes={
            FaultKind.KILL: Strike(
                does="Windows restarts from inside, in an orderly way, as after patching: EC2 notices nothing, the "
                "instance store keeps its content."
            )
        },
    ),
    FaultPoint(
        name="host.clock",
        at="at an instant of the workflow or the story",
        blow=True,
        where={"node": NODE},
        strikes={
            FaultKind.LATE: Strike(
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
        blow=True,
        where={"node": NODE},
        strikes={
            FaultKind.LOST: Strike(
                does="The node reaches neither the other nodes nor the witness for `seconds`, for ever when none are "
                "named: it drops out of the cluster, its replicas resolve, the others miss it when its heartbeats "
                "have failed; AWS, and so the SSM agent, it still reaches.",
                takes=("seconds",),
            )
        },
    ),
)
