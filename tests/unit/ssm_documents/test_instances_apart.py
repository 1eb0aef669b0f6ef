"""An instance of SQL Server that has nothing on the data or the tempdb drive doesn't wait for them."""

import pytest
from sales_scene import SalesScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.sql.databases.database import DatabaseFile, FileKind
from rehearsal.world.windows.system.services import StartMode

FILES = r"C:\ProgramData\CacheWarden\files.json"


def with_audit(scene: SalesScene, **changes) -> SalesScene:
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", **{"tempdb_folder": r"C:\tempdb-AUDIT", **changes})
    assert scene.install(scene.second).exit_code == 0
    return scene


@pytest.fixture
def scene() -> SalesScene:
    return with_audit(SalesScene())


def states(scene: SalesScene) -> tuple[int, int]:
    return tuple(int(scene.second.services[name].state) for name in ("MSSQLSERVER", "MSSQL$AUDIT"))


def add_database(scene: SalesScene, path: str) -> None:
    server = scene.second.services["MSSQL$AUDIT"].body
    file = DatabaseFile(file_id=1, kind=FileKind.ROWS, name="trail", path=path, size_kb=8192)
    scene.second.files.make_directories(path.rpartition("\\")[0])
    server.write_files(server.add_database("trail", (file,)))


def stop(scene: SalesScene, service: str) -> None:
    scene.play(scene.second.run_script, f"Stop-Service -Name '{service}' -Force", "dba.ps1", {})


def lose_the_cache(scene: SalesScene) -> None:
    scene.stop_and_start(scene.second)
    scene.pass_time(180)
    assert scene.storage(scene.second)["classification"] == "CACHE_LOST"


def miss_a_volume(scene: SalesScene) -> None:
    scene.detached.add(scene.disks(2)[1].serial.partition("_")[0])
    scene.stop_and_start(scene.second, same_serials=True)
    scene.pass_time(180)


@pytest.mark.parametrize("happens", [lose_the_cache, miss_a_volume])
def test_it_starts_whatever_the_storage_is(scene, happens):
    happens(scene)
    assert states(scene) == (1, 4)
    assert "AUDIT needs neither" in scene.log(scene.second)
    stop(scene, "MSSQL$AUDIT")
    scene.pass_time(3600)
    assert states(scene) == (1, 1), "it ran in this boot, and somebody stopped it"
    answer = scene.run(scene.second, "start_sql_server", token=9)
    assert answer.code in ("CW1021", "CW1022") and states(scene) == (1, 4), answer


def test_it_starts_where_the_inventory_is_lost(scene):
    for name in ("inventory.json", "inventory.json.bak"):
        scene.second.files.write_bytes(rf"C:\ProgramData\CacheWarden\{name}", b"{")
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert states(scene) == (1, 4)


def test_it_starts_where_a_rebuild_was_cut_off(scene):
    inventory = scene.file(scene.second, "inventory")
    scene.write_state(scene.second, "inventory", {**inventory, "building": "rebuild"})
    scene.reboot(scene.second)
    scene.pass_time(180)
    boot = scene.file(scene.second, "boot")
    assert states(scene) == (1, 4) and (boot["code"], boot["outcome"]) == ("CW1021", "data-loss")
    (end,) = [line for line in scene.log(scene.second).splitlines() if "boot task ends" in line]
    assert "the rebuild after the loss of the cache is not finished" in end
    answer = scene.run(scene.second, "start_sql_server", token=9)
    assert answer.code == "CW1021" and answer.message in end


def test_a_boot_in_a_rebuild_that_was_cut_off_has_not_come_up(scene):
    """Once the storage is whole SQL Server starts, though no operation came back for it."""
    inventory = scene.file(scene.second, "inventory")
    scene.write_state(scene.second, "inventory", {**inventory, "building": "rebuild"})
    scene.reboot(scene.second)
    scene.pass_time(180)
    scene.write_state(scene.second, "inventory", inventory)
    scene.pass_time(1800)
    assert states(scene) == (4, 4) and scene.file(scene.second, "boot")["code"] == "CW3014"


