"""ALTER, CREATE and DROP AVAILABILITY GROUP. [availability-groups#where-commands-run], refusals in the order of
[availability-groups#order-of-refusals]."""

from __future__ import annotations

from collections.abc import Mapping

from rehearsal.engines.tsql import Session, Unsupported
from rehearsal.engines.tsql.syntax import statements
from rehearsal.world.sql.databases.database import DatabaseState
from rehearsal.world.sql.groups import building
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.replica import (
    AvailabilityMode,
    FailoverMode,
    Operational,
    Replica,
    Role,
    SeedingMode,
)
from rehearsal.world.sql.groups.servers import ReplicaServer
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.messages import error, text_of

Options = Mapping[str, str | int]
_SECONDARY_CONNECTIONS = {"NO": 0, "READ_ONLY": 1, "ALL": 2}
_PRIMARY_CONNECTIONS = {"ALL": 2, "READ_WRITE": 3}
_PREFERENCES = {"PRIMARY": 0, "SECONDARY_ONLY": 1, "SECONDARY": 2, "NONE": 3}


def _group(server: Instance, name: str, session: Session) -> AvailabilityGroup:
    """The group, once the caller may alter it here: 35208, 35221, 15151."""
    if session.database.lower() != "master":
        raise error(35208)
    if not server.hadr_enabled:
        raise error(35221)
    group = None if server.cluster is None else server.cluster.group_by_name(name)
    allowed = server.login_of(session).may("ALTER ANY AVAILABILITY GROUP")
    if group is None or not allowed or group not in server.groups():
        raise error(15151, name=name)
    return group


def _as_primary(server: Instance, name: str, session: Session) -> AvailabilityGroup:
    """The group, when this instance is its primary; else 41140 (35220 without a cluster)."""
    group = _group(server, name, session)
    if not server.participates:
        raise error(35220)
    if group.replicas[server.name].role is not Role.PRIMARY:
        raise error(41140, name=name)
    return group


# --- failover ---


def fail_over(server: Instance, statement: statements.FailOver, session: Session) -> None:
    """Checks, accepts, and returns; the role change goes on by itself [availability-groups#failover-conditions]."""
    group = _group(server, statement.group, session)
    target = group.replicas[server.name]
    _check_failover(server, group, target, forced=statement.allow_data_loss)
    if not server.cluster_login_has_rights:
        _comes_back(server, group, session)
        return
    session.sleep(server.settings.failover_accept_s)
    _check_failover(server, group, target, forced=statement.allow_data_loss)
    group.failover.begin(target, forced=statement.allow_data_loss)


def _check_failover(server: Instance, group: AvailabilityGroup, target: Replica, *, forced: bool) -> None:
    name = group.name
    if not server.participates:
        raise error(35220)
    if target.role is Role.PRIMARY and not forced:
        raise error(41122, name=name)
    if group.failover.pending is not None:
        raise error(41113, name=name)
    usable = all(
        database.members[target.server].joined and server.is_open(database.name)
        for database in group.databases.values()
    )
    if forced:
        if not usable:
            raise error(41142, name=name)
        return
    if group.cluster.forced_quorum:
        raise error(41125, name=name)
    group.refresh()
    old = group.replicas.get(group.owner or "")
    synchronous = target.synchronous and (old is None or old.synchronous)
    ready = all(
        database.members[target.server].ready and database.members[target.server].suspended is None
        for database in group.databases.values()
    )
    if not (synchronous and usable and ready):
        raise error(41142, name=name)


def not_brought_online(server: Instance, statement: statements.FailOver, session: Session) -> None:
    """FAILOVER is accepted, but the resource doesn't come online in time (41131)."""
    group = _group(server, statement.group, session)
    _check_failover(server, group, group.replicas[server.name], forced=statement.allow_data_loss)
    _comes_back(server, group, session)


