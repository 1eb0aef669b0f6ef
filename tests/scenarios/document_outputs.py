"""What a run of people's document gave as its outputs."""

from __future__ import annotations

from rehearsal.aws.ssm.automation_shapes import AutomationExecution

SIX = ("Outcome", "Code", "Sentence", "DataIsSafe", "Next", "WhoHoldsTheLease")


def output(execution: AutomationExecution, name: str) -> str:
    """One output, `<step>.<name>`; there must be one."""
    return execution.run.outputs()[name][0]


def outputs_of(execution: AutomationExecution, step: str) -> dict[str, str]:
    """The six outputs as this step gave them, by their names without the step; each must be there."""
    return {name: output(execution, f"{step}.{name}") for name in SIX}
