"""AWS Health's notices about a single instance, as EventBridge delivers them.

Source: AWS Health user guide, "Amazon EventBridge schema" [events#health-shape]; recorded ones are in tests/events.
Numbers and booleans are texts; times are RFC 1123.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from rehearsal.world.context import ACCOUNT_ID, REGION, AwsEvent
from rehearsal.world.ec2.instances import REBOOT_EVENTS, Instance, ScheduledEvent
from rehearsal.world.world import World

AHEAD = timedelta(days=14)
"""How long before it happens a scheduled change is announced: two weeks, as in the recorded notices."""
DELIVERY_S = 1.0
REBOOT_WINDOW = timedelta(hours=2)
"""From the earliest time of a reboot to its latest: EC2 tells both, and no source how far they lie apart."""


SHOWN_AS = {
    "SYSTEM_REBOOT": "system-reboot",
    "REBOOT": "instance-reboot",
    "RETIREMENT": "instance-retirement",
    "INSTANCE_STOP": "instance-stop",
    "MAINTENANCE": "system-maintenance",
}
"""What in a notice's code makes which event of EC2's."""


def announce(world: World, instance: Instance, type_code: str, *, ahead: timedelta = AHEAD) -> None:
    """A scheduled change is announced to the instance's own region; backup deliveries go elsewhere."""
    now = world.clock.now()
    schedule(world, instance, type_code, now + ahead)
    text = f"AWS Health announces {type_code} for {instance.name}"
    world.trace.record("health", "health-notice", text, node=instance.name)
    detail = {
        "eventArn": f"arn:aws:health:{REGION}::event/EC2/{type_code}/{type_code}_{world.uuid()}",
        "service": "EC2",
        "eventTypeCode": type_code,
        "eventTypeCategory": "scheduledChange",
        "eventScopeCode": "ACCOUNT_SPECIFIC",
        "communicationId": f"{world.uuid()}-1",
        "startTime": _rfc_1123(now + ahead),
        "lastUpdatedTime": _rfc_1123(now),
        "statusCode": "upcoming",
        "eventRegion": REGION,
        "eventDescription": [{"language": "en_US", "latestDescription": "EC2 will change the underlying hardware."}],
        "affectedEntities": [
            {"entityValue": instance.id, "lastUpdatedTime": _rfc_1123(now), "status": "PENDING"},
        ],
        "affectedAccount": ACCOUNT_ID,
        "page": "1",
        "totalPages": "1",
        "backupEvent": "false",
    }
    event = AwsEvent(
        source="aws.health", detail_type="AWS Health Event", detail=detail, resources=(instance.id,),
        node=instance.name,
    )  # fmt: skip
    world.announce(event, DELIVERY_S)


def schedule(
    world: World, instance: Instance, type_code: str, not_before: datetime, *, deadline: datetime | None = None
) -> None:
    """EC2 shows the maintenance that a notice announces, if it is one, and carries it out in its time.

    `deadline`: until when it may be put off; None where it can't be [ec2#reschedule].
    """
    code = next((code for word, code in SHOWN_AS.items() if word in type_code), None)
    if code is None or not type_code.endswith("_SCHEDULED"):
        return
    instance.schedule(
        ScheduledEvent(
            id=world.hex_id("instance-event-"),
            code=code,
            description="The instance is running on degraded hardware",
            announced=world.clock.now(),
            not_before=not_before,
            not_after=not_before + REBOOT_WINDOW if code in REBOOT_EVENTS else None,
            not_before_deadline=deadline,
        )
    )


def _rfc_1123(moment: datetime) -> str:
    """Written out: the C library's words depend on its locale."""
    day = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")[moment.weekday()]
    month = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")[moment.month - 1]
    return f"{day}, {moment.day:02} {month} {moment.year} {moment:%H:%M:%S} GMT"
