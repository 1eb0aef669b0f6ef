"""Every node is looked at every 15 minutes, whatever events got lost; nothing in order makes no noise."""

from __future__ import annotations

from functools import partial

import pytest

from rehearsal.kernel.faults import Fault, FaultKind, Faults
from rehearsal.scenarios.story import StepKind
from rehearsal.world.ec2.instances import InstanceState, ScheduledEvent
from rehearsal.world.sql.groups.replica import FailoverMode
from tests.attacks.attacked_cluster import LEASES, WORKFLOW, Attacked, attacked

LOWERED = "CW6257"
QUARTER_S = 15 * 60
SEEN_WITHIN_S = QUARTER_S + 60


@pytest.fixture
def scene(synthesized):
    with attacked(synthesized) as cluster:
        yield cluster


def lose(scene: Attacked, detail_type: str) -> None:
    """Every event of this kind is lost from now on."""
    faults = Faults([Fault(point=f"event.{detail_type}", kind=FaultKind.LOST, count=1000)])
    faults.begin()
    scene.cluster.world.faults = faults


def executions(scene: Attacked) -> list[str]:
    return [each.name for each in scene.cluster.account.executions if each.machine.name == WORKFLOW]


def told(scene: Attacked, *words: str) -> int:
    return sum(all(word in message for word in words) for message in scene.messages)


def calls_made(scene: Attacked) -> int:
    return sum(each.calls for each in scene.cluster.account.api_calls.values())


def test_a_cluster_in_order_hears_nothing_and_nothing_is_started(scene):
    scene.sleep(4 * SEEN_WITHIN_S)
    assert executions(scene) == [] and scene.messages == []
    assert not scene.watch.violations


def test_a_sweep_of_a_cluster_in_order_makes_no_more_calls_than_its_page_says(scene):
    scene.sleep(SEEN_WITHIN_S)
    before = calls_made(scene)
    scene.sleep(4 * QUARTER_S)
    assert 0 < (calls_made(scene) - before) / 4 <= 20 + 5 * len(scene.cluster.instances)


def test_nodes_that_are_left_alone_are_told_once_and_which_instance_each_computer_is_is_noted_all_the_same(scene):
    """Whoever may set tags keeps nothing from people for ever."""
    for node in scene.cluster.instances.values():
        node.tags["cachewarden:snooze-until"] = "2999-01-01T00:00:00Z"
    stop = scene.cluster.hosts["SALES2"].services["MSSQLSERVER"]
    scene.cluster.world.clock.spawn(
        "somebody stops SQL Server", partial(scene.cluster.hosts["SALES2"].services.request_stop, stop, force=True)
    )
    scene.sleep(SEEN_WITHIN_S)
    (noted,) = [each for each in scene.cluster.account.items(LEASES) if each["cluster"]["S"].startswith("computers/")]
    assert {computer: each["M"]["instance"]["S"] for computer, each in noted["computers"]["M"].items()} == {
        name.casefold(): node.id for name, node in scene.cluster.instances.items()
    }
    scene.sleep(SEEN_WITHIN_S)
    assert executions(scene) == [] and len(scene.messages) == 2
    for node in scene.cluster.instances.values():
        assert told(scene, "CW5111", f"{node.id} is left alone until") == 1


def test_protection_that_somebody_took_off_goes_on_again(scene):
    node = scene.cluster.instances["SALES1"]
    ec2 = scene.cluster.account.client("ec2", scene.cluster.account.person("dba"))
    ec2.modify_instance_attribute(InstanceId=node.id, DisableApiStop={"Value": False})
    scene.sleep(SEEN_WITHIN_S)
    assert node.stop_protected
    assert told(scene, "CW5115", node.id) == 1


def test_an_opt_in_whose_event_got_lost_is_protected_and_examined(scene):
    node = scene.cluster.instances["SALES1"]
    node.stop_protected = False
    del node.tags["cachewarden:state"]
    scene.sleep(SEEN_WITHIN_S)
    scene.settle()
    assert node.stop_protected
    assert ("Preflight", "Goal") in scene.outcomes


@pytest.mark.parametrize("health", ["notify", "auto"])
def test_a_node_that_is_away_for_longer_than_it_may_is_told_of_or_started(scene, health):
    """Its primary's log has room for days: only the owner's tag says how long is too long."""
    tags = scene.cluster.instances["SALES1"].tags
    tags["cachewarden:max-away"], tags["cachewarden:on-health"] = "1h", health
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    scene.sleep(0.7 * 3600)
    assert told(scene, "CW6149") == 0
    scene.sleep(0.8 * 3600)
    scene.settle()
    assert scene.whole("SALES1") is (health == "auto")
    assert told(scene, "CW6147") == 0
    assert (told(scene, "CW6149", "60 are allowed") > 0) is (health == "notify")


