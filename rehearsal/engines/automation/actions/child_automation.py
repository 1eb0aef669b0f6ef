"""aws:executeAutomation: starts another runbook and waits for its end.

`Output` is the list of all values of the child's outputs. The call is made as this runbook's role; cancelling stops the
child [automation#child-automation].
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.engines.automation.actions.calls import call, listed
from rehearsal.engines.automation.actions.context import ActionContext
from rehearsal.engines.automation.document.placeholders import as_text
from rehearsal.engines.automation.errors import CancelledError, FailureStage, FailureType, Status, StepFailedError
from rehearsal.engines.automation.run.execution import AutomationRun
from rehearsal.engines.automation.run.step_record import StepRecord, until_ended

ENDED = frozenset({Status.SUCCESS, Status.FAILED, Status.TIMED_OUT, Status.CANCELLED})


class ChildAutomation:
    """Performs aws:executeAutomation."""

    def __init__(self, context: ActionContext) -> None:
        self._context = context

    def run(self, record: StepRecord, run: AutomationRun) -> None:
        """Anything but Success fails the step."""
        inputs = record.inputs
        ssm: Any = self._context.client("ssm")
        request: dict[str, Any] = {
            "DocumentName": inputs["DocumentName"],
            "Parameters": {
                name: [as_text(item) for item in listed(value)]
                for name, value in inputs.get("RuntimeParameters", {}).items()
            },
        }
        if "DocumentVersion" in inputs:
            request["DocumentVersion"] = as_text(inputs["DocumentVersion"])
        child = call(lambda: ssm.start_automation_execution(**request))["AutomationExecutionId"]
        self._context.adopt(child, run.execution_id)
        record.outputs["ExecutionId"] = child
        try:
            ended = self._ended(record, ssm, child)
        except CancelledError:
            call(lambda: ssm.stop_automation_execution(AutomationExecutionId=child))
            raise
        record.outputs["Status"] = ended["AutomationExecutionStatus"]
        record.outputs["Output"] = [value for values in ended["Outputs"].values() for value in values]
        if record.outputs["Status"] != Status.SUCCESS:
            raise StepFailedError(
                f"Automation {child} ended {record.outputs['Status']}: {ended.get('FailureMessage', '')}",
                stage=FailureStage.POST_VERIFICATION,
                kind=FailureType.VERIFICATION,
            )

    def _ended(self, record: StepRecord, ssm: Any, child: str) -> Mapping[str, Any]:
        while True:
            answer = call(lambda: ssm.get_automation_execution(AutomationExecutionId=child))
            execution: Mapping[str, Any] = answer["AutomationExecution"]
            if execution["AutomationExecutionStatus"] in ENDED:
                return execution
            until_ended(
                self._context.clock,
                record,
                lambda seconds: self._context.await_automation(child, seconds),
                self._context.poll_s,
                f"waiting for Automation {child}",
            )
