"""External faults and faults at states: what they really do to the world, and when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rehearsal.faults import fault_from_text
from rehearsal.kernel.trace import TraceEvent
from rehearsal.scenarios.cluster import Cluster, build_cluster, install_hosts
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.expectation import cache_of, role_of
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.world.settings import Settings


def run_with(synthesized, name: str, *faults: str) -> Run:
    story = load_story(name)
    story = replace(story, faults=tuple(map(fault_from_text, faults)))
    return run_story(story, seed=1, templates=synthesized, progress=SilentProgress())


def events(run: Run, *kinds: str) -> list[TraceEvent]:
    return [event for event in run.cluster.world.trace.events[run.begins_at :] if event.kind in kinds]


def cluster_after(synthesized, deed: Callable[[Cluster], None]) -> Cluster:
    cluster = build_cluster(load_story("stop-request"), seed=1, templates=synthesized, settings=Settings())
    with cluster.world.clock, cluster.account:
        install_hosts(cluster, synthesized)
        deed(cluster)
    return cluster


def test_an_external_fault_comes_at_its_state_after_its_delay(synthesized):
    run = run_with(synthesized, "stop-request", "host.clock late node=SALES2 seconds=1 when=EvacuateCache delay=7")
    [entered] = [event for event in events(run, "state-entered") if event.text == "EvacuateCache"]
    [fault] = events(run, "fault")
    assert (fault.at - entered.at).total_seconds() == pytest.approx(7)


def test_an_external_fault_without_a_state_comes_after_the_story_s_beginning(synthesized):
    run = run_with(synthesized, "target-behind", "host.clock late node=SALES2 seconds=1 delay=3")
    [fault] = events(run, "fault")
    assert (fault.at - run.cluster.world.trace.events[run.begins_at].at).total_seconds() == pytest.approx(3)


def test_what_happened_before_the_story_does_not_count(synthesized):
    """`return` begins where `stop-request` ended: no fault is injected into the evacuation of the prelude."""
    run = run_with(synthesized, "return", "storage.repair late seconds=60")
    assert [event.node for event in events(run, "fault")] == ["SALES1"]
    assert events(run, "repair-started")
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


def test_an_execution_is_aborted_before_the_state_did_anything(synthesized):
    run = run_with(synthesized, "stop-request", "state.EvacuateCache kill moment=entered")
    aborted = next(event for event in events(run, "execution-ended") if event.facts["status"] == "ABORTED")
    before = [event for event in events(run, "automation-started", "automation-ended") if event.at <= aborted.at]
    assert not any("EvacuateCache" in event.text for event in before)
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


def test_an_execution_is_aborted_when_the_state_was_done(synthesized):
    run = run_with(synthesized, "stop-request", "state.LiftProtection kill moment=left")
    assert run.log.endings[0].status == "ABORTED"
    lifted = next(event for event in events(run, "protection-off"))
    aborted = next(event for event in events(run, "execution-ended") if event.facts["status"] == "ABORTED")
    assert lifted.at <= aborted.at
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


def test_a_physical_host_that_fails_takes_the_instance_store_with_it(synthesized):
    run = run_with(synthesized, "target-behind", "instance.power kill node=SALES2 delay=1")
    assert run.cluster.instances["SALES2"].state.api_name == "stopped"
    assert run.cluster.instances["SALES2"].instance_store_generation == 2
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)  # somebody was told


def test_a_crash_boots_again_with_the_cache_where_it_was(synthesized):
    run = run_with(synthesized, "target-behind", "host.crash kill node=SALES2 delay=1")
    assert run.cluster.instances["SALES2"].state.api_name == "running"
    assert cache_of(run.cluster, "SALES2") == "nvme"
    assert [event.node for event in events(run, "crash")] == ["SALES2"]


def test_a_clock_that_is_wrong_is_what_scripts_and_sql_server_tell(synthesized):
    told = {}

    def deed(cluster: Cluster) -> None:
        host = cluster.hosts["SALES2"]
        host.set_clock_behind(90.0)
        ask = "[datetime]::UtcNow.ToString('yyyy-MM-ddTHH:mm:ss')"
        actor = cluster.world.clock.spawn("ask", host.run_script, ask, "ask.ps1", {})
        cluster.world.clock.run_until(lambda: not actor.alive)
        told["script"] = actor.join().stdout.strip()
        told["true"] = cluster.world.clock.now()
        told["sql"] = host.sql.now()

    cluster_after(synthesized, deed)
    assert (told["true"] - told["sql"]).total_seconds() == 90
    assert told["script"] == told["sql"].strftime("%Y-%m-%dT%H:%M:%S")


def test_a_node_that_is_cut_off_is_replaced_by_the_other_and_comes_back_without_a_loss(synthesized):
    roles = []

    def deed(cluster: Cluster) -> None:
        clock = cluster.world.clock
        cluster.failover_cluster.nodes["SALES1"].cut_off(300)
        clock.sleep(120)
        roles.append((role_of(cluster, "SALES1"), role_of(cluster, "SALES2"), cluster.hosts["SALES1"].agent_online))
        clock.sleep(600)
        roles.append((role_of(cluster, "SALES1"), role_of(cluster, "SALES2"), cluster.hosts["SALES1"].agent_online))
        assert cluster.failover_cluster.nodes["SALES1"].up
        for group in cluster.failover_cluster.groups.values():
            for database in group.databases.values():
                assert group.sync_state(database, "SALES1").name == "SYNCHRONIZED"

    cluster = cluster_after(synthesized, deed)
    assert roles == [("secondary", "primary", True)] * 2
    assert cluster.failover_cluster.lost_commits() == []


def test_a_node_that_stays_cut_off_does_not_join_again_after_a_restart(synthesized):
    def deed(cluster: Cluster) -> None:
        cluster.failover_cluster.nodes["SALES2"].cut_off(None)
        cluster.hosts["SALES2"].reboot()
        cluster.world.clock.sleep(900)
        assert cluster.hosts["SALES2"].up and not cluster.failover_cluster.nodes["SALES2"].up

    cluster_after(synthesized, deed)


def test_a_boot_that_hangs_for_a_while_goes_on(synthesized):
    run = run_with(synthesized, "os-reboot", "host.boot hang node=SALES2 seconds=600")
    booting, up = events(run, "booting", "up")
    assert 600 < (up.at - booting.at).total_seconds() < 900
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


def test_a_boot_that_hangs_for_ever_leaves_the_run_idle_and_the_sweep_tells_people(synthesized):
    run = run_with(synthesized, "os-reboot", "host.boot hang node=SALES2")
    assert run.virtual_seconds < 2 * 3600
    assert not run.cluster.hosts["SALES2"].up
    assert run.log.last is not None and run.log.last.outcome == "Attention"
    told = [message["message"] for message in run.cluster.account.published]
    assert any(run.cluster.instances["SALES2"].id in text for text in told)


@pytest.mark.parametrize("fault", ["sql.statement kill", "sql.statement kill after=1"])
@pytest.mark.campaign(suite=1)
def test_a_script_killed_at_a_statement_of_sql_leaves_the_rest_undone(synthesized, fault):
    run = run_with(synthesized, "stop-request", f"{fault} node=SALES1 statement=ModifyReplica")
    [killed] = events(run, "process-killed")
    assert killed.facts["script"] == "CacheWarden-Host-HoldReplicaModes"
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


def test_a_command_that_cannot_be_delivered_ends_at_once(synthesized):
    run = run_with(synthesized, "stop-request", "ssm.delivery fail node=SALES1 document=CacheWarden-Host-StopSqlServer")
    ended = [event for event in events(run, "script-ended") if event.facts["details"] == "Undeliverable"]
    assert [event.node for event in ended] == ["SALES1"]
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)


def test_a_lease_that_the_janitor_failed_to_release_is_left_to_the_next_sweep(synthesized):
    faults = ("workflow.execution kill when=HoldReplicaModes", "lambda.cachewarden-janitor fail count=3")
    run = run_with(synthesized, "stop-request", *faults)
    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)
    assert run.log.last is not None and run.log.last.outcome == "Goal" and run.cluster.in_service("SALES1")
