"""Every story end to end: its outcome, its order of actions, and no invariant broken; the same seed, the same trace."""

from __future__ import annotations

import pytest

from rehearsal.scenarios.scenario import load_story, story_names
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Played, play

SINGLE = [name for name in story_names() if load_story(name).abort_after_each_of is None]


def played(synthesized, name: str, seed: int = 1) -> Played:
    return play(load_story(name), seed=seed, templates=synthesized, progress=SilentProgress())


def complaints(run: Played) -> list[str]:
    return [f"{v.invariant}: {v.observed}" for v in run.violations] + [str(s) for s in run.shortfalls]


@pytest.mark.parametrize("name", SINGLE)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_story_ends_as_it_declares_and_no_invariant_breaks(synthesized, name, seed):
    assert complaints(played(synthesized, name, seed)) == []


@pytest.mark.parametrize("name", ["stop-and-return", "target-behind"])
def test_the_same_seed_gives_the_same_trace_byte_for_byte(synthesized, name):
    first = played(synthesized, name).stage.world.trace.lines()
    second = played(synthesized, name).stage.world.trace.lines()
    assert first == second


def test_another_seed_gives_another_trace(synthesized):
    first = played(synthesized, "stop-request", seed=1).stage.world.trace.lines()
    assert first != played(synthesized, "stop-request", seed=2).stage.world.trace.lines()


def test_write_outage_of_a_stop_is_the_failover_alone(synthesized):
    run = played(synthesized, "stop-request")
    outages = run.stage.cluster.write_outage_intervals()
    assert len(outages) == 1
    assert sum(outage.length(run.ended_s) for outage in outages) < 30


def test_protection_is_off_only_between_the_proof_and_the_stop(synthesized):
    events = played(synthesized, "stop-request").stage.world.trace.events
    story = [
        event.kind
        for event in events
        if event.kind in ("protection-off", "protection-on")
        or (event.kind == "instance-state" and event.node == "SALES1")
    ]
    assert story == ["protection-off", "instance-state", "instance-state", "protection-on"]


def test_a_target_that_is_behind_changes_nothing_and_says_why(synthesized):
    run = played(synthesized, "target-behind")
    assert run.log.actions == ()
    assert any("SALES2" in message["message"] for message in run.stage.account.published)
    primaries = {group.primary.server for group in run.stage.cluster.groups.values() if group.primary is not None}
    assert primaries == {"SALES1"}


def test_every_opted_in_call_was_allowed_by_a_role(synthesized):
    assert played(synthesized, "cycle").stage.account.denials == []
