"""What lies on the drive that a stop destroys: SQL Server says which of it are databases, the drive what else."""

from dataclasses import replace

import pytest
from sales_scene import SalesScene

from rehearsal.engines.powershell.cmdlets.items import get_child_item, item_cmdlets
from rehearsal.engines.powershell.cmdlets.items.item_paths import io_failure
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql.databases.database import DatabaseFile, FileKind
from rehearsal.world.storage.pools import repair
from rehearsal.world.windows.system.services import ServiceState

FOLDER, MOVED = r"S:\tempdb", r"S:\tempdb\two"
NOTES, STAGING = r"S:\notes.txt", r"S:\tempdb\staging1.mdf"


@pytest.fixture
def scene() -> SalesScene:
    return SalesScene()


def by_hand(scene: SalesScene, act: str) -> None:
    """Somebody starts or stops SQL Server as a service."""
    services = scene.second.services
    service = services["MSSQLSERVER"]
    scene.play(lambda: services.stop(service, force=True) if act == "stop" else services.start(service))


def create_database(scene: SalesScene) -> None:
    file = DatabaseFile(file_id=1, kind=FileKind.ROWS, name="staging1", path=STAGING, size_kb=8192)
    scene.second.sql.write_files(scene.second.sql.add_database("staging", (file,)))


def drive(scene: SalesScene) -> dict[str, object]:
    return scene.observe(scene.second)["sql"]["tempdbDrive"]


