"""AWS reboots a node: what it leads fails over before, nothing is stopped, and whatever comes between ends well."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from rehearsal.aws.ec2 import health
from rehearsal.scenarios.story import StepKind
from rehearsal.world.sql.groups.replica import FailoverMode
from tests.attacks.attacked_cluster import WORKFLOW, Attacked, attacked

REBOOT = "AWS_EC2_INSTANCE_REBOOT_MAINTENANCE_SCHEDULED"
HOUR_S = 3600.0
NODE, OTHER = "SALES1", "SALES2"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        for node in (NODE, OTHER):
            cluster.cluster.instances[node].tags["cachewarden:on-health"] = "auto"
        yield cluster


def announce(scene: Attacked, hours: float, node: str = NODE) -> None:
    health.announce(scene.cluster.world, scene.cluster.instances[node], REBOOT, ahead=timedelta(hours=hours))


def begun(scene: Attacked) -> list[str]:
    """Nodes for which an operation with goal FailedOver began, by name."""
    names = {each.id: name for name, each in scene.cluster.instances.items()}
    found = [each.name for each in scene.cluster.account.executions if each.machine.name == WORKFLOW]
    return [names[part] for each in found if each.startswith("FailedOver-") for part in names if part in each]


def told(scene: Attacked, *words: str) -> int:
    return sum(all(word in message for word in words) for message in scene.messages)


def primary(scene: Attacked) -> str:
    (group,) = scene.cluster.failover_cluster.groups.values()
    assert group.primary is not None
    return scene.cluster.failover_cluster.node_of(group.primary.server)


def as_before(scene: Attacked) -> bool:
    """Both nodes are whole, every replica fails over by itself again, and no operation holds the lease."""
    replicas = [each for group in scene.cluster.failover_cluster.groups.values() for each in group.replicas.values()]
    automatic = all(each.failover_mode is FailoverMode.AUTOMATIC for each in replicas)
    return automatic and scene.whole(NODE) and scene.whole(OTHER) and "owner" not in scene.lease()


def restarts(scene: Attacked, node: str) -> int:
    events = scene.cluster.world.trace.events
    return sum(each.node == node and "carries out instance-reboot" in each.text for each in events)


def let_reboots_happen(scene: Attacked, *nodes: str) -> None:
    """AWS carries them out when it likes within their time; then the nodes come back by themselves."""
    scene.run_until(lambda: all(restarts(scene, node) == 1 for node in nodes))
    scene.sleep(0.5 * HOUR_S)
    scene.settle()


@pytest.mark.parametrize("failback", ["true", None])
def test_the_roles_move_once_and_stay_away_whatever_the_owner_says_of_failing_back(scene, failback):
    if failback is not None:
        scene.cluster.instances[NODE].tags["cachewarden:failback"] = failback
    announce(scene, 1.55)
    scene.sleep(1.5 * HOUR_S)
    assert (begun(scene), primary(scene)) == ([NODE], OTHER)
    let_reboots_happen(scene, NODE)
    assert (begun(scene), primary(scene)) == ([NODE], OTHER)
    assert as_before(scene)
    assert not scene.watch.violations and not scene.cluster.account.denials


def test_an_owner_who_wants_to_be_asked_is_only_told(scene):
    scene.cluster.instances[NODE].tags["cachewarden:on-health"] = "approve"
    announce(scene, 1.55)
    scene.sleep(1.5 * HOUR_S)
    assert begun(scene) == [] and primary(scene) == NODE
    assert told(scene, "CW5116", "instance-reboot") == 1
    assert told(scene, "CW5108", "CacheWarden-FailOverAvailabilityGroups") == 1


def test_a_reboot_that_was_cancelled_moves_nothing(scene):
    announce(scene, 1.55)
    scene.sleep(0.4 * HOUR_S)
    scene.cluster.instances[NODE].scheduled_events.clear()
    scene.sleep(1.5 * HOUR_S)
    assert begun(scene) == [] and primary(scene) == NODE


def test_a_reboot_that_is_cancelled_between_the_sweep_and_the_operation_s_look_moves_nothing(scene):
    announce(scene, 0.9)
    scene.run_until(lambda: begun(scene) == [NODE])
    scene.cluster.instances[NODE].scheduled_events.clear()
    scene.sleep(0.5 * HOUR_S)
    scene.settle()
    assert begun(scene) == [NODE] and primary(scene) == NODE
    assert told(scene, "CW6174", "EC2 shows no reboot of SALES1") == 1
    assert "SaveModes" not in scene.entered and not scene.watch.violations


def test_with_the_brake_on_people_hear_once_that_nothing_was_begun(scene):
    admin = scene.cluster.account.client("ssm", scene.cluster.account.person("admin"))
    admin.put_parameter(Name="/cachewarden/mode", Value="notify", Overwrite=True)
    announce(scene, 1.55)
    scene.sleep(1.5 * HOUR_S)
    assert begun(scene) == [] and primary(scene) == NODE
    assert told(scene, "CW5118", "FailedOver", "CacheWarden-FailOverAvailabilityGroups") == 1


def test_what_was_refused_is_tried_again(scene):
    """The partner is stopped at first: nobody could take over."""
    scene.perform(StepKind.STOP, OTHER)
    scene.settle()
    announce(scene, 0.9)
    scene.sleep(0.3 * HOUR_S)
    assert begun(scene)[:1] == [NODE] and primary(scene) == NODE
    assert told(scene, "failover of SALES1 refused", "CW6103") == 1
    scene.perform(StepKind.START, OTHER)
    scene.sleep(0.55 * HOUR_S)
    assert primary(scene) == OTHER
    let_reboots_happen(scene, NODE)
    assert as_before(scene) and primary(scene) == OTHER
    assert not scene.watch.violations


def test_where_the_sweep_has_just_brought_a_node_back_the_roles_move_after_that(scene):
    """SQL Server of the partner was stopped: who leads isn't to be refused for an operation of the same sweep."""
    announce(scene, 1.05)
    host = scene.cluster.hosts[OTHER]
    service = host.services["MSSQLSERVER"]
    scene.cluster.world.clock.spawn(
        "somebody stops SQL Server", partial(host.services.request_stop, service, force=True)
    )
    scene.run_until(lambda: told(scene, OTHER, "is in service") > 0)
    assert begun(scene) == []
    scene.sleep(0.5 * HOUR_S)
    assert (begun(scene), primary(scene)) == ([NODE], OTHER)
    assert told(scene, "refused") == 0
    let_reboots_happen(scene, NODE)
    assert as_before(scene) and not scene.watch.violations


