"""A snapshot that somebody took of a running node's Swap volume; it travels as JSON with the evidence."""

from dataclasses import dataclass
from datetime import datetime

from cachewarden.json_reader import Json, JsonReader, format_time


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapSnapshot:
    """The newest one of the instance's current run, none of CacheWarden's own.

    A backup of the whole instance takes the Swap volume along (an AMI, AWS Backup, Data Lifecycle Manager), so it is
    the sign of one.
    """

    snapshot_id: str
    taken_at: datetime


def parse_swap_snapshot(source: JsonReader) -> SwapSnapshot:
    """Raises `UnexpectedJsonError` where it doesn't fit."""
    return SwapSnapshot(snapshot_id=source.text("snapshotId"), taken_at=source.time("takenAt"))


def swap_snapshot_to_json(snapshot: SwapSnapshot) -> dict[str, Json]:
    """What `parse_swap_snapshot` reads back unchanged."""
    return {"snapshotId": snapshot.snapshot_id, "takenAt": format_time(snapshot.taken_at)}
