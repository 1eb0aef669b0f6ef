"""A new instance with its own EBS volumes, as a node and every other machine of a story is launched."""

from __future__ import annotations

from collections.abc import Mapping

from rehearsal.world.context import REGION
from rehearsal.world.ec2.disks import Volume
from rehearsal.world.ec2.instance_types import InstanceType
from rehearsal.world.ec2.instances import Instance, attach_new_volume
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.world import World

ROOT_GIB, SWAP_GIB = 100, 200
NODE_DATA_GIB, DISPOSABLE_DATA_GIB = 500, 100
"""Size of each data volume: of a node, and of a disposable instance."""
ROOT_DEVICE, SWAP_DEVICE = "/dev/sda1", "xvdh"
DATA_DEVICES = ("xvdf", "xvdg", "xvdi", "xvdj")
NODE_PROFILE = f"CacheWardenNode-{REGION}"
"""Role of the instance profile."""


def new_instance(
    world: World,
    kind: InstanceType,
    *,
    zone: str,
    private_ip: str,
    tags: Mapping[str, str],
    data_volumes: int = 2,
    data_gib: int = NODE_DATA_GIB,
) -> Instance:
    """Stopped, with root, blank data volumes and a blank Swap volume."""
    instance = Instance(
        world,
        instance_id=world.hex_id("i-"),
        kind=kind,
        zone=zone,
        private_ip=private_ip,
        profile_role=NODE_PROFILE,
        tags=tags,
    )
    attach_new_volume(world, instance, ROOT_GIB, ROOT_DEVICE, delete_on_termination=True)
    for device in DATA_DEVICES[:data_volumes]:
        attach_new_volume(world, instance, data_gib, device)
    attach_new_volume(world, instance, SWAP_GIB, SWAP_DEVICE)
    return instance


def run_windows(host: WindowsHost, instance: Instance) -> None:
    """The host runs on the instance, and both have been up for a while."""
    host.instance, instance.host = instance, host
    instance.run_from_the_start()
    host.run_from_the_start(instance.disks())


def data_volumes(instance: Instance) -> list[Volume]:
    """Those of `new_instance`."""
    return [each for each in instance.volumes if each.device in DATA_DEVICES]


def swap_volume(instance: Instance) -> Volume:
    """That of `new_instance`."""
    (swap,) = (each for each in instance.volumes if each.device == SWAP_DEVICE)
    return swap
