"""sys.databases, sys.master_files, log counters and backup history of one instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from rehearsal.tsql import Session
from rehearsal.world.sql import facts
from rehearsal.world.sql.database import PAGE_KB, BackupRecord, Database, DatabaseFile, DatabaseState, FileKind
from rehearsal.world.sql.lsn import lsn
from rehearsal.world.sql.views.model import Right, ViewModel, constant, described, moment

if TYPE_CHECKING:
    from rehearsal.world.sql.instance import SqlServer

_DATABASES = "sys.databases"
_FILES = "sys.master_files"
_COLLATION = "SQL_Latin1_General_CP1_CI_AS"
_REUSE = {"NOTHING": 0, "LOG_BACKUP": 2, "AVAILABILITY_REPLICA": 9}
_COMPATIBILITY = {13: 130, 14: 140, 15: 150, 16: 160}
_OFF = (
    "is_read_only is_auto_close_on is_auto_shrink_on is_in_standby is_supplemental_logging_enabled "
    "is_read_committed_snapshot_on is_auto_create_stats_incremental_on is_auto_update_stats_async_on "
    "is_ansi_null_default_on is_ansi_nulls_on is_ansi_padding_on is_ansi_warnings_on is_arithabort_on "
    "is_concat_null_yields_null_on is_numeric_roundabort_on is_quoted_identifier_on is_recursive_triggers_on "
    "is_cursor_close_on_commit_on is_local_cursor_default is_trustworthy_on is_db_chaining_on "
    "is_parameterization_forced is_master_key_encrypted_by_server is_query_store_on is_published is_subscribed "
    "is_merge_published is_distributor is_sync_with_backup is_broker_enabled is_date_correlation_on is_cdc_enabled "
    "is_honor_broker_priority_on is_memory_optimized_elevate_to_snapshot_on is_remote_data_archive_enabled "
    "is_mixed_page_allocation_on is_result_set_caching_on is_accelerated_database_recovery_on "
    "is_tempdb_spill_to_remote_store is_stale_page_detection_on is_data_retention_enabled is_ledger_on "
    "is_change_feed_enabled"
)
_ON = (
    "is_auto_create_stats_on is_auto_update_stats_on is_fulltext_enabled is_temporal_history_retention_enabled "
    "is_memory_optimized_enabled"
)


class DatabaseRow(NamedTuple):
    server: SqlServer
    database: Database


def _databases(server: SqlServer, session: Session, _arguments: tuple[object, ...]) -> Iterator[DatabaseRow]:
    """Without VIEW ANY DATABASE: master, tempdb and what the login owns."""
    login = server.login_of(session)
    everything = login.may("VIEW ANY DATABASE")
    for database in sorted(server.databases.values(), key=lambda one: one.id):
        if everything or database.id <= 2 or facts.may_control(login, database):
            yield DatabaseRow(server, database)


def _log_reuse(row: DatabaseRow) -> int:
    group = row.server.group_of(row.database)
    found = None if group is None else group.database(row.database.name)
    if group is None or found is None or found.log.source != row.server.name:
        return 0
    group.advance()
    return _REUSE[group.log_floor(found)[1]]


def _replica_id(row: DatabaseRow) -> str | None:
    group = row.server.group_of(row.database)
    return None if group is None else group.replicas[row.server.name].id


def _collation(row: DatabaseRow) -> str | None:
    return _COLLATION if row.database.state is DatabaseState.ONLINE else None


_RECOVERY = {"FULL": 1, "BULK_LOGGED": 2, "SIMPLE": 3}

DATABASES = ViewModel(
    _databases,
    {
        "name": lambda row: row.database.name,
        "database_id": lambda row: row.database.id,
        "source_database_id": constant(None),
        "owner_sid": lambda row: row.database.owner.encode("utf-16-le")[:85],
        "create_date": lambda row: moment(row.database.created),
        "compatibility_level": lambda row: _COMPATIBILITY[row.server.major_version],
        "collation_name": _collation,
        **described(_DATABASES, "user_access", constant(0)),
        **described(_DATABASES, "state", lambda row: row.database.state),
        "is_cleanly_shutdown": constant(0),
        "snapshot_isolation_state": constant(0),
        **described(_DATABASES, "recovery_model", lambda row: _RECOVERY[row.database.recovery_model]),
        **described(_DATABASES, "page_verify_option", constant(2)),
        **{name: constant(0) for name in _OFF.split()},
        **{name: constant(1) for name in _ON.split()},
        **described(_DATABASES, "log_reuse_wait", _log_reuse),
        "is_encrypted": lambda row: int(row.database.encrypted),
        "replica_id": _replica_id,
        "group_database_id": lambda row: row.database.group_database_id,
        "resource_pool_id": constant(None),
        "default_language_lcid": constant(None),
        "default_language_name": constant(None),
        "default_fulltext_language_lcid": constant(None),
        "default_fulltext_language_name": constant(None),
        "is_nested_triggers_on": constant(None),
        "is_transform_noise_words_on": constant(None),
        "two_digit_year_cutoff": constant(None),
        **described(_DATABASES, "containment", constant(0)),
        "target_recovery_time_in_seconds": constant(60),
        **described(_DATABASES, "delayed_durability", constant(0)),
        "is_federation_member": constant(0),
        "catalog_collation_type": constant(0),
        "catalog_collation_type_desc": constant("DATABASE_DEFAULT"),
        "physical_database_name": lambda row: row.database.name,
    },
    Right.NONE,
)


class FileRow(NamedTuple):
    server: SqlServer
    database: Database
    file: DatabaseFile


def _files(server: SqlServer, _session: Session, _arguments: tuple[object, ...]) -> Iterator[FileRow]:
    for database in sorted(server.databases.values(), key=lambda one: one.id):
        for file in database.files:
            yield FileRow(server, database, file)


_FILE_STATES: Mapping[DatabaseState, int] = {
    DatabaseState.ONLINE: 0,
    DatabaseState.RESTORING: 1,
    DatabaseState.RECOVERING: 2,
    DatabaseState.RECOVERY_PENDING: 3,
    DatabaseState.SUSPECT: 4,
    DatabaseState.EMERGENCY: 0,
    DatabaseState.OFFLINE: 6,
}

MASTER_FILES = ViewModel(
    _files,
    {
        "database_id": lambda row: row.database.id,
        "file_id": lambda row: row.file.file_id,
        "file_guid": constant(None),
        **described(_FILES, "type", lambda row: row.file.kind),
        "data_space_id": lambda row: 1 if row.file.kind is FileKind.ROWS else 0,
        "name": lambda row: row.file.name,
        "physical_name": lambda row: row.file.path,
        **described(_FILES, "state", lambda row: _FILE_STATES[row.database.state]),
        "size": lambda row: row.file.size_kb // PAGE_KB,
        "max_size": constant(-1),
        "growth": constant(8192),
        "is_media_read_only": constant(0),
        "is_read_only": constant(0),
        "is_sparse": constant(0),
        "is_percent_growth": constant(0),
        "is_name_reserved": constant(0),
    },
    Right.DEFINITION,
)


# --- log space counters ---


class CounterRow(NamedTuple):
    server: SqlServer
    database: str
    counter: str
    value: int


def log_space_kb(server: SqlServer, database: Database) -> tuple[float, float]:
    """Size and used part of the log in KB; the log of a group's database grows with what can't be truncated."""
    initial = float(sum(file.size_kb for file in database.files if file.kind is FileKind.LOG))
    group = server.group_of(database)
    found = None if group is None else group.database(database.name)
    if group is None or found is None or found.log.source != server.name:
        return initial, initial * 0.05
    group.advance()
    used = group.log_used_kb(found)
    return max(initial, min(server.settings.log_max_kb, used * 1.02)), used


def _counters(server: SqlServer, _session: Session, _arguments: tuple[object, ...]) -> Iterator[CounterRow]:
    """The counters of object …:Databases that tell log use; sizes grow up to the log's maximum."""
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


