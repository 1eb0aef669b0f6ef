"""While a third node is away SQL Server stops on no second one that has whole copies, whoever asks for it."""

from __future__ import annotations

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.sql.databases.database import DatabaseState
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.steps_of_people import document, succeeded

NODES = ("SALES1", "SALES2", "SALES3")


def away(scene: Attacked) -> None:
    scene.perform(StepKind.STOP, "SALES3")
    scene.settle()
    assert scene.outcomes[-1] == ("Stopped", "Goal")
    scene.sleep(300)


def back(scene: Attacked) -> None:
    scene.perform(StepKind.START, "SALES3")
    scene.settle()


def test_a_person_s_document_stops_it_only_when_the_third_is_back(synthesized):
    with attacked(synthesized, nodes=NODES) as scene:
        away(scene)
        refused = document(scene, "StopSqlServer", "SALES2")
        assert refused.status.value == "Failed" and scene.cluster.sql_runs("SALES2")
        assert "CW6103" in str(refused.run.message)
        assert "owner" not in scene.lease() and not scene.watch.violations

        back(scene)
        succeeded(scene, "StopSqlServer", "SALES2")
        assert not scene.cluster.sql_runs("SALES2") and not scene.watch.violations


def test_a_third_node_whose_sql_server_alone_is_stopped_is_away_too(synthesized):
    with attacked(synthesized, nodes=NODES) as scene:
        scene.cluster.instances["SALES3"].tags["cachewarden:snooze-until"] = "2026-02-05T00:00:00Z"
        succeeded(scene, "StopSqlServer", "SALES3")
        scene.sleep(300)
        refused = document(scene, "StopSqlServer", "SALES2")
        assert refused.status.value == "Failed" and scene.cluster.sql_runs("SALES2")
        assert not scene.watch.violations


@pytest.mark.campaign
def test_a_third_that_was_called_outside_while_it_is_away_counts_for_a_person_s_document_as_well(synthesized):
    """The lease keeps its modes, to put them back: it is a node that CacheWarden stopped."""
    with attacked(synthesized, nodes=NODES) as scene:
        away(scene)
        del scene.cluster.instances["SALES3"].tags["cachewarden:cluster"]
        scene.cluster.instances["SALES2"].tags["cachewarden:outside"] = "SALES3"
        assert "SALES3" in scene.lease()["savedModes"]
        told_before = len(scene.messages)
        refused = document(scene, "StopSqlServer", "SALES2")
        assert refused.status.value == "Failed" and scene.cluster.sql_runs("SALES2")
        told = str(refused.run.message)
        assert "CW6103" in told and "SALES3, which cachewarden:outside names" in told
        assert "owner" not in scene.lease() and len(scene.messages) == told_before, "it left nothing to clear up"


def test_a_database_that_does_not_open_waits_for_the_third_where_a_restart_would_close_whole_copies(synthesized):
    with attacked(synthesized, nodes=NODES, further_groups=1) as scene:
        away(scene)
        sql = scene.cluster.hosts["SALES2"].sql
        assert sql is not None
        stops = scene.entered.count("StopSqlServer")
        assert stops == 1, "of the third"
        sql.databases["customer-1"].state = DatabaseState.RECOVERY_PENDING
        scene.cluster.failover_cluster.groups["customer-1-ag"].refresh("not opened")
        said = document(scene, "StartInstance", "SALES2")
        assert (
            "CW6215" in said.run.message
            and f"Bring {scene.instance_id('SALES3')} into service first" in said.run.message
        )
        assert scene.entered.count("StopSqlServer") == stops and not scene.watch.violations

        back(scene)
        succeeded(scene, "StartInstance", "SALES2")
        assert scene.cluster.synchronized() and scene.cluster.changed_modes() == []
        assert not scene.watch.violations
