"""What a node does by itself when Windows starts."""

import pytest
from sales_scene import SalesScene, lines_called

from infra.documents.builder import ROOT
from rehearsal.engines.powershell import Engine
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.storage.pools import repair
from tests.unit.rehearsal.engines.powershell.memory_host import MemoryHost


def synchronized(scene: SalesScene) -> int:
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    return next(item["databases"]["synchronized"] for item in group["replicas"] if not item["local"])


def service(scene: SalesScene) -> int:
    return scene.observe(scene.second)["sql"]["instances"][0]["service"]


def test_a_restart_of_windows_ends_in_service_without_anybody():
    scene = SalesScene()
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert service(scene) == 4
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert synchronized(scene) == 2


def test_a_start_of_sql_server_that_failed_is_tried_again():
    scene = SalesScene(Fault(point="sql.start", kind=FaultKind.FAIL, count=2, where={"node": "SALES2"}))
    scene.reboot(scene.second)
    scene.pass_time(60)
    assert service(scene) == 1
    scene.pass_time(240)
    assert service(scene) == 4
    assert synchronized(scene) == 2
    log = scene.log(scene.second)
    assert log.count("boot task waits: CW2032") == 2 and "boot task ends: CW3014" in log


def test_sql_server_that_never_starts_is_given_up_after_a_quarter_of_an_hour():
    scene = SalesScene(Fault(point="sql.start", kind=FaultKind.FAIL, count=100, where={"node": "SALES2"}))
    scene.reboot(scene.second)
    scene.pass_time(800)
    assert "boot task ends" not in scene.log(scene.second)
    scene.pass_time(600)
    log = scene.log(scene.second)
    assert "boot task ends: CW2032" in log
    assert 3 <= log.count("boot task waits: CW2032") <= 6


def test_an_instance_that_never_starts_keeps_no_other_one_down():
    broken = Fault(point="service.start", kind=FaultKind.FAIL, count=100, where={"service": "MSSQL$AUDIT"})
    scene = SalesScene(broken, faults_enabled=False)
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"S:\tempdb-AUDIT")
    scene.world.faults.enabled = True
    scene.reboot(scene.second)
    scene.pass_time(120)
    assert synchronized(scene) == 2
    assert "boot task waits: CW2032 Service MSSQL$AUDIT" in scene.log(scene.second)
    assert scene.run(scene.second, "stop_sql_server", token=8).code == "CW2007"
    answer = scene.run(scene.second, "start_sql_server", token=8)
    assert answer.code == "CW2032" and "AUDIT" in answer.message
    assert scene.second.services["MSSQLSERVER"].state == 4 and scene.second.services["SQLSERVERAGENT"].state == 4


def test_an_error_that_nobody_foresaw_is_tried_again():
    late = Fault(point="cim.query", kind=FaultKind.FAIL, count=10, where={"node": "SALES2"})
    scene = SalesScene(late, faults_enabled=False)
    scene.world.faults.enabled = True
    scene.second.reboot()
    scene.pass_time(330)
    assert scene.log(scene.second).count("boot task waits: CW3009") >= 3
    assert "boot task ends: CW3014" in scene.log(scene.second)
    assert service(scene) == 4


def test_what_comes_back_after_the_boot_task_gave_up_is_noticed_within_a_quarter_of_an_hour():
    scene = SalesScene(Fault(point="sql.start", kind=FaultKind.FAIL, count=7, where={"node": "SALES2"}))
    scene.reboot(scene.second)
    scene.pass_time(1200)
    assert "boot task ends: CW2032" in scene.log(scene.second)
    scene.pass_time(900)
    assert service(scene) == 4
    assert "boot task ends: CW3014" in scene.log(scene.second)


def test_a_trigger_that_did_not_fire_at_start_up_is_made_up_for():
    scene = SalesScene(Fault(point="task.trigger", kind=FaultKind.LOST, where={"node": "SALES2"}))
    scene.reboot(scene.second)
    scene.pass_time(60)
    assert service(scene) == 1
    scene.pass_time(960)
    assert service(scene) == 4


def test_after_a_boot_that_came_up_the_repeated_task_leaves_a_stopped_sql_server_alone():
    scene = SalesScene()
    scene.reboot(scene.second)
    scene.pass_time(120)
    assert service(scene) == 4
    scene.play(scene.second.run_script, "Stop-Service -Name 'MSSQLSERVER' -Force", "dba.ps1", {})
    log = scene.log(scene.second)
    scene.pass_time(3600)
    assert service(scene) == 1 and scene.log(scene.second) == log


