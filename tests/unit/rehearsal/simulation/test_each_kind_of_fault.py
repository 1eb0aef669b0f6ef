"""A sample of the registry, injected into a story: each does what its sentence says, not merely gets counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rehearsal.faults import fault_from_text
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story


def run_with(synthesized, name: str, fault: str) -> Run:
    story = replace(load_story(name), faults=(fault_from_text(fault),))
    run = run_story(story, seed=1, templates=synthesized, progress=SilentProgress())
    assert run.cluster.world.faults.injected, "never injected"
    return run


def instants(run: Run, kind: str, text: str = "") -> list[float]:
    zero = run.cluster.world.trace.events[run.begins_at].at
    found = [event for event in run.cluster.world.trace.events[run.begins_at :] if event.kind == kind]
    return [(event.at - zero).total_seconds() for event in found if text in event.text]


CLOUDTRAIL = "event.AWS API Call via CloudTrail"


def test_a_lost_event_is_never_on_the_bus_and_nothing_follows(synthesized):
    run = run_with(synthesized, "stop-request", f"{CLOUDTRAIL} lost")
    assert instants(run, "event", "CloudTrail") == [] and run.log.endings == []


def test_a_late_event_comes_so_much_later_and_the_run_waits_for_it(synthesized):
    usual = instants(run_with(synthesized, "target-behind", "ssm.report late seconds=1"), "event", "CloudTrail")
    late = instants(run_with(synthesized, "target-behind", f"{CLOUDTRAIL} late seconds=700"), "event", "CloudTrail")
    assert late[0] - usual[0] == pytest.approx(700, abs=60)


def test_an_event_that_comes_twice_starts_one_operation(synthesized):
    run = run_with(synthesized, "stop-request", f"{CLOUDTRAIL} repeat times=3")
    assert len(instants(run, "event", "CloudTrail")) >= 3
    assert [ending.output["outcome"] for ending in run.log.endings if ending.output["outcome"] == "Goal"] == ["Goal"]
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


def test_a_late_verdict_is_a_late_success(synthesized):
    run = run_with(synthesized, "stop-request", "ssm.report late document=CacheWarden-Host-StopSqlServer seconds=120")
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)
    assert run.log.endings[-1].output["outcome"] == "Goal"


def test_a_function_that_dies_after_its_work_is_asked_again(synthesized):
    run = run_with(synthesized, "stop-request", "lambda.cachewarden-lease lost")
    assert run.log.endings[-1].output["outcome"] == "Goal"
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


@pytest.mark.parametrize("moment", ["after=0", "after=1", "seconds=1"])
@pytest.mark.campaign(suite=1)
def test_a_script_is_killed_before_in_and_after_a_statement(synthesized, moment):
    run = run_with(synthesized, "stop-request", f"process.statement kill node=SALES1 script=stop_sql_server {moment}")
    assert len(instants(run, "process-killed")) == 1
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


def test_a_machine_crashes_at_a_statement(synthesized):
    run = run_with(synthesized, "stop-request", "process.statement kill node=SALES1 script=evacuate_cache error=host")
    assert len(instants(run, "crash")) == 1
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


def test_a_service_that_hangs_while_windows_shuts_down_is_ended_by_it(synthesized):
    run = run_with(synthesized, "os-reboot", "service.stop hang node=SALES2 service=SQLSERVERAGENT")
    [down], [off] = instants(run, "shutting-down"), instants(run, "off")
    assert 170 < off - down < 260
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


def test_a_trigger_that_does_not_fire_starts_no_task_before_the_repeating_one(synthesized):
    run = run_with(synthesized, "os-reboot", "task.trigger lost node=SALES2")
    assert min(instants(run, "task-started", "CacheWarden-Boot")) > 600


def test_a_disk_that_is_full_fails_the_script_that_writes(synthesized):
    run = run_with(synthesized, "stop-request", "files.write fail node=SALES1")
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)
