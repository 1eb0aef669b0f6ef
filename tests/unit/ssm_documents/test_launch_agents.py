"""EC2Launch may take the blank disks that cache and tempdb drive need: it is told, and switched off where possible."""

import json

import pytest
from sales_scene import SalesScene

from rehearsal.world.windows.files import sddl

AMAZON = r"C:\ProgramData\Amazon"
SCRIPT = AMAZON + r"\EC2-Windows\Launch\Scripts\InitializeDisks.ps1"
SETTINGS = AMAZON + r"\EC2Launch\config\agent-config.yml"
INITIALIZES = (
    "Get-Disk | Where-Object { $_.CimInstanceProperties['PartitionStyle'].Value -eq 0 } |\n"
    "    Initialize-Disk -PartitionStyle GPT -PassThru | New-Partition -UseMaximumSize |\n"
    "    Format-Volume -FileSystem NTFS -Confirm:$false | Out-Null\n"
)
SCHEDULES = (
    "$action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument '-NoProfile -File \"{0}\"'\n"
    "$principal = New-ScheduledTaskPrincipal -UserId 'S-1-5-18' -LogonType 'ServiceAccount' -RunLevel 'Highest'\n"
    "$null = Register-ScheduledTask -TaskName 'Amazon Ec2 Launch - Disk Initialization' -Action $action "
    "-Principal $principal -Trigger (New-ScheduledTaskTrigger -AtStartup)\n"
)


def with_ec2launch_v1() -> SalesScene:
    """Its task runs at every start."""
    scene = SalesScene()
    files = scene.second.files
    files.make_directories(SCRIPT.rpartition("\\")[0])
    files.write_bytes(SCRIPT, INITIALIZES.encode())
    assert scene.play(scene.second.run_script, SCHEDULES.format(SCRIPT), "schedule.ps1", {}).stderr == ""
    return scene


def initializers(scene: SalesScene) -> list[str]:
    return scene.observe(scene.second)["host"]["diskInitializers"]


def comes_back(scene: SalesScene) -> dict[str, object]:
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    return scene.observe(scene.second)


def test_its_scheduled_task_takes_the_cache_s_disk_of_a_new_host_and_is_told_before():
    scene = with_ec2launch_v1()
    (told,) = initializers(scene)
    assert "Disk Initialization" in told
    seen = comes_back(scene)
    storage = seen["storage"]
    assert storage["freeInstanceStore"] == [] and storage["classification"] == "EVACUATED"
    # What it left goes to the tempdb drive, without which SQL Server doesn't start; for the cache there is none.
    assert storage["tempdbVolume"]["present"] and seen["sql"]["instances"][0]["service"] == 4


def test_installing_the_host_disables_it():
    scene = with_ec2launch_v1()
    result = scene.run_raw(scene.second, "install_host", {})
    assert json.loads(result.stdout)["code"] in ("CW3001", "CW3002")
    assert initializers(scene) == []
    assert "'Amazon Ec2 Launch - Disk Initialization' was disabled" in scene.log(scene.second)
    seen = comes_back(scene)
    assert seen["storage"]["tempdbVolume"]["present"]
    assert seen["sql"]["instances"][0]["service"] == 4


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- stage: postReady\n  tasks:\n  - task: initializeVolume\n    inputs:\n      initialize: all\n", 1),
        ('tasks:\n- inputs:\n    initialize: devices\n  task: "initializeVolume"\n', 1),
        ("- stage: postReady\n  tasks:\n  - task: startSsm\n  # - task: initializeVolume\n", 0),
        ("", 0),
    ],
)
def test_the_task_of_version_2_is_told(text, told):
    scene = SalesScene()
    scene.second.files.make_directories(SETTINGS.rpartition("\\")[0])
    scene.second.files.write_bytes(SETTINGS, text.encode())
    assert len(initializers(scene)) == told
    assert all("initializeVolume" in each and SETTINGS in each for each in initializers(scene))


def test_without_ec2launch_nothing_is_told():
    assert initializers(SalesScene()) == []


SAMPLE = (
    'version: "1.0"\r\nconfig:\r\n- stage: boot\r\n  tasks:\r\n  - task: extendRootPartition\r\n'
    "- stage: postReady\r\n"
    "  tasks:\r\n  - task: initializeVolume\r\n    inputs:\r\n      initialize: all\r\n  - task: startSsm\r\n"
)
LAST = (
    "config:\n  - stage: postReady\n    tasks:\n      - task: startSsm\n      # ours\n"
    "      - task: 'initializeVolume'\n        inputs:\n          initialize: all\n"
)
ALONE = "config:\n- stage: postReady\n  tasks:\n  - task: initializeVolume\n    inputs:\n      initialize: all\n"
TWICE = ALONE + "  - task: initializeVolume\n    inputs:\n      initialize: all\n"
NAMED = SAMPLE.replace("initialize: all", "initialize: devices")
OTHER_FORM = "config:\n- stage: postReady\n  tasks: [{task: startSsm}, {task: initializeVolume}]\n"
ACCENTED = SAMPLE + "# d\u00e9marrage\n"


