"""A SQL Server that somebody has disabled, or that isn't there, can't be asked: what lies on the drives counts."""

from __future__ import annotations

import pytest

from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.sql.databases.database import DatabaseFile, FileKind
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.windows.system.services import ServiceState, StartMode
from tests.unit.ssm_documents.sales_scene import SalesScene

STAGING = r"S:\tempdb\staging1.mdf"


def put_a_database_on_the_tempdb_drive(host: WindowsHost) -> None:
    file = DatabaseFile(file_id=1, kind=FileKind.ROWS, name="staging1", path=STAGING, size_kb=8192)
    host.sql.write_files(host.sql.add_database("staging", (file,)))


def disable_sql_server(scene: SalesScene, host: WindowsHost) -> None:
    """As a DBA does it in Services: stop, then Disabled."""
    scene.play(host.run_script, "Stop-Service -Name 'MSSQLSERVER' -Force", "dba.ps1", {})
    for name in ("MSSQLSERVER", "SQLSERVERAGENT"):
        host.services[name].start_mode = StartMode.DISABLED


def test_a_database_of_a_disabled_sql_server_keeps_the_cache_on_nvme():
    scene = SalesScene()
    put_a_database_on_the_tempdb_drive(scene.second)
    disable_sql_server(scene, scene.second)

    answer = scene.run(scene.second, "evacuate_cache")

    assert answer.code == "CW1046" and STAGING in answer.message, answer.message
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_nothing_but_tempdb_of_a_disabled_sql_server_lets_the_cache_move():
    scene = SalesScene()
    disable_sql_server(scene, scene.second)

    assert scene.run(scene.second, "evacuate_cache").code == "CW1003"
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.storage(scene.second)["proof"]["evacuated"]


def without_sql_server() -> SalesScene:
    """Both nodes have the storage, and no SQL Server is installed."""
    scene = SalesScene(cluster=False)
    for host in scene.hosts:
        for name in ("SQLSERVERAGENT", "MSSQLSERVER"):
            host.services.remove(name)
    return scene


@pytest.mark.parametrize(("paths", "code"), [((), "CW1003"), ((r"S:\copy\sales.mdf",), "CW1046")])
def test_on_a_node_without_sql_server_what_lies_on_the_tempdb_drive_counts_too(paths, code):
    scene = without_sql_server()
    for path in paths:
        scene.second.files.make_directories(r"S:\copy")
        scene.second.files.write_bytes(path, b"x")

    answer = scene.run(scene.second, "evacuate_cache")

    assert answer.code == code, answer.message


def hide(scene: SalesScene, host: WindowsHost) -> None:
    """Windows gives the drive another letter: nobody can list S:."""
    scene.name_volume(host, "SSD", "Q")


def test_a_drive_that_cannot_be_read_keeps_the_cache_where_nobody_can_be_asked():
    scene = without_sql_server()
    hide(scene, scene.second)

    answer = scene.run(scene.second, "evacuate_cache")

    assert answer.code == "CW1046", answer.message


def test_the_report_names_the_disabled_instances():
    scene = SalesScene()
    disable_sql_server(scene, scene.second)

    sql = scene.observe(scene.second)["sql"]

    assert sql["instances"] == [] and sql["disabled"] == ["MSSQLSERVER"]
    assert sql["tempdbDrive"]["foreignFiles"] == 0
    assert scene.observe(scene.first)["sql"]["disabled"] == []


def with_a_disabled_second_instance(scene: SalesScene) -> None:
    sql_preset.add_instance(scene.cluster, scene.second, "OLD", tempdb_folder=r"C:\tempdb-OLD", disabled=True)


def test_the_last_word_of_one_instance_says_nothing_of_a_disabled_one():
    """Else a drive that dies, or can't be listed, would pass for one with nothing but tempdb on it."""
    scene = SalesScene()
    with_a_disabled_second_instance(scene)

    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"

    known = scene.file(scene.second, "files")
    assert known["systemDatabases"] == 0
    assert known["userDatabases"] is None and known["writeTimes"] is None


def test_while_sql_server_runs_a_file_that_may_be_a_disabled_instances_keeps_the_cache():
    scene = SalesScene()
    with_a_disabled_second_instance(scene)
    scene.second.files.make_directories(r"S:\old")
    scene.second.files.write_bytes(r"S:\old\ledger.mdf", b"x")
    assert scene.make_asynchronous(scene.second).exit_code == 0

    answer = scene.run(scene.second, "evacuate_cache", Consent=scene.online())

    assert answer.code == "CW1046" and r"S:\old\ledger.mdf" in answer.message, answer.message


