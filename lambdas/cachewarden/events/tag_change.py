"""`Tag Change on Resource`: an instance was opted in or out.

`version` comes as 3 and 3.0, newer keys are strings, one documented sample lacks the envelope: only the changed keys
and the resource are read; what the tags are now is asked of EC2.
"""

from pydantic import Field

from cachewarden.codes import Code
from cachewarden.events.envelope import Envelope, EventShape, instance_ids_in
from cachewarden.events.event import Event, OptInChanged, UnhandledEvent
from cachewarden.operation.policy import MANAGED

SOURCE = "aws.tag"
DETAIL_TYPE = "Tag Change on Resource"


class TagChange(EventShape):
    """Detail of the event (EventBridge user guide, Tag change events)."""

    changed_tag_keys: list[str] = Field(alias="changed-tag-keys")
    service: str = ""
    resource_type: str = Field(default="", alias="resource-type")


def read(envelope: Envelope) -> Event:
    """The opt-in or opt-out, or why it is neither. Raises pydantic's ValidationError for another shape."""
    change = TagChange.model_validate(envelope.detail)
    if change.service != "ec2" or change.resource_type != "instance":
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why=f"tags of {change.service} {change.resource_type} changed")
    if MANAGED not in change.changed_tag_keys:
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why=f"{MANAGED} isn't among the changed tags")
    ids = instance_ids_in(envelope.resources)
    if not ids:
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why="the event names no instance")
    return OptInChanged(event_id=envelope.id, instance_ids=ids[:1], at=envelope.time)
