"""BACKUP and RESTORE as the reseed path needs them: positions of the group's log instead of pages.

A backup file is known by its path to every instance of the cluster (a share or a bucket). Full and log backups of a
database in a group carry the log positions they cover; RESTORE … WITH NORECOVERY moves a RESTORING copy forward.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.engines.tsql import Session, SqlError, Unsupported
from rehearsal.engines.tsql.syntax import statements
from rehearsal.world.sql.databases.database import PAGE_KB, BackupRecord, Database, DatabaseState, FileKind
from rehearsal.world.sql.databases.log import TOLERANCE_KB
from rehearsal.world.sql.groups.replica import GroupDatabase, Role
from rehearsal.world.sql.instance import facts
from rehearsal.world.sql.instance.instance import Instance, LongRequest
from rehearsal.world.sql.messages import error


def _path(devices: tuple[tuple[str, Any], ...]) -> str:
    if len(devices) != 1:
        raise Unsupported("a striped backup")
    return str(devices[0][1])


def _group_database(server: Instance, local: Database) -> GroupDatabase | None:
    group = server.group_of(local)
    if group is None:
        return None
    group.advance()
    return group.database(local.name)


def back_up(server: Instance, statement: statements.Backup, session: Session) -> None:
    """BACKUP DATABASE and BACKUP LOG; on a secondary only COPY_ONLY full backups and log backups."""
    name = str(statement.database)
    local = server.local(name)
    login = server.login_of(session)
    if local is None or not facts.may_control(login, local):
        raise error(911, name=name)
    if local.state is not DatabaseState.ONLINE:
        refused = facts.why_not_accessible(server, local)
        raise refused if refused is not None else error(3013)
    if "DIFFERENTIAL" in statement.options:
        raise Unsupported("BACKUP … WITH DIFFERENTIAL")
    copy_only = "COPY_ONLY" in statement.options
    group = server.group_of(local)
    secondary = group is not None and group.replicas[server.name].role is not Role.PRIMARY
    if secondary and statement.kind == "DATABASE" and not copy_only:
        raise error(3059)
    path = _path(statement.targets)
    started = server.now()
    found = _group_database(server, local)
    first = 0.0 if found is None else found.log_backup_kb
    size = local.size_bytes if statement.kind == "DATABASE" else int(1024 * max(0.0, _position(found, server) - first))
    running = LongRequest(
        session=session.number,
        command=f"BACKUP {statement.kind}",
        database=local.name,
        started=started,
        seconds=size / server.settings.backup_bytes_s,
    )
    server.requests.append(running)
    try:
        _take_time(server, session, size, statement.options)
    finally:
        if running in server.requests:
            server.requests.remove(running)
    found = _group_database(server, local)
    position = _position(found, server)
    record = BackupRecord(
        database=local.name,
        kind="D" if statement.kind == "DATABASE" else "L",
        started=started,
        finished=server.now(),
        first_kb=first,
        last_kb=position,
        copy_only=copy_only,
        size_bytes=size,
        path=path,
    )
    server.backups.append(record)
    if path.upper() != "NUL" and server.cluster is not None:
        server.cluster.backup_media.setdefault(path.lower(), []).append(record)
    if found is not None and statement.kind == "LOG" and not copy_only:
        found.log_backup_kb = max(found.log_backup_kb, position)
        if group is not None:
            group.refresh("log backup")
    _report(session, "BACKUP", statement.kind, local, size, server.settings.backup_bytes_s)


def _take_time(server: Instance, session: Session, size: int, options: Mapping[str, Any]) -> None:
    """The time of the copy; with STATS a message each time another share of it is done (10 % unless it says more)."""
    seconds = size / server.settings.backup_bytes_s
    given = options.get("STATS")
    if given is None:
        session.sleep(seconds)
        return
    step = 10 if given == "ON" else int(given)
    if not 1 <= step <= 100:
        raise Unsupported(f"STATS = {step}")
    done = 0
    for share in range(step, 101, step):
        session.sleep(seconds * (share - done) / 100)
        done = share
        session.inform(3211, f"{share} percent processed.", severity=0)
    session.sleep(seconds * (100 - done) / 100)


def _report(session: Session, verb: str, kind: str, local: Database, size: int, rate: float) -> None:
    """What SSMS shows at the end: pages for each file, then pages, seconds and speed."""
    pages = max(1, size // (PAGE_KB * 1024))
    wanted = FileKind.ROWS if kind == "DATABASE" else FileKind.LOG
    for file in local.files:
        if file.kind is wanted:
            text = f"Processed {pages} pages for database '{local.name}', file '{file.name}' on file 1."
            session.inform(4035, text, severity=0)
    seconds = size / rate
    speed = size / 1024**2 / seconds if seconds else 0.0
    session.inform(
        3014, f"{verb} {kind} successfully processed {pages} pages in {seconds:.3f} seconds ({speed:.3f} MB/sec).",
        severity=0,
    )  # fmt: skip


def _position(found: GroupDatabase | None, server: Instance) -> float:
    return 0.0 if found is None else found.log.copies[server.name].hardened


def restore(server: Instance, statement: statements.Restore, session: Session) -> None:
    """WITH NORECOVERY for a database that will join its group; without, it is ONLINE afterwards and stands alone."""
    login = server.login_of(session)
    if not login.may("CREATE ANY DATABASE"):
        raise SqlError(3110, f"User does not have permission to RESTORE database '{statement.database}'.", severity=14)
    recovers = "NORECOVERY" not in statement.options
    if not statement.origins:
        _recover(server, str(statement.database), recovers=recovers)
        return
    name, path = str(statement.database), _path(statement.origins)
    kind = "D" if statement.kind == "DATABASE" else "L"
    media = [] if server.cluster is None else server.cluster.backup_media.get(path.lower(), [])
    record = next((one for one in reversed(media) if one.kind == kind), None)
    if record is None:
        raise error(3201, path=path)
    if record.database.lower() != name.lower():
        raise error(3154, name=name)
    _take_time(server, session, record.size_bytes, statement.options)
    if kind == "D":
        _restore_full(server, name, record, replace="REPLACE" in statement.options)
    else:
        _restore_log(server, name, record)
    local = server.local(name)
    assert local is not None
    _report(session, "RESTORE", statement.kind, local, record.size_bytes, server.settings.backup_bytes_s)
    if recovers:
        _recover(server, name, recovers=True)


def _recover(server: Instance, name: str, *, recovers: bool) -> None:
    """RESTORE DATABASE … WITH RECOVERY: from RESTORING to ONLINE."""
    local = server.local(name)
    if local is None:
        raise error(911, name=name)
    if local.group is not None:
        raise error(3104, name=name)
    if local.state is not DatabaseState.RESTORING or not recovers:
        raise SqlError(3153, f"The database '{name}' is already fully recovered.")
    local.state, local.restored_to_kb = DatabaseState.ONLINE, None
    server.checkpoint("database-restored", f"{local.name} recovered", database=local.name)


def _restore_full(server: Instance, name: str, record: BackupRecord, *, replace: bool) -> None:
    local = server.local(name)
    if local is not None and local.group is not None:
        raise error(3104, name=name)
    if local is not None and not replace and local.state is DatabaseState.ONLINE:
        raise error(3154, name=name)
    refused = None if local is not None else server.why_seeding_fails(name)
    if refused is not None:
        raise error(5120, path=name)
    if local is None:
        local = server.create_from_seeding(name, "", "")
        local.group, local.group_database_id = None, None
    else:
        server.write_files(local)
    local.state = DatabaseState.RESTORING
    local.restored_to_kb = record.last_kb


def _restore_log(server: Instance, name: str, record: BackupRecord) -> None:
    local = server.local(name)
    if local is None or local.state is not DatabaseState.RESTORING or local.restored_to_kb is None:
        raise SqlError(3117, "The log or differential backup cannot be restored because no files are ready to roll "
                       "forward.")  # fmt: skip
    if record.first_kb > local.restored_to_kb + TOLERANCE_KB:
        raise SqlError(
            4305, "The log in this backup set begins at an LSN that is too recent to apply to the database. An "
            "earlier log backup that includes the required LSN can be restored.",
        )  # fmt: skip
    local.restored_to_kb = max(local.restored_to_kb, record.last_kb)