def test_it_starts_where_the_inventory_was_put_aside(scene):
    """docs/storage-growth.md#anew."""
    folder = "C:\\ProgramData\\CacheWarden"
    for name in [each for each in scene.second.files.list(folder) if each.startswith("inventory.json")]:
        scene.second.files.remove(f"{folder}\\{name}")
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert states(scene) == (1, 4)


def test_it_starts_behind_the_others_where_the_drives_are_there(scene):
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert states(scene) == (4, 4) and "needs neither" not in scene.log(scene.second)


def test_one_whose_start_fails_is_tried_once_in_a_run():
    fails = Fault(point="service.start", kind=FaultKind.FAIL, count=10**6, where={"service": "MSSQL$AUDIT"})
    scene = with_audit(SalesScene(fails, faults_enabled=False))
    scene.world.faults.enabled = True
    miss_a_volume(scene)
    scene.pass_time(600)
    assert scene.log(scene.second).count("AUDIT needs neither") == 1 and states(scene) == (1, 1)


def test_one_that_never_starts_keeps_no_other_one_down():
    fails = Fault(point="service.start", kind=FaultKind.FAIL, count=10**6, where={"service": "MSSQL$ARCH"})
    scene = SalesScene(fails, faults_enabled=False)
    sql_preset.add_instance(scene.cluster, scene.second, "ARCH", tempdb_folder=r"C:\tempdb-ARCH")
    with_audit(scene)
    lose_the_cache(scene)
    for name in ("MSSQL$AUDIT", "MSSQL$ARCH"):
        stop(scene, name)
    scene.world.faults.enabled = True
    answer = scene.run(scene.second, "start_sql_server", token=9)
    assert answer.code == "CW1021" and states(scene) == (1, 4)
    assert scene.second.services["MSSQL$ARCH"].state == 1


def test_it_starts_where_tempdb_of_the_others_has_no_room(scene):
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    scene.write_state(scene.second, "files", {**scene.file(scene.second, "files"), "bytes": 10**15})
    answer = scene.run(scene.second, "start_sql_server", token=9)
    assert answer.code == "CW2045" and states(scene) == (1, 4)


def apart(scene: SalesScene) -> list[str]:
    return [each["name"] for each in scene.file(scene.second, "files")["apart"]]


def with_silent_audit() -> SalesScene:
    """AUDIT answers nobody while the faults are enabled."""
    fails = Fault(point="sql.connect", kind=FaultKind.FAIL, count=10**6, where={"node": "SALES2"})
    return with_audit(SalesScene(fails, faults_enabled=False))


def test_one_that_does_not_answer_once_is_not_forgotten():
    scene = with_silent_audit()
    scene.reboot(scene.second)
    scene.pass_time(300)
    scene.world.faults.enabled = True
    scene.pass_time(900)
    assert "AUDIT: files unknown" in scene.log(scene.second) and apart(scene) == ["AUDIT"]
    scene.world.faults.enabled = False
    scene.pass_time(1800)
    lose_the_cache(scene)
    assert states(scene) == (1, 4)


def test_one_that_does_not_answer_right_after_a_boot_is_not_forgotten():
    scene = with_silent_audit()
    scene.reboot(scene.second)
    scene.pass_time(300)
    scene.world.faults.enabled = True
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert states(scene) == (4, 4) and "AUDIT: files unknown" in scene.log(scene.second)
    assert apart(scene) == ["AUDIT"]


def test_one_that_has_left_the_drives_is_noticed_within_a_quarter_of_an_hour(scene):
    scene.reboot(scene.second)
    scene.pass_time(180)
    add_database(scene, r"D:\trail\trail.mdf")
    scene.pass_time(1000)
    assert apart(scene) == []
    server = scene.second.services["MSSQL$AUDIT"].body
    del server.databases["trail"]
    scene.pass_time(1000)
    assert apart(scene) == ["AUDIT"]
    lose_the_cache(scene)
    assert states(scene) == (1, 4)


def test_an_inventory_that_was_put_aside_makes_nothing_apart(scene):
    """Which drives are CacheWarden's isn't known then."""
    scene.reboot(scene.second)
    scene.pass_time(180)
    folder = "C:\\ProgramData\\CacheWarden"
    for name in [each for each in scene.second.files.list(folder) if each.startswith("inventory.json")]:
        scene.second.files.remove(f"{folder}\\{name}")
    scene.pass_time(1000)
    assert apart(scene) == ["AUDIT"]


