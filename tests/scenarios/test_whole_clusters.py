"""A whole cluster that was stopped by consent stays down until somebody starts it, and comes back from anywhere."""

from __future__ import annotations

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.settings import Settings
from rehearsal.world.sql.rights import run_script
from rehearsal.world.sql.server.sql_server import SqlServer
from rehearsal.world.sql.settings import SqlSettings
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked

ACCEPT = "CacheWarden-AcceptWholeClusterAndStopCluster"
START = "CacheWarden-StartCluster"
SWEEPS_S = 6 * 3600


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def stop(scene: Attacked) -> None:
    scene.perform(StepKind.AUTOMATION, "SALES1", document=ACCEPT, by="approver")


def states(scene: Attacked) -> set[str]:
    return {instance.state.api_name for instance in scene.cluster.instances.values()}


def in_service(scene: Attacked) -> bool:
    return all(scene.whole(node) and scene.cluster.in_service(node) for node in scene.cluster.instances)


def test_a_cluster_that_was_stopped_stays_down_and_nobody_hears_of_it_again(scene):
    stop(scene)
    scene.settle()
    heard = len(scene.messages)
    scene.sleep(SWEEPS_S)

    assert states(scene) == {"stopped"} and scene.outcomes == [("ClusterStopped", "Goal")]
    assert len(scene.messages) == heard and not scene.watch.violations


def test_a_secondary_that_somebody_starts_alone_waits_for_a_person_who_starts_the_cluster(scene):
    stop(scene)
    scene.settle()
    scene.perform(StepKind.START, "SALES2")
    scene.settle()
    assert scene.outcomes[-1] == ("InService", "Attention")
    assert scene.cluster.instances["SALES1"].state.api_name == "stopped"

    scene.perform(StepKind.AUTOMATION, "SALES2", document=START)
    scene.settle()

    assert scene.outcomes[-1] == ("ClusterInService", "Goal") and in_service(scene)
    assert scene.cluster.synchronized() and not scene.cluster.changed_modes() and not scene.watch.violations


@pytest.mark.campaign
def test_a_cluster_whose_first_node_has_no_quorum_comes_up_all_the_same(synthesized):
    settings = Settings([SqlSettings(dynamic_quorum=False)])
    with attacked(synthesized, story="stop-and-start-three-nodes", settings=settings) as scene:
        scene.cluster.failover_cluster.set_witness(False)
        stop(scene)
        scene.settle()
        scene.perform(StepKind.AUTOMATION, "SALES3", document=START)
        scene.settle()

        assert scene.outcomes == [("ClusterStopped", "Goal"), ("ClusterInService", "Goal")]
        assert in_service(scene) and scene.cluster.synchronized() and not scene.watch.violations


def test_a_lease_record_that_is_lost_in_the_middle_keeps_no_node_out_of_service(scene):
    """The hosts let no other lease's operation act for an hour: the new record takes up the lost one's key."""
    stop(scene)
    scene.run_until(lambda: scene.cluster.instances["SALES2"].state.api_name == "stopped")
    scene.run_until_state("LiftProtection")
    root = scene.cluster.account.client("dynamodb", scene.principal("root", "dynamodb:*"))
    root.delete_item(TableName=LEASES, Key={"cluster": {"S": scene.lease()["cluster"]}})
    scene.settle()

    assert in_service(scene) and scene.outcomes[-1] == ("ClusterInService", "Goal"), scene.messages[-1]
    assert not any("CW3011" in message for message in scene.messages) and not scene.watch.violations


@pytest.mark.parametrize(("state", "seen"), [("EvacuateCache", 2), ("StopInstance", 1), ("StopInstance", 2)])
@pytest.mark.campaign(suite=1)
def test_a_document_that_is_cancelled_leaves_no_node_between(scene, state, seen):
    stop(scene)
    for _ in range(seen):
        scene.run_until_state(state)
    scene.sleep(2)
    scene.perform(StepKind.CANCEL, "SALES1")
    scene.settle()

    down = states(scene) == {"stopped"} and all(node.stop_protected for node in scene.cluster.instances.values())
    assert down if (state, seen) == ("StopInstance", 2) else in_service(scene)
    assert not scene.watch.violations


def test_a_cluster_that_comes_back_to_a_primary_outside_calls_a_person_who_is_not_told_to_resume_at_once(synthesized):
    """While the cluster is down somebody forces a failover to the replica outside, which may lack the last commits."""
    with attacked(synthesized, story="stop-cluster-outside") as scene:
        stop(scene)
        scene.settle()
        assert scene.outcomes == [("ClusterStopped", "Goal")] and not scene.watch.violations
        outside = scene.cluster.failover_cluster.servers["DR1"]
        assert isinstance(outside, SqlServer)
        run_script(outside, "USE master; ALTER AVAILABILITY GROUP [sales-ag] FORCE_FAILOVER_ALLOW_DATA_LOSS;")
        scene.sleep(60)
        scene.perform(StepKind.AUTOMATION, "SALES1", document=START)
        scene.settle()

        assert scene.outcomes[-1] == ("ClusterInService", "Attention") and in_service(scene)
        told = scene.messages[-1]
        assert "CW6150" in told and "sales-ag is led by DR1" in told, told
        assert "a resume throws away the commits that only this copy has" in told
        assert "Is my data safe? Unknown" in told
        # What DR1 lacks is the forced failover's doing, and nothing else is broken.
        assert {each.invariant for each in scene.watch.violations} <= {"committed-transactions"}
