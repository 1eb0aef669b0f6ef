"""The files that databases are made with: the system databases by setup, a user database by CREATE DATABASE.

Sizes are in KB. Source: System databases; tempdb as the storage script places it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from rehearsal.world.sql.databases.database import PAGE_KB, Database, DatabaseFile, FileKind

_SYSTEM_LOG_KB = 2_048
_SYSTEM_FILES = (
    ("master", "master", "mastlog", 5_376),
    ("tempdb", "tempdb", "templog", 8_388_608),
    ("model", "model", "modellog", 8_192),
    ("msdb", "MSDBData", "MSDBLog", 15_360),
)
"""Database, data file, log file, size of the data file; in the order of their ids."""


def system_databases(folder: str, tempdb_folder: str, created: datetime) -> Iterator[Database]:
    """master, tempdb, model and msdb."""
    for number, (name, data, log, size_kb) in enumerate(_SYSTEM_FILES, 1):
        root = f"{tempdb_folder if name == 'tempdb' else folder}\\"
        yield Database(
            name=name,
            id=number,
            files=(
                DatabaseFile(file_id=1, kind=FileKind.ROWS, name=data, path=f"{root}{data}.mdf", size_kb=size_kb),
                DatabaseFile(file_id=2, kind=FileKind.LOG, name=log, path=f"{root}{log}.ldf", size_kb=_SYSTEM_LOG_KB),
            ),
            created=created,
            recovery_model="SIMPLE",
        )


def user_database_files(name: str, data_bytes: int, folder: str, log_kb: int) -> tuple[DatabaseFile, ...]:
    """One data file and one log file that hold `data_bytes` together."""
    data_kb = max(PAGE_KB, data_bytes // 1024 - log_kb)
    return (
        DatabaseFile(file_id=1, kind=FileKind.ROWS, name=name, path=f"{folder}\\{name}.mdf", size_kb=data_kb),
        DatabaseFile(
            file_id=2, kind=FileKind.LOG, name=f"{name}_log", path=f"{folder}\\{name}_log.ldf", size_kb=log_kb
        ),
    )
