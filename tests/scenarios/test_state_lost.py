"""What CacheWarden remembers is lost or damaged: it is found again from what hosts and EC2 say, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import LEASES, Attacked, attacked
from tests.scenarios.steps_of_people import document, stop_and_start

FOLDER = "C:\\ProgramData\\CacheWarden\\"


def damage(scene: Attacked, node: str, name: str) -> None:
    """The file and its copy."""
    files = scene.cluster.hosts[node].files
    for path in (FOLDER + name, FOLDER + name + ".bak"):
        files.write_bytes(path, b'{"seq":4,"sha')


def lose_the_lease_table(scene: Attacked) -> None:
    """An administrator deletes the table and makes it anew."""
    table = scene.cluster.account.client("dynamodb", scene.cluster.account.person("admin"))
    for item in scene.cluster.account.items(LEASES):
        table.delete_item(TableName=LEASES, Key={"cluster": item["cluster"]})


def items(scene: Attacked) -> list[dict[str, Any]]:
    """All that the lease table has now."""
    return [dict(item) for item in scene.cluster.account.items(LEASES)]


def restore(scene: Attacked, older: list[dict[str, Any]]) -> None:
    """An administrator restores the table to what it had then."""
    lose_the_lease_table(scene)
    table = scene.cluster.account.client("dynamodb", scene.cluster.account.person("admin"))
    for item in older:
        table.put_item(TableName=LEASES, Item=item)


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def test_a_damaged_inventory_is_told_with_what_to_do_and_written_anew(scene):
    damage(scene, "SALES2", "inventory.json")
    preflight = document(scene, "Preflight", "SALES2")
    assert preflight.status.value == "Failed" and "CW3010" in str(preflight.run.message)
    assert "CacheWarden-AdoptStorage" in scene.messages[-1]
    assert document(scene, "AdoptStorage", "SALES2", Write="yes").status.value == "Success"
    stop_and_start(scene, "SALES2")
    assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Goal")]
    assert scene.whole("SALES2") and not scene.watch.violations


def test_a_record_of_tokens_that_is_damaged_in_the_middle_of_a_stop_is_exceeded(scene):
    scene.perform(StepKind.STOP, "SALES2")
    scene.run_until_state("StopSqlServer")
    former = scene.claim()["token"]
    damage(scene, "SALES2", "token.json")
    scene.settle()
    assert scene.entered.count("StopSqlServer") == 2 and int(scene.lease()["token"]) > former
    assert scene.outcomes == [("Stopped", "Goal")]
    assert not scene.watch.violations


def test_a_lease_table_that_is_lost_while_a_node_is_away_is_told_with_the_modes_that_stay(scene):
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    lose_the_lease_table(scene)
    scene.perform(StepKind.START, "SALES2")
    scene.settle()
    assert scene.outcomes == [("Stopped", "Goal"), ("InService", "Goal")]
    assert not scene.cluster.fails_over_automatically()
    assert "CW6162" in scene.messages[-1] and "By hand only fail over in sales-ag: SALES2" in scene.messages[-1]
    assert not scene.watch.violations


@pytest.mark.campaign
def test_a_lease_table_that_is_lost_while_all_is_well_is_nothing_to_tell(scene):
    lose_the_lease_table(scene)
    stop_and_start(scene, "SALES2")
    assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Goal")]
    assert scene.cluster.fails_over_automatically() and not scene.watch.violations
    assert "CW6162" not in "".join(scene.messages)


@pytest.mark.campaign
def test_a_table_of_the_middle_of_an_older_stop_holds_nothing_up_and_modes_stay(scene):
    """Its lease is held by an execution that has ended, with a token that the hosts have exceeded since."""
    scene.perform(StepKind.STOP, "SALES2")
    scene.run_until_state("EvacuateCache")
    older, token = items(scene), scene.lease()["token"]
    scene.settle()
    scene.perform(StepKind.START, "SALES2")
    scene.settle()
    stop_and_start(scene, "SALES2")
    exceeded = int(scene.lease()["token"])
    restore(scene, older)
    assert scene.lease()["token"] == token and int(token) < exceeded
    stop_and_start(scene, "SALES2")
    assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Goal")]
    assert int(scene.lease()["token"]) > exceeded
    assert scene.whole("SALES2") and scene.cluster.fails_over_automatically() and not scene.watch.violations


def test_a_table_from_before_a_stop_is_told_with_the_modes_that_stay(scene):
    stop_and_start(scene, "SALES2")
    older = items(scene)
    scene.perform(StepKind.STOP, "SALES2")
    scene.settle()
    restore(scene, older)
    scene.perform(StepKind.START, "SALES2")
    scene.settle()
    assert scene.outcomes[-2:] == [("Stopped", "Goal"), ("InService", "Goal")]
    assert not scene.cluster.fails_over_automatically() and not scene.watch.violations
    assert "CW6162" in scene.messages[-1] and "By hand only fail over in sales-ag: SALES2" in scene.messages[-1]


def test_a_table_that_is_put_back_in_the_middle_of_a_stop_stops_nothing_and_the_node_is_whole_again(scene):
    """The operation has lost its lease; the next look takes it and goes on from what it sees."""
    stop_and_start(scene, "SALES2")
    older = items(scene)
    scene.perform(StepKind.STOP, "SALES2")
    scene.run_until_state("EvacuateCache")
    scene.sleep(60)
    restore(scene, older)
    scene.settle()
    scene.sleep(3600)
    scene.settle()
    assert scene.cluster.instances["SALES2"].state.api_name == "running"
    assert scene.whole("SALES2") and not scene.watch.violations
