"""A Windows server in a world of its own, its storage built as in the AWS paper unless a test says otherwise."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from rehearsal.kernel.clock import Clock
from rehearsal.kernel.faults import Fault, Faults
from rehearsal.kernel.trace import Trace
from rehearsal.world.ec2.disks import AttachedDisk
from rehearsal.world.latency import Latencies
from rehearsal.world.settings import Settings
from rehearsal.world.storage import preset
from rehearsal.world.storage.settings import StorageSettings
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.windows.settings import WindowsSettings
from rehearsal.world.world import World

GIB = 1 << 30


def _ebs(number: int, size_gib: int, device: str) -> AttachedDisk:
    return AttachedDisk(
        serial=f"vol{number:017x}_00000001.", size_bytes=size_gib * GIB, persistent=True,
        volume_id=f"vol-{number:017x}", device=device,
    )  # fmt: skip


def _nvme(number: int) -> AttachedDisk:
    return AttachedDisk(
        serial=f"AWS{number:017X}_00000001.", size_bytes=300 * 10**9, persistent=False, volume_id=None, device=None
    )


EBS = (_ebs(1, 100, "/dev/sda1"), _ebs(2, 500, "xvdb"), _ebs(3, 500, "xvdc"), _ebs(4, 150, "xvdd"))


class WindowsScene:
    """World and host; up from the start."""

    def __init__(self, *faults: Fault, build: bool = True, storage: dict[str, Any] | None = None) -> None:
        self.clock = Clock(datetime(2026, 2, 3, tzinfo=UTC), random.Random(1))
        parts = [StorageSettings(**(storage or {})), WindowsSettings(), Latencies(spread=0)]
        self.world = World(self.clock, random.Random(2), Settings(parts), Trace(self.clock), Faults(faults))
        self.host = WindowsHost(self.world, "SALES1")
        self.nvme = 1
        self.host.run_from_the_start(self.disks())
        if build:
            self.built = preset.build(self.host.storage)

    def disks(self) -> list[AttachedDisk]:
        return [*EBS, _nvme(self.nvme), _nvme(self.nvme + 1)]

    def play(self, function: Callable[..., Any], *args: Any) -> Any:
        """Runs it as an actor of nobody's to its end; what it raises is raised here."""
        actor = self.clock.spawn("test", function, *args, on_error=lambda *_: None)
        self.clock.run_until(lambda: not actor.alive)
        if actor.error is not None:
            raise actor.error
        return actor.result

    def cold_start(self) -> None:
        """EC2 starts it after a stop: power, new instance store."""
        self.nvme += 2
        self.host.power_on(self.disks())

    def kinds(self) -> list[str]:
        return [event.kind for event in self.world.trace.events]
