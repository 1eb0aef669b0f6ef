"""Ready-made clusters: `sales` as in the stories, and the same with other numbers of nodes, groups and databases.

The hosts are up, with their volumes in place (D: and S: by the storage model); folders, files, rights and services are
made here, without time passing: a story begins with everything ONLINE and SYNCHRONIZED.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rehearsal.world.context import RunContext
from rehearsal.world.sql.databases.database import BackupRecord
from rehearsal.world.sql.groups import building
from rehearsal.world.sql.groups.building import ReplicaSpec
from rehearsal.world.sql.groups.cluster import SERVICE, ClusterHost, FailoverCluster
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.listener import Listener
from rehearsal.world.sql.groups.quorum import WitnessKind
from rehearsal.world.sql.groups.replica import AvailabilityMode, FailoverMode, SeedingMode
from rehearsal.world.sql.instance.instance import DEFAULT_INSTANCE, Instance, InstanceHost
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.sql.rights import run_script, shipped_grants
from rehearsal.world.sql.server.sql_server import SqlHost, SqlServer
from rehearsal.world.windows.files.access_lists import CONTAINER_INHERIT, FULL_CONTROL, OBJECT_INHERIT, AccessList, Rule
from rehearsal.world.windows.system.services import ServiceState, StartMode

GIB = 1024**3
CONTAINED_BYTES = 32 << 20
"""Of each system database of a contained group. On the data drive, the default for new databases."""
DATA_FOLDER = "D:\\Data"
ENGINE_PROCESS = 4712
"""By its number sys.dm_server_services tells the engine's row."""
TEMPDB_FOLDER = "S:\\tempdb"
TEMPDB_ON_EBS = r"C:\tempdb"


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseSpec:
    """One database of a group; `write_kb_s` None takes the setting's rate."""

    name: str
    data_bytes: int = 200 * GIB
    write_kb_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSpec:
    """One group. `asynchronous` names hosts whose replica is asynchronous (hence MANUAL); `primary` defaults to the
    first host; `manual` makes every replica's failover mode MANUAL, `seeded_by_hand` its seeding mode."""

    name: str = "sales-ag"
    databases: tuple[DatabaseSpec, ...] = (DatabaseSpec(name="sales"), DatabaseSpec(name="orders", data_bytes=80 * GIB))
    primary: str | None = None
    asynchronous: tuple[str, ...] = ()
    manual: bool = False
    seeded_by_hand: bool = False
    required_synchronized: int = 0
    db_failover: bool = True
    basic: bool = False
    contained: bool = False
    """The group has a master and an msdb of its own, beside its databases [availability-groups#contained]."""
    listener: bool = False
    """Clients find the primary by a listener with an address for each node."""
    instance_name: str | None = None
    """Replicas on the instances of this name only: one on each node, as the failover cluster demands."""


class ClusterSqlHost(SqlHost, ClusterHost, Protocol):
    """A server that becomes a node of a cluster with SQL Server on it."""


def sales(
    world: RunContext,
    hosts: Sequence[ClusterSqlHost],
    *,
    grants: str | None = None,
    tempdb_folder: str = TEMPDB_FOLDER,
) -> FailoverCluster:
    """Cluster `sales`: two nodes, file share witness, group `sales-ag` with two databases, synchronous, automatic."""
    return build(world, hosts, grants=grants, tempdb_folder=tempdb_folder)


def build(
    world: RunContext,
    hosts: Sequence[ClusterSqlHost],
    *,
    name: str = "sales",
    groups: Sequence[GroupSpec] = (GroupSpec(),),
    witness: WitnessKind = WitnessKind.FILE_SHARE,
    grants: str | None = None,
    system_permissions: frozenset[str] | None = None,
    major_version: int = 16,
    edition: str = "Enterprise Edition: Core-based Licensing (64-bit)",
    instance_name: str = DEFAULT_INSTANCE,
    tempdb_folder: str = TEMPDB_FOLDER,
) -> FailoverCluster:
    """A cluster over these hosts, one instance each, with these groups, all of it running and synchronized.

    SYSTEM has the rights of the script that ships, of `grants` instead, or just `system_permissions`.
    """
    cluster = FailoverCluster(world, name, hosts, witness)
    for host in hosts:
        add_instance(
            cluster, host, instance_name, grants=grants, system_permissions=system_permissions,
            major_version=major_version, edition=edition, tempdb_folder=tempdb_folder,
        )  # fmt: skip
        _mark_running(host, SERVICE)
    for node in cluster.nodes.values():
        node.join()
    for spec in groups:
        add_group(cluster, spec)
    return cluster


