"""A node whose instance got a type without instance store while it was stopped: nothing is lost, people are told."""

from __future__ import annotations

from dataclasses import replace

from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story


def test_without_any_nvme_disk_sql_server_is_not_started_and_the_data_drive_is_whole(synthesized):
    story = load_story("resized-by-hand")
    steps = tuple(replace(step, instance_type="r5.4xlarge") if step.instance_type else step for step in story.steps)

    run = run_story(replace(story, steps=steps), seed=1, templates=synthesized, progress=SilentProgress())

    assert run.outcome.violations == ()
    ending = run.log.endings[-1].output
    assert ending["outcome"] == "Attention" and "CW1085" in ending["sentence"], ending
    assert not run.cluster.sql_runs("SALES1")
    assert run.cluster.in_service("SALES2")
    assert run.cluster.instances["SALES1"].stop_protected