def test_its_tempdb_counts():
    scene = with_audit(SalesScene(), tempdb_folder=r"S:\tempdb-AUDIT")
    lose_the_cache(scene)
    assert states(scene) == (1, 1)


@pytest.mark.parametrize("path", [r"D:\trail\trail.mdf", r"d:\trail.mdf", r"S:\tempdb\trail.mdf"])
def test_a_database_on_one_of_the_drives_counts(path):
    scene = SalesScene()
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"C:\tempdb-AUDIT")
    add_database(scene, path)
    assert scene.install(scene.second).exit_code == 0
    lose_the_cache(scene)
    assert states(scene) == (1, 1)


def test_what_was_put_onto_the_drive_since_the_last_start_counts(scene):
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert [each["name"] for each in scene.file(scene.second, "files")["apart"]] == ["AUDIT"]
    add_database(scene, r"D:\trail\trail.mdf")
    scene.pass_time(1000)
    assert scene.file(scene.second, "files")["apart"] == []
    lose_the_cache(scene)
    assert states(scene) == (1, 1)


def test_a_look_that_finds_nothing_new_writes_nothing(scene):
    scene.reboot(scene.second)
    scene.pass_time(180)
    before = scene.second.files.read_bytes(FILES)
    scene.pass_time(2000)
    assert scene.second.files.read_bytes(FILES) == before


def test_a_folder_that_leads_elsewhere_counts(scene):
    scene.second.files.make_directories(r"D:\far")
    scene.second.files.make_directories(r"C:\near")
    scene.second.files.itself(r"C:\near").target = r"D:\far"
    add_database(scene, r"C:\near\trail.mdf")
    assert scene.install(scene.second).exit_code == 0
    lose_the_cache(scene)
    assert states(scene) == (1, 1)


MASTER = r"C:\Program Files\Microsoft SQL Server\MSSQL16.AUDIT\MSSQL\DATA\master.mdf"


def test_without_master_it_is_not_started_and_the_log_says_so(scene):
    lose_the_cache(scene)
    stop(scene, "MSSQL$AUDIT")
    assert scene.file(scene.second, "files")["apart"][0]["files"][0] in (MASTER, "C:\\")
    scene.second.files.remove(MASTER)
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert states(scene) == (1, 1)
    assert f"AUDIT stays down: {MASTER} is missing" in scene.log(scene.second)


@pytest.mark.parametrize("path", [r"C:\trail\trail.mdf", MASTER.replace("master", "trail")])
def test_a_database_that_was_dropped_since_keeps_it_not_down(path):
    """Its drive is there; SQL Server itself says what becomes of a database whose file isn't."""
    scene = SalesScene()
    sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"C:\tempdb-AUDIT")
    add_database(scene, path)
    assert scene.install(scene.second).exit_code == 0
    scene.reboot(scene.second)
    scene.pass_time(180)
    del scene.second.services["MSSQL$AUDIT"].body.databases["trail"]
    scene.second.files.remove(path)
    lose_the_cache(scene)
    assert states(scene) == (1, 4)


def test_tempdb_itself_needs_not_be_there(scene):
    """SQL Server makes it anew."""
    scene.reboot(scene.second)
    scene.pass_time(180)
    stop(scene, "MSSQL$AUDIT")
    for name in list(scene.second.files.list(r"C:\tempdb-AUDIT")):
        scene.second.files.remove(rf"C:\tempdb-AUDIT\{name}")
    lose_the_cache(scene)
    assert states(scene) == (1, 4)


def test_a_late_drive_of_its_databases_is_waited_for(scene):
    scene.reboot(scene.second)
    scene.pass_time(180)
    files = scene.file(scene.second, "files")
    assert files["apart"][0]["files"][0] == "C:\\"
    files["apart"][0]["files"].append("E:\\")
    stop(scene, "MSSQL$AUDIT")
    scene.write_state(scene.second, "files", files)
    lose_the_cache(scene)
    assert states(scene) == (1, 1) and "AUDIT stays down: E:\\ is missing" in scene.log(scene.second)


