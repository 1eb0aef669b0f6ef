"""What maintain-replica decided and did, read from the executions' own histories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.aws.stepfunctions.execution_record import ExecutionRecord
from rehearsal.engines.asl.history import Event
from rehearsal.world.world import World

WORKFLOW = "cachewarden-maintain-replica"
DECIDED = "DecideNextStep"
BOOKKEEPING = frozenset({"AcquireLease", "MarkOperating", "SaveModes", "ForgetModes"})
"""Acts on our own records; the list of actions that a story declares leaves them out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One decision as decide made it. `at_s`: virtual seconds since the run began."""

    at_s: float
    execution: str
    kind: str
    action: str | None
    node: str | None
    code: str
    sentence: str
    seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How an execution ended. `output` is the machine's own (outcome, goal, code, sentence, actions); a failed one has
    none."""

    at_s: float
    execution: str
    status: str
    output: Mapping[str, Any]
    transitions: int

    @property
    def outcome(self) -> str:
        """The workflow's own word; where it gave none, the status of the execution."""
        return str(self.output.get("outcome") or self.status)


class WorkflowLog:
    """Decisions and endings in order; the trace gets each as it happens."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._names: dict[str, str] = {}
        self.decisions: list[Decision] = []
        self.endings: list[Ended] = []

    def forget(self) -> None:
        """Begins anew: what was before doesn't belong to the story."""
        self.decisions.clear()
        self.endings.clear()

    @property
    def actions(self) -> tuple[str, ...]:
        """The acts on the cluster, in order."""
        return tuple(
            decision.action
            for decision in self.decisions
            if decision.kind == "Execute" and decision.action is not None and decision.action not in BOOKKEEPING
        )

    @property
    def last(self) -> Ended | None:
        """The last execution that ended."""
        return self.endings[-1] if self.endings else None

    def observe(self, record: ExecutionRecord, event: Event) -> None:
        """Called for every history event of every execution."""
        if record.machine.name != WORKFLOW:
            return
        if event.state == DECIDED and event.type == "TaskStateExited":
            self._decided(record, event)
        elif event.type.startswith("Execution") and event.type != "ExecutionStarted":
            self._ended(record, event)

    def _decided(self, record: ExecutionRecord, event: Event) -> None:
        shape = (event.facts.get("assigned") or {}).get("decision")
        if not isinstance(shape, dict):
            return
        decision = Decision(
            at_s=self._world.clock.monotonic(),
            execution=record.name,
            kind=shape["kind"],
            action=shape.get("action"),
            node=self._name(shape.get("node")),
            code=shape.get("code", ""),
            sentence=shape.get("sentence", ""),
            seconds=shape.get("seconds"),
        )
        self.decisions.append(decision)
        what = decision.action or decision.kind
        if decision.kind == "Wait":
            what = f"Wait {decision.seconds:g} s" if decision.seconds else "Look again"
        self._world.trace.record(
            "decide", decision.kind.lower(), what, node=decision.node, why=decision.sentence, code=decision.code,
            action=decision.action,
        )  # fmt: skip

    def _ended(self, record: ExecutionRecord, event: Event) -> None:
        output = event.facts.get("output")
        self.endings.append(
            Ended(
                at_s=self._world.clock.monotonic(),
                execution=record.name,
                status=event.type.removeprefix("Execution").upper(),
                output=output if isinstance(output, dict) else {},
                transitions=record.execution.history.transitions,
            )
        )

    def _name(self, instance_id: str | None) -> str | None:
        if instance_id is None:
            return None
        instance = self._world.instances.get(instance_id)
        return instance.name if instance is not None else instance_id
