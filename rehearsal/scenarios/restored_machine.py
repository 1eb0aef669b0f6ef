"""The machine that an instance becomes which boots from a root volume made from a snapshot: a copy of another."""

from __future__ import annotations

from collections.abc import Callable

from rehearsal.world.ec2.instances import Host, Instance
from rehearsal.world.storage.images import DiskImage
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.windows.installation import Installation, install
from rehearsal.world.world import World


def restored_machine(world: World) -> Callable[[object, Instance], Host | None]:
    """Makes it from what the root volume holds. Nothing else reaches it by the name of the machine that it copies."""

    def made(image: object, instance: Instance) -> Host | None:
        if not isinstance(image, DiskImage) or not isinstance(image.machine, Installation):
            return instance.host
        host = WindowsHost(world, f"{image.machine.computer_name} on {instance.id}")
        host.instance = instance
        install(world, host, image.machine)
        return host

    return made