def test_on_a_node_that_is_installed_while_it_runs_the_task_waits_for_the_next_boot():
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    scene.pass_time(2 * 3600)
    assert service(scene) == 1
    scene.reboot(scene.second)
    scene.pass_time(120)
    assert service(scene) == 4


def test_a_trigger_that_fired_late_leaves_the_node_to_the_operation():
    scene = SalesScene(Fault(point="task.trigger", kind=FaultKind.LOST, where={"node": "SALES2"}))
    scene.reboot(scene.second)
    assert scene.run(scene.second, "stop_sql_server", token=8).outcome == "already"
    scene.pass_time(2700)
    assert service(scene) == 1
    scene.pass_time(2700)
    assert service(scene) == 4


def test_a_boot_task_that_gave_up_stays_away_while_an_operation_is_under_way():
    scene = SalesScene(Fault(point="sql.start", kind=FaultKind.FAIL, count=7, where={"node": "SALES2"}))
    scene.reboot(scene.second)
    scene.pass_time(1200)
    assert scene.run(scene.second, "stop_sql_server", token=8).outcome in ("done", "already")
    scene.pass_time(1800)
    assert service(scene) == 1
    scene.pass_time(3600)
    assert service(scene) == 4


def test_an_unreadable_token_keeps_no_node_down():
    scene = SalesScene()
    scene.run(scene.second, "stop_sql_server")
    for name in ("token.json", "token.json.bak"):
        if scene.second.files.exists(rf"C:\ProgramData\CacheWarden\{name}"):
            scene.second.files.write_bytes(rf"C:\ProgramData\CacheWarden\{name}", b"")
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert scene.second.services["MSSQLSERVER"].state == 4


def test_between_two_starts_an_operation_takes_over():
    scene = SalesScene(Fault(point="sql.start", kind=FaultKind.FAIL, where={"node": "SALES2"}))
    scene.reboot(scene.second)
    scene.pass_time(15)
    assert service(scene) == 1
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2009"
    scene.pass_time(300)
    assert service(scene) == 4
    assert "boot task ends: CW3013" in scene.log(scene.second)


def test_while_an_operation_is_under_way_the_cache_stays_where_it_was_moved():
    scene = SalesScene()
    scene.evacuated(scene.second)
    before = scene.storage(scene.second)
    scene.reboot(scene.second)
    scene.pass_time(180)
    after = scene.observe(scene.second)
    assert before["proof"]["evacuated"] and after["storage"]["classification"] == "EVACUATED"
    assert after["worker"]["work"] == "evacuate"
    assert service(scene) == 4


def test_on_a_new_host_an_operation_under_way_restores_the_cache_itself():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    after = scene.observe(scene.second)
    assert after["storage"]["classification"] == "EVACUATED" and after["worker"]["work"] == "evacuate"
    assert after["storage"]["tempdbVolume"]["present"] and service(scene) == 4


def test_on_the_same_instance_store_the_cache_is_never_brought_back():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.pass_time(4000)
    scene.reboot(scene.second)
    scene.pass_time(900)
    assert scene.storage(scene.second)["classification"] == "EVACUATED"


def test_on_a_new_host_with_nobody_at_work_everything_comes_back():
    scene = SalesScene()
    scene.evacuated(scene.second)
    scene.pass_time(4000)
    scene.stop_and_start(scene.second)
    scene.pass_time(60)
    assert service(scene) == 4
    assert scene.wait_for_worker(scene.second)["work"] == "restore"
    storage = scene.storage(scene.second)
    assert storage["classification"] == "CACHE_ON_NVME" and storage["tempdbVolume"]["present"]
    scene.pass_time(120)
    assert synchronized(scene) == 2


def test_a_lost_cache_is_never_rebuilt_at_boot():
    scene = SalesScene()
    scene.stop_and_start(scene.second)
    scene.pass_time(1200)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"
    assert service(scene) == 1
    assert "CW1021" in scene.log(scene.second)


def test_a_node_without_our_storage_is_left_alone():
    scene = SalesScene()
    scene.second.files.remove(r"C:\ProgramData\CacheWarden\inventory.json")
    scene.reboot(scene.second)
    scene.pass_time(60)
    assert "CW3013" in scene.log(scene.second)


