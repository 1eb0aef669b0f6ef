"""What holds a database's log on the primary, and how much of it can't be truncated [availability-groups#log-held].
KB."""

from __future__ import annotations

from typing import Protocol

from rehearsal.world.sql.databases.log import TOLERANCE_KB
from rehearsal.world.sql.groups.replica import GroupDatabase


class LogHolder(Protocol):
    """Automatic seeding, which keeps the primary from truncating its log."""

    def holds_log(self, database: str, server: str) -> float | None: ...


def log_floor(seeding: LogHolder, database: GroupDatabase) -> tuple[float, str]:
    """Where the log can be truncated up to, and what holds it (log_reuse_wait_desc)."""
    log = database.log
    floor, why = database.log_backup_kb, "LOG_BACKUP"
    for server, member in database.members.items():
        if server == log.source:
            continue
        held = seeding.holds_log(database.name, server)
        if member.joined or held is not None:
            position = log.copies[server].hardened if held is None else held
            if position < floor:
                floor, why = position, "AVAILABILITY_REPLICA"
    if log.end - floor <= TOLERANCE_KB:
        why = "NOTHING"
    return floor, why


def log_used_kb(seeding: LogHolder, database: GroupDatabase) -> float:
    """Log that can't be truncated."""
    return database.log.end - log_floor(seeding, database)[0]


def back_up_log(database: GroupDatabase, interval_s: float) -> None:
    """The regular log backup of the workload: at every multiple of its interval; 0 is none."""
    log = database.log
    if interval_s <= 0 or log.source is None:
        return
    since = log.at % interval_s
    position = log.end - (log.flow * since if log.commits else 0.0)
    database.log_backup_kb = max(database.log_backup_kb, min(position, log.end))
