"""How the API shows Automation executions and their steps, as recorded outputs of the AWS CLI have them.

A step's Inputs are JSON texts, its Outputs lists of texts; properties that the document doesn't say are left out; steps
that haven't begun are Pending; FailureMessage wraps the reason in AWS's own words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.principal import Principal
from rehearsal.aws.ssm.documents import DocumentVersion
from rehearsal.engines.automation.actions.context import Signals
from rehearsal.engines.automation.document.placeholders import as_text
from rehearsal.engines.automation.document.steps import Step
from rehearsal.engines.automation.errors import FailureStage, Status
from rehearsal.engines.automation.run.execution import AutomationRun, texts
from rehearsal.engines.automation.run.step_record import StepRecord
from rehearsal.kernel.clock import Actor, Signal

GUIDE = "Please refer to Automation Service Troubleshooting Guide for more diagnosis details."
DOING: Mapping[FailureStage, str] = {
    FailureStage.INPUT_VALIDATION: "validating and resolving the step inputs",
    FailureStage.PRE_VERIFICATION: "verifying the step's preconditions",
    FailureStage.INVOCATION: "Execute/Cancelling action",
    FailureStage.POST_VERIFICATION: "Poll action status for completion",
}


@dataclass(slots=True, kw_only=True)
class AutomationExecution:
    """One execution as the service knows it. `acting`: whose permissions its steps have."""

    id: str
    document: DocumentVersion
    parameters: Mapping[str, Any]
    given: Mapping[str, list[str]]
    started: datetime
    run: AutomationRun
    caller: Principal
    acting: Principal
    signals: Signals
    finished: Signal
    client_token: str | None
    parent_id: str | None = None
    ended: datetime | None = None
    actor: Actor | None = None
    cancelling: bool = False
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def status(self) -> Status:
        """AutomationExecutionStatus; Pending in the queue, Waiting at an approval or a pause."""
        if self.ended is not None:
            return self.run.status
        if self.actor is None:
            return Status.PENDING
        if self.cancelling:
            return Status.CANCELLING
        current = self.run.current
        return Status.WAITING if current is not None and current.status is Status.WAITING else Status.IN_PROGRESS


def metadata_shape(execution: AutomationExecution) -> dict[str, Any]:
    """What lists and GetAutomationExecution have in common."""
    run = execution.run
    shape: dict[str, Any] = {
        "AutomationExecutionId": execution.id,
        "DocumentName": execution.document.name,
        "DocumentVersion": str(execution.document.number),
        "AutomationExecutionStatus": execution.status.value,
        "ExecutionStartTime": execution.started,
        "ExecutedBy": execution.caller.arn,
        "Mode": "Auto",
        "Outputs": run.outputs(),
        "Targets": [],
        "ResolvedTargets": {"ParameterValues": [], "Truncated": False},
    }
    if execution.parent_id is not None:
        shape["ParentAutomationExecutionId"] = execution.parent_id
    if execution.ended is not None:
        shape["ExecutionEndTime"] = execution.ended
    if run.failed is not None and run.status in (Status.FAILED, Status.REJECTED, Status.TIMED_OUT):
        shape["FailureMessage"] = failure_message(run.failed)
    if run.current is not None:
        shape |= {"CurrentStepName": run.current.step.name, "CurrentAction": run.current.step.action}
    return shape


def execution_shape(execution: AutomationExecution) -> dict[str, Any]:
    """`AutomationExecution`."""
    shape = metadata_shape(execution)
    shape["Parameters"] = {name: texts(value) for name, value in execution.parameters.items()}
    shape["StepExecutions"] = list(step_shapes(execution.run))
    shape["StepExecutionsTruncated"] = False
    if execution.run.variables:
        shape["Variables"] = {name: texts(value) for name, value in execution.run.variables.items()}
    return shape


def step_shapes(run: AutomationRun) -> Iterator[dict[str, Any]]:
    """Steps that were begun, in order, then those that weren't."""
    begun = {record.step.name for record in run.records}
    yield from (step_shape(record) for record in run.records)
    for step in run.runbook.steps.values():
        if step.name not in begun:
            yield {"StepName": step.name, "Action": step.action, "StepStatus": Status.PENDING.value}


