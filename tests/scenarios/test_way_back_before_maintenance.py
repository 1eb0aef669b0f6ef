"""A way back right before EC2 takes the host leaves the cache where it is safe, on the Swap volume."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.procedures.guards import cluster as cluster_guards
from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.ec2 import health
from rehearsal.scenarios.story import StepKind
from rehearsal.simulation.expectation import cache_of
from rehearsal.world.settings import Settings
from rehearsal.world.storage.settings import StorageSettings
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.scenarios.test_evacuated_in_place import CYCLE, HOUR_S, NODE, OTHER, consent, cycle, disks, leader, shown

CODE = "CW6226"
ON_SWAP = "swap"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized, behind=(OTHER,)) as cluster:
        yield cluster


def begun(scene: Attacked, *, hours: float, state: str) -> None:
    """A cycle in place is under way, and has come so far."""
    consent(scene)
    shown(scene, hours)
    scene.perform(StepKind.AUTOMATION, NODE, document=CYCLE)
    scene.run_until_state(state)
    scene.sleep(20 if state == "EvacuateCache" else 0.5)


def abort(scene: Attacked) -> None:
    """Somebody ends the execution; the janitor brings the node back."""
    operator = scene.cluster.account.client("stepfunctions", scene.principal("operator", "states:*"))
    for record in scene.cluster.account.executions:
        if record.machine.name == "cachewarden-maintain-replica" and record.status.value == "RUNNING":
            operator.stop_execution(executionArn=record.arn)


def give_up(scene: Attacked) -> None:
    """The owner takes the tag off: what was begun is given up."""
    scene.cluster.instances[NODE].tags.pop("cachewarden:consent")


def restores(scene: Attacked) -> int:
    return scene.entered.count("RestoreCache")


def told(scene: Attacked) -> list[str]:
    return [each for each in scene.messages if CODE in each]


@pytest.mark.parametrize(
    ("given_up", "state"), [(abort, "EvacuateCache"), (abort, "LiftProtection"), (give_up, "EvacuateCache")]
)
def test_a_way_back_leaves_the_cache_on_swap_and_ec2_takes_nothing_with_the_host(scene, given_up, state):
    begun(scene, hours=1.5, state=state)
    before = disks(scene)
    given_up(scene)
    scene.sleep(1 * HOUR_S)
    assert scene.cluster.sql_runs(NODE) and leader(scene) == NODE and disks(scene) == before
    assert cache_of(scene.cluster, NODE) == ON_SWAP and not restores(scene)
    assert told(scene) and scene.cluster.instances[NODE].tags["cachewarden:state"] == "attention"
    assert not scene.cluster.changed_modes()
    scene.sleep(1 * HOUR_S)
    assert disks(scene) > before, "EC2 stopped it for its maintenance"
    scene.perform(StepKind.START, NODE)
    scene.sleep(1 * HOUR_S)
    assert scene.whole(NODE) and leader(scene) == NODE
    assert not scene.cluster.failover_cluster.lost_commits()
    assert not scene.watch.violations


def test_after_the_end_people_are_told_twice_at_most_and_maintenance_that_is_called_off_brings_the_cache_back(scene):
    begun(scene, hours=20, state="EvacuateCache")
    give_up(scene)
    scene.sleep(6 * HOUR_S)
    assert cache_of(scene.cluster, NODE) == ON_SWAP and not restores(scene) and scene.cluster.sql_runs(NODE)
    own, *further = told(scene)
    assert "stop and return failed" in own.splitlines()[0] and 1 <= len(further) <= 2
    scene.cluster.instances[NODE].scheduled_events.clear()
    scene.sleep(1 * HOUR_S)
    assert scene.whole(NODE) and leader(scene) == NODE and restores(scene) == 1
    assert scene.cluster.instances[NODE].tags["cachewarden:state"] == "in-service"
    assert not scene.watch.violations


def test_what_ec2_does_not_say_is_not_read_as_none(scene):
    def refused(parameters: Mapping[str, Any]) -> None:
        raise ApiError("InternalError", "EC2 doesn't answer", status=500)

    begun(scene, hours=1.5, state="LiftProtection")
    scene.cluster.account.gateway.before("ec2", "DescribeInstanceStatus", refused)
    abort(scene)
    scene.sleep(1 * HOUR_S)
    assert scene.cluster.sql_runs(NODE) and leader(scene) == NODE
    assert cache_of(scene.cluster, NODE) == ON_SWAP and not restores(scene)
    assert any("EC2 doesn't say" in each for each in told(scene))
    assert not scene.watch.violations


def test_maintenance_that_comes_later_than_a_day_keeps_no_cache_on_swap(scene):
    begun(scene, hours=20, state="LiftProtection")
    scene.cluster.instances[NODE].scheduled_events.clear()
    shown(scene, 40)
    abort(scene)
    scene.sleep(1 * HOUR_S)
    assert scene.whole(NODE) and leader(scene) == NODE and restores(scene) == 1 and not told(scene)
    assert not scene.watch.violations


def test_maintenance_that_is_no_stop_takes_no_primary_out_of_service(scene):
    consent(scene)
    instance, at = scene.cluster.instances[NODE], scene.cluster.world.clock.now() + timedelta(hours=3)
    health.schedule(scene.cluster.world, instance, "AWS_EC2_MAINTENANCE_SCHEDULED", at)
    before = disks(scene)
    cycle(scene)
    assert scene.outcomes[-1] == ("Cycled", "Refused") and "StopSqlServer" not in scene.entered
    assert "EC2 shows no maintenance for which SALES1" in scene.messages[-1]
    assert scene.whole(NODE) and leader(scene) == NODE
    scene.sleep(4 * HOUR_S)
    assert scene.whole(NODE) and disks(scene) == before and scene.cluster.sql_runs(NODE)
    assert not scene.watch.violations


@pytest.mark.parametrize(("s_per_gib", "begins"), [(14.0, False), (4.0, True)])
def test_a_move_that_the_swap_volume_is_too_slow_for_is_not_begun(synthesized, s_per_gib, begins):
    settings = Settings()
    object.__setattr__(settings.part(StorageSettings), "copy_s_per_gib", s_per_gib)
    with attacked(synthesized, behind=(OTHER,), settings=settings) as scene:
        consent(scene)
        shown(scene, 22 / 60)
        scene.perform(StepKind.AUTOMATION, NODE, document=CYCLE)
        scene.sleep(15 * 60)
        assert ("StopSqlServer" in scene.entered) is begins
        refused = any("too soon to move the cache" in each for each in scene.messages)
        assert refused is not begins
        if begins:
            scene.settle()
            assert scene.outcomes[-1] == ("Cycled", "Goal") and scene.whole(NODE)
        else:
            assert scene.cluster.sql_runs(NODE) and scene.whole(NODE)
        assert not scene.watch.violations


def test_the_rehearsal_sees_a_proven_cache_that_was_moved_back_before_ec2_stops_the_node(scene, monkeypatch):
    monkeypatch.setattr("cachewarden.procedures.return_storage.held_for_maintenance", lambda situation: None)
    begun(scene, hours=1.5, state="LiftProtection")
    abort(scene)
    scene.sleep(2 * HOUR_S)
    assert any("had been evacuated in place before" in each.observed for each in scene.watch.violations)


def test_the_rehearsal_sees_a_stop_in_place_beside_a_node_that_runs_without_sql_server(scene, monkeypatch):
    for name in ("partner_not_observed", "partner_is_busy"):
        rule = getattr(cluster_guards, name)
        monkeypatch.setattr(rule, "__code__", (lambda situation: None).__code__)
    consent(scene)
    shown(scene, 20)
    services = scene.cluster.hosts[OTHER].services
    scene.cluster.world.clock.spawn("a person", lambda: services.stop(services["MSSQLSERVER"], force=True))
    scene.sleep(420)
    assert not scene.cluster.sql_runs(OTHER)
    scene.perform(StepKind.AUTOMATION, NODE, document=CYCLE)
    scene.run_until(lambda: "StopInstance" in scene.entered or bool(scene.outcomes))
    scene.sleep(30)
    told = [each.observed for each in scene.watch.violations]
    assert f"{NODE} was stopped while {OTHER} was not in service" in told
    assert any(each.startswith("SQL Server (MSSQLSERVER) on SALES1 was stopped while SALES2") for each in told)
