"""The Storage module as PowerShell text over the model: what scripts read, what they get told, what happens."""

from __future__ import annotations

import pytest
from windows_scene import GIB, WindowsScene

from rehearsal.engines.powershell import Unsupported
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import facts
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.settings import ClusterView, FormatInUse, RepairReturns
from rehearsal.world.windows.cim.cim_text import Language

HEAD = "Set-StrictMode -Version Latest; $ErrorActionPreference = 'Stop'\n"
POOL = """
$sub = @(Get-StorageSubSystem | Where-Object { $_.FriendlyName -like 'Windows Storage*' })[0]
$pool = @(Get-StoragePool -StorageSubSystem $sub -IsPrimordial $false | Where-Object { $_.FriendlyName -eq 'Data' })[0]
$vd = Get-VirtualDisk -StoragePool $pool
$members = @(Get-PhysicalDisk -StoragePool $pool)
$nvme = @($members | Where-Object { $_.SerialNumber -clike 'AWS*' })[0]
$swap = @($members | Where-Object { $_.CimInstanceProperties['Usage'].Value -eq 4 })[0]
"""
EVACUATE = """
Set-PhysicalDisk -UniqueId $swap.UniqueId -Usage Journal
Set-PhysicalDisk -UniqueId $nvme.UniqueId -Usage Retired
Repair-VirtualDisk -UniqueId $vd.UniqueId
"""

AS_JOB = EVACUATE.replace("Repair-VirtualDisk", "$job = Repair-VirtualDisk -AsJob")


