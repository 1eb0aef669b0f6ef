import json

import pytest
from account_scene import allow, function, role
from botocore.exceptions import ClientError, ReadTimeoutError
from sample_resources import INGEST, refuse

from rehearsal.aws.api.errors import UnsupportedError
from rehearsal.kernel.clock import ActorError
from rehearsal.kernel.faults import Fault, FaultKind


def deliveries(scene):
    return [event for event in scene.account.bus.events if event["detail-type"] == "AWS API Call via CloudTrail"]


@pytest.mark.parametrize(
    ("fault", "count"),
    [
        (Fault(point="event.AWS API Call via CloudTrail", kind=FaultKind.LOST), 0),
        (Fault(point="event.AWS API Call via CloudTrail", kind=FaultKind.REPEAT, times=3), 3),
        (Fault(point="event.AWS API Call via CloudTrail", kind=FaultKind.LATE, seconds=600), 1),
        (Fault(point="event.AWS API Call via CloudTrail", kind=FaultKind.LOST, occurrence=2), 1),
        (Fault(point="event.AWS API Call via CloudTrail", kind=FaultKind.LOST, where={"source": "aws.ssm"}), 1),
    ],
)
def test_events_can_be_lost_late_or_repeated(scene, fault, count):
    s = scene(INGEST, faults=[fault])
    refuse(s)
    s.clock.run_until()
    assert len(deliveries(s)) == count
    assert (s.clock.monotonic() > 600) is (fault.kind is FaultKind.LATE)


def test_a_failing_api_call_has_no_effect_and_its_error_code(scene):
    s = scene(faults=[Fault(point="api.ec2.StopInstances", kind=FaultKind.FAIL, error="RequestLimitExceeded")])
    client = s.account.client("ec2", s.account.person("dba"))
    with pytest.raises(ClientError) as failed:
        client.stop_instances(InstanceIds=[s.first.id])
    assert failed.value.response["Error"]["Code"] == "RequestLimitExceeded"
    assert s.first.state.api_name == "running"
    client.stop_instances(InstanceIds=[s.first.id])
    assert s.first.state.api_name == "stopping"


def test_an_api_call_whose_answer_is_lost_has_had_its_effect(scene):
    s = scene(faults=[Fault(point="api.ec2.StopInstances", kind=FaultKind.LOST)])
    with pytest.raises(ReadTimeoutError):
        s.account.client("ec2", s.account.person("dba")).stop_instances(InstanceIds=[s.first.id])
    assert s.first.state.api_name == "stopping"


def test_eventbridge_tries_again_what_a_target_refuses_for_now(scene):
    s = scene(INGEST, faults=[Fault(point="eventbridge.target", kind=FaultKind.FAIL, count=3)])
    refuse(s)
    s.clock.run_until()
    assert [f.invocations for f in map(s.account.functions.find, s.account.functions.names())] == [1]


def test_an_environment_that_dies_is_an_error_that_lambda_retries(scene):
    name = "probe"
    resources = {
        "FunctionRole": role("lambda.amazonaws.com"),
        "Slow": function("slow", "FunctionRole", SETTING="mine"),
    }
    resources["Slow"]["Properties"]["FunctionName"] = name
    s = scene(resources, faults=[Fault(point=f"lambda.{name}", kind=FaultKind.KILL, seconds=2.0)])
    caller = s.account.person("dba")
    s.account.client("lambda", caller).invoke(FunctionName=name, InvocationType="Event", Payload=b'{"seconds": 5}')
    s.clock.run_until()
    assert s.account.functions.find(name).invocations == 2
    assert 60 < s.clock.monotonic() < 75


def test_a_start_without_capacity_leaves_the_instance_stopped(scene):
    s = scene(faults=[Fault(point="ec2.capacity", kind=FaultKind.FAIL)])
    client = s.account.client("ec2", s.account.person("dba"))
    client.stop_instances(InstanceIds=[s.first.id])
    s.clock.run_until()
    with pytest.raises(ClientError) as failed:
        client.start_instances(InstanceIds=[s.first.id])
    assert failed.value.response["Error"]["Code"] == "InsufficientInstanceCapacity"
    assert s.first.state.api_name == "stopped"
    client.start_instances(InstanceIds=[s.first.id])
    assert s.first.state.api_name == "pending"


def test_what_is_not_modelled_is_refused_by_name_and_never_leaves_the_process(scene):
    s = scene()
    dba = s.account.person("dba")
    with pytest.raises(UnsupportedError, match="ec2:RunInstances"):
        s.account.client("ec2", dba).run_instances(MinCount=1, MaxCount=1)
    import boto3

    with pytest.raises(UnsupportedError, match="called by no principal"):
        boto3.client("ec2").describe_instances()


def test_a_defect_of_the_model_ends_the_run_though_the_caller_catches_everything(scene):
    s = scene()
    client = s.account.client("ec2", s.account.person("dba"))

    def broken(parameters):
        return parameters["Nosuch"]

    def sweep():
        try:
            client.describe_instances()
        except Exception:
            s.clock.sleep(60)

    s.account.gateway.register("ec2", {"DescribeInstances": broken})
    s.clock.spawn("sweep", sweep)
    with pytest.raises(ActorError, match="KeyError: 'Nosuch'"):
        s.clock.run_until()


def test_a_call_is_checked_against_the_instance_s_tags(scene):
    condition = {"StringEquals": {"ec2:ResourceTag/cachewarden:managed": "true"}}
    resources = {"Operator": role("lambda.amazonaws.com", allow("ec2:StopInstances", condition=condition))}
    s = scene(resources)
    (name,) = s.account.authorizer.role_names
    client = s.account.client("ec2", name)
    s.second.tags.pop("cachewarden:managed")
    client.stop_instances(InstanceIds=[s.first.id])
    with pytest.raises(ClientError, match="UnauthorizedOperation"):
        client.stop_instances(InstanceIds=[s.second.id])
    assert s.second.state.api_name == "running"
    assert json.dumps([denial.action for denial in s.account.denials]) == '["ec2:StopInstances"]'