def test_a_full_data_drive_keeps_no_primary_down():
    """What a long absence of the partner makes: the log can't be cut, D: fills, and then Windows is restarted."""
    full = Fault(point="files.write", kind=FaultKind.FAIL, count=10**6, where={"node": "SALES1", "letter": "D"})
    scene = SalesScene(full, faults_enabled=False)
    scene.world.faults.enabled = True
    scene.reboot(scene.first)
    scene.pass_time(180)
    assert scene.first.services["MSSQLSERVER"].state == 4
    assert "drive D: is full" in scene.log(scene.first)


def state(scene: SalesScene, service_name: str) -> int:
    return int(scene.second.services[service_name].state)


def dba_stops(scene: SalesScene, service_name: str) -> None:
    scene.play(scene.second.run_script, f"Stop-Service -Name '{service_name}' -Force", "dba.ps1", {})
    assert state(scene, service_name) == 1


def failing_starts(count: int) -> Fault:
    return Fault(point="sql.start", kind=FaultKind.FAIL, count=count, where={"node": "SALES2"})


def test_an_operation_that_dies_after_one_command_does_not_switch_the_boot_task_off():
    scene = SalesScene(failing_starts(2))
    scene.reboot(scene.second)
    scene.pass_time(15)
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2032"
    scene.pass_time(3600)
    assert "boot task ends: CW3013" in scene.log(scene.second) and service(scene) == 1
    scene.pass_time(1800)
    assert service(scene) == 4


@pytest.mark.parametrize("after_s", [15, 100, 400, 880, 930, 1200, 2000])
def test_whenever_an_operation_stops_sql_server_the_boot_task_leaves_it_stopped(after_s):
    """Its first command comes between two attempts, between two runs, or after the boot came up."""
    scene = SalesScene(failing_starts(6))
    scene.reboot(scene.second)
    scene.pass_time(after_s)
    assert scene.run(scene.second, "stop_sql_server", token=8).outcome in ("done", "already")
    for _ in range(11):
        scene.pass_time(300)
        assert state(scene, "MSSQLSERVER") == 1


def test_what_an_operation_stopped_before_the_boot_task_began_stays_stopped():
    late = Fault(point="task.start", kind=FaultKind.LATE, seconds=180, where={"task": "CacheWarden-Boot"})
    scene = SalesScene(late)
    scene.reboot(scene.second)
    assert scene.run(scene.second, "initialize_storage", token=8).exit_code == 0
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2009"
    assert scene.run(scene.second, "stop_sql_server", token=8).outcome == "done"
    assert "boot task" not in scene.log(scene.second)
    for _ in range(9):
        scene.pass_time(300)
        assert state(scene, "MSSQLSERVER") == 1


def test_what_an_operation_stops_while_the_boot_task_waits_for_the_lock_stays_stopped():
    (line,) = [line for line in lines_called("boot_task") if "-TimeoutSeconds 600 -ScriptBlock $start" in line.text]
    waits = Fault(point="process.statement", kind=FaultKind.HANG, seconds=120, where=line.where("boot_task"))
    scene = SalesScene(waits)
    scene.reboot(scene.second)
    scene.pass_time(15)
    assert "boot task begins" in scene.log(scene.second)
    assert scene.run(scene.second, "stop_sql_server", token=8).outcome == "already"
    for _ in range(9):
        scene.pass_time(300)
        assert state(scene, "MSSQLSERVER") == 1
    assert "boot task ends: CW3013" in scene.log(scene.second)


def test_an_evacuation_that_takes_hours_is_an_operation_under_way():
    scene = SalesScene(failing_starts(1), storage={"copy_s_per_gib": 80.0})
    scene.reboot(scene.second)
    scene.pass_time(15)
    assert scene.run(scene.second, "stop_sql_server", token=8).outcome in ("done", "already")
    assert scene.run(scene.second, "evacuate_cache", token=8).code == "CW1003"
    began = scene.clock.now()
    assert scene.wait_for_worker(scene.second, 12 * 3600)["state"] == "succeeded"
    assert (scene.clock.now() - began).total_seconds() > 2 * 3600, "longer than a command counts"
    scene.pass_time(2700)
    assert state(scene, "MSSQLSERVER") == 1


def beside_one_that_never_starts() -> SalesScene:
    """Windows has started: MSSQLSERVER runs, AUDIT can't be started, so that the boot doesn't come up."""
    broken = Fault(point="service.start", kind=FaultKind.FAIL, count=10**6, where={"service": "MSSQL$AUDIT"})
    scene = SalesScene(broken, faults_enabled=False)
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"S:\tempdb-AUDIT")
    scene.world.faults.enabled = True
    scene.reboot(scene.second)
    scene.pass_time(200)
    return scene