def run(scene: WindowsScene, text: str, *arguments: str) -> list[str]:
    result = scene.play(scene.host.run_script, HEAD + text, "test.ps1", {}, arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def said(scene: WindowsScene, statement: str, what: str = "FullyQualifiedErrorId", before: str = POOL) -> str:
    (line,) = run(scene, f"{before}\ntry {{ {statement} | Out-Null; 'no error' }} catch {{ [string] $_.{what} }}")
    return line


def test_members_read_as_text_and_as_numbers():
    lines = run(
        WindowsScene(storage={"footprint_counts_cache": True}),
        POOL + "foreach ($m in $members) { '{0} {1} {2} {3}' -f $m.FriendlyName, $m.Usage, "
        "$m.CimInstanceProperties['Usage'].Value, ($m.VirtualDiskFootprint / 1GB) }",
    )
    assert lines == ["Data Auto-Select 1 498.5", "Data Auto-Select 1 498.5", "Swap Retired 4 0", "NVME Journal 5 100"]


def test_reading_a_property_that_the_class_lacks_fails_under_strict_mode():
    scene = WindowsScene()
    assert said(scene, "$nvme.IsWriteCacheEnabled") == "PropertyNotFoundStrict"
    assert said(scene, "$vd.StoragePoolFriendlyName") == "PropertyNotFoundStrict"
    assert run(scene, POOL + "$null -eq $nvme.SlotNumber") == ["True"]


def test_r10_a_look_up_without_result_is_an_error_and_a_filter_is_not():
    scene = WindowsScene()
    assert (
        said(scene, "Get-StoragePool -FriendlyName Nope") == "CmdletizationQuery_NotFound_FriendlyName,Get-StoragePool"
    )
    assert said(scene, "Get-StoragePool Nope", "CategoryInfo.Category") == "ObjectNotFound"
    assert said(scene, "Get-StoragePool Nope", "Exception.Message") == (
        "No MSFT_StoragePool objects found with property 'FriendlyName' equal to 'Nope'.  "
        "Verify the value of the property and retry."
    )
    assert said(scene, "Get-StoragePool No*") == "no error"
    assert said(scene, "Get-StoragePool | Where-Object FriendlyName -eq Nope") == "no error"
    assert said(scene, "Get-Disk -Number 77") == "CmdletizationQuery_NotFound_Number,Get-Disk"
    assert said(scene, "Get-Volume -DriveLetter X") == "CmdletizationQuery_NotFound_DriveLetter,Get-Volume"


def test_a_cmdlet_that_acts_complains_about_a_pattern_without_match():
    scene = WindowsScene(build=False)
    make = "New-StoragePool -StorageSubSystemFriendlyName 'Storage Spaces*' -FriendlyName X"
    make += " -PhysicalDisks (Get-PhysicalDisk -CanPool $true)"
    assert said(scene, make, before="") == "CmdletizationQuery_NotFound_FriendlyName,New-StoragePool"
    assert "matching 'Storage Spaces*'" in said(scene, make, "Exception.Message", before="")


@pytest.mark.parametrize("is_error", [False, True])
def test_a_narrowed_query_that_finds_nothing_is_silent_or_an_error(is_error: bool):
    scene = WindowsScene(build=False, storage={"empty_query_is_error": is_error})
    query = "Get-StoragePool -StorageSubSystem (Get-StorageSubSystem) -IsPrimordial $false"
    wanted = "CmdletizationQuery_NotFound,Get-StoragePool" if is_error else "no error"
    assert said(scene, query, before="") == wanted


def test_r10_duplicate_names_give_both():
    scene = WindowsScene()
    scene.built.tempdb_pool.friendly_name = "Data"  # type: ignore[union-attr]
    assert run(scene, "@(Get-StoragePool -FriendlyName Data).Count") == ["2"]


def test_provider_errors_carry_their_number_in_the_error_id():
    scene = WindowsScene()
    remove = "Remove-PhysicalDisk -StoragePool $pool -PhysicalDisks $nvme -Confirm:$false"
    assert said(scene, remove) == "StorageWMI 40000,Remove-PhysicalDisk"
    assert said(scene, remove, "CategoryInfo") == (
        "NotSpecified: (StorageWMI:ROOT/Microsoft/.../MSFT_StoragePool) [Remove-PhysicalDisk], CimException"
    )
    assert said(scene, "Remove-StoragePool -InputObject $pool -Confirm:$false") == "StorageWMI 48008,Remove-StoragePool"
    assert said(scene, "Get-StoragePool -IsPrimordial $true | Remove-StoragePool -Confirm:$false") == (
        "StorageWMI 48000,Remove-StoragePool"
    )


def test_errors_are_not_terminating_unless_told_so():
    scene = WindowsScene()
    lines = run(
        scene,
        "$ErrorActionPreference = 'Continue'\n" + POOL
        + "Remove-PhysicalDisk -StoragePool $pool -PhysicalDisks $nvme -Confirm:$false -ErrorAction SilentlyContinue\n"
        "'went on'; $Error[0].FullyQualifiedErrorId",
    )  # fmt: skip
    assert lines == ["went on", "StorageWMI 40000,Remove-PhysicalDisk"]


def test_what_destroys_needs_confirm_false_in_a_session_without_a_person():
    scene = WindowsScene()
    for statement in (
        "Remove-VirtualDisk -UniqueId $vd.UniqueId", "Remove-StoragePool -InputObject $pool",
        "Remove-PhysicalDisk -StoragePool $pool -PhysicalDisks $nvme", "Format-Volume -DriveLetter D",
        "Clear-Disk -Number 0",
    ):  # fmt: skip
        assert said(scene, statement).startswith("InvalidOperation,")
    assert facts.bytes_at_risk(scene.host.storage) == 100 * GIB


def test_what_if_changes_nothing():
    scene = WindowsScene()
    run(scene, POOL + "Remove-VirtualDisk -UniqueId $vd.UniqueId -WhatIf\n")
    assert scene.built.data_disk.unique_id in scene.host.storage.virtual_disks


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("Set-PhysicalDisk -UniqueId $swap.UniqueId -Usage Jornal",
            "ParameterArgumentTransformationError,Set-PhysicalDisk",
        ),
        ("Set-PhysicalDisk -UniqueId $swap.UniqueId -Usag3 1", "NamedParameterNotFound,Set-PhysicalDisk"),
        ("Get-PhysicalDisk -StoragePool $vd", "MismatchedPSTypeName,Get-PhysicalDisk"),
        ("Set-StoragePool -UniqueId $pool.UniqueId -IsReadOnly $false -NewFriendlyName X",
            "AmbiguousParameterSet,Set-StoragePool",
        ),
        ("New-VirtualDisk -InputObject $pool -FriendlyName X -Size 1GB -UseMaximumSize",
            "StorageWMI 40005,New-VirtualDisk",
        ),
    ],
)  # fmt: skip
def test_arguments_that_do_not_fit_are_refused_as_on_windows(statement: str, error: str):
    assert said(WindowsScene(), statement) == error


