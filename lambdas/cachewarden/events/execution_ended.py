"""`Step Functions Execution Status Change`: an execution of ours failed, timed out or was aborted."""

from pydantic import Field

from cachewarden.codes import Code
from cachewarden.events.envelope import Envelope, EventShape
from cachewarden.events.event import ExecutionEnded, Nothing, Signal

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


def read(envelope: Envelope) -> Signal:
    """The bad end, or why it is none. Raises pydantic's ValidationError for another shape."""
    detail = ExecutionStatus.model_validate(envelope.detail)
    if detail.status not in ENDED_BADLY:
        return Nothing(code=Code.EVENT_UNKNOWN, why=f"the execution is {detail.status}")
    return ExecutionEnded(
        execution_arn=detail.execution_arn,
        state_machine_arn=detail.state_machine_arn,
        status=detail.status,
        input_text=detail.input,
        error=detail.error,
        cause=detail.cause,
    )