@pytest.mark.campaign
def test_a_tag_that_is_misspelt_is_told_once_a_day(scene):
    scene.cluster.instances["SALES1"].tags["cachewarden:managed"] = "True"
    scene.sleep(23 * 3600)
    assert told(scene, "CW5114", scene.instance_id("SALES1")) == 1
    scene.sleep(2 * 3600)
    assert told(scene, "CW5114", scene.instance_id("SALES1")) == 2


def test_a_start_whose_event_got_lost_ends_in_service(scene):
    scene.perform(StepKind.STOP, "SALES1")
    scene.settle()
    lose(scene, "EC2 Instance State-change Notification")
    scene.perform(StepKind.START, "SALES1")
    scene.sleep(2 * SEEN_WITHIN_S)
    scene.settle()
    assert scene.whole("SALES1")
    assert scene.outcomes[-1] == ("InService", "Goal")


def test_sql_server_that_is_down_on_a_running_node_is_brought_back(scene):
    """After a patch reboot whose boot task died nobody sends an event."""
    services = scene.cluster.hosts["SALES2"].services
    for time in (1, 2):
        stop = partial(services.request_stop, services["MSSQLSERVER"], force=True)
        scene.cluster.world.clock.spawn("somebody stops SQL Server", stop)
        scene.sleep(SEEN_WITHIN_S)
        scene.settle()
        assert scene.cluster.sql_runs("SALES2")
        assert scene.outcomes == [("InService", "Goal")] * time


def test_a_node_that_is_shut_down_while_the_nodes_are_asked_isn_t_started_again(scene):
    node = scene.cluster.instances["SALES2"]
    while "ec2:DescribeInstanceStatus" not in scene.cluster.account.api_calls:
        scene.sleep(0.1)
    scene.cluster.hosts["SALES2"].power_off()
    node.guest_powered_off()
    scene.sleep(QUARTER_S / 2)
    assert executions(scene) == [] and node.state is InstanceState.STOPPED
    assert told(scene, "stopped without CacheWarden", node.id) == 1


def test_a_node_that_stops_right_after_it_was_found_silent_isn_t_started_again(scene):
    """Windows is on its way down when the sweep comes by: its agent is silent, and EC2 still shows it running."""
    node = scene.cluster.instances["SALES2"]
    scene.sleep(QUARTER_S - 30)
    scene.cluster.hosts["SALES2"].shut_down_from_inside()
    scene.sleep(QUARTER_S / 2)
    scene.settle()
    assert scene.outcomes == [("InService", "Attention")] and node.state is InstanceState.STOPPED
    assert told(scene, "CW6271", node.id) == 1
    assert not scene.watch.violations


def test_a_stop_behind_our_back_whose_event_got_lost_is_told_once(scene):
    lose(scene, "EC2 Instance State-change Notification")
    scene.cluster.hosts["SALES2"].shut_down_from_inside()
    scene.sleep(4 * SEEN_WITHIN_S)
    assert told(scene, "CW5109", scene.instance_id("SALES2")) == 1


def test_the_lease_of_an_execution_whose_end_nobody_heard_is_cleared(scene):
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state("EvacuateCache")
    lose(scene, "Step Functions Execution Status Change")
    client = scene.cluster.account.client("stepfunctions", scene.cluster.account.person("admin"))
    client.stop_execution(executionArn=scene.claim()["owner"])
    scene.sleep(3 * SEEN_WITHIN_S)
    scene.settle()
    assert "owner" not in scene.lease()
    assert scene.whole("SALES1") and scene.whole("SALES2")
    assert not scene.watch.violations


def test_an_execution_that_ended_without_lease_and_janitor_is_noticed(scene):
    """Aborted before it had begun anything: whoever asked must hear that nothing happens."""
    lose(scene, "Step Functions Execution Status Change")
    scene.perform(StepKind.STOP, "SALES1")
    scene.run_until_state("ObserveCluster")
    client = scene.cluster.account.client("stepfunctions", scene.cluster.account.person("admin"))
    (running,) = [each for each in scene.cluster.account.executions if each.machine.name == WORKFLOW]
    client.stop_execution(executionArn=running.arn)
    scene.sleep(2 * 3600)
    assert told(scene, "ABORTED") == 1


