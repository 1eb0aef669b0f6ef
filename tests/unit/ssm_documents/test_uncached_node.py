"""A node without a pool: whether a stop of it destroys something is proven, never configured."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sales_scene import SalesScene
from test_plain_node_becomes_cached import by_hand, plain_secondary

TASK = """
$registration = @{
    TaskName = 'Prepare tempdb'
    Action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument '-File C:\\scripts\\tempdb.ps1'
    Trigger = New-ScheduledTaskTrigger -AtStartup
    Principal = New-ScheduledTaskPrincipal -UserId 'SYSTEM' -LogonType ServiceAccount
}
$null = Register-ScheduledTask @registration
"""


@pytest.fixture
def scene() -> SalesScene:
    made = plain_secondary()
    by_hand(made, TASK)
    return made


def seen(scene: SalesScene) -> dict[str, Any]:
    storage = scene.storage(scene.second)
    assert (storage["classification"], storage["uncached"]) == ("EMPTY", True)
    assert storage["proof"]["evacuated"] is (storage["notEvacuated"] == [])
    return storage


def test_with_nothing_but_tempdb_on_instance_store_a_stop_is_proven_to_destroy_nothing(scene):
    assert seen(scene)["notEvacuated"] == []
    assert "nothing on instance store that a start does not make again" in seen(scene)["proof"]["why"]


def test_a_task_that_only_runs_on_demand_hides_nothing(scene):
    """It has no triggers: the property may be null, which strict mode gives no property of."""
    by_hand(
        scene,
        TASK.replace("'Prepare", "'By hand prepare").replace("    Trigger = New-ScheduledTaskTrigger -AtStartup\n", ""),
    )
    assert seen(scene)["notEvacuated"] == []


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        ("Unregister-ScheduledTask -TaskName 'Prepare tempdb' -Confirm:$false", "no task makes again"),
        ("Disable-ScheduledTask -TaskName 'Prepare tempdb' | Out-Null", "no task makes again"),
        ("Set-Content -Path 'S:\\backup.bak' -Value 'x'", "S:\\backup.bak, which isn't tempdb's"),
        ("Stop-Service -Name 'MSSQLSERVER' -Force", "can't be told while an instance of SQL Server doesn't run"),
    ],
)
def test_what_a_stop_might_destroy_or_nobody_can_tell_is_named(scene, deed, told):
    by_hand(scene, deed)
    (reason,) = seen(scene)["notEvacuated"]
    assert told in reason


def test_a_partition_that_has_no_drive_is_no_proof(scene):
    other = "Get-Disk | Where-Object { $_.SerialNumber -like 'AWS*2002_*' }"
    by_hand(
        scene, f"{other} | Initialize-Disk -PartitionStyle GPT -PassThru | New-Partition -UseMaximumSize | Out-Null"
    )
    (reason,) = seen(scene)["notEvacuated"]
    assert "a partition of disk 2 without a letter" in reason


def test_a_disk_that_is_offline_is_no_proof(scene):
    """What partitions it has isn't seen while it is offline."""
    by_hand(scene, "Get-Disk | Where-Object { $_.SerialNumber -like 'AWS*2002_*' } | Set-Disk -IsOffline $true")
    (reason,) = seen(scene)["notEvacuated"]
    assert reason == "1 instance-store disks, which aren't blank and have no drive"


def test_a_node_with_an_inventory_is_never_taken_for_one(scene):
    assert scene.storage(scene.first)["uncached"] is False


def test_a_pool_that_the_failover_cluster_shows_is_no_proof(scene):
    """Somebody built it, and automatic clustering took it in with its NVMe disk: the node itself shows no pool."""
    disk = "@(Get-PhysicalDisk | Where-Object { $_.SerialNumber -like 'AWS*2002_*' })"
    subsystem = "(Get-StorageSubSystem)[0].UniqueId"
    by_hand(
        scene,
        f"New-StoragePool -FriendlyName 'Built' -PhysicalDisks {disk} -StorageSubSystemUniqueId {subsystem} | Out-Null",
    )
    (pool,) = scene.second.storage.pools.values()
    pool.is_clustered = True
    assert any("storage pools of the failover cluster" in reason for reason in seen(scene)["notEvacuated"])


@pytest.mark.parametrize("name", ["orders", "master"])
def test_files_of_a_database_are_no_proof(scene, name):
    server = scene.second.sql
    database = server.databases.get(name) or server.new_database(name, data_bytes=1 << 30, folder="S:\\tempdb")
    first, *rest = database.files
    database.files = (replace(first, path="S:\\tempdb\\" + name + ".mdf"), *rest)
    assert any("files of databases on drive S:" in reason for reason in seen(scene)["notEvacuated"])


def test_a_pool_that_nobody_adopted_makes_it_another_kind_of_node():
    made = SalesScene(build=True, install=True)
    assert made.storage(made.second)["uncached"] is False
    by_hand(made, "Remove-Item -Path 'C:\\ProgramData\\CacheWarden\\inventory.json*' -Force")
    storage = made.storage(made.second)
    assert (storage["classification"], storage["uncached"]) == ("AMBIGUOUS", False)
    assert not storage["proof"]["evacuated"]


def test_a_task_that_does_not_run_at_a_start_makes_no_drive_again(scene):
    other = TASK.replace("-AtStartup", "-Once -At '2026-01-01'").replace("'Prepare", "'Some day prepare")
    by_hand(scene, "Unregister-ScheduledTask -TaskName 'Prepare tempdb' -Confirm:$false" + other)
    (reason,) = seen(scene)["notEvacuated"]
    assert "no task makes again" in reason


@pytest.mark.parametrize("serial", ["", "PROD_PVDISK", "volume-1"])
def test_a_disk_that_does_not_say_what_it_is_is_no_proof(scene, serial):
    """A driver may give no serial number, or one of its own: instance store can't be told from EBS."""
    for device in scene.second.storage.devices.values():
        if not device.persistent:
            device.attached = replace(device.attached, serial=serial)
    assert any("don't say whether they are instance store" in reason for reason in seen(scene)["notEvacuated"])


def test_a_partition_without_a_letter_beside_one_with_a_letter_is_no_proof(scene):
    by_hand(
        scene,
        """
$disk = Get-Disk | Where-Object { $_.SerialNumber -like 'AWS*2002_*' }
$disk | Initialize-Disk -PartitionStyle GPT
$disk | New-Partition -DriveLetter 'T' -Size 20GB | Format-Volume -FileSystem NTFS -Confirm:$false | Out-Null
$disk | New-Partition -UseMaximumSize | Format-Volume -FileSystem NTFS -Confirm:$false | Out-Null
""",
    )
    assert any("without a letter" in reason for reason in seen(scene)["notEvacuated"])


def test_a_node_without_a_pool_is_not_uninstalled_while_a_stop_may_destroy_something(scene):
    """Opting out takes this action's consent for the proof on which it switches stop protection off."""
    scene.second.sql.new_database("orders9", data_bytes=1 << 30, folder="S:\\tempdb")
    answer = scene.run_raw(scene.second, "uninstall_host", {"SSM_AcceptedLoss": "none"})
    assert "CW3025" in answer.stdout
    assert "files of databases on drive S:" in answer.stdout
