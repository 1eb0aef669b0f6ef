"""A local user who may write into a folder of PATH runs nothing as SYSTEM: our tasks name their program's folder."""

from __future__ import annotations

import pytest
from sales_scene import SalesScene

TOOLS = r"C:\Tools"


@pytest.fixture
def scene() -> SalesScene:
    """Other software has put a folder of its own in front of PATH; somebody has put a program there."""
    scene = SalesScene()
    host = scene.second
    host.files.make_directories(TOOLS)
    host.files.write_bytes(TOOLS + r"\powershell.exe", b"MZ")
    host.environment["Path"] = f"{TOOLS};{host.environment['Path']}"
    return scene


def run_by_tasks(scene: SalesScene) -> list[str]:
    return [str(event.facts["program"]) for event in scene.world.trace.of("foreign-program")]


def test_the_boot_task_and_the_worker_run_windows_own_program(scene):
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert scene.second.tasks.get("CacheWarden-Boot").last_result == 0
    scene.evacuated(scene.second)
    assert run_by_tasks(scene) == []


def test_a_task_that_names_its_program_without_a_folder_would_run_the_other(scene):
    register = (
        "$action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument '-File C:\\x.ps1'\n"
        "$null = Register-ScheduledTask -TaskName 'Other' -Action $action -Force\n"
        "Start-ScheduledTask -TaskName 'Other'"
    )
    assert scene.play(scene.second.run_script, register, "dba.ps1", {}).stderr == ""
    scene.pass_time(10)
    assert run_by_tasks(scene) == [TOOLS + r"\powershell.exe"]


def test_a_task_of_a_former_version_is_told_and_registered_anew(scene):
    former = (
        "$task = Get-ScheduledTask -TaskName 'CacheWarden-Boot'\n"
        "$action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument $task.Actions[0].Arguments\n"
        "$null = Set-ScheduledTask -TaskName 'CacheWarden-Boot' -Action $action"
    )
    assert scene.play(scene.second.run_script, former, "former.ps1", {}).stderr == ""
    assert scene.observe(scene.second)["host"]["bundle"]["bootTaskFaults"] == [
        "the scheduled task of boot_task runs something else"
    ]
    assert scene.run(scene.second, "install_host").exit_code == 0
    assert scene.observe(scene.second)["host"]["bundle"]["bootTaskFaults"] == []
