"""Whatever the workflow was doing when its execution was aborted, the node ends at its goal or back in service."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rehearsal.campaigns.branches import run_branches
from rehearsal.campaigns.kill_points import ABORT_DELAYS_S, KillPoints, kills_at_actions
from rehearsal.faults import fault_text
from rehearsal.scenarios.story import Story, load_story
from rehearsal.simulation.run import Run
from tests.campaigns import part
from tests.scenarios.undisturbed import SEED, undisturbed


@pytest.fixture
def points() -> KillPoints:
    return undisturbed("stop-and-return").points


def stop_and_return_in_any_way() -> Story:
    """The story, its order of actions and who is primary at the end left open."""
    story = load_story("stop-and-return")
    nodes = {name: replace(node, role=None) for name, node in story.expect.nodes.items()}
    return replace(story, expect=replace(story.expect, actions=None, nodes=nodes))


def test_an_execution_aborted_in_the_middle_of_any_action_leaves_nothing_behind(synthesized, points):
    faults = part(kills_at_actions(points), 1, of="aborted")
    endings = run_branches(stop_and_return_in_any_way(), faults, ending, seed=SEED, templates=synthesized)
    assert {text: broken for text, broken, _ in endings if broken} == {}
    assert sum(aborted for *_, aborted in endings) >= (len(faults) + 1) // 2
    assert [text for text, *_ in endings] == [*map(fault_text, faults)]


def ending(run: Run) -> tuple[str, list[str], int]:
    """The fault, what it broke, and how many executions were aborted."""
    outcome = run.outcome
    broken = [] if outcome.as_expected else [*outcome.mismatches, *outcome.unsafe_states, *outcome.violations]
    aborted = sum(ending.status == "ABORTED" for ending in run.log.endings)
    return fault_text(run.cluster.world.faults.planned[-1]), [*map(str, broken)], aborted


def test_every_action_of_the_undisturbed_story_is_aborted_at_every_moment(points):
    faults = list(kills_at_actions(points))
    assert len(set(map(fault_text, faults))) == len(faults) == len(points.actions) * len(ABORT_DELAYS_S)
    assert set(points.actions) >= set(load_story("stop-and-return").expect.actions)
