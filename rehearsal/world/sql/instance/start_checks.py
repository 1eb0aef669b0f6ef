"""Whether an instance can start: the system databases' files, and tempdb's folder with the service's rights.

Source: [sql-server#tempdb-folders]; error texts of sys.messages.
"""

from __future__ import annotations

from collections.abc import Mapping

from rehearsal.world.sql.databases.database import Database
from rehearsal.world.windows.files.access_lists import FULL_CONTROL
from rehearsal.world.windows.system.access import may
from rehearsal.world.windows.system.filesystem import WindowsFileSystem
from rehearsal.world.windows.system.services import ServiceStartError

_NEEDED = ("master", "model", "msdb")


class SqlStartError(ServiceStartError):
    """The service ended itself with `number`, SQL Server's error in the ERRORLOG, as its exit code."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(number, f"{number}: {text}")


def check_files_at_start(databases: Mapping[str, Database], files: WindowsFileSystem, service_account: str) -> None:
    """Raises SqlStartError for the first file that can't be opened or created."""
    for name in _NEEDED:
        for file in databases[name].files:
            if not files.exists(file.path):
                raise SqlStartError(
                    17204, f"FCB::Open failed: Could not open file {file.path} for file number {file.file_id}. "
                    "OS error: 2(The system cannot find the file specified.).",
                )  # fmt: skip
    for file in databases["tempdb"].files:
        if not files.is_directory(file.folder):
            raise _not_created(file.path, "3(The system cannot find the path specified.)")
        if not may(files, file.folder, service_account, FULL_CONTROL):
            raise _not_created(file.path, "5(Access is denied.)")
    wanted: dict[str, int] = {}
    for file in databases["tempdb"].files:
        there = files.entry(file.path)
        wanted[file.letter] = wanted.get(file.letter, 0) + file.size_kb * 1024 - (there.size_bytes if there else 0)
        room = files.room(file.letter)
        if room is not None and wanted[file.letter] > room:
            raise _not_created(file.path, "112(There is not enough space on the disk.)")


def create_tempdb(tempdb: Database, files: WindowsFileSystem) -> None:
    """Its files, made anew. Raises SqlStartError where Windows refuses one, also after the checks have passed."""
    for file in tempdb.files:
        try:
            files.claim(file.path, file.size_kb * 1024)
        except OSError as refused:
            raise _not_created(file.path, f"({refused.strerror})") from refused


def _not_created(path: str, why: str) -> SqlStartError:
    return SqlStartError(
        5123, f"CREATE FILE encountered operating system error {why} while attempting to open or create the physical "
        f"file '{path}'.",
    )  # fmt: skip
