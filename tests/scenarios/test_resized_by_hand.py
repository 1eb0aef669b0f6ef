"""A node gets other instance types by hand while it is stopped, one after the other, until one suits it again.

Each leg ends in the console, where a person changes the type, and begins there or with CacheWarden-StartInstance.
"""

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

STOP = Step(kind=StepKind.STOP, node="SALES1")
SHUT_DOWN = Step(kind=StepKind.SHUT_DOWN, node="SALES1")
START = Step(kind=StepKind.START, node="SALES1")
START_INSTANCE = Step(kind=StepKind.AUTOMATION, node="SALES1", document="CacheWarden-StartInstance")


def becomes(instance_type: str) -> Step:
    return Step(kind=StepKind.RESIZE, node="SALES1", instance_type=instance_type)


def play(synthesized: Any, *steps: Step, faults: tuple[Fault, ...] = ()) -> Run:
    story = replace(load_story("resized-by-hand"), steps=steps, faults=faults)
    run = run_story(story, seed=1, templates=synthesized, progress=SilentProgress())
    assert run.outcome.violations == ()
    assert run.cluster.in_service("SALES2")
    assert run.cluster.instances["SALES1"].stop_protected
    return run


def ways_back(run: Run) -> list[Mapping[str, Any]]:
    """How each operation for InService ended, in their order."""
    return [each.output for each in run.log.endings if each.output["goal"] == "InService"]


def whole_again(run: Run) -> bool:
    cluster = run.cluster
    whole = cluster.in_service("SALES1") and cluster.synchronized() and cluster.fails_over_automatically()
    return whole and cache_of(cluster, "SALES1") == "nvme"


@pytest.fixture(scope="module")
def evacuated(synthesized: Any) -> Run:
    """No NVMe disk, one that is smaller than the cache, four in another family: after safe stops."""
    types = (becomes("r5.4xlarge"), START, STOP, becomes("r5d.large"), START_INSTANCE, STOP, becomes("i4i.16xlarge"))
    return play(synthesized, STOP, *types, START)


def test_without_any_nvme_disk_sql_server_is_not_started_and_the_remedy_is_the_types_own(evacuated):
    none = ways_back(evacuated)[0]
    assert (none["outcome"], none["code"]) == ("Attention", "CW1085"), none
    assert none["dataIsSafe"].startswith("As safe as before")
    assert "give the instance back a type that has enough of them" in none["next"]


def test_with_a_disk_that_is_smaller_than_the_cache_the_node_serves_from_ebs(evacuated):
    small = ways_back(evacuated)[1]
    assert (small["outcome"], small["code"]) == ("Attention", "CW6211"), small
    assert small["dataIsSafe"].startswith("The node runs")
    assert "the largest free NVMe disk" in small["sentence"] or "no free NVMe disk" in small["sentence"]
    assert "r5d.large" in small["sentence"]
    assert "RestoreReplicaModes" in [each["action"] for each in small["actions"]]


def test_with_enough_disks_the_node_is_whole_again_whatever_it_was_in_between(evacuated):
    assert ways_back(evacuated)[2]["code"] == "CW6001"
    assert whole_again(evacuated)


@pytest.fixture(scope="module")
def lost(synthesized: Any) -> Run:
    """The same after stops from inside Windows, which take the cache along."""
    types = (
        becomes("r5.4xlarge"),
        START,
        SHUT_DOWN,
        becomes("r6id.4xlarge"),
        START,
        SHUT_DOWN,
        becomes("r6id.12xlarge"),
    )
    return play(synthesized, SHUT_DOWN, *types, START_INSTANCE)


@pytest.mark.campaign
def test_a_lost_cache_on_a_type_without_instance_store_leads_to_the_type_not_to_a_restart(lost):
    none = ways_back(lost)[0]
    assert (none["outcome"], none["code"]) == ("Attention", "CW6151"), none
    assert "No NVMe disk answers on it at all" in none["sentence"]
    assert "change it back" in none["sentence"]


def test_a_lost_cache_is_not_rebuilt_where_a_disk_for_it_or_for_tempdb_is_missing(lost):
    one = ways_back(lost)[1]
    assert (one["outcome"], one["code"]) == ("Attention", "CW6220"), one
    assert "two NVMe disks" in one["sentence"]
    assert [each["action"] for each in one["actions"] if each["action"].startswith(("Snapshot", "Rebuild"))] == []


def test_with_both_disks_it_is_rebuilt_and_seeded(lost):
    rebuilt = ways_back(lost)[2]
    assert rebuilt["code"] == "CW6001", rebuilt
    assert "RebuildStorage" in [each["action"] for each in rebuilt["actions"]]
    assert whole_again(lost)


@pytest.mark.parametrize("refusal", ["InsufficientInstanceCapacity", "Unsupported"])
@pytest.mark.campaign(suite=1)
def test_a_type_that_the_zone_does_not_have_is_named_with_what_ec2_said(synthesized, refusal):
    fault = Fault(point="ec2.capacity", kind=FaultKind.FAIL, where={"type": "i4i.16xlarge"}, error=refusal, count=99)
    steps = (STOP, becomes("i4i.16xlarge"), START_INSTANCE, becomes("r5d.4xlarge"), START_INSTANCE)
    refused, back = ways_back(play(synthesized, *steps, faults=(fault,)))
    assert (refused["outcome"], refused["code"]) == ("Attention", "CW4205"), refused
    assert f"last with {refusal}: " in refused["sentence"], refused["sentence"]
    assert "i4i.16xlarge; it was r5d.4xlarge when CacheWarden last stopped it" in refused["sentence"]
    assert refused["dataIsSafe"].startswith("As safe as when")
    assert back["code"] == "CW6001", back
