"""Objects that the world's cmdlets return, against storage-objects.json: those properties, no more."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from rehearsal.engines.powershell import Unsupported
from rehearsal.reference import STORAGE_OBJECTS
from rehearsal.world.storage.settings import RepairReturns
from tests.unit.ssm_documents.sales_scene import SalesScene

HEAD = "Set-StrictMode -Version Latest; $ErrorActionPreference = 'Stop'\n"
DOCUMENT = json.loads(STORAGE_OBJECTS.read_text(encoding="utf-8"))
CLASSES: dict[str, Any] = DOCUMENT["classes"]
EVERY_CIM_INSTANCE = {member["name"] for member in DOCUMENT["common_members"]["every_cim_instance"]}
TASK = (
    "$action = New-ScheduledTaskAction -Execute powershell.exe -Argument '-File x.ps1' -WorkingDirectory 'C:\\'\n"
    "$principal = New-ScheduledTaskPrincipal -UserId 'S-1-5-18' -LogonType ServiceAccount -RunLevel Highest\n"
    "$settings = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([timespan]::Zero)\n"
    "$trigger = New-ScheduledTaskTrigger -AtStartup\n"
    "$task = Register-ScheduledTask -TaskName T -Action $action -Principal $principal -Settings $settings"
    " -Trigger $trigger\n"
)
REPAIR = (
    "$space = Get-VirtualDisk -FriendlyName WCDB\n"
    "$swap = @(Get-PhysicalDisk | Where-Object { $_.Usage -eq 'Retired' })[0]\n"
    "$nvme = @(Get-PhysicalDisk | Where-Object { $_.Usage -eq 'Journal' })[0]\n"
    "Set-PhysicalDisk -UniqueId $swap.UniqueId -Usage Journal\n"
    "Set-PhysicalDisk -UniqueId $nvme.UniqueId -Usage Retired\n"
    "Repair-VirtualDisk -UniqueId $space.UniqueId\n"
)
OUTPUTS: dict[str, tuple[str, str]] = {
    "Get-PhysicalDisk": ("", "MSFT_PhysicalDisk"),
    "Get-StoragePool": ("", "MSFT_StoragePool"),
    "Get-VirtualDisk": ("", "MSFT_VirtualDisk"),
    "Get-Disk": ("", "MSFT_Disk"),
    "Get-Partition": ("", "MSFT_Partition"),
    "Get-Volume": ("", "MSFT_Volume"),
    "Get-StorageSubSystem": ("", "MSFT_StorageSubSystem"),
    "Get-StorageNode": ("", "MSFT_StorageNode"),
    "Get-StorageSetting": ("", "MSFT_StorageSetting"),
    "Get-PhysicalExtent -VirtualDisk @(Get-VirtualDisk)[0]": ("", "MSFT_PhysicalExtent"),
    "Get-ResiliencySetting -StoragePool (Get-StoragePool -FriendlyName Data)": ("", "MSFT_ResiliencySetting"),
    "Get-StorageJob": (REPAIR, "MSFT_StorageJob"),
    "Register-ScheduledTask -TaskName U -Action $action": (TASK, "MSFT_ScheduledTask"),
    "Get-ScheduledTask -TaskName T": (TASK, "MSFT_ScheduledTask"),
    "Get-ScheduledTaskInfo -TaskName T": (TASK, "MSFT_TaskDynamicInfo"),
    "(Get-ScheduledTask -TaskName T).Settings": (TASK, "MSFT_TaskSettings3"),
    "(Get-ScheduledTask -TaskName T).Principal": (TASK, "MSFT_TaskPrincipal2"),
    "(Get-ScheduledTask -TaskName T).Actions": (TASK, "MSFT_TaskExecAction"),
    "(Get-ScheduledTask -TaskName T).Triggers": (TASK, "MSFT_TaskBootTrigger"),
    "$action": (TASK, "MSFT_TaskExecAction"),
    "$principal": (TASK, "MSFT_TaskPrincipal2"),
    "$settings": (TASK, "MSFT_TaskSettings3"),
    "$trigger": (TASK, "MSFT_TaskBootTrigger"),
    "Get-CimInstance -ClassName Win32_Service": ("", "Win32_Service"),
    "Get-CimInstance -ClassName Win32_PageFileUsage": ("", "Win32_PageFileUsage"),
    "Get-CimInstance -ClassName Win32_OperatingSystem": ("", "Win32_OperatingSystem"),
    "Get-CimInstance -ClassName Win32_ComputerSystem": ("", "Win32_ComputerSystem"),
    "Get-Service": ("", "System.ServiceProcess.ServiceController"),
    "Get-Service -Name MSSQLSERVER -DependentServices": ("", "System.ServiceProcess.ServiceController"),
    "Get-Cluster": ("", "Cluster Cluster"),
    "Get-ClusterNode": ("", "Cluster ClusterNode"),
    "Get-ClusterGroup": ("", "Cluster ClusterGroup"),
    "Get-ClusterResource": ("", "Cluster ClusterResource"),
    "(Get-ClusterResource)[0].ResourceType": ("", "Cluster ClusterResourceType"),
    "Get-ClusterQuorum": ("", "Cluster ClusterQuorumSettings"),
    "(Get-Acl -Path 'C:\\Windows').Access": ("", "System.Security.AccessControl.FileSystemAccessRule"),
}
"""Statement -> what comes before it, and the class of its objects in the reference."""


@cache
def scene() -> SalesScene:
    return changed_scene()


def changed_scene() -> SalesScene:
    """One for a single test; a repair goes on after the command that asked for it."""
    return SalesScene(install=False, storage={"repair_returns": RepairReturns.AT_ONCE})


def lines(text: str, where: SalesScene | None = None) -> list[str]:
    played = where or scene()
    result = played.play(played.first.run_script, HEAD + text, "t.ps1", {})
    assert (result.stderr, result.exit_code) == ("", 0)
    return result.stdout.splitlines()


def facts(class_name: str) -> tuple[set[str], bool]:
    """Names of the properties in Windows Server 2019's schema, and whether it is a CIM class."""
    described = CLASSES[class_name]
    is_cim = "CimInstance#" in (described.get("ps_type") or "")
    names = {entry["name"] for entry in described["properties"] if not (is_cim and entry.get("since"))}
    return (names | EVERY_CIM_INSTANCE if is_cim else names), is_cim


