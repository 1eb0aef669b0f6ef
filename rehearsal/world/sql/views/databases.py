"""sys.databases of one instance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rehearsal.engines.tsql import Session
from rehearsal.world.sql.databases.database import Database, DatabaseState
from rehearsal.world.sql.groups.log_space import log_floor
from rehearsal.world.sql.instance import facts
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views.model import Right, ViewModel, constant, described, moment

_DATABASES = "sys.databases"
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
    server: Instance
    database: Database


def _databases(server: Instance, session: Session, _arguments: tuple[object, ...]) -> Iterator[DatabaseRow]:
    """Without VIEW ANY DATABASE: master, tempdb, the current one and what the login owns; offline ones take more."""
    login = server.login_of(session)
    makes = login.may("ALTER ANY DATABASE") or login.may("CREATE ANY DATABASE")
    everything = makes or login.may("VIEW ANY DATABASE")
    for database in sorted(server.databases.values(), key=lambda one: one.id):
        offline = database.state is DatabaseState.OFFLINE
        own = database.id <= 2 or database.name == session.database or facts.may_control(login, database)
        if own or (makes if offline else everything):
            yield DatabaseRow(server, database)


def _log_reuse(row: DatabaseRow) -> int:
    group = row.server.group_of(row.database)
    found = None if group is None else group.database(row.database.name)
    if group is None or found is None or found.log.source != row.server.name:
        return 0
    group.advance()
    return _REUSE[log_floor(group.seeding, found)[1]]


def _replica_id(row: DatabaseRow) -> str | None:
    group = row.server.group_of(row.database)
    return None if group is None else group.replicas[row.server.name].id


def _collation(row: DatabaseRow) -> str | None:
    return row.server.collation(row.database.name) if row.database.state is DatabaseState.ONLINE else None


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
        "snapshot_isolation_state_desc": constant("OFF"),
        "service_broker_guid": constant("00000000-0000-0000-0000-000000000000"),
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
        "target_recovery_time_in_seconds": lambda row: row.database.target_recovery_s,
        **described(_DATABASES, "delayed_durability", constant(0)),
        "is_federation_member": constant(0),
        "catalog_collation_type": constant(0),
        "catalog_collation_type_desc": constant("DATABASE_DEFAULT"),
        "physical_database_name": lambda row: row.database.name,
    },
    Right.NONE,
)
