"""What no run may leave behind: each is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from botocore.exceptions import ClientError

from rehearsal.faults import fault_from_text
from rehearsal.scenarios.cluster import Cluster, build_cluster, install_hosts
from rehearsal.scenarios.steps import perform
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.simulation.unsafe_states import LEASES, unsafe_states
from rehearsal.simulation.workflow_log import WORKFLOW, Ended, WorkflowLog
from rehearsal.world.settings import Settings
from rehearsal.world.sql.groups.replica import FailoverMode


def run_with(synthesized, name: str, *faults: str, hours: float = 12) -> Run:
    story = replace(load_story(name), faults=tuple(map(fault_from_text, faults)), limit_hours=hours)
    return run_story(story, seed=1, templates=synthesized, progress=SilentProgress())


def left_after(
    synthesized, deed: Callable[[Cluster, WorkflowLog], None] = lambda cluster, log: None, seconds: float = 600
) -> list[str]:
    cluster = build_cluster(load_story("stop-request"), seed=1, templates=synthesized, settings=Settings())
    with cluster.world.clock, cluster.account:
        install_hosts(cluster, synthesized)
        log = WorkflowLog(cluster.world)
        deed(cluster, log)
        cluster.world.clock.sleep(seconds)
        return [left.what for left in unsafe_states(cluster, log)]


def ended(status: str, **output: str) -> Callable[[Cluster, WorkflowLog], None]:
    def deed(cluster: Cluster, log: WorkflowLog) -> None:
        now = cluster.world.clock.monotonic()
        log.endings.append(Ended(at_s=now, execution="x", status=status, output=output, transitions=1))

    return deed


def stop_sql(cluster: Cluster, log: WorkflowLog) -> None:
    service = cluster.hosts["SALES1"].services["MSSQLSERVER"]
    cluster.world.clock.spawn("stop", lambda: cluster.hosts["SALES1"].services.stop(service, force=True))


def hold_a_replica(cluster: Cluster, log: WorkflowLog) -> None:
    group = next(iter(cluster.failover_cluster.groups.values()))
    group.replicas["SALES2"].failover_mode = FailoverMode.MANUAL


def leave_a_node_paused(cluster: Cluster, log: WorkflowLog) -> None:
    cluster.failover_cluster.nodes["SALES2"].pause(True)


def lift_protection(cluster: Cluster, log: WorkflowLog) -> None:
    cluster.instances["SALES1"].protect(False)


def own_the_lease(cluster: Cluster, log: WorkflowLog) -> None:
    dynamodb = cluster.account.client("dynamodb", cluster.account.person("dba"))
    dynamodb.put_item(TableName=LEASES, Item={"cluster": {"S": "sales"}, "owner": {"S": "someone"}})


def test_two_nodes_in_service_leave_nothing_unsafe(synthesized):
    assert left_after(synthesized) == []


@pytest.mark.parametrize(
    ("deed", "left"), [(lift_protection, "stop protection of SALES1"), (own_the_lease, "lease of sales")]
)
def test_protection_that_is_off_and_a_lease_that_is_owned_are_left(synthesized, deed, left):
    assert left_after(synthesized, deed) == [left]


def test_an_execution_that_still_runs_is_left(synthesized):
    seen = []

    def look_in_between(cluster: Cluster, log: WorkflowLog) -> None:
        ec2 = cluster.account.client("ec2", cluster.account.person("dba"))
        with pytest.raises(ClientError):
            ec2.stop_instances(InstanceIds=[cluster.instances["SALES1"].id])
        cluster.world.clock.sleep(120)
        (record,) = [record for record in cluster.account.executions if record.machine.name == WORKFLOW]
        seen.extend(str(left) for left in unsafe_states(cluster, log) if record.name in left.what)

    left_after(synthesized, look_in_between)
    assert [text.partition(": ")[2] for text in seen] == ["expected ended, observed RUNNING"]


def test_a_running_node_without_sql_server_is_left(synthesized):
    assert left_after(synthesized, stop_sql) == ["SALES1"]


def test_a_replica_that_stays_held_is_left(synthesized):
    assert left_after(synthesized, hold_a_replica) == ["replica modes"]


def test_a_node_that_stays_paused_is_left(synthesized):
    assert left_after(synthesized, leave_a_node_paused) == ["cluster node SALES2"]


@pytest.mark.parametrize("status", ["ABORTED", "FAILED", "TIMED_OUT"])
def test_an_execution_that_broke_off_is_left_unless_everything_serves(synthesized, status):
    def both(cluster: Cluster, log: WorkflowLog) -> None:
        ended(status)(cluster, log)
        stop_sql(cluster, log)

    assert left_after(synthesized, ended(status)) == []
    assert left_after(synthesized, both) == ["last execution", "SALES1"]


def test_attention_without_a_message_is_left(synthesized):
    assert left_after(synthesized, ended("SUCCEEDED", outcome="Attention")) == ["Attention"]


def test_an_unknown_outcome_with_a_node_down_is_left(synthesized):
    def both(cluster: Cluster, log: WorkflowLog) -> None:
        ended("SUCCEEDED", outcome="Whatever")(cluster, log)
        stop_sql(cluster, log)

    assert left_after(synthesized, both) == ["last execution", "SALES1"]


def test_a_run_that_never_gets_idle_says_what_is_under_way(synthesized):
    run = run_with(synthesized, "stop-request", "storage.repair late seconds=36000", hours=1)
    assert not run.outcome.safe
    assert run.outcome.unsafe_states[0].what == "end"
    assert any("runs" in str(left) for left in run.outcome.unsafe_states)


def test_a_person_whose_newest_document_failed_knows_what_is_left_to_do(synthesized):
    run = run_with(synthesized, "by-documents", "sql.role fail node=SALES2 count=3")
    assert run.cluster.changed_modes()
    assert run.outcome.unsafe_states == ()


def test_modes_that_a_document_changed_without_failing_are_left(synthesized):
    def hold(cluster: Cluster, log: WorkflowLog) -> None:
        perform(cluster, load_story("by-documents").steps[0])

    assert left_after(synthesized, hold) == ["replica modes"]


def test_a_node_that_the_repeating_boot_task_brings_back_is_not_left_down(synthesized):
    run = run_with(synthesized, "os-reboot", "task.start fail node=SALES2 task=CacheWarden-Boot")
    assert run.cluster.sql_runs("SALES2")
    assert run.outcome.unsafe_states == ()


@pytest.mark.campaign
def test_an_approver_answers_once_the_step_asks(synthesized):
    late = "automation.step late document=CacheWarden-RequestRebuildAndStartInstance count=20 seconds=1800"
    run = run_with(synthesized, "rebuild-resumed", late)
    assert run.outcome.unsafe_states == ()
    assert run.log.last is not None and run.log.last.outcome == "Goal"


def test_a_run_that_never_comes_to_its_end_is_unsafe(synthesized, monkeypatch):
    monkeypatch.setattr("rehearsal.kernel.clock.STEPS_AT_MOST", 500)
    run = run_with(synthesized, "stop-request")
    assert not run.outcome.safe
    (limit,) = [left for left in run.outcome.unsafe_states if left.what == "end"]
    assert str(limit.observed).startswith("500 events happened until 20")
    assert " runs" in str(limit.observed)
