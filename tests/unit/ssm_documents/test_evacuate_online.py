"""Evacuating while SQL Server runs: who may ask for it, what it needs, and what becomes of it under load."""

import pytest
from sales_scene import CACHE_BYTES, GIB, SalesScene

from infra.documents.builder import ROOT
from rehearsal.engines.powershell import Engine
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.storage.settings import RepairAtLimit
from tests.unit.rehearsal.engines.powershell.memory_host import MemoryHost

HEAVY = {"log_write_kb_s": 20_000.0}
"""Of two databases: 80,000 KB/s on each volume. A move leaves 52,429."""


@pytest.fixture
def scene() -> SalesScene:
    """SALES2 is asynchronous, SQL Server runs on it."""
    scene = SalesScene()
    assert scene.make_asynchronous(scene.second).code == "CW2001"
    return scene


def evacuate(scene, **parameters):
    return scene.run(scene.second, "evacuate_cache", **parameters)


def test_the_cache_moves_under_a_running_sql_server_that_receives_log(scene):
    log = scene.cluster.group_by_name("sales-ag").database("sales").log
    assert evacuate(scene, Consent=scene.online()).code == "CW1003"
    worker = scene.wait_for_worker(scene.second)
    assert (worker["state"], worker["code"], worker["bytesDone"]) == ("succeeded", "CW1001", CACHE_BYTES)
    assert scene.storage(scene.second)["proof"]["evacuated"] is True
    assert scene.second.sql.running
    scene.cluster.committed()
    assert log.gap("SALES2") < 1_000
    assert scene.cluster.alone_intervals() == []


def test_without_being_asked_for_by_the_workflow_it_is_refused(scene):
    later = scene.online()
    for consent in ("none", scene.online(token=8), later.replace("online", "outage")):
        answer = evacuate(scene, Consent=consent)
        assert (answer.code, answer.outcome) == ("CW1030", "refused")
    scene.pass_time(900)
    assert evacuate(scene, Consent=later).code == "CW1030"
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_a_synchronous_replica_is_refused():
    scene = SalesScene()
    answer = evacuate(scene, Consent=scene.online())
    assert answer.code == "CW1030" and "availability mode 1" in answer.message


def test_a_primary_is_refused():
    scene = SalesScene()
    answer = scene.run(scene.first, "evacuate_cache", Consent=scene.online())
    assert answer.code == "CW1030" and "role 1" in answer.message


def test_a_sql_server_without_any_group_is_refused():
    scene = SalesScene(cluster=False)
    sql_preset.stand_alone(scene.world, scene.second)
    answer = evacuate(scene, Consent=scene.online())
    assert answer.code == "CW1030" and "no Availability Group" in answer.message


def test_a_group_that_shows_no_replica_of_this_node_is_refused():
    """An empty array has no property of its elements: in strict mode reading one is an error."""
    functions = ("cache/Confirm-CwOnlineMove", "sql/Confirm-CwSqlRight", "verdict/Stop-CwAction")
    texts = [(ROOT / "powershell" / "functions" / f"{name}.ps1").read_text() for name in functions]
    evidence = """
    function Get-CwMissingRight { param($Permission, [switch] $Altering, [switch] $Reseeding) }
    function Get-CwSqlEvidence {
        param($Letter)
        $group = @{ name = 'sales-ag'; distributed = $false; role = 2; replicas = @(@{ local = $false }) }
        return @{
            instances = @(@{ service = 4 }); permissions = @{}; server = 'SALES2'; availabilityGroups = @($group)
        }
    }
    try { Confirm-CwOnlineMove -Letter 'D' } catch { "$($_.FullyQualifiedErrorId) $($_.Exception.Message)" }
    """
    script = "\n".join(["Set-StrictMode -Version Latest", "$ErrorActionPreference = 'Stop'", *texts, evidence])
    result = Engine(host=MemoryHost()).run_script(script)
    assert result.stdout.startswith("CW1030") and "in sales-ag this node isn't" in result.stdout, result


