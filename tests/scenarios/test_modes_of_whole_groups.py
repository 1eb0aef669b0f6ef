"""A way back that waits long or is refused: groups that are whole fail over by themselves again, others are named."""

from __future__ import annotations

from rehearsal.scenarios.story import StepKind
from rehearsal.world.sql.rights import run_script
from tests.attacks.attacked_cluster import Attacked, attacked

NODE = "SALES1"
SUSPENDED = "ALTER DATABASE [customer-1] SET HADR {};"


def automatic(scene: Attacked) -> dict[str, set[str]]:
    """Group -> replicas in automatic failover mode."""
    return {
        name: {replica.server for replica in group.replicas.values() if replica.failover_mode.name == "AUTOMATIC"}
        for name, group in scene.cluster.failover_cluster.groups.items()
    }


def returned_with_a_suspended_database(scene: Attacked) -> None:
    """A DBA suspends a database of the second group as soon as the node's SQL Server runs again."""
    scene.perform(StepKind.STOP, NODE)
    scene.settle()
    scene.perform(StepKind.START, NODE)
    scene.run_until(lambda: scene.cluster.sql_runs(NODE))
    scene.sleep(5)
    do(scene, "SUSPEND")


def do(scene: Attacked, what: str) -> None:
    server = scene.cluster.hosts[NODE].sql
    assert server is not None
    run_script(server, SUSPENDED.format(what))


def test_a_group_that_waits_for_a_person_keeps_no_other_group_from_failing_over(synthesized):
    with attacked(synthesized, story="stop-and-return", further_groups=1) as scene:
        returned_with_a_suspended_database(scene)
        ended = len(scene.outcomes)
        scene.sleep(8 * 60)
        assert len(scene.outcomes) == ended, "it still waits"
        assert automatic(scene) == {"sales-ag": {"SALES1", "SALES2"}, "customer-1-ag": {"SALES2"}}

        scene.settle()
        assert scene.outcomes[-1] == ("InService", "Attention")
        assert automatic(scene) == {"sales-ag": {"SALES1", "SALES2"}, "customer-1-ag": {"SALES2"}}
        assert "The modes of SALES1 in customer-1-ag stay held, without automatic failover" in scene.messages[-1]

        do(scene, "RESUME")
        scene.perform(StepKind.AUTOMATION, NODE, document="CacheWarden-StartInstance")
        scene.settle()
        assert scene.outcomes[-1] == ("InService", "Goal")
        assert scene.cluster.changed_modes() == [] and "savedModes" not in scene.lease()
        assert not scene.watch.violations