def test_what_ran_in_this_boot_and_was_stopped_since_stays_down_though_the_boot_never_came_up():
    scene = beside_one_that_never_starts()
    assert state(scene, "MSSQLSERVER") == 4
    dba_stops(scene, "SQLSERVERAGENT")
    scene.pass_time(2400)
    assert (state(scene, "MSSQLSERVER"), state(scene, "SQLSERVERAGENT")) == (4, 1)
    dba_stops(scene, "MSSQLSERVER")
    scene.pass_time(2400)
    assert state(scene, "MSSQLSERVER") == 1
    scene.world.faults.enabled = False
    scene.pass_time(1200)
    assert (state(scene, "MSSQLSERVER"), state(scene, "MSSQL$AUDIT")) == (1, 4)
    scene.reboot(scene.second)
    scene.pass_time(200)
    assert (state(scene, "MSSQLSERVER"), state(scene, "SQLSERVERAGENT"), state(scene, "MSSQL$AUDIT")) == (4, 4, 4)


def test_what_an_operation_started_and_a_dba_stopped_since_stays_down():
    scene = SalesScene(failing_starts(1))
    scene.reboot(scene.second)
    scene.pass_time(15)
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2009"
    scene.pass_time(1800)
    dba_stops(scene, "MSSQLSERVER")
    scene.pass_time(2 * 3600)
    assert state(scene, "MSSQLSERVER") == 1


def test_an_instance_that_never_starts_does_not_keep_the_cache_on_the_swap_volume():
    broken = Fault(point="service.start", kind=FaultKind.FAIL, count=10**6, where={"service": "MSSQL$AUDIT"})
    scene = SalesScene(broken, faults_enabled=False)
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"S:\tempdb-AUDIT")
    scene.evacuated(scene.second)
    scene.pass_time(4000)
    scene.world.faults.enabled = True
    scene.stop_and_start(scene.second)
    scene.pass_time(2 * 3600)
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"
    assert (state(scene, "MSSQLSERVER"), state(scene, "MSSQL$AUDIT")) == (4, 1)
    assert scene.log(scene.second).count("cache on the Swap volume") == 1


def test_a_start_that_fails_once_does_not_wait_until_the_cache_is_back():
    scene = SalesScene(failing_starts(1), faults_enabled=False)
    scene.evacuated(scene.second)
    scene.pass_time(4000)
    scene.world.faults.enabled = True
    scene.stop_and_start(scene.second)
    scene.pass_time(120)
    assert state(scene, "MSSQLSERVER") == 4
    assert scene.wait_for_worker(scene.second)["work"] == "restore"


NO_TRIGGER = Fault(point="task.trigger", kind=FaultKind.LOST, where={"node": "SALES2"})


def restarted_without_the_trigger(*further: Fault) -> SalesScene:
    """The boot task's trigger at start-up doesn't fire: its first run is a quarter of an hour later."""
    scene = SalesScene(NO_TRIGGER, *further, faults_enabled=False)
    scene.pass_time(7200)
    scene.world.faults.enabled = True
    scene.world.faults.begin()
    scene.reboot(scene.second)
    return scene


def left_to_an_operation(*further: Fault) -> SalesScene:
    """An operation has the node's storage before the boot task does."""
    scene = restarted_without_the_trigger(*further)
    scene.pass_time(60)
    assert scene.run(scene.second, "initialize_storage", token=8).exit_code == 0
    return scene


def silent(count: int) -> Fault:
    return Fault(point="sql.connect", kind=FaultKind.FAIL, count=count, where={"node": "SALES2"})


def let_the_cache_disk_drop_out(scene: SalesScene) -> None:
    """A restart of Windows would bring it back."""
    cache = scene.storage(scene.second)["members"][-1]["serial"]
    devices = list(scene.second.storage.devices.values())
    disk = next(item for item in devices if item.serial.partition("_")[0] == cache)
    scene.play(lambda: repair.lose(scene.second.storage, disk, destroyed=False))
    scene.pass_time(300)


def is_not_proven_unreadable(scene: SalesScene) -> None:
    for _ in range(6):
        proof = scene.storage(scene.second)["proof"]
        assert proof["deadCache"] and not proof["unreadable"], proof
        scene.pass_time(1200)


