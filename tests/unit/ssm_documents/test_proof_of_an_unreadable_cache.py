"""A cache is proven unreadable where a restart of Windows didn't bring its disk back and nothing has used it since."""

import pytest
from sales_scene import SalesScene, lines_called
from test_boot_task import (
    NO_TRIGGER,
    is_not_proven_unreadable,
    left_to_an_operation,
    let_the_cache_disk_drop_out,
    restarted_without_the_trigger,
)

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import hardware
from rehearsal.world.storage.pools import repair


def with_a_dead_cache(*faults: Fault) -> SalesScene:
    """Windows was restarted, as CW6151 says; the cache's disk never answers again."""
    scene = SalesScene(*faults)
    (pool,) = [each for each in scene.second.storage.pools.values() if each.friendly_name == "Data"]
    (cache,) = [member.device for member in pool.members.values() if not member.device.persistent]
    scene.play(lambda: repair.lose(scene.second.storage, cache, destroyed=True))
    scene.pass_time(300)
    scene.reboot(scene.second)
    return scene


PARTITION_ALL = (
    "Get-Disk | Where-Object { $_.PartitionStyle -eq 'RAW' } | ForEach-Object { "
    "Initialize-Disk -Number $_.Number -PartitionStyle GPT; "
    "New-Partition -DiskNumber $_.Number -UseMaximumSize | Out-Null }"
)


def restarted_while_the_boot_task_waits() -> SalesScene:
    """The boot task hangs for two minutes before it takes the lock: an act of an operation is sooner."""
    line = next(each for each in lines_called("boot_task") if "Invoke-CwExclusively -TimeoutSeconds 600" in each.text)
    waits = Fault(point="process.statement", kind=FaultKind.HANG, seconds=120, where=line.where("boot_task"))
    scene = SalesScene(waits)
    scene.reboot(scene.second)
    scene.pass_time(15)
    return scene


@pytest.mark.parametrize("seconds", [0, 100, 300, 800, 2400])
@pytest.mark.parametrize("faults", [(), (NO_TRIGGER,)], ids=["beside the boot task", "before the boot task"])
def test_a_refused_start_of_sql_server_voids_no_proof(seconds, faults):
    scene = with_a_dead_cache(*faults)
    scene.pass_time(seconds)
    assert scene.run(scene.second, "start_sql_server").outcome != "done"
    scene.pass_time(3 * 3600)
    assert scene.storage(scene.second)["proof"]["unreadable"], scene.file(scene.second, "boot")


def test_no_act_that_used_nothing_voids_the_proof():
    scene = with_a_dead_cache()
    scene.pass_time(300)
    for stem in ("start_sql_server", "initialize_storage", "evacuate_cache", "restore_cache"):
        assert scene.run(scene.second, stem).outcome not in ("done", "already", "started"), stem
    assert scene.run(scene.second, "stop_sql_server", SentBy="person").code == "CW2008"
    scene.pass_time(3 * 3600)
    assert scene.storage(scene.second)["proof"]["unreadable"], scene.file(scene.second, "boot")


def test_a_drive_that_an_operation_brought_up_before_any_look_of_the_boot_task_proves_nothing():
    scene = left_to_an_operation()
    let_the_cache_disk_drop_out(scene)
    assert not scene.log(scene.second).rpartition("initialize_storage begins")[2].count("boot task")
    is_not_proven_unreadable(scene)


def test_a_cache_that_an_operation_restored_in_this_boot_is_not_proven_unreadable():
    scene = SalesScene(NO_TRIGGER, faults_enabled=False)
    scene.evacuated(scene.second)
    scene.pass_time(4000)
    scene.world.faults.enabled = True
    scene.world.faults.begin()
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    scene.play(scene.second.run_script, "Get-VirtualDisk | Get-Disk | Set-Disk -IsOffline $false", "dba.ps1", {})
    assert scene.run(scene.second, "restore_cache", token=8).code == "CW1006"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    let_the_cache_disk_drop_out(scene)
    is_not_proven_unreadable(scene)


@pytest.mark.parametrize("seconds", [100, 1200], ids=["before any look", "after a look"])
def test_a_disk_that_was_there_in_this_boot_is_not_proven_unreadable_though_nothing_used_it(seconds):
    scene = restarted_without_the_trigger()
    scene.pass_time(60)
    assert scene.run(scene.second, "stop_sql_server", token=8).code == "CW2008"
    scene.pass_time(seconds)
    let_the_cache_disk_drop_out(scene)
    is_not_proven_unreadable(scene)


