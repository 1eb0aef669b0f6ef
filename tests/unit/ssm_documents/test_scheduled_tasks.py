"""The host's two scheduled tasks: what somebody changed about them is seen, and InstallHost puts it right."""

import json

import pytest
from sales_scene import SalesScene

WORK_ORDER = r"C:\ProgramData\CacheWarden\work.json"
STEMS = ("boot_task", "worker")
UNTRIGGERED = [("worker", "no trigger"), ("worker", "no trigger at all")]
"""A worker has no trigger anyway."""
TASK_CHANGES = {
    "another program": "$null = Set-ScheduledTask -TaskName '{0}' -Action (New-ScheduledTaskAction -Execute 'cmd.exe')",
    "another account": (
        "$p = New-ScheduledTaskPrincipal -UserId 'LOCAL\\backup' -LogonType 'Password'\n"
        "$null = Set-ScheduledTask -TaskName '{0}' -Principal $p"
    ),
    "another service's account": (
        "$p = New-ScheduledTaskPrincipal -UserId 'S-1-5-20' -LogonType 'ServiceAccount' -RunLevel 'Highest'\n"
        "$null = Set-ScheduledTask -TaskName '{0}' -Principal $p"
    ),
    "a time limit": (
        "$s = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([timespan] '00:01:00')\n"
        "$null = Set-ScheduledTask -TaskName '{0}' -Settings $s"
    ),
    "two at once": (
        "$s = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([timespan]::Zero) -MultipleInstances 'Parallel'\n"
        "$null = Set-ScheduledTask -TaskName '{0}' -Settings $s"
    ),
    "switched off": "$null = Disable-ScheduledTask -TaskName '{0}'",
    "gone": "Unregister-ScheduledTask -TaskName '{0}' -Confirm:$false",
    "no trigger": "$null = Set-ScheduledTask -TaskName '{0}' -Trigger (New-ScheduledTaskTrigger -AtLogOn)",
    "no trigger at all": (
        "$t = Get-ScheduledTask -TaskName '{0}'\n"
        "Unregister-ScheduledTask -TaskName '{0}' -Confirm:$false\n"
        "$parts = @{{ Action = $t.Actions[0]; Principal = $t.Principal; Settings = $t.Settings }}\n"
        "$null = Register-ScheduledTask -TaskName '{0}' @parts"
    ),
}


def told(scene, stem):
    bundle = scene.observe(scene.second)["host"]["bundle"]
    return bundle[{"boot_task": "bootTaskFaults", "worker": "workerFaults"}[stem]]


@pytest.mark.parametrize(
    ("stem", "change"),
    [(stem, change) for stem in STEMS for change in TASK_CHANGES if (stem, change) not in UNTRIGGERED],
)
@pytest.mark.campaign(suite=6)
def test_a_task_that_somebody_changed_is_seen_and_replaced(stem, change):
    scene = SalesScene()
    assert told(scene, stem) == []
    name = {"boot_task": "CacheWarden-Boot", "worker": "CacheWarden-Worker"}[stem]
    result = scene.play(scene.second.run_script, TASK_CHANGES[change].format(name), "dba.ps1", {})
    assert result.stderr == ""
    faults = told(scene, stem)
    assert faults and all(stem in fault for fault in faults)
    result = scene.run_raw(scene.second, "install_host", {})
    assert (json.loads(result.stdout)["code"], result.exit_code) == ("CW3001", 0)
    assert told(scene, stem) == []


@pytest.mark.parametrize("change", ["another account", "switched off"])
def test_a_worker_that_would_not_run_as_system_is_not_given_an_order(change):
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    scene.play(scene.second.run_script, TASK_CHANGES[change].format("CacheWarden-Worker"), "dba.ps1", {})
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW3019", 11, False), answer
    assert not scene.second.files.exists(WORK_ORDER)


def test_a_worker_of_a_former_bundle_that_is_sound_otherwise_is_not_given_an_order():
    """InstallHost was cut off between the new files and the tasks."""
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    former = (
        "$task = Get-ScheduledTask -TaskName 'CacheWarden-Worker'\n"
        "$run = $task.Actions[0].Arguments -replace '[0-9a-f]{32}', '00000000000000000000000000000000'\n"
        "$action = New-ScheduledTaskAction -Execute $task.Actions[0].Execute -Argument $run\n"
        "$null = Set-ScheduledTask -TaskName 'CacheWarden-Worker' -Action $action"
    )
    assert scene.play(scene.second.run_script, former, "former.ps1", {}).stderr == ""
    assert told(scene, "worker") == []
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW3019", 11, False), answer
    assert not scene.second.files.exists(WORK_ORDER)


@pytest.mark.parametrize("account", ["S-1-5-18", "SYSTEM", "NT AUTHORITY\\SYSTEM"])
def test_system_is_known_however_it_is_written(account):
    scene = SalesScene()
    change = (
        f"$p = New-ScheduledTaskPrincipal -UserId '{account}' -LogonType 'ServiceAccount' -RunLevel 'Highest'\n"
        "$null = Set-ScheduledTask -TaskName 'CacheWarden-Boot' -Principal $p"
    )
    assert scene.play(scene.second.run_script, change, "dba.ps1", {}).stderr == ""
    assert told(scene, "boot_task") == []


def test_the_task_scheduler_starts_a_failed_boot_task_again_and_never_a_worker():
    scene = SalesScene()
    names = "@('CacheWarden-Boot', 'CacheWarden-Worker')"
    asked = f"{names} | ForEach-Object {{ (Get-ScheduledTask -TaskName $_).Settings.RestartCount }}"
    assert scene.play(scene.second.run_script, asked, "dba.ps1", {}).stdout.split() == ["3", "0"]
