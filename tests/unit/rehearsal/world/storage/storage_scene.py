"""A node's storage in a world of its own, built as in the AWS paper, with what a test may do to it."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime

from rehearsal.kernel.clock import Clock
from rehearsal.kernel.faults import Fault, Faults
from rehearsal.kernel.trace import Trace
from rehearsal.world.ec2.disks import AttachedDisk
from rehearsal.world.settings import Settings
from rehearsal.world.storage import hardware, preset
from rehearsal.world.storage.enumerations import Usage
from rehearsal.world.storage.pools import pool_operations, repair
from rehearsal.world.storage.settings import SpaceDisk, StorageSettings
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.device import Device
from rehearsal.world.world import World

GIB = 1 << 30


def ebs(number: int, size_gib: int, device: str) -> AttachedDisk:
    return AttachedDisk(
        serial=f"vol{number:017x}_00000001.", size_bytes=size_gib * GIB, persistent=True,
        volume_id=f"vol-{number:017x}", device=device,
    )  # fmt: skip


def nvme(number: int) -> AttachedDisk:
    return AttachedDisk(
        serial=f"AWS{number:017X}_00000001.", size_bytes=300 * 10**9, persistent=False, volume_id=None, device=None
    )


EBS = (ebs(1, 100, "/dev/sda1"), ebs(2, 500, "xvdb"), ebs(3, 500, "xvdc"), ebs(4, 150, "xvdd"))
DATA, SWAP = EBS[1:3], EBS[3]


class Scene:
    """World, storage, and the disks by role. `first_nvme` counts up with every stop."""

    def __init__(self, *faults: Fault, build: bool = True, **settings: object) -> None:
        # Disks are online and leave at once unless the test is about that: these are the rules of pools.
        leaves_at_once = {"removal_pending_s": 0.0, "removed_disk_is_listed_until_refresh": False}
        settings = {"space_disk": SpaceDisk.ONLINE, **leaves_at_once, **settings}
        self.clock = Clock(datetime(2026, 2, 3, tzinfo=UTC), random.Random(1))
        self.world = World(
            self.clock, random.Random(2), Settings([StorageSettings(**settings)]), Trace(self.clock), Faults(faults)
        )
        self.storage = StorageSpaces(self.world, "SALES1")
        self.first_nvme = 1
        self.attached = list(EBS)
        with self.storage.building():
            hardware.plug_in(self.storage, self.disks(), cold=True)
            hardware.boot(self.storage)
        if build:
            self.built = preset.build(self.storage)
            self.pool, self.space = self.built.data_pool, self.built.data_disk

    def disks(self) -> list[AttachedDisk]:
        return [*self.attached, nvme(self.first_nvme), nvme(self.first_nvme + 1)]

    def device(self, serial: str) -> Device:
        found = self.storage.device_by_serial(serial)
        assert found is not None
        return found

    @property
    def cache(self) -> Device:
        device = self.built.roles.cache
        assert device is not None
        return device

    @property
    def swap(self) -> Device:
        return self.device(SWAP.serial)

    def play(self, function: Callable[[], object]) -> object:
        """Runs it as an actor to its end; what it raises is raised here."""
        actor = self.clock.spawn("test", function, on_error=lambda *_: None)
        self.clock.run_until(lambda: not actor.alive)
        if actor.error is not None:
            raise actor.error
        return actor.result

    def retire_nvme(self) -> None:
        """The usages that an evacuation sets before its repair."""
        pool_operations.set_disk(self.storage, self.swap, usage=Usage.JOURNAL)
        pool_operations.set_disk(self.storage, self.cache, usage=Usage.RETIRED)

    def repair(self) -> None:
        """Repair-VirtualDisk, waited for."""
        job = repair.start(self.storage, self.space)
        if job is not None:
            repair.wait(self.storage, self.space, job)

    def evacuate(self) -> None:
        """The whole evacuation."""

        def work() -> None:
            self.retire_nvme()
            self.repair()
            pool_operations.remove_disks(self.storage, self.pool, [self.cache])

        self.play(work)

    def stop_and_start(self) -> None:
        """Power off; the instance store is new and blank afterwards."""
        hardware.power_lost(self.storage)
        self.first_nvme += 2
        hardware.plug_in(self.storage, self.disks(), cold=True)
        hardware.boot(self.storage)

    def reboot(self) -> None:
        hardware.power_lost(self.storage)
        hardware.plug_in(self.storage, self.disks(), cold=False)
        hardware.boot(self.storage)

    def kinds(self) -> list[str]:
        return [event.kind for event in self.world.trace.events]
