"""Killed at every statement that changes something, and run again: the same end, nothing lost.

The places are read from the scripts, so that a new change is covered by being there.
"""

import re

import pytest
from sales_scene import Answer, SalesScene, scripts

from infra.documents.builder import build_bundle
from rehearsal.engines.powershell.engine import ScriptResult
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.storage import facts

CHANGE = re.compile(
    r"(?:Set|Add|Remove|New|Connect|Repair|Initialize|Format|Write|Start|Stop)-"
    r"(?:PhysicalDisk|StoragePool|VirtualDisk|VolumeCache|Disk|Partition|Volume|Service|ScheduledTask|Acl)\b"
    r"|\[System\.IO\.(?:File|Directory)\]::(?:Replace|Move|CreateDirectory)|\$stream\.Write|Remove-Item\b"
)


def changing_lines(text: str) -> list[int]:
    """Line numbers of the statements that change something."""
    return [number for number, line in enumerate(text.splitlines(), start=1) if CHANGE.search(line.split("#")[0])]


def killed(script: str, line: int, occurrence: int = 1) -> Fault:
    where = {"node": "SALES2", "script": script, "line": line}
    return Fault(point="process.statement", kind=FaultKind.KILL, where=where, occurrence=occurrence)


def bundled(stem: str) -> str:
    """The script of the host's bundle."""
    (text,) = (text for name, text in build_bundle().scripts.items() if name.startswith(stem))
    return text


WORKER = bundled("worker")
WORKER_LINES = changing_lines(WORKER)


def quiet(scene: SalesScene) -> SalesScene:
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    return scene


def to_its_end(scene: SalesScene, stem: str, environment: dict[str, str]) -> ScriptResult:
    """Runs it, and once more if that run is the one that is killed: a line may be reached for the second time there."""
    before = len(scene.world.faults.injected)
    result = scene.run_raw(scene.second, stem, environment)
    if len(scene.world.faults.injected) > before:
        result = scene.run_raw(scene.second, stem, environment)
    return result


def after_the_lock(scene: SalesScene, stem: str) -> Answer:
    """Runs it as an operation does: asked to try again, because the boot task holds the lock, it waits a minute."""
    answer = scene.run(scene.second, stem, token=8)
    for _ in range(5):
        if answer.code == "CW3003":
            scene.pass_time(60)
            answer = scene.run(scene.second, stem, token=8)
    return answer


def assert_nothing_lost(scene: SalesScene) -> None:
    assert not facts.data_loss(scene.second.storage)


@pytest.mark.parametrize("occurrence", [1, 2, 3, 5])
@pytest.mark.parametrize("line", WORKER_LINES)
def test_evacuation_is_continued_after_the_worker_was_killed(line, occurrence):
    scene = quiet(SalesScene(killed("worker", line, occurrence)))
    scene.run(scene.second, "evacuate_cache")
    worker = scene.wait_for_worker(scene.second)
    assert_nothing_lost(scene)
    if scene.world.faults.injected:
        assert worker["state"] in ("failed", "succeeded")
    if scene.storage(scene.second)["classification"] != "EVACUATED":
        assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
        assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["proof"]["evacuated"] is True
    assert_nothing_lost(scene)


@pytest.mark.parametrize("occurrence", [1, 2])
@pytest.mark.parametrize("line", WORKER_LINES)
def test_a_killed_evacuation_can_be_turned_back(line, occurrence):
    scene = quiet(SalesScene(killed("worker", line, occurrence)))
    scene.run(scene.second, "evacuate_cache")
    scene.wait_for_worker(scene.second)
    for _ in range(2):  # the evacuation may have ended before the line was reached: then the way back is cut
        answer = scene.run(scene.second, "restore_cache")
        assert answer.code in ("CW1005", "CW1006"), answer
        scene.wait_for_worker(scene.second)
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert_nothing_lost(scene)
    assert scene.run(scene.second, "start_sql_server").exit_code == 0


@pytest.mark.parametrize("line", changing_lines(scripts()["evacuate_cache"]))
def test_the_command_itself_may_be_killed(line):
    scene = quiet(SalesScene(killed("evacuate_cache", line)))
    environment = {"SSM_Token": "7", "SSM_ActionToken": "none", "SSM_NotAfter": "none", "SSM_ClusterKey": "none"}
    scene.run_raw(scene.second, "evacuate_cache", environment)
    scene.wait_for_worker(scene.second)
    if scene.storage(scene.second)["classification"] != "EVACUATED":
        assert scene.run(scene.second, "evacuate_cache").exit_code == 0
        assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["proof"]["evacuated"] is True
    assert_nothing_lost(scene)


