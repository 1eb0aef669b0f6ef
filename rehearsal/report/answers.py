"""What documents that people started answered where no workflow tells it: an estimate, recorded facts, a built storage.

A document that runs the workflow ends as the workflow does, which the summary says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from rich.console import Console
from rich.text import Text

from rehearsal.aws.ssm.automation_shapes import AutomationExecution, metadata_shape
from rehearsal.report.timeline import clock_text
from rehearsal.simulation.run import Run

NOT_RUN = "No output available yet because the step is not successfully executed"
"""What Systems Manager gives for an output of a step that wasn't run."""
RUNS_THE_WORKFLOW = "aws:executeStateMachine"
SENTENCE = ".Sentence"
"""Ends the name of the output in which a document says with its code how it ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One run of a document, as the console of Systems Manager shows it: `outputs` are those of steps that were run."""

    document: str
    node: str
    status: str
    ended: datetime
    took_s: float
    failure: str | None
    outputs: Mapping[str, str]

    @property
    def title(self) -> str:
        """`CacheWarden-EstimateEvacuation for SALES1: Success, after 0:00:02`."""
        return f"{self.document} for {self.node}: {self.status}, after {clock_text(self.took_s)}"

    @property
    def lines(self) -> Iterator[str]:
        """Each output as a line, those with several lines below their name; where none is a sentence, the failure."""
        for name, value in self.outputs.items():
            if "\n" in value:
                yield f"{name}:"
                yield from (f"  {line}" for line in value.splitlines())
            else:
                yield f"{name}: {value}"
        if self.failure is not None and not any(name.endswith(SENTENCE) for name in self.outputs):
            yield f"Failure: {' '.join(self.failure.split())}"


def ended(run: Run) -> Iterator[AutomationExecution]:
    """The runs of people's documents that have ended, in order."""
    for execution in run.cluster.account.automations.executions.values():
        own = execution.parent_id is None and execution.caller.arn.rpartition(":")[2].startswith("user/")
        if own and execution.ended is not None:
            yield execution


def answers(run: Run) -> list[Answer]:
    """Those of the story itself, in the order in which they were started."""
    began = run.cluster.world.trace.events[run.begins_at].at
    return [
        _answer(run, execution)
        for execution in ended(run)
        if execution.started >= began
        and all(record.step.action != RUNS_THE_WORKFLOW for record in execution.run.records)
    ]


def print_answers(console: Console, run: Run) -> None:
    """Each answer with its outputs, whole: a line of facts can be copied into a file."""
    for answer in answers(run):
        console.print()
        console.print(Text(answer.title, style="bold"), soft_wrap=True)
        for line in answer.lines:
            console.print(Text(f"  {line}"), soft_wrap=True)


def _answer(run: Run, execution: AutomationExecution) -> Answer:
    shape = metadata_shape(execution)
    instances = {each.id: name for name, each in (*run.cluster.instances.items(), *run.cluster.launched.items())}
    given = ", ".join(execution.given.get("InstanceId", ()))
    told = {name: " ".join(values).strip() for name, values in shape["Outputs"].items()}
    return Answer(
        document=execution.document.name,
        node=instances.get(given, given),
        status=shape["AutomationExecutionStatus"],
        ended=shape["ExecutionEndTime"],
        took_s=(shape["ExecutionEndTime"] - shape["ExecutionStartTime"]).total_seconds(),
        failure=shape.get("FailureMessage"),
        outputs={name: value for name, value in told.items() if value and value != NOT_RUN},
    )
