"""Services, scheduled tasks, identity, mutex and access rules as PowerShell text over the model."""

from __future__ import annotations

import pytest
from windows_scene import WindowsScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.windows.files import access_lists
from rehearsal.world.windows.system import access
from rehearsal.world.windows.system.services import ServiceState

HEAD = "Set-StrictMode -Version Latest; $ErrorActionPreference = 'Stop'\n"
WORKER = (
    "param([string] $Mode)\nStart-Sleep -Seconds 60\n"
    "[System.IO.File]::WriteAllText('C:\\work\\done.txt', \"$Mode $PSCommandPath\")\nexit 3\n"
)
REGISTER = (
    "$action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument "
    "'-NoProfile -NonInteractive -ExecutionPolicy Bypass -File \"C:\\work\\worker.ps1\" run'\n"
    "$principal = New-ScheduledTaskPrincipal -UserId 'S-1-5-18' -LogonType ServiceAccount -RunLevel Highest\n"
    "$settings = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([timespan]::Zero) -MultipleInstances IgnoreNew\n"
    "$null = Register-ScheduledTask -TaskName Worker -Action $action -Principal $principal -Settings $settings"
)


def run(scene: WindowsScene, text: str, *arguments: str) -> list[str]:
    result = scene.play(scene.host.run_script, HEAD + text, "test.ps1", {}, arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def with_worker(*faults: Fault) -> WindowsScene:
    scene = WindowsScene(*faults, build=False)
    scene.host.files.make_directories(r"C:\work")
    scene.host.files.write_bytes(r"C:\work\worker.ps1", WORKER.encode())
    return scene


def test_a_service_object_is_a_snapshot_until_refreshed():
    scene = WindowsScene(build=False)
    lines = run(
        scene,
        "$s = Get-Service MSSQLSERVER; Start-Service -Name MSSQLSERVER\n[string] $s.Status; $s.Refresh(); "
        "'{0} {1} {2}' -f $s.Status, [int] $s.Status, $s.StartType",
    )
    assert lines == ["Stopped", "Running 4 Manual"] and scene.clock.monotonic() > 20


def test_service_errors_have_their_ids():
    scene = WindowsScene(Fault(point="service.start", kind=FaultKind.FAIL), build=False)
    lines = run(
        scene,
        "foreach ($block in { Get-Service Nope }, { Start-Service MSSQLSERVER }, { Start-Service SQLSERVERAGENT }, "
        "{ Stop-Service MSSQLSERVER }) { try { & $block; 'fine' } catch { $_.FullyQualifiedErrorId } }",
    )
    prefix = "Microsoft.PowerShell.Commands."
    assert lines == [
        f"NoServiceFoundForGivenName,{prefix}GetServiceCommand",
        f"StartServiceFailed,{prefix}StartServiceCommand",
        "fine",
        f"ServiceHasDependentServices,{prefix}StopServiceCommand",
    ]


def test_waiting_for_a_status_times_out_as_dotnet_says():
    lines = run(
        WindowsScene(build=False),
        "$s = Get-Service MSSQLSERVER\ntry { $s.WaitForStatus('Running', [timespan]::FromSeconds(5)) } "
        "catch { $_.Exception.InnerException.GetType().FullName }",
    )
    assert lines == ["System.ServiceProcess.TimeoutException"]


def test_start_mode_is_set_and_read_under_both_names():
    lines = run(
        WindowsScene(build=False),
        "Set-Service -Name MSSQLSERVER -StartupType Automatic\n[string] (Get-Service MSSQLSERVER).StartType\n"
        "(Get-CimInstance Win32_Service -Filter \"Name='MSSQLSERVER'\").StartMode",
    )
    assert lines == ["Automatic", "Auto"]


def test_a_task_outlives_the_command_that_started_it():
    scene = with_worker()
    lines = run(scene, REGISTER + "\nStart-ScheduledTask -TaskName Worker; [string] (Get-ScheduledTask Worker).State")
    assert lines == ["Running"] and not scene.host.files.exists(r"C:\work\done.txt")
    scene.clock.run_until(None)
    assert scene.host.files.read_bytes(r"C:\work\done.txt") == rb"run C:\work\worker.ps1"
    assert run(scene, "(Get-ScheduledTaskInfo -TaskName Worker).LastTaskResult") == ["3"]


def test_a_second_start_is_ignored_while_one_runs():
    scene = with_worker()
    run(scene, REGISTER + "\nStart-ScheduledTask -TaskName Worker; Start-ScheduledTask -TaskName Worker")
    scene.clock.run_until(None)
    assert len(list(scene.world.trace.of("task-started"))) == 1
    assert len(list(scene.world.trace.of("task-ignored"))) == 1


def test_a_never_run_task_and_errors_of_the_module():
    scene = with_worker()
    lines = run(
        scene,
        REGISTER
        + "\n$i = Get-ScheduledTaskInfo -TaskName Worker; '{0} {1:yyyy-MM-dd}' -f $i.LastTaskResult, $i.LastRunTime\n"
        "foreach ($block in { Register-ScheduledTask -TaskName Worker -Action $action }, { Get-ScheduledTask Nope }, "
        "{ Start-ScheduledTask -TaskName Nope }) "
        "{ try { $null = & $block; 'fine' } catch { $_.FullyQualifiedErrorId } }",
    )
    assert lines == [
        "267011 1999-11-30",
        "HRESULT 0x800700b7,Register-ScheduledTask",
        "CmdletizationQuery_NotFound_TaskName,Get-ScheduledTask",
        "HRESULT 0x80070002,Start-ScheduledTask",
    ]


def test_a_startup_task_runs_at_every_boot_before_services_and_without_the_agent():
    scene = with_worker()
    run(
        scene,
        REGISTER.replace("-TaskName Worker", "-TaskName Boot -Trigger (New-ScheduledTaskTrigger -AtStartup)"),
    )
    scene.host.reboot()
    scene.clock.run_until(lambda: scene.host.files.exists(r"C:\work\done.txt"))
    kinds = [e.kind for e in scene.world.trace.events]
    assert kinds.index("task-started") > kinds.index("up")
    first_service = next(
        n for n, e in enumerate(scene.world.trace.events) if e.kind == "service" and e.facts["state"] == 4
    )
    assert kinds.index("task-started") < first_service


@pytest.mark.parametrize(("kind", "result"), [(FaultKind.FAIL, 0x8007010B), (FaultKind.LATE, 3)])
def test_a_task_may_fail_to_start_or_start_late(kind: FaultKind, result: int):
    scene = with_worker(Fault(point="task.start", kind=kind, seconds=300))
    run(scene, REGISTER + "\nStart-ScheduledTask -TaskName Worker")
    scene.clock.run_until(None)
    assert run(scene, "(Get-ScheduledTaskInfo -TaskName Worker).LastTaskResult") == [str(result)]
    assert scene.clock.monotonic() > (300 if kind is FaultKind.LATE else 0)


def test_a_task_dies_with_the_host_and_is_ready_again_after_boot():
    scene = with_worker()
    run(scene, REGISTER + "\nStart-ScheduledTask -TaskName Worker")
    scene.host.crash()
    scene.clock.run_until(lambda: scene.host.agent_online)
    assert not scene.host.files.exists(r"C:\work\done.txt")
    assert run(scene, "[string] (Get-ScheduledTask Worker).State") == ["Ready"]


def test_a_mutex_is_the_whole_machines_and_tells_of_a_dead_owner():
    scene = WindowsScene(build=False)
    take = "$m = New-Object System.Threading.Mutex $false, 'Global\\CacheWarden'\n"
    owner = scene.clock.spawn("owner", scene.host.run_script, take + "$null = $m.WaitOne(); Start-Sleep 1000", "a", {})
    scene.clock.run_until(10.0)
    assert run(scene, take + "$m.WaitOne(5000)") == ["False"]
    owner.kill()
    lines = run(
        scene,
        take + "try { $m.WaitOne(5000) } catch [System.Threading.AbandonedMutexException] { 'abandoned' }\n"
        "$m.ReleaseMutex(); $m.Dispose(); 'free'",
    )
    assert lines == ["abandoned", "free"]


def test_a_script_runs_as_local_system_on_its_computer():
    lines = run(
        WindowsScene(build=False),
        "[System.Security.Principal.WindowsIdentity]::GetCurrent().Name; $env:COMPUTERNAME\n"
        "[Environment]::MachineName\n"
        "(Get-CimInstance Win32_OperatingSystem).CSName",
    )
    assert lines == [r"NT AUTHORITY\SYSTEM", "SALES1", "SALES1", "SALES1"]


def test_access_rules_set_by_a_script_are_in_force():
    scene = WindowsScene()
    run(
        scene,
        "$acl = Get-Acl -LiteralPath 'S:\\tempdb'\n"
        "$who = New-Object System.Security.Principal.NTAccount 'NT SERVICE\\MSSQLSERVER'\n"
        "$rule = New-Object System.Security.AccessControl.FileSystemAccessRule $who, 'FullControl', "
        "'ContainerInherit, ObjectInherit', 'None', 'Allow'\n"
        "$acl.AddAccessRule($rule); Set-Acl -LiteralPath 'S:\\tempdb' -AclObject $acl",
    )
    assert access.may(scene.host.files, r"S:\tempdb", r"NT SERVICE\MSSQLSERVER", access_lists.FULL_CONTROL)


def test_restart_computer_returns_and_then_the_machine_goes_down():
    scene = WindowsScene(build=False)
    before = scene.host.boot_id
    scene.clock.spawn("script", scene.host.run_script, "Restart-Computer -Force; 'asked'; Start-Sleep 999", "a", {})
    scene.clock.run_until(lambda: scene.host.agent_online and scene.host.boot_id != before)
    assert scene.host.services["AmazonSSMAgent"].state is ServiceState.RUNNING


def test_a_fault_at_a_statement_kills_the_process_there_without_finally():
    fault = Fault(point="process.statement", kind=FaultKind.KILL, where={"script": "victim", "line": 3})
    scene = WindowsScene(fault, build=False)
    text = "try {\n[System.IO.File]::WriteAllText('C:\\Windows\\Temp\\a', 'a')\n'never'\n} finally {\n'nor this'\n}"
    result = scene.play(scene.host.run_script, text, "victim.ps1", {})
    assert (result.stdout, result.exit_code) == ("", -1) and scene.host.files.exists(r"C:\Windows\Temp\a")


def test_the_event_log_wants_registered_sources():
    scene = WindowsScene(build=False)
    write = "Write-EventLog -LogName Application -Source CW -EventId 7 -EntryType Warning -Message 'hello'"
    lines = run(
        scene, f"try {{ {write} }} catch {{ 'refused' }}\nNew-EventLog -LogName Application -Source CW\n{write}"
    )
    assert lines == ["refused"] and [e.event_id for e in scene.host.events.entries] == [7]
