"""What a host reports about its SQL Server instances, the cluster and the Availability Groups seen from there.

Numbers are SQL Server's own [availability-groups#role-numbers]. A secondary sees only its own replica's state:
rows of remote replicas are to be believed from the primary alone.
"""

from dataclasses import dataclass

from cachewarden.json_reader import JsonReader

SERVICE_STOPPED = 1
SERVICE_RUNNING = 4

ROLE_PRIMARY = 1
ROLE_SECONDARY = 2

SYNCHRONOUS_COMMIT = 1
ASYNCHRONOUS_COMMIT = 0

FAILOVER_AUTOMATIC = 0
FAILOVER_MANUAL = 1

CONNECTED = 1
HEALTHY = 2
OPERATIONAL_ONLINE = 2

CLUSTER_TYPE_WSFC = 0

QUORUM_NORMAL = 1
MEMBER_IS_NODE = 0
MEMBER_ONLINE = 1

DATABASE_ONLINE = 0
DATABASE_RECOVERY_PENDING = 3
DATABASE_SUSPECT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlService:
    """One instance's Windows services; numbers of ServiceControllerStatus."""

    name: str
    service: int
    agent: int | None
    start_mode: str | None

    @property
    def running(self) -> bool:
        """Whether the engine's service runs."""
        return self.service == SERVICE_RUNNING

    @property
    def stopped(self) -> bool:
        """Whether the engine's service is stopped, which `stop pending` is not."""
        return self.service == SERVICE_STOPPED


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterMember:
    """A member of the Windows cluster: node or witness, and its votes."""

    name: str
    kind: int
    state: int
    votes: int

    @property
    def is_node(self) -> bool:
        """Whether it is a computer, not a witness."""
        return self.kind == MEMBER_IS_NODE

    @property
    def online(self) -> bool:
        """Whether the cluster sees it up."""
        return self.state == MEMBER_ONLINE


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowsCluster:
    """The failover cluster as sys.dm_hadr_cluster and its members tell it."""

    name: str
    quorum_state: int
    quorum_type: int | None
    members: tuple[ClusterMember, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicaDatabases:
    """Databases of one replica, counted; queues in KB, rates in KB/s."""

    count: int
    joined: int
    synchronized: int
    failover_ready: int
    suspended: int
    online: int
    send_queue_kb: int
    send_rate_kb: int
    redo_queue_kb: int
    redo_rate_kb: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseState:
    """One of the databases that a replica reports as worst."""

    id: str
    name: str
    state: int | None
    suspended: bool
    ready: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailabilityReplica:
    """One replica of a group; state members are None where this host can't know them."""

    id: str
    server: str
    local: bool
    availability_mode: int
    failover_mode: int
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
class AvailabilityGroup:
    """One group as one host sees it."""

    id: str
    name: str
    cluster_type: int
    distributed: bool
    required_synchronized: int
    role: int | None
    operational: int | None
    primary: str | None
    replicas: tuple[AvailabilityReplica, ...]

    @property
    def seen_from_primary(self) -> bool:
        """Whether the reporting host holds the primary role, and so sees everything."""
        return self.role == ROLE_PRIMARY

    @property
    def local_replica(self) -> AvailabilityReplica | None:
        """The reporting host's own replica."""
        return next((replica for replica in self.replicas if replica.local), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlPermissions:
    """What the observing login may do; an empty catalog without these rights means nothing."""

    view_server_state: bool
    view_any_definition: bool
    alter_any_availability_group: bool

    @property
    def sufficient(self) -> bool:
        """Whether what was seen is the whole truth and the acts are permitted."""
        return self.view_server_state and self.view_any_definition and self.alter_any_availability_group


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedingState:
    """Automatic seeding of one database, from sys.dm_hadr_automatic_seeding of the reporting host."""

    group_id: str
    database: str
    remote_server: str | None
    state: str
    failure: str | None
    bytes_done: int
    bytes_total: int
    bytes_per_second: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlEvidence:
    """One node's SQL Server side; None or empty where SQL Server doesn't run."""

    services: tuple[SqlService, ...]
    server: str | None
    permissions: SqlPermissions | None
    cluster: WindowsCluster | None
    groups: tuple[AvailabilityGroup, ...]
    seeding: tuple[SeedingState, ...]
    system_databases_on_cache: int
    user_databases_on_tempdb: int

    @property
    def all_stopped(self) -> bool:
        """Whether every instance's service is stopped."""
        return all(service.stopped for service in self.services)

    @property
    def all_running(self) -> bool:
        """Whether there are instances and every one runs."""
        return bool(self.services) and all(service.running for service in self.services)


def parse_sql(source: JsonReader) -> SqlEvidence:
    """SQL section of a host's evidence; raises `UnexpectedJsonError`."""
    files = source.child("filesOnCache") if source.has("filesOnCache") else None
    return SqlEvidence(
        services=tuple(_service(item) for item in source.children("instances")) if source.has("instances") else (),
        server=source.optional("server", source.text),
        permissions=_permissions(source.child("permissions")) if source.has("permissions") else None,
        cluster=_cluster(source.child("cluster")) if source.has("cluster") else None,
        groups=tuple(_group(item) for item in source.children("availabilityGroups"))
        if source.has("availabilityGroups")
        else (),
        seeding=tuple(_seeding(item) for item in source.children("seeding")) if source.has("seeding") else (),
        system_databases_on_cache=(files.optional("systemDatabases", files.number) if files else None) or 0,
        user_databases_on_tempdb=(files.optional("userDatabasesOnTempdb", files.number) if files else None) or 0,
    )


def _service(source: JsonReader) -> SqlService:
    return SqlService(
        name=source.text("name"),
        service=source.number("service"),
        agent=source.optional("agent", source.number),
        start_mode=source.optional("startMode", source.text),
    )


def _permissions(source: JsonReader) -> SqlPermissions:
    return SqlPermissions(
        view_server_state=source.flag("viewServerState"),
        view_any_definition=source.flag("viewAnyDefinition"),
        alter_any_availability_group=source.flag("alterAnyAvailabilityGroup"),
    )


def _cluster(source: JsonReader) -> WindowsCluster:
    return WindowsCluster(
        name=source.text("name"),
        quorum_state=source.number("quorumState"),
        quorum_type=source.optional("quorumType", source.number),
        members=tuple(
            ClusterMember(
                name=item.text("name"),
                kind=item.number("type"),
                state=item.number("state"),
                votes=item.optional("votes", item.number) or 0,
            )
            for item in source.children("members")
        ),
    )


def _group(source: JsonReader) -> AvailabilityGroup:
    return AvailabilityGroup(
        id=source.text("id").lower(),
        name=source.text("name"),
        cluster_type=source.number("clusterType"),
        distributed=source.flag("distributed"),
        required_synchronized=source.optional("requiredSynchronized", source.number) or 0,
        role=source.optional("role", source.number),
        operational=source.optional("operational", source.number),
        primary=source.optional("primary", source.text),
        replicas=tuple(_replica(item) for item in source.children("replicas")),
    )


def _replica(source: JsonReader) -> AvailabilityReplica:
    return AvailabilityReplica(
        id=source.text("id").lower(),
        server=source.text("server"),
        local=source.flag("local"),
        availability_mode=source.number("availabilityMode"),
        failover_mode=source.number("failoverMode"),
        role=source.optional("role", source.number),
        connected=source.optional("connected", source.number),
        health=source.optional("health", source.number),
        databases=_databases(source.child("databases")) if source.has("databases") else None,
        worst=tuple(_database(item) for item in source.children("worst")) if source.has("worst") else (),
    )


def _databases(source: JsonReader) -> ReplicaDatabases:
    return ReplicaDatabases(
        count=source.number("count"),
        joined=source.number("joined"),
        synchronized=source.number("synchronized"),
        failover_ready=source.number("failoverReady"),
        suspended=source.number("suspended"),
        online=source.optional("online", source.number) or 0,
        send_queue_kb=source.optional("sendQueueKb", source.number) or 0,
        send_rate_kb=source.optional("sendRateKb", source.number) or 0,
        redo_queue_kb=source.optional("redoQueueKb", source.number) or 0,
        redo_rate_kb=source.optional("redoRateKb", source.number) or 0,
    )


def _database(source: JsonReader) -> DatabaseState:
    return DatabaseState(
        id=source.text("id").lower(),
        name=source.text("name"),
        state=source.optional("state", source.number),
        suspended=source.optional("suspended", source.flag) or False,
        ready=source.optional("ready", source.flag) or False,
    )


def _seeding(source: JsonReader) -> SeedingState:
    return SeedingState(
        group_id=source.text("ag").lower(),
        database=source.text("database"),
        remote_server=source.optional("remote", source.text),
        state=source.text("state"),
        failure=source.optional("failure", source.text),
        bytes_done=source.optional("bytesDone", source.number) or 0,
        bytes_total=source.optional("bytesTotal", source.number) or 0,
        bytes_per_second=source.optional("bytesPerSecond", source.real) or 0.0,
    )
