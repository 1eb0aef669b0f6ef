"""Instances beside the cluster, as they are launched: their own disks and volumes, and nothing of CacheWarden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rehearsal.world.context import REGION
from rehearsal.world.ec2.instance_types import R5D_4XLARGE
from rehearsal.world.ec2.instances import Instance, attach_new_volume
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.sql.preset import DatabaseSpec, GroupSpec
from rehearsal.world.sql.preset import build as build_failover_cluster
from rehearsal.world.storage.preset import Roles
from rehearsal.world.storage.preset import build as build_storage
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.world import World

ROOT_GIB, DATA_GIB, SWAP_GIB = 100, 100, 200
DATA_DEVICES, SWAP_DEVICE = ("xvdf", "xvdg", "xvdi", "xvdj"), "xvdh"
DISPOSABLE = {"cachewarden:disposable": "true"}
TRIAL = "disposable_trial"
"""What the group and the database are called that CacheWarden-RecordPairFacts tries things on."""


def launch(
    world: World, name: str, *, data_volumes: int = len(DATA_DEVICES), tags: Mapping[str, str] | None = None
) -> Instance:
    """Windows without SQL Server, with blank volumes."""
    host = WindowsHost(world, name)
    for service in ("SQLSERVERAGENT", "MSSQLSERVER"):
        host.services.remove(service)
    return _run(world, host, data_volumes, tags or {})


def launch_pair(world: World, names: Sequence[str]) -> dict[str, Instance]:
    """A failover cluster of disposable nodes with the test group, which the first leads."""
    instances: dict[str, Instance] = {}
    hosts = [WindowsHost(world, name) for name in names]
    for host in hosts:
        instance = instances[host.name] = _run(world, host, 2, DISPOSABLE)
        devices = {device.serial: device for device in host.storage.devices.values()}
        tempdb, cache = (devices[serial] for serial in instance.instance_store_serials)
        _, data_1, data_2, swap = (devices[volume.serial] for volume in instance.volumes)
        build_storage(host.storage, Roles(data=(data_1, data_2), swap=swap, cache=cache, tempdb=tempdb))
    group = GroupSpec(name=TRIAL, databases=(DatabaseSpec(name=TRIAL, data_bytes=1 << 30, write_kb_s=0),))
    build_failover_cluster(world, hosts, name="trial", groups=[group])
    for host in hosts:
        login = host.sql.logins.get(SYSTEM) if host.sql is not None else None
        assert login is not None
        login.roles.add("sysadmin")
    return instances


def data_volumes_of(instance: Instance) -> str:
    """Their ids, as a document takes them."""
    return ",".join(each.id for each in instance.volumes if each.device in DATA_DEVICES)


def swap_volume_of(instance: Instance) -> str:
    """Its id."""
    (swap,) = (each.id for each in instance.volumes if each.device == SWAP_DEVICE)
    return swap


def _run(world: World, host: WindowsHost, data_volumes: int, tags: Mapping[str, str]) -> Instance:
    """The host on an instance of its own, up for a while."""
    instance = Instance(
        world,
        instance_id=world.hex_id("i-"),
        kind=R5D_4XLARGE,
        zone="eu-west-1a",
        private_ip="10.0.9.10",
        profile_role=f"CacheWardenNode-{REGION}",
        tags={"Name": host.name, **tags},
    )
    attach_new_volume(world, instance, ROOT_GIB, "/dev/sda1", delete_on_termination=True)
    for device in DATA_DEVICES[:data_volumes]:
        attach_new_volume(world, instance, DATA_GIB, device)
    attach_new_volume(world, instance, SWAP_GIB, SWAP_DEVICE)
    host.instance, instance.host = instance, host
    instance.run_from_the_start()
    host.run_from_the_start(instance.disks())
    return instance