def test_a_parameter_that_the_model_does_not_play_is_refused_not_ignored():
    with pytest.raises(Unsupported, match="StorageTiers"):
        run(WindowsScene(), POOL + "New-VirtualDisk -InputObject $pool -FriendlyName X -StorageTiers $null")


@pytest.mark.parametrize("returns", list(RepairReturns))
def test_v2_the_cache_moves_whether_repair_waits_or_not(returns: RepairReturns):
    scene = WindowsScene(storage={"repair_returns": returns})
    lines = run(
        scene,
        POOL + EVACUATE
        + "do { Start-Sleep -Seconds 5; $jobs = @(Get-StorageJob -StoragePool $pool | "
        "Where-Object { $_.CimInstanceProperties['JobState'].Value -lt 7 }) } while ($jobs.Count)\n"
        "Remove-PhysicalDisk -StoragePool $pool -PhysicalDisks $nvme -Confirm:$false\n"
        "(Get-PhysicalDisk -UniqueId $nvme.UniqueId).CanPool; Start-Sleep -Seconds 10\n"
        "Update-StorageProviderCache -DiscoveryLevel 'Full'\n"
        "(Get-PhysicalDisk -UniqueId $nvme.UniqueId).CanPool\n"
        "(Get-VirtualDisk -UniqueId $vd.UniqueId).OperationalStatus",
    )  # fmt: skip
    assert lines == ["False", "True", "OK"] and facts.bytes_at_risk(scene.host.storage) == 0
    assert 400 < scene.clock.monotonic() < 440


@pytest.mark.parametrize(("shows", "health"), [(True, "Warning InService"), (False, "Healthy OK")])
@pytest.mark.parametrize(("counts_cache", "members"), [(True, "4"), (False, "2")])
def test_a_running_job_tells_bytes_and_per_cent_and_the_disk_says_in_service_or_nothing(
    shows: bool, health: str, counts_cache: bool, members: str
):
    scene = WindowsScene(
        storage={
            "repair_returns": RepairReturns.AT_ONCE,
            "repair_shows_in_service": shows,
            "footprint_counts_cache": counts_cache,
        }
    )
    lines = run(
        scene,
        POOL + EVACUATE + "Start-Sleep -Seconds 198\n$job = Get-StorageJob\n"
        "'{0} {1} {2:n0} {3}' -f $job.Name, $job.JobState, ($job.BytesProcessed / 1GB), ($job.BytesTotal / 1GB)\n"
        "$now = Get-VirtualDisk -UniqueId $vd.UniqueId; '{0} {1}' -f $now.HealthStatus, $now.OperationalStatus\n"
        "@(Get-PhysicalDisk -VirtualDisk $vd -HasAllocations $true).Count",
    )
    assert lines == ["Repair Running 50 100", health, members]


def test_v13_cache_may_not_count_as_allocation():
    scene = WindowsScene(storage={"extents_list_cache": False})
    lines = run(
        scene,
        POOL + "$nvme.VirtualDiskFootprint; @(Get-PhysicalDisk -VirtualDisk $vd -HasAllocations $true).Count; "
        "@(Get-PhysicalExtent -PhysicalDisk $nvme).Count",
    )
    assert lines == ["0", "2", "0"]
    counted = run(WindowsScene(), POOL + "@(Get-PhysicalExtent -PhysicalDisk $nvme).Count")
    assert counted == ["400"]


