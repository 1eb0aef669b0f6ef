"""Nodes without a write cache: alone, with a start-up task that fails, with another type, taken down by others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rehearsal.faults import fault_from_text
from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import Step, StepKind, load_story
from rehearsal.scenarios.tempdb_task import MAKES_DRIVE, SCRIPT
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story


def play(
    synthesized: Any, *steps: Step, prepare: Callable[[Cluster], None] = lambda cluster: None, **story: Any
) -> Run:
    told = replace(load_story("uncached-tempdb"), steps=steps, **story)
    run = run_story(told, seed=1, templates=synthesized, progress=SilentProgress(), prepare=prepare)
    assert run.outcome.violations == ()
    return run


def ends(run: Run) -> list[Mapping[str, Any]]:
    return [each.output for each in run.log.endings if each.output]


def document(name: str, node: str = "SALES1", **parameters: str) -> Step:
    return Step(kind=StepKind.AUTOMATION, node=node, document=f"CacheWarden-{name}", parameters=parameters)


def test_a_stand_alone_one_goes_down_and_comes_back_by_consent(synthesized):
    steps = (document("AcceptOutageAndStopInstance", "ALONE1"), Step(kind=StepKind.START, node="ALONE1"))
    run = play(synthesized, *steps, stand_alone=("ALONE1",))
    stopped, back = ends(run)
    assert (stopped["goal"], stopped["outcome"]) == ("Stopped", "Goal"), stopped
    assert (back["goal"], back["outcome"]) == ("InService", "Goal"), back
    assert run.cluster.in_service("ALONE1") and run.cluster.instances["ALONE1"].stop_protected


def test_people_hear_of_a_start_up_task_that_does_not_do_its_work(synthesized):
    def broken(cluster: Cluster) -> None:
        cluster.hosts["SALES1"].files.write_bytes(SCRIPT, b"exit 1")

    run = play(synthesized, document("CycleInstance"), prepare=broken)
    (end,) = ends(run)
    assert (end["outcome"], end["code"]) == ("Attention", "CW6224"), end
    assert "leaves the start of SQL Server to Windows and its owner" in end["sentence"]
    assert "Its instance-store disks are blank (2): nothing has made a drive for tempdb on them" in end["sentence"]
    assert run.cluster.in_service("SALES2") and run.cluster.instances["SALES1"].stop_protected


def test_people_hear_that_a_drive_is_there_whose_letter_is_another(synthesized):
    def misspelt(cluster: Cluster) -> None:
        script = MAKES_DRIVE.replace("S:\\", "T:\\").replace("-DriveLetter S", "-DriveLetter T")
        cluster.hosts["SALES1"].files.write_bytes(SCRIPT, script.encode("ascii"))

    (end,) = ends(play(synthesized, document("CycleInstance"), prepare=misspelt))
    assert (end["outcome"], end["code"]) == ("Attention", "CW6224"), end
    assert "1 of its 2 instance-store disks isn't blank, so a drive for tempdb may be there" in end["sentence"]


def test_the_primary_gets_another_type_with_its_tempdb_on_the_new_disks(synthesized):
    run = play(synthesized, document("ResizeInstance", InstanceType="r5d.8xlarge"))
    (end,) = ends(run)
    assert (end["outcome"], end["goal"]) == ("Goal", "Resized"), end
    assert run.cluster.synchronized() and run.cluster.fails_over_automatically()


def test_a_type_without_a_disk_for_its_tempdb_is_refused(synthesized):
    (end,) = ends(play(synthesized, document("ResizeInstance", InstanceType="r5.4xlarge")))
    assert (end["outcome"], end["code"]) == ("Refused", "CW6165"), end


def test_a_stop_from_inside_windows_loses_nothing_and_the_node_comes_back(synthesized):
    run = play(synthesized, Step(kind=StepKind.SHUT_DOWN, node="SALES1"), Step(kind=StepKind.START, node="SALES1"))
    assert (ends(run)[-1]["goal"], ends(run)[-1]["outcome"]) == ("InService", "Goal")
    assert run.cluster.synchronized()


def test_a_drained_one_that_ec2_does_not_stop_takes_roles_again(synthesized):
    refused = fault_from_text("api.ec2.StopInstances fail count=30 error=UnsupportedOperation")
    run = play(
        synthesized,
        document("StopInstance"),
        uncached="none",
        tags={"SALES1": {"cachewarden:drain": "true"}},
        faults=(refused,),
    )
    (end,) = ends(run)
    assert end["outcome"] == "InService", end
    drained, resumed = (run.log.actions.index(f"{act}ClusterNode") for act in ("Drain", "Resume"))
    assert drained < resumed and not run.cluster.failover_cluster.nodes["SALES1"].paused
    assert run.cluster.changed_modes() == [] and run.cluster.instances["SALES1"].stop_protected
