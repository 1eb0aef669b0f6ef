"""What the workflow decided, step by step with its reasons: bars on the chart, lines in the list below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rehearsal.report.page.annotations import place
from rehearsal.report.page.axis import Axis
from rehearsal.simulation.workflow_log import BOOKKEEPING, Decision, WorkflowLog

GAP_PX = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowStep:
    """From a decision to the next one of the same execution. `kind`: `act`, `records` (our own), `wait`, `unsafe`,
    `complete`; `number`: None for waits and records; `times`: decisions in a row that were the same wait, shown as one;
    `level`: executions that overlap in time are drawn on lines of their own."""

    number: int | None
    execution: str
    kind: str
    name: str
    node: str
    from_s: float
    to_s: float
    code: str
    sentence: str
    times: int
    level: int


def workflow_steps(log: WorkflowLog, axis: Axis) -> tuple[WorkflowStep, ...]:
    """All decisions of all executions, ordered by when they were made; waits in a row are one step."""
    by_execution: dict[str, list[Decision]] = {}
    for decision in log.decisions:
        by_execution.setdefault(decision.execution, []).append(decision)
    ended = {ending.execution: ending.at_s for ending in log.endings}
    steps: list[WorkflowStep] = []
    ends: list[float] = []
    for execution, decisions in by_execution.items():
        end_s = ended.get(execution, axis.to_s)
        begins = axis.pixels(decisions[0].at_s)
        level = place(ends, begins, axis.pixels(end_s) - begins + GAP_PX)
        steps.extend(_of_execution(decisions, end_s, level))
    return _numbered(sorted(steps, key=lambda step: step.from_s))


def _of_execution(decisions: Sequence[Decision], end_s: float, level: int) -> list[WorkflowStep]:
    steps: list[WorkflowStep] = []
    for number, decision in enumerate(decisions):
        to_s = decisions[number + 1].at_s if number + 1 < len(decisions) else end_s
        step = WorkflowStep(
            number=None, execution=decision.execution, kind=_kind(decision), name=decision.action or decision.kind,
            node=decision.node or "", from_s=decision.at_s, to_s=to_s, code=decision.code,
            sentence=decision.sentence, times=1, level=level,
        )  # fmt: skip
        if steps and step.kind == steps[-1].kind == "wait":
            step = replace(step, from_s=steps[-1].from_s, times=steps.pop().times + 1)
        steps.append(step)
    return steps


def _kind(decision: Decision) -> str:
    match decision.kind:
        case "Execute":
            return "records" if decision.action in BOOKKEEPING else "act"
        case other:
            return other.lower()


def _numbered(steps: Sequence[WorkflowStep]) -> tuple[WorkflowStep, ...]:
    number, found = 0, []
    for step in steps:
        if step.kind in ("wait", "records"):
            found.append(step)
            continue
        number += 1
        found.append(replace(step, number=number))
    return tuple(found)
