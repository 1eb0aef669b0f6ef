"""Builds the cluster `sales` as the AWS paper does, opted in, with CacheWarden's host bundle installed; beside it the
stand-alone nodes of a story.

Two r5d.4xlarge in two zones, or as many as the story names; on each: two EBS data volumes, one Swap volume, two NVMe
disks, and one EBS volume that is foreign, blank and poolable: a script that takes "any disk that can be pooled" is
found out.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from rehearsal.aws.account import Account
from rehearsal.aws.cloudformation.template import load
from rehearsal.kernel.clock import Clock
from rehearsal.kernel.faults import Faults
from rehearsal.kernel.trace import Trace
from rehearsal.scenarios import tempdb_task
from rehearsal.scenarios.host_installation import run_installers, write_inventory
from rehearsal.scenarios.launched import launch, launch_pair
from rehearsal.scenarios.new_instance import data_volumes, new_instance, run_windows, swap_volume
from rehearsal.scenarios.restored_machine import restored_machine
from rehearsal.scenarios.story import NamedInstance, Story
from rehearsal.world.change_calendars import ChangeCalendar
from rehearsal.world.ec2.instance_types import INSTANCE_TYPES, InstanceType
from rehearsal.world.ec2.instances import Instance, InstanceState, attach_new_volume
from rehearsal.world.settings import Settings, VolumeSettings
from rehearsal.world.sql.databases.database import DatabaseFile, FileKind
from rehearsal.world.sql.groups.cluster import FailoverCluster
from rehearsal.world.sql.groups.replica import FailoverMode, SuspendReason, SyncState
from rehearsal.world.sql.instance.instance import LongRequest
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.sql.preset import (
    TEMPDB_FOLDER,
    TEMPDB_ON_EBS,
    DatabaseSpec,
    GroupSpec,
    add_group,
    add_instance,
    empty_pair,
)
from rehearsal.world.sql.preset import build as build_failover_cluster
from rehearsal.world.sql.preset import stand_alone as build_stand_alone
from rehearsal.world.sql.rights import run_script, shipped_build_rights
from rehearsal.world.sql.server.sql_server import SqlServer
from rehearsal.world.sql.settings import SqlSettings
from rehearsal.world.storage.preset import Roles, build_plain
from rehearsal.world.storage.preset import build as build_storage
from rehearsal.world.storage.settings import StorageSettings
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.windows.settings import WindowsSettings
from rehearsal.world.windows.system.services import StartMode
from rehearsal.world.world import World

CLUSTER = "sales"
ZONES = ("eu-west-1a", "eu-west-1b", "eu-west-1c")
FOREIGN_GIB = 50
OPT_IN_TAG = "cachewarden:managed"
ONLINE_BUILDS = "ONLINE_BUILDS"
CUSTOMER_BYTES = 2 << 30
"""Of each database of the further groups: a hundred of them fit onto the data volume."""
SMALL_DATABASES = (DatabaseSpec(name="sales", data_bytes=20 << 30), DatabaseSpec(name="orders", data_bytes=8 << 30))
"""Of a pair without group: seeded within the minutes in which the document that builds the group watches."""


def install_hosts(cluster: Cluster, templates: Mapping[str, Mapping[str, Any]]) -> None:
    """Runs the deployed install scripts on all nodes; a few virtual seconds before the story begins."""
    clock = cluster.world.clock
    actors = [
        clock.spawn(f"install {host.name}", run_installers, host, templates, name in cluster.story.former_bundle)
        for name, host in cluster.hosts.items()
    ]
    if cluster.story.uncached == "tempdb":
        actors += [
            clock.spawn(f"tempdb task {host.name}", tempdb_task.register, host) for host in cluster.hosts.values()
        ]
    clock.run_until(lambda: not any(actor.alive for actor in actors))
    for actor in actors:
        actor.join()


def configure_online_builds(cluster: Cluster) -> None:
    """As deployed with `-c cachewarden:online_builds=…`; a test compares. The account has been entered."""
    if cluster.story.online_builds:
        observe = cluster.account.functions.find("cachewarden-observe")
        observe.environment = {**observe.environment, ONLINE_BUILDS: ",".join(cluster.story.online_builds)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Everything that a story happens to: nodes, failover cluster and AWS account, in one world."""

    story: Story
    world: World
    account: Account
    failover_cluster: FailoverCluster
    instances: Mapping[str, Instance]
    hosts: Mapping[str, WindowsHost]
    launched: Mapping[str, Instance]
    """Instances beside the nodes, on which nothing of CacheWarden is."""
    foreign_serials: frozenset[str]
    """Foreign disks: CacheWarden may not touch them."""
    first_settings: Mapping[str, str]
    """Settings of the Availability Groups when the story begins, as `group_settings` tells them."""

    def instance(self, name: str) -> Instance:
        """A node's, or one that was launched beside them. Raises KeyError."""
        return self.instances[name] if name in self.instances else self.launched[name]

    def installed_servers(self, node: str) -> list[SqlServer]:
        """The node's SQL Server instances."""
        host = self.hosts[node]
        found = [
            one for one in self.failover_cluster.servers.values() if one.host is host and isinstance(one, SqlServer)
        ]
        if host.sql is not None and host.sql not in found:
            found.append(host.sql)
        return found

    def servers(self, node: str) -> list[SqlServer]:
        """Of these what nobody has disabled."""
        host, found = self.hosts[node], self.installed_servers(node)
        return [one for one in found if host.services[one.service_name].start_mode is not StartMode.DISABLED]

    def sql_runs(self, node: str) -> bool:
        """Windows is up, and every SQL Server instance runs on it."""
        servers = self.servers(node)
        return self.hosts[node].up and bool(servers) and all(server.running for server in servers)

    def in_service(self, node: str) -> bool:
        """The instance runs, Windows is up, and SQL Server runs on it."""
        return self.instances[node].state is InstanceState.RUNNING and self.sql_runs(node)

    def synchronized(self) -> bool:
        """Every database is SYNCHRONIZED on every replica that CacheWarden manages."""
        return all(
            group.sync_state(database, replica.server) is SyncState.SYNCHRONIZED
            for group in self.failover_cluster.groups.values()
            for database in group.databases.values()
            for replica in group.replicas.values()
            if self.failover_cluster.node_of(replica.server) in self.hosts
        )

    def changed_modes(self) -> list[str]:
        """Managed replicas whose modes, and groups whose number of required secondaries, aren't those that they began
        with, and what they are now. A replica that left its group has none."""
        now = group_settings(self.failover_cluster)
        return [
            f"{name}: {now[name]}, was {modes}"
            for name, modes in self.first_settings.items()
            if name in now and now[name] != modes
        ]

    def fails_over_automatically(self) -> bool:
        """Every replica that CacheWarden manages is in automatic failover mode."""
        return all(
            replica.failover_mode is FailoverMode.AUTOMATIC
            for group in self.failover_cluster.groups.values()
            for replica in group.replicas.values()
            if self.failover_cluster.node_of(replica.server) in self.hosts
        )


