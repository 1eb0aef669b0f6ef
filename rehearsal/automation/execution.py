"""One execution of a runbook: from step to step, with retries, timeouts, failures and what comes after them.

A failed step with `onFailure: Continue` lets the run go on; whether the execution then ends Failed depends on
`isCritical`, which is false for such a step unless it says otherwise (SSM user guide, "Properties shared by all
actions"). Cancelling ends the running step, which takes back what it had started where its action says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rehearsal.automation.errors import CancelledError, StepFailedError
from rehearsal.automation.runbook import Runbook, Step
from rehearsal.automation.values import fill
from rehearsal.clock import Clock

NO_OUTPUT = "No output available yet because the step is not successfully executed"


@dataclass(slots=True, kw_only=True)
class StepRecord:
    """What is known of a step that was begun."""

    id: str
    step: Step
    started: datetime
    inputs: Mapping[str, Any] = field(default_factory=dict)
    status: str = "InProgress"
    ended: datetime | None = None
    outputs: dict[str, Any] = field(default_factory=dict)
    message: str | None = None
    attempts: int = 0
    goes_to: str | None = None
    """Where a branch step decided to go."""


Act = Callable[[StepRecord, "AutomationRun"], None]
"""Performs one attempt of a step; writes `outputs` and raises StepFailedError."""


class AutomationRun:
    """Runs once, in the calling actor. `observe` is called when a step begins and ends."""

    def __init__(
        self,
        runbook: Runbook,
        parameters: Mapping[str, Any],
        *,
        execution_id: str,
        clock: Clock,
        actions: Mapping[str, Act],
        new_id: Callable[[], str],
        between_steps_s: Callable[[], float],
        observe: Callable[[StepRecord], None],
        region: str,
    ) -> None:
        self.runbook = runbook
        self.parameters = parameters
        self.execution_id = execution_id
        self.clock = clock
        self.records: list[StepRecord] = []
        self.status = "InProgress"
        self.message: str | None = None
        self._actions = actions
        self._new_id = new_id
        self._between_steps_s = between_steps_s
        self._observe = observe
        self._region = region
        self._outputs: dict[str, Any] = {}

    @property
    def current(self) -> StepRecord | None:
        """The step that runs now."""
        if self.records and self.records[-1].ended is None:
            return self.records[-1]
        return None

    def run(self) -> str:
        """To the end; gives the final status: Success, Failed, TimedOut or Cancelled."""
        failed_critically: StepRecord | None = None
        try:
            name: str | None = self.runbook.first
            while name is not None:
                record = self._perform(self.runbook.steps[name])
                if record.status != "Success":
                    if record.step.critical:
                        failed_critically = record
                    name = self._after_failure(record)
                else:
                    name = record.goes_to if record.step.action == "aws:branch" else record.step.next
        except CancelledError:
            self.status = "Cancelled"
            return self.status
        if failed_critically is None:
            self.status = "Success"
        else:
            self.status = "TimedOut" if failed_critically.status == "TimedOut" else "Failed"
            self.message = f"Step {failed_critically.step.name} failed: {failed_critically.message}"
        return self.status

    def outputs(self) -> dict[str, list[str]]:
        """The execution's outputs, each a list of texts, as GetAutomationExecution gives them."""
        return {name: _texts(self._outputs.get(name, NO_OUTPUT)) for name in self.runbook.outputs}

    def filled(self, raw: Any) -> Any:
        """A value with its placeholders replaced by parameters, outputs and globals."""
        return fill(raw, self.look_up)

    def look_up(self, name: str) -> Any:
        """A placeholder's value."""
        if name in self.parameters:
            return self.parameters[name]
        match name:
            case "global:DATE":
                return self.clock.now().strftime("%Y-%m-%d")
            case "global:DATE_TIME":
                return self.clock.now().strftime("%Y-%m-%d_%H.%M.%S")
            case "global:REGION":
                return self._region
            case "automation:EXECUTION_ID":
                return self.execution_id
        return self._outputs.get(name, NO_OUTPUT)

    # -- steps --------------------------------------------------------------------------------------------------------

    def _perform(self, step: Step) -> StepRecord:
        self.clock.sleep(self._between_steps_s())
        record = StepRecord(id=self._new_id(), step=step, started=self.clock.now())
        self.records.append(record)
        self._observe(record)
        try:
            self._attempts(record)
            record.status = "Success"
        except StepFailedError as failure:
            record.status, record.message = failure.status, failure.message
        except CancelledError:
            record.status = "Cancelled"
            raise
        finally:
            record.ended = self.clock.now()
            self._outputs |= {f"{step.name}.{name}": value for name, value in record.outputs.items()}
            self._observe(record)
        return record

    def _attempts(self, record: StepRecord) -> None:
        step = record.step
        for attempt in range(1, step.max_attempts + 1):
            record.attempts = attempt
            record.inputs = self.filled(step.inputs)
            try:
                self._actions[step.action](record, self)
                return
            except StepFailedError:
                if attempt == step.max_attempts:
                    raise

    def _after_failure(self, record: StepRecord) -> str | None:
        match record.step.on_failure:
            case "Abort":
                return None
            case "Continue":
                return record.step.next
            case target:
                return target.removeprefix("step:")


def _texts(value: Any) -> list[str]:
    from rehearsal.automation.values import as_text

    return [as_text(item) for item in value] if isinstance(value, list) else [as_text(value)]
