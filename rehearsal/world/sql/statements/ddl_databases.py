"""ALTER DATABASE SET HADR, DROP and CREATE DATABASE [reseeding#hadr-off]."""

from __future__ import annotations

from contextlib import suppress

from rehearsal.engines.tsql import Session, Unsupported
from rehearsal.engines.tsql.syntax import statements
from rehearsal.world.sql.databases.database import Database, DatabaseState
from rehearsal.world.sql.databases.log import TOLERANCE_KB
from rehearsal.world.sql.groups import building
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.replica import GroupDatabase, Role, SuspendReason
from rehearsal.world.sql.instance import facts
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.messages import error

DEFAULT_FOLDER = "D:\\Data"


def _altered(server: Instance, name: str | None, session: Session) -> Database:
    """The database, when the caller may alter it: ALTER on it, ALTER ANY DATABASE, owner, sysadmin; else 5011."""
    wanted = session.database if name is None else name
    database = server.local(wanted)
    login = server.login_of(session)
    if database is None or not (facts.may_control(login, database) or login.may("ALTER ANY DATABASE")):
        raise error(5011, severity=14, name=wanted)
    return database


def _membership(server: Instance, database: Database) -> tuple[AvailabilityGroup, GroupDatabase]:
    """The group a local database is joined to; 35242 when it isn't."""
    group = server.group_of(database)
    found = None if group is None else group.database(database.name)
    if group is None or found is None or not found.members[server.name].joined:
        raise error(35242, name=database.name)
    return group, found


def set_hadr(server: Instance, statement: statements.AlterDatabaseHadr, session: Session) -> None:
    if not server.hadr_enabled:
        raise error(35221)
    local = _altered(server, statement.database, session)
    match statement.action:
        case "OFF":
            _leave(server, local, session)
        case "SUSPEND" | "RESUME":
            _suspend_or_resume(server, local, session, suspend=statement.action == "SUSPEND")
        case _:
            _join(server, local, statement.group or "", session)


def _leave(server: Instance, local: Database, session: Session) -> None:
    """The copy leaves the group and is RESTORING; one that could not be started stays as it is."""
    group, database = _membership(server, local)
    if group.is_own_system_database(local.name):  # what comes of it is documented nowhere
        raise Unsupported(f"SET HADR OFF on {local.name}, a contained group's own system database")
    if group.replicas[server.name].role is Role.PRIMARY:
        raise error(35240, name=local.name, group=group.name)
    broken = local.state in (DatabaseState.RECOVERY_PENDING, DatabaseState.SUSPECT)
    if broken and not server.settings.hadr_off_allowed_when_recovery_pending:
        raise error(35242, name=local.name)
    session.sleep(server.settings.ddl_s)
    group.advance()
    member, copy = database.members[server.name], database.log.copies[server.name]
    member.joined, member.suspended, member.ready = False, None, False
    copy.receiving = copy.participates = False
    local.group, local.group_database_id = None, None
    local.restored_to_kb = copy.hardened
    if not broken:
        local.state = DatabaseState.RESTORING
    group.say(f"{local.name}: left {group.name} on {server.name}", "hadr-off", server.name)
    group.refresh("SET HADR OFF")


def _suspend_or_resume(server: Instance, local: Database, session: Session, *, suspend: bool) -> None:
    """On the primary for all secondaries, on a secondary for its own copy."""
    group = server.group_of(local)
    if group is None:
        raise error(35242, name=local.name)
    database = group.database(local.name)
    if database is None or not database.members[server.name].joined:
        raise error(35239, name=local.name, group=group.name)
    if not suspend and not server.is_open(local.name) and not server.reopen(local.name):
        raise error(35239, name=local.name, group=group.name)
    session.sleep(server.settings.ddl_s)
    is_primary = group.replicas[server.name].role is Role.PRIMARY
    for name, member in database.members.items():
        if name == server.name or is_primary:
            if suspend:
                member.suspended = SuspendReason.USER
            elif member.suspended is not None and (name == server.name or member.suspended is SuspendReason.USER):
                member.suspended = None
    copy = database.log.copies[server.name]
    if not suspend and not copy.intact and server.is_open(local.name):
        copy.intact = True
    number, verb = (35264, "suspended") if suspend else (35265, "resumed")
    session.inform(
        number,
        f"Always On Availability Groups data movement for database '{local.name}' has been {verb}"
        + (
            " for the following reason: \"user\" (Source ID 0; Source string: 'SUSPEND_FROM_USER')." if suspend else "."
        ),
    )
    group.refresh(f"data movement {verb}")


