"""What a node's owner has beside CacheWarden's storage neither keeps SQL Server down nor a cache where it is."""

import pytest
from sales_scene import SalesScene, ebs

from rehearsal.world.storage import hardware

LOCAL = "$local = Get-StorageSubSystem | Where-Object { $_.FriendlyName -like 'Windows Storage*' }\n"
OWN_POOL = rf"""{LOCAL}
$disks = @(Get-PhysicalDisk -CanPool $true | Where-Object {{ $_.SerialNumber -notlike 'AWS*' }})
$pool = New-StoragePool -FriendlyName Own -StorageSubSystemUniqueId $local.UniqueId -PhysicalDisks $disks
Set-PhysicalDisk -UniqueId $disks[2].UniqueId -Usage Retired
$space = @{{ FriendlyName = 'Own'; ResiliencySettingName = 'Simple'; Size = 1500GB; NumberOfColumns = 1 }}
$own = New-VirtualDisk -StoragePoolUniqueId $pool.UniqueId -ProvisioningType Fixed @space
Set-PhysicalDisk -UniqueId $disks[2].UniqueId -Usage AutoSelect
foreach ($disk in $disks[0], $disks[1]) {{ Set-PhysicalDisk -UniqueId $disk.UniqueId -Usage Retired }}
$null = Repair-VirtualDisk -UniqueId $own.UniqueId -AsJob -Confirm:$false
"""
SCRATCH = rf"""{LOCAL}
$disks = @(Get-PhysicalDisk -CanPool $true | Where-Object {{ $_.SerialNumber -like 'AWS*' }})
$pool = New-StoragePool -FriendlyName Scratch -StorageSubSystemUniqueId $local.UniqueId -PhysicalDisks $disks
$space = @{{ FriendlyName = 'Scratch'; ResiliencySettingName = 'Simple'; UseMaximumSize = $true }}
$scratch = New-VirtualDisk -StoragePoolUniqueId $pool.UniqueId @space
$scratch | Get-Disk | Set-Disk -IsOffline $false
$scratch | Get-Disk | Set-Disk -IsReadOnly $false
$scratch | Get-Disk | Initialize-Disk -PartitionStyle GPT -PassThru | New-Partition -DriveLetter X -UseMaximumSize |
    Format-Volume -FileSystem NTFS -Confirm:$false | Out-Null
"""
BY_HAND = "Set-VirtualDisk -UniqueId '{0}' -IsManualAttach $true\nDisconnect-VirtualDisk -UniqueId '{0}'"


@pytest.fixture
def scene() -> SalesScene:
    return SalesScene()


def does(scene: SalesScene, script: str) -> None:
    """The node's owner runs a script of his own."""
    assert scene.play(scene.second.run_script, script, "owner.ps1", {}).stderr == ""


def space(scene: SalesScene, name: str):
    return next(each for each in scene.second.storage.virtual_disks.values() if each.friendly_name == name)


def runs(scene: SalesScene) -> bool:
    return scene.second.services["MSSQLSERVER"].state == 4


def test_a_second_partition_of_the_data_drives_disk_keeps_sql_server_down_at_no_start(scene):
    disk = space(scene, "WCDB")
    (partition,) = disk.content.data_partitions
    partition.size_bytes -= 20 << 30
    does(
        scene,
        f"Get-VirtualDisk -UniqueId '{disk.unique_id}' | Get-Disk | New-Partition -DriveLetter E -UseMaximumSize | "
        "Format-Volume -FileSystem NTFS -Confirm:$false | Out-Null",
    )
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert runs(scene) and scene.storage(scene.second)["dataVolume"]["letter"] == "D"


def test_the_repair_of_somebodys_own_pool_is_no_move_of_the_cache_and_holds_none_up(scene):
    scene.extra[2] += [ebs(2, number, 2000, f"xvd{letter}") for number, letter in ((9, "j"), (10, "k"), (11, "l"))]
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    does(scene, OWN_POOL)
    scene.pass_time(30)
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["jobs"]) == ("CACHE_ON_NVME", [])
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    assert scene.wait_for_worker(scene.second, 900)["code"] == "CW1001"
    assert any(not job.is_over for job in scene.second.storage.jobs.values())
    assert scene.storage(scene.second)["proof"]["evacuated"]


def test_with_somebodys_own_pool_on_instance_store_the_tempdb_drive_is_still_known(scene):
    scene.nvme_disks = 3
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    (disk,) = scene.file(scene.second, "files")["disks"]
    does(scene, SCRATCH)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    files = scene.file(scene.second, "files")
    assert files["disks"] == [disk] and files["writeTimes"] is not None
    does(scene, BY_HAND.format(space(scene, "SSD").unique_id))
    assert not scene.storage(scene.second)["tempdbVolume"]["present"]
    assert scene.run(scene.second, "initialize_storage").exit_code == 0
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    assert scene.storage(scene.second)["tempdbVolume"]["present"]
