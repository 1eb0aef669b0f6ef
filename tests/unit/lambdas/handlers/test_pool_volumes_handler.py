"""The one function that stops a node on no report of its own, and takes its pool's volumes off it and back."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adapters import clients
from adapters.stop_records import read_stop, record_detached_pool, stop_is_proven
from cachewarden.evidence.detached_pool import DetachedPool, PoolVolume
from cachewarden.operation.authority import CallRefusedError
from handlers.lease import handler as lease
from handlers.pool_volumes import handler
from tests.unit.lambdas.handlers.account import TABLE, execution, newest_events, scheduled

RUN = "0a1b2c3d-0000-4000-8000-000000000001"
ACCEPT = "CacheWarden-AcceptDetachedPoolAndStartInstance"
DEVICES = {"xvdf": "data", "xvdg": "data", "xvdh": "swap", "xvdz": "other"}


class Node:
    """A node whose Windows never came up, as EC2, Systems Manager and Step Functions tell of it."""

    def __init__(self, aws: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.aws = aws
        self.id = aws.node()
        zone = self.described()["Placement"]["AvailabilityZone"]
        self.volumes: dict[str, str] = {}
        for device, role in DEVICES.items():
            made = aws.ec2.create_volume(AvailabilityZone=zone, Size=10)["VolumeId"]
            aws.ec2.create_tags(Resources=[made], Tags=[{"Key": "cachewarden:role", "Value": role}])
            aws.ec2.attach_volume(VolumeId=made, InstanceId=self.id, Device=device)
            self.volumes[device] = made
        self.launched = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)
        self.check: dict[str, Any] = {
            "Status": "impaired",
            "Details": [{"Name": "reachability", "Status": "failed", "ImpairedSince": self.launched}],
        }
        self.document = ACCEPT
        monkeypatch.setattr(
            clients.ec2(),
            "describe_instance_status",
            lambda **given: {"InstanceStatuses": [{"InstanceStatus": self.check, "SystemStatus": {"Status": "ok"}}]},
        )
        paginated = aws.ec2.get_paginator("describe_instances")

        def launched_earlier(**given: Any) -> Any:
            for page in paginated.paginate(**given):
                for reservation in page["Reservations"]:
                    for instance in reservation["Instances"]:
                        instance["LaunchTime"] = self.launched
                yield page

        pages = type("Pages", (), {"paginate": staticmethod(launched_earlier)})()
        monkeypatch.setattr(clients.ec2(), "get_paginator", lambda name: pages)
        self.called(self.launched - timedelta(hours=2))
        aws.ssm.operations["GetAutomationExecution"] = lambda given: {
            "AutomationExecution": {
                "AutomationExecutionId": RUN,
                "DocumentName": self.document,
                "AutomationExecutionStatus": "InProgress",
                "ExecutionStartTime": datetime.now(UTC) - timedelta(minutes=1),
                "ExecutedBy": "arn:aws:iam::123456789012:user/dana",
                "Parameters": {"InstanceId": [self.id]},
            }
        }

    def described(self) -> dict[str, Any]:
        return self.aws.ec2.describe_instances(InstanceIds=[self.id])["Reservations"][0]["Instances"][0]

    def called(self, at: datetime | None) -> None:
        """When its SSM agent called last."""
        known = {"InstanceId": self.id, "PingStatus": "ConnectionLost", "AgentVersion": "3.3.3050.0"}
        known_then = known if at is None else {**known, "LastPingDateTime": at}
        self.aws.ssm.operations["DescribeInstanceInformation"] = lambda given: {"InstanceInformationList": [known_then]}

    @property
    def attached(self) -> dict[str, str]:
        """Device -> volume, without the root's."""
        mappings = self.described()["BlockDeviceMappings"]
        return {each["DeviceName"]: each["Ebs"]["VolumeId"] for each in mappings if each["DeviceName"] in DEVICES}

    @property
    def recorded(self) -> list[tuple[str, str]]:
        record = read_stop(TABLE, self.id, attached=())
        pool = record.detached_pool if record is not None else None
        return [(each.device, each.volume_id) for each in pool.volumes] if pool is not None else []


@pytest.fixture
def node(aws, monkeypatch) -> Node:
    return Node(aws, monkeypatch)


