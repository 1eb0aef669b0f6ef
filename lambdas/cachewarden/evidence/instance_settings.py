"""Settings of an instance that take it, its volumes or its cache away without asking; they travel as JSON with the
evidence."""

from dataclasses import dataclass

from cachewarden.json_reader import Json, JsonReader

TERMINATE = "terminate"


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceSettings:
    """Of the operation's node, as EC2 and CloudWatch say them.

    `shutdown_behavior`: what EC2 does when Windows is shut down from inside, `stop` or `terminate`; None where it
    isn't known. `deleted_volumes`: EBS volumes beside the root that EC2 deletes with the instance. `alarms`: CloudWatch
    alarms that move, stop or terminate it, each with its action. `unread`: what isn't known, and why.
    """

    shutdown_behavior: str | None
    deleted_volumes: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def parse_instance_settings(source: JsonReader) -> InstanceSettings:
    """Raises `UnexpectedJsonError` where it doesn't fit."""
    return InstanceSettings(
        shutdown_behavior=source.optional("shutdownBehavior", source.text),
        deleted_volumes=source.texts("deletedVolumes"),
        alarms=source.texts("alarms"),
        unread=source.texts("unread"),
    )


def instance_settings_to_json(settings: InstanceSettings) -> dict[str, Json]:
    """What `parse_instance_settings` reads back unchanged."""
    return {
        "shutdownBehavior": settings.shutdown_behavior,
        "deletedVolumes": list(settings.deleted_volumes),
        "alarms": list(settings.alarms),
        "unread": list(settings.unread),
    }