def _comes_back(server: Instance, group: AvailabilityGroup, session: Session) -> None:
    """KB 2847723: the resource can't log in; after a while the group is where it was, and the statement failed."""
    settings = server.settings
    old = group.primary
    group.failover.pending = server.name
    try:
        session.sleep(settings.online_timeout_s)
    finally:
        group.failover.cancel_pending(old)
    session.inform(41131, text_of(41131, name=group.name), severity=10)
    if settings.failover_without_rights_error:
        raise error(settings.failover_without_rights_error, name=group.name)


# --- configuration, on the primary ---


def _limit(server: Instance) -> int:
    """Synchronous replicas, and automatic ones, that the version allows (the primary counts)."""
    return 5 if server.major_version >= 15 else 3


def _check_configuration(server: Instance, group: AvailabilityGroup) -> None:
    synchronous = [replica for replica in group.replicas.values() if replica.synchronous]
    automatic = [replica for replica in group.replicas.values() if replica.failover_mode is FailoverMode.AUTOMATIC]
    if any(not replica.synchronous for replica in automatic):
        raise error(35211)
    if len(synchronous) > _limit(server):
        raise error(35212)
    if len(automatic) > _limit(server):
        raise error(35213)
    if group.required_synchronized > max(0, len(synchronous) - 1):
        raise error(35248)


def _apply(replica: Replica, options: Options) -> None:
    for name, value in options.items():
        match name:
            case "AVAILABILITY_MODE":
                replica.availability_mode = AvailabilityMode[str(value)]
            case "FAILOVER_MODE":
                if value == "EXTERNAL":
                    raise Unsupported("FAILOVER_MODE = EXTERNAL")
                replica.failover_mode = FailoverMode[str(value)]
            case "SEEDING_MODE":
                replica.seeding_mode = SeedingMode[str(value)]
            case "SESSION_TIMEOUT":
                replica.session_timeout = int(value)
            case "BACKUP_PRIORITY":
                replica.backup_priority = int(value)
            case "ENDPOINT_URL":
                replica.endpoint_url = str(value)
            case "SECONDARY_ROLE.ALLOW_CONNECTIONS":
                replica.secondary_connections = _SECONDARY_CONNECTIONS[str(value)]
            case "PRIMARY_ROLE.ALLOW_CONNECTIONS":
                replica.primary_connections = _PRIMARY_CONNECTIONS[str(value)]
            case _:
                raise Unsupported(f"replica option {name}")


def modify_replica(server: Instance, statement: statements.ModifyReplica, session: Session) -> None:
    group = _as_primary(server, statement.group, session)
    replica = group.replica(statement.server)
    if replica is None:
        raise error(35210, name=group.name, server=statement.server)
    session.sleep(server.settings.ddl_s)
    before = (replica.availability_mode, replica.failover_mode)
    old_timeout = replica.session_timeout
    _apply(replica, statement.options)
    try:
        _check_configuration(server, group)
    except Exception:
        replica.availability_mode, replica.failover_mode = before
        replica.session_timeout = old_timeout
        raise
    replica.modified = group.utc_now()
    if "SEEDING_MODE" in statement.options and replica.seeding_mode is SeedingMode.MANUAL:
        group.seeding.cancel(replica)
    changes = ", ".join(f"{name} = {value}" for name, value in statement.options.items())
    group.say(f"{group.name}: {replica.server}: {changes}", "replica-modified", server.name)
    group.refresh("configuration changed")
    if "SEEDING_MODE" in statement.options:
        group.seeding.consider(replica, "SEEDING_MODE set")


def set_options(server: Instance, statement: statements.SetGroupOptions, session: Session) -> None:
    group = _as_primary(server, statement.group, session)
    session.sleep(server.settings.ddl_s)
    required = statement.options.get("REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT")
    if required is not None:
        before, group.required_synchronized = group.required_synchronized, int(required)
        try:
            _check_configuration(server, group)
        except Exception:
            group.required_synchronized = before
            raise
    for name, value in statement.options.items():
        match name:
            case "REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT":
                continue
            case "DB_FAILOVER":
                group.db_failover = value == "ON"
            case "FAILURE_CONDITION_LEVEL":
                group.failure_condition_level = int(value)
            case "HEALTH_CHECK_TIMEOUT":
                group.health_check_timeout = int(value)
            case "AUTOMATED_BACKUP_PREFERENCE":
                group.backup_preference = _PREFERENCES[str(value)]
            case _:
                raise Unsupported(f"group option {name}")
    group.say(f"{group.name}: {dict(statement.options)}", "group-modified", server.name)
    group.refresh("configuration changed")


