"""An EC2 call that was under way when its execution was aborted comes late: nobody acts on the node before it."""

from __future__ import annotations

from dataclasses import replace

from rehearsal.faults import fault_from_fields
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story


def test_protection_that_an_aborted_execution_lifts_late_is_back_on_before_the_node_is_taken_up_again(synthesized):
    story = load_story("stop-request")
    faults = (
        fault_from_fields(
            {"point": "lambda.cachewarden-operate-instance", "kind": "late", "occurrence": 2, "seconds": 30}
        ),
        fault_from_fields({"point": "workflow.execution", "kind": "kill", "when": "LiftProtection", "delay": 5}),
    )
    run = run_story(replace(story, faults=faults), seed=1, templates=synthesized, progress=SilentProgress())

    assert run.outcome.violations == ()
    told = [
        event.kind
        for event in run.cluster.world.trace.events
        if event.kind in ("protection-off", "protection-on")
        or (event.kind == "execution-started" and "maintain-replica" in event.text)
    ]
    assert told == ["execution-started", "protection-off", "protection-on", "execution-started"]
