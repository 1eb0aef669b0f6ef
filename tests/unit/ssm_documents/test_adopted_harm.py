"""What an adopted inventory must not lead to: a stop that destroys data, a rebuild of what has no other copy."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from sales_scene import GIB, SalesScene, ebs
from test_adopt_storage import FOLDER, INVENTORY, PUBLISHED, by_hand, inventory_of, run, without_inventory, write

from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.storage import hardware
from rehearsal.world.storage.pools import repair

SECOND_POOL = r"""
$subsystem = (Get-StorageSubSystem | Where-Object { $_.FriendlyName -like 'Windows Storage*' }).UniqueId
$all = Get-PhysicalDisk -CanPool $true
New-StoragePool -StorageSubSystemId $subsystem -FriendlyName Logs -PhysicalDisks $all | Out-Null
$members = Get-StoragePool Logs | Get-PhysicalDisk
$members | Where-Object { $_.SerialNumber -like 'AWS*' } | Set-PhysicalDisk -MediaType SSD -Usage Journal
$members | Where-Object { $_.SerialNumber -like 'vol*' } | Set-PhysicalDisk -MediaType HDD
Get-StoragePool Logs | New-VirtualDisk -FriendlyName LOGS -ProvisioningType Fixed -UseMaximumSize `
    -ResiliencySettingName Simple -WriteCacheSize (10 * 1073741824) | Out-Null
Get-VirtualDisk LOGS | Get-Disk | Set-Disk -IsOffline $false
Get-VirtualDisk LOGS | Get-Disk | Set-Disk -IsReadOnly $false
Get-VirtualDisk LOGS | Get-Disk | Initialize-Disk -PartitionStyle GPT -Confirm:$false
Get-VirtualDisk LOGS | Get-Disk | New-Partition -DriveLetter L -UseMaximumSize | Out-Null
Format-Volume -DriveLetter L -FileSystem NTFS -Confirm:$false | Out-Null
"""


def tempdb_at(scene: SalesScene, folder: str) -> None:
    server: Any = scene.second.sql
    tempdb = next(each for each in server.databases.values() if each.name == "tempdb")
    tempdb.files = tuple(replace(file, path=file.path.replace("S:\\tempdb", folder)) for file in tempdb.files)


def stopped(scene: SalesScene) -> None:
    """As an outage that was consented to: stop SQL Server, evacuate."""
    consent = f"outage/7/{scene.soon()}"
    assert scene.run(scene.second, "stop_sql_server", Consent=consent).code == "CW2007"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"


def test_a_second_pool_with_a_cache_on_nvme_forbids_adoption_and_the_proof():
    scene = SalesScene(nvme_disks=3)
    scene.extra[2].append(ebs(2, 9, 500, "xvdj"))
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    run(scene, SECOND_POOL)
    assert write(scene).code == "CW1064"  # of two pools with EBS volumes one is to be named
    assert write(scene, SwapVolume="vol-00000000000000204").code == "CW1069"
    (seen,) = scene.storage(scene.second)["notEvacuated"]
    assert "Logs" in seen
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1069"


def test_a_second_pool_with_a_cache_on_nvme_that_comes_later_withholds_the_proof():
    scene = SalesScene(nvme_disks=3)
    scene.evacuated(scene.second)
    scene.extra[2].append(ebs(2, 9, 500, "xvdj"))
    hardware.plug_in(scene.second.storage, tuple(scene.disks(2)), cold=False)
    run(scene, SECOND_POOL)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "EVACUATED"
    assert not storage["proof"]["evacuated"] and "Logs" in storage["proof"]["why"], storage["proof"]


def test_a_database_on_a_pool_drive_that_tempdb_does_not_use_is_seen_before_a_stop():
    scene = without_inventory()
    tempdb_at(scene, "C:\\tempdb")
    assert write(scene).code == "CW1015" and inventory_of(scene)["tempdb"] is None
    scene.second.sql.new_database("archive", data_bytes=GIB, folder="S:\\tempdb")
    assert scene.second.files.exists("S:\\tempdb\\archive.mdf")
    files = scene.observe(scene.second)["sql"]["filesOnCache"]
    proof = there = None
    if files["userDatabasesOnTempdb"] == 0:
        stopped(scene)
        proof = scene.storage(scene.second)["proof"]["evacuated"]
        scene.stop_and_start(scene.second)
        scene.pass_time(600)
        there = scene.play(scene.second.run_script, "Test-Path 'S:\\tempdb\\archive.mdf'", "s.ps1", {}).stdout.strip()
    assert files["userDatabasesOnTempdb"] == 1, (files, proof, f"archive.mdf is there afterwards: {there}")


def test_unknown_files_on_a_drive_that_is_not_tempdbs_are_seen_where_sql_server_is_stopped():
    scene = without_inventory(plain_tempdb=True)
    tempdb_at(scene, "C:\\tempdb")
    assert write(scene).code == "CW1015"
    assert scene.run(scene.second, "stop_sql_server").exit_code == 0
    scene.second.files.write_bytes("S:\\sales.mdf", b"x")
    for name in ("files.json", "files.json.bak"):
        if scene.second.files.exists(FOLDER + name):
            scene.second.files.remove(FOLDER + name)
    drive = scene.observe(scene.second)["sql"]["tempdbDrive"]
    assert drive["foreignFiles"] > 0, drive


def test_every_lettered_partition_of_an_instance_store_pool_is_looked_at():
    scene = by_hand(
        PUBLISHED
        + r"""
Get-Partition -DriveLetter S | Remove-Partition -Confirm:$false
foreach ($letter in 'S', 'T') {
    Get-VirtualDisk SSD | Get-Disk | New-Partition -DriveLetter $letter -Size 50GB |
        Format-Volume -FileSystem NTFS -Confirm:$false | Out-Null
}
"""
    )
    scene.second.files.write_bytes("S:\\sales.mdf", b"x")
    assert write(scene).code in ("CW1064", "CW1069")


def test_a_tempdb_drive_that_is_gone_for_now_stays_in_the_inventory():
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").exit_code == 0
    scene.play(lambda: repair.lose(scene.second.storage, scene.built["SALES2"].roles.tempdb, destroyed=True))
    scene.pass_time(60)
    written = write(scene)
    assert inventory_of(scene)["tempdb"] is not None, (written.code, written.verdict["detail"])


def test_a_node_whose_inventory_was_lost_while_it_was_away_comes_up_once_it_is_written():
    scene = SalesScene()
    scene.evacuated(scene.second)
    for name in (INVENTORY, INVENTORY + ".bak"):
        if scene.second.files.exists(name):
            scene.second.files.remove(name)
    scene.stop_and_start(scene.second)
    scene.pass_time(900)
    disk = "Get-VirtualDisk -FriendlyName 'WCDB' | Get-Disk | Set-Disk"
    run(scene, f"{disk} -IsOffline $false; {disk} -IsReadOnly $false")
    written = write(scene)
    assert written.code == "CW1015"
    assert inventory_of(scene)["tempdb"] is not None, written.verdict["detail"]
    assert scene.run(scene.second, "initialize_storage").code == "CW1010"
    assert scene.run(scene.second, "start_sql_server").exit_code == 0


def test_a_rebuild_after_a_letter_was_changed_still_knows_whose_databases_lie_there():
    scene = SalesScene()
    scene.second.sql.new_database("archive", data_bytes=GIB, folder="D:\\Data")
    assert scene.run(scene.second, "stop_sql_server", Consent=f"outage/7/{scene.soon()}").exit_code == 0
    scene.name_volume(scene.second, "WCDB", "X")
    written = write(scene)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    rebuilt = scene.run(scene.second, "rebuild_storage")
    assert rebuilt.code == "CW1045", (written.code, written.verdict["detail"], rebuilt.message)


def test_data_on_a_journal_disk_is_refused():
    script = PUBLISHED.replace("-Usage Journal -NewFriendlyName NVME", "-NewFriendlyName NVME")
    script = script.replace("-WriteCacheSize (10 * 1073741824)", "-WriteCacheSize 1GB")
    script += (
        "Get-StoragePool Data | Get-PhysicalDisk | Where-Object { $_.SerialNumber -like 'AWS*' } | "
        "Set-PhysicalDisk -Usage Journal\n"
    )
    scene = by_hand(script)
    written = write(scene)
    assert written.code == "CW1069", (written.code, inventory_of(scene)["virtualDisk"]["columns"])


def test_an_inventory_with_more_columns_than_data_volumes_is_never_rebuilt_into_nothing():
    scene = SalesScene()
    inventory = scene.file(scene.second, "inventory")
    inventory["virtualDisk"]["columns"] = 3
    scene.write_state(scene.second, "inventory", inventory)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    first = scene.run(scene.second, "rebuild_storage")
    then = scene.run(scene.second, "initialize_storage")
    assert first.code != "CW1011", (first.code, then.code, then.message)


def test_a_partition_without_a_letter_beside_the_lettered_one_is_refused():
    script = PUBLISHED.replace("-DriveLetter $space.letter -UseMaximumSize", "-DriveLetter $space.letter -Size 50GB")
    scene = by_hand(script)
    run(scene, "Get-VirtualDisk WCDB | Get-Disk | New-Partition -UseMaximumSize | "
        "Format-Volume -FileSystem NTFS -Confirm:$false | Out-Null")  # fmt: skip
    assert write(scene).code == "CW1064"


def test_a_drive_that_is_mounted_in_a_folder_too_is_refused():
    scene = by_hand()
    (disk,) = [each for each in scene.second.storage.virtual_disks.values() if each.friendly_name == "WCDB"]
    (partition,) = [each for each in disk.content.partitions if each.letter == "D"]
    partition.access_paths.append("C:\\Mounts\\Sales\\")
    assert write(scene).code == "CW1064"


def mounted_in_a_folder(scene: SalesScene, folder: str = "C:\\Mounts\\Fast\\") -> None:
    """A second way to the tempdb drive: a database there has a path on drive C:, or one on the data drive."""
    (disk,) = [each for each in scene.second.storage.virtual_disks.values() if each.friendly_name == "SSD"]
    (partition,) = [each for each in disk.content.partitions if each.letter == "S"]
    partition.letter = None
    partition.access_paths.append(folder)


def test_a_volume_on_instance_store_that_is_mounted_in_a_folder_forbids_adoption():
    scene = by_hand()
    mounted_in_a_folder(scene)
    answer = write(scene)
    assert answer.code == "CW1069" and "Mounts" in answer.verdict["message"], answer


@pytest.mark.parametrize("folder", ["C:\\Mounts\\Fast\\", "D:\\Fast\\"])
def test_a_volume_on_instance_store_in_a_folder_keeps_the_cache_where_it_is(folder):
    scene = SalesScene()
    mounted_in_a_folder(scene, folder)
    (seen,) = scene.storage(scene.second)["notEvacuated"]
    assert json.dumps(folder) in seen, seen
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1069"


def test_a_dynamic_disk_on_instance_store_is_not_taken_for_an_empty_one():
    """Windows' storage cmdlets show its partitions, and no letter of what lies on them."""
    scene = SalesScene()
    (disk,) = [each for each in scene.second.storage.virtual_disks.values() if each.friendly_name == "SSD"]
    (partition,) = disk.content.data_partitions
    partition.gpt_type, partition.letter = "{af9b60a0-1431-4f62-bc68-3311714a69ad}", None
    (seen,) = scene.storage(scene.second)["notEvacuated"]
    assert "dynamic" in seen
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.second, "evacuate_cache").code == "CW1069"


def test_a_volume_that_is_mounted_in_a_folder_later_withholds_the_proof():
    scene = SalesScene()
    scene.evacuated(scene.second)
    assert scene.storage(scene.second)["proof"]["evacuated"]
    mounted_in_a_folder(scene)
    storage = scene.storage(scene.second)
    assert storage["classification"] == "EVACUATED"
    assert not storage["proof"]["evacuated"] and "Mounts" in storage["proof"]["why"], storage["proof"]


def test_files_that_sql_server_does_not_know_on_the_tempdb_drive_are_told():
    scene = without_inventory()
    sql_preset.add_instance(scene.cluster, scene.second, "OLD", disabled=True, tempdb_folder="C:\\old")
    scene.second.files.write_bytes("S:\\old.mdf", b"of the disabled instance, or of a database that was detached")
    written = write(scene)
    assert written.code == "CW1069" or any("old.mdf" in each for each in written.verdict["detail"]["findings"]), (
        written.verdict
    )


def test_a_refused_disk_that_an_interrupted_move_left_has_a_remedy():
    scene = without_inventory()
    assert scene.run(scene.second, "stop_sql_server").exit_code == 0
    run(scene, "Get-PhysicalDisk -FriendlyName Swap | Set-PhysicalDisk -Usage Journal; "
        "Get-PhysicalDisk -FriendlyName NVME | Set-PhysicalDisk -Usage Retired; "
        "Get-VirtualDisk -FriendlyName WCDB | Repair-VirtualDisk")  # fmt: skip
    scene.pass_time(3600)
    assert write(scene).code == "CW1065"
    # No inventory is here: what CW1065 says is done by hand.
    run(scene, "Get-PhysicalDisk -FriendlyName NVME | Set-PhysicalDisk -Usage Journal; "
        "Get-PhysicalDisk -FriendlyName Swap | Set-PhysicalDisk -Usage Retired; "
        "Get-VirtualDisk -FriendlyName WCDB | Repair-VirtualDisk")  # fmt: skip
    scene.pass_time(3600)
    assert write(scene).code == "CW1015"


def test_files_that_sql_server_knows_under_a_letter_that_is_gone_are_told():
    scene = without_inventory()
    server: Any = scene.second.sql
    archive = server.new_database("archive", data_bytes=GIB, folder="D:\\Data")
    archive.files = tuple(replace(file, path=file.path.replace("D:", "q:")) for file in archive.files)
    written = write(scene)
    assert written.code == "CW1015"
    assert any("files of 1 databases under letters" in each for each in written.verdict["detail"]["findings"])