def test_a_boot_that_was_left_to_an_operation_proves_no_cache_unreadable():
    scene = left_to_an_operation(silent(1))
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2009"
    scene.world.faults.enabled = False
    scene.pass_time(1200)
    boot, files = scene.file(scene.second, "boot"), scene.file(scene.second, "files")
    assert boot["outcome"] == "left" and files["bootId"] != boot["bootId"]
    let_the_cache_disk_drop_out(scene)
    is_not_proven_unreadable(scene)
    scene.reboot(scene.second)
    scene.pass_time(400)
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME" and state(scene, "MSSQLSERVER") == 4


def test_a_drive_that_an_operation_brought_up_and_nothing_used_proves_no_cache_unreadable():
    scene = left_to_an_operation()
    scene.pass_time(1200)
    let_the_cache_disk_drop_out(scene)
    is_not_proven_unreadable(scene)


def test_a_boot_in_which_only_sql_server_did_not_start_proves_no_cache_unreadable():
    scene = SalesScene(failing_starts(10**6))
    scene.reboot(scene.second)
    scene.pass_time(2400)
    assert scene.file(scene.second, "boot")["code"] == "CW2032"
    let_the_cache_disk_drop_out(scene)
    is_not_proven_unreadable(scene)


def test_what_a_dba_started_is_asked_for_its_files_by_the_next_start():
    scene = left_to_an_operation()
    scene.play(scene.second.run_script, "Start-Service -Name 'MSSQLSERVER', 'SQLSERVERAGENT'", "dba.ps1", {})
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2010"
    seen = scene.file(scene.second, "files")
    scene.pass_time(1200)
    assert seen["bootId"] == scene.file(scene.second, "boot")["bootId"]


def test_what_an_operation_stopped_and_did_not_start_again_is_started_once_it_has_died():
    scene = left_to_an_operation()
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2009"
    scene.pass_time(1200)
    assert "MSSQLSERVER" in scene.file(scene.second, "boot")["ran"]
    assert scene.run(scene.second, "stop_sql_server", token=8).code == "CW2007"
    for _ in range(3):
        scene.pass_time(900)
        assert state(scene, "MSSQLSERVER") == 1
    scene.pass_time(2 * 3600)
    assert state(scene, "MSSQLSERVER") == 4
    assert "1 SQL Server instances started" in scene.log(scene.second)


def test_what_an_operation_stopped_between_two_attempts_is_started_once_it_has_died():
    scene = beside_one_that_never_starts()
    assert scene.run(scene.second, "stop_sql_server", token=8).code == "CW2007"
    scene.pass_time(2700)
    assert state(scene, "MSSQLSERVER") == 1
    scene.pass_time(3600)
    assert state(scene, "MSSQLSERVER") == 4


def test_the_boot_task_says_whom_it_left_alone():
    scene = SalesScene(failing_starts(1))
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"S:\tempdb-AUDIT")
    scene.reboot(scene.second)
    scene.pass_time(15)
    assert scene.run(scene.second, "start_sql_server", token=8).code == "CW2009"
    scene.pass_time(1800)
    dba_stops(scene, "MSSQLSERVER")
    scene.pass_time(2 * 3600)
    assert (state(scene, "MSSQLSERVER"), state(scene, "MSSQL$AUDIT")) == (1, 4)
    (end,) = [line for line in scene.log(scene.second).splitlines() if "boot task ends: CW3014" in line]
    assert "0 SQL Server instances started" in end and "left alone: MSSQLSERVER" in end


def test_services_that_cannot_be_listed_hide_no_failed_start():
    """Its code decides on the pause between two starts, and on the cache. An error in finally replaces the former."""
    functions = ("instances/Update-CwRunningService", "verdict/Stop-CwAction", "verdict/ConvertTo-CwFailure")
    texts = [(ROOT / "powershell" / "functions" / f"{name}.ps1").read_text() for name in functions]
    script = """
    function Get-CwSqlInstance { throw 'no list' }
    function Write-CwLog { param($Message) $null = $Message }
    try {
        try { Stop-CwAction -Code 'CW2032' -Outcome 'retry' -Message 'It does not start.' }
        finally { $null = Update-CwRunningService -Boot @{ ran = @() } }
    }
    catch { $_.FullyQualifiedErrorId }
    """
    begin = ("Set-StrictMode -Version Latest", "$ErrorActionPreference = 'Stop'")
    result = Engine(host=MemoryHost()).run_script("\n".join([*begin, *texts, script]))
    assert result.stdout.startswith("CW2032"), result
