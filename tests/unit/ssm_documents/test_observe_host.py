"""What a node says of itself, and that the domain understands every word of it."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sales_scene import CACHE_BYTES, SalesScene, built_bundle

from cachewarden.evidence.cluster import parse_evidence
from cachewarden.evidence.sql import parse_sql
from cachewarden.json_reader import JsonReader
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql.databases.database import DatabaseFile, FileKind
from rehearsal.world.sql.instance.instance import LongRequest
from rehearsal.world.windows.system.services import ServiceState, StartMode


@pytest.fixture(scope="module")
def scene():
    return SalesScene()


@pytest.fixture(scope="module")
def first(scene):
    return scene.observe(scene.first)


@pytest.fixture(scope="module")
def second(scene):
    return scene.observe(scene.second)


def test_host_and_token(scene, first):
    assert first["host"]["computer"] == "SALES1"
    assert first["host"]["bootId"] == scene.first.boot_id
    assert first["host"]["systemUser"] == "NT AUTHORITY\\SYSTEM"
    bundle = {"hash": built_bundle().hash, "deployed": True, "bootTaskFaults": [], "workerFaults": []}
    assert first["host"]["bundle"] == bundle
    assert first["host"]["folder"] == {"protected": True, "faults": []}
    assert first["token"] == {"highest": 0, "clusterKey": None, "operationUntil": None, "ahead": None}


def test_storage_of_a_node_in_service(scene, first):
    storage = first["storage"]
    assert storage["classification"] == "CACHE_ON_NVME"
    roles = sorted((member["role"], member["usage"]) for member in storage["members"])
    assert roles == [("cache", 5), ("data", 1), ("data", 1), ("swap", 4)]
    assert all(member["health"] == 0 and member["operational"] == [2] for member in storage["members"])
    assert storage["virtualDisk"]["writeCacheBytes"] == CACHE_BYTES
    assert storage["pool"]["health"] == 0 and storage["pool"]["operational"] == [2]
    assert storage["dataVolume"] == {"letter": "D", "readable": True, "usable": True, "offline": False}
    assert storage["tempdbVolume"] == {"letter": "S", "expected": True, "present": True}
    assert storage["missing"] == [] and storage["jobs"] == [] and storage["freeInstanceStore"] == []
    assert storage["proof"]["evacuated"] is False and "CACHE_ON_NVME" in storage["proof"]["why"]


def test_worker_that_never_ran_is_idle(first):
    assert first["worker"]["state"] == "idle" and first["worker"]["work"] == "none"


def test_a_query_that_fails_after_the_rights_were_seen_leaves_them_told():
    """Rights without any member would make the whole report unreadable, storage included."""
    scene = SalesScene(
        Fault(point="sql.query", kind=FaultKind.FAIL, where={"view": "sys.dm_hadr_cluster"}), install=False
    )
    sql = scene.observe(scene.first)["sql"]
    assert scene.world.faults.injected and "error" in sql["instances"][0]
    assert sql["permissions"]["viewServerState"] is True
    assert parse_sql(JsonReader.of(sql)).unreadable


def test_primary_sees_every_replica(scene, first):
    sql = first["sql"]
    assert sql["server"] == "SALES1"
    assert sql["permissions"] == {
        "viewServerState": True, "viewAnyDefinition": True, "alterAnyAvailabilityGroup": True,
        "removeLostDatabases": True,
    }  # fmt: skip
    modes = {"startMode": "Manual", "agentStartMode": "Manual", "clustered": False}
    service = {"name": "MSSQLSERVER", "service": 4, "agent": 4, **modes}
    seen = {"version": "16.0.4195.2", "edition": 3, "procedureCurrent": True, "databasesAlone": 0}
    assert sql["instances"] == [{**service, **seen}]
    (group,) = sql["availabilityGroups"]
    assert (group["name"], group["role"], group["operational"], group["primary"]) == ("sales-ag", 1, 2, "SALES1")
    assert [(replica["server"], replica["local"], replica["role"]) for replica in group["replicas"]] == [
        ("SALES1", True, 1), ("SALES2", False, 2),
    ]  # fmt: skip
    for replica in group["replicas"]:
        databases = replica["databases"]
        assert databases["count"] == databases["joined"] == databases["failoverReady"] == 2
        assert databases["suspended"] == 0 and replica["worst"] == []
    assert group["replicas"][1]["databases"]["synchronized"] == 2
    assert sql["filesOnCache"] == {"systemDatabases": 0, "userDatabasesOnTempdb": 0}
    assert sql["tempdbFiles"] == ["S:\\tempdb\\tempdb.mdf", "S:\\tempdb\\templog.ldf"]
    assert sql["unopened"] == []
    assert group["backupPreference"] == 2
    assert sql["cluster"]["quorumState"] == 1
    assert {member["name"]: member["votes"] for member in sql["cluster"]["members"] if member["type"] == 0} == {
        "SALES1": 1, "SALES2": 1,
    }  # fmt: skip


def test_secondary_sees_only_its_own_replica(second):
    (group,) = second["sql"]["availabilityGroups"]
    assert (group["role"], group["primary"]) == (2, "SALES1")
    assert [(replica["server"], replica["role"]) for replica in group["replicas"]] == [("SALES2", 2)]


def test_sql_server_that_does_not_run_leaves_nulls():
    scene = SalesScene(install=False)
    scene.make_secondary(scene.first)
    assert scene.run(scene.first, "stop_sql_server").code == "CW2007"
    sql = scene.observe(scene.first)["sql"]
    modes = {"startMode": "Manual", "agentStartMode": "Manual", "clustered": False}
    assert sql["instances"] == [{"name": "MSSQLSERVER", "service": 1, "agent": 1, **modes}]
    assert sql["availabilityGroups"] is None and sql["server"] is None


def add_database(scene, name, *folders):
    """One outside of the groups, with one file in each folder."""
    files = tuple(
        DatabaseFile(
            file_id=number,
            kind=FileKind.ROWS,
            name=f"{name}{number}",
            path=rf"{folder}\{name}{number}.mdf",
            size_kb=8192,
        )
        for number, folder in enumerate(folders, start=1)
    )
    scene.first.sql.write_files(scene.first.sql.add_database(name, files))


def test_user_databases_on_the_tempdb_drive_are_counted_once_each():
    scene = SalesScene()
    add_database(scene, "reports", r"D:\MSSQL\DATA")
    assert scene.observe(scene.first)["sql"]["filesOnCache"]["userDatabasesOnTempdb"] == 0
    add_database(scene, "staging", r"S:\tempdb", r"S:\tempdb")
    add_database(scene, "scratch", r"D:\MSSQL\DATA", r"s:\tempdb")
    counted = {"systemDatabases": 0, "userDatabasesOnTempdb": 2}
    assert scene.observe(scene.first)["sql"]["filesOnCache"] == counted


def test_without_a_tempdb_drive_no_database_is_on_it():
    scene = SalesScene()
    inventory = scene.file(scene.first, "inventory")
    scene.write_state(scene.first, "inventory", {**inventory, "tempdb": None})
    counted = {"systemDatabases": 0, "userDatabasesOnTempdb": 0}
    assert scene.observe(scene.first)["sql"]["filesOnCache"] == counted


def test_databases_on_somebodys_own_drive_on_instance_store_are_counted():
    """The inventory knows no tempdb drive; S: is a partition that somebody's own script makes after each start."""
    scene = SalesScene(plain_tempdb=True)
    inventory = scene.file(scene.first, "inventory")
    scene.write_state(scene.first, "inventory", {**inventory, "tempdb": None})
    add_database(scene, "reports", r"D:\MSSQL\DATA")
    assert scene.observe(scene.first)["sql"]["filesOnCache"] == {"systemDatabases": 0, "userDatabasesOnTempdb": 0}
    add_database(scene, "staging", r"s:\tempdb")
    assert scene.observe(scene.first)["sql"]["filesOnCache"] == {"systemDatabases": 0, "userDatabasesOnTempdb": 1}


