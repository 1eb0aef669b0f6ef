"""A database of no group on a node with groups: a stop is refused, with a consent it is an outage and no loss."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.sql.databases.database import DatabaseState
from tests.attacks.attacked_cluster import Attacked, attacked

NODE = "SALES2"
OUTAGE = "CacheWarden-AcceptOutageAndStopInstance"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        server = cluster.cluster.hosts[NODE].sql
        assert server is not None
        server.new_database("reports", data_bytes=1 << 30, folder=r"D:\Data")
        yield cluster


def test_it_stays_in_service_until_somebody_consents_and_is_back_afterwards(scene):
    scene.perform(StepKind.STOP, NODE)
    scene.settle()
    assert scene.outcomes == [("Stopped", "Refused")]
    assert "CW6111" in scene.messages[-1] and "1 of MSSQLSERVER" in scene.messages[-1]
    assert scene.whole(NODE) and scene.cluster.sql_runs(NODE)

    scene.perform(StepKind.AUTOMATION, NODE, document=OUTAGE)
    scene.settle()
    assert scene.outcomes[-1] == ("Stopped", "Goal")
    assert scene.cluster.instances[NODE].state.api_name == "stopped"

    scene.perform(StepKind.START, NODE)
    scene.settle()
    server = scene.cluster.hosts[NODE].sql
    assert server is not None
    reports = server.local("reports")
    assert reports is not None and reports.state is DatabaseState.ONLINE
    assert not scene.watch.violations
