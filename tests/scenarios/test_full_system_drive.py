"""C: of a node fills up once its SQL Server is stopped: no state can be written, and SQL Server comes back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import Attacked, attacked

FULL = "files.write fail node=SALES2 letter=C count=100000"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized, faults=[FULL]) as cluster:
        yield cluster


def automation(scene: Attacked, document: str) -> None:
    scene.perform(StepKind.AUTOMATION, "SALES2", document=f"CacheWarden-{document}", parameters={})


def test_a_stop_in_whose_middle_nothing_can_be_written_ends_in_service_and_says_why(scene):
    automation(scene, "StopInstance")
    scene.run_until(lambda: not scene.cluster.sql_runs("SALES2"))
    scene.cluster.world.faults.begin()
    scene.run_until(lambda: scene.outcomes != [])
    assert scene.outcomes == [("Stopped", "InService")]
    assert scene.cluster.sql_runs("SALES2") and not scene.watch.violations
    message = scene.messages[-1]
    assert "Is my data safe? Yes" in message
    assert r"CacheWarden\work.json could not be replaced: There is not enough space on the disk" in message


def test_a_person_starts_sql_server_under_a_token_that_cannot_be_written(scene):
    automation(scene, "StopSqlServer")
    scene.run_until(lambda: not scene.cluster.sql_runs("SALES2"))
    scene.cluster.world.faults.begin()
    automation(scene, "StartSqlServer")
    scene.run_until(lambda: scene.cluster.sql_runs("SALES2"))
    assert not scene.watch.violations
