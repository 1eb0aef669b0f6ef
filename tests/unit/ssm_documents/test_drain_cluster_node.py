"""Draining a node of the failover cluster, and resuming it."""

from __future__ import annotations

import pytest
from sales_scene import SalesScene

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.sql.instance.logins import SYSTEM


@pytest.fixture
def scene() -> SalesScene:
    return SalesScene(install=False)


def test_a_drained_node_is_paused_and_its_core_roles_leave_and_come_not_back(scene):
    scene.make_secondary(scene.first)
    scene.cluster.core_owner = "SALES1"
    node = scene.cluster.nodes["SALES1"]
    assert scene.observe(scene.first)["host"]["drained"] is False
    answer = scene.run(scene.first, "drain_cluster_node")
    assert (answer.code, answer.verdict["changed"]) == ("CW2017", True)
    assert node.paused and scene.cluster.core_owner == "SALES2"
    assert scene.observe(scene.first)["host"]["drained"] is True
    assert scene.run(scene.first, "drain_cluster_node").code == "CW2018"
    assert scene.run(scene.first, "resume_cluster_node").code == "CW2019"
    assert not node.paused and scene.cluster.core_owner == "SALES2"
    assert scene.observe(scene.first)["host"]["drained"] is False
    assert scene.run(scene.first, "resume_cluster_node").code == "CW2054"


def test_a_node_that_leads_is_not_drained(scene):
    answer = scene.run(scene.first, "drain_cluster_node")
    assert (answer.code, answer.exit_code) == ("CW2051", 10)
    assert not scene.cluster.nodes["SALES1"].paused
    assert scene.observe(scene.first)["host"]["drained"] is False


def test_a_node_with_an_instance_that_does_not_say_what_it_leads_is_not_drained(scene):
    """The other instance answers, and leads nothing."""
    audit = sql_preset.add_instance(scene.cluster, scene.second, "AUDIT", tempdb_folder=r"S:\tempdb-AUDIT")
    audit.logins.create(SYSTEM, frozenset({"CONNECT SQL"})).disabled = True
    answer = scene.run(scene.second, "drain_cluster_node")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2042", 20, False), answer
    assert answer.message.startswith("AUDIT: ")
    assert not scene.cluster.nodes["SALES2"].paused


def test_a_node_whose_only_instance_does_not_answer_is_not_drained():
    """Nobody says what rights there are, either: that must not pass for an error of the script."""
    refused = Fault(point="sql.connect", kind=FaultKind.FAIL, where={"node": "SALES2"}, error="18456", count=9)
    scene = SalesScene(refused, install=False)
    answer = scene.run(scene.second, "drain_cluster_node")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2042", 20, False), answer
    assert not scene.cluster.nodes["SALES2"].paused


def test_a_node_whose_sql_server_is_stopped_leads_nothing(scene):
    assert scene.run(scene.second, "stop_sql_server").code == "CW2007"
    assert scene.run(scene.second, "drain_cluster_node").code == "CW2017"


def test_a_node_that_somebody_else_paused_stays_so(scene):
    node = scene.cluster.nodes["SALES2"]
    node.pause(True)
    answer = scene.run(scene.second, "drain_cluster_node")
    assert answer.code == "CW2018" and "somebody else" in answer.message
    assert scene.observe(scene.second)["host"]["drained"] is False
    assert scene.run(scene.second, "resume_cluster_node").code == "CW2054"
    assert node.paused


def test_a_drain_that_does_not_end_is_said_and_undone_by_resuming(scene):
    node = scene.cluster.nodes["SALES2"]
    node.drain_hangs = True
    answer = scene.run(scene.second, "drain_cluster_node")
    assert (answer.code, answer.exit_code) == ("CW2052", 30)
    assert node.paused and scene.observe(scene.second)["host"]["drained"] is True
    assert scene.run(scene.second, "resume_cluster_node").code == "CW2019"
    assert not node.paused


