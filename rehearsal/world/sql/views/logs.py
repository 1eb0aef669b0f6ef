"""What the transaction logs hold: performance counters, dm_db_log_space_usage, dm_db_log_stats."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from rehearsal.engines.tsql import Session
from rehearsal.world.sql.databases.database import Database, DatabaseState, FileKind
from rehearsal.world.sql.databases.lsn import LOG_FILE_KB, lsn_text
from rehearsal.world.sql.groups.log_space import log_floor, log_used_kb
from rehearsal.world.sql.groups.replica import GroupDatabase
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views.model import Right, ViewModel, constant, moment


class CounterRow(NamedTuple):
    server: Instance
    database: str
    counter: str
    value: int


def log_space_kb(server: Instance, database: Database) -> tuple[float, float]:
    """Size and used part of the log in KB; the log of a group's database grows with what can't be truncated."""
    initial = float(sum(file.size_kb for file in database.files if file.kind is FileKind.LOG))
    group = server.group_of(database)
    found = None if group is None else group.database(database.name)
    if group is None or found is None or found.log.source != server.name:
        return initial, initial * 0.05
    group.advance()
    used = log_used_kb(group.seeding, found)
    return max(initial, min(server.log_limit_kb(database.name), used * 1.02)), used


def _counters(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[CounterRow]:
    """The counters of object …:Databases of log use; sizes grow up to the log's maximum."""
    for database in sorted(server.databases.values(), key=lambda one: one.id):
        if database.state is not DatabaseState.ONLINE:
            continue
        size, used = log_space_kb(server, database)
        percent = int(100 * used / size) if size else 0
        for counter, value in (
            ("Log File(s) Size (KB)", int(size)),
            ("Log File(s) Used Size (KB)", int(used)),
            ("Percent Log Used", percent),
            ("Data File(s) Size (KB)", sum(f.size_kb for f in database.files if f.kind is FileKind.ROWS)),
        ):
            yield CounterRow(server, database.name, counter, value)


def _object_name(row: CounterRow) -> str:
    prefix = "SQLServer" if row.server.instance_name == "MSSQLSERVER" else f"MSSQL${row.server.instance_name}"
    return f"{prefix}:Databases".ljust(128)


PERFORMANCE_COUNTERS = ViewModel(
    _counters,
    {
        "object_name": _object_name,
        "counter_name": lambda row: row.counter.ljust(128),
        "instance_name": lambda row: row.database.ljust(128),
        "cntr_value": lambda row: row.value,
        "cntr_type": constant(65792),
    },
    Right.STATE,
)


# --- of one database ---


class LogRow(NamedTuple):
    """`since_backup_kb` is 0 outside of groups: the model writes no log there."""

    server: Instance
    database: Database
    size_kb: float
    used_kb: float
    end_kb: float
    since_backup_kb: float
    waits_for: str


def _log_of(server: Instance, database: Database) -> LogRow:
    size, used = log_space_kb(server, database)
    group = server.group_of(database)
    found: GroupDatabase | None = None if group is None else group.database(database.name)
    if group is None or found is None:
        return LogRow(server, database, size, used, 0.0, 0.0, "NOTHING")
    group.advance()
    end = found.log.copies[server.name].hardened
    waits_for = log_floor(group.seeding, found)[1] if found.log.source == server.name else "NOTHING"
    return LogRow(server, database, size, used, end, max(0.0, end - found.log_backup_kb), waits_for)


def _space(server: Instance, session: Session, _arguments: tuple[object, ...]) -> Iterator[LogRow]:
    database = server.local(session.database)
    assert database is not None
    yield _log_of(server, database)


LOG_SPACE_USAGE = ViewModel(
    _space,
    {
        "database_id": lambda row: row.database.id,
        "total_log_size_in_bytes": lambda row: int(row.size_kb * 1024),
        "used_log_space_in_bytes": lambda row: int(row.used_kb * 1024),
        "used_log_space_in_percent": lambda row: 100 * row.used_kb / row.size_kb if row.size_kb else 0.0,
        "log_space_in_bytes_since_last_backup": lambda row: int(row.since_backup_kb * 1024),
    },
    Right.STATE,
    of_database=True,
)


def _stats(server: Instance, session: Session, arguments: tuple[object, ...]) -> Iterator[LogRow]:
    """NULL is the current database; one that isn't open has no row."""
    (wanted,) = arguments
    for database in sorted(server.databases.values(), key=lambda one: one.id):
        meant = database.name == session.database if wanted is None else database.id == wanted
        if meant and database.state is DatabaseState.ONLINE:
            yield _log_of(server, database)


def _backup_time(row: LogRow) -> object:
    """The last log backup: somebody's, or the regular one of the workload; 1900-01-01 where there was none."""
    group = row.server.group_of(row.database)
    name, interval_s = row.database.name, row.server.settings.log_backup_interval_s
    found = [record.finished for record in row.server.backups if record.database == name and record.kind == "L"]
    if group is not None and interval_s > 0:
        since_s = row.server.monotonic() % interval_s
        found.append(row.server.now() - timedelta(seconds=since_s))
    return moment(max(found)) if found else datetime(1900, 1, 1)


def _files_in(size_kb: float) -> int:
    """Virtual log files of this size."""
    return max(1, -(-int(size_kb) // LOG_FILE_KB))


LOG_STATS = ViewModel(
    _stats,
    {
        "database_id": lambda row: row.database.id,
        "recovery_model": lambda row: row.database.recovery_model,
        "log_min_lsn": lambda row: lsn_text(row.end_kb - row.used_kb),
        "log_end_lsn": lambda row: lsn_text(row.end_kb),
        "current_vlf_sequence_number": lambda row: int(lsn_text(row.end_kb)[:8], 16),
        "current_vlf_size_mb": constant(LOG_FILE_KB / 1024),
        "total_vlf_count": lambda row: _files_in(row.size_kb),
        "total_log_size_mb": lambda row: row.size_kb / 1024,
        "active_vlf_count": lambda row: _files_in(row.used_kb),
        "active_log_size_mb": lambda row: row.used_kb / 1024,
        "log_truncation_holdup_reason": lambda row: row.waits_for,
        "log_backup_time": _backup_time,
        "log_backup_lsn": lambda row: lsn_text(row.end_kb - row.since_backup_kb),
        "log_since_last_log_backup_mb": lambda row: row.since_backup_kb / 1024,
        "log_checkpoint_lsn": lambda row: lsn_text(row.end_kb),
        "log_since_last_checkpoint_mb": constant(0.0),
        "log_recovery_lsn": lambda row: lsn_text(row.end_kb),
        "log_recovery_size_mb": constant(0.0),
        "recovery_vlf_count": constant(1),
        "log_state": constant("DEFAULT"),
    },
    Right.STATE,
)
