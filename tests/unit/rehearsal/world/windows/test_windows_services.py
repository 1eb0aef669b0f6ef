"""Services: dependencies, time, failures, and who outlives whom."""

from __future__ import annotations

import pytest
from windows_scene import WindowsScene

from rehearsal.kernel.clock import ActorError
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.windows.system.services import ServiceError, ServiceStartError, ServiceState, StartMode


def test_starting_the_agent_starts_sql_server_first_and_takes_its_time():
    scene = WindowsScene(build=False)
    services = scene.host.services
    scene.play(services.start, services["SQLSERVERAGENT"])
    assert services["MSSQLSERVER"].state is services["SQLSERVERAGENT"].state is ServiceState.RUNNING
    assert scene.clock.monotonic() == 22


def test_sql_server_stops_only_by_force_while_the_agent_runs():
    scene = WindowsScene(build=False)
    services = scene.host.services
    scene.play(services.start, services["SQLSERVERAGENT"])
    with pytest.raises(ServiceError) as caught:
        scene.play(services.stop, services["MSSQLSERVER"])
    assert caught.value.code == 1051
    scene.play(lambda: services.stop(services["MSSQLSERVER"], force=True))
    assert services["SQLSERVERAGENT"].state is services["MSSQLSERVER"].state is ServiceState.STOPPED


def test_a_disabled_service_does_not_start():
    scene = WindowsScene(build=False)
    service = scene.host.services["MSSQLSERVER"]
    service.start_mode = StartMode.DISABLED
    with pytest.raises(ServiceError) as caught:
        scene.play(scene.host.services.start, service)
    assert caught.value.code == 1058


def test_a_body_that_fails_leaves_the_service_stopped_with_the_reason_in_the_trace():
    scene = WindowsScene(build=False)

    class Broken:
        def start(self) -> None:
            scene.clock.sleep(5)
            raise ServiceStartError(5123, "tempdb folder is missing")

        def stop(self) -> None:
            raise AssertionError

    scene.host.services.attach("MSSQLSERVER", Broken())
    with pytest.raises(ServiceError) as caught:
        scene.play(scene.host.services.start, scene.host.services["MSSQLSERVER"])
    assert caught.value.code == 5123
    last = list(scene.world.trace.of("service"))[-1]
    assert last.why == "tempdb folder is missing" and last.facts["state"] == 1


def test_a_defect_of_a_body_ends_the_run_and_is_no_failed_start():
    scene = WindowsScene(build=False)

    class Defective:
        def start(self) -> None:
            raise AttributeError("no attribute empty_drive_letters")

        def stop(self) -> None:
            raise AssertionError

    scene.host.services.attach("MSSQLSERVER", Defective())
    with pytest.raises(ActorError) as caught:
        scene.play(scene.host.services.start, scene.host.services["MSSQLSERVER"])
    assert isinstance(caught.value.__cause__, AttributeError)


def test_a_start_goes_on_when_the_process_that_asked_for_it_dies():
    scene = WindowsScene(build=False)
    services = scene.host.services
    asker = scene.clock.spawn("asker", services.start, services["MSSQLSERVER"])
    scene.clock.run_until(5.0)
    asker.kill()
    scene.clock.run_until(None)
    assert services["MSSQLSERVER"].state is ServiceState.RUNNING


@pytest.mark.parametrize("seconds", [30.0, 0.0])
def test_a_hanging_stop_stays_pending_for_so_long_or_for_ever(seconds: float):
    scene = WindowsScene(Fault(point="service.stop", kind=FaultKind.HANG, seconds=seconds), build=False)
    services = scene.host.services
    scene.play(services.start, services["MSSQLSERVER"])
    scene.clock.spawn("asker", services.stop, services["MSSQLSERVER"])
    scene.clock.run_until(21.0)
    assert services["MSSQLSERVER"].state is ServiceState.STOP_PENDING
    scene.clock.run_until(500.0)
    assert services["MSSQLSERVER"].state is (ServiceState.STOPPED if seconds else ServiceState.STOP_PENDING)


def test_a_planned_failure_to_start_gives_its_exit_code():
    scene = WindowsScene(Fault(point="service.start", kind=FaultKind.FAIL, error="17058"), build=False)
    with pytest.raises(ServiceError) as caught:
        scene.play(scene.host.services.start, scene.host.services["MSSQLSERVER"])
    assert caught.value.code == 17058
