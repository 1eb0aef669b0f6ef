"""Repair-VirtualDisk: extents leave Retired members, as a storage job that takes its time and can go wrong.

A disk that stops answering ends the jobs on it (`lose`).

Fault point `storage.repair` (context node, virtual_disk, source, target; `after` is the share of the bytes copied):
FAIL: the job ends in Exception there, what was moved stays moved, `error` is the StorageWMI number (4);
HANG: no progress from there on, for `seconds`, or for ever, with `error` `suspended` as a Suspended job; LATE: it takes
`seconds` longer; REPEAT: the job goes and another begins at 0 % with what is left;
LOST: the job vanishes there without a word (after=0: Repair returns at once and nothing is moved);
KILL: a disk dies there and the job with it, `error` says which: `source` (default) or `target`; with `error` `job` only
the job dies (state Killed).
"""

from __future__ import annotations

from collections.abc import Callable

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.enumerations import ExtentKind, JobState, Usage
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.pools import placement
from rehearsal.world.storage.spaces import StorageSpaces
from rehearsal.world.storage.state.device import Device
from rehearsal.world.storage.state.job import Move, StorageJob
from rehearsal.world.storage.state.pool import Member, Pool
from rehearsal.world.storage.state.virtual_disk import VirtualDisk

GIB = 1 << 30


def plan(storage: StorageSpaces, space: VirtualDisk) -> tuple[Move, ...]:
    """What has to leave Retired members and where it goes. Raises 50001 for a missing source, 40000 without room."""
    if storage.lost_extents(space) or space.content_lost:
        raise StorageError(50001)
    pool = storage.pools[space.pool_id]
    moves: list[Move] = []
    promised: dict[str, int] = {}

    def free(member: Member) -> int:
        return storage.free_bytes(member) - promised.get(member.device.unique_id, 0)

    for (device_id, kind), size in space.extents.items():
        if pool.members[device_id].usage is not Usage.RETIRED:
            continue
        taken = set(space.where(ExtentKind.DATA)) if kind is ExtentKind.DATA else set()
        target = placement.target_for(pool, kind, size, free, taken, storage.settings).device.unique_id
        promised[target] = promised.get(target, 0) + size
        moves.append(Move(source=device_id, target=target, kind=kind, size_bytes=size))
    return tuple(moves)


def start(storage: StorageSpaces, space: VirtualDisk, *, background: bool = False) -> StorageJob | None:
    """Begins to move, or joins the repair that runs. None when nothing has to move.

    Raises 50003 for a detached space, 48007 for a read-only pool, and what `plan` raises.
    """
    storage.settle()
    if not space.attached:
        raise StorageError(50003)
    if storage.pools[space.pool_id].is_read_only(storage.settings):
        raise StorageError(48007)
    running = storage.running_job(space)
    if running is not None:
        running.repeat_at_end = True
        return running
    moves = plan(storage, space)
    if not moves:
        return None
    serials = [(storage.devices[move.source].serial, storage.devices[move.target].serial) for move in moves]
    fault = storage.world.fault(
        "storage.repair",
        node=storage.node,
        virtual_disk=space.friendly_name,
        source=serials[0][0],
        target=serials[0][1],
    )
    job = _make(storage, space, moves, fault, background)
    storage.jobs[job.unique_id] = job
    storage.record(
        "repair-started", f"{space.friendly_name}: " + ", ".join(f"{a} → {b}" for a, b in serials),
        virtual_disk=space.unique_id, job=job.unique_id, total_bytes=job.total_bytes, moves=serials,
    )  # fmt: skip
    _watch_contention(storage)
    storage.contention.move(True)
    pace(storage, job)
    return job


def _watch_contention(storage: StorageSpaces) -> None:
    def changed() -> None:
        for job in list(storage.jobs.values()):
            pace(storage, job)

    if not storage.repair_is_paced:
        storage.repair_is_paced = True
        storage.contention.listeners.append(changed)


def pace(storage: StorageSpaces, job: StorageJob) -> None:
    """How fast the job is from now on: what is written to its disks slows it [write-cache#move-under-load]."""
    storage.settle()
    if job.is_over or job.state is not JobState.RUNNING:
        return
    speed = job.full_bytes_per_s * _pace_of_disks(storage, job) * storage.contention.repair_share
    if job.timer is not None:
        if speed == job.bytes_per_s or job.done_bytes >= job.limit_bytes:
            return
        job.timer.cancel()
    now, job.bytes_per_s = storage.world.clock.monotonic(), speed
    if not speed:
        job.started_s = now
        job.timer = storage.world.clock.call_later(
            storage.settings.repair_starts_again_s, lambda: _start_again(storage, job)
        )
        return
    job.started_s = now - job.done_bytes / speed
    job.timer = storage.world.clock.call_later((job.limit_bytes - job.done_bytes) / speed, _at_limit(storage, job))


