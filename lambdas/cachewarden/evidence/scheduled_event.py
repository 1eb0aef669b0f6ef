"""Maintenance that EC2 has scheduled for an instance, and what of it an operation saw; read and written here."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cachewarden.json_reader import Json, JsonReader, format_time

STOPPING_CODES = frozenset({"instance-retirement", "instance-stop", "system-maintenance"})
"""A stop and start ahead of time takes these away [ec2#stop-start-ahead]; ahead of a reboot roles move off."""
ENDING_IN_STOP = frozenset({"instance-retirement", "instance-stop"})
"""Those in which EC2 stops the instance. `system-maintenance` is of the network or of the power: the instance loses its
connection for a moment, or is rebooted [ec2#system-maintenance]."""
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
REBOOT_CODES = frozenset({"instance-reboot", "system-reboot"})
"""Windows restarts, and by AWS's word the instance store keeps its data [ec2#reboot-keeps-cache]."""
MOVES = "system-reboot"
"""The reboot that takes the instance to another host: that its data comes along is unsure [ec2#system-reboot-store]."""
REFRESHED_AFTER = timedelta(hours=1)
"""So long EC2 may show a reboot that has taken place [ec2#event-refresh]."""
WITHOUT_AN_END = timedelta(hours=2)
"""How long after its earliest time an event is expected where EC2 gives no latest one."""
FAILS_OVER_AHEAD = timedelta(hours=1)
"""So long before a reboot roles begin to move off: time for several tries, and little for them to come back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledEvent:
    """One event of DescribeInstanceStatus [ec2#scheduled-events]; None where EC2 gives no time."""

    instance_id: str
    event_id: str
    code: str
    description: str
    not_before: datetime | None
    not_before_deadline: datetime | None
    not_after: datetime | None = None

    @property
    def stops(self) -> bool:
        """Whether stopping and starting the instance ahead of time answers it; a reboot isn't worth that."""
        return self.code in STOPPING_CODES

    @property
    def ends_in_stop(self) -> bool:
        """Whether a stop is what EC2 announces; `system-maintenance` may be no more than a moment without a network."""
        return self.code in ENDING_IN_STOP

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
    def reboots(self) -> bool:
        """Whether the instance is only restarted."""
        return self.code in REBOOT_CODES

    @property
    def over_at(self) -> datetime | None:
        """Until when EC2 may carry it out."""
        if self.not_after is not None or self.not_before is None:
            return self.not_after
        return self.not_before + WITHOUT_AN_END

    @property
    def moves(self) -> bool:
        """Whether the restart takes the instance to another host."""
        return self.code == MOVES

    def is_behind(self, started_at: datetime | None, now: datetime) -> bool:
        """Whether it is a reboot that an instance whose Windows started then may have had.

        Only for as long as EC2 may lag behind: somebody may have restarted Windows in the time that EC2 gives, which
        takes no event away [ec2#own-reboot], and what EC2 shows after that is still to come.
        """
        if started_at is None or self.not_before is None:
            return False
        return self.reboots and started_at > self.not_before and now - started_at <= REFRESHED_AFTER

    def may_come(self, *, since: datetime, until: datetime) -> bool:
        """Whether EC2 may carry it out between the two; so may what it gives no time for, and an overdue stop."""
        over = self.over_at is not None and self.over_at <= since
        return not (over and self.reboots) and (self.not_before is None or self.not_before < until)

    @property
    def shown(self) -> str:
        """What EC2 shows, for sentences."""
        when = f" from {self.not_before:%Y-%m-%d %H:%M} UTC" if self.not_before else ""
        until = f", movable until {self.not_before_deadline:%Y-%m-%d %H:%M} UTC" if self.not_before_deadline else ""
        return f"EC2 shows {self.code} for {self.instance_id}{when}{until}"


def parse_scheduled_event(source: JsonReader) -> ScheduledEvent:
    """Raises `UnexpectedJsonError` where it doesn't fit."""
    return ScheduledEvent(
        instance_id=source.text("instanceId"),
        event_id=source.text("eventId"),
        code=source.text("code"),
        description=source.text("description"),
        not_before=source.optional("notBefore", source.time),
        not_before_deadline=source.optional("notBeforeDeadline", source.time),
        not_after=source.optional("notAfter", source.time),
    )


def scheduled_event_to_json(event: ScheduledEvent) -> dict[str, Json]:
    """What `parse_scheduled_event` reads back unchanged."""
    return {
        "instanceId": event.instance_id,
        "eventId": event.event_id,
        "code": event.code,
        "description": event.description,
        "notBefore": _told(event.not_before),
        "notBeforeDeadline": _told(event.not_before_deadline),
        "notAfter": _told(event.not_after),
    }


def _told(moment: datetime | None) -> str | None:
    return None if moment is None else format_time(moment)


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
        events=tuple(parse_scheduled_event(item) for item in source.children("events")),
    )


def seen_maintenance_to_json(seen: SeenMaintenance) -> dict[str, Json]:
    """What `parse_seen_maintenance` reads back unchanged."""
    return {
        "observedAt": format_time(seen.observed_at),
        "events": [scheduled_event_to_json(each) for each in seen.events],
    }