def test_where_not_all_of_its_files_can_be_seen_it_is_not_known_to_have_none_there():
    scene = SalesScene()
    rights = frozenset({"CONNECT SQL", "VIEW SERVER STATE", "VIEW ANY DATABASE"})
    sql_preset.add_instance(
        scene.cluster, scene.second, "AUDIT", tempdb_folder=r"C:\tempdb-AUDIT", system_permissions=rights
    )
    scene.install(scene.second)
    lose_the_cache(scene)
    assert states(scene) == (1, 1)


def test_a_damaged_record_proves_nothing(scene):
    for name in (FILES, f"{FILES}.bak"):
        scene.second.files.write_bytes(name, b"{")
    lose_the_cache(scene)
    assert states(scene) == (1, 1)


def test_a_disabled_one_stays_down(scene):
    stop(scene, "MSSQL$AUDIT")
    scene.second.services["MSSQL$AUDIT"].start_mode = StartMode.DISABLED
    lose_the_cache(scene)
    assert states(scene) == (1, 1)


def test_what_an_operation_stopped_stays_stopped(scene):
    miss_a_volume(scene)
    assert states(scene) == (1, 4)
    consent = f"outage/9/{scene.soon()}"
    assert scene.run(scene.second, "stop_sql_server", token=9, Consent=consent).code == "CW2007"
    scene.pass_time(2700)
    assert states(scene) == (1, 1)


def test_a_planned_stop_remembers_it(scene):
    scene.evacuated(scene.second)
    assert [each["name"] for each in scene.file(scene.second, "files")["apart"]] == ["AUDIT"]
    miss_a_volume(scene)
    assert states(scene) == (1, 4)


def dba(scene: SalesScene, line: str) -> None:
    scene.play(scene.second.run_script, line, "dba.ps1", {})


@pytest.mark.parametrize("stopped", [False, True])
def test_one_without_groups_keeps_no_secondary_from_being_rebuilt(scene, stopped):
    """It isn't stopped for that, its Agent doesn't wait, and one that a person stopped is left stopped."""
    lose_the_cache(scene)
    if stopped:
        dba(scene, "Stop-Service -Name 'MSSQL$AUDIT' -Force")
    before = states(scene)
    starts = scene.log(scene.second).count("service MSSQL$AUDIT")
    answer = scene.run(scene.second, "rebuild_storage")
    assert answer.code == "CW1011", answer
    assert states(scene) == before
    assert stopped or scene.log(scene.second).count("service MSSQL$AUDIT") == starts
    assert scene.file(scene.second, "services")["waiting"] == ["MSSQLSERVER"]
    assert scene.run(scene.second, "initialize_storage").code == "CW1007"
    assert scene.run(scene.second, "start_sql_server").exit_code == 0 and states(scene) == (4, 4)


def test_one_with_files_on_the_drive_and_no_group_keeps_it_from_being_rebuilt(scene):
    add_database(scene, r"D:\trail\trail.mdf")
    lose_the_cache(scene)
    pools = set(scene.second.storage.pools)
    answer = scene.run(scene.second, "rebuild_storage")
    assert answer.code == "CW1045" and "AUDIT" in answer.message and "trail" in answer.message, answer
    assert pools <= set(scene.second.storage.pools)


def test_one_with_its_tempdb_on_our_drive_and_no_group_is_named():
    scene = with_audit(SalesScene(), tempdb_folder=r"S:\tempdb-AUDIT")
    lose_the_cache(scene)
    answer = scene.run(scene.second, "rebuild_storage")
    assert answer.code == "CW1045" and answer.message.startswith("AUDIT: No Availability Group"), answer


def test_where_only_it_is_left_on_the_node_nobody_says_who_has_the_data_of_the_drive(scene):
    """The instance whose databases were on the drive was taken off the node."""
    lose_the_cache(scene)
    for name in ("MSSQLSERVER", "SQLSERVERAGENT"):
        del scene.second.services._services[name.lower()]
    pools = set(scene.second.storage.pools)
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.exit_code) == ("CW1045", 11), answer
    assert "has a secondary on this node" in answer.message and pools <= set(scene.second.storage.pools), answer