def test_a_drive_that_an_operation_brought_up_while_the_boot_task_waited_proves_nothing():
    scene = restarted_while_the_boot_task_waits()
    assert scene.run(scene.second, "initialize_storage", token=8).exit_code == 0
    let_the_cache_disk_drop_out(scene)
    assert "boot task ends: CW3013 already: An operation has begun" in scene.log(scene.second)
    is_not_proven_unreadable(scene)


def test_a_disk_that_was_there_while_an_act_that_used_nothing_ran_is_not_proven_unreadable():
    """The boot task waits for that act, and ends: the disk drops out before its next run."""
    scene = restarted_while_the_boot_task_waits()
    assert scene.run(scene.second, "stop_sql_server", token=8).code == "CW2008"
    scene.pass_time(200)
    let_the_cache_disk_drop_out(scene)
    is_not_proven_unreadable(scene)


def test_a_disk_that_was_there_while_a_volume_was_missing_is_not_proven_unreadable():
    """The drive was usable at no look of this boot, and yet no restart was tried."""
    scene = SalesScene()
    (volume,) = [disk for disk in scene.disks(2) if disk.serial.startswith("vol00000000000000202")]
    scene.play(lambda: hardware.unplug(scene.second.storage, volume.serial))
    scene.detached.add("vol00000000000000202")
    scene.second._disks = tuple(scene.disks(2))
    scene.reboot(scene.second)
    scene.pass_time(1300)
    assert scene.storage(scene.second)["classification"] == "EBS_MISSING"
    let_the_cache_disk_drop_out(scene)
    scene.detached.clear()
    scene.play(lambda: hardware.plug(scene.second.storage, volume))
    is_not_proven_unreadable(scene)


def test_a_look_that_could_not_be_made_takes_no_proof_away():
    scene = with_a_dead_cache()
    scene.pass_time(2100)
    assert scene.run(scene.second, "start_sql_server").outcome != "done"
    scene.pass_time(1000)
    assert scene.storage(scene.second)["proof"]["unreadable"], scene.file(scene.second, "boot")
    other = scene.second.files.hold(r"C:\ProgramData\CacheWarden\lock")
    scene.pass_time(920)
    other.close()
    assert "members weren't seen" in scene.log(scene.second)
    scene.pass_time(3600)
    assert scene.storage(scene.second)["proof"]["unreadable"], scene.file(scene.second, "boot")


def test_a_drive_that_a_killed_start_of_sql_server_attached_is_not_proven_unreadable():
    """It was killed before it could write that it uses the drive."""
    line = next(
        each
        for each in lines_called("start_sql_server")
        if each.function == "Connect-CwVirtualDisk" and "Set-CwAutoAttach" in each.text
    )
    killed = Fault(point="process.statement", kind=FaultKind.KILL, where=line.where("start_sql_server"))
    scene = restarted_without_the_trigger(killed)
    scene.pass_time(200)
    with pytest.raises(AssertionError):
        scene.run(scene.second, "start_sql_server", token=8)
    (space,) = [each for each in scene.second.storage.virtual_disks.values() if each.friendly_name == "WCDB"]
    assert space.attached and not space.offline
    let_the_cache_disk_drop_out(scene)
    is_not_proven_unreadable(scene)


def test_another_hosts_disk_with_the_cache_disks_serial_number_is_not_the_cache_disk():
    """Something has put a partition on it: it is no proof of a loss, and the cache is gone all the same."""
    scene = SalesScene(NO_TRIGGER, faults_enabled=False)
    scene.pass_time(4000)
    scene.world.faults.enabled = True
    scene.world.faults.begin()
    scene.stop_and_start(scene.second, same_serials=True)
    scene.play(scene.second.run_script, PARTITION_ALL, "ec2launch.ps1", {})
    scene.pass_time(1500)
    for _ in range(2):
        scene.reboot(scene.second)
        scene.pass_time(3 * 3600)
    assert scene.file(scene.second, "members")["cacheSeen"] is False
    assert scene.storage(scene.second)["proof"]["unreadable"], scene.file(scene.second, "boot")
