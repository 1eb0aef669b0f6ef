"""Actions that need nothing but the run: aws:branch, aws:sleep, aws:updateVariable, aws:loop.

A loop's own `onFailure` counts only for what goes wrong with the loop itself; a step of it that fails with `Abort`
ends loop and execution. A step that leads out of the loop leaves it `Exited` (SSM user guide, "aws:loop").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.engines.automation.document.choices import holds
from rehearsal.engines.automation.document.data_types import DataType, duration_s, instant, is_of, over_limit
from rehearsal.engines.automation.document.placeholders import as_text
from rehearsal.engines.automation.document.step_inputs import ITERATIONS_MAX
from rehearsal.engines.automation.errors import Status, StepFailedError, invalid_input
from rehearsal.engines.automation.run.execution import Act, AutomationRun, LoopStepFailedError
from rehearsal.engines.automation.run.step_record import StepRecord, pause


def branch(record: StepRecord, run: AutomationRun) -> None:
    """Goes to the first choice that holds, to the default, or on."""
    for choice in record.inputs["Choices"]:
        if holds(choice):
            record.goes_to = choice["NextStep"]
            return
    record.goes_to = record.inputs.get("Default")


def sleep(record: StepRecord, run: AutomationRun) -> None:
    """For a duration, or until an instant; one that has passed is no wait."""
    try:
        if "Timestamp" in record.inputs:
            seconds = (instant(as_text(record.inputs["Timestamp"])) - run.clock.now()).total_seconds()
        else:
            seconds = duration_s(as_text(record.inputs["Duration"]))
    except ValueError as error:
        raise invalid_input(str(error)) from None
    pause(run.clock, record, max(0.0, seconds), "sleeping")


def update_variable(record: StepRecord, run: AutomationRun) -> None:
    """Gives a variable another value of its own type."""
    name, value = str(record.inputs["Name"]).removeprefix("variable:"), record.inputs["Value"]
    kind = run.runbook.variables[name].type
    if not is_of(value, kind):
        raise invalid_input(f"Value is {type(value).__name__} {as_text(value)}, variable {name} is a {kind}")
    if (problem := over_limit(value, kind)) is not None:
        raise invalid_input(f"Value of variable {name}: {problem}")
    run.variables[name] = value


def loop(record: StepRecord, run: AutomationRun) -> None:
    """Performs the steps once for each item, or as long as the condition holds after them."""
    step, inputs = record.step, record.inputs
    most = int(inputs.get("MaxIterations", ITERATIONS_MAX))
    items = _items(inputs) if "Iterators" in inputs else None
    for iteration in range(1, most + 1):
        if items is not None and iteration > len(items):
            return
        record.outputs["CurrentIteration"] = iteration
        if items is not None:
            record.outputs["CurrentIteratorValue"] = items[iteration - 1]
        run.publish(record)
        try:
            record.goes_to = run.walk(step.body, next(iter(step.body)), record)
        except LoopStepFailedError as error:
            record.aborts, failed = True, error.record
            text = f"{failed.step.name} failed in iteration {iteration}: {failed.message}"
            raise StepFailedError(text, failed.status, retried=False) from None
        if record.goes_to is not None:
            record.status = Status.EXITED
            return
        if items is None and not holds(run.filled_leniently(step.inputs["LoopCondition"])):
            return


def _items(inputs: Mapping[str, Any]) -> list[Any]:
    items, kind = inputs["Iterators"], DataType(inputs.get("IteratorDataType", "String"))
    if not isinstance(items, list):
        raise invalid_input(f"Iterators is {as_text(items)}, expected a list")
    if len(items) > ITERATIONS_MAX:
        raise invalid_input(f"Iterators has {len(items)} items, {ITERATIONS_MAX} are allowed")
    if wrong := [item for item in items if not is_of(item, kind)]:
        raise invalid_input(f"Iterators holds {as_text(wrong[0])}, expected {kind}")
    return items


FLOW: Mapping[str, Act] = {
    "aws:branch": branch,
    "aws:loop": loop,
    "aws:sleep": sleep,
    "aws:updateVariable": update_variable,
}
