"""Whatever the workflow was doing when its execution was aborted, the node ends at its goal or back in service."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rehearsal.campaigns.kill_points import ABORT_DELAYS_S, KillPoints, kills_at_actions
from rehearsal.faults import fault_text
from rehearsal.scenarios.story import Story, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from tests.scenarios.undisturbed import undisturbed


@pytest.fixture
def points() -> KillPoints:
    return undisturbed("stop-and-return").points


def stop_and_return_in_any_way() -> Story:
    """The story, its order of actions and who is primary at the end left open."""
    story = load_story("stop-and-return")
    nodes = {name: replace(node, role=None) for name, node in story.expect.nodes.items()}
    return replace(story, expect=replace(story.expect, actions=None, nodes=nodes))


def test_an_execution_aborted_in_the_middle_of_any_action_leaves_nothing_behind(synthesized, points):
    story = stop_and_return_in_any_way()
    failures = {}
    aborted = 0
    for fault in kills_at_actions(points):
        run = run_story(replace(story, faults=(fault,)), seed=1, templates=synthesized, progress=SilentProgress())
        aborted += sum(ending.status == "ABORTED" for ending in run.log.endings)
        outcome = run.outcome
        if not outcome.as_expected:
            broken = (*outcome.mismatches, *outcome.unsafe_states, *outcome.violations)
            failures[fault_text(fault)] = [*map(str, broken)]
    assert failures == {}
    assert aborted >= 15


def test_every_action_of_the_undisturbed_story_is_aborted_at_every_moment(points):
    faults = list(kills_at_actions(points))
    assert len(set(map(fault_text, faults))) == len(faults) == len(points.actions) * len(ABORT_DELAYS_S)
    assert set(points.actions) >= set(load_story("stop-and-return").expect.actions)