@pytest.mark.parametrize("collation", ["Latin1_General_CS_AS", "Latin1_General_BIN2"])
def test_files_are_counted_however_their_drive_is_written(collation):
    """For a case-sensitive SQL Server s: isn't S:, for Windows it is."""
    scene = SalesScene(sql={"collation": collation})
    add_database(scene, "scratch", r"s:\tempdb")
    model = scene.first.sql.local("model")
    model.files = tuple(replace(file, path=f"d:{file.path[2:]}") for file in model.files)
    counted = {"systemDatabases": 1, "userDatabasesOnTempdb": 1}
    assert scene.observe(scene.first)["sql"]["filesOnCache"] == counted


def test_databases_on_a_further_drive_are_counted_however_it_is_written():
    """The inventory knows no tempdb drive; S: is somebody's own partition on instance store."""
    scene = SalesScene(plain_tempdb=True, sql={"collation": "Latin1_General_CS_AS"})
    inventory = scene.file(scene.first, "inventory")
    scene.write_state(scene.first, "inventory", {**inventory, "tempdb": None})
    add_database(scene, "staging", r"s:\tempdb")
    assert scene.observe(scene.first)["sql"]["filesOnCache"] == {"systemDatabases": 0, "userDatabasesOnTempdb": 1}


def test_room_for_tempdb_is_that_of_its_own_drive_and_not_of_a_further_one():
    """The inventory's tempdb drive T: isn't there; S: is somebody's own partition of an instance-store disk."""
    scene = SalesScene(plain_tempdb=True)
    inventory = scene.file(scene.first, "inventory")
    tempdb = {"letter": "T", "folders": [r"T:\tempdb"]}
    scene.write_state(scene.first, "inventory", {**inventory, "tempdb": tempdb})
    sql = scene.observe(scene.first)["sql"]
    assert (sql["tempdbBytes"], sql["tempdbRoomBytes"]) == (0, None)


