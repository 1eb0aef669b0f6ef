"""Availability Groups, replicas and seedings as one host's SQL Server reports them; read and written here.

Numbers are SQL Server's own [availability-groups#role-numbers]. A secondary sees only its own replica's state:
rows of remote replicas are to be believed from the primary alone.
"""

import re
from dataclasses import dataclass

from cachewarden.json_reader import Json, JsonReader

ROLE_PRIMARY = 1

SYNCHRONOUS_COMMIT = 1
FAILOVER_AUTOMATIC = 0
SEEDING_MANUAL = 1

CONNECTED = 1
HEALTHY = 2
OPERATIONAL_ONLINE = 2

CLUSTER_TYPE_WSFC = 0

BACKUPS_ON_SECONDARIES_ONLY = 1
"""automated_backup_preference."""

DATABASE_RECOVERY_PENDING = 3
DATABASE_SUSPECT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicaDatabases:
    """Databases of one replica, counted; queues in KB, rates in KB/s, None where they weren't reported."""

    count: int
    joined: int
    synchronized: int
    failover_ready: int
    suspended: int
    online: int | None
    send_queue_kb: int | None
    send_rate_kb: int | None
    redo_queue_kb: int | None
    redo_rate_kb: int | None
    redo_s: int | None
    """Seconds until its slowest database has redone what it holds, by the measured rate."""

    @property
    def queues(self) -> str:
        """What is still to send and to redo, for sentences."""
        return f"{_kb(self.send_queue_kb)} to send, {_kb(self.redo_queue_kb)} to redo"


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseState:
    """One of the databases that a replica reports as worst."""

    id: str
    name: str
    state: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailabilityReplica:
    """One replica of a group; state members are None where this host can't know them."""

    id: str
    server: str
    local: bool
    availability_mode: int
    failover_mode: int
    seeding_mode: int | None
    role: int | None
    connected: int | None
    health: int | None
    databases: ReplicaDatabases | None
    worst: tuple[DatabaseState, ...]

    @property
    def synchronous(self) -> bool:
        """Whether commits wait for it."""
        return self.availability_mode == SYNCHRONOUS_COMMIT

    @property
    def automatic(self) -> bool:
        """Whether the cluster may fail over to or from it by itself."""
        return self.failover_mode == FAILOVER_AUTOMATIC

    @property
    def synchronized(self) -> bool:
        """Whether each of its databases is joined, SYNCHRONIZED, ready and not suspended (is_failover_ready)."""
        numbers = self.databases
        return (
            numbers is not None
            and numbers.count > 0
            and numbers.joined == numbers.count
            and numbers.synchronized == numbers.count
            and numbers.failover_ready == numbers.count
            and numbers.suspended == 0
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupLog:
    """What the logs of a group's databases can still take on its primary, where they are written.

    `room_s`: until the first of them is full by its files' limits, at its measured rate; None while nothing is written.
    `measured`, `located`, `backed_up`: how many of the databases say their rate, their volume, their last log backup.
    """

    databases: int
    measured: int
    rate_kb: int | None
    room_s: int | None
    located: int
    disk_free_kb: int | None
    backed_up: int
    backup_age_s: int | None

    @property
    def known(self) -> bool:
        """Whether every database says how fast its log grows, and where it lies."""
        return 0 < self.databases == self.measured == self.located

    @property
    def oldest_backup_s(self) -> int | None:
        """Seconds since the last log backup of the database that has waited longest; None where one never had any."""
        return self.backup_age_s if self.backed_up == self.databases else None


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailabilityGroup:
    """One group as one host sees it; `log` is told by the primary alone."""

    id: str
    name: str
    cluster_type: int
    distributed: bool
    contained: bool
    required_synchronized: int | None
    role: int | None
    operational: int | None
    primary: str | None
    backup_preference: int | None
    log: GroupLog | None
    replicas: tuple[AvailabilityReplica, ...]

    def is_own_system_database(self, name: str) -> bool:
        """Whether it is the master or msdb that a contained group has of its own [availability-groups#contained].

        A number may follow the name, where databases of an earlier group of that name were still there.
        """
        own = re.escape(self.name.casefold()) + r"_(master|msdb)(_?[0-9]+)?"
        return self.contained and re.fullmatch(own, name.casefold()) is not None

    @property
    def seen_from_primary(self) -> bool:
        """Whether the reporting host holds the primary role, and so sees everything."""
        return self.role == ROLE_PRIMARY

    @property
    def local_replica(self) -> AvailabilityReplica | None:
        """The reporting host's own replica."""
        return next((replica for replica in self.replicas if replica.local), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedingState:
    """Automatic seeding of one database, from sys.dm_hadr_automatic_seeding of the reporting host."""

    group_id: str
    database: str
    remote_server: str | None
    state: str
    failure: str | None
    bytes_done: int | None
    bytes_total: int | None
    bytes_per_second: float | None


def _kb(queue: int | None) -> str:
    return "unknown KB" if queue is None else f"{queue} KB"


def parse_group(source: JsonReader) -> AvailabilityGroup:
    """One group as the host sees it; raises `UnexpectedJsonError`."""
    return AvailabilityGroup(
        id=source.text("id").lower(),
        name=source.text("name"),
        cluster_type=source.number("clusterType"),
        distributed=source.flag("distributed"),
        contained=source.flag("contained"),
        required_synchronized=source.optional("requiredSynchronized", source.number),
        role=source.optional("role", source.number),
        operational=source.optional("operational", source.number),
        primary=source.optional("primary", source.text),
        backup_preference=source.optional("backupPreference", source.number),
        log=_log(source.child("log")) if source.has("log") else None,
        replicas=tuple(_replica(item) for item in source.children("replicas")),
    )


def _log(source: JsonReader) -> GroupLog:
    return GroupLog(
        databases=source.number("databases"),
        measured=source.number("measured"),
        rate_kb=source.optional("rateKb", source.number),
        room_s=source.optional("roomS", source.number),
        located=source.number("located"),
        disk_free_kb=source.optional("diskFreeKb", source.number),
        backed_up=source.number("backedUp"),
        backup_age_s=source.optional("backupAgeS", source.number),
    )


def _replica(source: JsonReader) -> AvailabilityReplica:
    return AvailabilityReplica(
        id=source.text("id").lower(),
        server=source.text("server"),
        local=source.flag("local"),
        availability_mode=source.number("availabilityMode"),
        failover_mode=source.number("failoverMode"),
        seeding_mode=source.optional("seedingMode", source.number),
        role=source.optional("role", source.number),
        connected=source.optional("connected", source.number),
        health=source.optional("health", source.number),
        databases=_databases(source.child("databases")) if source.has("databases") else None,
        worst=tuple(_database(item) for item in source.children("worst")),
    )


def _databases(source: JsonReader) -> ReplicaDatabases:
    return ReplicaDatabases(
        count=source.number("count"),
        joined=source.number("joined"),
        synchronized=source.number("synchronized"),
        failover_ready=source.number("failoverReady"),
        suspended=source.number("suspended"),
        online=source.optional("online", source.number),
        send_queue_kb=source.optional("sendQueueKb", source.number),
        send_rate_kb=source.optional("sendRateKb", source.number),
        redo_queue_kb=source.optional("redoQueueKb", source.number),
        redo_rate_kb=source.optional("redoRateKb", source.number),
        redo_s=source.optional("redoS", source.number),
    )


def _database(source: JsonReader) -> DatabaseState:
    return DatabaseState(
        id=source.text("id").lower(),
        name=source.text("name"),
        state=source.optional("state", source.number),
    )


def parse_seeding(source: JsonReader) -> SeedingState:
    """One row of automatic seeding; raises `UnexpectedJsonError`."""
    return SeedingState(
        group_id=source.text("ag").lower(),
        database=source.text("database"),
        remote_server=source.optional("remote", source.text),
        state=source.text("state"),
        failure=source.optional("failure", source.text),
        bytes_done=source.optional("bytesDone", source.number),
        bytes_total=source.optional("bytesTotal", source.number),
        bytes_per_second=source.optional("bytesPerSecond", source.real),
    )


def group_to_json(group: AvailabilityGroup) -> dict[str, Json]:
    """What `parse_group` reads back unchanged."""
    return {
        "id": group.id,
        "name": group.name,
        "clusterType": group.cluster_type,
        "distributed": group.distributed,
        "contained": group.contained,
        "requiredSynchronized": group.required_synchronized,
        "role": group.role,
        "operational": group.operational,
        "primary": group.primary,
        "backupPreference": group.backup_preference,
        "log": _log_to_json(group.log) if group.log else None,
        "replicas": [_replica_to_json(replica) for replica in group.replicas],
    }


def _log_to_json(log: GroupLog) -> dict[str, Json]:
    return {
        "databases": log.databases,
        "measured": log.measured,
        "rateKb": log.rate_kb,
        "roomS": log.room_s,
        "located": log.located,
        "diskFreeKb": log.disk_free_kb,
        "backedUp": log.backed_up,
        "backupAgeS": log.backup_age_s,
    }


def _replica_to_json(replica: AvailabilityReplica) -> dict[str, Json]:
    return {
        "id": replica.id,
        "server": replica.server,
        "local": replica.local,
        "availabilityMode": replica.availability_mode,
        "failoverMode": replica.failover_mode,
        "seedingMode": replica.seeding_mode,
        "role": replica.role,
        "connected": replica.connected,
        "health": replica.health,
        "databases": _databases_to_json(replica.databases) if replica.databases else None,
        "worst": [
            {
                "id": database.id,
                "name": database.name,
                "state": database.state,
            }
            for database in replica.worst
        ],
    }


def _databases_to_json(databases: ReplicaDatabases) -> dict[str, Json]:
    return {
        "count": databases.count,
        "joined": databases.joined,
        "synchronized": databases.synchronized,
        "failoverReady": databases.failover_ready,
        "suspended": databases.suspended,
        "online": databases.online,
        "sendQueueKb": databases.send_queue_kb,
        "sendRateKb": databases.send_rate_kb,
        "redoQueueKb": databases.redo_queue_kb,
        "redoRateKb": databases.redo_rate_kb,
        "redoS": databases.redo_s,
    }


def seeding_to_json(seeding: SeedingState) -> dict[str, Json]:
    """What `parse_seeding` reads back unchanged."""
    return {
        "ag": seeding.group_id,
        "database": seeding.database,
        "remote": seeding.remote_server,
        "state": seeding.state,
        "failure": seeding.failure,
        "bytesDone": seeding.bytes_done,
        "bytesTotal": seeding.bytes_total,
        "bytesPerSecond": seeding.bytes_per_second,
    }