def add_replica(server: Instance, statement: statements.AddReplica, session: Session) -> None:
    group = _as_primary(server, statement.group, session)
    session.sleep(server.settings.ddl_s)
    if group.replica(statement.server) is not None:
        raise error(41106, name=group.name)
    replica = building.new_replica(group, building.ReplicaSpec(server=statement.server), joined=False)
    _apply(replica, statement.options)
    try:
        _check_configuration(server, group)
    except Exception:
        del group.replicas[replica.server]
        raise
    group.refresh("replica added")


def remove_replica(server: Instance, statement: statements.RemoveReplica, session: Session) -> None:
    """The replica's databases stay on its instance, RESTORING, with the log that they have hardened."""
    group = _as_primary(server, statement.group, session)
    replica = group.replica(statement.server)
    if replica is None or replica.server == server.name:
        raise error(35210, name=group.name, server=statement.server)
    session.sleep(server.settings.ddl_s)
    group.advance()
    group.seeding.cancel(replica)
    partner = group.cluster.servers.get(replica.server)
    for database in group.databases.values():
        del database.members[replica.server]
        copy = database.log.copies.pop(replica.server)
        local = None if partner is None else partner.local(database.name)
        if local is not None and local.group == group.name:
            local.restored_to_kb = copy.hardened
    del group.replicas[replica.server]
    if partner is not None:
        _let_go(partner, group)
    group.say(f"{group.name}: replica {replica.server} removed", "replica-removed", server.name)
    group.refresh("replica removed")


def _let_go(server: ReplicaServer, group: AvailabilityGroup) -> None:
    for local in server.databases.values():
        if local.group == group.name:
            local.group, local.group_database_id = None, None
            if local.state is DatabaseState.ONLINE:
                local.state = DatabaseState.RESTORING


def add_database(server: Instance, statement: statements.AddGroupDatabase, session: Session) -> None:
    group = _as_primary(server, statement.group, session)
    local = server.local(statement.database)
    if local is None:
        raise error(35238, name=statement.database, group=group.name)
    if local.group is not None:
        raise error(35280, name=statement.database, group=group.name)
    session.sleep(server.settings.ddl_s)
    database = building.new_group_database(group, local.name, data_bytes=building.data_bytes_of(local))
    building.join_database(group, database, local, server.name)
    group.refresh("database added")
    for replica in group.secondaries():
        group.seeding.consider(replica, "database added")


def remove_database(server: Instance, statement: statements.RemoveGroupDatabase, session: Session) -> None:
    """On the primary it leaves the group for every replica; the secondaries' copies go RESTORING."""
    group = _as_primary(server, statement.group, session)
    database = group.database(statement.database)
    if database is None:
        raise error(35242, name=statement.database)
    session.sleep(server.settings.ddl_s)
    group.advance()
    for name in group.replicas:
        partner = group.cluster.servers.get(name)
        local = None if partner is None else partner.local(database.name)
        if local is not None and local.group == group.name:
            local.group, local.group_database_id = None, None
            if name != server.name:
                local.state = DatabaseState.RESTORING
    del group.databases[database.name.lower()]
    group.refresh("database removed")


# --- on a secondary ---


