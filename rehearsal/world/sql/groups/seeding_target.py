"""What automatic seeding finds on the instance that it fills, and the database that it makes there
[reseeding#seeding-trigger]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rehearsal.world.sql.databases.database import Database, DatabaseFile

if TYPE_CHECKING:
    from rehearsal.world.sql.instance.instance import SqlServer


def why_it_fails(server: SqlServer, database: str) -> tuple[int, int] | None:
    """(failure_state, error): it is there already (23), its certificate isn't (2, 33111), or its folder (2, 5123)."""
    if server.local(database) is not None:
        return 23, 1801
    if not server.has_tde_certificate and _is_encrypted(server, database):
        return 2, 33111
    for file in _files_of_partner(server, database):
        if not server.host.files.is_directory(file.folder):
            return 2, 5123
    return None


def create(server: SqlServer, database: str, group_database_id: str, group: str) -> Database:
    """The database that seeding has filled, with the primary's paths."""
    created = server.add_database(database, _files_of_partner(server, database), owner="NT AUTHORITY\\SYSTEM")
    created.group_database_id, created.group = group_database_id, group
    server.write_files(created)
    return created


def _is_encrypted(server: SqlServer, database: str) -> bool:
    assert server.cluster is not None
    copies = [other.local(database) for other in server.cluster.servers.values()]
    return any(copy is not None and copy.encrypted for copy in copies)


def _files_of_partner(server: SqlServer, database: str) -> tuple[DatabaseFile, ...]:
    assert server.cluster is not None
    for other in server.cluster.servers.values():
        found = other.local(database)
        if found is not None and other is not server:
            return found.files
    raise KeyError(database)
