"""What a Windows server does between power and shutdown, and what survives it."""

from __future__ import annotations

from windows_scene import WindowsScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.windows.system.services import ServiceState, StartMode

BRING_ONLINE = """
$ErrorActionPreference = 'Stop'
$disk = Get-VirtualDisk -FriendlyName WCDB | Get-Disk
'{0} {1}' -f $disk.IsOffline, $disk.IsReadOnly
Set-Disk -UniqueId $disk.UniqueId -IsOffline $false
Set-Disk -UniqueId $disk.UniqueId -IsReadOnly $false
"""


def bring_online(scene: WindowsScene) -> None:
    """As our scripts do after each start: until then the data volume isn't there, the SAN policy holds it back."""
    assert list(scene.host.files.drives()) == ["C"]
    result = scene.play(scene.host.run_script, BRING_ONLINE, "online.ps1", {})
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines() == ["True True"]


def test_a_cold_start_takes_the_boot_time_and_gives_a_new_boot_id():
    scene = WindowsScene(build=False)
    before = scene.host.boot_id
    scene.host.power_off()
    assert not scene.host.up and not scene.host.agent_online
    scene.cold_start()
    scene.clock.run_until(lambda: scene.host.up)
    assert scene.clock.monotonic() == 150 and scene.host.boot_id != before
    assert not scene.host.agent_online
    scene.clock.run_until(lambda: scene.host.agent_online)
    assert scene.clock.monotonic() == 150 + 5 + 2 + 30


def test_automatic_services_start_after_boot_and_manual_ones_do_not():
    scene = WindowsScene(build=False)
    scene.host.services["MSSQLSERVER"].start_mode = StartMode.MANUAL
    scene.host.power_off()
    scene.cold_start()
    scene.clock.run_until(lambda: scene.host.agent_online)
    assert scene.host.services["AmazonSSMAgent"].state is ServiceState.RUNNING
    assert scene.host.services["MSSQLSERVER"].state is ServiceState.STOPPED


def test_files_on_the_system_drive_and_on_the_data_volume_survive_a_reboot():
    scene = WindowsScene()
    scene.host.files.write_bytes(r"C:\Windows\Temp\a.txt", b"a")
    scene.host.files.write_bytes(r"D:\b.txt", b"b")
    before = scene.host.boot_id
    scene.host.reboot()
    scene.clock.run_until(lambda: scene.host.up and scene.host.boot_id != before)
    assert scene.host.files.read_bytes(r"c:\windows\temp\A.TXT") == b"a"
    bring_online(scene)
    assert scene.host.files.read_bytes(r"D:\b.txt") == b"b"


def test_a_shutdown_stops_services_and_reports_back_once():
    scene = WindowsScene(build=False)
    done: list[float] = []
    scene.host.shut_down(lambda: done.append(scene.clock.monotonic()))
    scene.clock.run_until(None)
    assert done == [45.0] and not scene.host.powered
    stops = [e.facts["service"] for e in scene.world.trace.of("service") if e.facts["state"] == 1]
    assert stops == ["AmazonSSMAgent", "ShellHWDetection"]


def test_a_windows_that_hangs_at_shutdown_never_reports_and_dies_with_the_power():
    scene = WindowsScene(Fault(point="host.shutdown", kind=FaultKind.HANG), build=False)
    done: list[float] = []
    scene.host.shut_down(lambda: done.append(scene.clock.monotonic()))
    scene.clock.run_until(240.0)
    assert scene.host.up and not done
    scene.host.power_off()
    scene.clock.run_until(2000.0)
    assert not done


def test_a_shutdown_from_inside_tells_the_instance():
    scene = WindowsScene(build=False)

    class Instance:
        told = 0

        def guest_powered_off(self) -> None:
            self.told += 1

    scene.host.instance = Instance()
    scene.host.shut_down_from_inside()
    scene.clock.run_until(None)
    assert scene.host.instance.told == 1 and not scene.host.up


def test_a_power_loss_kills_processes_where_they_stand():
    scene = WindowsScene(build=False)
    reached: list[str] = []

    def work() -> None:
        scene.host.processes.begin("powershell", "work", scene.clock.current)
        try:
            scene.clock.sleep(100)
            reached.append("end")
        finally:
            reached.append("finally")

    actor = scene.clock.spawn("work", work)
    scene.clock.run_until(50.0)
    scene.host.power_off()
    scene.clock.run_until(200.0)
    assert not actor.alive and reached == []


def test_a_crash_boots_again_with_the_same_disks_and_loses_no_data():
    scene = WindowsScene()
    scene.host.files.write_bytes(r"D:\b.txt", b"b")
    before = scene.host.boot_id
    scene.host.crash()
    scene.clock.run_until(lambda: scene.host.up and scene.host.boot_id != before)
    bring_online(scene)
    assert scene.host.files.read_bytes(r"D:\b.txt") == b"b"
    assert "data-lost" not in scene.kinds()


def test_stop_and_start_without_evacuation_loses_the_data_volume_but_not_the_system_drive():
    scene = WindowsScene()
    scene.host.files.write_bytes(r"C:\Windows\Temp\a.txt", b"a")
    scene.host.power_off()
    scene.cold_start()
    scene.clock.run_until(lambda: scene.host.up)
    assert scene.host.files.exists(r"C:\Windows\Temp\a.txt")
    assert not scene.host.files.exists("D:\\") and list(scene.host.files.drives()) == ["C"]