def close(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the tempdb drive can't be listed; a file whose path is known can be looked up."""
    genuine = get_child_item._list

    def closed(folder, depth, call, prefix):
        if folder.lower().startswith("s:"):
            raise io_failure(OSError(13, f"Access to the path '{folder}' is denied."), folder)
        genuine(folder, depth, call, prefix)

    monkeypatch.setattr(get_child_item, "_list", closed)


def test_a_file_of_no_database_is_seen_while_sql_server_runs_and_after_its_stop(scene):
    scene.second.files.write_bytes(NOTES, b"ask Jim")
    assert (drive(scene)["foreignFiles"], drive(scene)["foreignFile"]) == (1, NOTES)
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    seen = drive(scene)
    assert (seen["systemDatabases"], seen["foreignFiles"], seen["foreignFile"]) == (0, 1, NOTES)
    assert seen["seenAt"] == scene.file(scene.second, "files")["seenAt"]
    assert scene.file(scene.second, "files")["bootId"] == scene.second.boot_id
    assert scene.run(scene.second, "evacuate_cache").code == "CW1046"
    scene.second.files.remove(NOTES)
    assert drive(scene)["foreignFiles"] == 0
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"


def test_where_a_folder_cannot_be_listed_what_sql_server_said_at_its_stop_counts_until_it_has_run_again(
    scene, monkeypatch
):
    """Before its stop nothing is refused for it, so nothing may be refused for it afterwards."""
    close(monkeypatch)
    assert drive(scene)["foreignFiles"] is None
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert drive(scene)["foreignFiles"] == 0
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"


def test_where_a_folder_cannot_be_listed_and_a_person_stopped_sql_server_nothing_is_known(scene, monkeypatch):
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    by_hand(scene, "start")
    create_database(scene)
    by_hand(scene, "stop")
    close(monkeypatch)
    assert drive(scene)["foreignFiles"] is None
    assert scene.run(scene.second, "evacuate_cache").code == "CW1046"


def test_a_file_that_tempdb_got_since_its_files_were_written_down_is_tempdbs(scene):
    sql = scene.second.sql
    tempdb = sql.databases["tempdb"]
    added = DatabaseFile(file_id=3, kind=FileKind.ROWS, name="temp2", path=r"S:\tempdb\temp2.ndf", size_kb=8192)
    tempdb.files = (*tempdb.files, added)
    sql.write_files(tempdb)
    assert drive(scene)["foreignFiles"] == 0


def test_once_it_has_run_again_a_file_that_is_not_tempdbs_may_be_a_databases(scene):
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    by_hand(scene, "start")
    create_database(scene)
    by_hand(scene, "stop")
    seen = drive(scene)
    assert (seen["foreignFiles"], seen["foreignFile"]) == (1, STAGING)
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1046", 11, False)
    assert STAGING in answer.message and "a stop would destroy, or may" in answer.message.lower()
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_somebody_stops_it_and_nothing_but_tempdb_lies_there(scene):
    by_hand(scene, "stop")
    assert (drive(scene)["systemDatabases"], drive(scene)["foreignFiles"]) == (0, 0)
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"


def test_a_database_there_keeps_its_own_stop_from_counting(scene):
    create_database(scene)
    consent = f"outage/7/{scene.soon()}"
    assert scene.run(scene.second, "stop_sql_server", Consent=consent).code == "CW2007"
    assert drive(scene)["foreignFiles"] == 1
    assert scene.run(scene.second, "evacuate_cache").code == "CW1046"


def test_windows_own_files_and_what_links_lead_to_are_not_counted(scene):
    files = scene.second.files
    for path in (r"S:\System Volume Information\tracking.log", r"S:\$RECYCLE.BIN\S-1-5-18\desktop.ini"):
        files.make_directories(path.rpartition("\\")[0])
        files.write_bytes(path, b"")
    files.write_bytes(r"S:\pagefile.sys", b"")
    by_hand(scene, "stop")
    assert drive(scene)["foreignFiles"] == 0
    files.make_directories(r"S:\tempdb\pagefile.sys")
    files.write_bytes(r"S:\tempdb\pagefile.sys\x.mdf", b"")
    assert drive(scene)["foreignFile"] == r"S:\tempdb\pagefile.sys\x.mdf"


def test_no_more_than_ten_are_listed(scene):
    for number in range(25):
        scene.second.files.write_bytes(rf"S:\{number}.bak", b"")
    by_hand(scene, "stop")
    assert drive(scene)["foreignFiles"] == 10


@pytest.mark.parametrize("lacking", ["what SQL Server said", "the drive"])
def test_what_nobody_knows_refuses(scene, lacking):
    by_hand(scene, "stop")
    if lacking == "the drive":
        scene.name_volume(scene.second, "SSD", None)
    else:
        scene.second.files.remove(r"C:\ProgramData\CacheWarden\files.json")
    seen = drive(scene)
    assert seen["foreignFiles"] is None if lacking == "the drive" else seen["systemDatabases"] is None
    assert scene.run(scene.second, "evacuate_cache").code == "CW1046"


def tempdb_disk_dies(scene: SalesScene) -> str:
    """The NVMe device under S: stops answering for good; SQL Server ends itself for want of tempdb. Its serial."""
    disk = scene.built["SALES2"].roles.tempdb
    assert disk is not None
    scene.play(lambda: repair.lose(scene.second.storage, disk, destroyed=True))
    scene.pass_time(10)
    assert scene.second.services["MSSQLSERVER"].state is ServiceState.STOPPED
    return disk.serial.partition("_")[0]


def learn_files(scene: SalesScene) -> None:
    """SQL Server says where its files are, as at every start."""
    assert scene.run(scene.second, "install_host").exit_code == 0


@pytest.mark.parametrize("plain", [False, True])
def test_a_tempdb_drive_whose_disk_died_keeps_nobody_from_saving_the_cache(plain):
    """Whether it lies on our pool, or is a partition of its disk that somebody's own script made."""
    scene = SalesScene(plain_tempdb=plain)
    serial = tempdb_disk_dies(scene)
    seen = drive(scene)
    assert (seen["systemDatabases"], seen["foreignFiles"], seen["lostDisk"]) == (0, 0, serial)
    again = scene.run(scene.second, "initialize_storage")
    assert (again.code, serial in again.message, again.verdict["changed"]) == ("CW1047", True, False), again
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["proof"]["evacuated"]


@pytest.mark.parametrize("plain", [False, True])
def test_what_a_dead_disk_held_may_come_back_with_the_next_start_of_windows_only(plain):
    scene = SalesScene(plain_tempdb=plain)
    create_database(scene)
    learn_files(scene)
    serial = tempdb_disk_dies(scene)
    seen = drive(scene)
    assert (seen["foreignFiles"], seen["lostDisk"]) == (None, serial)
    answer = scene.run(scene.second, "evacuate_cache")
    assert (answer.code, serial in answer.message) == ("CW1046", True), answer
    scene.reboot(scene.second)
    scene.pass_time(60)
    assert drive(scene)["foreignFiles"] is None
    scene.pass_time(180)
    assert drive(scene)["foreignFiles"] == 0
    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"


def test_a_dead_disk_of_which_nobody_said_that_it_was_tempdbs_proves_nothing(scene):
    known = scene.file(scene.second, "files")
    scene.write_state(scene.second, "files", {**known, "disks": None})
    tempdb_disk_dies(scene)
    assert (drive(scene)["foreignFiles"], drive(scene)["lostDisk"]) == (None, None)
    assert scene.run(scene.second, "evacuate_cache").code == "CW1046"


def test_a_plain_partition_on_instance_store_gets_the_folders_that_it_lacks():
    scene = SalesScene(plain_tempdb=True)
    by_hand(scene, "stop")
    scene.write_state(
        scene.second,
        "inventory",
        {**scene.file(scene.second, "inventory"), "tempdb": {"letter": "S", "folders": [FOLDER, MOVED]}},
    )
    assert scene.run(scene.second, "initialize_storage").code == "CW1010"
    assert scene.second.files.entry(MOVED) is not None
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    seen = scene.observe(scene.second)
    assert (seen["storage"]["tempdbVolume"]["present"], seen["sql"]["instances"][0]["service"]) == (True, 4)


def move_tempdb(scene: SalesScene) -> None:
    """Its data file gets another folder, from the next start of SQL Server on."""
    files, tempdb = scene.second.files, scene.second.sql.databases["tempdb"]
    files.make_directories(MOVED)
    moved, there = files.entry(MOVED), files.entry(FOLDER)
    assert moved is not None and there is not None
    moved.access = there.access
    data, *others = tempdb.files
    tempdb.files = (replace(data, path=rf"{MOVED}\tempdb.mdf"), *others)


def folders(scene: SalesScene) -> list[str]:
    return scene.file(scene.second, "inventory")["tempdb"]["folders"]


def forget_folders(scene: SalesScene) -> None:
    scene.write_state(
        scene.second,
        "inventory",
        {**scene.file(scene.second, "inventory"), "tempdb": {"letter": "S", "folders": []}},
    )


def test_folders_are_learnt_when_sql_server_is_started(scene):
    by_hand(scene, "stop")
    move_tempdb(scene)
    assert folders(scene) == [FOLDER]
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    assert folders(scene) == [FOLDER, MOVED]


def test_folders_are_learnt_at_every_boot(scene):
    move_tempdb(scene)
    scene.reboot(scene.second)
    scene.pass_time(180)
    assert folders(scene) == [FOLDER, MOVED]


def test_folders_are_learnt_when_the_host_is_installed(scene):
    forget_folders(scene)
    assert scene.run(scene.second, "install_host").outcome in ("done", "already")
    assert folders(scene) == [FOLDER]


def test_what_another_instance_said_of_its_tempdb_is_kept_while_it_is_stopped(scene):
    known = scene.file(scene.second, "files")
    other = r"S:\tempdb\sales\tempdb.mdf"
    scene.write_state(scene.second, "files", {**known, "tempdb": [*known["tempdb"], other]})
    scene.second.services.add("MSSQL$SALES", "SALES", 1.0, 1.0)
    scene.second.services["MSSQL$SALES"].state = ServiceState.STOPPED
    assert scene.run(scene.second, "install_host").outcome in ("done", "already")
    assert other in scene.file(scene.second, "files")["tempdb"]


def test_a_full_system_drive_keeps_nobody_from_stopping_sql_server():
    scene = SalesScene(
        Fault(point="files.write", kind=FaultKind.FAIL, where={"path": r"C:\ProgramData\CacheWarden\files.json.new"})
    )
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"


def grow_tempdb(scene: SalesScene, gib: int) -> None:
    """From the next start of SQL Server on its data file has that size."""
    tempdb = scene.second.sql.databases["tempdb"]
    data, *others = tempdb.files
    tempdb.files = (replace(data, size_kb=gib << 20), *others)


@pytest.mark.parametrize("gib", [200, 400])
def test_sql_server_is_not_started_where_tempdb_has_no_room(scene, gib):
    grow_tempdb(scene, gib)
    learn_files(scene)
    assert scene.file(scene.second, "files")["bytes"] > gib << 30
    told = scene.observe(scene.second)["sql"]
    assert (told["tempdbRoomBytes"] < told["tempdbBytes"]) is (gib == 400), "while it runs it can be known"
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    answer = scene.run(scene.second, "start_sql_server")
    if gib == 200:
        assert answer.code == "CW2009", answer
        assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
        assert scene.run(scene.second, "start_sql_server").code == "CW2009", "its files are there already"
    else:
        assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2045", 11, False), answer
        assert scene.second.services["MSSQLSERVER"].state is ServiceState.STOPPED


def test_a_drive_that_answers_with_errors_leaves_the_node_observable(scene, monkeypatch):
    """A disk that is dying keeps its letter for a while."""
    object_of = item_cmdlets.object_of

    def dying(wanted, call):
        if wanted.path.lower().startswith("s:\\tempdb\\"):
            raise io_failure(
                OSError(5, "The request could not be performed because of an I/O device error."), wanted.path
            )
        return object_of(wanted, call)

    monkeypatch.setattr(item_cmdlets, "object_of", dying)
    told = scene.observe(scene.second)["sql"]
    assert told["tempdbBytes"] > 0 and told["tempdbRoomBytes"] is None
    assert "I/O device error" in scene.log(scene.second)


def test_the_boot_task_does_not_start_it_either(scene):
    grow_tempdb(scene, 400)
    learn_files(scene)
    scene.reboot(scene.second)
    scene.pass_time(60)
    assert "CW2045" in scene.log(scene.second)
    assert scene.second.services["MSSQLSERVER"].state is ServiceState.STOPPED


def damage(scene: SalesScene) -> None:
    """As after a power failure that left no whole copy."""
    for name in ("files.json", "files.json.bak"):
        scene.second.files.write_bytes(f"C:\\ProgramData\\CacheWarden\\{name}", b'{"seq"')


def test_a_damaged_record_of_its_files_keeps_sql_server_neither_down_nor_unasked():
    scene = SalesScene()
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    damage(scene)
    assert scene.run(scene.second, "evacuate_cache").code == "CW1046"
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    assert scene.file(scene.second, "files")["systemDatabases"] == 0
    scene.evacuated(scene.second)


def test_nor_does_it_keep_a_node_down_at_boot():
    scene = SalesScene()
    damage(scene)
    scene.reboot(scene.second)
    scene.pass_time(300)
    assert scene.second.sql.running
    assert scene.file(scene.second, "files")["systemDatabases"] == 0
