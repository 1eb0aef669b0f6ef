"""`Change Request Status Update`: a change request of one of CacheWarden's templates has another status."""

from pydantic import Field

from cachewarden.codes import Code
from cachewarden.events.envelope import Envelope, EventShape
from cachewarden.events.event import ChangeRequestClosed, Event, UnhandledEvent

SOURCE = "aws.ssm"
DETAIL_TYPE = "Change Request Status Update"
CLOSED_UNDONE = ("Rejected", "ChangeCalendarOverrideRejected", "TimedOut", "Cancelled", "Revoked")
"""Statuses after which its runbook is never started (OpsItemStatus, API reference of Systems Manager)."""


class ChangeRequest(EventShape):
    """Detail of the event [events#change-request]."""

    title: str = Field(alias="change-request-title")
    ops_item: str = Field(alias="ops-item-id")
    created_by: str = Field(alias="ops-item-created-by")
    status: str = Field(alias="ops-item-status")
    template: str = Field(alias="change-template-document-name")
    runbook: str = Field(alias="runbook-document-arn")


def read(envelope: Envelope) -> Event:
    """A request that was closed before anything was done, or why it is none. Raises pydantic's ValidationError."""
    detail = ChangeRequest.model_validate(envelope.detail)
    if detail.status not in CLOSED_UNDONE:
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why=f"the change request is {detail.status}")
    return ChangeRequestClosed(
        title=detail.title,
        ops_item=detail.ops_item,
        created_by=detail.created_by,
        status=detail.status,
        template=detail.template,
        runbook=detail.runbook.rpartition("/")[2],
    )