def test_maintenance_that_no_message_announced_is_told_once(scene):
    node = scene.cluster.instances["SALES1"]
    now = scene.cluster.world.clock.now()
    node.scheduled_events.append(
        ScheduledEvent(
            id="instance-event-0d59937288b749b32",
            code="instance-stop",
            description="The instance is running on degraded hardware",
            announced=now,
            not_before=now.replace(day=now.day + 10),
        )
    )
    scene.sleep(4 * SEEN_WITHIN_S)
    assert told(scene, "CW5116", node.id, "instance-stop") == 1


@pytest.mark.campaign
def test_what_stays_wrong_is_one_message_a_day_not_one_a_quarter(scene):
    """Windows is gone, EC2 says running: once found, tried once more after the first Attention, and again each day."""
    scene.cluster.hosts["SALES2"].power_off()
    scene.sleep(23 * 3600)
    assert len(executions(scene)) == 3
    assert len(scene.messages) == 3


def weaken(scene: Attacked) -> None:
    group = next(iter(scene.cluster.failover_cluster.groups.values()))
    for replica in group.replicas.values():
        replica.failover_mode = FailoverMode.MANUAL


def test_modes_that_became_weaker_in_service_are_told_once_a_day(scene):
    scene.sleep(SEEN_WITHIN_S)
    weaken(scene)
    scene.sleep(SEEN_WITHIN_S)
    assert told(scene, "CW6255", "SALES1 in sales-ag is SYNCHRONOUS_COMMIT, MANUAL", "AUTOMATIC") == 1
    scene.sleep(4 * SEEN_WITHIN_S)
    assert told(scene, "CW6255") == 1
    assert executions(scene) == []


def test_a_preflight_says_that_modes_became_weaker(scene):
    scene.sleep(SEEN_WITHIN_S)
    weaken(scene)
    scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-Preflight")
    scene.settle()
    assert told(scene, "CW6255", "SALES1 in sales-ag is SYNCHRONOUS_COMMIT, MANUAL") == 1


def test_modes_that_are_held_while_a_node_is_away_are_not_told(scene):
    scene.sleep(SEEN_WITHIN_S)
    scene.perform(StepKind.STOP, "SALES1")
    scene.sleep(2 * 3600)
    assert told(scene, "CW6255") == 0


@pytest.fixture
def lowered(synthesized):
    """SALES1 is stopped, and by consent its group demands no secondary for a commit until it is back."""
    with attacked(synthesized, story="fewer-copies") as cluster:
        document = "CacheWarden-AcceptFewerCopiesAndStopInstance"
        cluster.perform(StepKind.AUTOMATION, "SALES1", document=document)
        cluster.settle()
        assert cluster.outcomes == [("Stopped", "Goal")] and required(cluster) == 0
        yield cluster
        assert not cluster.watch.violations


def required(scene: Attacked) -> int:
    (group,) = scene.cluster.failover_cluster.groups.values()
    return group.required_synchronized


@pytest.mark.campaign
def test_a_number_of_required_secondaries_that_stays_lowered_is_told_after_a_day_until_it_is_back(lowered):
    """The stop's own message says it on the first day."""
    lowered.sleep(23 * 3600)
    assert told(lowered, LOWERED) == 0
    lowered.sleep(2 * 3600)
    assert told(lowered, LOWERED, "sales-ag is 0 and was 1 before SALES1 was stopped", "CacheWarden-StartInstance") == 1
    lowered.perform(StepKind.START, "SALES1")
    lowered.settle()
    assert required(lowered) == 1
    lowered.sleep(25 * 3600)
    assert told(lowered, LOWERED) == 1


@pytest.mark.parametrize("days", [pytest.param(1, marks=pytest.mark.campaign), 0])
def test_a_number_that_stays_lowered_though_its_node_is_back_is_told_at_once_and_every_day(lowered, days):
    """No operation came: the node's owner wants it left alone. By hand a person decides otherwise."""
    (group,) = lowered.cluster.failover_cluster.groups.values()
    lose(lowered, "EC2 Instance State-change Notification")
    lowered.cluster.instances["SALES1"].tags["cachewarden:snooze-until"] = "2999-01-01T00:00:00Z"
    lowered.perform(StepKind.START, "SALES1")
    lowered.sleep(2 * SEEN_WITHIN_S)
    assert required(lowered) == 0 and told(lowered, LOWERED) == 1
    lowered.sleep(days * 24 * 3600)
    assert told(lowered, LOWERED) == 1 + days
    group.required_synchronized = 1
    lowered.sleep((days * 24 + 0.5) * 3600)
    assert told(lowered, LOWERED) == 1 + days
