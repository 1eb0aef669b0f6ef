"""Services that need the engine: none of them starts it before its drives are there, none stays down after a move."""

import pytest
from sales_scene import SalesScene

from rehearsal.world.windows.system.services import ServiceState, StartMode

LAUNCHPAD, POLYBASE, MONITOR = "MSSQLLaunchpad", "SQLPBENGINE", "VendorMonitor"


def with_dependents(**modes: StartMode) -> SalesScene:
    """Launchpad and a vendor's service need the engine, PolyBase needs Launchpad; all run."""
    scene = SalesScene(install=False)
    services = scene.second.services
    for name, need in ((LAUNCHPAD, "MSSQLSERVER"), (MONITOR, "MSSQLSERVER"), (POLYBASE, LAUNCHPAD)):
        mode = modes.get(name, StartMode.AUTOMATIC)
        services.add(name, name, 1.0, 1.0, start_mode=mode, depends_on=(need,))
        if mode is not StartMode.DISABLED:
            scene.play(lambda name=name: services.start(services[name]))
    return scene


def install(scene: SalesScene) -> None:
    assert scene.run(scene.second, "install_host").outcome in ("done", "already")


def running(scene: SalesScene) -> set[str]:
    names = ("MSSQLSERVER", LAUNCHPAD, POLYBASE, MONITOR)
    return {name for name in names if scene.second.services[name].state is ServiceState.RUNNING}


def test_installation_makes_whatever_needs_the_engine_manual():
    scene = with_dependents()
    scene.second.services["MSSQLSERVER"].start_mode = StartMode.AUTOMATIC
    install(scene)
    for name in ("MSSQLSERVER", LAUNCHPAD, POLYBASE, MONITOR):
        assert scene.second.services[name].start_mode is StartMode.MANUAL, name
    assert running(scene) == {"MSSQLSERVER", LAUNCHPAD, POLYBASE, MONITOR}


def test_nothing_starts_the_engine_before_the_boot_task_and_then_everything_runs():
    scene = with_dependents()
    install(scene)
    scene.second.reboot()
    scene.clock.run_until(lambda: not scene.second.up)
    scene.clock.run_until(lambda: scene.second.services["MSSQLSERVER"].state is not ServiceState.STOPPED)
    assert "boot task begins" in scene.log(scene.second)
    scene.pass_time(180)
    assert running(scene) == {"MSSQLSERVER", LAUNCHPAD, POLYBASE, MONITOR}


def test_what_an_update_made_automatic_is_manual_after_the_next_boot():
    scene = with_dependents()
    install(scene)
    scene.second.services["MSSQLSERVER"].start_mode = StartMode.AUTOMATIC
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert scene.second.services["MSSQLSERVER"].start_mode is StartMode.MANUAL


@pytest.mark.parametrize("mode", [StartMode.AUTOMATIC, StartMode.MANUAL])
def test_what_a_stop_took_down_runs_again_after_the_start(mode):
    scene = with_dependents(**{MONITOR: mode})
    install(scene)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert running(scene) == set()
    assert scene.run(scene.second, "stop_sql_server").outcome == "already"
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    assert running(scene) == {"MSSQLSERVER", LAUNCHPAD, POLYBASE, MONITOR}


def test_a_disabled_one_stays_down_and_one_that_fails_keeps_nobody_up():
    scene = with_dependents(**{MONITOR: StartMode.DISABLED})
    install(scene)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    scene.second.services[LAUNCHPAD].start_mode = StartMode.DISABLED
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    assert running(scene) == {"MSSQLSERVER"}
