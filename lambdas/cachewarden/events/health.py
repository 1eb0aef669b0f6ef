"""`AWS Health Event`: what AWS plans to do to an instance, or sees going wrong with it.

Numbers and booleans come as strings, times as RFC 1123 text with wrong weekdays and one-digit days, entities as ids,
ARNs or sentences; `lastUpdatedTime`, `statusCode` and `resources` may be missing [events#health-shape].
"""

import re
from datetime import UTC, datetime

from pydantic import Field

from cachewarden.codes import Code
from cachewarden.events.envelope import Envelope, EventShape, foreign_detail, instance_ids_in
from cachewarden.events.event import Event, HealthNotice, UnhandledEvent

SOURCE = "aws.health"
DETAIL_TYPE = "AWS Health Event"

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_RFC_1123 = re.compile(r"\w{3}, (\d{1,2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT")


class AffectedEntity(EventShape):
    """One thing that the event is about."""

    entity_value: str = Field(alias="entityValue")


class Description(EventShape):
    """The event's text in one language."""

    latest_description: str = Field(default="", alias="latestDescription")


class HealthDetail(EventShape):
    """Detail of the event (AWS Health user guide, EventBridge schema)."""

    event_arn: str = Field(alias="eventArn")
    service: str
    type_code: str = Field(alias="eventTypeCode")
    category: str = Field(default="", alias="eventTypeCategory")
    status: str = Field(default="", alias="statusCode")
    start_time: str | None = Field(default=None, alias="startTime")
    region: str = Field(default="", alias="eventRegion")
    affected_account: str = Field(default="", alias="affectedAccount")
    backup: str = Field(default="false", alias="backupEvent")
    descriptions: list[Description] = Field(default_factory=list, alias="eventDescription")
    entities: list[AffectedEntity] = Field(default_factory=list, alias="affectedEntities")


def read(envelope: Envelope) -> Event:
    """The notice, or why it doesn't concern instances. Raises pydantic's ValidationError for another shape."""
    detail = HealthDetail.model_validate(envelope.detail)
    if detail.service != "EC2":
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why=f"the notice is about {detail.service}")
    if detail.backup.lower() == "true":
        return UnhandledEvent(code=Code.EVENT_REPLAYED, why="the backup delivery of a notice that its own region gets")
    elsewhere = foreign_detail(envelope, account=detail.affected_account, region=detail.region)
    if elsewhere is not None:
        return UnhandledEvent(code=Code.FOREIGN_ACCOUNT, why=elsewhere)
    ids = instance_ids_in(item.entity_value for item in detail.entities)
    if not ids:
        return UnhandledEvent(code=Code.EVENT_UNKNOWN, why=f"{detail.type_code} names no instance")
    return HealthNotice(
        event_id=envelope.id,
        event_arn=detail.event_arn,
        type_code=detail.type_code,
        category=detail.category,
        status=detail.status.lower(),
        instance_ids=ids,
        starts_at=_moment(detail.start_time),
        description=detail.descriptions[0].latest_description if detail.descriptions else "",
    )


def _moment(text: str | None) -> datetime | None:
    """RFC 1123 without trusting its weekday; None where AWS wrote something else."""
    match = _RFC_1123.fullmatch(text.strip()) if text else None
    if match is None or match.group(2) not in MONTHS:
        return None
    day, month, year, hour, minute, second = match.groups()
    try:
        return datetime(int(year), MONTHS.index(month) + 1, int(day), int(hour), int(minute), int(second), tzinfo=UTC)
    except ValueError:
        return None
