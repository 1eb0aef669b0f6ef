"""Files of databases and the volumes they lie on: master_files, database_files, I/O and volume statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import NamedTuple

from rehearsal.engines.tsql import Session
from rehearsal.world.sql.databases.database import PAGE_KB, Database, DatabaseFile, DatabaseState, FileKind
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views import logs
from rehearsal.world.sql.views.model import Right, ViewModel, constant, described, unknown
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.state.content import Volume
from rehearsal.world.windows.files.access_lists import READ_AND_EXECUTE
from rehearsal.world.windows.system.access import may

_FILES = "sys.master_files"


class FileRow(NamedTuple):
    server: Instance
    database: Database
    file: DatabaseFile


_database_id = attrgetter("id")


def _files(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[FileRow]:
    for database in _databases(server, None):
        for file in database.files:
            yield FileRow(server, database, file)


def _files_of_one(server: Instance, session: Session, _arguments: tuple[object, ...]) -> Iterator[FileRow]:
    database = server.local(session.database)
    assert database is not None
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


def _is_log(row: FileRow) -> bool:
    return row.file.kind is FileKind.LOG and not row.database.is_system


def _size_kb(row: FileRow) -> float:
    """A log file grows with what it can't truncate."""
    return logs.log_space_kb(row.server, row.database)[0] if _is_log(row) else row.file.size_kb


_COLUMNS = {
        "file_id": lambda row: row.file.file_id,
        "file_guid": constant(None),
        **described(_FILES, "type", lambda row: row.file.kind),
        "data_space_id": lambda row: 1 if row.file.kind is FileKind.ROWS else 0,
        "name": lambda row: row.file.name,
        "physical_name": lambda row: row.file.path,
        **described(_FILES, "state", lambda row: _FILE_STATES[row.database.state]),
        "size": lambda row: int(_size_kb(row)) // PAGE_KB,
        "max_size": lambda row: int(row.server.settings.log_max_kb) // PAGE_KB if _is_log(row) else -1,
        "growth": constant(8192),
        "is_media_read_only": constant(0),
        "is_read_only": constant(0),
        "is_sparse": constant(0),
        "is_percent_growth": constant(0),
        "is_name_reserved": constant(0),
        "is_persistent_log_buffer": constant(0),
        **unknown(
            "create_lsn", "drop_lsn", "read_only_lsn", "read_write_lsn", "differential_base_lsn",
            "differential_base_guid", "differential_base_time", "redo_start_lsn", "redo_start_fork_guid",
            "redo_target_lsn", "redo_target_fork_guid", "backup_lsn",
        ),
}  # fmt: skip

MASTER_FILES = ViewModel(
    _files, {"database_id": lambda row: row.database.id, **_COLUMNS, "credential_id": constant(None)}, Right.FILES
)
DATABASE_FILES = ViewModel(_files_of_one, _COLUMNS, Right.NONE, of_database=True)


# --- statistics, by function ---


def _asked(server: Instance, session: Session, arguments: tuple[object, ...]) -> Iterator[FileRow]:
    """NULL for the database or the file means all of them."""
    database_id, file_id = arguments
    for database in _databases(server, database_id):
        for file in database.files:
            if file_id in (None, file.file_id):
                yield FileRow(server, database, file)


def _databases(server: Instance, database_id: object) -> list[Database]:
    if database_id is None:
        return sorted(server.databases.values(), key=_database_id)
    return [one for one in server.databases.values() if one.id == database_id]


def _open_files(server: Instance, session: Session, arguments: tuple[object, ...]) -> Iterator[FileRow]:
    for row in _asked(server, session, arguments):
        if server.is_open(row.database.name):
            yield row


def _written(row: FileRow) -> int:
    """Bytes written to a log file since the group began: the only I/O that the model counts."""
    group = row.server.group_of(row.database)
    found = None if group is None else group.database(row.database.name)
    if row.file.kind is not FileKind.LOG or group is None or found is None:
        return 0
    group.advance()
    return int(found.log.copies[row.server.name].hardened * 1024)


IO_STATS = ViewModel(
    _open_files,
    {
        "database_id": lambda row: row.database.id,
        "file_id": lambda row: row.file.file_id,
        "sample_ms": lambda row: int(row.server.monotonic() * 1000),
        "num_of_writes": lambda row: _written(row) // 61_440,
        "num_of_bytes_written": _written,
        "size_on_disk_bytes": lambda row: row.file.size_kb * 1024,
        "file_handle": lambda row: (row.database.id * 16 + row.file.file_id).to_bytes(8, "big"),
        **{
            name: constant(0)
            for name in (
                "num_of_reads", "num_of_bytes_read", "io_stall_read_ms", "io_stall_write_ms", "io_stall",
                "io_stall_queued_read_ms", "io_stall_queued_write_ms", "num_of_pushed_reads",
                "num_of_pushed_bytes_returned",
            )
        },
    },
    Right.STATE,
)  # fmt: skip


# --- any path: what the service itself can see of it ---


class PathRow(NamedTuple):
    file: bool
    directory: bool
    parent: bool


def _path(server: Instance, _session: Session, arguments: tuple[object, ...]) -> Iterator[PathRow]:
    (path,) = arguments
    if path is None:
        return
    text, files = str(path), server.host.files
    parent = text.rpartition("\\")[0]
    if not files.is_directory(parent) or not may(files, parent, server.service_account, READ_AND_EXECUTE):
        yield PathRow(False, False, False)
        return
    is_directory = files.is_directory(text)
    yield PathRow(files.exists(text) and not is_directory, is_directory, True)


FILE_EXISTS = ViewModel(
    _path,
    {
        "file_exists": lambda row: int(row.file),
        "file_is_a_directory": lambda row: int(row.directory),
        "parent_directory_exists": lambda row: int(row.parent),
    },
    Right.STATE,
)


class VolumeRow(NamedTuple):
    file: FileRow
    volume: Volume


def _volumes(server: Instance, session: Session, arguments: tuple[object, ...]) -> Iterator[VolumeRow]:
    """The volume of one file; NULL is no file, and a volume that isn't there has no row."""
    if None in arguments:
        return
    for row in _asked(server, session, arguments):
        volume = letters.volume_at(server.host.storage, row.file.letter)
        if volume is not None:
            yield VolumeRow(row, volume)


VOLUME_STATS = ViewModel(
    _volumes,
    {
        "database_id": lambda row: row.file.database.id,
        "file_id": lambda row: row.file.file.file_id,
        "volume_mount_point": lambda row: f"{row.file.file.letter}:\\",
        "volume_id": lambda row: row.volume.path,
        "logical_volume_name": lambda row: row.volume.label,
        "file_system_type": lambda row: row.volume.file_system,
        "total_bytes": lambda row: row.volume.size_bytes,
        "available_bytes": lambda row: row.volume.free_bytes,
        "supports_compression": constant(1),
        "supports_alternate_streams": constant(1),
        "supports_sparse_files": constant(1),
        "is_read_only": constant(0),
        "is_compressed": constant(0),
        "incurs_seek_penalty": constant(0),
    },
    Right.STATE,
)