def empty_pair(
    world: RunContext,
    hosts: Sequence[ClusterSqlHost],
    databases: Sequence[DatabaseSpec] = GroupSpec().databases,
    *,
    grants: str | None = None,
    edition: str = "Enterprise Edition: Core-based Licensing (64-bit)",
    major_version: int = 16,
    tempdb_folder: str = TEMPDB_FOLDER,
) -> FailoverCluster:
    """A cluster over these hosts without group and endpoints; the first one has the databases, backed up once."""
    cluster = build(
        world, hosts, groups=(), grants=grants, edition=edition, major_version=major_version,
        tempdb_folder=tempdb_folder,
    )  # fmt: skip
    first, *others = [server for server in cluster.servers.values() if isinstance(server, Instance)]
    for server in (first, *others):
        server.endpoint, server.endpoint_started = None, False
        server.host.services[server.service_name].pid = ENGINE_PROCESS
    for spec in databases:
        first.new_database(spec.name, data_bytes=spec.data_bytes, folder=DATA_FOLDER)
        first.backups.append(_first_backup(first, spec.name, spec.data_bytes))
    return cluster


def add_instance(
    cluster: FailoverCluster,
    host: ClusterSqlHost,
    name: str,
    *,
    grants: str | None = None,
    system_permissions: frozenset[str] | None = None,
    major_version: int = 16,
    edition: str = "Enterprise Edition: Core-based Licensing (64-bit)",
    tempdb_folder: str = TEMPDB_FOLDER,
    disabled: bool = False,
) -> SqlServer:
    """One instance on a node, running; `disabled`: installed, and switched off by somebody who needs it no longer."""
    server = SqlServer(
        cluster.world, host, cluster, name, major_version=major_version, edition=edition, tempdb_folder=tempdb_folder
    )
    if disabled:
        server.install_files()
        host.services[server.service_name].start_mode = StartMode.DISABLED
        return server
    install(server)
    if system_permissions is None:
        run_script(server, shipped_grants() if grants is None else grants)
    else:
        server.logins.create(SYSTEM, system_permissions)
    agent = "SQLSERVERAGENT" if name == DEFAULT_INSTANCE else f"SQLAgent${name}"
    for service in (server.service_name, agent):
        if host.services.get(service) is not None:
            _mark_running(host, service, mode=StartMode.MANUAL)
    return server


def stand_alone(
    world: RunContext,
    host: ClusterSqlHost,
    databases: Sequence[DatabaseSpec] = (DatabaseSpec(name="archive"),),
    *,
    tempdb_folder: str = TEMPDB_FOLDER,
) -> SqlServer:
    """SQL Server on a host of no cluster, running, with databases of which no other server has a copy."""
    server = SqlServer(world, host, None, tempdb_folder=tempdb_folder, hadr_enabled=False)
    install(server)
    run_script(server, shipped_grants())
    _mark_running(host, server.service_name, mode=StartMode.MANUAL)
    if host.services.get("SQLSERVERAGENT") is not None:
        _mark_running(host, "SQLSERVERAGENT", mode=StartMode.MANUAL)
    for spec in databases:
        server.new_database(spec.name, data_bytes=spec.data_bytes, folder=DATA_FOLDER)
        server.backups.append(_first_backup(server, spec.name, spec.data_bytes))
    return server