def test_a_sql_server_that_doesnt_answer_is_refused():
    scene = SalesScene(
        Fault(point="sql.connect", kind=FaultKind.FAIL, where={"node": "SALES2"}, error="18456", count=9)
    )
    answer = evacuate(scene, Consent=scene.online())
    assert answer.code == "CW1030" and "groups are unknown" in answer.message


def test_files_that_a_stop_would_destroy_are_refused(scene):
    scene.second.sql.new_database("archive", data_bytes=GIB, folder="S:\\Data")
    answer = evacuate(scene, Consent=scene.online())
    assert answer.code == "CW1046" and "of databases on the tempdb drive 1" in answer.message
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_the_other_replicas_and_the_primary_stay_synchronous(scene):
    replicas = scene.observe(scene.first)["sql"]["availabilityGroups"][0]["replicas"]
    assert {item["server"]: item["availabilityMode"] for item in replicas} == {"SALES1": 1, "SALES2": 0}


def test_holding_modes_leaves_them_synchronous_unless_the_workflow_asks():
    scene = SalesScene()
    group = scene.observe(scene.first)["sql"]["availabilityGroups"][0]
    asked = {"AvailabilityGroups": group["id"], "Replicas": group["replicas"][1]["id"]}
    for consent in ("none", scene.online(token=8)):
        assert scene.run(scene.first, "hold_replica_modes", Consent=consent, **asked).exit_code == 0
    after = scene.observe(scene.first)["sql"]["availabilityGroups"][0]["replicas"]
    assert [item["availabilityMode"] for item in after] == [1, 1]


def test_under_load_it_ends_half_way_and_goes_on_once_sql_server_has_stopped():
    scene = SalesScene(sql=HEAVY)
    scene.make_asynchronous(scene.second)
    assert evacuate(scene, Consent=scene.online()).code == "CW1003"
    begun = scene.clock.now()
    worker = scene.wait_for_worker(scene.second)
    assert (worker["state"], worker["code"]) == ("failed", "CW1057")
    assert (scene.clock.now() - begun).total_seconds() < 600
    assert scene.second.sql.running
    assert scene.storage(scene.second)["classification"] == "MOVING"
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert evacuate(scene).code == "CW1003"
    assert scene.wait_for_worker(scene.second)["code"] == "CW1001"
    assert scene.storage(scene.second)["proof"]["evacuated"] is True


def test_a_move_that_goes_on_slowly_under_load_ends_in_time_too():
    scene = SalesScene(sql=HEAVY, storage={"repair_at_limit": RepairAtLimit.GOES_ON_SLOWLY, "repair_leaves": 0.05})
    scene.make_asynchronous(scene.second)
    evacuate(scene, Consent=scene.online())
    begun = scene.clock.now()
    assert scene.wait_for_worker(scene.second)["code"] == "CW1057"
    assert 4000 < (scene.clock.now() - begun).total_seconds() < 4200


def test_one_that_fails_is_undone_and_the_replica_runs_on():
    scene = SalesScene(Fault(point="storage.repair", kind=FaultKind.FAIL, where={"node": "SALES2"}, after=0.5))
    scene.make_asynchronous(scene.second)
    evacuate(scene, Consent=scene.online())
    assert scene.wait_for_worker(scene.second)["code"] == "CW1051"
    assert scene.second.sql.running
    assert scene.storage(scene.second)["classification"] == "CACHE_ON_NVME"


def test_a_reboot_in_the_middle_ends_nothing_and_the_same_command_goes_on(scene):
    evacuate(scene, Consent=scene.online())
    scene.pass_time(150)
    scene.reboot(scene.second)
    scene.pass_time(120)
    assert scene.second.sql.running
    assert scene.storage(scene.second)["classification"] == "MOVING"
    assert scene.observe(scene.second)["worker"]["code"] == "CW1054"
    assert evacuate(scene, Consent=scene.online()).code == "CW1003"
    assert scene.wait_for_worker(scene.second)["code"] == "CW1001"
    assert scene.storage(scene.second)["proof"]["evacuated"] is True
    assert scene.cluster.lost_commits() == []