def test_observing_changes_nothing():
    scene = SalesScene()
    before = len(scene.world.trace.events)
    scene.observe(scene.first)
    assert [event.kind for event in scene.world.trace.events[before:] if event.source == "storage"] == []
    assert not scene.first.files.exists(r"C:\ProgramData\CacheWarden\token.json")


def test_the_time_of_the_answer_is_the_time_of_the_look(scene):
    answer = scene.run(scene.first, "observe_host")
    begun = scene.clock.now() - timedelta(seconds=10)
    assert begun.strftime("%Y-%m-%dT%H:%M:%S") <= answer.verdict["observedAt"][:19]


def test_the_domain_reads_the_evidence(first):
    report = {"observedAt": "2026-02-03T04:00:00.000Z", "verdictCode": "CW3000", "evidence": first}
    ec2 = {
        "observedAt": "2026-02-03T04:00:00.000Z",
        "state": "running",
        "stopProtected": True,
        "launchTime": "2026-02-03T03:00:00Z",
        "availabilityZone": "eu-central-1a",
        "instanceType": "r5d.4xlarge",
        "tags": {},
    }
    replica = {"instanceId": "i-1", "ec2": ec2, "agent": {"ping": "Online"}, "host": report, "hostError": None}
    evidence = {
        "observedAt": "2026-02-03T04:00:00.000Z",
        "answeredAt": "2026-02-03T04:00:05.000Z",
        "subject": "i-1",
        "clusterName": None,
        "replicas": [replica],
        "strangers": [],
    }
    host = parse_evidence(evidence).node.host
    assert host is not None, parse_evidence(evidence).node.host_error
    assert host.storage.write_cache_bytes == CACHE_BYTES
    assert host.sql.all_running


