"""Killed at every statement that changes something, and run again: the same end, nothing lost.

The places are read from the scripts, so that a new change is covered by being there.
"""

from collections.abc import Callable, Iterable

import pytest
from sales_scene import (
    CHANGE,
    DRIVES,
    INSTALLERS,
    Answer,
    Line,
    SalesScene,
    built_bundle,
    bundle_files,
    changing_lines,
    lines_of,
    scripts,
)  # fmt: skip

from infra.documents.scripts import BuiltBundle
from rehearsal.engines.powershell.engine import ScriptResult
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.host_installation import write_bundle
from rehearsal.world.storage import facts
from rehearsal.world.windows.system.services import ServiceState


def killed(script: str, line: Line, occurrence: int = 1) -> Fault:
    where = line.where(script)
    return Fault(point="process.statement", kind=FaultKind.KILL, where=where, occurrence=occurrence)


def shown(line: object) -> str | None:
    return f"{line.function}-{line.number}" if isinstance(line, Line) else None


WORKER_LINES = changing_lines("worker")


def quiet(scene: SalesScene) -> SalesScene:
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    return scene


def to_its_end(scene: SalesScene, stem: str, environment: dict[str, str]) -> ScriptResult:
    """Runs it, and once more if that run is the one that is killed: a line may be reached for the second time there."""
    before = len(scene.world.faults.injected)
    result = scene.run_raw(scene.second, stem, environment | {"SSM_NotAfter": scene.soon()})
    if len(scene.world.faults.injected) > before:
        result = scene.run_raw(scene.second, stem, environment | {"SSM_NotAfter": scene.soon()})
    return result


def after_the_lock(scene: SalesScene, stem: str) -> Answer:
    """Runs it as an operation does: asked to try again, because the boot task holds the lock, it waits a minute."""
    answer = scene.run(scene.second, stem, token=8)
    for _ in range(5):
        if answer.code == "CW3003":
            scene.pass_time(60)
            answer = scene.run(scene.second, stem, token=8)
    return answer


def as_often_as_reached(killed_at: Callable[[int], bool], occurrences: Iterable[int]) -> None:
    """Tries each in turn, up to the first that no run reaches: further ones would play the same again, undisturbed."""
    for occurrence in occurrences:
        if not killed_at(occurrence):
            return


def assert_nothing_lost(scene: SalesScene) -> None:
    assert not facts.data_loss(scene.second.storage)


def evacuation_is_continued(line: Line, occurrence: int) -> bool:
    """Whether the line was reached that often, and the kill took place."""
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
    return bool(scene.world.faults.injected)


@pytest.mark.parametrize("line", WORKER_LINES, ids=shown)
def test_evacuation_is_continued_after_the_worker_was_killed(line):
    as_often_as_reached(lambda occurrence: evacuation_is_continued(line, occurrence), (1, 2, 3, 5))


def evacuation_is_turned_back(line: Line, occurrence: int) -> bool:
    """Whether the line was reached that often, and the kill took place."""
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
    return bool(scene.world.faults.injected)


@pytest.mark.parametrize("line", WORKER_LINES, ids=shown)
def test_a_killed_evacuation_can_be_turned_back(line):
    as_often_as_reached(lambda occurrence: evacuation_is_turned_back(line, occurrence), (1, 2))


@pytest.mark.parametrize("line", changing_lines("evacuate_cache"), ids=shown)
def test_the_command_itself_may_be_killed(line):
    scene = quiet(SalesScene(killed("evacuate_cache", line)))
    environment = {"SSM_Token": "7", "SSM_ActionToken": "none", "SSM_ClusterKey": "none", "SSM_Consent": "none"}
    scene.run_raw(scene.second, "evacuate_cache", environment | {"SSM_NotAfter": scene.soon()})
    scene.wait_for_worker(scene.second)
    if scene.storage(scene.second)["classification"] != "EVACUATED":
        assert scene.run(scene.second, "evacuate_cache").exit_code == 0
        assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["proof"]["evacuated"] is True
    assert_nothing_lost(scene)


def restore_is_continued(line: Line, occurrence: int) -> bool:
    """Whether the line was reached that often, and the kill took place."""
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
    return bool(scene.world.faults.injected)


@pytest.mark.parametrize("line", WORKER_LINES, ids=shown)
def test_a_restore_is_continued_after_the_worker_was_killed(line):
    as_often_as_reached(lambda occurrence: restore_is_continued(line, occurrence), (1, 2))


BUILD = {
    "SSM_DataVolumes": "vol-00000000000000202,vol-00000000000000203",
    "SSM_SwapVolume": "vol-00000000000000204",
    "SSM_CacheGiB": "100",
    **{f"SSM_{name}": value for name, value in DRIVES.items()},
    "SSM_Token": "7",
    "SSM_ActionToken": "none",
    "SSM_ClusterKey": "none",
}
REBUILD = {**BUILD, "SSM_DataVolumes": "none", "SSM_SwapVolume": "none", "SSM_CacheGiB": "0"}
SQL_SERVER = {**REBUILD, "SSM_Consent": "none"}


