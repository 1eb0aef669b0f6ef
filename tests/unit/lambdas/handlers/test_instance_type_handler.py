"""The one function that changes an instance's type: what it asks EC2 for, and what it believes."""

import pytest

from adapters import ec2_changes
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.goal import Goal
from cachewarden.operation.lease import Owner
from handlers import instance_type
from tests.unit.lambdas.handlers.account import execution

WANTED = "r5d.8xlarge"


class Scene:
    """A stopped node, and an operation that is to change its type."""

    def __init__(self, aws, monkeypatch, context):
        self.aws, self.context = aws, context
        self.node = aws.node()
        aws.ec2.modify_instance_attribute(InstanceId=self.node, DisableApiStop={"Value": False})
        aws.ec2.stop_instances(InstanceIds=[self.node])
        self.purpose, self.confirmed = Goal.RESIZED, []
        monkeypatch.setattr(instance_type, "confirm_claim", lambda source, **given: self.owner)
        monkeypatch.setattr(instance_type, "confirm_call", lambda arn, event: self.confirmed.append((arn, event)))

    @property
    def owner(self):
        return Owner(execution_arn=execution("e1"), node=self.node, purpose=self.purpose, request_id="r")

    @property
    def type(self):
        (found,) = self.aws.ec2.describe_instances(InstanceIds=[self.node])["Reservations"]
        return found["Instances"][0]["InstanceType"]

    def call(self, **more):
        event = {"action": "ChangeInstanceType", "instanceId": self.node, "instanceType": WANTED, **more}
        return instance_type.handler(event, self.context)


@pytest.fixture
def scene(aws, monkeypatch, context):
    return Scene(aws, monkeypatch, context)


def test_a_stopped_node_gets_the_type(scene):
    answer = scene.call()
    assert scene.type == answer["ec2"]["instanceType"] == WANTED
    ((arn, event),) = scene.confirmed
    assert arn == execution("e1") and event["instanceType"] == WANTED


def test_what_it_has_already_is_not_asked_for_again(scene, monkeypatch):
    scene.call()
    monkeypatch.setattr(instance_type, "change_instance_type", None)
    assert scene.call()["ec2"]["instanceType"] == WANTED


def test_a_node_that_runs_keeps_its_type(scene):
    scene.aws.ec2.start_instances(InstanceIds=[scene.node])
    with pytest.raises(CallRefusedError, match="only a stopped instance"):
        scene.call()
    assert scene.type == "r5d.4xlarge"


@pytest.mark.parametrize("purpose", [goal for goal in Goal if goal is not Goal.RESIZED])
def test_an_operation_with_another_goal_changes_no_type(scene, purpose):
    scene.purpose = purpose
    with pytest.raises(CallRefusedError, match="not Resized"):
        scene.call()
    assert scene.type == "r5d.4xlarge" and scene.confirmed == []


@pytest.mark.parametrize("given", [{"action": "StopInstance"}, {"instanceType": None}, {"instanceId": 7}])
def test_a_call_that_is_none_of_an_operations_is_refused_and_told(scene, given):
    with pytest.raises(CallRefusedError):
        scene.call(**given)
    assert scene.type == "r5d.4xlarge"
    assert any("CW5113" in message["Message"] for message in scene.aws.messages)


def test_ec2s_refusal_goes_under_its_own_code(scene, monkeypatch):
    def refuse(instance_id, wanted):
        ec2_changes.ec2().modify_instance_attribute(InstanceId="i-0000000000000dead", InstanceType={"Value": wanted})

    monkeypatch.setattr(instance_type, "change_instance_type", refuse)
    with pytest.raises(Exception, match="does not exist") as refused:
        scene.call()
    assert type(refused.value).__name__ == "InvalidInstanceID_NotFound"