@pytest.mark.parametrize("statement", OUTPUTS)
def test_objects_have_exactly_the_properties_of_the_reference(statement):
    before, class_name = OUTPUTS[statement]
    found = lines(
        f"{before}$all = @({statement})\n"
        "foreach ($one in $all) { $one.PSObject.TypeNames[0]; "
        "@($one.PSObject.Properties | ForEach-Object { $_.Name }) -join ',' }",
        changed_scene() if before else None,
    )
    assert found, "no object came"
    names, _ = facts(class_name)
    type_name = CLASSES[class_name].get("ps_type") or class_name
    for type_line, properties in zip(found[::2], found[1::2], strict=True):
        assert type_line == type_name
        assert sorted(properties.split(",")) == sorted(names)


@pytest.mark.parametrize("statement", OUTPUTS)
def test_reading_another_property_fails_under_strict_mode(statement):
    before, _ = OUTPUTS[statement]
    found = lines(
        f"{before}$one = @({statement})[0]\n"
        "foreach ($name in 'NoSuchProperty', 'IsWriteCacheEnabled', 'StoragePoolFriendlyName', 'UserName') {\n"
        '    try { $null = $one.$name; "$name was read" } catch { $_.FullyQualifiedErrorId }\n}',
        changed_scene() if before else None,
    )
    _, class_name = OUTPUTS[statement]
    names, _ = facts(class_name)
    asked = ("NoSuchProperty", "IsWriteCacheEnabled", "StoragePoolFriendlyName", "UserName")
    assert found == [f"{name} was read" if name in names else "PropertyNotFoundStrict" for name in asked]


def test_what_get_acl_returns_has_no_property_of_its_own_and_lacks_none_silently():
    (names,) = lines("@((Get-Acl 'C:\\Windows').PSObject.Properties | ForEach-Object { $_.Name }) -join ','")
    real, _ = facts("Get-Acl output (FileSecurity / DirectorySecurity)")
    held = set(names.split(","))
    assert held <= real
    for missing in sorted(real - held):
        with pytest.raises(Unsupported, match=missing):
            lines(f"$null = (Get-Acl 'C:\\Windows').{missing}")
    assert lines("try { (Get-Acl 'C:\\Windows').Audit } catch { $_.FullyQualifiedErrorId }") == [
        "PropertyNotFoundStrict"
    ]