def group_settings(failover_cluster: FailoverCluster) -> dict[str, str]:
    """Availability, failover and seeding mode of every replica; of every group how many secondaries a commit needs."""
    groups = failover_cluster.groups.values()
    modes = {
        f"{replica.server} in {group.name}": ", ".join(
            mode.name for mode in (replica.availability_mode, replica.failover_mode, replica.seeding_mode)
        )
        for group in groups
        for replica in group.replicas.values()
    }
    return modes | {f"secondaries required by {group.name}": str(group.required_synchronized) for group in groups}


def build_cluster(
    story: Story, *, seed: int, templates: Mapping[str, Mapping[str, Any]], settings: Settings
) -> Cluster:
    """The world before the first step. The caller enters `cluster.world.clock` and `cluster.account`, in this order."""
    rng = random.Random(f"cachewarden/{seed}")
    clock = Clock(story.begins, random.Random(rng.getrandbits(64)))
    faults = Faults(story.faults)
    faults.enabled = False  # nothing goes wrong while the cluster is built
    settings.begin_with(WindowsSettings, story.windows)
    settings.begin_with(VolumeSettings, story.volumes)
    settings.begin_with(SqlSettings, story.sql)
    world = World(clock, rng, settings, Trace(clock), faults)
    for name, closed in story.calendars.items():
        world.calendars[name] = ChangeCalendar(
            tuple((story.begins + timedelta(hours=a), story.begins + timedelta(hours=b)) for a, b in closed)
        )
    world.machine_on = restored_machine(world)
    kind = INSTANCE_TYPES[story.instance_type]
    instances, hosts, roles, foreign = {}, {}, {}, set()
    for number, name in enumerate((*story.nodes, *story.stand_alone, *story.outside)):
        instance = _instance(world, name, ZONES[number % len(ZONES)], number, kind)
        if name in story.stand_alone:
            del instance.tags["cachewarden:cluster"]
        if name in story.not_opted_in:
            instance.stop_protected = False
            del instance.tags[OPT_IN_TAG], instance.tags["cachewarden:state"]
        if name in story.outside:
            instance.stop_protected = False
            instance.tags = {"Name": name}
        instance.tags.update(story.tags.get(name, {}))
        volumes, swap = data_volumes(instance), swap_volume(instance)
        swap.throughput = round(1024 / world.settings.part(StorageSettings).copy_s_per_gib)
        foreign_volume = attach_new_volume(world, instance, FOREIGN_GIB, "xvdz", Name="somebody else's")
        foreign.add(foreign_volume.serial)
        if name in story.volume_roles:
            for volume, role in zip((*volumes, swap, foreign_volume), ("data", "data", "swap", "other"), strict=True):
                volume.tags["cachewarden:role"] = role
        if name in story.outside:
            foreign |= {swap.serial, *instance.instance_store_serials}
        host = WindowsHost(world, name)
        run_windows(host, instance)
        devices = {device.serial: device for device in host.storage.devices.values()}
        if story.uncached is not None:
            blank = [devices[serial] for serial in instance.instance_store_serials]
            build_plain(host.storage, devices[volumes[0].serial], blank[0] if story.uncached == "tempdb" else None)
            instances[name], hosts[name] = instance, host
            continue
        *tempdb, cache = (devices[serial] for serial in instance.instance_store_serials)
        roles[name] = Roles(
            data=tuple(devices[volume.serial] for volume in volumes),
            swap=devices[swap.serial],
            cache=cache,
            tempdb=tempdb[0] if tempdb else None,
        )
        storage = build_storage(host.storage, roles[name])
        if name not in story.built_by_hand:
            write_inventory(host, storage)
        instances[name], hosts[name] = instance, host
    failover_cluster = _failover_cluster(world, story, hosts, kind)
    for name, named in story.named_instances.items():
        _add_instances(failover_cluster, [hosts[node] for node in story.nodes], name, named)
    for name in story.outside:
        del instances[name], hosts[name]
    for name in story.stand_alone:
        build_stand_alone(world, hosts[name], tempdb_folder=_tempdb_folder(story, kind))
    if story.uncached is not None:
        for host in hosts.values():
            # As setup leaves it: only CacheWarden sets a node with its storage to a start by hand.
            host.services["MSSQLSERVER"].start_mode = StartMode.AUTOMATIC
    _load(failover_cluster, story)
    for name, seconds in story.backup_runs_s.items():
        _run_backup(world, hosts[name], seconds)
    for name in story.database_on_tempdb:
        _use_tempdb_drive(hosts[name])
    for name in story.behind:
        _fall_behind(failover_cluster, name)
    launched = {name: launch(world, name, tags=story.tags.get(name)) for name in story.launched}
    if story.disposable_pair:
        launched |= launch_pair(world, story.disposable_pair)
    account = Account(world, load(templates))
    faults.begin()
    return Cluster(
        story=story,
        world=world,
        account=account,
        failover_cluster=failover_cluster,
        instances=instances,
        hosts=hosts,
        launched=launched,
        foreign_serials=frozenset(foreign),
        first_settings=group_settings(failover_cluster),
    )