def test_of_two_nodes_that_are_rebooted_one_after_the_other_each_gives_its_roles_to_the_other_in_time(
    scene, monkeypatch
):
    """The first is too near to the second: it fails over by itself. The second isn't, once the first is back."""
    monkeypatch.setattr(health, "REBOOT_WINDOW", timedelta(minutes=5))
    announce(scene, 1.05)
    announce(scene, 1.9, OTHER)
    scene.sleep(1.0 * HOUR_S)
    assert primary(scene) == NODE and told(scene, "CW6173") >= 1
    scene.sleep(0.85 * HOUR_S)
    assert primary(scene) == NODE and begun(scene)[-1] == OTHER
    let_reboots_happen(scene, NODE, OTHER)
    assert as_before(scene)
    assert not scene.watch.violations


NO_PRIMARY_S = 15.0
"""By so much a failover, planned or by itself, may keep writers waiting here."""


def waited_for_a_primary_s(scene: Attacked) -> float:
    now = scene.cluster.world.clock.now()
    return sum(each.length(now) for each in scene.cluster.failover_cluster.write_outage_intervals())


@pytest.mark.parametrize("after_s", [1, 4, 8, 12, 16, 20, 25, 30])
def test_a_reboot_in_the_midst_of_it_finds_automatic_failover_as_its_owner_set_it(scene, after_s):
    """So writers wait for no boot, wherever the reboot comes in between."""
    announce(scene, 0.9)
    scene.run_until_state("AcquireLease")
    scene.sleep(after_s)
    scene.cluster.hosts[NODE].reboot()
    let_reboots_happen(scene, NODE)
    assert as_before(scene) and primary(scene) == OTHER
    assert waited_for_a_primary_s(scene) < 2 * NO_PRIMARY_S
    assert not scene.watch.violations