def _pace_of_disks(storage: StorageSpaces, job: StorageJob) -> float:
    """What EC2 has made of the EBS disks that the extents come from or go to, compared with how they were built."""
    paces = storage.contention.paces
    if not paces:
        return 1.0
    disks = {storage.devices[each].serial for move in job.moves for each in (move.source, move.target)}
    return min((paces[serial] for serial in disks if serial in paces), default=1.0)


def _start_again(storage: StorageSpaces, job: StorageJob) -> None:
    """Another job begins at 0 % with what is left."""
    if not job.is_over and job.unique_id in storage.jobs:
        job.hidden = job.repeat_at_end = True
        finish(storage, job, JobState.COMPLETED)


def _make(
    storage: StorageSpaces, space: VirtualDisk, moves: tuple[Move, ...], fault: Fault | None, background: bool
) -> StorageJob:
    total = sum(move.size_bytes for move in moves)
    rate = GIB / storage.settings.copy_s_per_gib
    limit = total
    if fault is not None:
        if fault.kind is FaultKind.LATE:
            rate = total / (total / rate + fault.seconds)
        else:
            limit = int(total * fault.after)
    return StorageJob(
        unique_id=f"{{{storage.new_id('job')}}}",
        name=storage.settings.repair_job_name, pool_id=space.pool_id, virtual_disk_id=space.unique_id, moves=moves,
        total_bytes=total, full_bytes_per_s=rate, fault=fault, started_s=storage.world.clock.monotonic(),
        submitted_s=storage.world.clock.monotonic(), limit_bytes=limit,
        is_background=background,
    )  # fmt: skip


def _at_limit(storage: StorageSpaces, job: StorageJob) -> Callable[[], None]:
    def reached() -> None:
        if job.is_over or job.state is JobState.SHUTTING_DOWN or job.unique_id not in storage.jobs:
            return
        fault = job.fault
        # Its time is over: what the clock's resolution took off the last bytes is done, too.
        job.started_s -= 1 / job.bytes_per_s + 1e-6
        storage.settle()
        match None if fault is None else fault.kind:
            case None | FaultKind.LATE:
                finish(storage, job, JobState.COMPLETED)
            case FaultKind.FAIL:
                job.error_code = int((fault and fault.error) or 4)
                finish(storage, job, JobState.EXCEPTION)
            case FaultKind.HANG:
                if fault is not None and fault.error == "suspended":
                    job.state = JobState.SUSPENDED
                if fault is not None and fault.seconds:
                    storage.world.clock.call_later(fault.seconds, lambda: _go_on(storage, job))
            case FaultKind.LOST:
                job.hidden = True
                finish(storage, job, JobState.TERMINATED)
            case FaultKind.KILL if fault is not None and fault.error == "job":
                finish(storage, job, JobState.KILLED)
            case FaultKind.KILL:
                move = job.moves[0]
                device = storage.devices[move.target if fault and fault.error == "target" else move.source]
                lose(storage, device, destroyed=not device.persistent)
            case FaultKind.REPEAT:
                job.hidden = job.repeat_at_end = True
                finish(storage, job, JobState.COMPLETED)

    return reached


def _go_on(storage: StorageSpaces, job: StorageJob) -> None:
    if job.is_over or job.state is JobState.SHUTTING_DOWN or job.unique_id not in storage.jobs:
        return
    # No byte was moved while it stood still.
    job.started_s = storage.world.clock.monotonic() - job.done_bytes / (job.bytes_per_s or job.full_bytes_per_s)
    job.state, job.limit_bytes, job.fault, job.timer = JobState.RUNNING, job.total_bytes, None, None
    pace(storage, job)


def finish(storage: StorageSpaces, job: StorageJob, state: JobState) -> None:
    """The job is over. It stays listed for a while, then its object goes (DeleteOnCompletion)."""
    job.state = state
    job.ended_s = storage.world.clock.monotonic()
    job.limit_bytes = job.done_bytes
    if job.timer is not None:
        job.timer.cancel()
    space = storage.virtual_disks.get(job.virtual_disk_id)
    storage.record(
        "repair-ended", f"{space.friendly_name if space else 'space'}: repair {state.name.lower()} at {job.percent} %",
        virtual_disk=job.virtual_disk_id, job=job.unique_id, state=int(state), percent=job.percent,
        done_bytes=job.done_bytes, total_bytes=job.total_bytes,
    )  # fmt: skip
    storage.world.clock.call_later(
        storage.settings.job_lingers_s, lambda: storage.jobs.pop(job.unique_id, None), background=True
    )
    _let_go_of_leaving(storage, job)
    if state is JobState.COMPLETED and job.repeat_at_end and space is not None:
        _continue(storage, space, job)
    storage.contention.move(any(not other.is_over and not other.hidden for other in storage.jobs.values()))
    storage.job_ended.notify()