def _failover_cluster(
    world: World, story: Story, hosts: Mapping[str, WindowsHost], kind: InstanceType
) -> FailoverCluster:
    nodes = [hosts[name] for name in (*story.nodes, *story.outside)]
    tempdb_folder = _tempdb_folder(story, kind)
    if story.empty_pair:
        empty = empty_pair(world, nodes, SMALL_DATABASES, tempdb_folder=tempdb_folder)
        for server in empty.servers.values():
            assert isinstance(server, SqlServer)
            run_script(server, shipped_build_rights())
        return empty
    group = GroupSpec(
        name=story.group,
        asynchronous=(*story.outside, *story.asynchronous),
        required_synchronized=story.required_synchronized,
        seeded_by_hand=story.seeded_by_hand,
        contained=story.contained,
    )
    groups = [group, *_further_groups(story)]
    return build_failover_cluster(world, nodes, groups=groups, tempdb_folder=tempdb_folder)


def _further_groups(story: Story) -> list[GroupSpec]:
    databases: list[list[DatabaseSpec]] = [[] for _ in range(story.further_groups)]
    for number in range(max(story.further_groups, story.further_databases)):
        databases[number % story.further_groups].append(
            DatabaseSpec(name=f"customer-{number + 1}", data_bytes=CUSTOMER_BYTES)
        )
    return [
        GroupSpec(
            name=f"customer-{number}-ag",
            databases=tuple(dealt),
            asynchronous=story.outside,
            required_synchronized=story.required_synchronized,
        )
        for number, dealt in enumerate(databases, start=1)
    ]


