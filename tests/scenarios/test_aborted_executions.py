"""Whatever the workflow was doing when its execution was aborted, the node ends at its goal or back in service."""

from __future__ import annotations

from rehearsal.campaigns.aborts import MOMENTS_S, play_each, variants
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress


def test_an_execution_aborted_in_the_middle_of_any_action_leaves_nothing_behind(synthesized):
    failures = {}
    aborted = 0
    for run in play_each(load_story("killed-anywhere"), seed=1, templates=synthesized, progress=SilentProgress()):
        aborted += sum(ending.status == "ABORTED" for ending in run.log.endings)
        if not run.as_expected:
            failures[run.story.name] = [*map(str, run.mismatches), *map(str, run.violations)]
    assert failures == {}
    assert aborted >= 15


def test_every_action_of_the_undisturbed_story_is_aborted_at_every_moment(synthesized):
    story = load_story("killed-anywhere")
    names = [variant.name for variant in variants(story, seed=1, templates=synthesized)]
    assert len(names) == len(set(names))
    for action in (
        "FailOverAvailabilityGroups",
        "EvacuateCache",
        "StopInstance",
        "RestoreCache",
        "RestoreReplicaModes",
    ):
        assert sum(action in name for name in names) == len(MOMENTS_S), action
