"""AttachVolume, DetachVolume and the status checks of the model: what EC2 refuses, and what it shows meanwhile."""

from datetime import timedelta

import pytest
from botocore.exceptions import ClientError


def client(scene):
    return scene.account.client("ec2", scene.account.person("dba"))


def refusal(call):
    with pytest.raises(ClientError) as refused:
        call()
    return refused.value.response["Error"]["Code"]


def shown(scene):
    described = client(scene).describe_instances(InstanceIds=[scene.first.id])
    mappings = described["Reservations"][0]["Instances"][0]["BlockDeviceMappings"]
    return {each["DeviceName"]: each["Ebs"]["Status"] for each in mappings}


@pytest.fixture
def stopped(scene):
    s = scene()
    s.first.stop()
    s.clock.run_until(s.clock.monotonic() + 300)
    return s, s.first.volumes[1]


def test_a_volume_leaves_a_stopped_instance_and_comes_back_to_a_running_one(stopped):
    s, volume = stopped
    client(s).detach_volume(VolumeId=volume.id, InstanceId=s.first.id)
    assert shown(s)["xvdb"] == "detaching"
    s.clock.run_until(s.clock.monotonic() + 60)
    assert "xvdb" not in shown(s)
    s.first.start()
    s.clock.run_until(s.clock.monotonic() + 60)
    assert [disk.volume_id for disk in s.first.host.disks if disk.volume_id] == [s.first.volumes[0].id]

    client(s).attach_volume(VolumeId=volume.id, InstanceId=s.first.id, Device="xvdb")
    assert (shown(s)["xvdb"], s.first.host.arrived) == ("attaching", [])
    s.clock.run_until(s.clock.monotonic() + 60)

    assert shown(s)["xvdb"] == "attached"
    assert [disk.serial for disk in s.first.host.arrived] == [volume.serial]


def test_what_ec2_refuses(stopped):
    s, volume = stopped
    second = s.second.id
    assert refusal(lambda: client(s).attach_volume(VolumeId=volume.id, InstanceId=s.first.id, Device="xvdc")) == (
        "VolumeInUse"
    )
    assert refusal(lambda: client(s).detach_volume(VolumeId=volume.id, InstanceId=second)) == "IncorrectState"
    client(s).detach_volume(VolumeId=volume.id, InstanceId=s.first.id)
    assert refusal(lambda: client(s).detach_volume(VolumeId=volume.id, InstanceId=s.first.id)) == "IncorrectState"
    s.clock.run_until(s.clock.monotonic() + 60)
    attach = client(s).attach_volume
    assert refusal(lambda: attach(VolumeId=volume.id, InstanceId=second, Device="xvdc")) == "InvalidVolume.ZoneMismatch"
    taken = refusal(lambda: attach(VolumeId=volume.id, InstanceId=s.first.id, Device="/dev/sda1"))
    assert taken == "InvalidParameterValue"
    gone = refusal(lambda: attach(VolumeId="vol-0123456789abcdef0", InstanceId=s.first.id, Device="xvdc"))
    assert gone == "InvalidVolume.NotFound"


def test_a_check_that_never_passed_is_dated_by_the_launch(scene):
    s = scene()
    before = client(s).describe_instance_status(InstanceIds=[s.first.id])["InstanceStatuses"][0]
    assert before["InstanceStatus"]["Status"] == "ok"

    s.first.host.unreachable_since = s.first.launch_time - timedelta(hours=2)
    status = client(s).describe_instance_status(InstanceIds=[s.first.id])["InstanceStatuses"][0]

    assert (status["InstanceStatus"]["Status"], status["SystemStatus"]["Status"]) == ("impaired", "ok")
    (detail,) = status["InstanceStatus"]["Details"]
    assert detail["ImpairedSince"] == s.first.launch_time.replace(microsecond=0)


def test_right_after_a_start_the_check_says_nothing(stopped):
    s, _ = stopped
    s.first.start()
    s.clock.run_until(s.clock.monotonic() + 30)
    s.first.host.unreachable_since = s.first.launch_time

    status = client(s).describe_instance_status(InstanceIds=[s.first.id])["InstanceStatuses"][0]

    assert status["InstanceStatus"]["Status"] == "initializing"