@pytest.fixture
def call(aws, node, context) -> Callable[..., dict[str, Any]]:
    """`call(action)` as the operation makes it that RUN started and that has the lease for the node."""

    def made(action: str, **more: object) -> dict[str, Any]:
        aws.states.operations["DescribeExecution"] = lambda given: {
            "status": "RUNNING",
            "input": json.dumps({"instanceId": node.id}),
        }
        taking = {
            "action": "acquire", "owner": execution(RUN), "subject": node.id, "goal": "InService", "requestId": "r",
            "identity": None, "members": [node.id],
        }  # fmt: skip
        aws.states.operations["GetExecutionHistory"] = lambda given: newest_events(scheduled(taking))
        taken = lease(taking, context)
        request = {"action": action, "instanceId": node.id, "owner": execution(RUN), **more}
        request |= {"leaseKey": taken["leaseKey"], "token": taken["token"]}
        aws.states.operations["GetExecutionHistory"] = lambda given: newest_events(scheduled(request))
        return handler(request, context)

    return made


THE_POOLS = ("xvdf", "xvdg", "xvdh")


def test_it_is_stopped_and_what_it_will_lose_is_written_down(aws, node, call):
    assert call("StopNeverBootedInstance")["refusal"] is None

    assert aws.state(node.id) == "stopped"
    assert node.recorded == [(device, node.volumes[device]) for device in THE_POOLS]
    assert stop_is_proven(TABLE, node.id, launch_time=node.launched)


def test_the_pools_volumes_leave_it_and_come_back_under_their_names(aws, node, call):
    call("StopNeverBootedInstance")
    assert call("DetachPoolVolumes")["refusal"] is None
    assert node.attached == {"xvdz": node.volumes["xvdz"]}

    aws.ec2.start_instances(InstanceIds=[node.id])
    assert call("AttachPoolVolumes")["refusal"] is None

    assert node.attached == node.volumes
    assert node.recorded == []
    assert stop_is_proven(TABLE, node.id, launch_time=node.launched)


def test_each_call_may_come_twice(aws, node, call):
    for action in ("StopNeverBootedInstance", "DetachPoolVolumes"):
        assert call(action)["refusal"] is None
        assert call(action)["refusal"] is None
    aws.ec2.start_instances(InstanceIds=[node.id])
    assert call("AttachPoolVolumes")["refusal"] is None

    assert node.attached == node.volumes


@pytest.mark.parametrize("done", [1, 2])
def test_a_call_that_was_cut_off_between_two_volumes_is_finished(aws, node, call, done):
    call("StopNeverBootedInstance")
    for device in THE_POOLS[:done]:
        aws.ec2.detach_volume(VolumeId=node.volumes[device], InstanceId=node.id)
    call("DetachPoolVolumes")
    assert set(node.attached) == {"xvdz"}
    for device in THE_POOLS[:done]:
        aws.ec2.attach_volume(VolumeId=node.volumes[device], InstanceId=node.id, Device=device)
    call("AttachPoolVolumes")

    assert node.attached == node.volumes and node.recorded == []


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda node: node.called(node.launched + timedelta(minutes=3)), "Windows came up, its cache may be on NVMe"),
        (lambda node: node.called(None), "doesn't know when its agent called last"),
        (lambda node: node.check.update(Status="ok"), "status check is ok"),
        (lambda node: node.check.pop("Details"), "since an unknown time"),
        (
            lambda node: node.check["Details"].append(
                {"Name": "reachability", "Status": "failed", "ImpairedSince": node.launched + timedelta(minutes=30)}
            ),
            "not since the start",
        ),
        (
            lambda node: node.aws.ec2.delete_tags(Resources=[node.volumes["xvdz"]], Tags=[{"Key": "cachewarden:role"}]),
            "(xvdz) has no tag cachewarden:role",
        ),
    ],
    ids=["came up", "no call known", "reachable", "no time", "failed later", "a volume without a role"],
)
def test_without_proof_nothing_is_changed(aws, node, call, spoil, told):
    spoil(node)

    assert told in call("StopNeverBootedInstance")["refusal"]

    assert aws.state(node.id) == "running" and aws.protected(node.id)
    assert node.attached == node.volumes and node.recorded == []


@pytest.mark.parametrize("document", ["CacheWarden-AcceptRebuildAndStartInstance", "CacheWarden-StartInstance"])
def test_another_document_is_no_consent(aws, node, call, document):
    node.document = document

    with pytest.raises(CallRefusedError, match="nobody consented"):
        call("StopNeverBootedInstance")

    assert aws.state(node.id) == "running" and aws.protected(node.id) and node.recorded == []


