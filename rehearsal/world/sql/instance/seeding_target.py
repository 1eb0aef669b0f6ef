"""What automatic seeding finds on the instance that it fills, and the database that it makes there
[reseeding#seeding-trigger]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rehearsal.world.sql.databases.database import Database, DatabaseFile
from rehearsal.world.sql.groups.cluster import FailoverCluster
from rehearsal.world.windows.system.filesystem import WindowsFileSystem


class FilesHost(Protocol):
    """The server whose disks are filled."""

    files: WindowsFileSystem


class SeedingTarget(Protocol):
    """What seeding needs of the instance that it fills."""

    cluster: FailoverCluster | None
    name: str

    @property
    def opens_encrypted(self) -> bool: ...

    @property
    def host(self) -> FilesHost: ...

    def local(self, database: str) -> Database | None: ...

    def add_database(self, name: str, files: Sequence[DatabaseFile], owner: str = "sa") -> Database: ...

    def write_files(self, database: Database) -> None: ...


def why_it_fails(server: SeedingTarget, database: str) -> tuple[int, int] | None:
    """(failure_state, error): it is there already (23), what encrypts it isn't (2, 33111), or its folder (2, 5123).

    A file of that name that is there already isn't overwritten (2, 5170); the volume has no room for it (2, 3257)."""
    if server.local(database) is not None:
        return 23, 1801
    if not server.opens_encrypted and _is_encrypted(server, database):
        return 2, 33111
    for file in _files_of_partner(server, database):
        if not server.host.files.is_directory(file.folder):
            return 2, 5123
        if server.host.files.exists(file.path):
            return 2, 5170
    needed: dict[str, int] = {}
    for file in _files_of_partner(server, database):
        needed[file.letter] = needed.get(file.letter, 0) + int(file.size_kb * 1024)
    if any(size > (server.host.files.room(letter) or 0) for letter, size in needed.items()):
        return 2, 3257
    return None


def create(server: SeedingTarget, database: str, group_database_id: str, group: str) -> Database:
    """The database that seeding has filled, with the primary's paths."""
    created = server.add_database(database, _files_of_partner(server, database), owner="NT AUTHORITY\\SYSTEM")
    created.group_database_id, created.group = group_database_id, group
    server.write_files(created)
    return created


def _is_encrypted(server: SeedingTarget, database: str) -> bool:
    assert server.cluster is not None
    copies = [other.local(database) for other in server.cluster.servers.values()]
    return any(copy is not None and copy.encrypted for copy in copies)


def _files_of_partner(server: SeedingTarget, database: str) -> tuple[DatabaseFile, ...]:
    assert server.cluster is not None
    for other in server.cluster.servers.values():
        found = other.local(database)
        if found is not None and other.name != server.name:
            return found.files
    raise KeyError(database)
