"""The cache's NVMe disk dies while Windows runs: nothing can be evacuated, and only a stop brings another disk."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rehearsal.scenarios.story import StepKind, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story


def played(synthesized: dict[str, dict[str, Any]], *, without: StepKind | None = None) -> Run:
    """The run of the story, without what somebody does before the Cycle document is started."""
    story = load_story("dead-cache-disk")
    steps = tuple(step for step in story.steps if step.kind is not without)
    assert len(steps) == len(story.steps) - (without is not None)
    return run_story(replace(story, steps=steps), seed=1, templates=synthesized, progress=SilentProgress())


def test_a_secondary_is_given_another_disk_by_consent_and_its_databases_are_seeded_again(synthesized):
    run = played(synthesized)

    assert run.outcome.complaints == ()
    ending = run.log.endings[-1].output
    assert (ending["outcome"], ending["goal"]) == ("Goal", "Cycled"), ending
    assert "EvacuateCache" not in run.log.actions
    assert {"StopInstance", "SnapshotDataVolumes", "RebuildStorage", "ReseedDatabases"} <= set(run.log.actions)
    assert any("unreadable-cache" in message["message"] for message in run.cluster.account.published)


@pytest.mark.parametrize(
    ("without", "told"),
    [
        (StepKind.SET_TAGS, "With the consent 'unreadable-cache'"),
        (StepKind.REBOOT, "Restart Windows"),
    ],
    ids=["without the consent", "without a restart of Windows"],
)
@pytest.mark.campaign(suite=1)
def test_it_is_not_given_up(synthesized, without, told):
    run = played(synthesized, without=without)

    assert run.outcome.violations == ()
    assert {ended.output["code"] for ended in run.log.endings} == {"CW6151"}
    assert told in run.log.endings[-1].output["sentence"]
    assert run.cluster.instances["SALES2"].state.api_name == "running"
    assert run.cluster.instances["SALES2"].stop_protected
