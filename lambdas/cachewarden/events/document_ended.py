"""`EC2 Automation Execution Status-change Notification`: a person's document ended badly."""

from pydantic import Field

from cachewarden.codes import Code
from cachewarden.events.envelope import Envelope, EventShape
from cachewarden.events.event import DocumentEnded, Event, UnhandledEvent

SOURCE = "aws.ssm"
DETAIL_TYPE = "EC2 Automation Execution Status-change Notification"
ENDED_BADLY = frozenset({"Failed", "TimedOut", "Cancelled", "Rejected"})
"""Rejected: how an approval that was refused ends isn't documented [automation#approve-record]."""


class AutomationStatus(EventShape):
    """Detail of the event [events#ssm-status]."""

    execution_id: str = Field(alias="ExecutionId")
    definition: str = Field(alias="Definition")
    status: str = Field(alias="Status")


def read(envelope: Envelope) -> Event:
    """The bad end, or why it is none. Raises pydantic's ValidationError for another shape."""
    detail = AutomationStatus.model_validate(envelope.detail)
    if detail.status not in ENDED_BADLY:
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why=f"the Automation is {detail.status}")
    return DocumentEnded(execution_id=detail.execution_id, document=detail.definition, status=detail.status)