@pytest.mark.parametrize("occurrence", [1, 2])
@pytest.mark.parametrize("line", WORKER_LINES)
def test_a_restore_is_continued_after_the_worker_was_killed(line, occurrence):
    # The first move, the evacuation, passes some of the same lines: those are counted out.
    scene = SalesScene(killed("worker", line, occurrence), faults_enabled=False)
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    assert scene.run(scene.second, "initialize_storage").exit_code == 0
    scene.world.faults.enabled = True
    for _ in range(3):
        scene.run(scene.second, "restore_cache")
        scene.wait_for_worker(scene.second)
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert_nothing_lost(scene)
    assert scene.run(scene.second, "start_sql_server").exit_code == 0


BUILD = {
    "SSM_DataVolumes": "vol-00000000000000202,vol-00000000000000203",
    "SSM_SwapVolume": "vol-00000000000000204",
    "SSM_CacheGiB": "100",
    "SSM_AllocationUnitKiB": "64",
    "SSM_Token": "7",
    "SSM_ActionToken": "none",
    "SSM_NotAfter": "none",
    "SSM_ClusterKey": "none",
}
REBUILD = {**BUILD, "SSM_DataVolumes": "none", "SSM_SwapVolume": "none", "SSM_CacheGiB": "0"}
SQL_SERVER = {**REBUILD, "SSM_Consent": "none"}


@pytest.mark.parametrize("occurrence", [1, 2, 3, 4])
@pytest.mark.parametrize("line", changing_lines(scripts()["initialize_storage"]))
def test_building_is_continued_after_it_was_killed(line, occurrence):
    scene = SalesScene(killed("initialize_storage", line, occurrence), build=False, install=False)
    scene.run_raw(scene.second, "initialize_storage", BUILD)
    result = to_its_end(scene, "initialize_storage", BUILD)
    assert result.exit_code == 0, result
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and storage["tempdbVolume"]["present"]
    assert len(scene.second.storage.pools) == 2
    assert scene.file(scene.second, "inventory")["building"] is False


@pytest.mark.parametrize("occurrence", [1, 2])
@pytest.mark.parametrize(
    ("stem", "line"),
    [(stem, line) for stem in ("rebuild_storage", "initialize_storage") for line in changing_lines(scripts()[stem])],
)
def test_a_rebuild_is_continued_after_it_was_killed(stem, line, occurrence):
    scene = SalesScene(killed(stem, line, occurrence), install=False)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    for _ in range(2):
        scene.run_raw(scene.second, "rebuild_storage", REBUILD)
        result = to_its_end(scene, "initialize_storage", REBUILD)
    assert result.exit_code == 0, result
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and storage["tempdbVolume"]["present"]
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    assert len(scene.second.storage.pools) == 2


@pytest.mark.parametrize("stem", ["stop_sql_server", "start_sql_server"])
def test_stopping_and_starting_sql_server_may_be_killed(stem):
    for line in changing_lines(scripts()[stem]):
        scene = SalesScene(killed(stem, line), install=False)
        if stem == "start_sql_server":
            scene.run(scene.second, "stop_sql_server")
        for _ in range(3):  # a line may be reached only by a later run
            if not scene.world.faults.injected:
                scene.run_raw(scene.second, stem, SQL_SERVER)
        assert scene.run(scene.second, stem).exit_code == 0
        wanted = 1 if stem == "stop_sql_server" else 4
        services = scene.observe(scene.second)["sql"]["instances"]
        assert [(service["service"], service["agent"]) for service in services] == [(wanted, wanted)], line


BOOT_LINES = changing_lines(bundled("boot_task"))


@pytest.mark.parametrize("line", BOOT_LINES)
def test_a_killed_boot_task_leaves_a_node_that_can_be_brought_up(line):
    scene = SalesScene(killed("boot_task", line), faults_enabled=False)
    scene.evacuated(scene.second)
    scene.world.faults.enabled = True
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    for stem in ("initialize_storage", "start_sql_server", "restore_cache"):
        assert after_the_lock(scene, stem).exit_code == 0
    scene.wait_for_worker(scene.second)
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert_nothing_lost(scene)


@pytest.mark.parametrize("line", BOOT_LINES)
def test_a_killed_installation_leaves_the_former_boot_task_or_the_new_one(line):
    scene = SalesScene(killed("install_host", line), faults_enabled=False)
    former = scripts()["install_host"].replace("boot task begins", "former boot task begins")
    assert scene.play(scene.second.run_script, former, "former.ps1", {}).exit_code == 0
    scene.world.faults.enabled = True
    scene.run_raw(scene.second, "install_host", {})
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert scene.observe(scene.second)["sql"]["instances"][0]["service"] == 4
    assert scene.run_raw(scene.second, "install_host", {}).exit_code == 0
    host = scene.observe(scene.second)["host"]
    assert host["bundle"]["hash"] == build_bundle().hash and host["folder"]["protected"]
    left = [name for name in scene.second.files.list(r"C:\ProgramData\CacheWarden\bundle") if "boot_task" in name]
    assert len(left) == 1
