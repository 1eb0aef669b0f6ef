"""Work that somebody has running in SQL Server and that a stop or a failover would cut off."""

from dataclasses import dataclass

from cachewarden.json_reader import Json, JsonReader


@dataclass(frozen=True, slots=True, kw_only=True)
class LongRequest:
    """A backup, consistency check or restore, as sys.dm_exec_requests tells it."""

    command: str
    database: str | None
    percent: int
    remaining_s: int
    """SQL Server's own estimate; 0 where it has none yet."""


def parse_long_request(source: JsonReader) -> LongRequest:
    """One request; raises `UnexpectedJsonError`."""
    return LongRequest(
        command=source.text("command"),
        database=source.optional("database", source.text),
        percent=source.number("percent"),
        remaining_s=source.number("remainingS"),
    )


def long_request_to_json(request: LongRequest) -> dict[str, Json]:
    """What `parse_long_request` reads back unchanged."""
    return {
        "command": request.command,
        "database": request.database,
        "percent": request.percent,
        "remainingS": request.remaining_s,
    }