def test_r14_an_object_keeps_old_values_after_a_change():
    lines = run(
        WindowsScene(),
        POOL + "Set-PhysicalDisk -InputObject $swap -Usage Journal\n$swap.Usage\n"
        "(Get-PhysicalDisk -UniqueId $swap.UniqueId).Usage",
    )
    assert lines == ["Retired", "Journal"]


def test_r13_a_cluster_node_shows_two_subsystems_and_maybe_the_other_nodes_pools():
    scene = WindowsScene(storage={"cluster_view": ClusterView.ALL_NODES})
    scene.host.storage.cluster_name = "SALESWSFC"
    other = type(scene.host)(scene.world, "SALES2")
    other.run_from_the_start(scene.disks()[:4])
    other.storage.cluster_name = "SALESWSFC"
    scene.host.storage.other_nodes = lambda: [other.storage]
    from rehearsal.world.storage import preset

    preset.build(other.storage)
    assert run(scene, "(Get-StorageSubSystem).FriendlyName") == [
        "Windows Storage on SALES1",
        "Clustered Windows Storage on SALESWSFC",
    ]
    assert run(scene, "@(Get-StoragePool -FriendlyName Data).Count") == ["2"]
    assert run(scene, POOL + "@(Get-StoragePool -StorageSubSystem $sub -IsPrimordial $false).Count") == ["2"]
    theirs = "Set-PhysicalDisk -InputObject @(Get-PhysicalDisk)[-1] -Usage Retired"
    assert said(scene, theirs) == "StorageWMI 50002,Set-PhysicalDisk"
    assert "foreign-object" in scene.kinds()


@pytest.mark.parametrize(
    ("number", "message"), [(51004, "Mindestens ein physischer"), (40000, "Nicht genügend Kapazität")]
)
def test_localized_windows_shows_other_texts_and_the_same_numbers(number: int, message: str):
    scene = WindowsScene(storage={"language": Language.GERMAN, "removal_refused_error": number})
    assert run(scene, POOL + "$pool.HealthStatus; $pool.CimInstanceProperties['HealthStatus'].Value") == [
        "Fehlerfrei",
        "0",
    ]
    remove = "Remove-PhysicalDisk -StoragePool $pool -PhysicalDisks $nvme -Confirm:$false"
    assert said(scene, remove, "Exception.Message").startswith(message)
    assert said(scene, remove) == f"StorageWMI {number},Remove-PhysicalDisk"


def test_cim_shows_numbers_until_the_storage_module_is_loaded():
    lines = run(
        WindowsScene(),
        "$q = @{ Namespace = 'root/Microsoft/Windows/Storage'; ClassName = 'MSFT_StoragePool' }\n"
        "(Get-CimInstance @q)[0].HealthStatus; $null = Get-StoragePool; (Get-CimInstance @q)[0].HealthStatus",
    )
    assert lines == ["0", "Healthy"]


def test_first_boot_builds_a_volume_from_disk_to_partition_to_file_system():
    scene = WindowsScene(build=False)
    lines = run(
        scene,
        "$sub = Get-StorageSubSystem\n"
        "$disks = @(Get-PhysicalDisk -CanPool $true | Where-Object { $_.SerialNumber -clike 'vol*' })\n"
        "$pool = New-StoragePool -StorageSubSystemUniqueId $sub.UniqueId -FriendlyName Data -PhysicalDisks $disks\n"
        "$vd = New-VirtualDisk -StoragePoolUniqueId $pool.UniqueId -FriendlyName WCDB -ResiliencySettingName Simple "
        "-UseMaximumSize -ProvisioningType Fixed -NumberOfColumns 3 -Interleave 64KB -WriteCacheSize 0\n"
        "$disk = Get-Disk -VirtualDisk $vd\n"
        "if ($disk.IsOffline) { Set-Disk -UniqueId $disk.UniqueId -IsOffline $false }\n"
        "if ($disk.IsReadOnly) { Set-Disk -UniqueId $disk.UniqueId -IsReadOnly $false }\n"
        "Initialize-Disk -UniqueId $disk.UniqueId -PartitionStyle GPT\n"
        "$part = New-Partition -InputObject (Get-Disk -VirtualDisk $vd) -UseMaximumSize -DriveLetter D -Alignment 1MB\n"
        "$vol = Format-Volume -Partition $part -FileSystem NTFS -AllocationUnitSize 65536 "
        "-NewFileSystemLabel WCDB -Confirm:$false\n"
        "'{0} {1} {2} {3}' -f $vd.NumberOfColumns, $vd.Interleave, $vol.DriveLetter, $vol.FileSystem\n"
        "(Get-VirtualDisk | Get-Disk | Get-Partition | Get-Volume).FileSystemLabel | Where-Object { $_ }",
    )
    assert lines == ["3 65536 D NTFS", "WCDB"]
    assert letters.is_readable(scene.host.storage, "D")


