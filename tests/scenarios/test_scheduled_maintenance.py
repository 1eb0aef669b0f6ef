"""AWS will stop a node's host: the node is cycled before, in its owner's window, and nothing is begun until then."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.ec2 import health
from rehearsal.scenarios.story import StepKind
from tests.attacks.attacked_cluster import WORKFLOW, Attacked, attacked

RETIREMENT = "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED"
HOUR_S = 3600.0
NODE = "SALES2"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        cluster.cluster.instances[NODE].tags["cachewarden:on-health"] = "auto"
        yield cluster


def announce(scene: Attacked, hours: float, notice: str = RETIREMENT) -> None:
    health.announce(scene.cluster.world, scene.cluster.instances[NODE], notice, ahead=timedelta(hours=hours))


def shown(scene: Attacked, hours: float, *, movable_h: float) -> None:
    """EC2 shows it, and AWS Health's notice got lost."""
    now, node = scene.cluster.world.clock.now(), scene.cluster.instances[NODE]
    starts, latest = now + timedelta(hours=hours), now + timedelta(hours=movable_h)
    health.schedule(scene.cluster.world, node, RETIREMENT, starts, deadline=latest)


def goals(scene: Attacked) -> list[str]:
    return [each.name.partition("-")[0] for each in scene.cluster.account.executions if each.machine.name == WORKFLOW]


def told(scene: Attacked, *words: str) -> int:
    return sum(all(word in message for word in words) for message in scene.messages)


def window(scene: Attacked, opens_in_h: int, hours: int) -> None:
    opens = scene.cluster.world.clock.now() + timedelta(hours=opens_in_h)
    scene.cluster.instances[NODE].tags["cachewarden:window"] = f"{opens:%H:00}-{opens + timedelta(hours=hours):%H:00}"


def test_without_a_window_a_node_is_cycled_once_on_the_last_day(scene):
    launched = scene.cluster.instances[NODE].launch_time
    announce(scene, 25)
    scene.sleep(0.6 * HOUR_S)
    assert goals(scene) == []
    assert told(scene, "CW5119", "is cycled ahead of it") == 2  # as AWS Health's notice, and as EC2 shows it
    scene.sleep(HOUR_S)
    scene.settle()
    assert goals(scene).count("Cycled") == 1
    assert scene.cluster.instances[NODE].launch_time > launched
    assert scene.whole(NODE)
    assert not scene.watch.violations


@pytest.mark.campaign
def test_a_window_that_opens_before_is_waited_for_and_kept(scene):
    window(scene, opens_in_h=3, hours=2)
    announce(scene, 20)
    scene.sleep(2 * HOUR_S)
    assert goals(scene) == []
    scene.sleep(2 * HOUR_S)
    scene.settle()
    assert goals(scene).count("Cycled") == 1
    assert scene.whole(NODE)


@pytest.mark.parametrize("meanwhile", ["cancelled", "rescheduled"])
@pytest.mark.campaign(suite=1)
def test_what_ec2_no_longer_shows_for_today_is_not_acted_on(scene, meanwhile):
    window(scene, opens_in_h=1, hours=2)
    announce(scene, 20)
    scene.sleep(0.5 * HOUR_S)
    (event,) = scene.cluster.instances[NODE].scheduled_events
    scene.cluster.instances[NODE].scheduled_events.clear()
    if meanwhile == "rescheduled":
        scene.cluster.instances[NODE].tags["cachewarden:window"] = ""
        announce(scene, 14 * 24)
    scene.sleep(1.5 * HOUR_S)
    assert "Cycled" not in goals(scene)
    assert told(scene, "CW5119", f"{event.not_before + timedelta(days=13):%Y-%m}") >= (meanwhile == "rescheduled")


def test_what_was_refused_is_tried_again(scene):
    """The other node is down at first: nothing may be stopped."""
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    announce(scene, 20)
    scene.sleep(0.5 * HOUR_S)
    scene.settle()
    refused, launched = goals(scene).count("Cycled"), scene.cluster.instances[NODE].launch_time
    assert refused == 2  # by AWS Health's notice, and by the sweep
    scene.perform(StepKind.START, "SALES1")
    scene.sleep(3 * HOUR_S)
    scene.settle()
    assert goals(scene).count("Cycled") == refused + 1
    assert scene.cluster.instances[NODE].launch_time > launched
    assert scene.whole(NODE) and scene.whole("SALES1")
    assert not scene.watch.violations


@pytest.mark.campaign
def test_a_node_that_somebody_had_just_started_is_cycled_too(scene):
    scene.perform(StepKind.STOP, NODE)
    scene.settle()
    scene.perform(StepKind.START, NODE)
    scene.settle()
    announce(scene, 20)
    scene.sleep(1.5 * HOUR_S)
    scene.settle()
    assert goals(scene).count("Cycled") == 1
    assert scene.whole(NODE)