def step_shape(record: StepRecord) -> dict[str, Any]:
    """`StepExecution`."""
    shape: dict[str, Any] = {
        "StepName": record.step.name,
        "Action": record.step.action,
        "StepStatus": record.status.value,
        "StepExecutionId": record.id,
        "ExecutionStartTime": record.started,
        "Inputs": {name: _json(value) for name, value in record.inputs.items()},
        "Outputs": {name: texts(value) for name, value in record.outputs.items()},
        "OverriddenParameters": {},
        "IsEnd": record.step.next is None,
        **_stated(record.step),
    }
    if record.step.next is not None:
        shape["NextStep"] = record.step.next
        shape["ValidNextSteps"] = [record.step.next]
    if record.ended is not None:
        shape["ExecutionEndTime"] = record.ended
    if record.failure is not None:
        shape["FailureMessage"] = failure_message(record)
        shape["FailureDetails"] = {
            "FailureStage": record.failure.stage.value,
            "FailureType": record.failure.kind.value,
            "Details": {},
        }
    if record.parent is not None:
        shape["ParentStepDetails"] = {
            "StepExecutionId": record.parent.id,
            "StepName": record.parent.step.name,
            "Action": record.parent.step.action,
            "Iteration": record.iteration,
        }
        if record.iterator_value is not None:
            shape["ParentStepDetails"]["IteratorValue"] = as_text(record.iterator_value)
    return shape


def failure_message(record: StepRecord) -> str:
    """AWS's sentence around the reason."""
    failure = record.failure
    assert failure is not None
    reason = failure.message.rstrip(".")
    if failure.status is Status.TIMED_OUT and reason.startswith("Step timed out"):
        return f"{reason}. {GUIDE}"
    return f"Step fails when it is {DOING[failure.stage]}. {reason}. {GUIDE}"


def fits(wanted: Mapping[str, Any], execution: AutomationExecution) -> bool:
    """Whether an execution passes an `AutomationExecutionFilter`. Raises UnsupportedError for keys we don't use."""
    key, values = wanted["Key"], wanted["Values"]
    match key:
        case "ExecutionStatus":
            return execution.status in values
        case "ExecutionId":
            return execution.id in values
        case "ParentExecutionId":
            return execution.parent_id in values
        case "DocumentNamePrefix":
            return any(execution.document.name.startswith(prefix) for prefix in values)
        case "TagKey":
            return any(name in execution.tags for name in values)
        case "StartTimeAfter":
            return all(execution.started > _instant(value) for value in values)
        case "StartTimeBefore":
            return all(execution.started < _instant(value) for value in values)
    raise UnsupportedError(f"ssm:DescribeAutomationExecutions filter {key}")


def step_fits(wanted: Mapping[str, Any], shape: Mapping[str, Any]) -> bool:
    """Whether a step passes a `StepExecutionFilter`. Raises ApiError, UnsupportedError."""
    key, values = wanted["Key"], wanted["Values"]
    match key:
        case "StepExecutionStatus":
            return shape["StepStatus"] in values
        case "StepExecutionId" | "StepName" | "Action":
            return shape.get(key) in values
        case "ParentStepExecutionId":
            return shape.get("ParentStepDetails", {}).get("StepExecutionId") in values
        case "ParentStepIteration":
            return str(shape.get("ParentStepDetails", {}).get("Iteration")) in values
    if key in ("StartTimeAfter", "StartTimeBefore", "ParentStepIteratorValue"):
        raise UnsupportedError(f"ssm:DescribeAutomationStepExecutions filter {key}")
    raise ApiError("InvalidFilterKey", f"The specified key {key} isn't valid.")


def words(at: datetime) -> str:
    """`Mar 21, 2026 3:15:40 AM`, as the sample event has it."""
    return f"{at:%b} {at.day}, {at.year} {at.hour % 12 or 12}:{at:%M:%S %p}"


def _stated(step: Step) -> dict[str, Any]:
    values = {
        "timeoutSeconds": ("TimeoutSeconds", None if step.timeout_s is None else int(step.timeout_s)),
        "onFailure": ("OnFailure", step.on_failure),
        "maxAttempts": ("MaxAttempts", step.max_attempts),
        "isCritical": ("IsCritical", step.critical),
    }
    return {name: value for key, (name, value) in values.items() if key in step.stated}


def _json(value: Any) -> str:
    """As JSON, texts in their quotation marks."""
    return as_text([value])[1:-1]


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
