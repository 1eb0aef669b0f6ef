"""Settings of an instance and its account that take it, its volumes or its cache away without asking, or keep refused
stops from being logged; they travel as JSON with the evidence."""

from dataclasses import dataclass

from cachewarden.json_reader import Json, JsonReader

TERMINATE = "terminate"


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceSettings:
    """Of the operation's node, as EC2, CloudWatch and CloudTrail say them.

    `shutdown_behavior`: what EC2 does when Windows is shut down from inside, `stop` or `terminate`; None where it
    isn't known. `deleted_volumes`: EBS volumes beside the root that EC2 deletes with the instance. `alarms`:
    CloudWatch alarms that move, stop or terminate it, each with its action. `maintenance`: what EC2 has scheduled
    for it and is still to come, each with its time. `stops_not_logged`: why no event tells of a refused stop. What
    isn't known is None, and named with its reason in `unread`.
    """

    shutdown_behavior: str | None
    deleted_volumes: tuple[str, ...] | None
    alarms: tuple[str, ...] | None
    maintenance: tuple[str, ...] | None
    stops_not_logged: str | None
    unread: tuple[str, ...]


def parse_instance_settings(source: JsonReader) -> InstanceSettings:
    """Raises `UnexpectedJsonError` where it doesn't fit."""
    return InstanceSettings(
        shutdown_behavior=source.optional("shutdownBehavior", source.text),
        deleted_volumes=source.optional("deletedVolumes", source.texts),
        alarms=source.optional("alarms", source.texts),
        maintenance=source.optional("maintenance", source.texts),
        stops_not_logged=source.optional("stopsNotLogged", source.text),
        unread=source.texts("unread"),
    )


def instance_settings_to_json(settings: InstanceSettings) -> dict[str, Json]:
    """What `parse_instance_settings` reads back unchanged."""
    return {
        "shutdownBehavior": settings.shutdown_behavior,
        "deletedVolumes": None if settings.deleted_volumes is None else list(settings.deleted_volumes),
        "alarms": None if settings.alarms is None else list(settings.alarms),
        "maintenance": None if settings.maintenance is None else list(settings.maintenance),
        "stopsNotLogged": settings.stops_not_logged,
        "unread": list(settings.unread),
    }
