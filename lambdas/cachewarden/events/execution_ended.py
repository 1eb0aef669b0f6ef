"""`Step Functions Execution Status Change`: a workflow execution failed, timed out or was aborted."""

import json
from dataclasses import replace
from typing import Any

from pydantic import Field

from cachewarden.codes import Code
from cachewarden.events.envelope import Envelope, EventShape, instance_ids_in
from cachewarden.events.event import Event, ExecutionEnded, UnhandledEvent

SOURCE = "aws.states"
DETAIL_TYPE = "Step Functions Execution Status Change"
ENDED_BADLY = frozenset({"FAILED", "TIMED_OUT", "ABORTED"})


class ExecutionStatus(EventShape):
    """Detail of the event (Step Functions developer guide); redrive fields, error and cause may be missing."""

    execution_arn: str = Field(alias="executionArn")
    state_machine_arn: str = Field(alias="stateMachineArn")
    status: str
    input: str | None = None
    error: str | None = None
    cause: str | None = None


def read(envelope: Envelope) -> Event:
    """The bad end, or why it is none. Raises pydantic's ValidationError for another shape."""
    detail = ExecutionStatus.model_validate(envelope.detail)
    if detail.status not in ENDED_BADLY:
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why=f"the execution is {detail.status}")
    ended = ExecutionEnded(
        execution_arn=detail.execution_arn,
        state_machine_arn=detail.state_machine_arn,
        status=detail.status,
        instance_ids=(),
        goal=None,
        resumes=0,
        error=detail.error,
        cause=detail.cause,
    )
    return with_input(ended, detail.input)


def with_input(ended: ExecutionEnded, text: str | None) -> ExecutionEnded:
    """The event with what the execution's input says: the instance, the goal, how often it was taken up again."""
    request = _request(text)
    node, goal, resumes = request.get("instanceId"), request.get("goal"), request.get("resumes")
    return replace(
        ended,
        instance_ids=instance_ids_in((node,)) if isinstance(node, str) else (),
        goal=goal if isinstance(goal, str) else None,
        resumes=resumes if isinstance(resumes, int) else 0,
    )


def _request(text: str | None) -> dict[str, Any]:
    """The execution's input; Step Functions may leave it out, and people start executions with anything."""
    try:
        request = json.loads(text or "{}")
    except ValueError:
        return {}
    return request if isinstance(request, dict) else {}