def join_group(server: Instance, statement: statements.JoinGroup, session: Session) -> None:
    if session.database.lower() != "master":
        raise error(35208)
    group = None if server.cluster is None else server.cluster.group_by_name(statement.group)
    if group is None or not server.login_of(session).may("ALTER ANY AVAILABILITY GROUP"):
        raise error(15151, name=statement.group)
    replica = group.replica(server.name)
    if replica is None:
        raise error(41100, name=statement.group)
    if not server.participates:
        raise error(35220)
    if replica.joined:
        session.inform(41145, text_of(41145, name=group.name))
        return
    session.sleep(server.settings.ddl_s)
    replica.joined = True
    group.participation_changed(server.name, clean=True)


def grant_create_any_database(server: Instance, statement: statements.GrantCreateAnyDatabase, session: Session) -> None:
    group = _group(server, statement.group, session)
    replica = group.replicas[server.name]
    session.sleep(server.settings.ddl_s)
    replica.create_any_database = not statement.deny
    group.say(f"{group.name}: CREATE ANY DATABASE on {server.name}", "create-any-database", server.name)
    if not statement.deny:
        group.seeding.consider(replica, "CREATE ANY DATABASE granted")


# --- whole groups ---


def create_group(server: Instance, statement: statements.CreateAvailabilityGroup, session: Session) -> None:
    """The instance becomes primary; the other replicas join with ALTER AVAILABILITY GROUP … JOIN.

    It takes membership in sysadmin [availability-groups#create-rights].
    """
    if session.database.lower() != "master":
        raise error(35208)
    if not server.hadr_enabled:
        raise error(35221)
    if not server.login_of(session).is_sysadmin:  # which has the permission that is needed besides
        raise error(15247)
    if server.cluster is None or not server.participates:
        raise error(35220)
    if server.cluster.group_by_name(statement.group) is not None:
        raise error(41106, name=statement.group)
    if "CONTAINED" in statement.options or statement.options.get("CLUSTER_TYPE", "WSFC") != "WSFC":
        raise Unsupported("a contained, external or cluster-less group")
    session.sleep(server.settings.ddl_s)
    for name in statement.databases:
        local = server.local(name)
        if local is None:
            raise error(35238, name=name, group=statement.group)
        if local.group is not None:
            raise error(35280, name=name, group=statement.group)
    group = building.new_group(
        server.cluster,
        statement.group,
        db_failover=statement.options.get("DB_FAILOVER") == "ON",
        required_synchronized=int(statement.options.get("REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT", 0)),
        basic="BASIC" in statement.options,
    )
    try:
        for name, options in statement.replicas:
            own = name.lower() == server.name.lower()
            spec = building.ReplicaSpec(server=server.name if own else name, seeding_mode=SeedingMode.MANUAL)
            _apply(building.new_replica(group, spec, joined=own), options)
        if server.name not in group.replicas:
            raise error(41100, name=statement.group)
        _check_configuration(server, group)
    except Exception:
        del server.cluster.groups[statement.group]
        raise
    for name in statement.databases:
        local = server.local(name)
        assert local is not None
        database = building.new_group_database(group, local.name, data_bytes=building.data_bytes_of(local))
        building.join_database(group, database, local, server.name)
    group.owner = server.name
    primary = group.replicas[server.name]
    primary.role, primary.operational, primary.connected = Role.PRIMARY, Operational.ONLINE, True
    group.say(f"{group.name} created", "group-created", server.name)
    group.refresh("created")


def drop_group(server: Instance, statement: statements.DropAvailabilityGroup, session: Session) -> None:
    """On the primary the group goes and its databases stay ONLINE; elsewhere databases go RESTORING."""
    group = _group(server, statement.group, session)
    session.sleep(server.settings.ddl_s)
    group.advance()
    for name in group.replicas:
        partner = group.cluster.servers.get(name)
        if partner is None:
            continue
        is_primary = group.replicas[name].role is Role.PRIMARY
        for local in partner.databases.values():
            if local.group == group.name:
                local.group, local.group_database_id = None, None
                if not is_primary and local.state is DatabaseState.ONLINE:
                    local.state = DatabaseState.RESTORING
    assert server.cluster is not None
    del server.cluster.groups[group.name]
    group.say(f"{group.name} dropped", "group-dropped", server.name)