CLOSED = "O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)"


def with_ec2launch_v2(text: str, **named: bool) -> SalesScene:
    scene = SalesScene(install=False, **named)
    scene.second.files.make_directories(SETTINGS.rpartition("\\")[0])
    scene.second.files.write_bytes(SETTINGS, text.encode())
    for part in (AMAZON, rf"{AMAZON}\EC2Launch", SETTINGS.rpartition("\\")[0], SETTINGS):
        scene.second.files.itself(part).access = sddl.read(CLOSED)
    return scene


def settings(scene: SalesScene) -> str:
    return scene.second.files.read_bytes(SETTINGS).decode()


@pytest.mark.parametrize("text", [SAMPLE, LAST], ids=["first", "last"])
def test_a_task_of_version_2_for_all_disks_becomes_a_comment_and_a_task_again(text):
    scene = with_ec2launch_v2(text)
    assert scene.run(scene.second, "install_host").code == "CW3001"
    assert initializers(scene) == []
    kept = [line for line in settings(scene).splitlines() if not line.startswith("#CacheWarden ")]
    assert len(kept) == len(text.splitlines()) - 3 and all(line in text.splitlines() for line in kept)
    once = settings(scene)
    assert scene.run(scene.second, "install_host").exit_code == 0 and settings(scene) == once
    scene.second.files.write_bytes(SETTINGS, (once + "# its owner's\n").encode())
    words = "a stop of this instance destroys the data drive"
    answer = scene.run(scene.second, "uninstall_host", AcceptedLoss=words)
    assert answer.code == "CW3024" and "initializeVolume" in answer.message
    assert settings(scene) == text + "# its owner's\n"


BETWEEN = SAMPLE.replace("  - task: initializeVolume", "  - task: setWallpaper\r\n  - task: initializeVolume")
WITHIN = "      initialize: all\r\n"
"""The last line of the task in BETWEEN; what the cases put behind it belongs to the task, too."""
UNCHANGED = {
    "alone": ALONE,
    "named": NAMED,
    "other-form": OTHER_FORM,
    "accented": ACCENTED,
    "empty-line": BETWEEN.replace(WITHIN, WITHIN + "\r\n    frequency: always\r\n"),
    "remark-at-the-margin": BETWEEN.replace(WITHIN, WITHIN + "# letters\r\n      devices: []\r\n"),
    "remark-before-a-key": BETWEEN.replace(WITHIN, WITHIN + "  # letters\r\n    frequency: always\r\n"),
    "more-keys": BETWEEN.replace(WITHIN, WITHIN + "    frequency: always\r\n"),
    "anchor": SAMPLE.replace("inputs:", "inputs: &all") + "- stage: preReady\r\n  tasks:\r\n  - task: *all\r\n",
    "script": SAMPLE.replace("  - task: startSsm", "  - task: executeScript\r\n    inputs: |-\r\n      text"),
}


@pytest.mark.parametrize("text", UNCHANGED.values(), ids=UNCHANGED)
def test_a_text_that_might_keep_the_agent_from_starting_stays_as_it_is(text):
    scene = with_ec2launch_v2(text)
    assert scene.run(scene.second, "install_host").code == "CW3001"
    assert settings(scene) == text


@pytest.mark.parametrize("path", [SETTINGS.rpartition("\\")[0], SETTINGS], ids=["folder", "file"])
@pytest.mark.parametrize("rights", [f"{CLOSED}(A;CI;0x1301bf;;;BU)", CLOSED.replace("O:BA", "O:BU")])
def test_nothing_is_written_where_others_can_write(path, rights):
    scene = with_ec2launch_v2(SAMPLE)
    scene.second.files.itself(path).access = sddl.read(rights)
    assert scene.run(scene.second, "install_host").code == "CW3001"
    assert settings(scene) == SAMPLE and len(initializers(scene)) == 1


def test_the_last_task_of_a_list_stays_and_is_told():
    scene = with_ec2launch_v2(TWICE)
    assert scene.run(scene.second, "install_host").code == "CW3001"
    assert settings(scene).count("\n  - task: initializeVolume") == 1 and len(initializers(scene)) == 1


@pytest.mark.parametrize(("text", "code"), [(ALONE, "CW1049"), (NAMED, "CW1007"), (SAMPLE, "CW1007")])
def test_no_storage_is_built_where_the_agent_would_take_its_disks(text, code):
    scene = with_ec2launch_v2(text, build=False)
    assert scene.run(scene.second, "install_host").code == "CW3001"
    plan = {"DataVolumes": "vol-00000000000000202,vol-00000000000000203", "SwapVolume": "vol-00000000000000204"}
    answer = scene.run(scene.second, "initialize_storage", **plan, CacheGiB="100")
    assert answer.code == code, answer
    assert (code == "CW1007") == bool(scene.second.storage.pools)
