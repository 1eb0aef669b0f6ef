"""Killed at every statement that changes something, and run again: the same end, nothing lost.

The places are read from the scripts, so that a new change is covered by being there. Which of them a procedure reaches,
and how often, is counted in an undisturbed run: so each kill takes place, and none is tried in vain. Of the places
that are passed again, one is killed then; `make kill-everywhere` kills at all of them, `make campaigns` at all of the
rest. The suite draws a few of each procedure.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

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
from tests.campaigns import part

STATEMENT = "process.statement"


@dataclass(frozen=True, kw_only=True, eq=False)
class Procedure:
    """`play` takes a scene to the procedure's end, whether it is killed or not, and asserts that end.

    `script`: the one that is killed, at its `lines`, where it passes them for one of these `occurrences`. What `play`
    does before it lets faults begin isn't counted.
    """

    script: str
    play: Callable[[SalesScene], None]
    lines: Sequence[Line]
    occurrences: Sequence[int] = (1,)
    scene: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.play.__name__}-{self.script}"


def killed(script: str, line: Line, occurrence: int) -> Fault:
    return Fault(point=STATEMENT, kind=FaultKind.KILL, where=line.where(script), occurrence=occurrence)


@cache
def times_reached(procedure: Procedure) -> Mapping[Line, int]:
    """How often an undisturbed run passes each of the lines."""
    scene = SalesScene(**procedure.scene)
    faults = scene.world.faults
    faults.watches_statements = True
    reached: Counter[tuple[str, int]] = Counter()

    def note(point: str, context: Mapping[str, Any]) -> None:
        if point != STATEMENT or not faults.enabled:
            return
        if (context["node"], context["script"]) == ("SALES2", procedure.script):
            reached[context["function"], context["line"]] += 1

    faults.observers.append(note)
    procedure.play(scene)
    return {line: reached[line.function, line.number] for line in procedure.lines}


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


def assert_nothing_lost(scene: SalesScene) -> None:
    assert not facts.data_loss(scene.second.storage)


def evacuation(scene: SalesScene) -> None:
    """Continued after its worker was killed."""
    quiet(scene).run(scene.second, "evacuate_cache")
    worker = scene.wait_for_worker(scene.second)
    assert_nothing_lost(scene)
    assert worker["state"] in ("failed", "succeeded")
    if scene.storage(scene.second)["classification"] != "EVACUATED":
        assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
        assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["proof"]["evacuated"] is True
    assert_nothing_lost(scene)


def evacuation_turned_back(scene: SalesScene) -> None:
    """A killed evacuation can be turned back."""
    quiet(scene).run(scene.second, "evacuate_cache")
    scene.wait_for_worker(scene.second)
    for _ in range(2):  # the evacuation may have ended before the line was reached: then the way back is cut
        answer = scene.run(scene.second, "restore_cache")
        assert answer.code in ("CW1005", "CW1006"), answer
        scene.wait_for_worker(scene.second)
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert_nothing_lost(scene)
    assert scene.run(scene.second, "start_sql_server").exit_code == 0


def evacuation_commanded_again(scene: SalesScene) -> None:
    """The command itself may be killed."""
    environment = {"SSM_Token": "7", "SSM_ActionToken": "none", "SSM_ClusterKey": "none", "SSM_Consent": "none"}
    quiet(scene).run_raw(scene.second, "evacuate_cache", environment | {"SSM_NotAfter": scene.soon()})
    scene.wait_for_worker(scene.second)
    if scene.storage(scene.second)["classification"] != "EVACUATED":
        assert scene.run(scene.second, "evacuate_cache").exit_code == 0
        assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["proof"]["evacuated"] is True
    assert_nothing_lost(scene)


def restore(scene: SalesScene) -> None:
    """Continued after its worker was killed; the worker of the evacuation before it isn't."""
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    assert scene.run(scene.second, "initialize_storage").exit_code == 0
    scene.world.faults.begin()
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
    **{f"SSM_{name}": value for name, value in DRIVES.items()},
    "SSM_Token": "7",
    "SSM_ActionToken": "none",
    "SSM_ClusterKey": "none",
    "SSM_SentBy": "workflow",
}
REBUILD = {**BUILD, "SSM_DataVolumes": "none", "SSM_SwapVolume": "none", "SSM_CacheGiB": "0"}
SQL_SERVER = {**REBUILD, "SSM_Consent": "none"}


def building(scene: SalesScene) -> None:
    scene.run_raw(scene.second, "initialize_storage", BUILD | {"SSM_NotAfter": scene.soon()})
    result = to_its_end(scene, "initialize_storage", BUILD)
    assert result.exit_code == 0, result
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and storage["tempdbVolume"]["present"]
    assert len(scene.second.storage.pools) == 2
    assert scene.file(scene.second, "inventory")["building"] is False


def rebuild(scene: SalesScene) -> None:
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


def stopping(scene: SalesScene) -> None:
    _change_sql_server(scene, "stop_sql_server", wanted=1)


def starting(scene: SalesScene) -> None:
    quiet(scene)
    _change_sql_server(scene, "start_sql_server", wanted=4)


def starting_without_a_letter(scene: SalesScene) -> None:
    quiet(scene)
    scene.name_volume(scene.second, "WCDB", None)
    _change_sql_server(scene, "start_sql_server", wanted=4)


