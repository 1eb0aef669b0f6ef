"""A node that lost its databases, where copies of the primary's couldn't be opened or would have no room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.sql.databases.database import DatabaseState
from tests.attacks.attacked_cluster import Attacked, attacked


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized) as cluster:
        yield cluster


def loses_its_cache(scene: Attacked) -> None:
    """SALES2 is shut down by hand and started again."""
    scene.perform(StepKind.SHUT_DOWN, "SALES2")
    scene.settle()
    scene.perform(StepKind.START, "SALES2")
    scene.settle()


def states(scene: Attacked) -> dict[str, DatabaseState | None]:
    copies = {name: scene.cluster.hosts["SALES2"].sql.local(name) for name in ("sales", "orders")}
    return {name: copy and copy.state for name, copy in copies.items()}


SALES_ALONE_WAITS = {"sales": DatabaseState.RECOVERY_PENDING, "orders": DatabaseState.ONLINE}


def sales_of(scene: Attacked) -> str:
    """The database as the parameter Databases names it."""
    (group,) = scene.cluster.failover_cluster.groups.values()
    (database,) = [each for each in group.databases.values() if each.name == "sales"]
    return f"{group.id}/{database.id}"


def started_by_hand(scene: Attacked, document: str, **parameters: str) -> dict[str, str]:
    """What the document ended with, by the name of its output."""
    scene.perform(StepKind.AUTOMATION, "SALES2", document=f"CacheWarden-{document}", parameters=parameters)
    execution = list(scene.cluster.account.automations.executions.values())[-1]
    scene.settle()
    outputs = {name.partition(".")[2]: values[0] for name, values in execution.run.outputs().items() if values}
    return {**outputs, "status": execution.status.value}


def test_without_its_certificate_an_encrypted_database_alone_waits_until_it_is_there(scene):
    for host in scene.cluster.hosts.values():
        host.sql.databases["sales"].encrypted = True
    lacking = scene.cluster.hosts["SALES2"].sql
    lacking.has_tde_certificate = False

    loses_its_cache(scene)

    assert scene.outcomes[-1] == ("InService", "Attention"), scene.messages[-1]
    assert "CW2073" in scene.messages[-1] and "sales is encrypted with 0x" in scene.messages[-1]
    assert "CREATE CERTIFICATE" in scene.messages[-1] and states(scene) == SALES_ALONE_WAITS, scene.messages[-1]

    by_hand = started_by_hand(scene, "ReseedDatabases", PrimaryInstanceId="SALES1", Databases=sales_of(scene))
    assert (by_hand["status"], by_hand["Outcome"], by_hand["Code"]) == ("Failed", "Refused", "CW2073"), by_hand
    assert "nothing was dropped" in by_hand["DataIsSafe"] and states(scene) == SALES_ALONE_WAITS

    lacking.has_tde_certificate = True
    assert started_by_hand(scene, "StartInstance")["status"] == "Success"
    assert scene.whole("SALES2") and scene.cluster.synchronized() and not scene.watch.violations


@pytest.mark.campaign
def test_without_room_for_one_database_it_alone_waits_until_there_is_some(scene):
    sales = scene.cluster.hosts["SALES1"].sql.databases["sales"]
    data, log = sales.files
    sales.files = (replace(data, size_kb=1 << 32), log)  # 4 TiB: its owner enlarged the primary's volumes alone

    loses_its_cache(scene)

    assert scene.outcomes[-1] == ("InService", "Attention"), scene.messages[-1]
    assert "CW2074" in scene.messages[-1] and states(scene) == SALES_ALONE_WAITS

    sales.files = (data, log)
    assert started_by_hand(scene, "StartInstance")["status"] == "Success"
    assert scene.whole("SALES2") and scene.cluster.synchronized() and not scene.watch.violations