def _continue(storage: StorageSpaces, space: VirtualDisk, job: StorageJob) -> None:
    try:
        start(storage, space, background=job.is_background)
    except StorageError as error:
        storage.record("repair-refused", str(error), virtual_disk=space.unique_id, number=error.number)


def _let_go_of_leaving(storage: StorageSpaces, job: StorageJob) -> None:
    pool = storage.pools.get(job.pool_id)
    if pool is None:
        return
    for move in job.moves:
        source = pool.members.get(move.source)
        if source is not None and source.usage is Usage.RETIRED and not storage.allocated_bytes(move.source):
            source.has_copy = False  # [storage-pools#quorum]
    for member in list(pool.members.values()):
        if member.leaving and not storage.allocated_bytes(member.device.unique_id):
            leave(storage, pool, member.device)


def leave(storage: StorageSpaces, pool: Pool, device: Device) -> None:
    """The disk is out: blank, with the hardware's own name and media type again [storage-pools#names-after-leaving]."""
    member = pool.members.pop(device.unique_id)
    if storage.settings.removed_disk_is_listed_until_refresh and device.present and not storage.being_built:
        storage.listed_still[device.unique_id] = pool, member
    if device.present:
        device.wipe()
        if not storage.settings.leaving_reverts_names:
            device.hardware_name, device.known_media = member.shown_name, member.shown_media
    storage.record(
        "disk-removed", f"{device.serial} left {pool.friendly_name}", pool=pool.unique_id, serial=device.serial
    )


def wait(storage: StorageSpaces, space: VirtualDisk, job: StorageJob) -> None:
    """Blocks until the repair (and what was asked for meanwhile) is over; raises what it failed with."""
    current: StorageJob | None = job
    while current is not None:
        while not current.is_over and storage.running:
            storage.job_ended.wait()
        if current.state in (JobState.EXCEPTION, JobState.KILLED):
            raise StorageError(current.error_code or 4)
        current = storage.running_job(space)


def stop(storage: StorageSpaces, job: StorageJob) -> None:
    """Stop-StorageJob asks for an orderly end, which comes later; what was moved stays moved."""
    storage.settle()
    if job.is_over or job.state is JobState.SHUTTING_DOWN:
        return
    job.state = JobState.SHUTTING_DOWN
    job.limit_bytes = job.done_bytes

    def ended() -> None:
        if not job.is_over and job.unique_id in storage.jobs:
            finish(storage, job, JobState.TERMINATED)

    storage.world.clock.call_later(storage.settings.job_stops_s, ended)


def abandon(storage: StorageSpaces, space: VirtualDisk) -> None:
    """The space is being deleted: its jobs go with it."""
    for job in list(storage.jobs.values()):
        if job.virtual_disk_id == space.unique_id and not job.is_over:
            finish(storage, job, JobState.KILLED)


# -- a disk is gone --------------------------------------------------------------------------------------------------


def lose(storage: StorageSpaces, device: Device, *, destroyed: bool = False) -> None:
    """A disk stops answering while Windows runs. `destroyed`: for good (an NVMe device that failed)."""
    storage.settle()
    device.present = False
    if device.pool_id is None:
        letters.release(storage, device.content)
    if destroyed:
        destroy(storage, device)
    pool = storage.pool_of(device)
    if pool is not None and not pool.quorate(storage.settings):
        pool.read_only_after_loss = True
    for job in list(storage.jobs.values()):
        if not job.is_over and any(device.unique_id in (move.source, move.target) for move in job.moves):
            job.error_code = 50001
            finish(storage, job, JobState.EXCEPTION)
    for space in storage.virtual_disks.values():
        if space.attached and space.bytes_on(device.unique_id):
            letters.io_errors(storage, space.content)
    storage.record("disk-lost", f"{device.serial} doesn't answer any more", serial=device.serial, destroyed=destroyed)


def destroy(storage: StorageSpaces, device: Device) -> None:
    """The disk is gone for good; virtual disks with extents on it can't be read any more."""
    device.destroyed = True
    device.wipe()
    for space in storage.virtual_disks.values():
        if not space.bytes_on(device.unique_id) or space.content_lost:
            continue
        space.content_lost = True
        if any(member.device.persistent for member in storage.pools[space.pool_id].members.values()):
            storage.record(
                "data-lost", f"{space.friendly_name} can't be read any more: {device.serial} is gone",
                virtual_disk=space.unique_id, name=space.friendly_name, serial=device.serial,
                cache_bytes=space.bytes_on(device.unique_id, ExtentKind.CACHE),
                data_bytes=space.bytes_on(device.unique_id, ExtentKind.DATA),
            )  # fmt: skip
