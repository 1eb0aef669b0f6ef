"""CacheWarden-SnapshotNode: snapshots that hold everything, or why there are none; then the node serves."""

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

SNAPSHOT = Step(kind=StepKind.AUTOMATION, node="SALES1", document="CacheWarden-SnapshotNode")
PREFLIGHT = Step(kind=StepKind.AUTOMATION, node="SALES1", document="CacheWarden-Preflight")
START_INSTANCE = Step(kind=StepKind.AUTOMATION, node="SALES1", document="CacheWarden-StartInstance")
STOP = Step(kind=StepKind.STOP, node="SALES1")
VOLUMES = 5
CALL = "api.ec2.CreateSnapshots"


def cancel(state: str, delay: float = 0.0) -> Step:
    return Step(kind=StepKind.CANCEL, node="SALES1", when=state, delay=delay)


def play(synthesized: Any, *steps: Step, faults: tuple[Fault, ...] = ()) -> Run:
    story = replace(load_story("snapshot"), steps=steps, faults=faults)
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


def sets(run: Run) -> list[list[str]]:
    """Ids of the snapshots that say that they hold everything, by the call that took them."""
    found: dict[str, list[str]] = {}
    for each in run.cluster.world.snapshots.values():
        if "cachewarden:evacuated" in each.tags:
            found.setdefault(each.tags["cachewarden:taken"], []).append(each.id)
    return list(found.values())


def whole(run: Run) -> bool:
    cluster = run.cluster
    serves = cluster.in_service("SALES1") and cluster.synchronized() and cluster.fails_over_automatically()
    return serves and cache_of(cluster, "SALES1") == "nvme"


def test_the_set_is_told_and_no_later_preflight_calls_it_useless(synthesized):
    run = play(synthesized, SNAPSHOT, PREFLIGHT)
    taken, looked = ends(run)
    (only,) = sets(run)
    assert len(only) == VOLUMES and all(each in taken["sentence"] for each in only)
    assert "StopInstance" not in acts(taken) and "LiftProtection" not in acts(taken)
    assert looked["goal"] == "Preflight" and looked["outcome"] == "Goal", looked
    assert not any("CW6161" in str(each) for each in run.cluster.account.published)
    assert whole(run)


@pytest.mark.parametrize("kind", [FaultKind.LOST, FaultKind.HANG])
@pytest.mark.campaign(suite=1)
def test_an_answer_that_is_lost_makes_no_second_set(synthesized, kind):
    run = play(synthesized, SNAPSHOT, faults=(Fault(point=CALL, kind=kind),))
    (end,) = ends(run)
    (only,) = sets(run)
    assert end["outcome"] == "Goal" and all(each in end["sentence"] for each in only), end
    assert len(only) == VOLUMES and whole(run)


@pytest.mark.campaign
def test_of_a_call_that_was_sent_twice_one_set_counts(synthesized):
    run = play(synthesized, SNAPSHOT, faults=(Fault(point=CALL, kind=FaultKind.REPEAT),))
    (end,) = ends(run)
    told = end["sentence"].count("snap-")
    assert end["outcome"] == "Goal" and told == VOLUMES and whole(run), end


def test_where_ec2_takes_no_snapshots_the_node_is_brought_back_and_people_hear_why(synthesized):
    refused = Fault(point=CALL, kind=FaultKind.FAIL, error="SnapshotLimitExceeded", count=99)
    run = play(synthesized, SNAPSHOT, faults=(refused,))
    (end,) = ends(run)
    assert end["outcome"] == "InService" and "SnapshotLimitExceeded" in end["why"], end
    assert sets(run) == [] and whole(run)


def test_a_stopped_node_is_refused_before_anything_is_changed(synthesized):
    run = play(synthesized, STOP, SNAPSHOT)
    stopped, refused = ends(run)
    assert stopped["goal"] == "Stopped"
    assert (refused["outcome"], refused["code"], acts(refused)) == ("Refused", "CW6167", []), refused
    assert sets(run) == [] and run.cluster.instances["SALES1"].state.api_name == "stopped"


@pytest.mark.parametrize(("state", "taken"), [("EvacuateCache", 0), ("SnapshotNode", 1), ("RestoreCache", 1)])
@pytest.mark.campaign(suite=1)
def test_whoever_cancels_it_finds_the_node_in_service(synthesized, state, taken):
    run = play(synthesized, SNAPSHOT, cancel(state, delay=5))
    assert ends(run)[-1]["goal"] == "InService"
    assert len(sets(run)) == taken and whole(run)


def test_a_second_request_is_refused_meanwhile_since_the_first_set_may_have_begun_before_it(synthesized):
    run = play(synthesized, SNAPSHOT, replace(SNAPSHOT, when="EvacuateCache", delay=30.0))
    refused, taken = ends(run)
    assert (refused["outcome"], refused["code"], acts(refused)) == ("Refused", "CW5003", ["AcquireLease"]), refused
    assert taken["outcome"] == "Goal"
    assert len(sets(run)) == 1 and whole(run)


@pytest.mark.campaign
def test_windows_that_restarts_during_the_move_costs_no_backup_its_proof(synthesized):
    reboot = Step(kind=StepKind.REBOOT, node="SALES1", when="EvacuateCache", delay=60.0)
    run = play(synthesized, SNAPSHOT, reboot)
    assert ends(run)[-1]["outcome"] in ("Goal", "InService"), ends(run)
    assert whole(run)
