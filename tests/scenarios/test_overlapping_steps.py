"""People act while something else is under way: never are two nodes down by our doing, and the run goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rehearsal.faults import fault_from_text
from rehearsal.scenarios.story import Step, StepKind, Story, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story


def run_with(synthesized, story: Story, *, seed: int = 1) -> Run:
    return run_story(story, seed=seed, templates=synthesized, progress=SilentProgress())


def second_stop(**when: object) -> Story:
    """stop-request, and somebody else asks for the other node's stop meanwhile."""
    story = load_story("stop-request")
    second = Step(kind=StepKind.STOP, node="SALES2", by="colleague", **when)
    return replace(story, steps=(*story.steps, second))


def instants(run: Run, kind: str) -> list[tuple[str | None, float]]:
    zero = run.cluster.world.trace.events[run.begins_at].at
    return [
        (event.node, (event.at - zero).total_seconds())
        for event in run.cluster.world.trace.events[run.begins_at :]
        if event.kind == kind
    ]


@pytest.mark.parametrize("state", ["FailOverAvailabilityGroups", "EvacuateCache", "LiftProtection", "StopInstance"])
def test_a_second_stop_during_an_operation_never_takes_two_nodes_down(synthesized, state):
    run = run_with(synthesized, second_stop(when=state, delay=2.0))
    assert [node for node, _ in instants(run, "asks-stop")] == ["SALES1", "SALES2"]
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)
    assert run.cluster.instances["SALES2"].state.api_name == "running"
    assert run.cluster.instances["SALES2"].stop_protected


def test_the_story_of_two_stops_at_once_is_a_story_of_its_own(synthesized):
    story = load_story("second-stop")
    assert any(step.overlaps for step in story.steps)
    run = run_with(synthesized, story)
    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)


def test_a_step_with_a_delay_comes_that_long_after_the_step_before(synthesized):
    run = run_with(synthesized, second_stop(delay=30.0))
    (_, first), (_, second) = instants(run, "asks-stop")
    assert second - first == pytest.approx(30.0)


def test_a_step_at_a_state_comes_while_that_state_is_under_way(synthesized):
    run = run_with(synthesized, second_stop(when="EvacuateCache", delay=2.0))
    events = run.cluster.world.trace.events
    entered = next(event for event in events if event.kind == "state-entered" and event.text == "EvacuateCache")
    asked = next(event for event in events if event.kind == "asks-stop" and event.node == "SALES2")
    assert (asked.at - entered.at).total_seconds() == pytest.approx(2.0)


def test_a_step_whose_state_is_never_entered_is_a_shortfall(synthesized):
    story = load_story("target-behind")
    story = replace(story, steps=(*story.steps, Step(kind=StepKind.STOP, node="SALES2", when="EvacuateCache")))
    run = run_with(synthesized, story)
    assert [mismatch.what for mismatch in run.outcome.mismatches] == ["steps"]
    assert "EvacuateCache" in str(run.outcome.mismatches[0])


@pytest.mark.campaign
def test_the_run_waits_for_a_step_that_is_still_to_come(synthesized):
    story = load_story("target-behind")
    story = replace(story, steps=(*story.steps, Step(kind=StepKind.STOP, node="SALES2", delay=3600.0)))
    run = run_with(synthesized, story)
    assert [node for node, _ in instants(run, "asks-stop")] == ["SALES1", "SALES2"]


@pytest.mark.parametrize(
    "fault",
    [
        "api.ec2.StopInstances hang caller=dba",
        "api.ec2.StopInstances lost caller=dba",
        "api.ec2.StopInstances fail caller=dba error=RequestLimitExceeded",
    ],
)
def test_a_person_whose_call_fails_is_told_and_the_run_goes_on(synthesized, fault):
    run = run_with(synthesized, replace(load_story("target-behind"), faults=(fault_from_text(fault),)))
    assert [node for node, _ in instants(run, "refused")] == ["SALES1"]
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


@pytest.mark.parametrize(
    ("story", "fault"),
    [
        ("return", "api.ec2.StartInstances hang caller=dba"),
        ("return", "ec2.capacity fail"),
        ("cycle", "api.ssm.StartAutomationExecution lost caller=dba"),
        ("cycle", "api.ssm.StartAutomationExecution fail caller=dba error=ThrottlingException"),
    ],
)
@pytest.mark.campaign(suite=1)
def test_starts_and_documents_that_get_no_answer_do_not_break_the_rehearsal(synthesized, story, fault):
    run = run_with(synthesized, replace(load_story(story), faults=(fault_from_text(fault),)))
    assert instants(run, "refused")
    assert run.cluster.world.faults.never_injected == ()
    assert run.outcome.violations == ()
