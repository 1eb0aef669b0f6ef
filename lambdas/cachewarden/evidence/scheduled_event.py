"""Maintenance that EC2 has scheduled for an instance, and what of it an operation saw; read and written here."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cachewarden.json_reader import Json, JsonReader, format_time

STOPPING_CODES = frozenset({"instance-retirement", "instance-stop", "system-maintenance"})
"""A stop and start ahead of time takes these away [ec2#stop-start-ahead]; a reboot keeps the cache."""
FIXED_BEFORE = timedelta(minutes=5)
"""EC2 moves nothing that starts so soon [ec2#reschedule]."""
EARLIEST = timedelta(hours=1)
"""EC2 moves nothing to a time that is nearer [ec2#reschedule]."""
LAST_DAY = timedelta(hours=24)
"""Before the maintenance: from then on a node is cycled outside of a window, if none opens before."""
TRY_EVERY = timedelta(hours=2)
"""What was refused or failed is tried again while it is due."""
NO_TIME = timedelta(minutes=20)
"""A cycle begun later is cut off by EC2's stop, in the middle of the cache's move: that ends worse than the loss."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledEvent:
    """One event of DescribeInstanceStatus [ec2#scheduled-events]; None where EC2 gives no time."""

    instance_id: str
    event_id: str
    code: str
    description: str
    not_before: datetime | None
    not_before_deadline: datetime | None

    @property
    def stops(self) -> bool:
        """Whether EC2 stops the instance for it, whatever stop protection says."""
        return self.code in STOPPING_CODES

    def movable(self, now: datetime) -> bool:
        """Whether EC2 would still take a later time for it [ec2#reschedule]."""
        starts, latest = self.not_before, self.not_before_deadline
        if starts is None or latest is None:
            return False
        return latest > starts and starts - now > FIXED_BEFORE and latest - now > EARLIEST

    def on_last_day(self, now: datetime) -> bool:
        """Whether it may begin within a day, or might have begun; one without a time never is."""
        return self.not_before is not None and self.not_before - now <= LAST_DAY

    @property
    def told(self) -> str:
        """For sentences: what, for which instance, when, and until when it may be moved."""
        when = f" from {self.not_before:%Y-%m-%d %H:%M} UTC" if self.not_before else ""
        until = f", movable until {self.not_before_deadline:%Y-%m-%d %H:%M} UTC" if self.not_before_deadline else ""
        return f"{self.code} for {self.instance_id}{when}{until}"


def comes_too_soon(starts_at: datetime | None, now: datetime) -> bool:
    """Whether a cycle that begins now would meet the maintenance; when that is overdue, nobody knows."""
    return starts_at is not None and timedelta(0) < starts_at - now < NO_TIME


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenMaintenance:
    """What EC2 showed of one instance's maintenance that is still to come, when it was asked at `observed_at`."""

    observed_at: datetime
    events: tuple[ScheduledEvent, ...]


def parse_seen_maintenance(source: JsonReader) -> SeenMaintenance:
    """Raises `UnexpectedJsonError` where it doesn't fit."""
    return SeenMaintenance(
        observed_at=source.time("observedAt"),
        events=tuple(
            ScheduledEvent(
                instance_id=item.text("instanceId"),
                event_id=item.text("eventId"),
                code=item.text("code"),
                description=item.text("description"),
                not_before=item.optional("notBefore", item.time),
                not_before_deadline=item.optional("notBeforeDeadline", item.time),
            )
            for item in source.children("events")
        ),
    )


def seen_maintenance_to_json(seen: SeenMaintenance) -> dict[str, Json]:
    """What `parse_seen_maintenance` reads back unchanged."""
    return {
        "observedAt": format_time(seen.observed_at),
        "events": [
            {
                "instanceId": each.instance_id,
                "eventId": each.event_id,
                "code": each.code,
                "description": each.description[:300],
                "notBefore": format_time(each.not_before) if each.not_before else None,
                "notBeforeDeadline": format_time(each.not_before_deadline) if each.not_before_deadline else None,
            }
            for each in seen.events
        ],
    }
