"""`EC2 Instance State-change Notification`: which state an instance reached; no tags, no reason, no actor."""

from pydantic import Field

from cachewarden.events.envelope import Envelope, EventShape
from cachewarden.events.event import Event, StateChanged

SOURCE = "aws.ec2"
DETAIL_TYPE = "EC2 Instance State-change Notification"


class StateChange(EventShape):
    """Detail of the event (EC2 user guide, Monitor state changes)."""

    instance_id: str = Field(alias="instance-id", pattern=r"^i-(?:[0-9a-f]{17}|[0-9a-f]{8})$")
    state: str


def read(envelope: Envelope) -> Event:
    """The state change. Raises pydantic's ValidationError for another shape."""
    change = StateChange.model_validate(envelope.detail)
    return StateChanged(event_id=envelope.id, instance_ids=(change.instance_id,), state=change.state, at=envelope.time)
