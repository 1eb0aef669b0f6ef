"""An EC2 call that was under way when its execution was aborted comes late: nobody acts on the node before it."""

from __future__ import annotations

from dataclasses import replace

from rehearsal.faults import fault_from_fields
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story


def kinds_when_aborted(synthesized, late: dict[str, object]) -> list[str]:
    """What becomes of protection when the execution is aborted 5 s after LiftProtection began, and this is late."""
    story = load_story("stop-request")
    faults = (
        fault_from_fields(late),
        fault_from_fields({"point": "workflow.execution", "kind": "kill", "when": "LiftProtection", "delay": 5}),
    )
    run = run_story(replace(story, faults=faults), seed=1, templates=synthesized, progress=SilentProgress())
    assert run.outcome.violations == ()
    return [
        event.kind
        for event in run.cluster.world.trace.events
        if event.kind in ("protection-off", "protection-on")
        or (event.kind == "execution-started" and "maintain-replica" in event.text)
    ]


def test_protection_that_an_aborted_execution_lifts_late_is_back_on_before_the_node_is_taken_up_again(synthesized):
    late = {"point": "api.ec2.ModifyInstanceAttribute", "kind": "late", "seconds": 30}
    kinds = kinds_when_aborted(synthesized, late)
    assert kinds == ["execution-started", "protection-off", "protection-on", "execution-started"]


def test_a_call_that_begins_after_its_execution_was_aborted_is_refused(synthesized):
    late = {"point": "lambda.cachewarden-operate-instance", "kind": "late", "occurrence": 2, "seconds": 30}
    assert kinds_when_aborted(synthesized, late) == ["execution-started", "execution-started"]
