"""How fast a node's cache moves between NVMe and Swap; it travels as JSON with the evidence."""

from dataclasses import dataclass

from cachewarden.json_reader import Json, JsonReader


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSpeed:
    """`bytes_per_s`: what volume and instance sustain; None where EC2 doesn't say. `told`: what it rests on, or
    why it isn't known.

    People are told of it; only what would be begun shortly before EC2's stop is decided by it.
    """

    bytes_per_s: float | None
    told: str


def parse_move_speed(source: JsonReader) -> MoveSpeed:
    """Raises `UnexpectedJsonError` where it doesn't fit."""
    return MoveSpeed(bytes_per_s=source.optional("bytesPerSecond", source.real), told=source.text("told"))


def move_speed_to_json(speed: MoveSpeed) -> dict[str, Json]:
    """What `parse_move_speed` reads back unchanged."""
    return {"bytesPerSecond": speed.bytes_per_s, "told": speed.told}
