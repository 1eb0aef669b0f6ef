"""msdb.dbo.backupset: the backups that this instance has taken."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from rehearsal.engines.tsql import Session
from rehearsal.world.sql.databases.database import BackupRecord
from rehearsal.world.sql.databases.lsn import lsn
from rehearsal.world.sql.instance import facts
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views.model import Right, ViewModel, constant, moment, unknown


class BackupRow(NamedTuple):
    server: Instance
    number: int
    record: BackupRecord


def _backups(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[BackupRow]:
    for number, record in enumerate(server.backups, 1):
        yield BackupRow(server, number, record)


def _of_record(name: str) -> Any:
    return lambda row: getattr(row.record, name)


def _created(row: BackupRow) -> object:
    database = row.server.local(row.record.database)
    return None if database is None else moment(database.created)


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
        "backup_set_uuid": lambda row: f"{row.number:08X}-0000-0000-0000-{zlib.crc32(row.server.name.encode()):012X}",
        "first_family_number": constant(1),
        "first_media_number": constant(1),
        "last_family_number": constant(1),
        "last_media_number": constant(1),
        "software_vendor_id": constant(4608),
        "software_major_version": lambda row: row.server.major_version,
        "software_minor_version": constant(0),
        "software_build_version": lambda row: int(facts.BUILDS[row.server.major_version].split(".")[2]),
        "time_zone": constant(0),
        "mtf_minor_version": constant(0),
        "database_creation_date": _created,
        "sort_order": constant(52),
        "code_page": constant(0),
        "compatibility_level": lambda row: row.server.major_version * 10,
        "flags": lambda row: 1024 if row.record.copy_only else 512,
        "unicode_locale": constant(1033),
        "unicode_compare_style": constant(196_609),
        "collation_name": lambda row: row.server.collation(row.record.database),
        **{
            name: constant(0)
            for name in (
                "is_password_protected", "has_bulk_logged_data", "is_snapshot", "is_readonly", "is_single_user",
                "begins_log_chain", "has_incomplete_metadata", "is_force_offline",
            )
        },
        **unknown(
            "catalog_family_number", "catalog_media_number", "expiration_date", "description", "database_version",
            "first_recovery_fork_guid", "last_recovery_fork_guid", "fork_point_lsn", "database_guid", "family_guid",
            "differential_base_lsn", "differential_base_guid", "key_algorithm", "encryptor_thumbprint",
            "encryptor_type", "last_valid_restore_time", "compression_algorithm",
        ),
    },
    Right.NONE,
)  # fmt: skip
