import json
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from account_scene import START
from botocore.exceptions import ClientError

from rehearsal.aws.ec2 import health
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.ec2.instances import ArrivedStore
from rehearsal.world.latency import Latencies
from rehearsal.world.settings import Ec2Settings, SystemReboot
from tests.repository import EVENTS


def client(scene):
    return scene.account.client("ec2", scene.account.person("Nikki"))


def code(call):
    with pytest.raises(ClientError) as refused:
        call()
    return refused.value.response["Error"]["Code"]


def shape_of(value):
    """Keys and types, all the way down; of a list its first item."""
    if isinstance(value, dict):
        return {key: shape_of(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape_of(value[0])] if value else []
    return type(value).__name__


def recorded(scene, name):
    scene.clock.run_until()
    (event,) = [event for event in scene.account.bus.events if event["detail"].get("eventName") == name]
    return event


@pytest.mark.parametrize(
    ("sample", "name"),
    [
        ("cloudtrail-stopinstances-refused-cli.json", "StopInstances"),
        ("cloudtrail-stopinstances-success.json", "StopInstances"),
        ("cloudtrail-startinstances-success.json", "StartInstances"),
    ],
)
def test_cloudtrail_records_have_the_shape_of_aws_s_own(scene, sample, name):
    if not EVENTS.joinpath(sample).exists():
        pytest.fail(f"tests/events lacks {sample}")
    theirs = json.loads(EVENTS.joinpath(sample).read_text("utf-8"))
    s = scene()
    if "refused" in sample:
        s.first.stop_protected = True
        code(lambda: client(s).stop_instances(InstanceIds=[s.first.id]))
    elif name == "StopInstances":
        client(s).stop_instances(InstanceIds=[s.first.id])
    else:
        s.first.stop()
        s.clock.run_until()
        client(s).start_instances(InstanceIds=[s.first.id])
    ours = recorded(s, name)
    optional = {"tlsDetails", "sessionCredentialFromConsole"}
    assert {key: shape_of(value) for key, value in ours.items() if key != "detail"} == {
        key: shape_of(value) for key, value in theirs.items() if key != "detail"
    }
    mine = {key: shape_of(value) for key, value in ours["detail"].items() if key != "userIdentity"}
    wanted = {key: shape_of(value) for key, value in theirs["detail"].items() if key not in optional | {"userIdentity"}}
    assert mine == wanted
    assert set(ours["detail"]["userIdentity"]) <= set(theirs["detail"]["userIdentity"])
    assert (ours["detail"].get("errorCode"), ours["detail"]["responseElements"] is None) == (
        theirs["detail"].get("errorCode"),
        theirs["detail"]["responseElements"] is None,
    )


def test_the_refusal_reaches_the_bus_after_cloudtrail_s_latency(scene):
    s = scene(settings=[Latencies(cloudtrail_delivery_s=90, spread=0)])
    s.first.stop_protected = True
    code(lambda: client(s).stop_instances(InstanceIds=[s.first.id]))
    s.clock.run_until(89.9)
    assert s.account.bus.events == []
    s.clock.run_until(90.1)
    assert len(s.account.bus.events) == 1
    assert s.account.bus.events[0]["time"] == START.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_the_message_may_lack_the_instance_s_name(scene):
    s = scene(settings=[Ec2Settings(refused_stop_names_instance=False)])
    s.first.stop_protected = True
    with pytest.raises(ClientError, match=r"The instance may not be stopped\. Modify its 'disableApiStop'"):
        client(s).stop_instances(InstanceIds=[s.first.id])


def test_protection_that_was_lifted_may_still_refuse_for_a_while(scene):
    s = scene(settings=[Latencies(stop_protection_visible_s=20, spread=0)])
    s.first.stop_protected = True
    s.first._protection_before = True
    ec2 = client(s)
    ec2.modify_instance_attribute(InstanceId=s.first.id, DisableApiStop={"Value": False})
    answer = ec2.describe_instance_attribute(InstanceId=s.first.id, Attribute="disableApiStop")
    assert answer["DisableApiStop"] == {"Value": False}
    assert code(lambda: ec2.stop_instances(InstanceIds=[s.first.id])) == "OperationNotPermitted"
    s.clock.run_until(21.0)
    ec2.stop_instances(InstanceIds=[s.first.id])


def test_instances_that_change_state_cannot_be_stopped_or_started(scene):
    s = scene()
    ec2 = client(s)
    ec2.stop_instances(InstanceIds=[s.first.id])
    assert code(lambda: ec2.start_instances(InstanceIds=[s.first.id])) == "IncorrectInstanceState"
    s.clock.run_until()
    ec2.start_instances(InstanceIds=[s.first.id])
    assert code(lambda: ec2.stop_instances(InstanceIds=[s.first.id])) == "IncorrectInstanceState"


def test_one_attribute_for_each_modify_call(scene):
    s = scene()
    both = {"DisableApiStop": {"Value": True}, "DisableApiTermination": {"Value": True}}
    got = code(lambda: client(s).modify_instance_attribute(InstanceId=s.first.id, **both))
    assert got == "InvalidParameterCombination"


def test_a_dry_run_changes_nothing(scene):
    s = scene()
    assert code(lambda: client(s).stop_instances(InstanceIds=[s.first.id], DryRun=True)) == "DryRunOperation"
    assert s.first.state.api_name == "running"


RETIREMENT = "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED"


@pytest.mark.parametrize(
    ("starts", "latest", "until"),
    [
        (timedelta(hours=9), None, timedelta(hours=10)),
        (timedelta(hours=9), timedelta(hours=12), timedelta(hours=12, minutes=1)),
        (timedelta(minutes=5), timedelta(hours=12), timedelta(hours=2)),
        (timedelta(hours=9), timedelta(hours=12), timedelta(minutes=59)),
    ],
    ids=["without a deadline", "after it", "about to start", "too near"],
)
def test_maintenance_is_not_moved_beyond_the_limits_of_ec2(scene, starts, latest, until):
    s = scene()
    now = s.clock.now()
    health.schedule(s.world, s.first, RETIREMENT, now + starts, deadline=None if latest is None else now + latest)
    (event,) = s.first.scheduled_events
    moved = {"InstanceId": s.first.id, "InstanceEventId": event.id, "NotBefore": now + until}
    assert code(lambda: client(s).modify_instance_event_start_time(**moved)) == "InvalidParameterValue"
    assert s.first.scheduled_events == [event]


def test_maintenance_that_was_moved_happens_at_its_new_time_alone(scene):
    s = scene()
    now = s.clock.now()
    health.schedule(s.world, s.first, RETIREMENT, now + timedelta(hours=2), deadline=now + timedelta(hours=12))
    (event,) = s.first.scheduled_events
    moved = {"InstanceId": s.first.id, "InstanceEventId": event.id, "NotBefore": now + timedelta(hours=12)}
    answer = client(s).modify_instance_event_start_time(**moved)
    assert answer["Event"]["NotBefore"] == now + timedelta(hours=12)
    s.clock.run_until(now + timedelta(hours=11))
    assert s.first.state.api_name == "running"
    s.clock.run_until(now + timedelta(hours=13))
    assert s.first.state.api_name == "stopped"


def test_windows_that_does_not_shut_down_is_cut_off(scene):
    s = scene(settings=[Latencies(ec2_hard_shutdown_s=240, spread=0)])
    s.first.host.shut_down = lambda on_done: None
    s.first.stop()
    s.clock.run_until(239.0)
    assert (s.first.state.api_name, s.first.host.up) == ("stopping", True)
    s.clock.run_until()
    assert (s.first.state.api_name, s.first.host.up) == ("stopped", False)
    assert s.world.trace.of("hard-shutdown")


def test_a_shutdown_from_inside_stops_a_protected_instance_and_loses_its_instance_store(scene):
    s = scene()
    s.first.stop_protected = True
    before = s.first.instance_store_serials
    s.first.guest_powered_off()
    s.clock.run_until()
    shape = client(s).describe_instances(InstanceIds=[s.first.id])["Reservations"][0]["Instances"][0]
    assert shape["State"]["Name"] == "stopped"
    assert shape["StateReason"]["Code"] == "Client.InstanceInitiatedShutdown"
    assert not set(before) & set(s.first.instance_store_serials)


def test_a_started_host_finds_its_ebs_disks_and_blank_instance_store(scene):
    s = scene()
    s.first.stop()
    s.clock.run_until()
    s.first.start()
    s.clock.run_until()
    disks = s.first.host.disks
    assert [disk.device for disk in disks if disk.persistent] == ["/dev/sda1", "xvdb"]
    assert [disk.serial for disk in disks if not disk.persistent] == list(s.first.instance_store_serials)
    assert all(disk.serial.startswith("vol") for disk in disks if disk.persistent)


def test_changed_tags_are_announced_with_all_that_the_instance_has(scene):
    s = scene()
    ec2 = client(s)
    ec2.create_tags(Resources=[s.first.id], Tags=[{"Key": "cachewarden:state", "Value": "operating"}])
    ec2.create_tags(Resources=[s.first.id], Tags=[{"Key": "cachewarden:state", "Value": "operating"}])
    ec2.delete_tags(Resources=[s.first.id], Tags=[{"Key": "cachewarden:state"}])
    s.clock.run_until()
    events = [event["detail"] for event in s.account.bus.events if event["source"] == "aws.tag"]
    assert [event["changed-tag-keys"] for event in events] == [["cachewarden:state"]] * 2
    assert sorted("cachewarden:state" in event["tags"] for event in events) == [False, True]


def test_snapshots_of_all_data_volumes_are_taken_at_once_and_complete_later(scene):
    s = scene()
    ec2 = client(s)
    answer = ec2.create_snapshots(
        InstanceSpecification={"InstanceId": s.first.id, "ExcludeBootVolume": True},
        TagSpecifications=[{"ResourceType": "snapshot", "Tags": [{"Key": "cachewarden:for", "Value": "x"}]}],
    )
    assert [snapshot["State"] for snapshot in answer["Snapshots"]] == ["pending"]
    s.clock.run_until()
    filters = [{"Name": "tag:cachewarden:for", "Values": ["x"]}]
    assert [each["State"] for each in ec2.describe_snapshots(Filters=filters)["Snapshots"]] == ["completed"]


def asks_for(scene, kind):
    client(scene).modify_instance_attribute(InstanceId=scene.first.id, InstanceType={"Value": kind})


def test_only_a_stopped_instance_takes_another_type(scene):
    s = scene()
    assert code(lambda: asks_for(s, "r6id.4xlarge")) == "IncorrectInstanceState"
    s.first.stop()
    assert code(lambda: asks_for(s, "r6id.4xlarge")) == "IncorrectInstanceState"  # still stopping
    s.clock.run_until()
    asks_for(s, "r6id.4xlarge")
    (reservation,) = client(s).describe_instances(InstanceIds=[s.first.id])["Reservations"]
    assert reservation["Instances"][0]["InstanceType"] == "r6id.4xlarge"
    assert len(s.first.instance_store_serials) == 1


@pytest.mark.parametrize("kind", ["r5d.huge", "r7gd.4xlarge"])
def test_a_type_that_is_not_valid_for_the_instance_is_refused(scene, kind):
    s = scene()
    s.first.stop()
    s.clock.run_until()
    before = s.first.instance_store_serials
    assert code(lambda: asks_for(s, kind)) == "InvalidInstanceAttributeValue"
    assert s.first.type.name == "r5d.4xlarge"
    assert s.first.instance_store_serials == before


@pytest.mark.parametrize("refusal", ["InsufficientInstanceCapacity", "Unsupported"])
def test_whether_the_new_type_can_be_had_is_said_at_the_start(scene, refusal):
    fault = Fault(point="ec2.capacity", kind=FaultKind.FAIL, where={"type": "r6id.4xlarge"}, error=refusal, count=9)
    s = scene(faults=[fault])
    s.first.stop()
    s.clock.run_until()
    asks_for(s, "r6id.4xlarge")
    assert code(lambda: client(s).start_instances(InstanceIds=[s.first.id])) == refusal
    asks_for(s, "r5d.4xlarge")
    client(s).start_instances(InstanceIds=[s.first.id])
    assert s.first.state.api_name == "pending"


class RestartedWindows:
    """A host that only counts how often EC2 restarts it."""

    up, agent_online = True, False

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now
        self.restarted: list[datetime] = []

    @property
    def restarts(self) -> int:
        return len(self.restarted)

    def reboot(self) -> None:
        self.restarted.append(self.now())

    def power_on(self, disks: object) -> None:
        self.up = True

    def shut_down(self, done: Callable[[], None]) -> None:
        done()


REBOOTS = {
    "instance-reboot": "AWS_EC2_INSTANCE_REBOOT_MAINTENANCE_SCHEDULED",
    "system-reboot": "AWS_EC2_SYSTEM_REBOOT_MAINTENANCE_SCHEDULED",
}


def rebooted_in_two_hours(s, code: str) -> RestartedWindows:
    s.first.host = host = RestartedWindows(s.clock.now)
    health.schedule(s.world, s.first, REBOOTS[code], s.clock.now() + timedelta(hours=2))
    return host


@pytest.mark.parametrize("code", REBOOTS)
def test_a_reboot_happens_at_its_time_keeps_the_instance_store_and_is_shown_as_completed_later(scene, code):
    s = scene()
    host, disks, launched = rebooted_in_two_hours(s, code), s.first.instance_store_generation, s.first.launch_time
    (event,) = s.first.scheduled_events
    assert (event.code, event.not_after) == (code, event.not_before + timedelta(hours=2))
    s.clock.run_until(event.not_before - timedelta(minutes=1))
    assert host.restarts == 0
    s.clock.run_until(event.not_after)
    assert host.restarts == 1 and s.first.state.api_name == "running"
    assert (s.first.instance_store_generation, s.first.launch_time) == (disks, launched)
    assert s.first.scheduled_events == [event]
    s.clock.run_until(event.not_after + timedelta(hours=1))
    assert s.first.scheduled_events[0].description.startswith("[Completed]")


def test_aws_chooses_when_within_its_time_a_reboot_comes(scene):
    """Who counts on the earliest time, or on the latest, is wrong."""
    s = scene()
    host = rebooted_in_two_hours(s, "instance-reboot")
    for _ in range(9):
        health.schedule(s.world, s.first, REBOOTS["instance-reboot"], s.clock.now() + timedelta(hours=2))
    first, last = s.first.scheduled_events[0].not_before, s.first.scheduled_events[0].not_after
    s.clock.run_until(last)
    assert host.restarts == 10 and len(set(host.restarted)) == 10
    assert min(host.restarted) - first < timedelta(minutes=40) < max(host.restarted) - first


@pytest.mark.parametrize("code", REBOOTS)
@pytest.mark.parametrize("store", SystemReboot)
def test_only_a_reboot_that_moves_the_instance_touches_its_instance_store_and_as_the_setting_says(scene, code, store):
    s = scene(settings=[Ec2Settings(system_reboot_store=store)])
    rebooted_in_two_hours(s, code)
    before, lost = s.first.instance_store_serials, s.first.instance_store_generation
    s.clock.run_until(s.clock.now() + timedelta(hours=4, minutes=1))
    found, moves = s.first.arrive(), code == "system-reboot"
    assert found.blank is (moves and store is SystemReboot.BLANK)
    assert (s.first.instance_store_generation > lost) is found.blank
    renamed = moves and store is SystemReboot.OTHER_SERIALS
    assert found.renamed == (dict(zip(before, s.first.instance_store_serials, strict=True)) if renamed else {})
    assert not set(s.first.instance_store_serials) & set(before) or not (found.blank or renamed)
    assert s.first.arrive() == ArrivedStore(), "the next restart is one on the same host"


def test_a_reboot_that_was_called_off_does_not_happen(scene):
    s = scene()
    host = rebooted_in_two_hours(s, "instance-reboot")
    s.first.scheduled_events.clear()
    s.clock.run_until(s.clock.now() + timedelta(hours=5))
    assert host.restarts == 0


@pytest.mark.parametrize(("code", "restarts"), [("system-reboot", 0), ("instance-reboot", 1)])
def test_a_stop_and_start_takes_the_reboot_of_the_host_away_and_no_other(scene, code, restarts):
    s = scene()
    host = rebooted_in_two_hours(s, code)
    ec2 = client(s)
    ec2.stop_instances(InstanceIds=[s.first.id])
    s.clock.run_until(s.clock.now() + timedelta(minutes=30))
    ec2.start_instances(InstanceIds=[s.first.id])
    s.clock.run_until(s.clock.now() + timedelta(hours=5))
    assert host.restarts == restarts