def test_the_last_node_that_is_up_is_not_drained(scene):
    scene.make_secondary(scene.first)
    scene.play(scene.first.services.stop, scene.first.services["MSSQLSERVER"], force=True)
    scene.play(scene.cluster.nodes["SALES2"].stop)
    answer = scene.run(scene.first, "drain_cluster_node")
    assert answer.code == "CW2050", answer
    assert not scene.cluster.nodes["SALES1"].paused


def test_a_cluster_service_that_does_not_answer_is_waited_for(scene):
    assert scene.run(scene.second, "drain_cluster_node").code == "CW2017"
    scene.play(scene.cluster.nodes["SALES2"].stop)
    answer = scene.run(scene.second, "resume_cluster_node")
    assert (answer.code, answer.exit_code) == ("CW2049", 20)
    assert scene.observe(scene.second)["host"]["drained"] is True


def test_a_node_that_joins_no_cluster_again_is_not_up_and_stays_ours(scene):
    node = scene.cluster.nodes["SALES2"]
    assert scene.run(scene.second, "drain_cluster_node").code == "CW2017"
    node.stays_paused = True
    answer = scene.run(scene.second, "resume_cluster_node")
    assert (answer.code, answer.exit_code) == ("CW2053", 20)
    assert scene.observe(scene.second)["host"]["drained"] is True


def test_a_node_without_the_clusters_commands_is_told():
    scene = SalesScene(install=False, sql={"cluster_module": False})
    answer = scene.run(scene.second, "drain_cluster_node")
    assert (answer.code, answer.exit_code) == ("CW2048", 10)
    assert scene.observe(scene.second)["host"]["drained"] is False


def test_the_drained_state_outlives_a_stop_of_the_instance():
    scene = SalesScene()
    assert scene.run(scene.second, "drain_cluster_node").code == "CW2017"
    scene.evacuated(scene.second)
    scene.stop_and_start(scene.second)
    scene.pass_time(200)
    assert scene.cluster.nodes["SALES2"].paused and scene.observe(scene.second)["host"]["drained"] is True
    assert scene.run(scene.second, "resume_cluster_node").code == "CW2019"


def damage(scene: SalesScene) -> None:
    """The file is cut short, and nothing lies beside it."""
    path = r"C:\ProgramData\CacheWarden\drain.json"
    scene.second.files.write_bytes(path, b'{"seq":')
    assert not scene.second.files.exists(path + ".bak")


def test_a_node_that_cannot_tell_whether_it_was_drained_is_observed_all_the_same(scene):
    damage(scene)
    host = scene.observe(scene.second)["host"]
    assert host["drained"] is None and host["computer"] == "SALES2"


def test_a_node_that_is_not_paused_is_known_again_once_it_is_resumed(scene):
    damage(scene)
    assert scene.run(scene.second, "resume_cluster_node").code == "CW2019"
    assert scene.observe(scene.second)["host"]["drained"] is False


def test_nobody_knows_who_paused_a_node_whose_file_is_damaged(scene):
    node = scene.cluster.nodes["SALES2"]
    node.pause(True)
    damage(scene)
    answer = scene.run(scene.second, "resume_cluster_node")
    assert (answer.code, answer.exit_code) == ("CW3010", 11) and "Resume-ClusterNode" in answer.message
    assert node.paused and scene.observe(scene.second)["host"]["drained"] is None
    answer = scene.run(scene.second, "drain_cluster_node")
    assert answer.code == "CW2018" and "damaged" in answer.message
    node.pause(False)
    assert scene.run(scene.second, "resume_cluster_node").code == "CW2019"
    assert scene.observe(scene.second)["host"]["drained"] is False


@pytest.mark.parametrize("commands", [True, False])
def test_a_node_that_somebody_paused_takes_no_group_over(commands):
    """With the cluster's commands it says so beforehand; without them the planned failover fails, and costs time."""
    scene = SalesScene(install=False, sql={"cluster_module": commands})
    (group,) = scene.cluster.groups.values()
    scene.cluster.nodes["SALES2"].pause(True)
    before = group.sequence_number
    answer = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=scene.group_ids())
    scene.pass_time(30)

    assert group.owner == "SALES1" and answer.exit_code != 0
    assert (answer.code == "CW2061" and group.sequence_number == before) is commands, answer
