"""A story that wants another outcome is not called good: the judgement itself can fail."""

from __future__ import annotations

from dataclasses import replace

from rehearsal.scenarios.story import NodeExpectation, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story


def test_a_run_whose_story_declares_another_outcome_is_not_as_expected(synthesized):
    story = load_story("target-behind")
    wrong = replace(
        story, expect=replace(story.expect, outcome="Goal", nodes={"SALES1": NodeExpectation(state="stopped")})
    )
    run = run_story(wrong, seed=1, templates=synthesized, progress=SilentProgress())
    assert not run.outcome.as_expected
    assert {mismatch.what for mismatch in run.outcome.mismatches} == {"outcome", "SALES1 state"}
