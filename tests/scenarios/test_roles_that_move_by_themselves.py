"""The primary moves in the middle of a stop, by a person's hand or by itself, or the answer to a failover is lost: the
operation reads again where the roles are, and ends right."""

from __future__ import annotations

from rehearsal.scenarios.story import StepKind
from rehearsal.world.sql.rights import run_script
from tests.attacks.attacked_cluster import Attacked, attacked

FAILOVER = "USE master; ALTER AVAILABILITY GROUP [sales-ag] FAILOVER;"


def fail_over_to(scene: Attacked, node: str) -> None:
    """A DBA does so, not knowing of the operation."""
    server = scene.cluster.hosts[node].sql
    assert server is not None
    run_script(server, FAILOVER)


def primary(scene: Attacked) -> str | None:
    """None in the middle of a failover."""
    leader = scene.cluster.failover_cluster.groups["sales-ag"].primary
    return leader.server if leader is not None else None


def test_a_failover_whose_answer_is_lost_is_not_done_twice(synthesized):
    with attacked(synthesized, faults=("sql.statement lost statement=FailOver",)) as scene:
        scene.cluster.world.faults.begin()
        scene.perform(StepKind.STOP, "SALES1")
        scene.settle()

        assert scene.cluster.world.faults.injected
        assert scene.outcomes == [("Stopped", "Goal")] and primary(scene) == "SALES2"
        assert scene.entered.count("FailOverAvailabilityGroups") == 1
        assert not scene.watch.violations


def test_a_primary_that_moves_away_before_its_failover_is_stopped_as_a_secondary(synthesized):
    with attacked(synthesized) as scene:
        scene.perform(StepKind.STOP, "SALES1")
        scene.run_until_state("SaveModes")
        fail_over_to(scene, "SALES2")
        scene.settle()

        assert scene.outcomes == [("Stopped", "Goal")] and primary(scene) == "SALES2", scene.messages[-1]
        assert "FailOverAvailabilityGroups" not in scene.entered
        assert not scene.watch.violations


def test_a_primary_that_moves_back_after_its_failover_is_failed_over_once_more(synthesized):
    """The node never stops as a primary, and its SQL Server never does."""
    with attacked(synthesized) as scene:
        scene.perform(StepKind.STOP, "SALES1")
        scene.run_until_state("FailOverAvailabilityGroups")
        scene.run_until(lambda: primary(scene) == "SALES2")
        scene.sleep(5)
        fail_over_to(scene, "SALES1")
        scene.settle()

        assert scene.outcomes == [("Stopped", "Goal")] and primary(scene) == "SALES2", scene.messages[-1]
        assert scene.entered.count("FailOverAvailabilityGroups") == 2
        assert not scene.watch.violations
