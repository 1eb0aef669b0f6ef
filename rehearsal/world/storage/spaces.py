"""The storage of one Windows host: devices, pools, virtual disks, jobs, drive letters.

Invariant: what is on a disk belongs to the disk. An instance-store disk that a stop took away is destroyed with all its
extents; an EBS volume that is away comes back as it was. What happens to this state is in modules of its own: hardware
(power, plugging), attachment, repair, and the operations named after their objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from rehearsal.kernel.clock import Signal
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.kernel.trace import TraceEvent
from rehearsal.world.context import RunContext
from rehearsal.world.storage.enumerations import ExtentKind
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.settings import StorageSettings
from rehearsal.world.storage.state.content import Partition
from rehearsal.world.storage.state.contention import Contention
from rehearsal.world.storage.state.device import Device, guid
from rehearsal.world.storage.state.job import StorageJob
from rehearsal.world.storage.state.os_disk import OsDisk
from rehearsal.world.storage.state.pool import Member, Pool
from rehearsal.world.storage.state.virtual_disk import VirtualDisk


class StorageSpaces:
    """The state, and the questions that can be asked of it. `node` is the computer's name."""

    def __init__(self, world: RunContext, node: str) -> None:
        self.world = world
        self.node = node
        self.settings = world.settings.part(StorageSettings)
        self.devices: dict[str, Device] = {}
        self.pools: dict[str, Pool] = {}
        self.virtual_disks: dict[str, VirtualDisk] = {}
        self.jobs: dict[str, StorageJob] = {}
        self.subsystem_id = f"{{{guid(node, 'subsystem')}}}"
        self.cluster_name: str | None = None
        """Name of the failover cluster this node belongs to: it then has a second subsystem
        [failover-cluster#storage-views]."""
        self.other_nodes: Callable[[], Iterable[StorageSpaces]] = tuple
        """The storage of the failover cluster's other nodes, by their names."""
        self.automatic_clustering = self.settings.automatic_clustering
        self.new_disk_policy = 2
        self.running = False
        self.off_since: datetime | None = None
        """When Windows went off last."""
        self.boots = 0
        self.letters: dict[str, tuple[Device | VirtualDisk, Partition]] = {}
        """Letters in force; letters.py alone changes it."""
        self.foreign_letters: set[str] = set()
        """Letters of volumes outside the model (one that EC2Launch made): their root exists."""
        self.empty_drive_letters: set[str] = set()
        """Letters of drives without a medium: taken, but no path on them exists."""
        self.job_ended = Signal(world.clock)
        self.contention = Contention(self.settings)
        self.repair_is_paced = False
        """Repairs hear of what is written to their disks."""
        self.interrupted_repairs: set[str] = set()
        self.listed_still: dict[str, tuple[Pool, Member]] = {}
        """Disks that left their pool, which the provider's cache still has as its members
        [write-cache#removed-disk-listed]."""
        self.on_volume_gone: list[Callable[[str], None]] = []
        self.on_volume_back: list[Callable[[str], None]] = []
        self.being_built = False
        """A story's beginning is being built: no fault happens, none of its occurrences is counted."""
        self._made = 0

    # -- saying what happened -----------------------------------------------------------------------------------------

    def record(self, kind: str, text: str, **facts: Any) -> TraceEvent:
        """Writes a trace event and lets the invariants look. `kind` is without its `storage.` prefix in the trace."""
        event = self.world.trace.record("storage", kind, text, node=self.node, **facts)
        self.world.checkpoint(f"storage.{kind}", node=self.node, storage=self, **facts)
        return event

    def check_fault(self, operation: str, **context: Any) -> Fault | None:
        """Fault points `storage.<operation>`: FAIL raises the error with the number `error`, else 4.

        Other faults are the operation's own business.
        """
        if self.being_built:
            return None
        fault = self.world.fault(f"storage.{operation}", node=self.node, **context)
        if fault is not None and fault.kind is FaultKind.FAIL:
            raise StorageError(int(fault.error or 4), "planned fault")
        return fault

    def new_id(self, what: str) -> str:
        """The next identifier of an object made here; the same in every run of the same events."""
        self._made += 1
        return guid(self.node, what, self._made)

    @contextmanager
    def building(self) -> Iterator[None]:
        """What is done inside is how the story's world begins, not part of the story."""
        before, self.being_built = self.being_built, True
        try:
            yield
        finally:
            self.being_built = before

    # -- looking things up --------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Brings extents and jobs up to this instant; everything that reads state calls it first."""
        now = self.world.clock.monotonic()
        for job in self.jobs.values():
            if not job.is_over:
                self._advance(job, now)

    def _advance(self, job: StorageJob, now_s: float) -> None:
        reached = job.reached(now_s)
        if reached <= job.done_bytes:
            return
        space = self.virtual_disks.get(job.virtual_disk_id)
        skip, todo = job.done_bytes, reached - job.done_bytes
        job.done_bytes = reached
        for move in job.moves:
            if skip >= move.size_bytes:
                skip -= move.size_bytes
                continue
            part = min(move.size_bytes - skip, todo)
            if part and space is not None:
                space.move(move.source, move.target, move.kind, part)
            todo -= part
            skip = 0
            if not todo:
                break

    def visible_pools(self) -> list[Pool]:
        """Concrete pools of which at least one disk is here."""
        return [pool for pool in self.pools.values() if pool.is_visible]

    def visible_virtual_disks(self) -> list[VirtualDisk]:
        """Virtual disks of the visible pools, pool by pool."""
        return [self.virtual_disks[i] for pool in self.visible_pools() for i in pool.virtual_disk_ids]

    def pool_of(self, device: Device) -> Pool | None:
        """The pool that lists the disk, whether the disk is here or not."""
        for pool in self.pools.values():
            if device.unique_id in pool.members:
                return pool
        return None

    def listed_members(self, pool: Pool) -> list[Device]:
        """The pool's members as the storage provider lists them."""
        still = [member.device for listed, member in self.listed_still.values() if listed is pool]
        return [*(member.device for member in pool.members.values()), *still]

    def member(self, device_id: str) -> Member | None:
        """The disk's entry in its pool's metadata."""
        for pool in self.pools.values():
            if device_id in pool.members:
                return pool.members[device_id]
        return None

    def listed_devices(self) -> list[Device]:
        """What Get-PhysicalDisk would list: all disks that are here, and the lost members of visible pools."""
        lost = {m.device.unique_id for pool in self.visible_pools() for m in pool.lost_members}
        return [device for device in self.devices.values() if device.present or device.unique_id in lost]

    def device_by_serial(self, serial: str) -> Device | None:
        """The disk with this serial number that is here, else the last one that was."""
        found = [device for device in self.devices.values() if device.serial == serial]
        return next((device for device in found if device.present), found[-1] if found else None)

    def spaces_of(self, pool: Pool) -> list[VirtualDisk]:
        return [self.virtual_disks[i] for i in pool.virtual_disk_ids]

    def running_job(self, space: VirtualDisk) -> StorageJob | None:
        """The repair of this space that goes on now."""
        for job in self.jobs.values():
            if job.virtual_disk_id == space.unique_id and not job.is_over and not job.hidden:
                return job
        return None

    # -- capacity -----------------------------------------------------------------------------------------------------

    def pooled_bytes(self, member: Member) -> int:
        """The size that Windows shows of a disk while it is in a pool."""
        return max(0, member.device.size_bytes - self.settings.pooled_disk_loss_bytes)

    def usable_bytes(self, member: Member) -> int:
        """What virtual disks may take of a member: whole slabs behind the pool's metadata."""
        slab = self.settings.slab_bytes
        return max(0, (self.pooled_bytes(member) - self.settings.disk_metadata_bytes) // slab * slab)

    def allocated_bytes(self, device_id: str) -> int:
        """Bytes of all spaces on one disk."""
        return sum(space.bytes_on(device_id) for space in self.virtual_disks.values())

    def shown_allocated_bytes(self, device_id: str) -> int:
        """What AllocatedSize shows of it: with or without cache [write-cache#allocated]."""
        kind = None if self.settings.allocated_counts_cache else ExtentKind.DATA
        return sum(space.bytes_on(device_id, kind) for space in self.virtual_disks.values())

    def footprint_bytes(self, device_id: str) -> int:
        """What VirtualDiskFootprint shows: with or without cache [write-cache#footprint]."""
        kind = None if self.settings.footprint_counts_cache else ExtentKind.DATA
        return sum(space.bytes_on(device_id, kind) for space in self.virtual_disks.values())

    def free_bytes(self, member: Member) -> int:
        return self.usable_bytes(member) - self.allocated_bytes(member.device.unique_id)

    # -- health -------------------------------------------------------------------------------------------------------

    def lost_extents(self, space: VirtualDisk) -> list[tuple[str, ExtentKind]]:
        """Extents that can't be read now: their disk isn't here."""
        return [key for key in space.extents if not self.devices[key[0]].present]

    def destroyed_extents(self, space: VirtualDisk) -> list[tuple[str, ExtentKind]]:
        """Extents that can never be read again."""
        return [key for key in space.extents if self.devices[key[0]].destroyed]

    def is_readable(self, space: VirtualDisk) -> bool:
        """Attached, and every block of it is there."""
        return space.attached and not space.content_lost and not self.lost_extents(space)

    # -- disks as Windows numbers them --------------------------------------------------------------------------------

    def os_disks(self) -> list[OsDisk]:
        """The disks of Get-Disk: un-pooled devices and attached spaces, by number."""
        disks = [
            OsDisk(number=device.device_id, owner=device)
            for device in self.devices.values()
            if device.present and device.pool_id is None
        ]
        disks += [
            OsDisk(number=space.disk_number, owner=space)
            for space in self.virtual_disks.values()
            if space.attached and space.disk_number is not None
        ]
        return sorted(disks, key=lambda disk: disk.number)

    def next_disk_number(self) -> int:
        """The lowest number above those of all physical disks that is free."""
        taken = {device.device_id for device in self.devices.values() if device.present}
        taken |= {space.disk_number for space in self.virtual_disks.values() if space.disk_number is not None}
        return next(number for number in range(len(taken) + 1) if number not in taken)