def test_tempdb_of_a_disabled_instance_finds_its_folder_with_its_rights_when_it_is_enabled_again():
    scene = SalesScene()
    disable_sql_server(scene, scene.second)
    scene.run(scene.second, "evacuate_cache")
    scene.wait_for_worker(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(300)
    assert scene.second.files.exists("S:\\tempdb")

    scene.second.services["MSSQLSERVER"].start_mode = StartMode.MANUAL
    scene.play(scene.second.run_script, "Start-Service -Name 'MSSQLSERVER'", "dba.ps1", {})

    assert scene.second.sql.running


OLD_TEMPDB = "S:\\tempdb-OLD"


def disabled_with_tempdb_on_the_drive() -> SalesScene:
    """Two instances have tempdb on S:; a DBA stops OLD and disables it, and its tempdb files stay there."""
    scene = SalesScene()
    sql_preset.add_instance(scene.cluster, scene.second, "OLD", tempdb_folder=OLD_TEMPDB)
    assert scene.install(scene.second).exit_code == 0
    scene.play(scene.second.run_script, "Stop-Service -Name 'MSSQL$OLD' -Force", "dba.ps1", {})
    scene.second.services["MSSQL$OLD"].start_mode = StartMode.DISABLED
    assert scene.observe(scene.second)["sql"]["tempdbDrive"]["foreignFiles"] == 0
    return scene


def test_the_hosts_own_stop_of_sql_server_does_not_make_a_disabled_instances_tempdb_anothers():
    scene = disabled_with_tempdb_on_the_drive()

    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    answer = scene.run(scene.second, "evacuate_cache")

    assert answer.code == "CW1003", answer.message
    assert scene.wait_for_worker(scene.second)["state"] == "succeeded"
    assert scene.observe(scene.second)["sql"]["tempdbDrive"]["foreignFiles"] == 0


def test_what_is_no_more_there_of_a_disabled_instances_tempdb_is_not_known_for_ever():
    scene = disabled_with_tempdb_on_the_drive()
    scene.second.files.remove(OLD_TEMPDB + "\\tempdb.mdf")

    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"

    known = [path for path in scene.file(scene.second, "files")["tempdb"] if path.startswith(OLD_TEMPDB)]
    assert known and OLD_TEMPDB + "\\tempdb.mdf" not in known


def test_while_the_drive_cannot_be_read_a_disabled_instances_tempdb_stays_known():
    scene = disabled_with_tempdb_on_the_drive()
    sql_preset.add_instance(scene.cluster, scene.second, "LOG", tempdb_folder=r"C:\tempdb-LOG")
    before = set(scene.file(scene.second, "files")["tempdb"])
    disable_sql_server(scene, scene.second)
    hide(scene, scene.second)

    assert scene.install(scene.second).exit_code == 0
    scene.name_volume(scene.second, "SSD", "S")

    known = set(scene.file(scene.second, "files")["tempdb"])
    assert known > before, "LOG was asked, and its files written down"
    assert scene.observe(scene.second)["sql"]["tempdbDrive"]["foreignFiles"] == 0


def test_a_disabled_instance_beside_one_that_runs_keeps_its_folder_through_restarts_and_stops():
    scene = disabled_with_tempdb_on_the_drive()
    folders = ["S:\\tempdb", OLD_TEMPDB]
    scene.reboot(scene.second)
    scene.pass_time(1300)
    assert scene.file(scene.second, "inventory")["tempdb"]["folders"] == folders
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(1300)
    assert scene.file(scene.second, "inventory")["tempdb"]["folders"] == folders
    assert scene.second.files.exists(OLD_TEMPDB)

    scene.second.services["MSSQL$OLD"].start_mode = StartMode.MANUAL
    started = scene.play(scene.second.run_script, "Start-Service -Name 'MSSQL$OLD'", "dba.ps1", {})

    assert started.stderr == "" and scene.second.services["MSSQL$OLD"].state is ServiceState.RUNNING


@pytest.mark.parametrize("folder", ["D:\\master", "S:\\master"])
def test_what_an_uninstalled_sql_server_said_of_the_data_drive_keeps_no_stop(folder):
    """D: is evacuated before each stop; what lies on S: is looked at."""
    scene = SalesScene(cluster=False)
    scene.second.files.make_directories(folder)
    scene.second.files.write_bytes(folder + "\\master.mdf", b"x")
    for name in ("SQLSERVERAGENT", "MSSQLSERVER"):
        scene.second.services.remove(name)
    said = {"seenAt": "2026-01-01T00:00:00Z", "bootId": "1", "systemDatabases": 2, "userDatabases": 0}
    rest = {"writeTimes": None, "disks": [], "bytes": 0, "clustered": [], "apart": [], "tempdb": []}
    scene.write_state(scene.second, "files", said | rest)
    kept = folder.startswith("S:")

    answer = scene.run(scene.second, "evacuate_cache")

    assert answer.code == ("CW1046" if kept else "CW1003"), answer.message


@pytest.mark.parametrize(("system_databases", "code"), [(0, "CW1003"), (2, "CW1046")])
def test_a_dead_disk_of_the_tempdb_drive_may_hold_the_system_databases_of_an_uninstalled_sql_server(
    system_databases, code
):
    """Until Windows was restarted and the disk doesn't come back."""
    scene = SalesScene()
    known = scene.file(scene.second, "files")
    for name in ("SQLSERVERAGENT", "MSSQLSERVER"):
        scene.second.services.remove(name)
    known |= {"systemDatabases": system_databases, "userDatabases": 0, "disks": ["AWS00000000000009999"]}
    scene.write_state(scene.second, "files", known)

    answer = scene.run(scene.second, "evacuate_cache")

    assert answer.code == code, answer.message