def _join(server: Instance, local: Database, name: str, session: Session) -> None:
    """A restored copy becomes a secondary database: it needs a connection, and all log since its last restore."""
    group = None if server.cluster is None else server.cluster.group_by_name(name)
    if group is None or group not in server.groups():
        raise error(41100, name=name)
    database = group.database(local.name)
    if database is None:
        raise error(35242, name=local.name)
    if database.members[server.name].joined:
        raise error(35280, name=local.name, group=name)
    replica = group.replicas[server.name]
    if replica.role is Role.PRIMARY:
        raise error(35240, name=local.name, group=name)
    if not replica.connected or group.primary is None:
        raise error(35250)
    if local.state is not DatabaseState.RESTORING or local.restored_to_kb is None:
        raise error(1408, name=local.name)
    session.sleep(server.settings.ddl_s)
    group.advance()
    if local.restored_to_kb < database.log_backup_kb - TOLERANCE_KB:
        raise error(1478, name=local.name)
    building.join_database(group, database, local, server.name)
    copy = database.log.copies[server.name]
    copy.hardened = copy.redone = local.restored_to_kb
    local.restored_to_kb = None
    group.say(f"{local.name}: joined {group.name} on {server.name}", "joined", server.name)
    group.refresh("joined")


def set_option(server: Instance, statement: statements.SetDatabaseOption, session: Session) -> None:
    local = _altered(server, statement.database, session)
    leaves_full = statement.option == "RECOVERY" and statement.value != "FULL"
    if local.group is not None and (leaves_full or statement.option not in ("RECOVERY", "ONLINE")):
        raise error(1468, name=local.name)
    if local.is_system and statement.option == "OFFLINE":
        raise error(5058, name=statement.option)
    session.sleep(server.settings.ddl_s)
    match statement.option:
        case "RECOVERY":
            local.recovery_model = str(statement.value)
        case "OFFLINE":
            local.state = DatabaseState.OFFLINE
        case "ONLINE":
            if not server.is_open(local.name) and not server.reopen(local.name):
                missing = next(file for file in local.files if not server.host.files.exists(file.path))
                raise error(5120, path=missing.path)
            group = server.group_of(local)
            if group is not None:
                group.files_back(local.name, server.name)
        case option:
            raise Unsupported(f"ALTER DATABASE … SET {option}")


def create(server: Instance, statement: statements.CreateDatabase, session: Session) -> None:
    login = server.login_of(session)
    if not login.may("CREATE ANY DATABASE"):
        raise error(15247)
    if server.local(statement.database) is not None:
        raise error(1801, name=statement.database)
    session.sleep(server.settings.ddl_s)
    if not server.host.files.is_directory(DEFAULT_FOLDER):
        raise error(5120, path=DEFAULT_FOLDER)
    made = server.new_database(statement.database, data_bytes=16 * 1024**2, folder=DEFAULT_FOLDER, log_kb=8_192)
    made.owner = login.name


def drop(server: Instance, statement: statements.DropDatabase, session: Session) -> None:
    """Refused while joined (3752). Files are deleted, but for those of a database that isn't open."""
    login = server.login_of(session)
    for name in statement.databases:
        local = server.local(name)
        if local is None:
            if statement.if_exists:
                continue
            raise error(3701, severity=11, name=name)
        if local.is_system:
            raise error(3708, name=name)
        if not (facts.may_control(login, local) or login.may("ALTER ANY DATABASE")):
            raise error(3701, severity=11, name=name)
        if local.group is not None:
            raise error(3752, name=name)
        session.sleep(server.settings.ddl_s)
        _destroy(server, local)


def _destroy(server: Instance, local: Database) -> None:
    del server.databases[local.name.lower()]
    # Files of an OFFLINE database stay [sql-server#rights-table]; so may those of one that couldn't start.
    closed = (DatabaseState.OFFLINE, DatabaseState.RECOVERY_PENDING, DatabaseState.SUSPECT)
    for file in () if local.state in closed else local.files:
        with suppress(OSError):
            server.host.files.remove(file.path)
    server.checkpoint("database-dropped", f"{local.name} dropped", database=local.name)
    for group in server.groups():
        database = group.database(local.name)
        if database is None:
            continue
        group.copy_destroyed(database, server.name, f"{local.name} was dropped on {server.name}")
        group.refresh("database dropped")
        if server.settings.seeding_restarts_after_drop:
            group.seeding.consider(group.replicas[server.name], "database dropped")


def checkpoint(server: Instance, _statement: statements.Checkpoint, session: Session) -> None:
    session.sleep(server.settings.ddl_s)