# --- backups ---


class BackupRow(NamedTuple):
    server: SqlServer
    number: int
    record: BackupRecord


def _backups(server: SqlServer, _session: Session, _arguments: tuple[object, ...]) -> Iterator[BackupRow]:
    for number, record in enumerate(server.backups, 1):
        yield BackupRow(server, number, record)


def _of_record(name: str) -> Any:
    return lambda row: getattr(row.record, name)


BACKUPSET = ViewModel(
    _backups,
    {
        "backup_set_id": lambda row: row.number,
        "media_set_id": lambda row: row.number,
        "position": constant(1),
        "name": constant(None),
        "user_name": constant("sa"),
        "first_lsn": lambda row: lsn(row.record.first_kb),
        "last_lsn": lambda row: lsn(row.record.last_kb),
        "checkpoint_lsn": lambda row: lsn(row.record.last_kb),
        "database_backup_lsn": lambda row: lsn(row.record.first_kb),
        "backup_start_date": lambda row: moment(row.record.started),
        "backup_finish_date": lambda row: moment(row.record.finished),
        "type": _of_record("kind"),
        "backup_size": _of_record("size_bytes"),
        "database_name": _of_record("database"),
        "server_name": lambda row: row.server.name,
        "machine_name": lambda row: row.server.host.name,
        "recovery_model": constant("FULL"),
        "is_copy_only": lambda row: int(row.record.copy_only),
        "is_damaged": constant(0),
        "has_backup_checksums": constant(0),
        "compressed_backup_size": _of_record("size_bytes"),
    },
    Right.NONE,
)
