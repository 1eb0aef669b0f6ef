"""aws:executeStateMachine: starts a state machine and waits for its end; cancelling stops it.

That cancelling stops it is inferred from the permission states:StopExecution that AWS asks for
[automation#cancel-stops-execution].
"""

from __future__ import annotations

from typing import Any

from rehearsal.engines.automation.actions.calls import call
from rehearsal.engines.automation.actions.context import ActionContext
from rehearsal.engines.automation.document.placeholders import as_text
from rehearsal.engines.automation.errors import CancelledError, FailureStage, FailureType, StepFailedError
from rehearsal.engines.automation.run.execution import AutomationRun
from rehearsal.engines.automation.run.step_record import StepRecord, until_ended


class StateMachine:
    """Performs aws:executeStateMachine."""

    def __init__(self, context: ActionContext) -> None:
        self._context = context

    def run(self, record: StepRecord, run: AutomationRun) -> None:
        """Anything but SUCCEEDED fails the step."""
        inputs, states = record.inputs, self._states
        parameters = {"stateMachineArn": inputs["stateMachineArn"], "input": as_text(inputs.get("input", "{}"))}
        if inputs.get("name"):
            parameters["name"] = inputs["name"]
        arn = call(lambda: states.start_execution(**parameters))["executionArn"]
        record.outputs |= {"executionArn": arn, "stateMachineArn": inputs["stateMachineArn"]}
        try:
            described = self._ended(record, arn)
        except CancelledError:
            call(lambda: states.stop_execution(executionArn=arn, cause="The Automation was cancelled"))
            raise
        for name in ("input", "name", "output", "startDate", "status", "stopDate"):
            if name in described:
                value = described[name]
                record.outputs[name] = value.isoformat() if hasattr(value, "isoformat") else as_text(value)
        if described["status"] != "SUCCEEDED":
            raise StepFailedError(
                f"Execution {arn} ended {described['status']}: {described.get('cause', '')}",
                stage=FailureStage.POST_VERIFICATION,
                kind=FailureType.VERIFICATION,
            )

    @property
    def _states(self) -> Any:
        return self._context.client("stepfunctions")

    def _ended(self, record: StepRecord, arn: str) -> Any:
        while True:
            described = call(lambda: self._states.describe_execution(executionArn=arn))
            if described["status"] != "RUNNING":
                return described
            until_ended(
                self._context.clock,
                record,
                lambda seconds: self._context.await_execution(arn, seconds),
                self._context.poll_s,
                f"waiting for execution {arn}",
            )