@pytest.mark.parametrize(("counts_cache", "members"), [(True, "Data,Data,NVME"), (False, "Data,Data")])
def test_piping_from_subsystem_to_extent_works_whatever_parameter_takes_the_object(counts_cache: bool, members: str):
    lines = run(
        WindowsScene(storage={"footprint_counts_cache": counts_cache}),
        "(Get-StorageSubSystem | Get-StoragePool | Where-Object { -not $_.IsPrimordial }).Count\n"
        "(Get-VirtualDisk -FriendlyName WCDB | Get-StoragePool).FriendlyName\n"
        "(Get-VirtualDisk -FriendlyName WCDB | Get-Disk | Get-VirtualDisk).FriendlyName\n"
        "(Get-VirtualDisk -FriendlyName WCDB | Get-PhysicalDisk | ForEach-Object { $_.FriendlyName }) -join ','\n"
        "(Get-PhysicalDisk -FriendlyName NVME | Get-StoragePool -IsPrimordial $false).FriendlyName",
    )
    assert lines == ["2", "Data", "WCDB", members, "Data"]


def test_initializing_an_initialized_disk_and_taking_a_taken_letter_fail():
    scene = WindowsScene()
    disk = "(Get-Disk -VirtualDisk $vd)"
    assert said(scene, f"Initialize-Disk -InputObject {disk} -PartitionStyle GPT") == "StorageWMI 41001,Initialize-Disk"
    assert said(scene, f"New-Partition -InputObject {disk} -UseMaximumSize -DriveLetter S") == (
        "StorageWMI 42002,New-Partition"
    )
    assert said(scene, f"New-Partition -InputObject {disk} -UseMaximumSize") == "StorageWMI 40000,New-Partition"


@pytest.mark.parametrize("in_use", list(FormatInUse))
def test_v10_formatting_a_letter_with_data_on_it_is_refused_or_destroys(in_use: FormatInUse):
    scene = WindowsScene(storage={"format_in_use": in_use})
    scene.host.files.write_bytes(r"D:\a.mdf", b"x")
    error = said(scene, "Format-Volume -DriveLetter D -FileSystem NTFS -Confirm:$false")
    destroyed = in_use is FormatInUse.FORMATS
    assert error == ("no error" if destroyed else "StorageWMI 43000,Format-Volume")
    assert scene.host.files.exists(r"D:\a.mdf") is not destroyed


ATTACHED_ANEW = (
    POOL + "Disconnect-VirtualDisk -UniqueId $vd.UniqueId\nConnect-VirtualDisk -UniqueId $vd.UniqueId\n"
    "$found = Get-VirtualDisk -UniqueId $vd.UniqueId\n"
)
ONLINE_ANEW = POOL + (
    "$disk = Get-Disk -VirtualDisk $vd\nSet-Disk -UniqueId $disk.UniqueId -IsOffline $true\n"
    "Set-Disk -UniqueId $disk.UniqueId -IsOffline $false\n$found = $vd\n"
)
LOOK = (
    "$part = Get-Partition -Disk (Get-Disk -VirtualDisk $found) | Where-Object { $_.Type -eq 'Basic' }\n"
    "foreach ($wait in 0, 20) { Start-Sleep -Seconds $wait\n$volume = Get-Volume -Partition $part\n"
    "'{0}|{1}' -f $volume.FileSystem, $volume.Size }"
)


