"""A story that wants another outcome is not called good: the judgement itself can fail."""

from __future__ import annotations

from dataclasses import replace

from rehearsal.scenarios.scenario import NodeExpectation, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import play


def test_a_story_that_declares_another_outcome_is_not_as_hoped(synthesized):
    story = load_story("target-behind")
    wrong = replace(
        story, expect=replace(story.expect, outcome="Goal", nodes={"SALES1": NodeExpectation(state="stopped")})
    )
    run = play(wrong, seed=1, templates=synthesized, progress=SilentProgress())
    assert not run.as_hoped
    assert {shortfall.what for shortfall in run.shortfalls} == {"outcome", "SALES1 state"}