def install(server: Instance) -> None:
    """Files of the system databases, the folder of tempdb with the service's rights, the data folder."""
    server.install_files()
    server.host.files.make_directories(DATA_FOLDER)
    grant_folder(server.host, server.tempdb_folder, server.service_account)
    grant_folder(server.host, DATA_FOLDER, server.service_account)
    server.run_from_the_start()


def grant_folder(host: InstanceHost, folder: str, account: str) -> None:
    """Full control with inheritance for a service account, as the storage script leaves it."""
    host.files.make_directories(folder)
    rule = Rule(identity=account, rights=FULL_CONTROL, inheritance=CONTAINER_INHERIT | OBJECT_INHERIT)
    entry = host.files.entry(folder)
    assert entry is not None
    if isinstance(entry.access, AccessList):
        entry.access.rules.append(rule)
    else:
        entry.access = AccessList(rules=[rule])


def _mark_running(host: InstanceHost, service_name: str, mode: StartMode | None = None) -> None:
    service = host.services[service_name]
    service.state = ServiceState.RUNNING
    if mode is not None:
        service.start_mode = mode


def add_group(cluster: FailoverCluster, spec: GroupSpec) -> AvailabilityGroup:
    """A group over all instances of the cluster, its databases on all of them, everything synchronized."""
    group = building.new_group(
        cluster,
        spec.name,
        db_failover=spec.db_failover,
        required_synchronized=spec.required_synchronized,
        basic=spec.basic,
        contained=spec.contained,
    )
    servers = [
        server
        for server in cluster.servers.values()
        if isinstance(server, Instance) and spec.instance_name in (None, server.instance_name)
    ]
    primary = next((server for server in servers if spec.primary in (server.host.name, server.name)), servers[0])
    automatic = 5 if primary.major_version >= 15 else 3
    for number, server in enumerate(servers):
        asynchronous = server.host.name in spec.asynchronous
        manual = asynchronous or spec.manual or number >= automatic
        replica = building.new_replica(
            group,
            ReplicaSpec(
                server=server.name,
                availability_mode=AvailabilityMode.ASYNCHRONOUS_COMMIT
                if asynchronous
                else AvailabilityMode.SYNCHRONOUS_COMMIT,
                failover_mode=FailoverMode.MANUAL if manual else FailoverMode.AUTOMATIC,
                seeding_mode=SeedingMode.MANUAL if spec.seeded_by_hand else SeedingMode.AUTOMATIC,
            ),
        )
        replica.create_any_database = True if server.settings.create_any_database_granted else None
    for database_spec in (*spec.databases, *_contained_databases(spec)):
        database = building.new_group_database(
            group, database_spec.name, data_bytes=database_spec.data_bytes, write_kb_s=database_spec.write_kb_s
        )
        for server in servers:
            local = server.new_database(database_spec.name, data_bytes=database_spec.data_bytes, folder=DATA_FOLDER)
            building.join_database(group, database, local, server.name)
            server.backups.append(_first_backup(server, database_spec.name, database_spec.data_bytes))
    if spec.listener:
        addresses = {node: f"10.0.{number}.100" for number, node in enumerate(cluster.nodes)}
        group.listener = Listener(id=cluster.new_guid().lower(), dns_name=f"{spec.name}-lsn", addresses=addresses)
    building.place_primary(group, primary.name)
    return group


def _contained_databases(spec: GroupSpec) -> list[DatabaseSpec]:
    names = [f"{spec.name}_master", f"{spec.name}_msdb"] if spec.contained else []
    return [DatabaseSpec(name=name, data_bytes=CONTAINED_BYTES, write_kb_s=1.0) for name in names]


def _first_backup(server: Instance, name: str, size_bytes: int) -> BackupRecord:
    """The full backup every database in a group has had."""
    now = server.now()
    return BackupRecord(
        database=name, kind="D", started=now, finished=now, first_kb=0.0, last_kb=building.FIRST_POSITION_KB,
        copy_only=False, size_bytes=size_bytes, path=f"\\\\backup\\{name}.bak",
    )  # fmt: skip
