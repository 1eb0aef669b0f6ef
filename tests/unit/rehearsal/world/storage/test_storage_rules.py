"""Rules of Storage Spaces (docs/reference/storage-pools.md, write-cache.md), each at the model itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from storage_scene import DATA, EBS, GIB, SWAP, Scene, ebs, nvme

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import facts, hardware, preset
from rehearsal.world.storage.disks import disk_operations, letters
from rehearsal.world.storage.enumerations import (
    CannotPool,
    DetachedReason,
    ExtentKind,
    Health,
    JobState,
    Media,
    Operational,
    PartitionStyle,
    ReadOnlyReason,
    Usage,
)
from rehearsal.world.storage.errors import StorageError
from rehearsal.world.storage.pools import health, pool_operations, repair, virtual_disk_operations
from rehearsal.world.storage.settings import FormatInUse, QuorumCount, SpaceDisk
from rehearsal.world.uncertain_facts import uncertain_facts


def refused(number: int, function, *args, **named) -> None:
    with pytest.raises(StorageError) as caught:
        function(*args, **named)
    assert caught.value.number == number


# which disk may join a pool


def test_r1_a_blank_disk_outside_of_pools_can_be_pooled_and_others_say_why_not():
    scene = Scene(build=False)
    system, data = scene.device(EBS[0].serial), scene.device(DATA[0].serial)
    assert health.reasons_against(scene.storage, data) == ()
    assert health.reasons_against(scene.storage, system) == (CannotPool.INSUFFICIENT_CAPACITY,)
    data.offline = True
    assert health.reasons_against(scene.storage, data) == (CannotPool.OFFLINE,)
    data.offline = False
    pool_operations.create(scene.storage, "Data", [data])
    assert health.reasons_against(scene.storage, data) == (CannotPool.IN_A_POOL,)
    scene.attached.append(ebs(9, 3, "xvdz"))
    scene.reboot()
    assert health.reasons_against(scene.storage, scene.device(ebs(9, 3, "").serial)) == (
        CannotPool.INSUFFICIENT_CAPACITY,
    )


def test_r1_a_formatted_disk_is_refused_for_a_pool():
    scene = Scene(build=False)
    disk = next(d for d in scene.storage.os_disks() if d.device is scene.device(DATA[0].serial))
    disk_operations.initialize(scene.storage, disk, PartitionStyle.GPT)
    disk_operations.new_partition(scene.storage, disk, size=None, use_maximum=True)
    refused(51000, pool_operations.create, scene.storage, "Data", [disk.device])


# usage and media type


def test_r2_usage_changes_only_for_members_of_a_writable_pool():
    scene = Scene()
    outside = hardware_disk = scene.device(EBS[0].serial)
    assert hardware_disk.pool_id is None
    refused(1, pool_operations.set_disk, scene.storage, outside, usage=Usage.RETIRED)
    pool_operations.set_read_only(scene.storage, scene.pool, True)
    refused(48007, pool_operations.set_disk, scene.storage, scene.swap, usage=Usage.JOURNAL)
    pool_operations.set_read_only(scene.storage, scene.pool, False)
    pool_operations.set_disk(scene.storage, scene.swap, usage=Usage.JOURNAL)
    assert scene.pool.members[scene.swap.unique_id].usage is Usage.JOURNAL


# where data and cache go


def test_r3_data_lies_on_auto_select_disks_and_cache_on_the_journal_disk():
    scene = Scene()
    by_serial = {scene.storage.devices[i].serial: size for i, size in scene.space.where(ExtentKind.DATA).items()}
    assert set(by_serial) == {disk.serial for disk in DATA}
    assert len(set(by_serial.values())) == 1
    (place,) = facts.cache_places(scene.storage, scene.space)
    assert (place.serial, place.size_bytes) == (scene.cache.serial, 100 * GIB)


def test_r3_sizes_are_rounded_up_to_slabs():
    scene = Scene(build=False)
    devices = [scene.device(disk.serial) for disk in DATA]
    pool = pool_operations.create(scene.storage, "Data", devices)
    space = virtual_disk_operations.create(
        scene.storage, pool, "X", size=10 * GIB + 1, use_maximum=False, resiliency="Simple", write_cache=0
    )
    assert space.size_bytes == 10 * GIB + 2 * 256 * 2**20


def test_r3_cache_larger_than_the_journal_disk_is_refused_under_both_error_numbers():
    for number in (50005, 40000):
        scene = Scene(build=False, write_cache_too_large_error=number)
        with pytest.raises(StorageError) as caught:
            preset.build(scene.storage, cache_bytes=400 * GIB)
        assert caught.value.number == number


def test_r3_an_ssd_without_usage_journal_takes_the_cache_only_when_no_journal_exists():
    scene = Scene(build=False)
    devices = [scene.device(disk.serial) for disk in DATA]
    pool = pool_operations.create(scene.storage, "Data", devices, media=Media.HDD)
    arguments = {"size": 10 * GIB, "use_maximum": False, "resiliency": "Simple", "write_cache": GIB}
    refused(50005, virtual_disk_operations.create, scene.storage, pool, "X", **arguments)
    pool_operations.set_disk(scene.storage, devices[0], media=Media.SSD)
    space = virtual_disk_operations.create(scene.storage, pool, "X", **arguments)
    assert space.where(ExtentKind.CACHE) == {devices[0].unique_id: GIB}


def test_r3_without_an_auto_select_disk_a_space_is_refused():
    scene = Scene(build=False)
    pool = pool_operations.create(scene.storage, "Data", [scene.device(DATA[0].serial)])
    pool_operations.set_disk(scene.storage, scene.device(DATA[0].serial), usage=Usage.RETIRED)
    refused(
        48011, virtual_disk_operations.create, scene.storage, pool, "X",
        size=GIB, use_maximum=False, resiliency="Simple", write_cache=0,
    )  # fmt: skip


# health, reboots, stops


def test_r4_a_pool_that_lost_a_minority_is_degraded_and_one_that_lost_half_is_read_only():
    scene = Scene()
    scene.stop_and_start()
    assert scene.pool.health(scene.storage.settings) == (Health.WARNING, (Operational.DEGRADED,))
    scene.attached.remove(DATA[0])
    scene.reboot()
    state, operational = scene.pool.health(scene.storage.settings)
    assert state is Health.UNKNOWN and Operational.READ_ONLY in operational
    assert scene.pool.read_only_reason(scene.storage.settings) is ReadOnlyReason.MAJORITY_DISKS_UNHEALTHY
    refused(48007, virtual_disk_operations.remove, scene.storage, scene.space)


def test_r4_half_of_the_disks_is_enough_where_the_tie_setting_says_so():
    scene = Scene(quorum_tie_keeps_pool=True)
    scene.stop_and_start()
    scene.attached.remove(DATA[0])
    scene.reboot()
    assert scene.pool.health(scene.storage.settings)[0] is Health.WARNING


def test_r4_a_pool_that_lost_quorum_stays_read_only_until_told_otherwise():
    scene = Scene()
    for disk in DATA:
        scene.attached.remove(disk)
    scene.reboot()
    scene.attached.extend(DATA)
    scene.reboot()
    assert scene.pool.is_read_only(scene.storage.settings)
    pool_operations.set_read_only(scene.storage, scene.pool, False)
    assert not scene.pool.is_read_only(scene.storage.settings)


def test_nothing_is_attached_out_of_a_read_only_pool():
    scene = Scene()
    virtual_disk_operations.disconnect(scene.storage, scene.space)
    pool_operations.set_read_only(scene.storage, scene.pool, True)
    refused(48007, virtual_disk_operations.connect, scene.storage, scene.space)
    pool_operations.set_read_only(scene.storage, scene.pool, False)
    virtual_disk_operations.connect(scene.storage, scene.space)
    assert letters.is_readable(scene.storage, "D")


@pytest.mark.parametrize("incomplete", [False, True])
@pytest.mark.parametrize("unhealthy", [False, True])
def test_r5_a_lost_cache_detaches_the_space_for_good(incomplete: bool, unhealthy: bool):
    scene = Scene(lost_reason_is_incomplete=incomplete, detached_health_is_unhealthy=unhealthy)
    scene.stop_and_start()
    wanted = DetachedReason.INCOMPLETE if incomplete else DetachedReason.MAJORITY_DISKS_UNHEALTHY
    assert scene.space.detached_reason is wanted
    assert health.space_health(scene.storage, scene.space) == (
        Health.UNHEALTHY if unhealthy else Health.UNKNOWN,
        (Operational.DETACHED,),
    )
    refused(50003, virtual_disk_operations.connect, scene.storage, scene.space)
    refused(50003, repair.start, scene.storage, scene.space)
    assert not letters.is_readable(scene.storage, "D")
    assert facts.data_loss(scene.storage) == ("WCDB",)
    assert not facts.holdings(scene.storage, scene.space).recoverable
    assert "data-lost" in scene.kinds()


def test_r5_a_disk_lost_while_attached_gives_io_errors_and_no_redundancy():
    scene = Scene()
    gone: list[str] = []
    scene.storage.on_volume_gone.append(gone.append)
    repair.lose(scene.storage, scene.cache, destroyed=True)
    assert health.space_health(scene.storage, scene.space) == (Health.UNHEALTHY, (Operational.NO_REDUNDANCY,))
    assert gone == ["D"] and not letters.is_readable(scene.storage, "D")
    refused(50001, repair.start, scene.storage, scene.space)


def test_r11_a_reboot_keeps_everything_but_the_disk_numbers():
    scene = Scene()
    scene.reboot()
    assert health.space_health(scene.storage, scene.space)[0] is Health.HEALTHY
    assert letters.is_readable(scene.storage, "D") and letters.is_readable(scene.storage, "S")
    assert facts.bytes_at_risk(scene.storage) == 100 * GIB


@pytest.mark.parametrize(
    ("space_disk", "at_first", "later"),
    [
        (SpaceDisk.OFFLINE_AT_EVERY_START, True, True),
        (SpaceDisk.OFFLINE_WHEN_NEW, True, False),
        (SpaceDisk.ONLINE, False, False),
    ],
)
def test_san_policy_says_when_the_disk_of_a_space_comes_up_offline_and_read_only(space_disk, at_first, later):
    scene = Scene(build=False, space_disk=space_disk)
    devices = [device for device in scene.storage.devices.values() if device.persistent and not device.is_system]
    pool = pool_operations.create(scene.storage, "Data", devices[:1])
    space = virtual_disk_operations.create(
        scene.storage, pool, "WCDB", size=None, use_maximum=True, resiliency="Simple", write_cache=0
    )
    assert (space.offline, space.read_only) == (at_first, at_first)
    space.offline = space.read_only = False
    scene.reboot()
    assert (space.offline, space.read_only) == (later, later)


def test_r11_manual_attach_leaves_a_space_detached_by_policy():
    scene = Scene()
    scene.space.is_manual_attach = True
    scene.reboot()
    assert scene.space.detached_reason is DetachedReason.BY_POLICY
    virtual_disk_operations.connect(scene.storage, scene.space)
    assert letters.is_readable(scene.storage, "D")


def test_r11_stop_and_start_replaces_the_instance_store_and_the_tempdb_pool_is_gone():
    scene = Scene()
    old = scene.cache.serial
    scene.stop_and_start()
    assert [pool.friendly_name for pool in scene.storage.visible_pools()] == ["Data"]
    assert old in [device.serial for device in scene.storage.listed_devices()]
    lost = scene.device(old)
    assert health.device_health(scene.storage, lost) == (Health.WARNING, (Operational.LOST_COMMUNICATION,))
    assert health.can_pool(scene.storage, scene.device(nvme(3).serial))


def test_r11_after_an_evacuation_stop_and_start_loses_nothing():
    scene = Scene()
    scene.evacuate()
    assert facts.bytes_at_risk(scene.storage) == 0
    scene.stop_and_start()
    assert letters.is_readable(scene.storage, "D") and "data-lost" not in scene.kinds()
    assert scene.pool.health(scene.storage.settings) == (Health.HEALTHY, (Operational.OK,))


# repairs


def test_r6_a_repair_takes_four_seconds_per_gib_of_configured_cache():
    scene = Scene()

    def work() -> float:
        scene.retire_nvme()
        begun = scene.clock.monotonic()
        scene.repair()
        return scene.clock.monotonic() - begun

    assert scene.play(work) == pytest.approx(400)
    (place,) = facts.cache_places(scene.storage, scene.space)
    assert place.serial == SWAP.serial and place.persistent


def test_r6_usages_changed_after_the_start_are_honoured_by_the_next_repair():
    scene = Scene()

    def work() -> None:
        scene.retire_nvme()
        repair.start(scene.storage, scene.space)
        scene.clock.sleep(100)
        pool_operations.set_disk(scene.storage, scene.cache, usage=Usage.JOURNAL)
        pool_operations.set_disk(scene.storage, scene.swap, usage=Usage.RETIRED)
        scene.repair()

    scene.play(work)
    (place,) = facts.cache_places(scene.storage, scene.space)
    assert place.serial == scene.cache.serial and place.size_bytes == 100 * GIB


@pytest.mark.parametrize(
    ("shows", "status"),
    [(True, (Health.WARNING, (Operational.IN_SERVICE,))), (False, (Health.HEALTHY, (Operational.OK,)))],
)
def test_r6_progress_shows_in_extents_while_it_goes_on(shows, status):
    scene = Scene(repair_shows_in_service=shows)
    scene.retire_nvme()
    job = repair.start(scene.storage, scene.space)
    scene.clock.run_until(100.0)
    sizes = {place.serial: place.size_bytes for place in facts.cache_places(scene.storage, scene.space)}
    assert sizes == {scene.cache.serial: 75 * GIB, SWAP.serial: 25 * GIB}
    assert job is not None and job.percent == 25 and job.state is JobState.RUNNING
    assert health.space_health(scene.storage, scene.space) == status


@pytest.mark.parametrize("moves", [True, False])
def test_r6_retiring_alone_starts_the_move_and_another_usage_does_not_end_it(moves):
    scene = Scene(retiring_moves=moves)
    scene.retire_nvme()
    pool_operations.set_disk(scene.storage, scene.cache, usage=Usage.JOURNAL)
    scene.clock.run_until(1000.0)
    places = {place.serial for place in facts.cache_places(scene.storage, scene.space)}
    assert places == {SWAP.serial if moves else scene.cache.serial}


def test_r7_a_disk_that_leaves_is_listed_for_a_while():
    scene = Scene(removal_pending_s=30.0)
    scene.retire_nvme()
    scene.clock.run_until(1000.0)
    pool_operations.remove_disks(scene.storage, scene.pool, [scene.cache])
    assert health.device_health(scene.storage, scene.cache) == (Health.WARNING, (Operational.REMOVING_FROM_POOL,))
    refused(51004, pool_operations.remove_disks, scene.storage, scene.pool, [scene.cache])
    scene.clock.run_until(1031.0)
    assert scene.storage.pool_of(scene.cache) is None


def test_r7_a_disk_that_has_left_is_a_member_for_the_provider_until_it_looks_again():
    scene = Scene(removed_disk_is_listed_until_refresh=True)
    scene.retire_nvme()
    scene.clock.run_until(1000.0)
    pool_operations.remove_disks(scene.storage, scene.pool, [scene.cache])
    assert scene.storage.pool_of(scene.cache) is None
    assert scene.cache in scene.storage.listed_members(scene.pool)
    scene.stop_and_start()
    assert scene.cache not in scene.storage.listed_members(scene.pool)


@pytest.mark.parametrize(
    ("counts", "data_volumes", "writable"),
    [
        (QuorumCount.COPIES, 1, False), (QuorumCount.COPIES, 2, True),
        (QuorumCount.DISKS, 1, True), (QuorumCount.DISKS, 2, True),
    ],
)  # fmt: skip
def test_r3_an_emptied_retired_disk_has_no_copy_of_the_pools_database(counts, data_volumes, writable):
    """There and back, then the NVMe disk is lost: the Swap volume counts no more."""
    scene = Scene(build=False, quorum_count=counts)
    roles = preset.roles_of(scene.storage)
    scene.built = preset.build(scene.storage, replace(roles, data=roles.data[:data_volumes]))
    scene.pool, scene.space = scene.built.data_pool, scene.built.data_disk
    cache, swap = scene.built.roles.cache, scene.built.roles.swap
    assert cache is not None and swap is not None
    for target, source in ((swap, cache), (cache, swap)):
        pool_operations.set_disk(scene.storage, target, usage=Usage.JOURNAL)
        pool_operations.set_disk(scene.storage, source, usage=Usage.RETIRED)
        scene.clock.run_until(scene.clock.monotonic() + 1000.0)
    repair.lose(scene.storage, cache, destroyed=True)
    assert scene.pool.is_read_only(scene.storage.settings) is not writable


def test_r6_without_room_on_the_swap_nothing_is_moved():
    scene = Scene(build=False)
    scene.attached[3] = ebs(5, 60, "xvdd")
    scene.reboot()
    scene.built = preset.build(scene.storage)
    scene.pool, scene.space = scene.built.data_pool, scene.built.data_disk
    pool_operations.set_disk(scene.storage, scene.built.roles.swap, usage=Usage.JOURNAL)
    pool_operations.set_disk(scene.storage, scene.cache, usage=Usage.RETIRED)
    refused(40000, repair.start, scene.storage, scene.space)
    assert scene.storage.jobs == {}


def test_r6_a_reboot_in_the_middle_keeps_what_was_moved_and_a_stop_loses_the_rest():
    scene = Scene()
    scene.retire_nvme()
    repair.start(scene.storage, scene.space)
    scene.clock.run_until(200.0)
    scene.reboot()
    sizes = {place.serial: place.size_bytes for place in facts.cache_places(scene.storage, scene.space)}
    assert sizes == {scene.cache.serial: 50 * GIB, SWAP.serial: 50 * GIB}
    assert scene.storage.jobs == {}
    scene.clock.run_until(1000.0)
    assert facts.bytes_at_risk(scene.storage) == 50 * GIB
    scene.stop_and_start()
    assert facts.data_loss(scene.storage) == ("WCDB",)


def test_r6_a_repair_resumes_after_a_reboot_where_the_setting_says_so():
    scene = Scene(repair_resumes_after_boot=True)
    scene.retire_nvme()
    repair.start(scene.storage, scene.space)
    scene.clock.run_until(200.0)
    scene.reboot()
    scene.clock.run_until(401.0)
    assert facts.bytes_at_risk(scene.storage) == 0


# removals


def test_r7_a_disk_with_extents_stays_and_an_empty_one_leaves_blank_and_under_its_hardware_name():
    scene = Scene()
    refused(40000, pool_operations.remove_disks, scene.storage, scene.pool, [scene.cache])
    scene.evacuate()
    assert health.can_pool(scene.storage, scene.cache)
    assert scene.cache.hardware_name == "NVMe Amazon EC2 NVMe"


def test_r7_removal_migrates_in_the_background_where_the_setting_says_so():
    from rehearsal.world.storage.settings import RemovalWithExtents

    scene = Scene(removal_with_extents=RemovalWithExtents.MIGRATES)
    pool_operations.set_disk(scene.storage, scene.swap, usage=Usage.JOURNAL)
    pool_operations.remove_disks(scene.storage, scene.pool, [scene.cache])
    assert health.device_health(scene.storage, scene.cache)[1] == (Operational.REMOVING_FROM_POOL,)
    scene.clock.run_until(401.0)
    assert scene.cache.unique_id not in scene.pool.members and facts.bytes_at_risk(scene.storage) == 0


def test_r7_a_lost_member_leaves_once_nothing_lies_on_it():
    scene = Scene()
    scene.stop_and_start()
    refused(40000, pool_operations.remove_disks, scene.storage, scene.pool, [scene.cache])
    virtual_disk_operations.remove(scene.storage, scene.space)
    pool_operations.remove_disks(scene.storage, scene.pool, [scene.cache])
    assert scene.pool.health(scene.storage.settings) == (Health.HEALTHY, (Operational.OK,))
    assert scene.cache not in scene.storage.listed_devices()


def test_r8_a_pool_goes_only_without_virtual_disks_and_the_trace_says_what_was_destroyed():
    scene = Scene()
    volume = letters.volume_at(scene.storage, "D")
    assert volume is not None
    folder = volume.tree.make_directories(("data",), scene.clock.now())
    folder.children["sales.mdf"] = type(folder)("sales.mdf", b"", bytes_claimed=5 * GIB)
    refused(48008, pool_operations.remove, scene.storage, scene.pool)
    virtual_disk_operations.remove(scene.storage, scene.space)
    (event,) = scene.world.trace.of("virtual-disk-removed")
    held = event.facts["held"]
    assert held["files"] == ("data\\sales.mdf",) and held["file_bytes"] == 5 * GIB
    assert held["recoverable"] and held["readable"]
    pool_operations.remove(scene.storage, scene.pool)
    assert health.can_pool(scene.storage, scene.swap)


def test_a_volume_that_was_away_when_its_pool_was_deleted_comes_back_with_unrecognized_metadata():
    scene = Scene()
    scene.attached.remove(SWAP)
    scene.reboot()
    virtual_disk_operations.remove(scene.storage, scene.space)
    pool_operations.remove(scene.storage, scene.pool)
    scene.attached.append(SWAP)
    scene.reboot()
    assert health.device_health(scene.storage, scene.swap) == (Health.UNHEALTHY, (Operational.UNRECOGNIZED_METADATA,))
    assert not health.can_pool(scene.storage, scene.swap)
    pool_operations.reset_disk(scene.storage, scene.swap)
    assert health.can_pool(scene.storage, scene.swap)


def test_resetting_a_member_destroys_the_space_on_it_and_says_what_was_there():
    scene = Scene()
    volume = letters.volume_at(scene.storage, "D")
    assert volume is not None
    volume.tree.root.children["a.mdf"] = type(volume.tree.root)("a.mdf", b"x")
    pool_operations.reset_disk(scene.storage, scene.device(DATA[0].serial))
    (event,) = scene.world.trace.of("disk-reset")
    assert event.facts["held"] == {"files": ("a.mdf",), "recoverable": True}
    assert not letters.is_readable(scene.storage, "D")


# late disks


@pytest.mark.parametrize("by_itself", [True, False])
def test_r12_a_late_ebs_volume_brings_the_space_back(by_itself: bool):
    from rehearsal.kernel.faults import Fault, FaultKind
    from rehearsal.world.storage.settings import LateDiskRecovery

    late = Fault(point="storage.attach", kind=FaultKind.LATE, seconds=90, where={"serial": DATA[0].serial})
    recovery = LateDiskRecovery.BY_ITSELF if by_itself else LateDiskRecovery.AFTER_CONNECT
    scene = Scene(late, late_disk_recovery=recovery)
    scene.evacuate()
    begun = scene.clock.monotonic()
    scene.stop_and_start()
    assert not scene.space.attached and facts.data_loss(scene.storage) == ()
    scene.clock.run_until(begun + 91)
    if not by_itself:
        assert not scene.space.attached
        virtual_disk_operations.connect(scene.storage, scene.space)
    assert letters.is_readable(scene.storage, "D")


# formats by letter, letters that are taken


@pytest.mark.parametrize("in_use", list(FormatInUse))
def test_r15_format_volume_by_letter_destroys_whatever_holds_it(in_use):
    scene = Scene(format_in_use=in_use)
    held = letters.holder(scene.storage, "D")
    assert held is not None
    disk, partition = held
    volume = partition.volume
    assert volume is not None
    volume.tree.make_directories(("data",), scene.clock.now()).children["a.mdf"] = type(volume.tree.root)("a.mdf", b"x")
    arguments = {"file_system": "NTFS", "label": "X", "allocation_unit": None}
    if in_use is FormatInUse.REFUSED:
        refused(43000, disk_operations.format_volume, scene.storage, disk, partition, force=False, **arguments)
    force = in_use is FormatInUse.REFUSED
    disk_operations.format_volume(scene.storage, disk, partition, force=force, **arguments)
    assert letters.volume_at(scene.storage, "D").tree.file_names() == []  # type: ignore[union-attr]
    (event,) = [e for e in scene.world.trace.of("volume-formatted") if e.facts["files"]]
    assert event.facts["held"]["readable"]


def test_a_letter_that_somebody_else_holds_is_not_given_to_the_space():
    scene = Scene()
    scene.storage.foreign_letters.add("D")
    scene.reboot()
    assert scene.space.attached and not letters.is_readable(scene.storage, "D")
    disk = next(d for d in scene.storage.os_disks() if d.space is scene.space)
    refused(
        42002, disk_operations.new_partition, scene.storage, disk, size=GIB, use_maximum=False, letter="D"
    )  # fmt: skip


def test_initializing_twice_and_partitioning_a_raw_disk_fail_as_windows_says():
    scene = Scene(build=False)
    disk = next(d for d in scene.storage.os_disks() if not d.is_system)
    refused(41000, disk_operations.new_partition, scene.storage, disk, size=GIB, use_maximum=False)
    disk_operations.initialize(scene.storage, disk, PartitionStyle.GPT)
    refused(41001, disk_operations.initialize, scene.storage, disk, PartitionStyle.GPT)


def test_the_system_disk_is_never_cleared_or_formatted():
    scene = Scene()
    disk, partition = letters.holder(scene.storage, "C")  # type: ignore[misc]
    refused(40001, disk_operations.clear, scene.storage, disk, remove_data=True)
    refused(
        40001, disk_operations.format_volume, scene.storage, disk, partition,
        file_system="NTFS", label="", allocation_unit=None, force=True,
    )  # fmt: skip


def every_alternative() -> list[tuple[str, object]]:
    return [
        (fact.name.removeprefix("storage."), value)
        for fact in uncertain_facts()
        if fact.name.startswith("storage.")
        for value in fact.values[1:]
    ]


@pytest.mark.parametrize(("name", "value"), every_alternative())
def test_a_cache_can_be_moved_off_and_survives_a_stop_under_either_value_of_every_uncertain_fact(
    name: str, value: object
):
    scene = Scene(**{name: value})

    def work() -> None:
        scene.retire_nvme()
        scene.repair()
        pool_operations.remove_disks(scene.storage, scene.pool, [scene.cache])

    if scene.space.offline:
        scene.space.offline = scene.space.read_only = False
    scene.play(work)
    scene.stop_and_start()
    assert letters.is_readable(scene.storage, "D") and facts.data_loss(scene.storage) == ()


# growing [storage-pools#resize-space]


def joined(scene: Scene, *sizes_gib: int) -> list:
    """Further EBS volumes, in the pool as Auto-Select."""
    scene.attached += [ebs(20 + number, size, f"xvd{'mnop'[number]}") for number, size in enumerate(sizes_gib)]
    scene.reboot()
    devices = [scene.device(disk.serial) for disk in scene.attached[len(EBS) :]]
    pool_operations.add_disks(scene.storage, scene.pool, devices)
    return devices


def test_a_space_grows_on_as_many_disks_as_it_has_columns_and_its_partition_afterwards():
    scene = Scene()
    new = joined(scene, 700, 700)
    before, (partition,) = scene.space.size_bytes, scene.space.content.data_partitions
    virtual_disk_operations.resize(scene.storage, scene.space, before + 1000 * GIB)
    assert scene.space.size_bytes == before + 1000 * GIB
    assert [scene.space.bytes_on(device.unique_id) for device in new] == [500 * GIB, 500 * GIB]
    (disk,) = [each for each in scene.storage.os_disks() if each.owner is scene.space]
    assert disk.size_bytes == scene.space.size_bytes and partition.size_bytes < before
    _, most = disk_operations.supported_sizes(scene.storage, disk, partition)
    disk_operations.resize_partition(scene.storage, disk, partition, most)
    assert partition.volume.size_bytes == most > before


def test_an_odd_disk_is_no_room_for_two_columns_and_what_is_refused_changes_nothing():
    scene = Scene()
    joined(scene, 700)
    before, extents = scene.space.size_bytes, dict(scene.space.extents)
    refused(40000, virtual_disk_operations.resize, scene.storage, scene.space, before + GIB)
    refused(4097, virtual_disk_operations.resize, scene.storage, scene.space, before - GIB)
    pool_operations.set_read_only(scene.storage, scene.pool, True)
    refused(48007, virtual_disk_operations.resize, scene.storage, scene.space, before + GIB)
    assert (scene.space.size_bytes, scene.space.extents) == (before, extents)


def test_a_new_space_fills_all_disks_where_there_are_more_of_them_than_columns():
    scene = Scene()
    virtual_disk_operations.remove(scene.storage, scene.space)
    joined(scene, 500, 500)
    space = virtual_disk_operations.create(
        scene.storage, scene.pool, "WCDB", size=None, use_maximum=True, resiliency="Simple", columns=2, write_cache=GIB
    )
    assert (space.columns, len(space.where(ExtentKind.DATA))) == (2, 4) and space.size_bytes > 4 * 498 * GIB


def test_where_a_cache_is_in_the_way_the_space_stays_as_it_is():
    scene = Scene(cached_space_grows=False)
    joined(scene, 700, 700)
    refused(1, virtual_disk_operations.resize, scene.storage, scene.space, scene.space.size_bytes + GIB)


def test_a_partition_takes_no_size_beyond_the_room_behind_it():
    scene = Scene()
    (partition,) = scene.space.content.data_partitions
    (disk,) = [each for each in scene.storage.os_disks() if each.owner is scene.space]
    _, most = disk_operations.supported_sizes(scene.storage, disk, partition)
    refused(4097, disk_operations.resize_partition, scene.storage, disk, partition, most + (1 << 20))


@pytest.mark.parametrize("point", ["storage.resize-virtual-disk", "storage.resize-partition"])
def test_growing_can_be_refused_by_a_planned_fault(point):
    scene = Scene(Fault(point=point, kind=FaultKind.FAIL, error="40002"))
    (partition,) = scene.space.content.data_partitions
    (disk,) = [each for each in scene.storage.os_disks() if each.owner is scene.space]
    before = scene.space.size_bytes, partition.size_bytes
    if point == "storage.resize-partition":
        refused(40002, disk_operations.resize_partition, scene.storage, disk, partition, partition.size_bytes)
    else:
        refused(40002, virtual_disk_operations.resize, scene.storage, scene.space, before[0] + GIB)
    assert (scene.space.size_bytes, partition.size_bytes) == before


# a move to another host


def test_disks_that_come_under_other_serial_numbers_are_known_by_the_pool_s_metadata_on_them():
    scene = Scene()
    before = {device.serial: device for device in scene.storage.devices.values() if not device.persistent}
    held = {serial: scene.space.bytes_on(device.unique_id) for serial, device in before.items()}
    hardware.power_lost(scene.storage)
    scene.first_nvme += 2
    after = [disk.serial for disk in scene.disks() if not disk.persistent]
    hardware.rename(scene.storage, dict(zip(before, after, strict=True)))
    hardware.plug_in(scene.storage, scene.disks(), cold=False)
    hardware.boot(scene.storage)
    assert scene.space.attached and not scene.pool.lost_members
    found = {device.serial: device for device in scene.storage.devices.values() if not device.persistent}
    assert list(found) == after and all(device.present for device in found.values())
    assert [scene.space.bytes_on(device.unique_id) for device in found.values()] == list(held.values())
    assert any(held.values())