def test_a_node_that_is_operated_hears_of_its_maintenance_too(scene):
    scene.cluster.instances[NODE].tags["cachewarden:on-health"] = "notify"
    scene.sleep(10 * 60)
    announce(scene, 60)
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state("EvacuateCache")
    sweeps = told(scene, "CW5116", scene.instance_id(NODE))
    while "owner" in scene.lease() and not told(scene, "CW5116", scene.instance_id(NODE)):
        scene.sleep(30)
    assert (sweeps, told(scene, "CW5116", "instance-retirement", scene.instance_id(NODE))) == (0, 1)
    assert "owner" in scene.lease()


def test_nobody_who_only_wants_to_know_is_cycled_and_ec2_then_takes_the_cache(scene):
    scene.cluster.instances[NODE].tags["cachewarden:on-health"] = "notify"
    disks = scene.cluster.instances[NODE].instance_store_generation
    announce(scene, 1)
    scene.sleep(0.6 * HOUR_S)
    assert scene.cluster.instances[NODE].instance_store_generation == disks
    scene.sleep(0.9 * HOUR_S)
    assert "Cycled" not in goals(scene)
    assert told(scene, "CW5116", "instance-retirement") == 1
    assert scene.cluster.instances[NODE].instance_store_generation > disks


@pytest.mark.campaign
def test_the_owner_is_reminded_every_day_when_it_is_near(scene):
    scene.cluster.instances[NODE].tags["cachewarden:on-health"] = "approve"
    announce(scene, 60)
    scene.sleep(26 * HOUR_S)
    assert told(scene, "CW5116", "instance-retirement") == 2


def test_for_a_scheduled_reboot_of_a_secondary_nothing_is_begun(scene):
    disks, node = scene.cluster.instances[NODE].instance_store_generation, scene.instance_id(NODE)
    announce(scene, 1.05, "AWS_EC2_INSTANCE_REBOOT_MAINTENANCE_SCHEDULED")
    scene.sleep(1.5 * HOUR_S)
    assert goals(scene) == []
    assert told(scene, "CW5123", node) == 1
    assert scene.cluster.instances[NODE].instance_store_generation == disks
    assert scene.whole(NODE)


def test_it_is_put_off_for_a_window_that_opens_only_after_it(scene):
    window(scene, opens_in_h=3, hours=2)
    disks = scene.cluster.instances[NODE].instance_store_generation
    shown(scene, 2, movable_h=24)
    scene.sleep(2.5 * HOUR_S)
    assert goals(scene) == []
    assert scene.cluster.instances[NODE].instance_store_generation == disks
    assert told(scene, "CW5122", "is put off from") == 1
    scene.sleep(1.5 * HOUR_S)
    scene.settle()
    assert goals(scene).count("Cycled") == 1
    assert scene.whole(NODE)
    assert not scene.watch.violations and not scene.cluster.account.denials


@pytest.mark.campaign
def test_it_is_put_off_while_the_partner_is_down_and_the_node_cycled_once_it_is_back(scene):
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    disks = scene.cluster.instances[NODE].instance_store_generation
    shown(scene, 2.5, movable_h=24)
    scene.sleep(3 * HOUR_S)
    assert scene.cluster.instances[NODE].instance_store_generation == disks
    assert told(scene, "CW5122") == 1
    scene.perform(StepKind.START, "SALES1")
    scene.sleep(3 * HOUR_S)
    scene.settle()
    assert scene.cluster.instances[NODE].instance_store_generation > disks
    assert scene.whole(NODE) and scene.whole("SALES1")
    assert not scene.watch.violations and not scene.cluster.account.denials


def test_what_ec2_does_not_move_is_answered_in_time_all_the_same(scene):
    def refused(parameters: Mapping[str, Any]) -> None:
        raise ApiError("InternalError", "An internal error has occurred", status=500)

    scene.cluster.account.gateway.before("ec2", "ModifyInstanceEventStartTime", refused)
    window(scene, opens_in_h=5, hours=2)
    shown(scene, 4, movable_h=24)
    scene.sleep(1.5 * HOUR_S)
    scene.settle()
    assert goals(scene).count("Cycled") == 1  # outside of the window, on its last day
    assert told(scene, "CW5122") == 0 and told(scene, "CW5117") == 0
    assert scene.whole(NODE)


def test_with_the_brake_on_nothing_is_put_off(scene):
    admin = scene.cluster.account.client("ssm", scene.cluster.account.person("admin"))
    admin.put_parameter(Name="/cachewarden/mode", Value="notify", Overwrite=True)
    window(scene, opens_in_h=5, hours=2)
    shown(scene, 4, movable_h=24)
    scene.sleep(0.6 * HOUR_S)
    assert told(scene, "CW5122") == 0
    assert "ec2:ModifyInstanceEventStartTime" not in scene.cluster.account.api_calls
