"""One execution of a runbook: from step to step, with retries, timeouts, and what follows a failure.

A failed step with `onFailure: Continue` lets the run go on; whether the execution then ends Failed depends on
`isCritical`, which is false for such a step unless it says otherwise. A timeout is an attempt's: the step timed out
when its last attempt did. Cancelling ends the running step, which stops what it had started if its action does
that; then the steps from its `onCancel` on have two minutes (SSM user guide, "Properties shared by all actions").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from rehearsal.engines.automation.document.placeholders import as_text, fill
from rehearsal.engines.automation.document.runbook import Runbook
from rehearsal.engines.automation.document.steps import Step
from rehearsal.engines.automation.errors import (
    CancelledError,
    FailureStage,
    FailureType,
    Status,
    StepFailedError,
    UnresolvedError,
)
from rehearsal.engines.automation.run.step_record import StepRecord
from rehearsal.kernel.clock import Clock

NO_OUTPUT = "No output available yet because the step is not successfully executed"
CANCEL_WORKFLOW_S = 120.0
LENIENT_ACTIONS = frozenset({"aws:branch", "aws:loop"})
"""Their conditions take an output without a value as false instead of failing."""


Act = Callable[[StepRecord, "AutomationRun"], None]
"""Performs one attempt of a step; writes `outputs` and raises StepFailedError."""


class LoopStepFailedError(Exception):
    """A step of a loop failed and doesn't let the loop go on."""

    def __init__(self, record: StepRecord) -> None:
        super().__init__(record.step.name)
        self.record = record


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
        constants: Mapping[str, str],
        inject_fault: Callable[[Step], None] = lambda step: None,
    ) -> None:
        """`constants`: the global variables that don't change, by name (`global:REGION` …).

        `inject_fault(step)` is called as each attempt begins; it may wait, or raise StepFailedError.
        """
        self.runbook = runbook
        self.parameters = parameters
        self.execution_id = execution_id
        self.clock = clock
        self.records: list[StepRecord] = []
        self.status = Status.IN_PROGRESS
        self.failed: StepRecord | None = None
        """The critical step whose failure decides about the end."""
        self.variables = {name: each.default for name, each in runbook.variables.items() if each.default is not None}
        self._actions = actions
        self._new_id = new_id
        self._between_steps_s = between_steps_s
        self._observe = observe
        self._constants = constants
        self._inject_fault = inject_fault
        self._outputs: dict[str, Any] = {}
        self._cancelled_at: Step | None = None

    @property
    def current(self) -> StepRecord | None:
        """The step that runs now; of a loop, its step."""
        if self.records and self.records[-1].ended is None:
            return self.records[-1]
        return None

    @property
    def message(self) -> str | None:
        """Why it failed or timed out."""
        if self.failed is None or self.status not in (Status.FAILED, Status.REJECTED, Status.TIMED_OUT):
            return None
        return f"Step {self.failed.step.name} failed: {self.failed.message}"

    def run(self) -> Status:
        """To the end; gives the final status: Success, Failed, TimedOut or Cancelled."""
        try:
            self.walk(self.runbook.steps, self.runbook.first)
        except CancelledError:
            self._cancel_workflow()
            self.status = Status.CANCELLED
            return self.status
        if self.failed is None:
            self.status = Status.SUCCESS
        else:
            self.status = self.failed.status
        return self.status

    def walk(self, steps: Mapping[str, Step], first: str, loop: StepRecord | None = None) -> str | None:
        """Performs steps from `first` on; gives the name of a step outside of `steps` where that leads.

        Raises LoopStepFailedError inside a loop when a failure ends it.
        """
        name: str | None = first
        while name is not None:
            if name not in steps:
                return name
            record = self._perform(steps[name], loop)
            if record.failure is None:
                name = record.goes_to or record.step.next
                continue
            if record.step.critical:
                self.failed = record
            name = _after_failure(record)
            if name is None and loop is not None and record.step.on_failure == "Abort":
                raise LoopStepFailedError(record)
        return None

    def outputs(self) -> dict[str, list[str]]:
        """The execution's outputs, each a list of texts, as GetAutomationExecution gives them."""
        return {name: texts(self._outputs.get(name, NO_OUTPUT)) for name in self.runbook.outputs}

    def filled(self, raw: Any) -> Any:
        """A value with its placeholders replaced. Raises UnresolvedError for an output without a value."""
        return fill(raw, self.look_up)

    def filled_leniently(self, raw: Any) -> Any:
        """The same; an output without a value is None, or `null` inside other text."""
        return fill(raw, self._look_up_leniently)

    def look_up(self, name: str) -> Any:
        """A placeholder's value. Raises UnresolvedError."""
        if name in self.parameters:
            return self.parameters[name]
        if name in self._outputs:
            return self._outputs[name]
        variable = name.removeprefix("variable:")
        if variable != name and variable in self.variables:
            return self.variables[variable]
        match name:
            case "global:DATE":
                return self.clock.now().strftime("%Y-%m-%d")
            case "global:DATE_TIME":
                return self.clock.now().strftime("%Y-%m-%d_%H.%M.%S")
            case "automation:EXECUTION_ID":
                return self.execution_id
        if name in self._constants:
            return self._constants[name]
        raise UnresolvedError(name)

    def publish(self, record: StepRecord) -> None:
        """Makes the step's outputs visible to other steps."""
        self._outputs |= {f"{record.step.name}.{name}": value for name, value in record.outputs.items()}

    # -- steps --------------------------------------------------------------------------------------------------------

    def _perform(self, step: Step, loop: StepRecord | None) -> StepRecord:
        self.clock.sleep(self._between_steps_s())
        record = StepRecord(id=self._new_id(), step=step, started=self.clock.now(), parent=loop)
        if loop is not None:
            record.iteration = loop.outputs["CurrentIteration"]
            record.iterator_value = loop.outputs.get("CurrentIteratorValue")
        self.records.append(record)
        self._observe(record)
        try:
            self._attempts(record)
            if record.status is not Status.EXITED:
                record.status = Status.SUCCESS
        except StepFailedError as failure:
            record.status, record.failure = failure.status, failure
        except CancelledError:
            record.status = Status.CANCELLED
            self._cancelled_at = self._cancelled_at or step
            raise
        finally:
            record.ended = self.clock.now()
            self.publish(record)
            self._observe(record)
        return record

    def _attempts(self, record: StepRecord) -> None:
        step = record.step
        for attempt in range(1, step.max_attempts + 1):
            record.attempts = attempt
            record.deadline = self._deadline(record)
            try:
                self._inject_fault(step)
                record.inputs = self._resolved(step)
                self._actions[step.action](record, self)
                return
            except StepFailedError as failure:
                if attempt == step.max_attempts or not failure.retried:
                    raise

    def _deadline(self, record: StepRecord) -> datetime | None:
        limits = [record.parent.deadline] if record.parent is not None else []
        if record.step.timeout_s is not None:
            limits.append(self.clock.now() + timedelta(seconds=record.step.timeout_s))
        return min((limit for limit in limits if limit is not None), default=None)

    def _resolved(self, step: Step) -> Mapping[str, Any]:
        if step.action in LENIENT_ACTIONS:
            own = {name: value for name, value in step.inputs.items() if name not in ("Steps", "LoopCondition")}
            return dict(self.filled_leniently(own))
        try:
            return dict(self.filled(step.inputs))
        except UnresolvedError as error:
            raise StepFailedError(
                f"Failed to resolve input: {error.name} has no value",
                stage=FailureStage.INPUT_VALIDATION,
                kind=FailureType.VERIFICATION,
            ) from None

    def _look_up_leniently(self, name: str) -> Any:
        try:
            return self.look_up(name)
        except UnresolvedError:
            return None

    def _cancel_workflow(self) -> None:
        """The cancel workflow: from the cancelled step's onCancel on, for two minutes."""
        target = None if self._cancelled_at is None else self._cancelled_at.on_cancel
        if target is None:
            return
        levels = [self.runbook.steps, *(step.body for step in self.runbook.steps.values())]
        steps = next(level for level in levels if target in level)
        actor = self.clock.current
        assert actor is not None
        limit = self.clock.call_later(CANCEL_WORKFLOW_S, lambda: actor.interrupt(CancelledError()))
        try:
            self.walk(steps, target)
        except CancelledError:
            return
        finally:
            limit.cancel()


def _after_failure(record: StepRecord) -> str | None:
    on_failure = "Abort" if record.aborts else record.step.on_failure
    match on_failure:
        case "Abort":
            return None
        case "Continue":
            return record.step.next
        case target:
            return target.removeprefix("step:")


def texts(value: Any) -> list[str]:
    """A value as the API gives it: a list of texts."""
    return [as_text(item) for item in value] if isinstance(value, list) else [as_text(value)]
