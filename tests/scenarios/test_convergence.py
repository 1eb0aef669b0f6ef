"""What counts as having come to rest: each way of not getting there is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rehearsal.faults import fault_from_text
from rehearsal.scenarios.cluster import Stage, open_curtain, set_stage
from rehearsal.scenarios.scenario import load_story
from rehearsal.simulation.convergence import unsettled
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Played, play
from rehearsal.simulation.workflow_log import Ended, WorkflowLog
from rehearsal.world.settings import Settings
from rehearsal.world.sql.groups.replica import FailoverMode


def played(synthesized, name: str, *faults: str, hours: float = 12) -> Played:
    story = replace(load_story(name), faults=tuple(map(fault_from_text, faults)), limit_hours=hours)
    return play(story, seed=1, templates=synthesized, progress=SilentProgress())


def left_after(
    synthesized, deed: Callable[[Stage, WorkflowLog], None] = lambda stage, log: None, seconds: float = 600
) -> list[str]:
    stage = set_stage(load_story("stop-request"), seed=1, templates=synthesized, settings=Settings())
    with stage.world.clock, stage.account:
        open_curtain(stage, synthesized)
        log = WorkflowLog(stage.world)
        deed(stage, log)
        stage.world.clock.sleep(seconds)
        return [left.what for left in unsettled(stage, log)]


def ended(status: str, **output: str) -> Callable[[Stage, WorkflowLog], None]:
    def deed(stage: Stage, log: WorkflowLog) -> None:
        now = stage.world.clock.monotonic()
        log.endings.append(Ended(at_s=now, execution="x", status=status, output=output or None, transitions=1))

    return deed


def stop_sql(stage: Stage, log: WorkflowLog) -> None:
    service = stage.hosts["SALES1"].services["MSSQLSERVER"]
    stage.world.clock.spawn("stop", lambda: stage.hosts["SALES1"].services.stop(service, force=True))


def hold_a_replica(stage: Stage, log: WorkflowLog) -> None:
    group = next(iter(stage.cluster.groups.values()))
    group.replicas["SALES2"].failover_mode = FailoverMode.MANUAL


def test_two_nodes_in_service_are_at_rest(synthesized):
    assert left_after(synthesized) == []


def test_a_running_node_without_sql_server_is_left(synthesized):
    assert left_after(synthesized, stop_sql) == ["SALES1"]


def test_a_replica_that_stays_held_is_left(synthesized):
    assert left_after(synthesized, hold_a_replica) == ["replica modes"]


@pytest.mark.parametrize("status", ["ABORTED", "FAILED", "TIMED_OUT"])
def test_an_execution_that_broke_off_is_left_unless_everything_serves(synthesized, status):
    def both(stage: Stage, log: WorkflowLog) -> None:
        ended(status)(stage, log)
        stop_sql(stage, log)

    assert left_after(synthesized, ended(status)) == []
    assert left_after(synthesized, both) == ["last execution", "SALES1"]


def test_attention_without_a_message_is_left(synthesized):
    assert left_after(synthesized, ended("SUCCEEDED", outcome="Attention")) == ["Attention"]


def test_an_unknown_outcome_with_a_node_down_is_left(synthesized):
    def both(stage: Stage, log: WorkflowLog) -> None:
        ended("SUCCEEDED", outcome="Whatever")(stage, log)
        stop_sql(stage, log)

    assert left_after(synthesized, both) == ["last execution", "SALES1"]


def test_a_run_that_never_gets_quiet_says_what_is_under_way(synthesized):
    run = played(synthesized, "stop-request", "storage.repair late seconds=36000", hours=1)
    assert not run.safe
    assert run.unsettled[0].what == "end"
    assert any("runs" in str(left) for left in run.unsettled)
