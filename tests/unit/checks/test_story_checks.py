"""The check of the stories' endings: what isn't as a story declares is a finding, what is isn't."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checks.policies.story_calls import StoryCalls, calls_of
from checks.stories.endings import wrong_endings
from rehearsal.scenarios.story import load_story

STORY = "target-behind"


@pytest.mark.parametrize(("goal", "problems"), [("Stopped", []), ("InService", ["goal: expected InService"])])
def test_an_ending_that_the_story_does_not_declare_is_found(deployment, monkeypatch, goal, problems):
    story = load_story(STORY)
    declared = replace(story, expect=replace(story.expect, goal=goal))
    monkeypatch.setattr("checks.policies.story_calls.load_story", lambda name: declared)
    found = list(wrong_endings([calls_of(STORY, deployment.templates)]))
    assert [finding.problem.partition(",")[0] for finding in found] == problems
    assert all(finding.where == f"story {STORY}" for finding in found)


def test_a_story_that_ended_well_gives_no_finding():
    assert list(wrong_endings([StoryCalls(story="calm")])) == []
