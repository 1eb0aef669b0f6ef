"""Instances beside the cluster, as they are launched: their own disks and volumes, and nothing of CacheWarden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rehearsal.scenarios.new_instance import (
    DATA_DEVICES,
    DISPOSABLE_DATA_GIB,
    data_volumes,
    new_instance,
    run_windows,
    swap_volume,
)
from rehearsal.world.ec2.instance_types import R5D_4XLARGE
from rehearsal.world.ec2.instances import Instance
from rehearsal.world.sql.groups.cluster import FailoverCluster
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.sql.preset import DatabaseSpec, GroupSpec
from rehearsal.world.sql.preset import build as build_failover_cluster
from rehearsal.world.storage.preset import Roles
from rehearsal.world.storage.preset import build as build_storage
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.world import World

DISPOSABLE = {"cachewarden:disposable": "true"}
TRIAL = "disposable_trial"
"""What the group and the database are called that CacheWarden-RecordPairFacts tries things on."""
TRIAL_GROUP = GroupSpec(name=TRIAL, databases=(DatabaseSpec(name=TRIAL, data_bytes=1 << 30, write_kb_s=0),))


def launch(
    world: World, name: str, *, volumes: int = len(DATA_DEVICES), tags: Mapping[str, str] | None = None
) -> Instance:
    """Windows without SQL Server, with blank volumes."""
    host = WindowsHost(world, name)
    for service in ("SQLSERVERAGENT", "MSSQLSERVER"):
        host.services.remove(service)
    return _run(world, host, volumes, tags or {})


def launch_pair(world: World, names: Sequence[str]) -> dict[str, Instance]:
    """A failover cluster of disposable nodes with the test group, which the first leads."""
    instances: dict[str, Instance] = {}
    hosts = [WindowsHost(world, name) for name in names]
    for host in hosts:
        instance = instances[host.name] = _run(world, host, 2, DISPOSABLE)
        devices = {device.serial: device for device in host.storage.devices.values()}
        tempdb, cache = (devices[serial] for serial in instance.instance_store_serials)
        data = tuple(devices[volume.serial] for volume in data_volumes(instance))
        swap = devices[swap_volume(instance).serial]
        build_storage(host.storage, Roles(data=data, swap=swap, cache=cache, tempdb=tempdb))
    form_pair(world, hosts)
    return instances


def form_pair(
    world: World, hosts: Sequence[WindowsHost], groups: Sequence[GroupSpec] = (TRIAL_GROUP,)
) -> FailoverCluster:
    """The failover cluster of two hosts with D: and S:; SYSTEM is a member of sysadmin, as RecordPairFacts asks for."""
    formed = build_failover_cluster(world, hosts, name="trial", groups=groups)
    for host in hosts:
        login = host.sql.logins.get(SYSTEM) if host.sql is not None else None
        assert login is not None
        login.roles.add("sysadmin")
    return formed


def data_volumes_of(instance: Instance) -> str:
    """Their ids, as a document takes them."""
    return ",".join(each.id for each in data_volumes(instance))


def swap_volume_of(instance: Instance) -> str:
    """Its id."""
    return swap_volume(instance).id


def _run(world: World, host: WindowsHost, volumes: int, tags: Mapping[str, str]) -> Instance:
    """The host on an instance of its own."""
    instance = new_instance(
        world,
        R5D_4XLARGE,
        zone="eu-west-1a",
        private_ip="10.0.9.10",
        tags={"Name": host.name, **tags},
        data_volumes=volumes,
        data_gib=DISPOSABLE_DATA_GIB,
    )
    run_windows(host, instance)
    return instance
