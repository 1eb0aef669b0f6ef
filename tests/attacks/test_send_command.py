"""Whoever may send our Command documents, and nothing else: hosts do what an operation could ask for, and no more."""

from __future__ import annotations

import pytest

from tests.attacks.attacked_cluster import Attacked, attacked


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def send(scene: Attacked, document: str, node: str, **parameters: str) -> str:
    """Sends the command with a token that a lease could have given out now; gives the command's status at its end.

    Success needn't mean that anything was done: a host also answers that there is nothing to do.
    """
    now_ms = int(scene.cluster.world.clock.now().timestamp() * 1000)
    ssm = scene.cluster.account.client("ssm", scene.principal("sends-commands", "ssm:SendCommand"))
    sent = ssm.send_command(
        DocumentName=f"CacheWarden-Host-{document}",
        InstanceIds=[scene.instance_id(node)],
        Parameters={
            "Token": [str(now_ms)],
            "NotAfter": [scene.soon()],
            **{name: [value] for name, value in parameters.items()},
        },
    )
    scene.settle()
    return str(scene.cluster.account.commands.commands[sent["Command"]["CommandId"]].status)


@pytest.mark.parametrize("document", ["StopSqlServer", "EvacuateCache", "RebuildStorage"])
def test_nothing_is_taken_from_under_a_primary(scene, document):
    send(scene, document, "SALES1")
    assert scene.whole("SALES1") and scene.whole("SALES2")
    assert scene.cluster.hosts["SALES1"].sql.running
    assert not scene.watch.violations


@pytest.mark.parametrize("document", ["EvacuateCache", "RebuildStorage", "ReseedDatabases"])
def test_nothing_is_destroyed_on_a_sound_secondary(scene, document):
    group = next(iter(scene.cluster.failover_cluster.groups.values()))
    database = next(iter(group.databases.values()))
    more = {"Databases": f"{group.id}/{database.id}"} if document == "ReseedDatabases" else {}
    send(scene, document, "SALES2", **more)
    assert scene.whole("SALES2")
    assert scene.cluster.hosts["SALES2"].sql.running
    assert not scene.watch.violations


def test_sql_server_of_a_secondary_can_be_stopped(scene):
    """Still possible: the node is out of service until somebody brings it back; no data is lost."""
    assert send(scene, "StopSqlServer", "SALES2") == "Success"
    assert scene.whole("SALES1") and scene.whole("SALES2")
    assert not scene.watch.violations