def _change_sql_server(scene: SalesScene, stem: str, *, wanted: int) -> None:
    for _ in range(3):  # a line may be reached only by a later run
        if not scene.world.faults.injected:
            scene.run_raw(scene.second, stem, SQL_SERVER | {"SSM_NotAfter": scene.soon()})
    assert scene.run(scene.second, stem).exit_code == 0
    services = scene.observe(scene.second)["sql"]["instances"]
    assert [(service["service"], service["agent"]) for service in services] == [(wanted, wanted)]


def boot(scene: SalesScene) -> None:
    """A killed boot task leaves a node that can be brought up."""
    scene.evacuated(scene.second)
    scene.world.faults.begin()
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    for stem in ("initialize_storage", "start_sql_server", "restore_cache"):
        assert after_the_lock(scene, stem).exit_code == 0
    scene.wait_for_worker(scene.second)
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert_nothing_lost(scene)


def bringing_lines(stem: str) -> list[Line]:
    """Of a document that brings files of the bundle: it carries its functions itself."""
    script = scripts()[stem].partition("\n$files = ")[0]
    return [line for line in lines_of({stem: script}) if CHANGE.search(line.text)]


def former_bundle() -> BuiltBundle:
    files = {name.removesuffix(".ps1"): text for name, text in bundle_files().items()}
    changed = files["all_boot"].replace("boot task begins", "former boot task begins")
    return BuiltBundle(files={name: files[name] for name in built_bundle().files} | {"all_boot": changed})


def installation(scene: SalesScene) -> None:
    """A killed installation leaves a boot task that works."""
    former = former_bundle()
    write_bundle(scene.second, {f"{name}.ps1": text for name, text in former.files.items()}, former.hash)
    installs = scripts()["install_host"].replace(built_bundle().hash, former.hash)
    assert scene.play(scene.second.run_script, installs, "former.ps1", {}).exit_code == 0
    scene.world.faults.begin()
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


def procedure(play: Callable[[SalesScene], None], script: str, *occurrences: int, **scene: Any) -> Procedure:
    return Procedure(
        play=play, script=script, lines=changing_lines(script), occurrences=occurrences or (1,), scene=scene
    )


LATER: dict[str, Any] = {"faults_enabled": False}
PROCEDURES = (
    procedure(evacuation, "worker", 1, 2, 3, 5),
    procedure(evacuation_turned_back, "worker", 1, 2),
    procedure(evacuation_commanded_again, "evacuate_cache"),
    procedure(restore, "worker", 1, 2, **LATER),
    procedure(building, "initialize_storage", 1, 2, 3, 4, build=False, install=False),
    procedure(rebuild, "rebuild_storage", 1, 2, install=False),
    procedure(rebuild, "initialize_storage", 1, 2, install=False),
    procedure(stopping, "stop_sql_server", install=False),
    procedure(starting, "start_sql_server", install=False),
    procedure(boot, "boot_task", **LATER),
    Procedure(
        play=starting_without_a_letter, script="start_sql_server",
        lines=[line for line in changing_lines("start_sql_server") if line.function == "Restore-CwDriveLetter"],
    ),
    Procedure(
        play=installation, script="install_bundle_storage", lines=bringing_lines("install_bundle_storage"),
        scene={"bundle": False, **LATER},
    ),
    Procedure(
        play=installation, script="install_bundle_tasks", lines=bringing_lines("install_bundle_tasks"),
        scene={"bundle": False, **LATER},
    ),
    procedure(installation, "install_host", bundle=False, **LATER),
)  # fmt: skip


@pytest.mark.parametrize(
    ("procedure", "occurrence"),
    [(procedure, occurrence) for procedure in PROCEDURES for occurrence in procedure.occurrences],
    ids=str,
)
def test_wherever_it_is_killed_it_comes_to_its_end(procedure, occurrence):
    places = [line for line, times in times_reached(procedure).items() if times >= occurrence]
    assert places
    tried = part(places, 1, of=str(procedure)) if occurrence == 1 else random.Random(occurrence).sample(places, 1)
    for line in tried:
        scene = SalesScene(killed(procedure.script, line, occurrence), **procedure.scene)
        try:
            procedure.play(scene)
            assert scene.world.faults.injected, "nothing was killed"
        except Exception as error:
            error.add_note(f"{procedure.script} was killed in {line.function}, line {line.number}: {line.text.strip()}")
            raise


NEVER_REACHED = {
    "Connect-CwVirtualDisk": "the virtual disk is attached in all of them, or lost",
    "Move-CwLog": "no log becomes that long",
    "New-CwSpace": "a new virtual disk is attached at every start already",
    "Remove-CwLostPool": "no pool is read-only",
    "Set-CwAutoAttach": "Windows attaches the virtual disk at every start in all of them",
    "Set-CwManualStart": "SQL Server's services start by hand already",
}
"""Functions with a changing line that no procedure reaches, and why."""


def test_each_changing_line_is_killed_in_some_procedure():
    reached: dict[tuple[str, str], int] = {}
    for procedure in PROCEDURES:
        for line, times in times_reached(procedure).items():
            place = line.function, line.text.strip()
            reached[place] = reached.get(place, 0) + times
    assert {function for (function, _), times in reached.items() if not times} == set(NEVER_REACHED)
