"""AWS reboots a node: what it leads fails over before, nothing is stopped, and whatever comes between ends well."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from cachewarden.json_reader import format_time
from rehearsal.aws.ec2 import health
from rehearsal.scenarios.story import StepKind
from rehearsal.world.ec2.instances import ScheduledEvent
from rehearsal.world.settings import Ec2Settings, Settings, SystemReboot
from rehearsal.world.sql.groups.replica import FailoverMode
from rehearsal.world.windows.system.services import ServiceState
from tests.attacks.attacked_cluster import LEASES, WORKFLOW, Attacked, attacked

REBOOT = "AWS_EC2_INSTANCE_REBOOT_MAINTENANCE_SCHEDULED"
TO_ANOTHER_HOST = "AWS_EC2_SYSTEM_REBOOT_MAINTENANCE_SCHEDULED"
HOUR_S = 3600.0
NODE, OTHER = "SALES1", "SALES2"


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        for node in (NODE, OTHER):
            cluster.cluster.instances[node].tags["cachewarden:on-health"] = "auto"
        yield cluster


def announce(scene: Attacked, hours: float, node: str = NODE, notice: str = REBOOT) -> None:
    health.announce(scene.cluster.world, scene.cluster.instances[node], notice, ahead=timedelta(hours=hours))


def schedule(scene: Attacked, node: str, code: str, *, hours: float, lasts_h: float) -> None:
    """What EC2 shows alone: AWS carries it out after all that the test looks at."""
    now = scene.cluster.world.clock.now()
    event = ScheduledEvent(
        id=scene.cluster.world.hex_id("instance-event-"),
        code=code,
        description="The instance is running on degraded hardware",
        announced=now,
        not_before=now + timedelta(hours=hours),
        not_after=now + timedelta(hours=hours + lasts_h),
    )
    scene.cluster.instances[node].scheduled_events.append(event)


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


@pytest.mark.parametrize("store", SystemReboot)
@pytest.mark.parametrize("rebuild", ["auto", "approve"])
def test_after_a_move_to_another_host_the_node_comes_back_whatever_that_did_to_its_nvme(synthesized, store, rebuild):
    """AWS says that it keeps the data, which isn't confirmed. Where it doesn't, the lost cache is rebuilt."""
    with attacked(synthesized, settings=Settings([Ec2Settings(system_reboot_store=store)])) as scene:
        for node in (NODE, OTHER):
            scene.cluster.instances[node].tags |= {"cachewarden:on-health": "auto", "cachewarden:rebuild": rebuild}
        announce(scene, 1.55, notice=TO_ANOTHER_HOST)
        scene.sleep(4 * HOUR_S)
        scene.settle()
        asks = store is SystemReboot.BLANK and rebuild == "approve"
        assert primary(scene) == OTHER and (told(scene, "CW6209") > 0) is asks
        if asks:
            document = "CacheWarden-AcceptRebuildAndStartInstance"
            scene.perform(StepKind.AUTOMATION, NODE, document=document, by="approver")
            scene.sleep(HOUR_S)
            scene.settle()
        assert as_before(scene)
        assert not scene.watch.violations


def test_what_people_hear_ahead_of_a_move_to_another_host_does_not_promise_the_cache(scene):
    announce(scene, 3, notice=TO_ANOTHER_HOST)
    announce(scene, 13, OTHER)
    scene.sleep(0.5 * HOUR_S)
    assert told(scene, "CW5123", "system-reboot", "isn't confirmed", "CacheWarden-CycleInstance") == 1
    assert told(scene, "CW5123", "SYSTEM_REBOOT", "isn't confirmed") == 1
    assert told(scene, "CW5123", "instance-reboot", "A reboot keeps the cache") == 1
    assert told(scene, NODE, "reboot keeps") == 0


def test_a_restart_by_hand_in_the_time_of_a_reboot_does_not_count_for_it_once_ec2_must_have_shown_it(scene):
    """Roles don't move onto a node whose own reboot by AWS is still to come."""
    schedule(scene, OTHER, "system-reboot", hours=0.1, lasts_h=26)
    scene.sleep(0.3 * HOUR_S)
    scene.cluster.hosts[OTHER].reboot()
    scene.sleep(1.2 * HOUR_S)
    schedule(scene, NODE, "instance-reboot", hours=0.9, lasts_h=2)
    scene.sleep(0.8 * HOUR_S)
    assert primary(scene) == NODE
    assert told(scene, "CW6173", "system-reboot") >= 1