def building_is_continued(line: Line, occurrence: int) -> bool:
    """Whether the line was reached that often, and the kill took place."""
    scene = SalesScene(killed("initialize_storage", line, occurrence), build=False, install=False)
    scene.run_raw(scene.second, "initialize_storage", BUILD | {"SSM_NotAfter": scene.soon()})
    result = to_its_end(scene, "initialize_storage", BUILD)
    assert result.exit_code == 0, result
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and storage["tempdbVolume"]["present"]
    assert len(scene.second.storage.pools) == 2
    assert scene.file(scene.second, "inventory")["building"] is False
    return bool(scene.world.faults.injected)


@pytest.mark.parametrize("line", changing_lines("initialize_storage"), ids=shown)
def test_building_is_continued_after_it_was_killed(line):
    as_often_as_reached(lambda occurrence: building_is_continued(line, occurrence), (1, 2, 3, 4))


def rebuild_is_continued(stem: str, line: Line, occurrence: int) -> bool:
    """Whether the line was reached that often, and the kill took place."""
    scene = SalesScene(killed(stem, line, occurrence), install=False)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    for _ in range(2):
        scene.run_raw(scene.second, "rebuild_storage", REBUILD | {"SSM_NotAfter": scene.soon()})
        result = to_its_end(scene, "initialize_storage", REBUILD)
    assert result.exit_code == 0, result
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and storage["tempdbVolume"]["present"]
    assert scene.run(scene.second, "start_sql_server").exit_code == 0
    assert len(scene.second.storage.pools) == 2
    return bool(scene.world.faults.injected)


@pytest.mark.parametrize(
    ("stem", "line"),
    [(stem, line) for stem in ("rebuild_storage", "initialize_storage") for line in changing_lines(stem)],
    ids=shown,
)
def test_a_rebuild_is_continued_after_it_was_killed(stem, line):
    as_often_as_reached(lambda occurrence: rebuild_is_continued(stem, line, occurrence), (1, 2))


@pytest.mark.parametrize("stem", ["stop_sql_server", "start_sql_server"])
def test_stopping_and_starting_sql_server_may_be_killed(stem):
    for line in changing_lines(stem):
        scene = SalesScene(killed(stem, line), install=False)
        if stem == "start_sql_server":
            scene.run(scene.second, "stop_sql_server")
        for _ in range(3):  # a line may be reached only by a later run
            if not scene.world.faults.injected:
                scene.run_raw(scene.second, stem, SQL_SERVER | {"SSM_NotAfter": scene.soon()})
        assert scene.run(scene.second, stem).exit_code == 0
        wanted = 1 if stem == "stop_sql_server" else 4
        services = scene.observe(scene.second)["sql"]["instances"]
        assert [(service["service"], service["agent"]) for service in services] == [(wanted, wanted)], line


BOOT_LINES = changing_lines("boot_task")


@pytest.mark.parametrize("line", BOOT_LINES, ids=shown)
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


def bringing_lines(stem: str) -> list[tuple[str, Line]]:
    """Of a document that brings files of the bundle: it carries its functions itself."""
    script = scripts()[stem].partition("\n$files = ")[0]
    return [(stem, line) for line in lines_of({stem: script}) if CHANGE.search(line.text)]


def former_bundle() -> BuiltBundle:
    files = {name.removesuffix(".ps1"): text for name, text in bundle_files().items()}
    changed = files["functions_boot"].replace("boot task begins", "former boot task begins")
    return BuiltBundle(files={name: files[name] for name in built_bundle().files} | {"functions_boot": changed})


@pytest.mark.parametrize(
    ("stem", "line"),
    [
        *bringing_lines("install_bundle_storage"),
        *bringing_lines("install_bundle_tasks"),
        *(("install_host", line) for line in changing_lines("install_host")),
    ],
    ids=shown,
)
def test_a_killed_installation_leaves_a_boot_task_that_works(stem, line):
    scene = SalesScene(killed(stem, line), bundle=False, faults_enabled=False)
    former = former_bundle()
    write_bundle(scene.second, {f"{name}.ps1": text for name, text in former.files.items()}, former.hash)
    installs = scripts()["install_host"].replace(built_bundle().hash, former.hash)
    assert scene.play(scene.second.run_script, installs, "former.ps1", {}).exit_code == 0
    scene.world.faults.enabled = True
    for installer in INSTALLERS:
        if scene.run_raw(scene.second, installer, {}).exit_code != 0:
            break
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert scene.second.services["MSSQLSERVER"].state is ServiceState.RUNNING
    assert "boot task ends: CW3014 done" in scene.log(scene.second)
    assert scene.install(scene.second).exit_code == 0
    host = scene.observe(scene.second)["host"]
    assert host["bundle"] == {"hash": built_bundle().hash, "deployed": True, "bootTaskFaults": [], "workerFaults": []}
    assert host["folder"]["protected"]
    assert scene.second.files.list(r"C:\ProgramData\CacheWarden\bundle") == [built_bundle().hash]
