"""A node got a type without any NVMe disk: a DBA moves tempdb to the data drive as docs/instance-types.md says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.simulation.expectation import cache_of
from rehearsal.world.sql.preset import grant_folder
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.steps_of_people import document

FOLDER = r"D:\tempdb"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def move_tempdb(scene: Attacked) -> None:
    """What ALTER DATABASE tempdb MODIFY FILE leaves, done in a start with -f and -T3608; then a usual start."""
    host, server = scene.cluster.hosts["SALES1"], scene.cluster.servers("SALES1")[0]
    tempdb = server.databases["tempdb"]
    tempdb.files = tuple(replace(each, path=FOLDER + each.path[each.path.rindex("\\") :]) for each in tempdb.files)
    server.tempdb_folder = FOLDER
    grant_folder(host, FOLDER, server.service_account)
    scene.cluster.world.clock.spawn("a DBA starts SQL Server", host.services.start, host.services["MSSQLSERVER"])
    scene.sleep(120)


def without_nvme(scene: Attacked) -> None:
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    scene.perform(StepKind.RESIZE, "SALES1", instance_type="r5.4xlarge")
    scene.perform(StepKind.START, "SALES1")
    scene.settle()


def test_the_refusal_names_the_way_out(scene):
    without_nvme(scene)
    assert scene.outcomes[-1] == ("InService", "Attention")
    assert "CW1085" in scene.messages[-1] and "docs/instance-types.md#without-nvme" in scene.messages[-1]


def test_with_tempdb_on_ebs_and_adopted_the_node_serves_and_stops_and_comes_back_with_nvme(scene):
    without_nvme(scene)
    move_tempdb(scene)
    assert document(scene, "StartInstance", "SALES1").status.value == "Failed"
    assert "CW6213" in scene.messages[-1] and "tempdb isn't on the drive S: any more" in scene.messages[-1]
    assert document(scene, "AdoptStorage", "SALES1", Write="yes").status.value == "Success"
    assert document(scene, "StartInstance", "SALES1").status.value == "Failed"
    assert "CW6211" in scene.messages[-1], scene.messages[-1]
    assert scene.cluster.synchronized() and cache_of(scene.cluster, "SALES1") == "swap"
    for resized in ("r5.4xlarge", "r5d.4xlarge"):
        scene.perform(StepKind.STOP, "SALES1")
        scene.settle()
        assert scene.outcomes[-1] == ("Stopped", "Goal")
        scene.perform(StepKind.RESIZE, "SALES1", instance_type=resized)
        scene.perform(StepKind.START, "SALES1")
        scene.settle()
    assert scene.outcomes[-1] == ("InService", "Goal")
    assert scene.whole("SALES1") and scene.cluster.synchronized()
    assert not scene.watch.violations