def test_a_queue_that_sql_server_does_not_say_is_unknown_and_not_empty():
    """The primary's own row has NULL for every queue; one database that doesn't say makes the sum unknown."""
    scene = SalesScene(install=False)
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    own, other = sorted(group["replicas"], key=lambda replica: not replica["local"])
    assert own["databases"]["sendQueueKb"] is own["databases"]["redoQueueKb"] is own["databases"]["redoRateKb"] is None
    assert other["databases"]["sendQueueKb"] == other["databases"]["redoQueueKb"] == 0


# --- instances ---


def test_long_work_of_others_is_told_with_how_far_it_has_got():
    """Full backups, restores and consistency checks; not a log backup, nor a DBCC that says nothing of its progress."""
    scene = SalesScene(install=False)
    now = scene.clock.now()
    for number, (command, began_s_ago, seconds) in enumerate(
        [
            ("BACKUP DATABASE", 600, 6000), ("RESTORE DATABASE", 500, 1000), ("DBCC TABLE CHECK", 300, 3000),
            ("BACKUP LOG", 1, 5), ("DBCC INPUTBUFFER", 0, 0), ("SELECT", 100, 200),
        ]
    ):  # fmt: skip
        started = now - timedelta(seconds=began_s_ago)
        request = LongRequest(session=60 + number, command=command, database="orders", started=started, seconds=seconds)
        scene.first.sql.requests.append(request)
    told = scene.observe(scene.first)["sql"]["requests"]
    assert [(each["command"], each["database"], each["percent"] // 5 * 5) for each in told] == [
        ("BACKUP DATABASE", "orders", 10), ("DBCC TABLE CHECK", "orders", 10), ("RESTORE DATABASE", "orders", 50),
    ]  # fmt: skip
    assert 5380 <= told[0]["remainingS"] <= 5400
    scene.first.sql.requests.clear()
    assert scene.observe(scene.first)["sql"]["requests"] == []


def test_an_instance_that_refuses_the_login_hides_neither_the_storage_nor_what_it_is():
    """After a cumulative update the upgrade scripts run (18401); a hardened server has SYSTEM disabled (18470)."""
    scene = SalesScene(install=False)
    scene.second.sql.logins.get("NT AUTHORITY\\SYSTEM").disabled = True
    seen = scene.observe(scene.second)
    assert seen["storage"]["classification"] == "CACHE_ON_NVME"
    (instance,) = seen["sql"]["instances"]
    assert instance["service"] == 4 and "18470" in instance["error"]
    assert seen["sql"]["availabilityGroups"] is None and seen["sql"]["filesOnCache"] is None


def test_windows_internal_database_and_disabled_instances_are_not_ours():
    scene = SalesScene(install=False)
    for name, mode, state in (
        ("MSSQL$MICROSOFT##WID", StartMode.AUTOMATIC, ServiceState.RUNNING),
        ("MSSQL$OLD", StartMode.DISABLED, ServiceState.STOPPED),
    ):
        scene.second.services.add(name, name, 1.0, 1.0)
        scene.second.services[name].start_mode, scene.second.services[name].state = mode, state
    seen = scene.observe(scene.second)["sql"]
    assert [instance["name"] for instance in seen["instances"]] == ["MSSQLSERVER"]
    assert "error" not in seen["instances"][0] and seen["filesOnCache"] is not None
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.second.services["MSSQL$MICROSOFT##WID"].state is ServiceState.RUNNING
    assert scene.run(scene.second, "start_sql_server").code == "CW2009"
    assert scene.second.services["MSSQL$OLD"].state is ServiceState.STOPPED


def test_a_drive_that_a_disabled_instance_may_have_used_is_not_rebuilt():
    scene = SalesScene()
    scene.second.services.add("MSSQL$OLD", "MSSQL$OLD", 1.0, 1.0)
    scene.second.services["MSSQL$OLD"].start_mode = StartMode.DISABLED
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    answer = scene.run(scene.second, "rebuild_storage")
    assert (answer.code, answer.verdict["changed"]) == ("CW1045", False) and "OLD is disabled" in answer.message