@pytest.mark.parametrize("comes", [ATTACHED_ANEW, ONLINE_ANEW])
@pytest.mark.parametrize("late", [True, False])
def test_a_volume_whose_disk_has_just_come_online_may_be_shown_without_its_file_system(late: bool, comes: str):
    scene = WindowsScene(storage={"file_system_shown_late": late})
    first, second = run(scene, comes + LOOK)
    assert second.startswith("NTFS|") and not second.endswith("|0")
    assert first == ("|0" if late else second)


def test_connect_and_manual_attach():
    scene = WindowsScene()
    lines = run(
        scene,
        POOL + "Disconnect-VirtualDisk -UniqueId $vd.UniqueId\n$d = Get-VirtualDisk -UniqueId $vd.UniqueId\n"
        "'{0} {1}' -f $d.OperationalStatus, $d.DetachedReason\n"
        "$null -eq (Get-VirtualDisk -UniqueId $vd.UniqueId | Get-Disk)\n"
        "Connect-VirtualDisk -UniqueId $vd.UniqueId\nSet-VirtualDisk -UniqueId $vd.UniqueId -IsManualAttach $false\n"
        "(Get-VirtualDisk -UniqueId $vd.UniqueId).OperationalStatus",
    )
    assert lines == ["Detached By Policy", "True", "OK"]


def test_a_repair_that_fails_is_an_error_of_the_waiting_cmdlet_and_a_job_in_exception():
    scene = WindowsScene(Fault(point="storage.repair", kind=FaultKind.FAIL, after=0.6, error="2"))
    assert said(scene, EVACUATE.strip().replace("\n", "; ")) == "StorageWMI 2,Repair-VirtualDisk"
    assert run(scene, "$j = Get-StorageJob; '{0} {1}' -f $j.JobState, $j.PercentComplete") == ["Exception 60"]


def test_a_script_killed_while_it_waits_for_a_repair_leaves_the_repair_running():
    scene = WindowsScene()
    actor = scene.clock.spawn("script", scene.host.run_script, HEAD + POOL + EVACUATE, "x.ps1", {})
    scene.clock.run_until(100.0)
    actor.kill()
    scene.clock.run_until(500.0)
    assert facts.bytes_at_risk(scene.host.storage) == 0


def test_as_job_gives_a_job_that_ends_with_the_repair():
    scene = WindowsScene()
    lines = run(
        scene,
        POOL + AS_JOB
        + "[string] $job.State; $job.Name; Start-Sleep -Seconds 10; [string] $job.State\n"
        "$ended = Wait-Job -Job $job; [string] $ended.State; @(Get-Job).Count\n"
        "Receive-Job -Job $job; Remove-Job -Job $job",
    )  # fmt: skip
    assert lines == ["Running", "CimJob1", "Running", "Completed", "1"]
    assert scene.clock.monotonic() > 400 and facts.bytes_at_risk(scene.host.storage) == 0


def test_a_job_that_failed_gives_its_error_when_it_is_received():
    scene = WindowsScene(Fault(point="storage.repair", kind=FaultKind.FAIL, after=0.1, error="50001"))
    lines = run(
        scene,
        POOL + AS_JOB
        + "$null = Wait-Job -Job $job -Timeout 300; [string] $job.State\n"
        "try { Receive-Job -Job $job -ErrorAction Stop } catch { $_.FullyQualifiedErrorId }",
    )  # fmt: skip
    assert lines == ["Failed", "StorageWMI 50001,Repair-VirtualDisk"]


def test_a_repair_begun_as_a_job_goes_on_when_the_script_is_gone():
    scene = WindowsScene()
    run(scene, POOL + AS_JOB)
    scene.clock.run_until(None)
    assert facts.bytes_at_risk(scene.host.storage) == 0
