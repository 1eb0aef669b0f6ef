"""A command whose answer was lost may arrive late: never after its operation has ended and released the lease."""

from __future__ import annotations

from dataclasses import replace

from rehearsal.faults import fault_from_fields
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from tests.unit.state_machines.test_expressions_in_stories import BY_ACTS, FAILS, SEND, by_name

STOPS = "CacheWarden-Host-StopSqlServer"


def test_a_late_command_stops_no_sql_server_behind_an_operation_that_gave_up(synthesized):
    """Three sends are answered by nothing, commands aren't listed; two of them never arrive, the third 112 s later."""
    acts = by_name(BY_ACTS, synthesized)
    story = load_story("stop-by-document")
    story = replace(
        story,
        steps=tuple(replace(step, node="SALES2", document="CacheWarden-StopInstance") for step in story.steps),
        faults=(
            Fault(point=SEND, where=acts, kind=FaultKind.LOST, occurrence=2, count=3),
            Fault(point="api.ssm.ListCommands", where=acts, error="InternalServerError", **FAILS),
            fault_from_fields({"point": "ssm.delivery", "kind": "lost", "document": STOPS, "count": 2}),
            fault_from_fields({"point": "ssm.delivery", "kind": "late", "document": STOPS, "seconds": 112}),
        ),
    )

    run = run_story(story, seed=1, templates=synthesized, progress=SilentProgress())

    events = run.cluster.world.trace.events[run.begins_at :]
    (ended,) = [
        event for event in events if event.kind == "execution-ended" and "cachewarden-maintain-replica" in event.text
    ]
    begun = [event for event in events if event.kind == "script-started" and STOPS in event.text]
    assert len(begun) == 1 and begun[0].index < ended.index
    assert run.cluster.instances["SALES2"].state.api_name == "stopped"
    assert run.outcome.violations == ()
