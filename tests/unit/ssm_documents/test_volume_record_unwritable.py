"""The record of volumes can't be written: the tempdb drive is made all the same, a data drive isn't."""

from __future__ import annotations

import pytest
from host_procedures import PLAN
from sales_scene import SalesScene
from test_state_files import full_drive

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.windows.system.services import ServiceState

RECORD = r"C:\ProgramData\CacheWarden\volumes.json"


def unwritable(occurrence: int = 1, **options: object) -> SalesScene:
    """From there on the record can't be written: each write opens a file, and fills it."""
    fault = Fault(
        point="files.write", kind=FaultKind.FAIL, count=10**6, occurrence=occurrence,
        where={"node": "SALES2", "path": f"{RECORD}.new"},
    )  # fmt: skip
    return SalesScene(fault, faults_enabled=False, **options)


def on_a_new_host(scene: SalesScene) -> None:
    """The instance is stopped and started, with nothing on instance store any more."""
    scene.evacuated(scene.second)
    scene.pass_time(7200)
    scene.world.faults.begin()
    scene.world.faults.enabled = True
    scene.stop_and_start(scene.second)
    scene.pass_time(300)


def serves(scene: SalesScene) -> bool:
    return scene.second.services["MSSQLSERVER"].state is ServiceState.RUNNING


def test_a_new_host_with_a_full_system_drive_makes_the_tempdb_drive_and_starts_sql_server():
    scene = full_drive()
    on_a_new_host(scene)
    assert scene.storage(scene.second)["tempdbVolume"]["present"] and serves(scene)


@pytest.mark.parametrize("occurrence", [1, 2, 3, 4])
def test_a_record_that_cannot_be_written_is_logged_and_keeps_sql_server_from_nothing(occurrence):
    scene = unwritable(occurrence)
    on_a_new_host(scene)
    assert scene.storage(scene.second)["tempdbVolume"]["present"] and serves(scene)
    assert "volumes not written: " in scene.log(scene.second)


@pytest.mark.parametrize("occurrence", range(1, 9))
def test_while_the_storage_is_built_such_a_record_ends_the_action(occurrence):
    """Nothing runs there yet, and a data drive is never formatted on a guess about what an earlier run left."""
    scene = unwritable(occurrence, build=False, install=False)
    scene.world.faults.begin()
    scene.world.faults.enabled = True
    answer = scene.run(scene.second, "initialize_storage", **PLAN)
    assert (answer.code, answer.exit_code) == ("CW3020", 20) and "volumes.json" in answer.message, answer
    scene.world.faults.enabled = False
    assert scene.run(scene.second, "initialize_storage", **PLAN).code == "CW1007"
    assert scene.file(scene.second, "volumes") == {"unformatted": []}