def test_a_primary_that_was_patched_in_the_time_of_its_own_reboot_is_looked_after_again(scene):
    schedule(scene, NODE, "system-reboot", hours=1.5, lasts_h=26)
    scene.perform(StepKind.STOP, OTHER)
    scene.settle()
    scene.sleep(1.7 * HOUR_S)
    scene.cluster.hosts[NODE].reboot()
    scene.sleep(0.5 * HOUR_S)
    scene.perform(StepKind.START, OTHER)
    scene.sleep(1.2 * HOUR_S)
    scene.settle()
    assert primary(scene) == OTHER and as_before(scene)


def work_on(scene: Attacked, hours: float) -> None:
    """The lease of the cluster is held for so long, in the name of an execution that brought the other node back."""
    scene.perform(StepKind.AUTOMATION, OTHER, document="CacheWarden-CycleInstance")
    scene.run_until_state("StopSqlServer")
    (item,) = (each for each in scene.cluster.account.items(LEASES) if "members" in each)
    scene.run_until(lambda: bool(scene.outcomes))
    scene.settle()
    until = scene.cluster.world.clock.now() + timedelta(hours=hours)
    kept = {name: value for name, value in item.items() if name != "savedModes"}
    kept |= {"expiresAt": {"S": format_time(until)}, "version": {"N": str(int(item["version"]["N"]) + 50)}}
    admin = scene.cluster.account.client("dynamodb", scene.cluster.account.person("admin"))
    admin.put_item(TableName=LEASES, Item=kept)


def test_where_the_lease_is_not_free_in_time_people_hear_once_by_whom_it_is_held(scene):
    work_on(scene, hours=5)
    schedule(scene, NODE, "instance-reboot", hours=1.5, lasts_h=2)
    scene.sleep(0.9 * HOUR_S)
    assert told(scene, "CW5124") == 0
    scene.sleep(0.5 * HOUR_S)
    assert told(scene, "CW5124", "Cycled", scene.instance_id(OTHER), "CacheWarden-FailOverAvailabilityGroups") == 1
    scene.sleep(2 * HOUR_S)
    assert told(scene, "CW5124") == 1
    assert begun(scene) == [] and primary(scene) == NODE


def test_what_the_sweep_itself_has_just_begun_is_told_where_it_does_not_come_by_again_before_the_reboot(scene):
    """SQL Server of the partner was stopped: it is brought back first, and nobody could take over before."""
    host = scene.cluster.hosts[OTHER]
    service = host.services["MSSQLSERVER"]
    scene.cluster.world.clock.spawn(
        "somebody stops SQL Server", partial(host.services.request_stop, service, force=True)
    )
    schedule(scene, NODE, "instance-reboot", hours=0.45, lasts_h=2)
    scene.sleep(0.4 * HOUR_S)
    assert begun(scene) == []
    assert told(scene, "CW5124", "this sweep has begun", scene.instance_id(OTHER)) == 1
    scene.sleep(0.5 * HOUR_S)
    assert primary(scene) == OTHER and told(scene, "CW5124") == 1


def test_an_operation_that_moves_the_roles_itself_is_no_obstacle_to_that(scene):
    """It begins in the last half hour, and is still at work when the sweep comes by."""
    announce(scene, 0.4)
    scene.run_until(lambda: bool(begun(scene)))
    scene.sleep(0.3 * HOUR_S)
    assert primary(scene) == OTHER and told(scene, "CW5124") == 0


def test_of_a_secondary_that_is_silent_nothing_is_asked_and_of_a_silent_primary_once(scene):
    scene.cluster.hosts[OTHER].services["AmazonSSMAgent"].state = ServiceState.STOPPED
    schedule(scene, OTHER, "instance-reboot", hours=0.9, lasts_h=8)
    scene.sleep(9 * HOUR_S)
    assert begun(scene) == []
    scene.cluster.hosts[OTHER].services["AmazonSSMAgent"].state = ServiceState.RUNNING
    scene.cluster.hosts[NODE].services["AmazonSSMAgent"].state = ServiceState.STOPPED
    schedule(scene, NODE, "instance-reboot", hours=0.9, lasts_h=8)
    scene.sleep(9 * HOUR_S)
    assert begun(scene) == [NODE] and told(scene, "goal FailedOver", "CW6113") == 1