def _tempdb_folder(story: Story, kind: InstanceType) -> str:
    on_ebs = story.uncached == "none" or (story.uncached is None and len(kind.instance_store_bytes) < 2)
    return TEMPDB_ON_EBS if on_ebs else TEMPDB_FOLDER


def _add_instances(
    failover_cluster: FailoverCluster, hosts: Sequence[WindowsHost], name: str, story: NamedInstance
) -> None:
    """An instance of this name on each host; with a group of its own where the story says who leads it."""
    for host in hosts:
        server = add_instance(
            failover_cluster, host, name, tempdb_folder=f"{TEMPDB_FOLDER}-{name}", disabled=story.disabled
        )
        if story.disabled:  # the drive of tempdb was made anew since it last ran
            for file in server.databases["tempdb"].files:
                host.files.remove(file.path)
        if host.name in story.locked_out:
            login = server.logins.get(SYSTEM)
            assert login is not None
            login.disabled = True
    if story.primary is not None:
        database = DatabaseSpec(name=f"{name.lower()}-database", data_bytes=40 << 30)
        group = GroupSpec(name=f"{name.lower()}-ag", databases=(database,), primary=story.primary, instance_name=name)
        add_group(failover_cluster, group)


def _instance(world: World, name: str, zone: str, number: int, kind: InstanceType) -> Instance:
    instance = new_instance(
        world,
        kind,
        zone=zone,
        private_ip=f"10.0.{number}.10",
        tags={
            "Name": name,
            OPT_IN_TAG: "true",
            "cachewarden:cluster": CLUSTER,
            "cachewarden:state": "in-service",
        },
    )
    instance.stop_protected = True
    return instance


def _load(failover_cluster: FailoverCluster, story: Story) -> None:
    """What the workload writes, and what replicas have received from it and not redone yet."""
    for group in failover_cluster.groups.values():
        for database in group.databases.values():
            log = database.log
            if story.write_kb_s is not None:
                log.rate = story.write_kb_s
            ahead = max(story.not_redone_kb.values(), default=0.0)
            log.end, log.committed = log.end + ahead, log.committed + ahead
            database.log_backup_kb += ahead
            for server, copy in log.copies.items():
                copy.hardened += ahead
                copy.redone += ahead - story.not_redone_kb.get(server, 0.0)
        group.refresh("the workload writes")


def _run_backup(world: World, host: WindowsHost, seconds: float) -> None:
    """A full backup of the first user database, begun by somebody before the story."""
    server = host.sql
    assert server is not None
    database = next(each.name for each in server.databases.values() if not each.is_system)
    request = LongRequest(
        session=51, command="BACKUP DATABASE", database=database, started=server.now(), seconds=seconds
    )
    server.requests.append(request)

    def end() -> None:
        if request in server.requests:
            server.requests.remove(request)

    world.clock.call_later(seconds, end)


def _use_tempdb_drive(host: WindowsHost) -> None:
    """Somebody has made a database there, which nothing but its own backups could bring back."""
    sql = host.sql
    assert sql is not None
    path = rf"{TEMPDB_FOLDER}\staging.mdf"
    file = DatabaseFile(file_id=1, kind=FileKind.ROWS, name="staging", path=path, size_kb=8192)
    sql.write_files(sql.add_database("staging", (file,)))


def _fall_behind(failover_cluster: FailoverCluster, server: str) -> None:
    """A person has suspended data movement to this server's copies: they are NOT SYNCHRONIZING until resumed."""
    for group in failover_cluster.groups.values():
        for database in group.databases.values():
            database.members[server].suspended = SuspendReason.USER
        group.refresh("data movement suspended")