def test_a_call_that_the_operation_does_not_make_is_refused_and_told(aws, node, call, context):
    with pytest.raises(CallRefusedError):
        handler({"action": "StopNeverBootedInstance", "instanceId": node.id, "owner": execution(RUN)}, context)
    call("StopNeverBootedInstance")
    made = {"action": "DetachPoolVolumes", "instanceId": node.id, "owner": execution(RUN), "leaseKey": "x", "token": 1}
    with pytest.raises(CallRefusedError):
        handler(made, context)

    assert node.attached == node.volumes
    assert len(aws.messages) == 1


@pytest.mark.parametrize("action", ["DetachPoolVolumes", "AttachPoolVolumes"])
def test_no_volume_moves_that_was_not_written_down(node, call, action):
    with pytest.raises(CallRefusedError, match="recorded"):
        call(action)

    assert node.attached == node.volumes


def test_nothing_is_detached_from_an_instance_that_runs(aws, node, call):
    call("StopNeverBootedInstance")
    aws.ec2.start_instances(InstanceIds=[node.id])

    assert "is running, not stopped" in call("DetachPoolVolumes")["refusal"]
    assert node.attached == node.volumes


def test_a_volume_that_went_elsewhere_is_named_and_nothing_is_attached(aws, node, call):
    call("StopNeverBootedInstance")
    call("DetachPoolVolumes")
    other = aws.node()
    aws.ec2.attach_volume(VolumeId=node.volumes["xvdg"], InstanceId=other, Device="xvdg")

    refusal = call("AttachPoolVolumes")["refusal"]

    assert node.volumes["xvdg"] in refusal and other in refusal
    assert set(node.attached) == {"xvdz"} and len(node.recorded) == 3


def test_volumes_of_an_earlier_start_are_brought_back_before_a_second_try(aws, node, call):
    earlier = DetachedPool(
        launch_time=node.launched - timedelta(days=1),
        volumes=(PoolVolume(volume_id="vol-0123", device="xvdf", attached=False),),
    )
    record_detached_pool(TABLE, node.id, earlier, owner="e", stopped_at=node.launched)

    assert "vol-0123 (xvdf) were detached for an earlier start" in call("StopNeverBootedInstance")["refusal"]
    assert aws.state(node.id) == "running"


def test_the_record_of_a_former_try_with_all_volumes_back_is_replaced(aws, node, call):
    volumes = tuple(PoolVolume(volume_id=node.volumes[each], device=each, attached=True) for each in ("xvdf", "xvdg"))
    former = DetachedPool(launch_time=node.launched - timedelta(days=1), volumes=volumes)
    record_detached_pool(TABLE, node.id, former, owner="e", stopped_at=node.launched)

    assert call("StopNeverBootedInstance")["refusal"] is None

    assert [device for device, _ in node.recorded] == list(THE_POOLS)


@pytest.mark.parametrize("came_up", [False, True])
def test_a_stop_whose_record_was_cut_off_counts_if_windows_never_came_up(aws, node, call, came_up):
    volumes = tuple(PoolVolume(volume_id=node.volumes[each], device=each, attached=True) for each in THE_POOLS)
    record_detached_pool(
        TABLE, node.id, DetachedPool(launch_time=node.launched, volumes=volumes), owner="e", stopped_at=None
    )
    aws.ec2.modify_instance_attribute(InstanceId=node.id, DisableApiStop={"Value": False})
    aws.ec2.stop_instances(InstanceIds=[node.id])
    if came_up:
        node.called(node.launched + timedelta(minutes=3))

    refusal = call("StopNeverBootedInstance")["refusal"]

    assert (refusal is not None) is came_up
    assert stop_is_proven(TABLE, node.id, launch_time=node.launched) is not came_up


def test_protection_goes_on_again_where_ec2_does_not_take_the_stop(aws, node, call, monkeypatch):
    def refused(**given: Any) -> Any:
        raise clients.ec2().exceptions.ClientError(
            {"Error": {"Code": "InternalError", "Message": "m"}}, "StopInstances"
        )

    monkeypatch.setattr(clients.ec2(), "stop_instances", refused)

    with pytest.raises(Exception, match="InternalError"):
        call("StopNeverBootedInstance")

    assert aws.protected(node.id)
    assert not stop_is_proven(TABLE, node.id, launch_time=node.launched), (
        "a stop of somebody else's would pass for ours"
    )
