"""CacheWarden-ResizeInstance: a person asks for another instance type, and gets it, or hears why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.story import Step, StepKind, load_story
from rehearsal.simulation.expectation import cache_of
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story

START_INSTANCE = Step(kind=StepKind.AUTOMATION, node="SALES1", document="CacheWarden-StartInstance")
STOP = Step(kind=StepKind.STOP, node="SALES1")


def resize(instance_type: str) -> Step:
    given = {"InstanceType": instance_type}
    return Step(kind=StepKind.AUTOMATION, node="SALES1", document="CacheWarden-ResizeInstance", parameters=given)


def cancel(state: str, delay: float = 0.0) -> Step:
    return Step(kind=StepKind.CANCEL, node="SALES1", when=state, delay=delay)


def play(synthesized: Any, *steps: Step, faults: tuple[Fault, ...] = ()) -> Run:
    story = replace(load_story("resize"), steps=steps, faults=faults)
    run = run_story(story, seed=1, templates=synthesized, progress=SilentProgress())
    assert run.outcome.violations == ()
    assert run.cluster.in_service("SALES2")
    assert run.cluster.instances["SALES1"].stop_protected
    return run


def ends(run: Run) -> list[Mapping[str, Any]]:
    """How each operation ended, in their order; one that was broken off has no end."""
    return [each.output for each in run.log.endings if each.output]


def acts(end: Mapping[str, Any]) -> list[str]:
    return [each["action"] for each in end["actions"]]


def type_of(run: Run) -> str:
    return str(run.cluster.instances["SALES1"].type.name)


def whole(run: Run) -> bool:
    cluster = run.cluster
    serves = cluster.in_service("SALES1") and cluster.synchronized() and cluster.fails_over_automatically()
    return serves and cache_of(cluster, "SALES1") == "nvme"


def changer(run: Run) -> str:
    """Name of the one role that may change a type."""
    return str(run.cluster.account.functions.find("cachewarden-instance-type").role)


@pytest.mark.parametrize(
    ("wanted", "code", "why"),
    [
        ("r5dn.4xlarge", "CW6164", "doesn't have r5dn.4xlarge"),
        ("r7gd.4xlarge", "CW6164", "the instance is x86_64, the type arm64"),
        ("i3.4xlarge", "CW6164", "runs on Xen"),
        ("r9zd.4xlarge", "CW6164", "knows no instance type r9zd.4xlarge"),
        ("r5.4xlarge", "CW6165", "no NVMe disk"),
        ("r5d.large", "CW6165", "the cache needs"),
        ("r6id.4xlarge", "CW6165", "need two NVMe disks"),
    ],
)
@pytest.mark.campaign(suite=3)
def test_a_type_that_does_not_suit_is_refused_before_anything_is_changed(synthesized, wanted, code, why):
    run = play(synthesized, resize(wanted))
    (refused,) = ends(run)
    assert (refused["outcome"], refused["code"]) == ("Refused", code), refused
    assert why in refused["sentence"]
    assert acts(refused) == []
    assert type_of(run) == "r5d.4xlarge" and whole(run)


def test_without_capacity_people_hear_it_and_the_same_document_leads_back(synthesized):
    no_capacity = Fault(
        point="ec2.capacity", kind=FaultKind.FAIL, where={"type": "r5d.8xlarge"},
        error="InsufficientInstanceCapacity", count=99,
    )  # fmt: skip
    run = play(synthesized, resize("r5d.8xlarge"), resize("r5d.4xlarge"), faults=(no_capacity,))
    missing, back = ends(run)
    assert (missing["outcome"], missing["code"]) == ("Attention", "CW4205"), missing
    assert "InsufficientInstanceCapacity" in missing["sentence"]
    assert "it was r5d.4xlarge when CacheWarden last stopped it" in missing["sentence"]
    assert "start CacheWarden-ResizeInstance with the former type" in missing["next"]
    assert (back["outcome"], back["goal"]) == ("Goal", "Resized"), back
    assert acts(back)[2:4] == ["ChangeInstanceType", "StartInstance"]
    assert type_of(run) == "r5d.4xlarge" and whole(run)


def test_a_change_that_ec2_refuses_is_given_up_and_the_node_comes_back_as_it_was(synthesized):
    caller = changer(play(synthesized, START_INSTANCE))
    refused = Fault(
        point="api.ec2.ModifyInstanceAttribute", kind=FaultKind.FAIL, where={"caller": caller},
        error="UnsupportedOperation", count=99,
    )  # fmt: skip
    run = play(synthesized, resize("r5d.8xlarge"), faults=(refused,))
    (end,) = ends(run)
    assert end["outcome"] == "InService" and end["why"].startswith("CW6223"), end
    assert "UnsupportedOperation" in end["why"], end["why"]
    assert type_of(run) == "r5d.4xlarge" and whole(run)


@pytest.mark.parametrize(
    ("state", "ends_as"),
    [("EvacuateCache", "r5d.4xlarge"), ("StopInstance", "r5d.4xlarge"), ("StartInstance", "r5d.8xlarge")],
)
@pytest.mark.campaign(suite=1)
def test_whoever_cancels_it_finds_the_node_in_service_with_the_type_that_it_had_by_then(synthesized, state, ends_as):
    run = play(synthesized, resize("r5d.8xlarge"), cancel(state, delay=5))
    assert ends(run)[-1]["goal"] == "InService"
    assert type_of(run) == ends_as and whole(run)


@pytest.mark.campaign
def test_of_a_stopped_node_the_former_type_says_what_it_needs(synthesized):
    run = play(synthesized, STOP, resize("r6id.4xlarge"), resize("r6id.12xlarge"))
    stopped, refused, resized = ends(run)
    assert stopped["goal"] == "Stopped"
    assert (refused["outcome"], refused["code"]) == ("Refused", "CW6165"), refused
    assert "its former type r5d.4xlarge" in refused["sentence"]
    assert (resized["outcome"], resized["goal"]) == ("Goal", "Resized"), resized
    assert type_of(run) == "r6id.12xlarge" and whole(run)


def test_the_type_that_the_node_has_needs_no_stop(synthesized):
    (end,) = ends(play(synthesized, resize("r5d.4xlarge")))
    assert (end["outcome"], acts(end)) == ("Goal", [])


@pytest.mark.campaign
def test_a_second_request_with_another_type_does_not_join_the_first(synthesized):
    second = replace(resize("r6id.12xlarge"), when="EvacuateCache", delay=30.0)
    run = play(synthesized, resize("r5d.8xlarge"), second)
    busy, first = sorted(ends(run), key=lambda end: end["code"])
    assert (busy["outcome"], busy["code"]) == ("Refused", "CW5003"), busy
    assert first["outcome"] == "Goal" and type_of(run) == "r5d.8xlarge"
