"""What people start in the console, cancel there or allow by a tag; and that a story's word about it is checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rehearsal.scenarios.story import Story, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story


def run_with(synthesized, story: Story, **settings) -> Run:
    return run_story(story, seed=1, templates=synthesized, progress=SilentProgress(), **settings)


def expecting(name: str, **expected) -> Story:
    story = load_story(name)
    return replace(story, expect=replace(story.expect, **expected))


def mismatches(run: Run) -> list[str]:
    return [mismatch.what for mismatch in run.outcome.mismatches]


def test_an_automation_that_ends_otherwise_than_declared_is_a_shortfall(synthesized):
    run = run_with(synthesized, expecting("cancelled-document", automations="Success"))
    assert mismatches(run) == ["Automation CacheWarden-StopInstance"]


def test_a_declared_automation_that_nobody_starts_is_a_shortfall(synthesized):
    run = run_with(synthesized, expecting("retirement-notice", automations="Success"))
    assert mismatches(run) == ["Automations"]


def test_a_cancelled_document_aborts_the_workflow_and_people_are_told_what_goes_on(synthesized):
    run = run_with(synthesized, load_story("cancelled-document"))
    assert [ended.status for ended in run.log.endings] == ["ABORTED", "SUCCEEDED"]
    broken_off, reached = (message["message"] for message in run.cluster.account.published)
    assert "The Automation was cancelled" in broken_off and "InService" in broken_off
    assert "Asked: CacheWarden janitor" in reached


def test_a_node_that_is_opted_in_is_protected_by_us_before_anybody_works_on_it(synthesized):
    run = run_with(synthesized, load_story("opt-in"))
    kinds = [event.kind for event in run.cluster.world.trace.events[run.begins_at :]]
    assert kinds.index("opts-in") < kinds.index("protection-on") < kinds.index("starts-automation")


def test_a_node_that_is_not_opted_in_lets_no_document_of_ours_work_on_it(synthesized):
    story = load_story("opt-in")
    run = run_with(synthesized, replace(story, steps=story.steps[1:]))
    (document,) = run.cluster.account.automations.executions.values()
    assert document.status.value == "Failed" and "CW6114" in str(document.run.message)
    assert run.cluster.instances["SALES1"].id not in {
        instance for command in run.cluster.account.commands.commands.values() for instance in command.invocations
    }
    assert run.cluster.account.denials == [], "the document asks for the tag before IAM has to refuse its command"
    assert "Automation CacheWarden-InstallHost" in mismatches(run)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("approve", "start CacheWarden-CycleInstance to approve"),
        ("notify", "start CacheWarden-CycleInstance to have it done"),
        ("auto", "is cycled ahead of it, from 2026-02-16 22:00 UTC"),
    ],
)
def test_a_retirement_in_two_weeks_is_answered_as_the_owner_says(synthesized, answer, told):
    """Nothing is begun at once; test_scheduled_maintenance has what becomes of it when it is near."""

    def prepare(cluster):
        cluster.instances["SALES1"].tags["cachewarden:on-health"] = answer

    run = run_with(synthesized, load_story("retirement-notice"), prepare=prepare)
    assert run.log.endings == []
    assert any(told in message["message"] for message in run.cluster.account.published)
    assert run.outcome.violations == ()
